"""Pads: what does not fit its tensor is the user's mistake; pads and repeats may be computed from sizes."""

from __future__ import annotations

import numpy as np
import pytest
from onnx_models import FLOAT, INT64, model_of, node

import mlcc
from mlcc import MlccError
from mlcc.importers.onnx import from_onnx


@pytest.mark.parametrize(
    ("pads", "value", "axes"),
    [
        ([1, 1], None, None),
        ([1, 1, 1, 1, 1], None, None),
        ([1, 1], None, [0, 1]),
        ([1, 1, 1, 1], None, [1, -1]),
        ([0, 1, 0, 1], [], None),
        ([0, 1, 0, 1], [1, 2], None),
    ],
)
def test_malformed_pads(pads: list[int], value: list[float] | None, axes: list[int] | None) -> None:
    weights = {"pads": np.array(pads, "int64")}
    names = ["x", "pads", ""]
    if value is not None:
        weights["value"], names[2] = np.array(value, "float32"), "value"
    if axes is not None:
        weights["axes"] = np.array(axes, "int64")
        names.append("axes")
    model = model_of([node("Pad", names, ["y"])], {"x": (FLOAT, [3, 4])}, ["y"], weights, opset=18)
    with pytest.raises(MlccError) as caught:
        from_onnx(model)
    assert caught.value.code == "I117"


@pytest.mark.onnxruntime
def test_limits_computed_from_sizes() -> None:
    ort = pytest.importorskip("onnxruntime")
    nodes = [node("Shape", ["x"], ["d"], start=0, end=1), node("Squeeze", ["d"], ["n"]), node("Neg", ["n"], ["m"]),
             node("Clip", ["x", "m", "n"], ["y"])]  # fmt: skip
    model = model_of(nodes, {"x": (INT64, ["n", 3])}, ["y"], opset=18)
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    x = np.arange(-6, 6).reshape(4, 3)
    np.testing.assert_array_equal(mlcc.build(from_onnx(model))(x), session.run(None, {"x": x})[0])


@pytest.mark.onnxruntime
@pytest.mark.parametrize("op", ["constant", "edge", "reflect", "Tile"])
def test_pads_and_repeats_computed_from_sizes(op: str) -> None:
    """Pads of (n - 3, 0, m - n, 1), made as torch makes them from the last dimension on; and repeats of (n, 2)."""
    ort = pytest.importorskip("onnxruntime")
    nodes = [node("Shape", ["x"], ["d"]), node("Split", ["d"], ["n", "m"], num_outputs=2)]
    if op == "Tile":
        nodes += [node("Concat", ["n", "two"], ["r"], axis=0), node("Tile", ["x", "r"], ["y"])]
    else:
        nodes += [node("Sub", ["n", "three"], ["a"]), node("Sub", ["m", "n"], ["b"]),
                  node("Concat", ["zero", "one", "a", "b"], ["flat"], axis=0), node("Reshape", ["flat", "pair"], ["p"]),
                  node("Slice", ["p", "last", "first", "zero", "last"], ["transposed"]),
                  node("Transpose", ["transposed"], ["t"], perm=[1, 0]), node("Reshape", ["t", "last"], ["pads"]),
                  node("Pad", ["x", "pads"], ["y"], mode=op)]  # fmt: skip
    numbers = {"zero": [0], "one": [1], "two": [2], "three": [3], "pair": [-1, 2], "last": [-1], "first": [-(2**31)]}
    weights = {k: np.array(v, "int64") for k, v in numbers.items()}
    model = model_of(nodes, {"x": (FLOAT, ["n", "m"])}, ["y"], weights, opset=18)
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    library = mlcc.build(from_onnx(model))
    for shape in ((3, 5), (5, 7), (4, 4)):
        x = np.random.default_rng(1).standard_normal(shape).astype("float32")
        np.testing.assert_array_equal(library(x), session.run(None, {"x": x})[0])


