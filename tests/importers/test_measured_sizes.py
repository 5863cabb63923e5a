"""Sizes that a model computes from its data, where something bounds them: the largest is planned for.

Those without a bound are in `test_computed_sizes`."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import FLOAT, INT64, graph_of, model_of, node

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(5)

#: n: a number of the data between 1 and 9.
BOUNDED = [node("ReduceMax", ["x"], ["top"], keepdims=0), node("Clip", ["top", "one", "nine"], ["cut"]),
           node("Cast", ["cut"], ["n"], to=INT64), node("Unsqueeze", ["n", "zero"], ["n1"])]  # fmt: skip
WEIGHTS: dict[str, Any] = {"one": np.array(1, "f4"), "nine": np.array(9.0, "f4"), "zero": np.array([0])}


def check(nodes: list[onnx.NodeProto], outputs: list[str], runs: list[Any], rtol: float = 1e-5, **weights: Any) -> None:
    ort = pytest.importorskip("onnxruntime")
    model = model_of([*BOUNDED, *nodes], {"x": (FLOAT, list(runs[0].shape))}, outputs, {**WEIGHTS, **weights})
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    library = mlcc.build(from_onnx(model))
    for x in runs:
        got, want = library(x), session.run(None, {"x": x})
        for mine, theirs in zip(got if isinstance(got, tuple) else (got,), want, strict=True):
            assert mine.shape == theirs.shape
            np.testing.assert_allclose(mine, theirs, rtol=rtol, atol=rtol)


def values(*shape: int) -> list[Any]:
    return [(RNG.random(shape) * top).astype("f4") for top in (0.5, 4, 40)]


def test_a_tensor_of_a_computed_size() -> None:
    check([node("ConstantOfShape", ["n1"], ["y"])], ["y"], values(3))
    check([node("Expand", ["x", "n1"], ["y"])], ["y"], values(1))


def test_numbers_up_to_a_computed_one() -> None:
    check([node("Range", ["start", "n", "step"], ["y"])], ["y"], values(3), start=np.array(0), step=np.array(1))
    check([node("Range", ["start", "n", "step"], ["y"])], ["y"], values(3), start=np.array(2), step=np.array(3))


def test_a_slice_up_to_a_computed_place() -> None:
    nodes = [node("Slice", ["x", "zero", "n1", "zero"], ["s"]), node("Exp", ["s"], ["y"])]
    check(nodes, ["y"], values(12, 3))
    check(nodes, ["y"], values(4, 3))
    check([node("Slice", ["x", "n1", "end", "zero"], ["y"])], ["y"], values(12, 3), end=np.array([2**31]))


def test_an_image_of_a_computed_size() -> None:
    nodes = [node("Concat", ["front", "n1", "n1"], ["sizes"], axis=0),
             node("Resize", ["x", "", "", "sizes"], ["r"], mode="linear"), node("Relu", ["r"], ["y"])]  # fmt: skip
    check(nodes, ["y"], values(1, 2, 5, 4), front=np.array([1, 2]))


@pytest.mark.cover(1)
@pytest.mark.parametrize("mode", ["nearest", "linear", "cubic"])
@pytest.mark.parametrize("rule", ["half_pixel", "pytorch_half_pixel", "asymmetric"])
def test_an_image_by_computed_scales(mode: str, rule: str) -> None:
    """Scales of which two are known to be 1, and that make sizes of which they are not the quotient."""
    resize = node("Resize", ["x", "", "scales"], ["y"], mode=mode, coordinate_transformation_mode=rule)
    nodes = [node("Mul", ["cut", "part"], ["s"]), node("Unsqueeze", ["s", "zero"], ["s1"]),
             node("Concat", ["ones", "s1", "s1"], ["scales"], axis=0), resize]  # fmt: skip
    # onnxruntime computes coordinates in float32.
    check(nodes, ["y"], values(1, 2, 3, 5), 1e-4, ones=np.ones(2, "f4"), part=np.array(0.7, "f4"))


@pytest.mark.parametrize("axis", [-1, 0, 1])
def test_one_of_a_computed_number(axis: int) -> None:
    one_hot = node("OneHot", ["picked", "n", "ends"], ["y"], axis=axis)
    picked, ends = np.array([[0, 3, -1], [2, 8, -9]]), np.array([0.5, 7], "f4")
    check([one_hot], ["y"], values(3), picked=picked, ends=ends)


def test_a_loop_of_a_computed_length_with_computed_sizes_inside() -> None:
    body = graph_of(
        [node("Add", ["i", "n"], ["k"]), node("Unsqueeze", ["k", "zero"], ["k1"]),
         node("Min", ["k1", "four"], ["end"]), node("Slice", ["x", "zero", "end", "zero"], ["s"]),
         node("ReduceSum", ["s"], ["t"], keepdims=0), node("Add", ["t", "v"], ["w"]), node("Identity", ["c"], ["d"])],
        {"i": (INT64, []), "c": (onnx.TensorProto.BOOL, []), "v": (FLOAT, [])}, ["d", "w", "t"],
    )  # fmt: skip
    nodes = [node("Loop", ["n", "", "one"], ["y", "rows"], body=body)]
    check(nodes, ["y", "rows"], values(6), four=np.array([4]))


def test_a_negative_size_stops_the_run() -> None:
    nodes = [*BOUNDED, node("Sub", ["n1", "five"], ["m"]), node("ConstantOfShape", ["m"], ["y"])]
    library = mlcc.build(from_onnx(model_of(nodes, {"x": (FLOAT, [1])}, ["y"], {**WEIGHTS, "five": np.array([5])})))
    assert library(np.array([7.5], "f4")).shape == (2,)
    with pytest.raises(MlccError, match="negative"):
        library(np.array([2], "f4"))
