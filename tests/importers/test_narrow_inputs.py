"""Arrays of ml_dtypes as inputs: what NumPy has for float8 and for integers of less than 8 bits."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from onnx import TensorProto
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


def test_another_format_is_refused() -> None:
    with pytest.raises(MlccError) as caught:
        _library("float8_e5m2").main(np.ones((3, 5), ml_dtypes.float8_e4m3fn))
    assert caught.value.code == "R304"
    assert "elements of type `float8e5m2, as uint8`, given `float8_e4m3fn`" in str(caught.value)