@pytest.mark.parametrize("form", ["operand", "attribute", "axes"])
def test_pads_between_constants(form: str) -> None:
    """A size that is padded among zeros, as TensorFlow computes the pads of dilated layers, leaves the others known."""
    grown = {
        "operand": [node("Pad", ["row", "above"], ["two"]), node("Pad", ["two", "below", "last"], ["three"])],
        "attribute": [node("Pad", ["row"], ["three"], pads=[1, 0, 1, 0])],
        "axes": [node("Pad", ["row", "ends", "", "first"], ["three"])],
    }[form]
    nodes = [node("Shape", ["x"], ["d"]), node("Gather", ["d", "one"], ["m"]), node("Mod", ["m", "two_"], ["odd"]),
             node("Concat", ["one", "odd"], ["flat"], axis=0), node("Unsqueeze", ["flat", "first"], ["row"]),
             *grown, node("Transpose", ["three"], ["t"], perm=[1, 0]), node("Reshape", ["t", "all"], ["pads"]),
             node("Pad", ["x", "pads"], ["y"])]  # fmt: skip
    if form == "attribute":  # of an operator set in which `Unsqueeze` has one too
        nodes[4] = node("Unsqueeze", ["flat"], ["row"], axes=[0])
        nodes[-1] = node("Neg", ["pads"], ["y"])
    numbers = {"one": [1], "two_": [2], "last": 0, "first": [0], "all": [-1], "above": [1, 0, 0, 0],
               "below": [0, 0, 1, 0], "ends": [1, 1]}  # fmt: skip
    weights = {k: np.array(v, "int64") for k, v in numbers.items()}
    opset = 10 if form == "attribute" else 18
    module = from_onnx(model_of(nodes, {"x": (FLOAT, ["n", "m", 7])}, ["y"], weights, opset=opset))
    if form == "attribute":
        np.testing.assert_array_equal(mlcc.build(module)(np.zeros((2, 3, 7), "f4")), [0, -1, 0, 0, -1, 0])
        return
    assert 'R.Tensor((n, (m + 1) // 2 * 2 + 1, 7), dtype="float32")' in str(module)
    library = mlcc.build(module)
    for shape in ((2, 3, 7), (1, 4, 7), (0, 5, 7), (3, 0, 7)):
        x = np.random.default_rng(1).standard_normal(shape).astype("float32")
        want = np.pad(x, [(0, 0), (1, shape[1] % 2), (0, 0)])
        np.testing.assert_array_equal(library(x), want)


def test_elements_cut_off_by_negative_pads_of_symbolic_dimensions() -> None:
    """A shift by one, as filters before a transform are written."""
    weights = {"pads": np.array([0, 1, 0, -1], "int64")}
    model = model_of([node("Pad", ["x", "pads"], ["y"], mode="edge")], {"x": (FLOAT, ["n", "t"])}, ["y"], weights)
    x = np.arange(10, dtype="float32").reshape(2, 5)
    np.testing.assert_array_equal(mlcc.build(from_onnx(model))(x), np.concatenate([x[:, :1], x[:, :-1]], 1))


def test_equal_parts_of_a_symbolic_dimension() -> None:
    model = model_of([node("Split", ["x"], ["a", "b"], axis=0)], {"x": (FLOAT, ["n", 2])}, ["a", "b"])
    library = mlcc.build(from_onnx(model))
    x = np.arange(12, dtype="float32").reshape(6, 2)
    for got, want in zip(library(x), np.split(x, 2), strict=True):
        np.testing.assert_array_equal(got, want)


def test_the_mask_of_a_dropout_of_symbolic_dimensions() -> None:
    model = model_of([node("Dropout", ["x"], ["y", "mask"])], {"x": (FLOAT, ["n", 2])}, ["y", "mask"])
    x = np.arange(6, dtype="float32").reshape(3, 2)
    y, mask = mlcc.build(from_onnx(model))(x)
    np.testing.assert_array_equal(y, x)
    np.testing.assert_array_equal(mask, np.ones((3, 2), bool))
