"""Searches that keep several beams, whose decoder is in the node, against onnxruntime."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import onnxruntime_results
from search_models import FEATURES, INPUTS, WORDS, decoder, encoder, gpt_decoder, in_order, numbers, search

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
OUTPUTS = ["sequences", "sequences_scores", "scores"]
SIZES = {
    "max_length": numbers(8), "num_beams": numbers(3), "num_return_sequences": numbers(2),
    "length_penalty": np.array([1.0], np.float32), "min_length": numbers(0),
}  # fmt: skip


def compare(model: onnx.ModelProto, operator: str, trials: list[dict[str, Any]]) -> list[Any]:
    """The sequences of each trial, which are onnxruntime's; so are the scores, and the sums of the steps taken."""
    library = mlcc.build(from_onnx(model))
    return compared(library, model, operator, trials)


def compared(library: Any, model: onnx.ModelProto, operator: str, trials: list[dict[str, Any]]) -> list[Any]:
    """The same of a library that is built."""
    found = []
    for trial in trials:
        feeds = in_order(operator, trial)
        wanted = onnxruntime_results(model, feeds)
        sequences, scores, sums = (np.asarray(value) for value in library(*feeds.values()))
        np.testing.assert_array_equal(sequences, wanted[0])
        # wide: sums of up to 15 logarithms, each of a network's results
        np.testing.assert_allclose(scores, wanted[1], rtol=1e-4, atol=1e-4)
        steps = np.flatnonzero(np.any(sums != 0, axis=(1, 2, 3)))
        # wide: as above
        np.testing.assert_allclose(sums[steps], wanted[2][steps], rtol=1e-4, atol=1e-4)
        found.append(sequences)
    return found


