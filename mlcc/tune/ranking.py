"""Ranks candidates by features: the analytic prediction, corrected by what records say.

The score is linear in the logarithms of the features. Its weights minimise the logistic loss of all pairs of measured
candidates of one program (RankNet with a linear model; Burges and others, 2005), and are drawn to the analytic
model's, which has weight 1 for its prediction and 0 for the rest: with few records the analytic order stays.
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
    "arithmetic", "loads", "stores", "branches", "iterations", "code", "registers", "spills", "near", "far",
    "imbalance", "forks", "shared",
)  # fmt: skip
_STEPS, _RATE, _PRIOR = 200, 0.1, 0.02


@dataclass(frozen=True, slots=True)
class Ranker:
    """A score of candidates of one program: lower is faster. `weights` are of the prediction, then of the features."""

    target: Target
    weights: NDArray[np.float64]
    scale: NDArray[np.float64]

    def score(self, values: Mapping[str, float]) -> float:
        """The score of a candidate: the logarithm of a time, up to a constant of the program."""
        return float(self.weights @ (_row(values, self.target) / self.scale))


def analytic(target: Target) -> Ranker:
    """The analytic model alone."""
    size = len(NAMES) + 1
    return Ranker(target, _unit(size), np.ones(size))


def _unit(size: int) -> NDArray[np.float64]:
    weights = np.zeros(size)
    weights[0] = 1.0
    return weights


def _row(values: Mapping[str, float], target: Target) -> NDArray[np.float64]:
    known = {name: values.get(name, 0.0) for name in NAMES}
    return np.array([math.log1p(predicted(known, target)), *(math.log1p(known[name]) for name in NAMES)])


#: Measured candidates of one program: features and seconds.
Measured = Sequence[tuple[Mapping[str, float], float]]


def learned(target: Target, programs: Iterable[Measured]) -> Ranker:
    """A ranker that has learned from measured candidates, program by program."""
    differences: list[Any] = []
    for rows in programs:
        points = [(_row(values, target), math.log(seconds)) for values, seconds in rows if values]
        for n, (a, time_a) in enumerate(points):
            for b, time_b in points[:n]:
                if time_a != time_b:
                    differences.append((a - b, time_a - time_b))
    if not differences:
        return analytic(target)
    inputs, gaps = np.stack([item[0] for item in differences]), np.array([item[1] for item in differences])
    scale = np.maximum(np.sqrt((inputs**2).mean(axis=0)), 1e-3)
    scale[0] = 1.0  # the prediction keeps its unit: the prior weight of 1 means "as predicted"
    inputs = inputs / scale
    signs, sure = np.sign(gaps), np.minimum(np.abs(gaps) / 0.1, 1.0)  # gaps within the noise count for less
    prior = _unit(inputs.shape[1])
    weights, momentum = prior.copy(), np.zeros_like(prior)
    for _ in range(_STEPS):
        margins = np.clip(signs * (inputs @ weights) * 10.0, -50, 50)
        slope = -(sure * signs / (1.0 + np.exp(margins))) * 10.0
        gradient = inputs.T @ slope / len(slope) + _PRIOR * (weights - prior)
        momentum = 0.9 * momentum + gradient
        weights = weights - _RATE / 10.0 * momentum
    return Ranker(target, weights, scale)
