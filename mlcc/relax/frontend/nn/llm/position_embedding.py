"""Positions as rotations of pairs of elements (Su et al., 2021)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from mlcc import te
from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import Expr, Var

from .. import op
from ..programs import tensor_expr_op
from ..tensor import Tensor

#: Forms whose pairs are neighbours; in the others the second half of the elements are the partners of the first.
_NEIGHBOURS = frozenset({"gptj"})
_KNOWN = ("default", "gptj", "linear", "llama3")


def inverse_frequencies(rotary_dim: int, theta: float, rope_scaling: Mapping[str, Any] | None = None) -> np.ndarray:
    """By how much each of the rotary_dim / 2 pairs turns from one position to the next, float32.

    `rope_scaling` is that of a model's configuration: ``{"rope_type": "llama3", "factor": 8.0, …}``. Raises T138 for a
    type that is not there.
    """
    facts = dict(rope_scaling or {})
    kind = facts.get("rope_type", facts.get("type", "default"))
    if kind not in _KNOWN:
        raise MlccError("T138", f'no rotations of the type "{kind}"', help=choices_help(kind, _KNOWN, "types"))
    plain = theta ** (-np.arange(0, rotary_dim, 2, dtype="float64") / rotary_dim)
    if kind == "linear":
        plain = plain / facts["factor"]
    if kind == "llama3":  # slow ones are slowed down, fast ones stay, and between there is a ramp
        low, high = facts["low_freq_factor"], facts["high_freq_factor"]
        turns = plain * facts["original_max_position_embeddings"] / (2 * math.pi)
        share = np.clip((turns - low) / (high - low), 0, 1)
        plain = (1 - share) * plain / facts["factor"] + share * plain
    return plain.astype("float32")


def are_neighbours(rope_scaling: Mapping[str, Any] | None) -> bool:
    """Whether the pairs are neighbouring elements."""
    facts = rope_scaling or {}
    return facts.get("rope_type", facts.get("type")) in _NEIGHBOURS


def waves(positions: Tensor, frequencies: np.ndarray, scale: float = 1.0) -> tuple[Tensor, Tensor]:
    """Cosines and sines (tokens, pairs), float32, at positions (tokens,)."""
    by = op.unsqueeze(op.astype(positions, "float32"), 1) * Tensor.from_const(frequencies[None] * np.float32(scale))
    return op.cos(by), op.sin(by)


def rotated(x: Tensor, cosines: Tensor, sines: Tensor, neighbours: bool = False) -> Tensor:
    """x (tokens, heads, depth), whose first elements, two for each wave, are turned; computed in float32."""
    pairs = int(cosines.shape[1])

    def turn(x: te.Tensor, cos: te.Tensor, sin: te.Tensor) -> Any:
        def element(t: Var, h: Var, d: Var) -> Expr:
            k = d // 2 if neighbours else d % pairs
            second = (d % 2).equal(1) if neighbours else d >= pairs
            partner = (d + 1 - d % 2 * 2) if neighbours else (d + pairs) % (2 * pairs)
            own, other = x[t, h, d].astype("float32"), x[t, h, partner].astype("float32")
            turned = own * cos[t, k] + te.if_then_else(second, other, -other) * sin[t, k]
            whole = int(x.shape[2]) == 2 * pairs  # type: ignore[call-overload]
            value = turned.astype(x.dtype)
            return value if whole else te.if_then_else(d < 2 * pairs, value, x[t, h, d])

        return te.compute(x.shape, element, name="rotated")

    result: Tensor = tensor_expr_op(turn, "rotated", [x, cosines, sines])
    return result


def llama_rope(
    qkv: Tensor, total_seq_len: Expr, theta: float, scale: float, num_q_heads: int, num_kv_heads: int,
    rope_scaling: Mapping[str, Any] | None = None, rotary_dim: int | None = None,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    """Queries, keys and values of qkv (batch, length, q heads + 2 kv heads, depth), the first two turned by positions
    that end at `total_seq_len`."""
    batch, length, heads, depth = qkv.shape
    begin = total_seq_len - length

    def counted(x: te.Tensor) -> Any:
        return te.compute((batch * length,), lambda t: begin + t % length, name="positions")

    positions = tensor_expr_op(counted, "positions", [qkv])
    cosines, sines = waves(positions, inverse_frequencies(rotary_dim or depth, theta, rope_scaling), scale)
    flat = op.reshape(qkv, (batch * length, heads, depth))
    parts = op.split(flat, [num_q_heads, num_q_heads + num_kv_heads], axis=1)
    turned = [rotated(part, cosines, sines, are_neighbours(rope_scaling)) for part in parts[:2]]
    q, k, v = (op.reshape(y, (batch, length, y.shape[1], depth)) for y in (*turned, parts[2]))
    return q, k, v


__all__ = ["inverse_frequencies", "llama_rope", "rotated", "waves"]