def trials(rng: np.random.Generator, count: int, given: Callable[[int, int], Mapping[str, Any]], end: int) -> Any:
    """Inputs with several sizes, lengths, penalties and masks; `given` makes those that depend on rows and lengths."""
    for number in range(count):
        rows, length, beams = (int(rng.integers(1, most)) for most in (5, 5, 6))
        longest = int(rng.integers(length + 2, 16))
        masks = np.ones(WORDS, np.int32), np.ones((rows, WORDS), np.int32)
        if number % 2:
            masks[0][9], masks[1][:, 8:] = 0, rng.integers(0, 2, (rows, 3))
            masks[1][:, end] = 1
        yield {
            **given(rows, length), "max_length": numbers(longest),
            "min_length": numbers(0 if number % 3 else longest // 2), "num_beams": numbers(beams),
            "num_return_sequences": numbers(int(rng.integers(1, beams + 1))),
            "length_penalty": np.array([rng.choice([1, 0.5, 2, -1])], np.float32),
            "repetition_penalty": np.array([rng.choice([1, 1.3, 0.8])], np.float32),
            "vocab_mask": masks[0], "prefix_vocab_mask": masks[1],
        }  # fmt: skip


def tokens(rng: np.random.Generator, rows: int, length: int) -> dict[str, Any]:
    """Words after some padding, and a mask of their own."""
    words = rng.integers(1, WORDS, (rows, length)).astype(np.int32)
    for row in words:
        row[: rng.integers(0, length)] = 0
    return {"input_ids": words, "attention_mask": (words != 0).astype(np.int32)}


def inputs(operator: str, *without: str) -> dict[str, Any]:
    """All inputs but some."""
    return {name: None for name in INPUTS[operator] if name not in without}


@pytest.mark.parametrize(
    ("end", "attributes"),
    [
        pytest.param(6, {}, marks=pytest.mark.slow),
        pytest.param(4, {"early_stopping": 1, "no_repeat_ngram_size": 2}, marks=pytest.mark.slow),
    ],
)
def test_a_decoder_alone(end: int, attributes: dict[str, Any]) -> None:
    rng = np.random.default_rng(end)
    given = inputs("BeamSearch", "decoder_input_ids", "logits_processor")
    model = search("BeamSearch", given, OUTPUTS, eos_token_id=end, decoder=gpt_decoder(), **attributes)
    library, several = mlcc.build(from_onnx(model)), list(trials(rng, 16, lambda *sizes: tokens(rng, *sizes), end))
    found = compared(library, model, "BeamSearch", several)
    last = np.concatenate([sequences[..., -1].reshape(-1) for sequences in found])
    assert 0 < np.count_nonzero(last) < last.size  # some end early, and some do not
    refuses_sizes_that_contradict_each_other(library, several[0])


@pytest.mark.parametrize(
    ("starts", "options"),
    [
        pytest.param(True, {}, marks=pytest.mark.slow),
        pytest.param(True, {"hidden": True}, marks=pytest.mark.slow),
        (False, {}),
        pytest.param(True, {"whole": True}, marks=pytest.mark.slow),
    ],
)
def test_an_encoder(starts: bool, options: dict[str, bool]) -> None:
    """With the decoder's first step in the encoder and without it, of one token and of all of them."""
    rng = np.random.default_rng(1)
    given = inputs("BeamSearch", "decoder_input_ids", "logits_processor")
    graphs = {"encoder": encoder(starts), "decoder": decoder(**options)}
    model = search("BeamSearch", given, OUTPUTS, eos_token_id=6, model_type=1, decoder_start_token_id=0, **graphs)
    compare(model, "BeamSearch", list(trials(rng, 8, lambda *sizes: tokens(rng, *sizes), 6)))


@pytest.mark.slow
def test_padding_before_tokens_is_not_read() -> None:
    """What is padding follows from the tokens where no mask is given."""
    rng = np.random.default_rng(2)
    graphs = {"encoder": encoder(True), "decoder": decoder()}
    feeds = {"input_ids": np.array([[0, 3, 0], [0, 0, 5]], np.int32), **SIZES}
    model = search("BeamSearch", feeds, OUTPUTS, eos_token_id=6, model_type=1, decoder_start_token_id=0, **graphs)
    compare(model, "BeamSearch", [feeds, {**feeds, "input_ids": tokens(rng, 3, 4)["input_ids"]}])


def whisper(words: int = WORDS) -> dict[str, Any]:
    graphs = {"encoder": encoder(True, True, words), "decoder": decoder(masked=False, hidden=True, words=words)}
    return {**graphs, "decoder_start_token_id": 1, "eos_token_id": 6, "words": words}


def features(rng: np.random.Generator, rows: int, length: int, words: int = WORDS) -> dict[str, Any]:
    """Something to hear, and the first tokens."""
    heard = rng.standard_normal((rows, FEATURES, 5)).astype(np.float32)
    return {
        "input_ids": heard, "decoder_input_ids": rng.integers(0, words, (rows, length)).astype(np.int32),
        "logits_processor": numbers(int(rng.integers(0, 2))),
        "temperature": np.array([rng.choice([1, 2.5, 8])], np.float32),
    }  # fmt: skip


@pytest.mark.slow
def test_whisper() -> None:
    rng = np.random.default_rng(3)
    given = inputs("WhisperBeamSearch", "attention_mask", "cross_qk_layer_head", "extra_decoding_ids")
    times = {"start_of_lm_token_id": 10, "no_timestamps_token_id": 4, "beginning_timestamp_token_id": 7}
    spoken = {"translate_token_id": 3, "transcribe_token_id": 2}
    model = search("WhisperBeamSearch", given, OUTPUTS, **whisper(), **times, **spoken)
    compare(model, "WhisperBeamSearch", list(trials(rng, 16, lambda *sizes: features(rng, *sizes), 6)))


@pytest.mark.slow
def test_a_text_begins_soon_after_its_first_time() -> None:
    rng = np.random.default_rng(4)
    feeds = {**features(rng, 3, 2, 80), **SIZES, "logits_processor": numbers(1)}
    model = search("WhisperBeamSearch", feeds, OUTPUTS, **whisper(80), beginning_timestamp_token_id=7)
    compare(model, "WhisperBeamSearch", [{**feeds, "input_ids": 3 * feeds["input_ids"]}, feeds])


@pytest.mark.slow
def test_how_likely_there_is_no_speech() -> None:
    """onnxruntime leaves what is in memory."""
    feeds = {"input_ids": np.ones((2, FEATURES, 3), np.float32), "max_length": numbers(4)}
    outputs = [*OUTPUTS, "", "no_speech"]
    model = search("WhisperBeamSearch", feeds, outputs, **whisper(), no_speech_token_id=5)
    *_, sums, chances = mlcc.build(from_onnx(model))(*feeds.values())
    np.testing.assert_allclose(chances, np.exp(np.asarray(sums)[0, :, 0, 5]), rtol=1e-5)
    with pytest.raises(mlcc.MlccError, match="`no_speech_token_id` is 11, of 11 words"):
        from_onnx(search("WhisperBeamSearch", feeds, outputs, **whisper(), no_speech_token_id=WORDS))


def refuses_sizes_that_contradict_each_other(library: Any, right: dict[str, Any]) -> None:
    for wrong, said in (
        ({"num_beams": numbers(2), "num_return_sequences": numbers(3)}, "`num_return_sequences` is not from 1 to"),
        ({"max_length": numbers(right["input_ids"].shape[1])}, "`max_length` is not longer"),
    ):
        with pytest.raises(mlcc.MlccError, match=said):
            library(*in_order("BeamSearch", {**right, **wrong}).values())


@pytest.mark.parametrize(
    ("code", "message", "attributes"),
    [
        ("I121", "a search of `model_type` 3 is", {"model_type": 3}),
        ("I121", "a search of `model_type` 0 with an encoder is", {"encoder": encoder(True)}),
        ("I117", "the attribute `encoder` is missing", {"model_type": 1, "decoder_start_token_id": 0}),
        ("I117", "no `decoder_start_token_id`", {"model_type": 1, "encoder": encoder(True)}),
        (
            "I121",
            "only decoders whose inputs",
            {"model_type": 1, "encoder": encoder(True), "decoder_start_token_id": 0},
        ),
    ],
)
def test_forms_that_are_refused(code: str, message: str, attributes: dict[str, Any]) -> None:
    feeds = {"input_ids": np.array([[3, 4]], np.int32), "max_length": numbers(4)}
    with pytest.raises(mlcc.MlccError, match=message) as caught:
        from_onnx(search("BeamSearch", feeds, eos_token_id=5, decoder=gpt_decoder(), **attributes))
    assert caught.value.code == code


def test_products_of_queries_and_keys_are_no_output() -> None:
    feeds = {"input_ids": np.ones((2, FEATURES, 3), np.float32), "max_length": numbers(4)}
    with pytest.raises(mlcc.MlccError, match="products of queries and keys") as caught:
        from_onnx(search("WhisperBeamSearch", feeds, OUTPUTS, **whisper(), decoder_output_cross_qk=1))
    assert caught.value.code == "I121"
