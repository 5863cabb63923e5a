"""Compares arrays up to rounding, and reports where and by how much they differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


def difference(name: str, expected: Array, actual: Array, *, rtol: float, atol: float) -> str | None:
    """A one-line description of the difference, or None.

    Floats: `|actual - expected| <= atol + rtol * |expected|`, NaN equal to NaN; the rest exactly.
    """
    import numpy as np

    from mlcc.string_rows import is_text

    if expected.shape != actual.shape:
        return f"`{name}`: shape {list(actual.shape)}, expected {list(expected.shape)}"
    if is_text(actual) or is_text(expected):
        return _text_difference(name, expected.astype(object), actual.astype(object))
    if actual.dtype.kind in "biu" and expected.dtype.kind in "biu":
        close = np.asarray(actual == expected)
    else:
        wide = np.complex128 if "c" in (actual.dtype.kind, expected.dtype.kind) else np.float64
        actual, expected = actual.astype(wide), expected.astype(wide)
        close = np.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=True)
    if close.all():
        return None
    wrong = int(close.size - np.count_nonzero(close))
    at = np.unravel_index(int(np.argmin(close)), close.shape)
    with np.errstate(all="ignore"):
        gap = np.abs(np.asarray(actual, dtype=np.float64) - np.asarray(expected, dtype=np.float64))
        worst = float(np.nanmax(gap)) if not np.isnan(gap).all() else float("nan")
    index_text = ", ".join(str(int(index)) for index in at)
    return (
        f"`{name}`: {wrong} of {close.size} elements differ, by {worst:.3g} at most; "
        f"first at [{index_text}]: {actual[at]}, expected {expected[at]}"
    )


def _text_difference(name: str, expected: Array, actual: Array) -> str | None:
    import numpy as np

    same = np.asarray(actual == expected, bool)
    if same.all():
        return None
    at = np.unravel_index(int(np.argmin(same)), same.shape)
    index_text = ", ".join(str(int(index)) for index in at)
    count = int(same.size - np.count_nonzero(same))
    return (
        f"`{name}`: {count} of {same.size} elements differ; first at [{index_text}]: {actual[at]!r}, "
        f"expected {expected[at]!r}"
    )


def differences(expected: Mapping[str, Array], actual: Mapping[str, Array], *, rtol: float, atol: float) -> list[str]:
    """One line per output that differs or is missing."""
    lines = []
    for name, array in expected.items():
        if name not in actual:
            lines.append(f"`{name}`: there is no such output")
            continue
        line = difference(name, array, actual[name], rtol=rtol, atol=atol)
        if line is not None:
            lines.append(line)
    return lines
