"""Sizes that a model divides as floats and rounds, as ``math.ceil(n / 2)`` is exported, are expressions of symbols."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from onnx_models import FLOAT, INT64, model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime


def rounded(
    op: str, number: float, to: str, kind: int = FLOAT, *, less: int = 0, whole: bool = False
) -> onnx.ModelProto:
    """Zeros, 20 more than the quotient or product of the rows less `less` and a number, rounded by `to`."""
    dtype = onnx.helper.tensor_dtype_to_np_dtype(kind)
    weights = {"less": np.array([less]), "more": np.array([20]), "number": np.array(number, dtype)}
    nodes = [
        node("Shape", ["x"], ["n"]),
        node("Sub", ["n", "less"], ["left"]),
        node("Cast", ["left"], ["float"], to=kind),
        node(op, ["float", "number"], ["part"]),
        node("Identity" if to == "Cast" else to, ["part"], ["whole"]),
        node("Cast", ["whole"], ["count"], to=INT64),
        node("Add", ["count", "more"], ["size"]),
        node("ConstantOfShape", ["size"], ["y"]),
    ]
    outputs = ["y", "whole"] if whole else ["y"]
    return model_of(nodes, {"x": (FLOAT, ["n"])}, outputs, weights)


@pytest.mark.parametrize("to", ["Ceil", "Floor", "Cast"])
@pytest.mark.parametrize(("op", "number"), [("Div", 2.0), ("Div", 7.0), ("Mul", 0.75), ("Mul", 3.0), ("Div", 0.5)])
@pytest.mark.parametrize(("kind", "less"), [(FLOAT, 0), (onnx.TensorProto.DOUBLE, 0), (FLOAT, 9)])
def test_rounded_quotients_of_sizes_are_not_computed_by_kernels(
    to: str, op: str, number: float, kind: int, less: int
) -> None:
    model = rounded(op, number, to, kind, less=less)
    module = from_onnx(model)
    assert "dynamic_prefix" not in module.script()
    library = mlcc.build(module)["main"]
    for n in (0, 1, 2, 3, 4, 7, 8, 13, 14, 15, 64, 1001):
        if (n - less) * number > -19:
            x = np.zeros(n, np.float32)
            assert library(x).shape == onnxruntime_results(model, {"x": x})[0].shape


@pytest.mark.parametrize(("op", "number", "to"), [("Mul", 0.1, "Ceil"), ("Div", -2.0, "Floor"), ("Div", 2.0, "Round")])
def test_other_roundings_are_computed(op: str, number: float, to: str) -> None:
    """0.1 as a float32 is no small fraction: 10 of its products with 30 are more than 30."""
    model = rounded(op, number, to)
    library = mlcc.build(from_onnx(model))["main"]
    for n in (0, 1, 5, 10, 30, 35):
        x = np.zeros(n, np.float32)
        assert library(x).shape == onnxruntime_results(model, {"x": x})[0].shape


def test_a_rounded_quotient_is_a_value_too() -> None:
    model = rounded("Div", 2.0, "Ceil", whole=True)
    library = mlcc.build(from_onnx(model))["main"]
    for n in (0, 3, 8):
        x = np.zeros(n, np.float32)
        for got, want in zip(library(x), onnxruntime_results(model, {"x": x}), strict=True):
            assert got.shape == want.shape
            assert got.dtype == want.dtype
            np.testing.assert_array_equal(got, want)
