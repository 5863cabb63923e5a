"""The standard backend interface, and a sample of ONNX's own test suite through it."""

from __future__ import annotations

import glob
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from onnx_models import FLOAT, INT64, model_of, node
from suite_cases import node_cases
from tolerances import assert_close

import mlcc
from mlcc.backend import is_compatible, prepare, run_model, run_node, supports_device

#: One or two cases of every family of operators; the whole suite is run by a script of its own.
SAMPLE = (Path(__file__).parent / "suite_sample.txt").read_text(encoding="utf-8").split()


@cache
def suite() -> dict[str, Any]:
    return {case.name: case for case in node_cases()}


def value_of(proto: Any) -> Any:
    match proto:
        case onnx.TensorProto():
            return numpy_helper.to_array(proto)
        case onnx.SequenceProto():
            return numpy_helper.to_list(proto)
        case onnx.OptionalProto():
            return numpy_helper.to_optional(proto)
    return proto


def assert_same(mine: Any, theirs: Any, rtol: float, atol: float) -> None:
    if isinstance(theirs, list):
        assert len(mine) == len(theirs)
        for a, b in zip(mine, theirs, strict=True):
            assert_same(a, b, rtol, atol)
        return
    want = np.asarray(theirs)
    assert mine.shape == want.shape
    if want.dtype.kind in "OU":
        np.testing.assert_array_equal(mine, want.astype(object))
        return
    assert mine.dtype == want.dtype
    wide = np.float64 if want.dtype.kind not in "biu" else want.dtype
    np.testing.assert_allclose(mine.astype(wide), want.astype(wide), rtol=rtol, atol=atol)


@pytest.mark.every(4)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SAMPLE)
def test_a_case_of_the_suite(name: str) -> None:
    case = suite().get(f"test_{name}")
    if case is None:
        pytest.skip("not in this version of onnx")
    representation = prepare(case.model)
    for inputs, outputs in case.data_sets:
        got = representation.run([value_of(i) for i in inputs])
        assert len(got) == len(outputs)
        for mine, theirs in zip(got, outputs, strict=True):
            assert_same(mine, value_of(theirs), case.rtol, case.atol)


def light_models() -> list[str]:
    folder = os.path.join(os.path.dirname(onnx.__file__), "backend/test/data/light")
    return sorted(glob.glob(f"{folder}/*.onnx"))


@pytest.mark.slow
@pytest.mark.parametrize("path", light_models(), ids=lambda path: os.path.basename(path))
def test_light_models_give_the_stored_outputs(path: str) -> None:
    model = onnx.load(path)
    constants = {t.name for t in model.graph.initializer}
    (item,) = (i for i in model.graph.input if i.name not in constants)
    shape = [d.dim_value for d in item.type.tensor_type.shape.dim]
    size = int(np.prod(shape))
    x = (np.arange(size, dtype=np.float32).reshape(shape) / size).astype(np.float32)
    stored = onnx.TensorProto()
    with open(path[: -len(".onnx")] + "_output_0.pb", "rb") as file:
        stored.ParseFromString(file.read())
    (got,) = prepare(model).run([x])
    assert_close(got, numpy_helper.to_array(stored))


# ---------------------------------------------------------------- the interface itself
def test_devices() -> None:
    assert supports_device("CPU")
    assert not supports_device("CUDA")


def test_one_node() -> None:
    x = np.array([[-1, 2], [3, -4]], np.float32)
    (y,) = run_node(helper.make_node("Relu", ["x"], ["y"]), [x])
    np.testing.assert_array_equal(y, np.maximum(x, 0))


def test_libraries_are_kept_by_shapes() -> None:
    representation = prepare(model_of([node("Neg", ["x"], ["y"])], {"x": (FLOAT, ["N"])}, ["y"]))
    for size in (2, 3, 2, 3):
        x = np.arange(size, dtype=np.float32)
        np.testing.assert_array_equal(representation.run([x])[0], -x)
    assert len(representation._libraries) == 2


def test_sizes_of_a_device_are_part_of_the_key() -> None:
    """A device takes no sizes that a run computes: it gets them as constants."""
    nodes = [node("Range", ["zero", "n", "one"], ["y"])]
    start = {"zero": np.array(0, np.int64), "one": np.array(1, np.int64)}
    representation = prepare(model_of(nodes, {"n": (INT64, [])}, ["y"], start), target="cuda")
    compiled = representation._compile({"n": np.array(3)})
    assert [output.shape for output in compiled.library.spec.functions[0].outputs] == [(3,)]


def test_numbers_that_decide_the_sizes_of_a_device_are_part_of_the_key() -> None:
    """The scales of a resize are no integers, and its image is no scale."""
    attrs = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric"}
    nodes = [node("Resize", ["x", "", "s"], ["y"], **attrs)]
    representation = prepare(model_of(nodes, {"x": (FLOAT, [2, 3]), "s": (FLOAT, [2])}, ["y"]), target="cuda")
    compiled = representation._compile({"x": np.ones((2, 3), np.float32), "s": np.array([2, 3], np.float32)})
    assert [output.shape for output in compiled.library.spec.functions[0].outputs] == [(4, 9)]
    assert list(representation._deciding.values()) == [("s",)]


def test_values_that_decide_shapes_are_part_of_the_key() -> None:
    inputs = {"x": (FLOAT, [6]), "s": (INT64, [2]), "k": (INT64, [2])}
    nodes = [node("Unsqueeze", ["x", "s"], ["y"]), node("Add", ["s", "k"], ["z"])]
    representation = prepare(model_of(nodes, inputs, ["y", "z"]))
    x = np.arange(6, dtype=np.float32)
    for axes in ([0, 1], [0, 2], [1, -1], [0, 1]):
        for other in ([1, 1], [5, 7]):
            y, z = representation.run({"x": x, "s": np.array(axes), "k": np.array(other)})
            np.testing.assert_array_equal(y, np.expand_dims(x, tuple(axes)))
            np.testing.assert_array_equal(z, np.array(axes) + np.array(other))
    assert len(representation._libraries) == 3  # the values of `k` do not matter


def test_a_value_that_is_data_is_not_compiled_in() -> None:
    model = model_of([node("Reshape", ["x", "s"], ["y"])], {"x": (FLOAT, [200]), "s": (INT64, [100])}, ["y"])
    with pytest.raises(mlcc.MlccError) as caught:
        run_model(model, [np.zeros(200, np.float32), np.ones(100, np.int64)])
    assert caught.value.code == "I112"


def test_compatibility() -> None:
    assert is_compatible(model_of([node("Neg", ["x"], ["y"])], {"x": (FLOAT, [2])}, ["y"]))
    assert not is_compatible(model_of([node("Unheard", ["x"], ["y"])], {"x": (FLOAT, [2])}, ["y"]))
