"""Measures the error of a quantised model against the float model it was computed from.

The relative error of a value is ``norm(quantised - float) / norm(float)`` with Euclidean norms: the largest over the
samples. The error of a model is the largest of those of its float outputs; the signal-to-noise ratio in decibel is
``-20 log10`` of the relative error. `mlcc build --max-error` means the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import onnx

from mlcc.driver.samples import Sample

from .calibrate import Runner
from .grids import Array


def relative_error(got: Array, want: Array) -> float:
    """The relative error of an array; where both are infinite alike or NaN there is none."""
    got, want = np.asarray(got, np.float64), np.asarray(want, np.float64)
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    error = float(np.sum(np.square(np.subtract(got, want, where=~same, out=np.zeros(want.shape)))))
    return relative_of(error, float(np.sum(np.square(np.where(np.isfinite(want), want, 0.0)))))


def relative_of(error: float, signal: float) -> float:
    """The relative error from sums of squares; infinite for an error where the float value is all zero."""
    if error == 0:
        return 0.0
    return float(np.sqrt(error / signal)) if np.isfinite(error) and signal > 0 else float("inf")


def decibel(relative: float) -> float:
    """The signal-to-noise ratio of a relative error."""
    if relative == 0:
        return float("inf")
    return float(-20 * np.log10(relative)) if np.isfinite(relative) else float("-inf")


@dataclass
class OutputErrors:
    """The errors of a model's float outputs: for each the largest over the samples."""

    by_name: dict[str, float] = field(default_factory=dict)

    def add(self, got: Mapping[str, Array], want: Mapping[str, Array]) -> None:
        """Add the outputs of one sample."""
        for name, array in want.items():
            if isinstance(array, np.ndarray) and array.dtype.kind == "f":
                self.by_name[name] = max(self.by_name.get(name, 0.0), relative_error(got[name], array))

    @property
    def worst(self) -> float:
        """The error of the model."""
        return max(self.by_name.values(), default=0.0)


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
