"""Linear attention and what stands around it in decoders, against onnxruntime."""

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


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def check(op: str, operands: dict[str, Any], outputs: int, inputs: int, **attrs: Any) -> None:
    model, feeds = single_node(op, operands, attrs, inputs=inputs, outputs=outputs, domain=DOMAIN)
    got = mlcc.build(from_onnx(model))(*feeds.values())
    for mine, theirs in zip(got if outputs > 1 else (got,), onnxruntime_results(model, feeds), strict=True):
        assert mine.dtype == theirs.dtype
        assert_close(mine, theirs)


@pytest.mark.cover(1)
@pytest.mark.parametrize("tokens", [1, 5])
@pytest.mark.parametrize(
    ("rule", "queries", "keys", "per_row"),
    [("linear", 4, 4, False), ("gated", 4, 2, True), ("delta", 2, 4, False), ("gated_delta", 4, 2, False)],
)
def test_rules(rule: str, queries: int, keys: int, per_row: bool, tokens: int) -> None:
    gates = keys * 3 if per_row else keys
    operands = {
        "q": floats(2, tokens, queries * 3), "k": floats(2, tokens, keys * 3) * 0.3, "v": floats(2, tokens, keys * 6),
        "s": None if rule == "linear" else floats(2, keys, 3, 6),
        "decay": -np.abs(floats(2, tokens, gates)) if "gated" in rule else None,
        "beta": np.abs(floats(2, tokens, keys)) * 0.3 if "delta" in rule else None,
    }  # fmt: skip
    check("LinearAttention", operands, 2, 6, q_num_heads=queries, kv_num_heads=keys, update_rule=rule)


def test_as_many_tokens_as_a_run_has() -> None:
    shapes = {"q": ["n", "t", 6], "k": ["n", "t", 6], "v": ["n", "t", 8], "s": ["n", 2, 3, 4],
              "decay": ["n", "t", 2], "beta": ["n", "t", 2]}  # fmt: skip
    one = node("LinearAttention", list(shapes), ["y", "state"], domain=DOMAIN, q_num_heads=2, kv_num_heads=2)
    inputs = {name: (FLOAT, shape) for name, shape in shapes.items()}
    model = model_of([one], inputs, ["y", "state"], domains={DOMAIN: 1})
    library = mlcc.build(from_onnx(model))
    for n, t in ((1, 1), (2, 4)):
        sizes = {"n": n, "t": t}
        feeds = {name: floats(*(sizes.get(d, d) for d in shape)) * 0.3 for name, shape in shapes.items()}
        for mine, theirs in zip(library(*feeds.values()), onnxruntime_results(model, feeds), strict=True):
            assert_close(mine, theirs)


CASES: dict[str, tuple[str, dict[str, Any], int, dict[str, Any]]] = {
    "gates": ("LinearAttentionGate", {"a": floats(2, 3, 4), "bias": floats(4), "s": floats(4), "b": floats(2, 3, 4)},
              2, {}),
    "filter": (
        "CausalConvWithState", {"x": floats(2, 6, 5), "w": floats(6, 1, 4), "b": floats(6), "s": floats(2, 6, 3)}, 2,
        {"activation": "silu"},
    ),
    "dilated filter": ("CausalConvWithState", {"x": floats(2, 6, 5), "w": floats(6, 1, 4)}, 2, {"dilation": 2}),
    "filter of the last dimension": (
        "CausalConvWithState", {"x": floats(2, 5, 6), "w": floats(6, 1, 4), "b": None, "s": floats(2, 3, 6)}, 2,
        {"channels_last": 1},
    ),
    "norm": ("GatedRMSNorm", {"x": floats(2, 3, 8), "s": floats(4), "g": floats(2, 3, 8)}, 1, {}),
    "norm by a sigmoid": ("GatedRMSNorm", {"x": floats(2, 3, 8), "s": floats(8), "g": floats(2, 3, 8)}, 1,
                          {"activation": "sigmoid", "epsilon": 0.1}),
    "sum": ("GatedAdd", {"x": floats(2, 3, 8), "y": floats(2, 3, 8), "g": floats(2, 3, 1)}, 1, {}),
    "silu": ("ScaledSiLU", {"x": floats(2, 3, 8)}, 1, {"alpha": 1.7}),
    "silu by a scale": ("ScaledSiLU", {"x": floats(2, 3, 8), "s": np.float32(0.7)}, 1, {}),
}  # fmt: skip


@pytest.mark.every(2)
@pytest.mark.parametrize("case", CASES)
def test_beside_it(case: str) -> None:
    op, operands, outputs, attrs = CASES[case]
    check(op, operands, outputs, 1, **attrs)


@pytest.mark.cover(1)
@pytest.mark.parametrize("layout", [0, 1])
@pytest.mark.parametrize("rank", [3, 4])
def test_rotary_embedding_by_three_positions(layout: int, rank: int) -> None:
    x = floats(2, 5, 36) if rank == 3 else floats(2, 3, 5, 12)
    operands = {"x": x, "at": RNG.integers(0, 16, (3, 2, 5)), "cos": floats(16, 6), "sin": floats(16, 6)}
    heads = {"num_heads": 3, "rotary_embedding_dim": 12} if rank == 3 else {}
    check("MRotaryEmbedding", operands, 1, 2, mrope_section=[2, 2, 2], mrope_layout=layout, **heads)
