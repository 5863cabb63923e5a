"""Mixtures of experts, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import FLOAT, model_of, node, onnxruntime_results, single_node
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(12)
DOMAIN = "com.microsoft"
EXPERTS, WIDTH, INNER = 4, 32, 16


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def check(op: str, operands: dict[str, Any], **attrs: Any) -> None:
    model, feeds = single_node(op, operands, attrs, inputs=2, domain=DOMAIN)
    (want,) = onnxruntime_results(model, feeds)
    got = mlcc.build(from_onnx(model))(*feeds.values())
    assert_close(got, want)


def layer(name: str, columns: int, depth: int) -> dict[str, Any]:
    return {f"{name} weights": floats(EXPERTS, columns, depth) / 4, f"{name} bias": floats(EXPERTS, columns)}


@pytest.mark.every(2)
@pytest.mark.parametrize("kind", ["relu", "gelu", "silu", "identity"])
def test_experts_of_two_layers(kind: str) -> None:
    operands = {"x": floats(2, 5, WIDTH), "r": floats(10, EXPERTS)}
    operands |= {**layer("1", INNER, WIDTH), **layer("2", WIDTH, INNER)}
    check("MoE", operands, activation_type=kind, k=1 if kind == "relu" else 2,
          normalize_routing_weights=int(kind != "gelu"))  # fmt: skip


@pytest.mark.parametrize("limited", [True, False])
def test_experts_with_gates(limited: bool) -> None:
    """Gates and values alternate."""
    layers = layer("1", 2 * INNER, WIDTH) | layer("2", WIDTH, INNER)
    operands = {"x": floats(7, WIDTH), "r": floats(7, EXPERTS), **layers}
    limits = {"swiglu_limit": 0.5, "activation_alpha": 1.702, "activation_beta": 1.0} if limited else {}
    check("MoE", operands, activation_type="swiglu", swiglu_fusion=1, k=2, normalize_routing_weights=1, **limits)


@pytest.mark.parametrize(("bits", "block", "zeros"), [(4, 0, False), (4, 16, True), (8, 0, False)])
def test_experts_of_few_bits(bits: int, block: int, zeros: bool) -> None:
    operands = {"x": floats(7, WIDTH), "r": floats(7, EXPERTS)}
    points: dict[str, Any] = {}
    for name, columns, depth in (("1", 2 * INNER, WIDTH), ("2", WIDTH, INNER)):
        shape = (EXPERTS, columns, depth // block) if block else (EXPERTS, columns)
        operands[f"{name} weights"] = RNG.integers(0, 256, (EXPERTS, columns, depth * bits // 8)).astype(np.uint8)
        operands[f"{name} scales"] = RNG.uniform(0.01, 0.03, shape).astype(np.float32)
        operands[f"{name} bias"] = floats(EXPERTS, columns)
        packed = (EXPERTS, columns, -(-(depth // max(block, 1)) * bits // 8))
        points[f"{name} zeros"] = RNG.integers(0, 256, packed).astype(np.uint8) if zeros else None
    operands |= dict.fromkeys(("3 weights", "3 scales", "3 bias")) | points
    attrs = {"block_size": block} if block else {}
    check("QMoE", operands, activation_type="swiglu", swiglu_fusion=1, k=2, normalize_routing_weights=1,
          expert_weight_bits=bits, activation_alpha=1.702, activation_beta=1.0, swiglu_limit=7.0, **attrs)  # fmt: skip


def test_experts_of_bytes_in_blocks() -> None:
    """onnxruntime rounds what it multiplies with such weights to bytes too: the judge is its product of real ones."""
    block = 16
    wide: dict[str, Any] = {}
    packed: dict[str, Any] = {}
    for name, columns, depth in (("1", INNER, WIDTH), ("2", WIDTH, INNER)):
        weights = RNG.integers(0, 256, (EXPERTS, columns, depth)).astype(np.uint8)
        scales = RNG.uniform(0.001, 0.003, (EXPERTS, columns, depth // block)).astype(np.float32)
        wide[name] = (weights.astype(np.float32) - 128) * scales.repeat(block, axis=2)
        packed |= {name: weights, f"{name} scales": scales, f"{name} bias": None}
    given = {"x": floats(3, WIDTH), "r": floats(3, EXPERTS)}
    real, feeds = single_node(
        "MoE", {**given, "1": wide["1"], "1 bias": None, "2": wide["2"]}, {"k": 2}, inputs=2, domain=DOMAIN
    )
    attrs = {"k": 2, "expert_weight_bits": 8, "block_size": block}
    model, _ = single_node("QMoE", {**given, **packed}, attrs, inputs=2, domain=DOMAIN)
    (want,) = onnxruntime_results(real, feeds)
    got = mlcc.build(from_onnx(model))(*feeds.values())
    assert_close(got, want)


def test_any_number_of_tokens() -> None:
    weights = {**layer("1", INNER, WIDTH), **layer("2", WIDTH, INNER)}
    one = node("MoE", ["x", "r", *weights], ["y"], domain=DOMAIN, k=2, activation_type="silu")
    model = model_of([one], {"x": (FLOAT, ["b", "s", WIDTH]), "r": (FLOAT, ["t", EXPERTS])}, ["y"], weights,
                     domains={DOMAIN: 1})  # fmt: skip
    library = mlcc.build(from_onnx(model))
    for b, s in ((1, 1), (2, 5)):
        feeds = {"x": floats(b, s, WIDTH), "r": floats(b * s, EXPERTS)}
        (want,) = onnxruntime_results(model, feeds)
        assert_close(library(*feeds.values()), want)
