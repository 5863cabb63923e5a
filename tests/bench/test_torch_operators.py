"""A sample of what `torch_operators.py` judges; with `--long` Core ATen's operators of that name."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")
pytest.importorskip("expecttest")  # PyTorch's own tests need it

import torch_operators  # noqa: E402
from torch_operators import CORE, judged  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # PyTorch's own deprecations


@pytest.mark.parametrize("name", ["remainder", "scatter_add", "masked.amax"])
def test_a_few_operators_are_right(name: str) -> None:
    (row,) = judged([name], samples=1)
    assert set(row.counts) == {"right"}, row


def test_a_sample_that_is_wrong_is_found_among_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(op: str, samples: str) -> tuple[str, str]:
        return ("wrong", op) if "c" in samples else ("right", "")

    monkeypatch.setattr(torch_operators, "_judge", judge)
    right = "right", ""
    assert torch_operators.verdicts("op", "abcde") == [right, right, ("wrong", "op"), right, right]


@pytest.mark.slow
def test_no_operator_of_core_aten_is_wrong() -> None:
    wrong = [row for row in judged(CORE, samples=3) if row.counts["wrong"]]
    assert not wrong
