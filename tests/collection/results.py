"""Results of a model as a flat list of arrays, and how far two are from each other."""

from __future__ import annotations

from typing import Any

import numpy as np


def leaves(value: Any) -> list[Any]:
    """The arrays of nested results in their order. Of maps from classes to scores, one per row, the scores as a matrix:
    what ZipMap was given, which is what mlcc gives."""
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], dict):
            return [np.asarray([list(row.values()) for row in value], np.float32)]
        return [array for one in value for array in leaves(one)]
    return [np.asarray(value)]


def distance(mine: Any, theirs: Any) -> float:
    """The largest difference relative to the range of `theirs`; infinite where shapes, NaN or infinities differ, and
    the share of elements that differ for strings and booleans."""
    if mine.shape != theirs.shape:
        return np.inf
    if not mine.size:
        return 0.0
    if mine.dtype.kind in "OSUTb" or theirs.dtype.kind in "OSUTb":
        return float(np.mean(mine.astype(str) != theirs.astype(str)))
    a, b = mine.astype(np.float64), theirs.astype(np.float64)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    if (np.isfinite(a) != np.isfinite(b)).any() or not same[~np.isfinite(b)].all():
        return np.inf
    a, b = a[~same], b[~same]
    return float(np.abs(a - b).max() / np.abs(theirs[np.isfinite(theirs)].astype(np.float64)).max()) if a.size else 0.0
