"""Sampling, whose decoder is in the node, against onnxruntime: with a seed both draw the same numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import onnxruntime_results
from search_models import INPUTS, WORDS, gpt_decoder, in_order, numbers, search

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime


def written(sequences: Any, given: int) -> Any:
    """The columns up to the one in which the last row ends: onnxruntime leaves what is in memory after it."""
    ends = [int(np.argmax(row == 0)) if 0 in row else len(row) for row in sequences[:, given:]]
    return sequences[:, : given + max(ends) + 1]


@pytest.mark.parametrize(
    "attributes",
    [
        pytest.param({"top_p": 0.9, "temperature": 4.0, "min_tokens_to_keep": 2}, marks=pytest.mark.slow),
        {"top_p": 0.6, "temperature": 8.0, "custom": 1, "filter_value": -np.inf, "no_repeat_ngram_size": 2},
    ],
)
def test_drawn_tokens(attributes: dict[str, Any]) -> None:
    rng = np.random.default_rng(0)
    kinds = {name: None for name in INPUTS["Sampling"] if name != "presence_mask"}
    model = search("Sampling", kinds, eos_token_id=2, decoder=gpt_decoder(), **attributes)
    library, different = mlcc.build(from_onnx(model)), set[bytes]()
    for seed in (0, 1, 2**31 - 1, 7, 123456789, *range(20, 26)):
        rows, length = int(rng.integers(1, 5)), int(rng.integers(1, 5))
        allowed = rng.integers(0, 2, (rows, WORDS)).astype(np.int32)
        allowed[:, 3] = 1
        feeds = in_order("Sampling", {
            "input_ids": rng.integers(1, WORDS, (rows, length)).astype(np.int32), "max_length": numbers(14),
            "min_length": numbers(seed % 3), "repetition_penalty": np.array([1.3], np.float32),
            "vocab_mask": np.array([1] * 9 + [seed % 2, 1], np.int32), "prefix_vocab_mask": allowed,
            "attention_mask": np.ones((rows, length), np.int32), "seed": numbers(seed),
        })  # fmt: skip
        (wanted,) = onnxruntime_results(model, feeds)
        result = np.asarray(library(*feeds.values()))
        np.testing.assert_array_equal(written(result, length), written(wanted, length))
        different.add(result[0, length:].tobytes())
    assert len(different) > 6


@pytest.mark.slow
def test_without_a_seed_the_node_has_its_own() -> None:
    feeds = {"input_ids": np.full((40, 1), 3, np.int32), "max_length": numbers(6)}
    library = mlcc.build(from_onnx(search("Sampling", feeds, eos_token_id=2, decoder=gpt_decoder(), temperature=9.0,
                                          top_p=1.0, min_tokens_to_keep=1)))  # fmt: skip
    result = np.asarray(library(*feeds.values()))
    np.testing.assert_array_equal(np.asarray(library(*feeds.values())), result)
    assert len(np.unique(result, axis=0)) > 10


@pytest.mark.parametrize(
    ("message", "attributes"),
    [
        ("with an encoder", {"model_type": 1}),
        ("no output", {"outputs": ["sequences", "filtered_logits"]}),
        ("words that are present", {"presence_penalty": 1.0}),
    ],
)
def test_forms_that_are_refused(message: str, attributes: dict[str, Any]) -> None:
    feeds = {"input_ids": None, "max_length": None, "presence_mask": None}
    with pytest.raises(mlcc.MlccError, match=message) as caught:
        from_onnx(search("Sampling", feeds, eos_token_id=2, decoder=gpt_decoder(), **attributes))
    assert caught.value.code == "I121"
