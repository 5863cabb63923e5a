"""Grids of integers for real values: ``value = (integer - zero) * scale``.

Example: the range [-0.2, 1] on uint8 has the scale 1.2 / 255 = 0.0047 and the zero point 42 (exactly 0.0 is a point of
every grid, since padding and ReLU produce it).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
#: The smallest and the largest integer of each storage type.
LIMITS = {"uint8": (0, 255), "int8": (-128, 127), "uint4": (0, 15), "int4": (-8, 7)}


@dataclass(frozen=True)
class Grid:
    """A grid for a whole tensor: `scale` is float32, `dtype` uint8 or int8."""

    scale: np.float32
    zero: int
    dtype: str

    @property
    def low(self) -> float:
        """The smallest value that the grid represents."""
        return float((LIMITS[self.dtype][0] - self.zero) * np.float64(self.scale))

    @property
    def high(self) -> float:
        """The largest value that the grid represents."""
        return float((LIMITS[self.dtype][1] - self.zero) * np.float64(self.scale))

    def rounded(self, values: Array) -> Array:
        """The values as the grid represents them, in float64: rounded to the nearest point, saturated."""
        low, high = LIMITS[self.dtype]
        steps = np.clip(np.rint(values / np.float64(self.scale)) + self.zero, low, high)
        result: Array = (steps - self.zero) * np.float64(self.scale)
        return result


def grid_of(low: float, high: float, dtype: str, symmetric: bool = False) -> Grid:
    """The grid that covers [low, high] and 0. With `symmetric`, the zero point is 0 (128 for uint8)."""
    low, high = min(low, 0.0), max(high, 0.0)
    first, last = LIMITS[dtype]
    if symmetric:
        half = max(-low, high)
        return Grid(_step(half / ((last - first) // 2)), (first + last + 1) // 2, dtype)
    scale = _step((high - low) / (last - first))
    zero = int(np.clip(np.rint(first - low / np.float64(scale)), first, last))
    return Grid(scale, zero, dtype)


def _step(scale: float) -> np.float32:
    """A scale as a positive normal float32: a constant 0 has a grid too."""
    least = float(np.finfo(np.float32).tiny)
    step: np.float32 = np.float32(max(scale, least) if scale else 1.0)
    return step
