"""sample_categorical: one of several candidates."""

from __future__ import annotations

import pytest
from bodies import ONE
from kernels import mm_relu
from tried import refused, text_after

from mlcc.schedule import Schedule

REFUSED = [
    ("S292", ONE, "- sample_categorical: {candidates: [1, 2], probs: [1.0]}"),
    ("S292", ONE, "- sample_categorical: {candidates: [], probs: []}"),
    ("S292", ONE, "- sample_categorical: {candidates: [1, 2], probs: [0.5, 0.5], decision: 2}"),
    ("S292", ONE, "- sample_categorical: {candidates: [1, 2], probs: 1}"),
    ("S292", ONE, "- sample_categorical: {candidates: [1, 2], probs: [0.5, half]}"),
    ("S292", ONE, "- sample_categorical: {candidates: [1, 2], probs: [0.5, -0.5]}"),
    ("S292", ONE, "- sample_categorical: {candidates: [1, 2], probs: [0.5, .nan]}"),
    ("S292", ONE, "- sample_categorical: {candidates: [1, 2], probs: [0, 0]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_a_decision_is_the_choice() -> None:
    sch = Schedule(mm_relu())
    for n, wanted in enumerate((4, 8, 16)):
        assert sch.sample_categorical([4, 8, 16], [0.0, 0.5, 0.5], decision=n) == wanted


def test_a_seed_fixes_the_choice() -> None:
    sch = Schedule(mm_relu())
    choices = [sch.sample_categorical([4, 8, 16], [0.3, 0.4, 0.3], seed=seed) for seed in range(40)]
    assert set(choices) == {4, 8, 16}
    assert choices == [sch.sample_categorical([4, 8, 16], [0.3, 0.4, 0.3], seed=seed) for seed in range(40)]


def test_what_has_no_probability_is_never_chosen() -> None:
    sch = Schedule(mm_relu())
    assert {sch.sample_categorical([4, 8, 16], [0, 1, 0], seed=seed) for seed in range(40)} == {8}


def test_in_a_file() -> None:
    steps = (
        "- sample_categorical: {candidates: [3, 5], probs: [0, 1], as: n}\n- split: {loop: [Y, j], factors: [null, $n]}"
    )
    assert "for i, j_0, j_1, k in T.grid(7, 2, 5, 6)" in text_after(mm_relu(), steps)
