"""Loads of what never changes: reused, and made once before a loop, but never where the program makes none."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from jit import Kernel, random

from mlcc.codegen.speculation import needs_branch
from mlcc.ir import BufferLoad, FloatImm, Let, Var, const
from mlcc.script import parse_module

#: No memory: to read it ends the process.
NOWHERE = SimpleNamespace(ctypes=SimpleNamespace(data=8))

ROWS = """
@T.prim_func
def f(a: T.handle, s: T.handle, c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(a, (n, m), "float32")
    S = T.match_buffer(s, (n,), "float32")
    C = T.match_buffer(c, (n, m), "float32")
    for i in range(n):
        for j in range(m):
            C[i, j] = A[i, j] / T.sqrt(S[i])
"""
ONCE = """
@T.prim_func
def f(a: T.handle, s: T.handle, c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    S = T.match_buffer(s, (n,), "float32")
    C = T.match_buffer(c, (n,), "float32")
    %s
"""


def built(text: str) -> Kernel:
    (func,) = parse_module(text).prim_funcs.values()
    return Kernel(func)


def loop_heads(kernel: Kernel) -> list[str]:
    """The blocks that loops begin with, before LLVM's passes."""
    return [block for block in re.split(r"\n\w+:\n", kernel.text) if " = phi i64 " in block]


@pytest.mark.parametrize(("n", "m"), [(0, 3), (5, 0), (1, 1), (7, 33)])
def test_what_a_row_needs_is_computed_before_its_loop(n, m):
    kernel = built(ROWS)
    a, s = random((n, m), "float32", 1), np.abs(random((n,), "float32", 2)) + 0.5
    c = np.zeros((n, m), "float32")
    assert kernel(a, s, c, dims=(n, m)) == 0
    np.testing.assert_array_equal(c, a / np.sqrt(s)[:, None])
    if hasattr(kernel, "engine"):
        (body,) = [block for block in loop_heads(kernel) if "fdiv" in block]
        assert "@llvm.sqrt" not in body


def test_an_empty_loop_reads_nothing():
    kernel = built(ONCE % "for j in range(n):\n        C[j] = A[j] / T.sqrt(S[0])")
    assert kernel(NOWHERE, NOWHERE, NOWHERE, dims=(0,)) == 0
    rows = built(ROWS)
    assert rows(NOWHERE, NOWHERE, NOWHERE, dims=(5, 0)) == 0


@pytest.mark.parametrize(
    "body",
    [
        "for j in range(n):\n        if A[j] > T.float32(0):\n            C[j] = S[0]",
        "for j in range(n):\n        for k in range(T.Cast('int64', A[j])):\n            C[j] = S[0]",
        "for j in range(n):\n        C[j] = T.if_then_else(A[j] > T.float32(0), S[0], A[j])",
        "for j in range(n):\n        C[j] = T.if_then_else(A[j] > T.float32(0) and S[0] > A[j], A[j], A[j])",
        "for j in range(n):\n        while C[j] > T.float32(0):\n            C[j] = C[j] - S[0]",
        "for j in range(n):\n        assert A[j] > T.float32(0), 'positive'\n        C[j] = S[0]",
    ],
    ids=["branch", "inner loop", "choice", "condition", "while", "assertion"],
)
def test_what_may_not_be_read_is_not_read_before_the_loop(body):
    kernel = built(ONCE % body)
    a, c = -(random((9,), "float32", 3) ** 2) - 1, np.zeros(9, "float32")
    assert bool(kernel(a, NOWHERE, c, dims=(9,))) == ("assert" in body)
    a, s = np.abs(a), random((9,), "float32", 4) ** 2 + 1
    assert kernel(a, s, c, dims=(9,)) == 0


def test_a_load_before_a_loop_serves_after_it():
    kernel = built(ONCE % "C[0] = S[0]\n    for j in range(1, n):\n        C[j] = A[j] + S[0]\n    C[0] = C[0] + S[0]")
    a, s, c = random((5,), "float32", 5), random((5,), "float32", 6), np.zeros(5, "float32")
    assert kernel(a, s, c, dims=(5,)) == 0
    np.testing.assert_array_equal(c, np.concatenate([2 * s[:1], a[1:] + s[0]]))
    if hasattr(kernel, "engine"):
        assert kernel.text.count("load float, ptr %p1") == 1


def test_what_is_written_is_loaded_again():
    kernel = built(ONCE % "for j in range(n):\n        C[0] = C[0] + A[j]\n        C[j] = C[0] * S[0]")
    a, s, c = random((6,), "float32", 7), random((6,), "float32", 8), np.zeros(6, "float32")
    want = c.copy()
    for j in range(6):
        want[0] = want[0] + a[j]
        want[j] = want[0] * s[0]
    assert kernel(a, s, c, dims=(6,)) == 0
    np.testing.assert_array_equal(c, want)


def test_the_right_side_of_or_reads_what_the_left_side_has_read_without_a_mask():
    kernel = built(
        ONCE % "for j in T.vectorized(8):\n        C[j] = T.Select(A[j] == S[0] or A[j] != A[j], T.float32(1), A[j])"
    )
    a = np.array([3, np.nan, 4, 5, 3, np.inf, np.nan, 1], "float32")
    s, c = np.full(8, 3, "float32"), np.zeros(8, "float32")
    assert kernel(a, s, c, dims=(8,)) == 0
    assert c.tolist() == [1, 1, 4, 5, 1, np.inf, 1, 1]
    if hasattr(kernel, "engine"):
        assert "masked.load" not in kernel.text


def test_the_right_side_of_or_reads_what_only_a_choice_has_read_under_a_mask():
    kernel = built(
        ONCE % "for j in range(n):\n        C[j] = T.Select(T.if_then_else(A[j] > T.float32(0), S[j], A[j]) > A[j] "
        "and S[j] > T.float32(0), T.float32(1), T.float32(2))"
    )
    a, c = -(random((9,), "float32", 9) ** 2) - 1, np.zeros(9, "float32")
    assert kernel(a, NOWHERE, c, dims=(9,)) == 0
    assert (c == 2).all()


def test_a_name_that_has_another_value_on_the_right_side_reads_another_element():
    """Copies of one expression name their parts alike: here `t` is 0, then n, where no element may be read."""
    (func,) = parse_module(ONCE % "C[0] = A[0]").prim_funcs.values()
    (n,), a = func.symbolic_vars(), func.buffers[0]
    t = Var("t", "int64")
    load = BufferLoad(a, (t,))
    left, right = Let(t, const(0, "int64"), load), Let(t, n + 10**12, load)
    zero = FloatImm(0.0, "float32")
    assert needs_branch(right < zero, left > zero)
    assert needs_branch(BufferLoad(a, (const(0, "int64"),)) < left, left > zero)
    plain = BufferLoad(a, (n,))
    assert not needs_branch(plain < zero, plain > zero)
