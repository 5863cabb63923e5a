"""GreedySearch, whose decoder is in the node, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import numpy_helper
from onnx_models import onnxruntime_results
from search_models import gpt_decoder, in_order, numbers, search

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
TOKENS = np.array([[3, 4, 5], [0, 6, 7], [8, 2, 9]], np.int32)


@pytest.mark.parametrize(
    ("feeds", "attributes"),
    [
        pytest.param({"repetition_penalty": np.array([1.7], np.float32)}, {"eos_token_id": 2}, marks=pytest.mark.slow),
        (
            {
                "repetition_penalty": np.array([1.3], np.float32),
                "min_length": numbers(9),
                "vocab_mask": numbers(1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1),
                "prefix_vocab_mask": np.array([[1] * 5 + [0] + [1] * 5] * 3, np.int32),
                "attention_mask": np.array([[1, 1, 1], [0, 1, 1], [0, 0, 1]], np.int32),
            },
            {"eos_token_id": 10, "no_repeat_ngram_size": 2},
        ),
    ],
)
def test_greedy_search(feeds: dict[str, Any], attributes: dict[str, Any]) -> None:
    feeds = {"input_ids": TOKENS, "max_length": numbers(12), **feeds}
    feeds = in_order("GreedySearch", feeds)
    model = search("GreedySearch", feeds, decoder=gpt_decoder(), **attributes)
    library = mlcc.build(from_onnx(model))
    for most in (12, 4):
        feeds["max_length"] = numbers(most)
        (wanted,) = onnxruntime_results(model, feeds)
        np.testing.assert_array_equal(library(*feeds.values()), wanted)


def test_another_decoder_reads_the_first_tokens() -> None:
    first = gpt_decoder()
    (out,) = (tensor for tensor in first.initializer if tensor.name == "out")
    out.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(out)[:, ::-1], "out"))
    feeds = {"input_ids": TOKENS, "max_length": numbers(9)}
    given = {"decoder": gpt_decoder(), "eos_token_id": 2}
    alone, both = (search("GreedySearch", feeds, **given, **more) for more in ({}, {"init_decoder": first}))
    (wanted,) = onnxruntime_results(both, feeds)
    np.testing.assert_array_equal(mlcc.build(from_onnx(both))(*feeds.values()), wanted)
    assert np.any(onnxruntime_results(alone, feeds)[0][:, 3] != wanted[:, 3])


def test_a_row_is_filled_up_from_its_end_on() -> None:
    """All rows end before the longest length: onnxruntime leaves what is in memory."""
    feeds = {"input_ids": TOKENS[:1], "max_length": numbers(9)}
    library = mlcc.build(from_onnx(search("GreedySearch", feeds, decoder=gpt_decoder(), eos_token_id=5)))
    np.testing.assert_array_equal(library(*feeds.values()), [[3, 4, 5, 4, 1, 6, 0, 0, 0]])
    with pytest.raises(mlcc.MlccError, match="`max_length` is not longer"):
        library(feeds["input_ids"], numbers(3))


def test_a_search_with_an_encoder_is_refused() -> None:
    feeds = {"input_ids": TOKENS, "max_length": numbers(9)}
    with pytest.raises(mlcc.MlccError, match="with an encoder") as caught:
        from_onnx(search("GreedySearch", feeds, decoder=gpt_decoder(), eos_token_id=5, model_type=1))
    assert caught.value.code == "I121"
