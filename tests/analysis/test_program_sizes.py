"""Sizes of a program that may be 0, and those without which it has no results."""

from __future__ import annotations

import pytest

from mlcc.analysis import program_analyzer
from mlcc.ir import PrimFunc
from mlcc.script import parse

HEAD = """
@T.prim_func
def f(a: T.handle, b: T.handle{more}):
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(a, {reads}, "float32")
    B = T.match_buffer(b, {writes}, "float32")
"""
COPY = """
    for {loops} in T.grid({extents}):
        with T.block("B"):
            {axes} = T.axis.remap("{kinds}", [{loops}])
            B[{index}] = {value}
"""


def program(reads: str, writes: str, more: str = "", **body: str) -> PrimFunc:
    given = {"loops": "i, j", "extents": "n, m", "axes": "v, w", "kinds": "SS", "index": "v, w", "value": "A[v, w]"}
    text = HEAD.format(reads=reads, writes=writes, more=more) + COPY.format(**given | body)
    (func,) = parse(text).prim_funcs.values()
    return func


def least(func: PrimFunc) -> dict[str, float]:
    """The least value that the analyzer knows of each size, by name."""
    known = program_analyzer(func)
    return {var.name: known.interval(known.poly(var))[0] for var in func.sizes()}


def test_dimensions_of_all_results_are_at_least_1() -> None:
    assert least(program("(n, m)", "(n, m)")) == {"n": 1, "m": 1}


def test_what_is_reduced_may_be_0() -> None:
    func = program("(n, m)", "(m,)", loops="i, j", kinds="RS", index="w", value="B[w] + A[v, w]")
    assert least(func) == {"n": 0, "m": 1}


@pytest.mark.parametrize("row", ["n + 1", "T.max(n, 1)", "n + m"])
def test_a_result_may_have_elements_where_an_operand_has_none(row: str) -> None:
    func = program("(n, m)", f"({row}, m)", extents=f"{row}, m", value="T.if_then_else(v < n, A[v, w], T.float32(0))")
    assert least(func) == {"n": 0, "m": 1}


@pytest.mark.parametrize("row", ["n * 3", "n - 1", "n // 2", "(n + 7) // 8", "T.min(n, m)"])
def test_sizes_that_follow_from_one_that_is_0(row: str) -> None:
    func = program("(n, m)", f"({row}, m)", extents=f"{row}, m")
    assert least(func)["n"] == 1


def test_an_integer_that_is_no_size_may_have_any_value() -> None:
    func = program("(n, m)", "(n, m)", more=", first: T.int64", value="A[v, w] + T.Cast('float32', first)")
    assert least(func)["first"] == -float("inf")


def test_a_program_without_results_says_nothing_of_sizes() -> None:
    func = program("(n, m)", "(n, m)")
    assert least(func.with_attr("num_input", 1)) == {"n": 0, "m": 0}
