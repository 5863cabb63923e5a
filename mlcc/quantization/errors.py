"""Measures the error of a quantised model against the float model it was computed from.

The relative error of a value is ``norm(quantised - float) / norm(float)``, the norms (square roots of sums of squares)
taken over all its elements in all samples. The error of a model is the largest of those of its float outputs; the
signal-to-noise ratio in decibel is ``-20 log10`` of the relative error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import onnx

from .calibrate import Runner
from .grids import Array
from .samples import Sample


@dataclass
class ErrorSum:
    """Sums of squares, from which a relative error follows."""

    error: float = 0.0
    signal: float = 0.0

    def add(self, got: Array, want: Array) -> None:
        """Add the difference of two arrays; where both are infinite alike or NaN there is none."""
        got, want = np.asarray(got, np.float64), np.asarray(want, np.float64)
        same = (got == want) | (np.isnan(got) & np.isnan(want))
        self.error += float(np.sum(np.where(same, 0.0, np.square(np.where(same, 0.0, got - want)))))
        self.signal += float(np.sum(np.square(np.where(np.isfinite(want), want, 0.0))))

    @property
    def relative(self) -> float:
        """The relative error; infinite for an error where the float value is all zero."""
        if self.error == 0:
            return 0.0
        if not np.isfinite(self.error) or self.signal == 0:
            return float("inf")
        return float(np.sqrt(self.error / self.signal))


def decibel(relative: float) -> float:
    """The signal-to-noise ratio of a relative error."""
    if relative == 0:
        return float("inf")
    return float(-20 * np.log10(relative)) if np.isfinite(relative) else float("-inf")


@dataclass
class OutputErrors:
    """The errors of a model's float outputs."""

    by_name: dict[str, ErrorSum] = field(default_factory=dict)

    def add(self, got: Mapping[str, Array], want: Mapping[str, Array]) -> None:
        """Add the outputs of one sample."""
        for name, array in want.items():
            if isinstance(array, np.ndarray) and array.dtype.kind == "f":
                self.by_name.setdefault(name, ErrorSum()).add(got[name], array)

    @property
    def worst(self) -> float:
        """The error of the model."""
        return max((total.relative for total in self.by_name.values()), default=0.0)


def output_errors(
    quantised: onnx.ModelProto, samples: Iterable[Sample], wanted: Iterable[Sample], target: str | None = None
) -> OutputErrors:
    """The errors of a quantised model's outputs for samples, against the outputs of the float model."""
    copy = onnx.ModelProto()
    copy.CopyFrom(quantised)
    names = [value.name for value in copy.graph.output]
    runner, errors = Runner(copy, names, target), OutputErrors()
    for sample, want in zip(samples, wanted, strict=True):
        errors.add(runner(sample), want)
    return errors
