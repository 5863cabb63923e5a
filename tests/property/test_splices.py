"""A sample of the graphs that `python -m splices` makes and judges."""

from __future__ import annotations

import pytest
from splices.judge import judged
from splices.splicer import spliced

pytestmark = pytest.mark.onnxruntime


@pytest.mark.parametrize("seed", [100, 103, 104, 106])
def test_graphs_spliced_from_cases(seed: int) -> None:
    pytest.importorskip("onnxruntime")
    made = spliced(seed)
    verdict = judged(made.model, made.feeds)
    assert verdict.kind == "right", (made.parts, verdict.text)


@pytest.mark.slow
def test_many_graphs() -> None:
    pytest.importorskip("onnxruntime")
    for seed in range(1000, 1200):
        made = spliced(seed)
        verdict = judged(made.model, made.feeds)
        assert not verdict.is_fault, (seed, made.parts, verdict.text)


def test_graphs_are_those_of_their_seeds() -> None:
    assert spliced(7).model.SerializeToString() == spliced(7).model.SerializeToString()
    assert len({tuple(spliced(seed).parts) for seed in range(20)}) == 20
