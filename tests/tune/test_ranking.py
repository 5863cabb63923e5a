"""The ranker: analytic without records, and better than that with them."""

from __future__ import annotations

import itertools

import numpy as np

from mlcc.target import Target
from mlcc.tune.features import predicted
from mlcc.tune.ranking import NAMES, Ranker, analytic, learned

TARGET = Target.parse("llvm -mcpu=x86-64-v3 -num-cores=4")


def _programs(count: int, seed: int) -> list[list[tuple[dict[str, float], float]]]:
    """Candidates whose times follow from loads and branches, unlike the analytic model thinks."""
    rng = np.random.default_rng(seed)
    programs = []
    for _ in range(count):
        rows = []
        for _ in range(12):
            values = {name: float(np.exp(rng.uniform(0, 8))) for name in NAMES}
            values |= {"imbalance": 1.0, "shared": 0.0, "forks": 0.0}
            seconds = values["loads"] ** 0.5 * values["branches"] ** 0.8 * float(np.exp(rng.normal(0, 0.05)))
            rows.append((values, seconds))
        programs.append(rows)
    return programs


def _agreement(ranker: Ranker, programs: list[list[tuple[dict[str, float], float]]]) -> float:
    """The part of pairs in the right order."""
    right = total = 0
    for rows in programs:
        for (a, first), (b, second) in itertools.combinations(rows, 2):
            right += (ranker.score(a) < ranker.score(b)) == (first < second)
            total += 1
    return right / total


def test_without_records_the_order_is_the_analytic_one() -> None:
    (rows,) = _programs(1, 0)
    for ranker in (analytic(TARGET), learned(TARGET, [])):
        order = sorted(rows, key=lambda row: ranker.score(row[0]))
        assert order == sorted(rows, key=lambda row: predicted(row[0], TARGET))


def test_it_learns_an_order_that_holds_for_other_programs() -> None:
    ranker = learned(TARGET, _programs(6, 1))
    others = _programs(6, 2)
    assert _agreement(ranker, others) > 0.9 > _agreement(analytic(TARGET), others)


def test_one_pair_changes_little() -> None:
    (rows,) = _programs(1, 3)
    ranker = learned(TARGET, [rows[:2]])
    assert abs(ranker.weights[0] - 1.0) < 0.5
