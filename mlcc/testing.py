"""Comparisons for tests, with TVM's names."""

from __future__ import annotations

from typing import Any

import numpy as np


def assert_allclose(actual: Any, desired: Any, rtol: float = 1e-7, atol: float = 1e-7, verbose: bool = True) -> None:
    """Raise AssertionError unless two arrays have equal shapes and all elements lie within the tolerance.

    As `numpy.testing.assert_allclose`, which broadcasts: here the shapes must be equal. NaNs are equal.
    """
    actual_array, wanted = (np.asarray(getattr(a, "numpy", lambda a=a: a)()) for a in (actual, desired))
    if actual_array.shape != wanted.shape:
        raise AssertionError(f"the shapes {actual_array.shape} and {wanted.shape} differ")
    if actual_array.dtype.kind not in "biufc":  # bfloat16 and its like are compared as the float32 that they round
        actual_array, wanted = actual_array.astype(np.float32), wanted.astype(np.float32)
    np.testing.assert_allclose(actual_array, wanted, rtol=rtol, atol=atol, verbose=verbose)
