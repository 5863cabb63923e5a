"""Hyper-connections and the routers of grouped experts, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import FLOAT, model_of, node, onnxruntime_results, single_node
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(21)
DOMAIN = "com.microsoft"


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def halves(*shape: int) -> Any:
    return floats(*shape).astype(np.float16)


def check(op: str, operands: dict[str, Any], outputs: int = 1, asked: Any = None, **attrs: Any) -> None:
    model, feeds = single_node(op, operands, attrs, outputs=outputs, asked=asked, domain=DOMAIN)
    got = mlcc.build(from_onnx(model))(*feeds.values())
    for mine, theirs in zip(got if isinstance(got, tuple) else (got,), onnxruntime_results(model, feeds), strict=True):
        assert mine.dtype == theirs.dtype
        assert_close(mine, theirs)


@pytest.mark.parametrize("gates", [(2, 5, 3), (2, 5, 3, 1), (2, 5, 3, 7)])
def test_streams_are_mixed(gates: tuple[int, ...]) -> None:
    check("HyperConnectionPreMix", {"x": floats(2, 5, 3, 7), "g": floats(*gates)}, reduction_scale=0.5)
    operands = {"x": floats(2, 5, 3, 7), "y": floats(2, 5, 7), "g": floats(*gates), "mix": floats(2, 5, 3, 3)}
    check("HyperConnectionPostMix", operands)
    check("HyperConnectionPostMix", {**operands, "mix": None})


def test_flat_streams() -> None:
    check("HyperConnectionPreMix", {"x": floats(5, 21), "g": floats(5, 21)}, num_branches=3)
    check("HyperConnectionPreMix", {"x": halves(5, 21), "g": floats(5, 3)}, num_branches=3)
    check("HyperConnectionPostMix", {"x": floats(5, 21), "y": floats(5, 7), "g": floats(5, 3)}, num_branches=3)


@pytest.mark.parametrize("scale", [None, (21,), (3, 7), (7,)])
def test_norm_of_each_stream(scale: tuple[int, ...] | None) -> None:
    weights = None if scale is None else floats(*scale)
    check("BranchwiseRMSNorm", {"x": floats(2, 5, 3, 7), "s": weights}, epsilon=1e-3)
    check("BranchwiseRMSNorm", {"x": halves(5, 21), "s": weights}, num_branches=3)


@pytest.mark.parametrize("make", [floats, halves])
def test_gate_of_an_engram(make: Any) -> None:
    operands = {"k": make(2, 3, 4, 8), "q": make(2, 3, 4, 8), "v": make(2, 3, 8), "ks": make(4, 8), "qs": make(4, 8)}
    check("EngramGate", operands)
    check("EngramGate", {**operands, "vs": make(4, 8)}, outputs=2, epsilon=1e-3)


@pytest.mark.parametrize(
    "attrs",
    [
        {"top_k": 3},
        {"top_k": 2, "n_group": 4, "topk_group": 2, "group_topk": 2},
        {"top_k": 1, "n_group": 2, "topk_group": 1, "group_topk": 9, "router_sentinel": -5.0},
    ],
)
def test_experts_of_groups(attrs: dict[str, Any]) -> None:
    check("MoEGroupRouter", {"x": floats(5, 12), "b": floats(12) * 0.2}, **attrs)
    check("MoEGroupRouter", {"x": halves(2, 3, 12), "b": floats(12) * 0.2}, **attrs)


def test_all_scores_of_experts() -> None:
    check("MoEGroupRouter", {"x": floats(5, 12), "b": floats(12)}, outputs=3, asked=[1, 2], top_k=2)
    operands = {"x": floats(5, 256), "b": floats(12), "w": floats(12, 256) * 0.1}
    check("MoEGroupRouter", operands, outputs=3, asked=[1, 2], top_k=2)


def test_as_many_tokens_as_a_run_has() -> None:
    one = node("MoEGroupRouter", ["x", "b"], ["y"], domain=DOMAIN, top_k=2, n_group=2)
    mixed = node("HyperConnectionPreMix", ["s", "g"], ["z"], domain=DOMAIN)
    inputs = {"x": (FLOAT, ["n", "t", 6]), "s": (FLOAT, ["n", "t", 3, 5]), "g": (FLOAT, ["n", "t", 3])}
    model = model_of([one, mixed], inputs, ["y", "z"], {"b": floats(6)}, domains={DOMAIN: 1})
    library = mlcc.build(from_onnx(model))
    for n, t in ((1, 1), (2, 3)):
        feeds = {"x": floats(n, t, 6), "s": floats(n, t, 3, 5), "g": floats(n, t, 3)}
        for mine, theirs in zip(library(*feeds.values()), onnxruntime_results(model, feeds), strict=True):
            assert_close(mine, theirs)
