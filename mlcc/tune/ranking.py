"""Ranks candidates by features: the analytic prediction, corrected by what records say where that proves to be better.

The score is linear in the logarithms of the features, and in the distance from the schedule that a build takes: its
formulas know more than the features do. Weights minimise the logistic loss of all pairs of measured candidates of one
program (RankNet with a linear model; Burges and others, 2005), and are drawn to the analytic model's, which has weight
1 for its prediction, :data:`_FAR` for the distance and 0 for the rest. They are taken only where they rank programs
better from which they have not learned.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .features import predicted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mlcc.target import Target

NAMES = (
    "arithmetic", "loads", "stores", "apart", "chain", "calls", "branches", "iterations", "code", "fetched",
    "registers", "spills", "near", "far", "touched", "imbalance", "forks", "shared",
)  # fmt: skip
#: By how much, as a logarithm of time, a doubling of one number of the schedule that a build takes is worse.
_FAR = 0.08
_STEPS, _RATE = 100, 0.1
#: How much weights are drawn to the analytic model's: what is tried, and what is taken with few programs.
_PRIORS, _PRIOR = (0.02, 0.3), 0.3
#: Programs are divided into so many parts, each ranked by what the others say; fewer programs than that say too little.
_FOLDS = 4
#: What is learned is better than the analytic model if its mean gain is above 0 by so many standard errors.
_ERRORS = 2.0


@dataclass(frozen=True, slots=True)
class Ranker:
    """A score of candidates of one program: lower is faster. `weights` are of the prediction, the distance, and then of
    the features."""

    target: Target
    weights: NDArray[np.float64]

    def score(self, values: Mapping[str, float]) -> float:
        """The score of a candidate: the logarithm of a time, up to a constant of the program."""
        return float(self.weights @ _row(values, self.target))


def analytic(target: Target) -> Ranker:
    """The analytic model alone."""
    return Ranker(target, _unit())


def _unit() -> NDArray[np.float64]:
    weights = np.zeros(len(NAMES) + 2)
    weights[:2] = 1.0, _FAR
    return weights


def _row(values: Mapping[str, float], target: Target) -> NDArray[np.float64]:
    known = {name: values.get(name, 0.0) for name in NAMES}
    first = math.log1p(predicted(known, target)), values.get("distance", 0.0)
    return np.array([*first, *(math.log1p(known[name]) for name in NAMES)])


#: Measured candidates of one program: features and seconds.
Measured = Sequence[tuple[Mapping[str, float], float]]


@dataclass(frozen=True, slots=True)
class _Program:
    """What was measured of a program: rows of features, and logarithms of seconds."""

    rows: NDArray[np.float64]
    times: NDArray[np.float64]

    def regret(self, weights: NDArray[np.float64]) -> float:
        """By how much the candidate that is ranked first is slower than the fastest, as a logarithm."""
        return float(self.times[int(np.argmin(self.rows @ weights))] - self.times.min())


def learned(target: Target, programs: Iterable[Measured]) -> Ranker:
    """A ranker that has learned from measured candidates, program by program."""
    known = []
    for measured in programs:
        points = [(_row(values, target), math.log(seconds)) for values, seconds in measured if values]
        if len(points) > 1:
            known.append(_Program(np.stack([row for row, _ in points]), np.array([time for _, time in points])))
    if not known:
        return analytic(target)
    if len(known) < _FOLDS:
        return Ranker(target, _fitted(known, _PRIOR))
    plain = np.array([program.regret(_unit()) for program in known])
    best = 0.0, _unit()
    for prior in _PRIORS:
        gains = plain - _regrets(known, prior)
        sure = float(gains.mean() - _ERRORS * gains.std() / math.sqrt(len(known)))
        if sure > best[0]:
            best = sure, _fitted(known, prior)
    return Ranker(target, best[1])


def _regrets(known: Sequence[_Program], prior: float) -> NDArray[np.float64]:
    """The regret for each program of weights that are fitted to the programs of other parts."""
    found = np.zeros(len(known))
    for part in range(_FOLDS):
        weights = _fitted([item for n, item in enumerate(known) if n % _FOLDS != part], prior)
        found[part::_FOLDS] = [item.regret(weights) for item in known[part::_FOLDS]]
    return found


def _fitted(programs: Sequence[_Program], prior: float) -> NDArray[np.float64]:
    """The weights that rank pairs of candidates best; each program counts as much as another."""
    inputs, gaps, shares = (np.concatenate(part) for part in zip(*map(_pairs, programs), strict=True))
    unit = _unit()
    if not len(gaps):
        return unit
    scale = np.maximum(np.sqrt((inputs**2).mean(axis=0)), 1e-3)
    scale[:2] = 1.0  # the prediction and the distance keep their units, which their prior weights are in
    inputs, signs, shares = inputs / scale, np.sign(gaps), shares / shares.sum()
    weights, momentum = unit.copy(), np.zeros_like(unit)
    for _ in range(_STEPS):
        margins = np.clip(signs * (inputs @ weights) * 10.0, -50, 50)
        slope = -(shares * signs / (1.0 + np.exp(margins))) * 10.0
        momentum = 0.9 * momentum + inputs.T @ slope + prior * (weights - unit)
        weights = weights - _RATE / 10.0 * momentum
    found: NDArray[np.float64] = weights / scale
    return found


def _pairs(program: _Program) -> tuple[Any, Any, Any]:
    """Differences of all pairs: of features, of times, and how sure each is: gaps within the noise count for less."""
    one, other = np.triu_indices(len(program.times), 1)
    gaps = program.times[one] - program.times[other]
    sure = np.minimum(np.abs(gaps) / 0.1, 1.0)
    return program.rows[one] - program.rows[other], gaps, sure / max(float(sure.sum()), 1e-9)
