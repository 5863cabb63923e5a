"""Sums of 16-bit floats with rounding "standard" equal those of onnx.reference bit by bit; by default, they do not."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.relax.transform import RoundAsStandard

from .graphs import graph, operators

RNG = np.random.default_rng(1)
KINDS = {"bfloat16": ml_dtypes.bfloat16, "float16": np.float16}
REDUCTIONS = (
    "ReduceSum", "ReduceMean", "ReduceSumSquare", "ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp",
)  # fmt: skip
#: Rows, columns, both, dimensions with others in between, the last ones.
PARTS = [((4, 301), [1]), ((4, 301), [0]), ((2, 700), [0, 1]), ((3, 37, 5), [0, 2]), ((3, 17, 29), [1, 2])]


def model(op: str, kind: Any, shape: tuple[int, ...], axes: list[int] | None = None, **attrs: Any) -> onnx.ModelProto:
    element = helper.np_dtype_to_tensor_dtype(np.dtype(kind))
    weights = [] if axes is None else [numpy_helper.from_array(np.array(axes), "axes")]
    one = helper.make_node(op, ["x", "axes"] if axes is not None else ["x"], ["y"], **attrs)
    inputs, outputs = (helper.make_tensor_value_info(n, element, s) for n, s in (("x", shape), ("y", None)))
    result = helper.make_graph([one], "g", [inputs], [outputs], weights)
    return helper.make_model(result, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def check(proto: onnx.ModelProto, x: Any) -> None:
    (want,) = ReferenceEvaluator(proto).run(None, {"x": x})
    got = mlcc.build(from_onnx(proto), rounding="standard")(x)
    np.testing.assert_array_equal(got.view(np.uint16), np.asarray(want).astype(x.dtype).view(np.uint16))


@pytest.mark.cover(1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("op", REDUCTIONS)
def test_reductions(op: str, kind: str) -> None:
    for shape, axes in PARTS:
        x = RNG.standard_normal(shape)
        x = (np.abs(x) if op == "ReduceLogSum" else x).astype(KINDS[kind])
        check(model(op, KINDS[kind], shape, axes, keepdims=0), x)


@pytest.mark.every(2)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("op", ["Softmax", "LogSoftmax"])
def test_softmax(op: str, kind: str) -> None:
    for shape, axis in (((3, 701), -1), ((70, 3), 0), ((2, 41, 5), 1)):
        check(model(op, KINDS[kind], shape, axis=axis), RNG.standard_normal(shape).astype(KINDS[kind]))


@pytest.mark.parametrize("kind", KINDS)
def test_pooling(kind: str) -> None:
    shape = (2, 3, 9, 11)
    check(model("GlobalAveragePool", KINDS[kind], shape), RNG.standard_normal(shape).astype(KINDS[kind]))


def test_layer_normalization_is_computed_in_float32_by_its_definition() -> None:
    """The standard's function body casts to the type of `stash_type`; the same with the setting and without."""
    element = onnx.TensorProto.BFLOAT16
    types = {"x": (3, 301), "w": (301,)}
    one = helper.make_node("LayerNormalization", list(types), ["y"])
    inputs = [helper.make_tensor_value_info(n, element, s) for n, s in types.items()]
    result = helper.make_graph([one], "g", inputs, [helper.make_tensor_value_info("y", element, None)])
    proto = helper.make_model(result, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    feeds = [RNG.standard_normal(s).astype(ml_dtypes.bfloat16) for s in types.values()]
    plain, standard = (mlcc.build(from_onnx(proto), rounding=r)(*feeds) for r in ("", "standard"))
    np.testing.assert_array_equal(plain.view(np.uint16), standard.view(np.uint16))
    x, w = (f.astype(np.float64) for f in feeds)
    wide = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * w
    # wide: one bit of bfloat16
    np.testing.assert_allclose(plain.astype(np.float64), wide, rtol=2**-7, atol=1e-6)


def test_the_default_keeps_sums_in_float32() -> None:
    ones = np.ones((2, 1000), ml_dtypes.bfloat16)
    proto = model("ReduceSum", ml_dtypes.bfloat16, ones.shape, [1], keepdims=0)
    assert list(mlcc.build(from_onnx(proto))(ones)) == [1000, 1000]
    assert list(mlcc.build(from_onnx(proto), rounding="standard")(ones)) == [256, 256]


def test_what_is_left_alone() -> None:
    """Other types, and everything without the setting."""
    wide = graph(lambda o, x: o.nn_softmax(x), x=(3, 4))
    assert operators(RoundAsStandard("standard")(wide)) == ["nn.softmax"]
    narrow = graph(lambda o, x: o.nn_softmax(o.cast(x, dtype="bfloat16")), x=(3, 4))
    assert RoundAsStandard()(narrow) is narrow
    assert "ordered_sum" in operators(RoundAsStandard("standard")(narrow))
