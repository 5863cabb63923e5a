"""Sizes with which a program would leave its buffers stop it."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.diagnostics import MlccError
from mlcc.lowering import lower, require_sizes
from mlcc.reference import run
from mlcc.script import parse_prim_func

TEXT = """
@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (m,), "float32")
    for i in range({extent}):
        with T.block("B"):
            vi = T.axis.spatial({extent}, i)
            B[vi] = A[vi] + T.float32(1)
"""


def test_a_check_comes_first() -> None:
    func = parse_prim_func(TEXT.format(extent="n"))
    checked = require_sizes(lower(func), func)
    x = np.arange(5, dtype="float32")
    np.testing.assert_array_equal(run(checked, [x, np.zeros(5, "float32")])[0], x + 1)
    with pytest.raises(MlccError, match="dimension 0 of `B` must have") as raised:
        run(checked, [x, np.zeros(4, "float32")])
    assert raised.value.code == "V083"


def test_a_program_that_was_printed_has_variables_of_its_own() -> None:
    func = parse_prim_func(TEXT.format(extent="n"))
    checked = require_sizes(lower(parse_prim_func(func.script())), func)
    x = np.arange(5, dtype="float32")
    np.testing.assert_array_equal(run(checked, [x, np.zeros(5, "float32")])[0], x + 1)
    with pytest.raises(MlccError, match="dimension 0 of `B` must have"):
        run(checked, [x, np.zeros(4, "float32")])


def test_nothing_is_added_where_every_size_fits() -> None:
    func = parse_prim_func(TEXT.format(extent="n").replace("m,", "n,"))
    done = lower(func)
    assert require_sizes(done, func) is done


def test_a_count_that_the_program_computes_is_no_size_to_check() -> None:
    """When it begins, the count has not been written yet."""
    func = parse_prim_func(
        """
@T.prim_func
def f(a: T.handle, b: T.handle, N: T.Buffer((1,), "int64")):
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (m,), "float32")
    N[0] = T.min(n, m)
    for i in range(N[0]):
        B[i] = A[i]
"""
    )
    x, y = np.arange(5, dtype="float32"), np.zeros(3, "float32")
    checked = require_sizes(lower(func), func)
    np.testing.assert_array_equal(run(checked, [x, y, np.full(1, 99)])[0], x[:3])
