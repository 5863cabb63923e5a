"""Layers of transformers that onnxruntime's tools have quantised, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import onnxruntime_results, single_node
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(11)


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def small(kind: Any, *shape: int) -> Any:
    limits = np.iinfo(kind)
    return RNG.integers(limits.min // 2, limits.max // 2, shape).astype(kind)


def scale() -> Any:
    return np.array(RNG.uniform(0.01, 0.03), np.float32)


def check(op: str, operands: dict[str, Any], inputs: int = 1, outputs: int = 1, **attrs: Any) -> None:
    """The first operands are inputs, the others constants; those that are None are left out."""
    model, feeds = single_node(op, operands, attrs, inputs=inputs, outputs=outputs, domain="com.microsoft")
    got = mlcc.build(from_onnx(model))(*feeds.values())
    for mine, theirs in zip(got if isinstance(got, tuple) else (got,), onnxruntime_results(model, feeds), strict=True):
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape)
        assert_close(mine, theirs)


@pytest.mark.parametrize(("causal", "masked", "per_column", "past"), [(0, True, False, False), (1, False, True, True)])
def test_attention_of_integers(causal: int, masked: bool, per_column: bool, past: bool) -> None:
    weight_scale = RNG.uniform(0.01, 0.03, 24).astype(np.float32) if per_column else scale()
    weight_zero = small(np.int8, 24) // 8 if per_column else np.array(3, np.int8)
    operands = {
        "x": small(np.uint8, 2, 5, 8), "w": small(np.int8, 8, 24), "b": floats(24), "xs": scale(), "ws": weight_scale,
        "mask": np.array([4, 5], np.int32) if masked else None, "xz": np.array(60, np.uint8), "wz": weight_zero,
        "past": floats(2, 2, 2, 3, 4) if past else None,
    }  # fmt: skip
    check("QAttention", operands, outputs=1 + past, num_heads=2, unidirectional=causal)


@pytest.mark.parametrize("kinds", [True, False])
def test_embeddings_of_integers(kinds: bool) -> None:
    tables = {"words": (30, 8), "places": (6, 8), "kinds": (2, 8), "gamma": (8,), "beta": (8,)}
    given = [name for name in tables if kinds or name != "kinds"]
    ids = {"x": RNG.integers(0, 30, (2, 5)), "kind": RNG.integers(0, 2, (2, 5)) if kinds else None}
    operands = {name: None if value is None else value.astype(np.int32) for name, value in ids.items()}
    operands |= {name: small(np.uint8, *shape) if name in given else None for name, shape in tables.items()}
    operands["mask"] = np.array([[1, 1, 1, 0, 0], [1] * 5], np.int32)
    operands |= {f"{name} scale": scale() if name in given else None for name in tables}
    operands |= {f"{name} zero": np.array(40, np.uint8) if name in given else None for name in tables}
    check("QEmbedLayerNormalization", operands, outputs=2, epsilon=1e-5)


@pytest.mark.parametrize("kind", [np.int8, np.uint8])
def test_a_choice_of_integers(kind: Any) -> None:
    operands = {"c": RNG.random((3, 1)) < 0.5}
    for name, shape in {"x": (3, 7), "y": (1, 7)}.items():
        operands |= {name: small(kind, *shape), f"{name}s": scale(), f"{name}z": np.array(7, kind)}
    check("QLinearWhere", operands | {"zs": scale(), "zz": np.array(-3 if kind is np.int8 else 3, kind)})


@pytest.mark.parametrize("codes", [0, 1])
@pytest.mark.parametrize(("rows", "n", "k"), [((3,), 16, 32), ((2, 3), 5, 48)])
def test_products_with_codes_of_four_bits(codes: int, rows: tuple[int, ...], n: int, k: int) -> None:
    block = 16
    operands = {"a": floats(*rows, k), "b": RNG.integers(0, 256, n * k // 2).astype(np.uint8),
                "absmax": np.abs(floats(n * k // block))}  # fmt: skip
    check("MatMulBnb4", operands, K=k, N=n, block_size=block, quant_type=codes)


def test_operators_that_became_standard() -> None:
    check("Trilu", {"x": floats(4, 5), "k": np.array(1)}, upper=0)
    check("GatherND", {"x": floats(3, 4, 2), "at": RNG.integers(0, 3, (5, 2))})
    check("ExpandDims", {"x": floats(3, 4), "axis": np.array(-1, np.int32)})
    check("Pad", {"x": floats(3, 4), "pads": np.array([[1, 0, 2, 3]]), "value": np.array(2.5, np.float32)})
