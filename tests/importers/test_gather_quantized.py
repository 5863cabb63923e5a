"""GatherBlockQuantized against onnxruntime: widths, axes, zero points, float tables, indices out of range."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from onnx_models import onnxruntime_results, single_node

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
DOMAIN = "com.microsoft"
RNG = np.random.default_rng(8)
INDICES = np.array([[0, 3], [-1, 2]])


def check(
    data: Any, scales: Any, zero_points: Any = None, indices: Any = INDICES, symbolic: bool = False, **attrs: Any
) -> None:
    operands = {"indices": indices, "data": data, "scales": scales, "zeros": zero_points}
    model, feeds = single_node("GatherBlockQuantized", operands, attrs, domain=DOMAIN, opset=21)
    model.ir_version = 11
    model.graph.node[0].input[:2] = ["data", "indices"]
    if symbolic:
        for n, dim in enumerate(model.graph.input[0].type.tensor_type.shape.dim):
            dim.dim_param = f"n{n}"
    (want,) = onnxruntime_results(model, feeds)
    got = mlcc.build(from_onnx(model))(*feeds.values())
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    # both multiply an integer by a float once: the same number, to the last bit
    np.testing.assert_array_equal(got, want)


def blocks(shape: tuple[int, ...], axis: int, size: int) -> list[int]:
    return [-(-n // size) if a == axis else n for a, n in enumerate(shape)]


@pytest.mark.cover(1)
@pytest.mark.parametrize("kind", ["int4", pytest.param("uint4", marks=pytest.mark.slow)])
@pytest.mark.parametrize("gathered", [0, 1, 2])
@pytest.mark.parametrize("quantized", [0, 1, -1])
def test_axes(kind: str, gathered: int, quantized: int) -> None:
    shape, low = (20, 4, 40), -8 if kind == "int4" else 0
    parameters = blocks(shape, quantized % 3, 16)
    data, zeros = (RNG.integers(low, low + 16, s).astype(kind) for s in (shape, parameters))
    scales = RNG.random(parameters, np.float32)
    attrs = {"gather_axis": gathered, "quantize_axis": quantized, "block_size": 16}
    check(data, scales, zeros, **attrs)
    check(data, scales, **attrs)


@pytest.mark.cover(1)
@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize("given", [False, True])
@pytest.mark.parametrize("kind", [np.float16, pytest.param(np.float32, marks=pytest.mark.slow)])
def test_packed_bytes(bits: int, given: bool, kind: Any) -> None:
    for shape in ((6, 40), (6, 3, 72)):
        count = -(-shape[-1] // 16)
        data = RNG.integers(0, 256, (*shape[:-1], shape[-1] * bits // 8)).astype(np.uint8)
        zeros = RNG.integers(0, 256, (*shape[:-1], -(-count * bits // 8))).astype(np.uint8) if given else None
        scales = RNG.random((*shape[:-1], count)).astype(kind)
        check(data, scales, zeros, bits=bits, block_size=16, quantize_axis=-1)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    "kind", ["float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float4_e2m1fn"]
)
def test_floats(kind: str) -> None:
    data = RNG.standard_normal((6, 40)).astype(getattr(ml_dtypes, kind))
    check(data, RNG.random((6, 3), np.float32), block_size=16)
    check(data, RNG.random((6, 1), np.float32), block_size=0)
    check(data, RNG.random((1, 1), np.float32), block_size=0)


def test_indices_out_of_range_give_zeros() -> None:
    data = RNG.integers(0, 256, (6, 20)).astype(np.uint8)
    for kind in (np.int32, np.int64):
        check(data, RNG.random((6, 3), np.float32), indices=np.array([6, -7, 5, -6], kind), block_size=16)


def test_indices_of_other_ranks() -> None:
    data, scales = RNG.integers(0, 256, (6, 20)).astype(np.uint8), RNG.random((6, 3), np.float32)
    check(data, scales, indices=np.array(4), block_size=16)
    check(data, scales, indices=INDICES, symbolic=True, block_size=16)


@pytest.mark.parametrize("attrs", [{"bits": 3}, {"gather_axis": 1}, {"quantize_axis": 0}])
def test_what_is_refused(attrs: dict[str, Any]) -> None:
    operands = {"indices": INDICES, "data": np.zeros((6, 20), np.uint8), "scales": np.ones((6, 3), np.float32)}
    model, _ = single_node("GatherBlockQuantized", operands, {"block_size": 16, **attrs}, domain=DOMAIN)
    model.graph.node[0].input[:2] = ["data", "indices"]
    with pytest.raises(mlcc.MlccError) as caught:
        from_onnx(model)
    assert caught.value.code == "I117"
