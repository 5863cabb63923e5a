"""Tokens of several sequences in one row, and n-grams of tokens, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import onnxruntime_results, single_node
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(23)
OFFSETS = np.array([0, 1, 6, 9], np.int32)
SEGMENTS = np.array([[0, 0, 1, 1, 1, 2, 2], [0, 0, 0, 0, 0, 3, 4]], np.int32)
#: Heads of keys and of values, and the widths of a row of each.
KEYS, VALUES, K, V = 2, 4, 8, 6


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def check(op: str, operands: dict[str, Any], **attrs: Any) -> None:
    model, feeds = single_node(op, operands, attrs, outputs=2, domain="com.microsoft")
    got = mlcc.build(from_onnx(model))(*feeds.values())
    for mine, theirs in zip(got, onnxruntime_results(model, feeds), strict=True):
        assert mine.dtype == theirs.dtype
        assert_close(mine, theirs)


@pytest.mark.cover(1)
@pytest.mark.parametrize(
    ("past", "offset", "end", "segments", "attrs"),
    [
        (False, False, None, None, {}),
        (True, True, 3, None, {"reset_on_eos": 1}),
        (True, False, None, SEGMENTS, {}),
        (False, True, 3, SEGMENTS, {"reset_on_eos": 1}),
    ],
)
@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_hashes_of_ngrams(dtype: str, past: bool, offset: bool, end: int | None, segments: Any, attrs: Any) -> None:
    def numbers(low: int, high: int, *shape: int) -> Any:
        return RNG.integers(low, high, shape).astype(dtype)

    operands = {
        "ids": numbers(0, 6, 2, 7), "factors": numbers(-(2**30), 2**31 - 1, 3),
        "sizes": np.array([11, 13, 17, 19], dtype), "past": numbers(0, 6, 2, 2) if past else None,
        "offsets": np.arange(4).astype(dtype) * 100 if offset else None,
        "end": None if end is None else np.array(end, dtype), "segments": segments,
    }  # fmt: skip
    check("NGramHashMapping", operands, max_ngram_size=3, n_head_per_ngram=2, pad_id=9, **attrs)
    if segments is None:
        packed = {"ids": numbers(0, 6, 9), "factors": operands["factors"], "sizes": operands["sizes"], "at": OFFSETS,
                  "past": numbers(0, 6, 3, 2) if past else None, "offsets": operands["offsets"],
                  "end": operands["end"]}  # fmt: skip
        check("VarlenNGramHashMapping", packed, max_ngram_size=3, n_head_per_ngram=2, pad_id=9, **attrs)


@pytest.mark.parametrize(("activation", "dilation"), [("none", 1), ("silu", 2)])
def test_filter_of_packed_tokens(activation: str, dilation: int) -> None:
    operands = {"x": floats(9, 5), "w": floats(5, 1, 3), "at": OFFSETS, "b": floats(5) if dilation > 1 else None,
                "s": floats(3, 5, 2 * dilation)}  # fmt: skip
    check("VarlenCausalConvWithState", operands, activation=activation, dilation=dilation)


@pytest.mark.every(4)
@pytest.mark.parametrize(
    ("lead", "batch", "form", "attrs"),
    [
        ((2, 5), 2, "", {"gate_activation": "softplus", "beta_activation": "sigmoid", "qk_l2_norm": 1}),
        ((2, 5), 2, "per row", {"gate_activation": "kda", "qk_l2_norm": 1, "scale": 0.7}),
        ((10,), 2, "one tensor", {"qk_l2_norm": 1}),
        ((10,), 2, "per row", {"update_rule": "gated"}),
        ((9,), 3, "packed", {}),
        ((9,), 3, "packed, new", {"update_rule": "delta"}),
        ((2, 5), 2, "new", {"update_rule": "linear"}),
    ],
)
def test_gated_delta_net(lead: tuple[int, ...], batch: int, form: str, attrs: dict[str, Any]) -> None:
    rule, activated = attrs.get("update_rule", "gated_delta"), "gate_activation" in attrs
    q, k, v = floats(*lead, KEYS, K), floats(*lead, KEYS, K), floats(*lead, VALUES, V)
    k /= np.linalg.norm(k, axis=-1, keepdims=True)
    gates = floats(*lead, VALUES, *([K] if form == "per row" else []))
    flat = np.concatenate([x.reshape(*lead, -1) for x in (q, k, v)], -1)
    operands = {
        **({"q": flat, "k": None, "v": None} if form == "one tensor" else {"q": q, "k": k, "v": v}),
        "at": OFFSETS if "packed" in form else None,
        "decay": None if "gated" not in rule else gates if activated else -np.abs(gates),
        "beta": np.abs(floats(*lead, VALUES)) * 0.3 if "delta" in rule else None,
        "state": None if "new" in form else floats(batch, VALUES, V, K),
    }
    if activated:
        operands |= {"a": floats(VALUES) * 0.3, "bias": floats(VALUES, *([K] if form == "per row" else []))}
    check("GatedDeltaNet", operands, **attrs)
