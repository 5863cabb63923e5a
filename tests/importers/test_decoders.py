"""Decoders of onnxruntime-genai's form, step by step beside onnxruntime: a prompt, then one token after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from decoders import Decoder, decoder
from onnx_models import onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
#: Rounding of scores near 10.
ATOL = {np.float32: 2e-5, np.float16: 2e-2}


def generate(form: Decoder, prompts: list[int], steps: int, room: int = 0) -> None:
    """Run a batch of prompts of unequal lengths, then `steps` tokens, in both; caches of `room` rows, or growing ones.

    Rows of padding are not compared. Each engine goes on with its own caches, and both with onnxruntime's words.
    """
    model = decoder(form)
    library = mlcc.build(from_onnx(model))
    rng = np.random.default_rng(6)
    counts, longest = np.array(prompts), max(prompts)
    ids = rng.integers(0, form.words, (len(prompts), longest))
    shape = (len(prompts), form.shared, room, form.depth)
    mine: list[Any] = [np.zeros(shape, form.kind) for _ in form.caches()]
    theirs = list(mine)
    mask = (np.arange(longest) < counts[:, None]).astype(np.int64)
    names = ["input_ids", "attention_mask", *(f"past.{n}" for n in form.caches())]
    for step in range(steps + 1):
        own = library["main"](ids, mask, *mine)
        other = onnxruntime_results(model, dict(zip(names, [ids, mask, *theirs], strict=True)))
        for got, want in zip(own, other, strict=True):
            assert (got.shape, got.dtype) == (want.shape, want.dtype)
        last = counts - 1 if step == 0 else np.zeros_like(counts)
        each = np.arange(len(prompts))
        np.testing.assert_allclose(own[0][each, last], other[0][each, last], rtol=0, atol=ATOL[form.kind])
        mine, theirs = list(own[1:]), other[1:]
        counts = counts + 1
        ids = other[0][each, last].argmax(-1)[:, None]
        mask = (np.arange(counts.max()) < counts[:, None]).astype(np.int64)


SLOW = pytest.mark.slow
SEPARATE = {"packed": False, "window": 4}


@pytest.mark.parametrize(("kind", "room", "form"), [
    (np.float16, 32, SEPARATE), pytest.param(np.float32, 0, {}, marks=SLOW),
    pytest.param(np.float32, 32, {}, marks=SLOW), pytest.param(np.float32, 0, SEPARATE, marks=SLOW),
    pytest.param(np.float32, 32, SEPARATE, marks=SLOW), pytest.param(np.float16, 0, {}, marks=SLOW),
    pytest.param(np.float16, 32, {}, marks=SLOW), pytest.param(np.float16, 0, SEPARATE, marks=SLOW),
])  # fmt: skip
def test_step_by_step(kind: Any, room: int, form: dict[str, Any]) -> None:
    generate(Decoder(kind=kind, **form), [7, 4, 5], steps=4, room=room)
