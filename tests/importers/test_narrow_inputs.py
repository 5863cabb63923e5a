"""Arrays of ml_dtypes as inputs: what NumPy has for float8 and for integers of less than 8 bits."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from onnx import TensorProto
from onnx.reference import ReferenceEvaluator
from onnx_models import model_of, node

import mlcc
from mlcc.diagnostics import MlccError

KINDS = {
    "float8_e4m3fn": TensorProto.FLOAT8E4M3FN,
    "float8_e5m2": TensorProto.FLOAT8E5M2,
    "int4": TensorProto.INT4,
    "uint4": TensorProto.UINT4,
}


def _library(kind: str) -> mlcc.Library:
    cast = node("Cast", ["x"], ["y"], to=TensorProto.FLOAT)
    model = model_of([cast], {"x": (KINDS[kind], [3, 5])}, ["y"], opset=21)
    return mlcc.build(mlcc.import_model(model))


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_taken_as_they_are(kind: str) -> None:
    x = (np.random.default_rng(3).standard_normal((3, 5)) * 3).astype(getattr(ml_dtypes, kind))
    library = _library(kind)
    np.testing.assert_array_equal(library.main(x), x.astype(np.float32))
    stored = x.view(np.uint8) if "float" in kind else x.astype("int8" if kind == "int4" else "uint8")
    np.testing.assert_array_equal(library.main(stored), x.astype(np.float32))


@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize("shape", [(), (5,)])
def test_zero_points_of_float4(shape: tuple[int, ...], constant: bool) -> None:
    """They are added and taken off, as those of integers: the standard keeps the formula for floats. Its reference only
    adds them."""
    rng = np.random.default_rng(8)
    zero = (rng.integers(-4, 5, shape) / 2).astype(ml_dtypes.float4_e2m1fn)
    scale = (rng.random(shape) + 0.5).astype(np.float32)
    x = rng.standard_normal((3, 5)).astype(np.float32) * 3
    nodes = [node("QuantizeLinear", ["x", "s", "z"], ["q"]), node("DequantizeLinear", ["q", "s", "z"], ["y"])]
    infos, given = {"x": (TensorProto.FLOAT, [3, 5])}, {"x": x}
    if not constant:
        infos |= {"s": (TensorProto.FLOAT, list(shape)), "z": (TensorProto.FLOAT4E2M1, list(shape))}
        given |= {"s": scale, "z": zero}
    model = model_of(nodes, infos, ["q", "y"], {"s": scale, "z": zero} if constant else {}, opset=23)
    model.graph.output[0].type.tensor_type.elem_type = TensorProto.FLOAT4E2M1
    got = mlcc.build(mlcc.import_model(model))(*given.values())
    codes, _ = ReferenceEvaluator(model).run(None, given)
    np.testing.assert_array_equal(got[0], codes.view(np.uint8))
    np.testing.assert_array_equal(got[1], (codes.astype(np.float32) - zero.astype(np.float32)) * scale)


def test_numbers_of_narrow_floats() -> None:
    """Tensors without dimensions are given as numbers, too; a uint8 is the bits."""
    model = model_of(
        [node("Cast", ["x"], ["y"], to=TensorProto.FLOAT)], {"x": (KINDS["float8_e5m2"], [])}, ["y"], opset=21
    )
    library = mlcc.build(mlcc.import_model(model))
    for one in (1, 1.0, np.float32(1.03), ml_dtypes.float8_e5m2(1), np.uint8(0x3C), np.array(1, ml_dtypes.float8_e5m2)):
        assert library(one) == 1


def test_another_format_is_refused() -> None:
    with pytest.raises(MlccError) as caught:
        _library("float8_e5m2").main(np.ones((3, 5), ml_dtypes.float8_e4m3fn))
    assert caught.value.code == "R304"
    assert "elements of type `float8e5m2, as uint8`, given `float8_e4m3fn`" in str(caught.value)
