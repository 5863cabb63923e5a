"""QuantizeLinear and its relatives of NaN, infinities and what is out of range: as onnxruntime, by every route.

ONNX's reference casts to int32, so that it differs for infinities; for ranges that are NaN it decides."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper
from onnx_models import model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
ODD = np.array([np.nan, np.inf, -np.inf, 1e30, -1e30, 3e9, 7e4, -300, 130, -9, 2.5, -2.5, 0.5, 1.5, -0.0, 42])
X = np.tile(ODD, 4).astype(np.float32)[:60].reshape(4, 3, 5)
KINDS = {"UINT8": 128, "INT8": -3, "UINT16": 9, "INT16": 0, "UINT4": 8, "INT4": -1, "FLOAT8E4M3FN": 0, "FLOAT8E5M2": 0}


def _same(nodes: list[Any], feeds: dict[str, Any], weights: dict[str, Any], *more: Any) -> None:
    infos = {n: (helper.np_dtype_to_tensor_dtype(a.dtype), a.shape) for n, a in feeds.items()}
    model = model_of(nodes, infos, ["y"], weights, opset=21)
    model.graph.initializer.extend(more)
    (want,) = onnxruntime_results(model, feeds)
    assert np.array_equal(mlcc.build(from_onnx(model))(*feeds.values()), want, equal_nan=True)


@pytest.mark.cover(1)
@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_every_type(kind: str, constant: bool) -> None:
    """Scales as constants and of the run, one and one per index."""
    number = TensorProto.DataType.Value(kind)
    for size in ([], [3]):
        zero = helper.make_tensor("z", number, size, [KINDS[kind]] * (size[0] if size else 1))
        scale = np.ones(size, np.float32)
        nodes = [node("QuantizeLinear", ["x", "s", "z"], ["q"]), node("Cast", ["q"], ["y"], to=TensorProto.FLOAT)]
        feeds = {"x": X} if constant else {"x": X, "s": scale}
        _same(nodes, feeds, {"s": scale} if constant else {}, zero)


def test_functions_of_bytes_that_are_nan() -> None:
    """A chain of functions between bytes is a table."""
    x = np.arange(-128, 128).astype(np.int8)
    weights = {"s": np.float32(0.1), "z": np.int8(3), "t": np.float32(0.05)}
    nodes = [node("DequantizeLinear", ["x", "s", "z"], ["a"]), node("Log", ["a"], ["b"]),
             node("QuantizeLinear", ["b", "t", "z"], ["y"])]  # fmt: skip
    _same(nodes, {"x": x}, weights)


def test_a_convolution_between_quantisations() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(1, 3, 6, 7)).astype(np.float32) * 4
    x[0, 0, 1, 1:4] = np.nan, np.inf, -np.inf
    weights = {"s": np.float32(0.05), "z": np.uint8(120), "w": rng.integers(-9, 9, (8, 3, 3, 3)).astype(np.int8),
               "ws": np.float32(0.02), "wz": np.int8(0), "t": np.float32(0.11), "u": np.uint8(100)}  # fmt: skip
    nodes = [node("QuantizeLinear", ["x", "s", "z"], ["q"]), node("DequantizeLinear", ["q", "s", "z"], ["a"]),
             node("DequantizeLinear", ["w", "ws", "wz"], ["b"]), node("Conv", ["a", "b"], ["c"]),
             node("QuantizeLinear", ["c", "t", "u"], ["y"])]  # fmt: skip
    _same(nodes, {"x": x}, weights)


@pytest.mark.parametrize("special", [[np.nan], [np.inf], [-np.inf], [np.inf, -np.inf, np.nan], [0]])
def test_ranges_of_the_run(special: list[float]) -> None:
    from onnx.reference import ReferenceEvaluator

    x = np.zeros(21, np.float32) if special == [0] else np.linspace(-1, 2, 21, dtype=np.float32)
    x[3 : 3 + len(special)] = special
    made = ["y", "scale", "zero"]
    model = model_of([node("DynamicQuantizeLinear", ["x"], made)], {"x": (TensorProto.FLOAT, x.shape)}, made)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = ReferenceEvaluator(model).run(None, {"x": x})
    for got, right in zip(mlcc.build(from_onnx(model))(x), want, strict=True):
        assert np.array_equal(got, right, equal_nan=True)
