"""How close results have to be, by dtype: what README's section on accuracy states, in one place."""

from __future__ import annotations

from typing import Any

import numpy as np

#: The largest error of an element, relative to the largest element of the result. Integers are exact.
TOLERANCE = {"float64": 1e-12, "float32": 1e-5, "float16": 2e-3, "bfloat16": 1.6e-2}


def tolerance(dtype: Any) -> float:
    """The bound for results of a dtype, given as a name or as NumPy has it."""
    return TOLERANCE.get(str(dtype), 0.0)


def assert_close(got: Any, want: Any, what: str = "") -> None:
    """`got` is `want` within the tolerance of its dtype; NaN and infinities are at the same elements."""
    mine, theirs = np.asarray(got), np.asarray(want)
    bound = tolerance(mine.dtype)
    if not bound:
        np.testing.assert_array_equal(mine, theirs, err_msg=what)
        return
    mine, theirs = mine.astype(np.float64), theirs.astype(np.float64)
    finite = np.abs(theirs[np.isfinite(theirs)])
    np.testing.assert_allclose(mine, theirs, rtol=0, atol=bound * finite.max(initial=0.0), err_msg=what)
