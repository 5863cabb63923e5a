"""Symbolic dimensions with a range: Python and C refuse sizes outside of it before anything is computed."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from test_ffi import FLOATS, tensor

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.runtime import Library
from mlcc.script import parse_module

TEXT = """
@R.function
def main(x: R.Tensor(("n", 2), "float32"), y: R.Tensor(("m",), "float32")):
    R.func_attr({"dim_ranges": {"n": [3, 8], "m": [2, None]}})
    return (R.negative(x), R.negative(y))
"""


@pytest.fixture(scope="module", params=["llvm", "c"])
def library(request: pytest.FixtureRequest) -> Library:
    return mlcc.build(parse_module(TEXT), request.param)


@pytest.mark.cover(1)
@pytest.mark.parametrize(
    ("n", "m", "said"),
    [
        (3, 2, ""),
        (8, 50, ""),
        (2, 2, "`n` of `main` must be from 3 to 8, given 2"),
        (9, 2, "`n` of `main` must be from 3 to 8, given 9"),
        (3, 1, "`m` of `main` must be at least 2, given 1"),
    ],
)
def test_sizes_outside_are_refused(library: Library, n: int, m: int, said: str) -> None:
    x, y = np.ones((n, 2), "float32"), np.ones(m, "float32")
    outs = np.zeros_like(x), np.zeros_like(y)
    entry = library.foreign("mlcc_main", ctypes.c_int32, [ctypes.c_void_p, ctypes.c_int32])
    tensors = [tensor(a, *FLOATS) for a in (x, y, *outs)]
    args = (ctypes.c_void_p * 4)(*(ctypes.addressof(t) for t in tensors))
    rc = entry(args, 4)
    if not said:
        assert rc == 0
        assert (outs[0] == -1).all()
        library(x, y)
        return
    message = library.foreign("mlcc_last_error", ctypes.c_char_p, [])().decode()
    place = "n, dimension 0 of `x`" if "`n`" in said else "m, dimension 0 of `y`"
    assert message == said.replace("`n` of `main`", f"main: {place}").replace("`m` of `main`", f"main: {place}")
    assert rc == 6
    assert not outs[0].any()
    with pytest.raises(MlccError, match=said) as caught:
        library(x, y)
    assert caught.value.code == "R306"
