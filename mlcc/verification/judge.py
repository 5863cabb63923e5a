"""How far two results are apart, and whether rounding explains it.

Example: expected [1.0, 2.0, -4.0] and computed [1.0, 2.0000005, -4.0] in float32 differ by 4.8e-7. That is 1.2e-7 of
the largest value (4), and 2 units in the last place of 2.0, which is 2.4e-7.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

#: The distance from 1.0 to the next number of each type of floats.
EPSILON = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}
#: The largest difference that rounding explains, relative to the largest value of an output, by the type of the output:
#: some hundred rounding errors, for the sums of deep networks add them up.
TOLERANCE = {"float64": 1e-12, "float32": 1e-4, "float16": 1e-2, "bfloat16": 6e-2}
#: The same for a model that computes with quantised values: where two engines round one value to neighbours of a grid,
#: all that follows differs by a step.
QUANTISED_TOLERANCE = 5e-2


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a comparison may show. `relative`: of the largest expected magnitude; None for the table of types.

    `ulps`: units in the last place, no bound if None. `quantised` allows results a step of a grid. `rounded` is the
    narrower type of floats that values inside the model have: an engine may keep such a value in float32.
    """

    relative: float | None = None
    ulps: float | None = None
    quantised: bool = False
    rounded: str = ""

    def relative_for(self, dtype: str) -> float:
        """The relative bound of outputs of a type; 0 for integers and booleans."""
        if dtype not in EPSILON:
            return 0.0
        if self.relative is not None:
            return self.relative
        grid = QUANTISED_TOLERANCE if self.quantised else 0.0
        return max(TOLERANCE[dtype], TOLERANCE.get(self.rounded, 0.0), grid)


@dataclass(frozen=True, slots=True)
class Difference:
    """The distance of two arrays of one shape. `ulps`: units in the last place of the expected value, or of the mean
    magnitude where the value is smaller, since a sum that nearly cancels is as exact as its terms; for integers the
    difference itself. `reason` says why arrays cannot be equal whatever the rounding (shape, type, NaN); empty else.
    """

    ulps: float
    absolute: float
    relative: float
    passed: bool
    reason: str = ""

    def __str__(self) -> str:
        if self.reason:
            return self.reason
        unit = "ulp" if self.ulps == self.ulps else ""
        return f"max {_count(self.ulps)} {unit}, {self.relative:.1e} relative"

    @property
    def verdict(self) -> str:
        """`PASS` or `FAIL`."""
        return "PASS" if self.passed else "FAIL"

    def as_data(self) -> dict[str, Any]:
        """For JSON; numbers that it does not know are None."""
        numbers = {"max_ulp": self.ulps, "max_abs": self.absolute, "relative": self.relative}
        known = {key: value if math.isfinite(value) else None for key, value in numbers.items()}
        return {**known, "passed": self.passed, **({"reason": self.reason} if self.reason else {})}


def _count(value: float) -> str:
    return f"{value:.0f}" if value < 1e6 else f"{value:.1e}"


def compare(expected: Array, actual: Array, bounds: Bounds | None = None) -> Difference:
    """The difference of `actual` from `expected`, judged by `bounds`.

    Types must agree. NaN is equal to NaN, and an infinity to itself.
    """
    import numpy as np

    bounds = bounds or Bounds()
    expected, actual = np.asarray(expected), np.asarray(actual)
    if expected.shape != actual.shape:
        return never(f"shape {_sizes(actual)}, expected {_sizes(expected)}")
    if expected.dtype != actual.dtype:
        return never(f"type {actual.dtype.name}, expected {expected.dtype.name}")
    if not expected.size:
        return Difference(0.0, 0.0, 0.0, True)
    if expected.dtype.kind not in "fcV" and expected.dtype.name != "bfloat16":
        return _exact(expected, actual, bounds)
    parts = [(expected.real, actual.real), (expected.imag, actual.imag)] if expected.dtype.kind == "c" else None
    if parts is not None:
        return max(
            (compare(want, have, bounds) for want, have in parts), key=lambda one: (not one.passed, one.relative)
        )
    return _floats(expected, actual, bounds)


def _floats(expected: Array, actual: Array, bounds: Bounds) -> Difference:
    import numpy as np

    dtype = expected.dtype.name
    want, have = expected.astype(np.float64), actual.astype(np.float64)
    special = ~np.isfinite(want) | ~np.isfinite(have)
    strange = special & ~((want == have) | (np.isnan(want) & np.isnan(have)))
    if strange.any():
        at = tuple(int(index) for index in np.argwhere(strange)[0])
        return never(f"{have[at]} at {list(at)}, expected {want[at]}")
    want, have = want[~special], have[~special]
    if not want.size:
        return Difference(0.0, 0.0, 0.0, True)
    gap = np.abs(have - want)
    magnitude = np.abs(want)
    largest = float(magnitude.max())
    last_place = _last_place(np.maximum(magnitude, magnitude.mean()), dtype)
    ulps = float((gap / last_place).max())
    absolute = float(gap.max())
    relative = absolute / largest if largest else math.inf if absolute else 0.0
    within = relative <= bounds.relative_for(dtype) and (bounds.ulps is None or ulps <= bounds.ulps)
    return Difference(ulps, absolute, relative, within)


def _last_place(values: Array, dtype: str) -> Array:
    """One unit in the last place of each value: 2.0 in float32 has 2**-22."""
    import numpy as np

    epsilon = EPSILON.get(dtype, EPSILON["float32"])
    exponents = np.floor(np.log2(np.maximum(values, np.finfo(np.float64).tiny)))
    result: Array = epsilon * np.exp2(exponents)
    return result


def _exact(expected: Array, actual: Array, bounds: Bounds) -> Difference:
    """Integers, booleans and texts: equal, but for a step of a grid of 8 bits where the model is quantised."""
    import numpy as np

    if expected.dtype.kind not in "iub":
        wrong = int(np.count_nonzero(expected != actual))
        return Difference(0.0, 0.0, 0.0, True) if not wrong else never(f"{wrong} of {expected.size} texts differ")
    gap = np.abs(actual.astype(np.float64) - expected.astype(np.float64))
    largest, absolute = float(np.abs(expected.astype(np.float64)).max()), float(gap.max())
    steps = 1 if bounds.quantised and expected.dtype.name in ("int8", "uint8") else 0
    passed = absolute <= steps and bool((gap.astype(bool) == (actual != expected)).all())
    return Difference(absolute, absolute, absolute / largest if largest else absolute, passed)


def never(reason: str) -> Difference:
    """The difference of what cannot be equal whatever the rounding."""
    return Difference(math.inf, math.inf, math.inf, False, reason)


def _sizes(array: Array) -> str:
    return " x ".join(map(str, array.shape)) or "of a scalar"
