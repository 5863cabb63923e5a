"""What is folded while importing, and what is too large for it."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx_models import FLOAT, model_of, node

import mlcc
from mlcc.importers.onnx import folding, from_onnx
from mlcc.importers.onnx.folding import fold_node


def zeros(*shape: int) -> Any:
    """An array that takes no memory."""
    return np.broadcast_to(np.float32(0), shape)


def ints(*values: int) -> Any:
    return np.array(values, np.int64)


@pytest.mark.parametrize(
    ("op", "inputs", "attrs"),
    [
        ("Concat", [zeros(1 << 28), zeros(1 << 28), zeros(1 << 28)], {"axis": 0}),
        ("ConstantOfShape", [ints(1 << 40, 1 << 40)], {}),
        ("Expand", [zeros(1), ints(1 << 20, 1 << 20)], {}),
        ("Tile", [zeros(4), ints(1 << 40)], {}),
        ("Range", [np.int64(0), np.int64(1 << 40), np.int64(1)], {}),
        ("Pad", [zeros(3, 3), ints(0, 1 << 40, 0, 0)], {}),
        ("OneHot", [ints(1, 2), np.int64(1 << 40), np.array([0, 1], np.float32)], {}),
        ("Add", [zeros(1 << 20, 1), zeros(1, 1 << 20)], {}),
        ("MatMul", [zeros(1 << 20, 1), zeros(1, 1 << 20)], {}),
        ("Resize", [zeros(1, 1, 4, 4), None, None, ints(1, 1, 1 << 30, 1 << 30)], {"mode": "nearest"}),
    ],
)
def test_large_results_are_not_computed(
    op: str, inputs: list[Any], attrs: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "_evaluate", None)  # whoever comes there fails
    names = [f"i{n}" if item is not None else "" for n, item in enumerate(inputs)]
    assert fold_node(node(op, names, ["y"], **attrs), inputs, {"": 17}, 1 << 16) is None


@pytest.mark.parametrize(
    ("op", "inputs", "attrs", "want"),
    [
        ("Concat", [ints(1), ints(2, 3)], {"axis": 0}, ints(1, 2, 3)),
        ("Expand", [ints(7), ints(2, 2)], {}, np.full((2, 2), 7)),
        ("Tile", [ints(1, 2), ints(2)], {}, ints(1, 2, 1, 2)),
        ("Range", [np.int64(4), np.int64(0), np.int64(-2)], {}, ints(4, 2)),
        ("Pad", [ints(1, 2), ints(1, 0)], {}, ints(0, 1, 2)),
        ("MatMul", [np.ones((2, 3)), np.ones((3, 2))], {}, np.full((2, 2), 3.0)),
        ("MatMul", [np.ones(3), np.ones(3)], {}, np.float64(3)),
    ],
)
def test_small_results_are(op: str, inputs: list[Any], attrs: dict[str, Any], want: Any) -> None:
    names = [f"i{n}" for n in range(len(inputs))]
    result = fold_node(node(op, names, ["y"], **attrs), inputs, {"": 17}, 1 << 16)
    assert result is not None
    np.testing.assert_array_equal(result[0], want)


@pytest.mark.parametrize("kind", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize(
    ("op", "attrs", "axis"),
    [
        ("ReduceSum", {}, True), ("ReduceMean", {}, True), ("ReduceL2", {}, True), ("CumSum", {}, True),
        ("LayerNormalization", {"axis": 1}, False), ("Sigmoid", {}, False),
    ],
)  # fmt: skip
def test_sums_of_16_bits_are_wide(kind: Any, op: str, attrs: dict[str, Any], axis: bool) -> None:
    """The reference adds 4,000 numbers of 16 bits in 16 bits."""
    rng = np.random.default_rng(0)
    x = (rng.standard_normal((2, 4000)) * 3 + 9).astype(kind)
    given = [x, np.array(1)] if axis else [x, np.ones(4000, kind)] if attrs else [x]
    names = [f"i{n}" for n in range(len(given))]
    part = node(op, names, ["y"], **attrs)
    got, want = (fold_node(part, [a if a.dtype != kind else a.astype(t) for a in given], {"": 22}, 1 << 20)
                 for t in (kind, np.float64))  # fmt: skip
    assert got is not None
    assert want is not None
    assert got[0].dtype == kind
    # wide: half a unit in the last place of 8 bits
    np.testing.assert_allclose(got[0].astype(float), want[0], rtol=2**-8 if kind != np.float16 else 2**-10)


def test_types_that_the_operator_states_stay() -> None:
    x = np.array([1.5, -2], ml_dtypes.bfloat16)
    for part, inputs, kind in [
        (node("Cast", ["x"], ["y"], to=onnx.TensorProto.FLOAT), [x], np.float32),
        (node("Greater", ["x", "x"], ["y"]), [x, x], np.bool_),
        (node("CastLike", ["x", "z"], ["y"]), [x, np.zeros(1, np.float16)], np.float16),
        (node("Transpose", ["x"], ["y"]), [x], ml_dtypes.bfloat16),
        (node("Shape", ["x"], ["y"]), [x], np.int64),
    ]:
        folded = fold_node(part, inputs, {"": 22}, 1 << 16)
        assert folded is not None
        assert folded[0].dtype == kind


@pytest.mark.parametrize(("op", "opset"), [("Softmax", 11), ("LogSoftmax", 11), ("Hardmax", 11), ("LogSoftmax", 13)])
def test_what_the_reference_computes_otherwise(op: str, opset: int) -> None:
    """Axes of old opsets, and logarithms of what underflowed."""
    x = np.random.default_rng(1).standard_normal((2, 3, 4)).astype(np.float32) * 300
    model = model_of([node(op, ["x"], ["y"], axis=1)], {"x": (FLOAT, x.shape)}, ["y"], opset=opset)
    folded = mlcc.build(from_onnx(model, known={"x": x}))["main"]()
    np.testing.assert_array_equal(folded, mlcc.build(from_onnx(model))["main"](x))
    assert np.all(np.isfinite(folded))
