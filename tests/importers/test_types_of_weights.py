"""Weights of another type of floats than the data, as exporters leave them that fold normalisations."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from onnx import TensorProto, numpy_helper
from onnx_models import FLOAT, model_of, node

import mlcc
from mlcc.diagnostics import Diagnostic
from mlcc.importers.onnx import from_onnx

KINDS: dict[str, tuple[int, Any]] = {
    "float32": (FLOAT, np.float32), "float16": (TensorProto.FLOAT16, np.float16),
    "bfloat16": (TensorProto.BFLOAT16, ml_dtypes.bfloat16),
}  # fmt: skip


@pytest.mark.parametrize(("data", "stored"), [("bfloat16", "float32"), ("float16", "float32"), ("float32", "float16")])
def test_weights_are_taken_in_the_type_of_the_data(data: str, stored: str) -> None:
    rng = np.random.default_rng(0)
    (kind, dtype), (_, other) = KINDS[data], KINDS[stored]
    weights = {
        "w": rng.standard_normal((4, 3, 3, 3)),
        "b": rng.standard_normal(4),
        "v": rng.standard_normal((4, 4, 1, 1)),
    }
    weights = {name: value.astype(other) for name, value in weights.items()}
    x = rng.standard_normal((2, 3, 7, 6)).astype(dtype)

    def library(held: dict[str, Any], told: list[Diagnostic]) -> Any:
        nodes = [node("Conv", ["x", "w", "b"], ["c"]), node("Relu", ["c"], ["r"]), node("Conv", ["r", "v", "b"], ["y"])]
        model = model_of(nodes, {"x": (kind, x.shape)}, ["y"], opset=22)
        model.graph.initializer.extend(numpy_helper.from_array(value, name) for name, value in held.items())
        return mlcc.build(from_onnx(model, on_warning=told.append))["main"]

    told: list[Diagnostic] = []
    got = np.asarray(library(weights, told)(x))
    assert [item.code for item in told] == ["I129"]  # one for both convolutions
    assert f"input 1 is {stored}" in told[0].message
    told.clear()
    want = np.asarray(library({name: value.astype(dtype) for name, value in weights.items()}, told)(x))
    assert not told
    assert got.dtype == dtype
    np.testing.assert_array_equal(got, want)


def test_data_of_two_types_is_refused() -> None:
    model = model_of([node("Add", ["x", "z"], ["y"])], {"x": (FLOAT, [3]), "z": (TensorProto.FLOAT16, [3])}, ["y"])
    with pytest.raises(mlcc.MlccError, match="input 0 is float32 and input 1 is float16") as caught:
        from_onnx(model)
    assert caught.value.code == "I117"
