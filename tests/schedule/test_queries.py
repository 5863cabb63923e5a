"""The functions of schedule files about blocks and loops, asked of small programs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from mlcc import resources
from mlcc.diagnostics import MlccError
from mlcc.schedule import Schedule
from mlcc.schedule.script.expressions import Lookup, evaluate
from mlcc.schedule.script.queries import QUERIES, QueryTable
from mlcc.script import parse_module

PROGRAM = """
@T.prim_func
def main(x: T.handle, y: T.handle, z: T.handle, t: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n, 6, 8))
    Y = T.match_buffer(y, (n, 6))
    Z = T.match_buffer(z, (n, 6, 8))
    R = T.match_buffer(t, (6, n, 8))
    E = T.alloc_buffer((n, 6, 8))
    for i, j, k in T.grid(n, 6, 8):
        with T.block("E"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            E[vi, vj, vk] = T.exp(X[vi, vj, vk]) * 2.0
    for i, j, k in T.grid(n, 6, 8):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = 0.0
            Y[vi, vj] = Y[vi, vj] + E[vi, vj, vk]
    for i, j in T.grid(n, 6):
        for k in range(8):
            with T.block("Z"):
                T.block_attr({"op": "scale"})
                vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                Z[vi, vj, vk] = E[vi, vj, vk] / Y[vi, vj]
        for k in range(8):
            with T.block("R"):
                vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                R[vj, vi, vk] = X[vi, vj, vk]
"""


def ask(text: str, program: str = PROGRAM) -> Any:
    """The value of an expression; blocks and loops as their names."""
    sch = Schedule(parse_module(program))
    return named(evaluate(text, Lookup({}, lambda: sch.target, QueryTable(sch.state, "main"))))


def named(value: Any) -> Any:
    return [named(item) for item in value] if isinstance(value, list) else getattr(value, "name", value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Y.k", "k"),
        ("loops(Y)", ["i", "j", "k"]),
        ('loops(Y, "reduce")', ["k"]),
        ('loops(Y, ["k", "i"])', ["k", "i"]),
        ("loops(Y, [2])", ["k"]),
        ("own_loops(Z)", ["k"]),
        ('own_loops(Y, "spatial")', ["i", "j"]),
        ("outer_loops(Y)", ["i", "j"]),
        ("outer_loops(Z)", ["i", "j"]),
        ("row_loops(Z, Y)", ["i", "j", "k"]),  # the results of Y have fewer dimensions
        ('row_loops(Z, Y, "outer")', ["i", "j"]),
        ("index_loops(Z, E, 1)", ["j"]),
        ("index_loops(Z, Y, 0)", ["i"]),
        ("runs(E)", [["i", "j", "k"]]),
        ('runs(Y, "reduce")', [["k"]]),
        ("runs(R)", [["i"], ["j"], ["k"]]),
        ("innermost(runs(Y))", ["k"]),
        ("innermost(Y)", "k"),
        ("outermost(own_loops(Y))", "i"),
        ("non_unit(loops(Y))", ["i", "j", "k"]),
        ("extent(Y, j)", 6),
        ("extent(Y.k)", 8),
        ("extent([Y.j, Y.k])", 48),
        ("extent(Y.i, 10)", 10),
        ("extent(loops(Y), 10)", 480),
        ("extent([])", 1),
        ("is_static(Y)", False),
        ("is_static(Y, -1)", True),
        ("is_static([Y.j, Y.k])", True),
        ("period(Z, Z.k)", 8),
        ("strides(Y, Y.k)", [0, 1]),
        ("strides(Y, Y.j)", [1, 8]),
        ("strides(R, R.j)[1:]", [8]),
        ('is_contiguous(Y, "reduce")', True),
        ('is_contiguous(Y, "spatial")', False),
        ("is_contiguous(E, E.k)", True),
        ("is_contiguous(E, E.j)", False),
        ("blocks()", ["E", "Y", "Z", "R"]),
        ('blocks("reduction")', ["Y"]),
        ('blocks("complete", ["E"])', ["Z", "R"]),
        ('blocks("output")', ["Y", "Z", "R"]),
        ("consumers(E)", ["Y", "Z"]),
        ("copied(E)", 11),
        ("copied(R)", 0),
        ("has_block(E)", True),
        ("has_block(W)", False),
        ('is_kind(Y, "associative")', True),
        ('is_kind(E, "injective")', True),
        ('is_kind(Y, "injective")', False),
        ('is_kind(E, "vectorized")', False),
        ("domain(Y, -1)", 8),
        ('domain(Y, "vj")', 6),
        ("domain(Y, 0, 10)", 10),
        ("domain(Y)", [None, 6, 8]),
        ("symbolic_axes(Y)", [0]),
        ("symbolic_axes(Y, [Y.i]) + symbolic_axes(Y, [Y.j])", [0]),
        ("is_size(Y, 0)", True),
        ("is_size(Y, 1)", False),
        ("work(Y, 10)", 480),
        ('work(Y, 10, "spatial")', 60),
        ("cost(Y, 1) > work(Y, 1)", True),
        ("product_registers(Y)", 0),
        ("nbytes(Y)", 4),
        ("nbytes(Y, 0)", 4),
        ("shape(Y, 1)", 6),
        ("shape(Y)", [None, 6]),
        ("read_name(Y, 0)", "E"),
        ('annotation(Z, "op")', "scale"),
        ('annotation(Y, "op", "none")', "none"),
        ('attr("op", "none")', "none"),
    ],
)
def test_answers(text: str, expected: Any) -> None:
    assert ask(text) == expected


@pytest.mark.parametrize(
    ("index", "divisor", "ragged"),
    [
        ("i", 20, 20),
        ("i // 8", 4, 8),
        ("i // 5 * 7 + i % 5", 5, 5),
        ("i // 6 + i % 4", 2, 2),
        ("(i * 3 + 1) // 4", 1, 1),
        ("S[i]", 0, 0),
        ("S[i] // 4", 0, 0),
        ("i * i", 0, 0),
    ],
)
def test_periods(index: str, divisor: int, ragged: int) -> None:
    program = f"""
@T.prim_func
def main(X: T.Buffer((400,)), S: T.Buffer((20,), "int32"), Y: T.Buffer((20,))):
    for i in range(20):
        with T.block("Y"):
            vi = T.axis.spatial(20, i)
            Y[vi] = X[{index.replace("i", "vi")}]
"""
    assert (ask("period(Y, Y.i)", program), ask("period(Y, Y.i, True)", program)) == (divisor, ragged)


def test_a_period_with_symbolic_strides() -> None:
    program = """
@T.prim_func
def main(x: T.handle, y: T.handle):
    n = T.int64()
    X = T.match_buffer(x, (3, n), "float32")
    Y = T.match_buffer(y, (24, n), "float32")
    for i, j in T.grid(24, n):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = X[vi // 8, vj]
"""
    assert ask("period(Y, Y.i)", program) == 8


def _of_axis(index: str) -> str:
    return re.sub(r"\bi\b", "vi", index)


@pytest.mark.parametrize(
    ("index", "whole", "gathered"),
    [
        ("S[i // 5]", 0, 5),
        ("S[i // 5] * 5 + i % 5", 0, 5),
        ("S[S[i // 6] + i // 4]", 0, 2),
        ("S[i % 5]", 0, 1),
        ("S[i]", 0, 1),
        ("T.min(S[i // 10 % 2], 3) + i", 0, 10),
        ("S[i // 4] // 3", 0, 0),
        ("i // 5", 5, 5),
    ],
)
def test_periods_of_what_is_gathered(index: str, whole: int, gathered: int) -> None:
    program = f"""
@T.prim_func
def main(X: T.Buffer((400,)), S: T.Buffer((20,), "int32"), Y: T.Buffer((20,))):
    for i in range(20):
        with T.block("Y"):
            vi = T.axis.spatial(20, i)
            Y[vi] = X[{_of_axis(index)}]
"""
    assert (ask("period(Y, Y.i)", program), ask("period(Y, Y.i, False, True)", program)) == (whole, gathered)


@pytest.mark.parametrize(
    ("index", "period"),
    [
        ("i % n", "n"), ("i // n", "n"), ("i % n * 3 + i // n", "n"), ("i % (2 * n)", "n * T.int64(2)"), ("i", ""),
        ("i % 3", ""), ("i % n + i // m", ""), ("(i + 1) % n", ""), ("i % m", ""), ("i % (n * n)", ""),
        ("i % (n * 4)", ""), ("i % T.max(n, 3)", ""),
    ],
)  # fmt: skip
def test_symbolic_periods(index: str, period: str) -> None:
    program = f"""
@T.prim_func
def main(x: T.handle, y: T.handle):
    n, m = T.int64(), T.int64()
    X = T.match_buffer(x, (n * m,), "float32")
    Y = T.match_buffer(y, (n * 4,), "float32")
    for i in range(n * 4):
        with T.block("Y"):
            vi = T.axis.spatial(n * 4, i)
            Y[vi] = X[{_of_axis(index)}]
"""
    assert ask("symbolic_period(Y, Y.i)", program) == period


@pytest.mark.parametrize(
    ("index", "stored", "count"),
    [
        ("i // 2", "i", 2), ("i // 5 + 3", "i", 5), ("i", "i", 0), ("i // 2 * 4", "i", 0), ("i // 2 + i % 2", "i", 0),
        ("(i + 1) // 2", "i", 0), ("i // 4 % 2", "i", 0), ("i // 2", "i * 2", 0), ("S[i] // 2", "i", 0),
    ],
)  # fmt: skip
def test_elements_that_are_repeated(index: str, stored: str, count: int) -> None:
    program = f"""
@T.prim_func
def main(X: T.Buffer((400,)), S: T.Buffer((20,), "int32"), Y: T.Buffer((40,))):
    for i in range(20):
        with T.block("Y"):
            vi = T.axis.spatial(20, i)
            Y[{stored.replace("i", "vi")}] = X[{index.replace("i", "vi")}]
"""
    assert ask("repeats(Y, Y.i)", program) == count


TRANSPOSE = """
@T.prim_func
def main(X: T.Buffer((4, 8)), Y: T.Buffer((8, 4))):
    for i, j in T.grid(8, 4):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = X[vj, vi]
"""


def test_transposed_loops() -> None:
    assert ask("transposed_loops(Y)", TRANSPOSE) == ["i"]
    assert ask("transposed_loops(Z)") == []


@pytest.mark.parametrize(
    ("value", "loops"),
    [
        ("X[P[vj], vi]", ["i"]),
        ("X[vj * vj, vi]", ["i"]),
        ("X[P[vj], vi] + S[vi, vj]", []),  # in the lanes, S would be read with a stride
        ("X[vj, vi]", []),  # a transpose
        ("X[P[vj], P[vi]]", []),
    ],
)
def test_transposed_loops_of_what_is_gathered(value: str, loops: list[str]) -> None:
    program = f"""
@T.prim_func
def main(X: T.Buffer((10, 8)), P: T.Buffer((8,), "int32"), S: T.Buffer((8, 4)), Y: T.Buffer((8, 4))):
    for i, j in T.grid(8, 4):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = {value}
"""
    assert ask("transposed_loops(Y, True)", program) == loops


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("extent(Y.i)", "the extent of loop `i` is not a constant"),
        ("work(Y)", "the extent of axis `vi` is not a constant"),
        ("shape(Y, 0)", "the extent of dimension 0 is not a constant"),
        ('domain(Y, "vq")', "no axis `vq`"),
        ('is_kind(Y, "outptu")', "no kind of blocks `outptu`.*`output`"),
        ("innermost([])", "there are no loops"),
        ("loops_of(Y)", "there is no function `loops_of`"),
    ],
)
def test_questions_without_an_answer(text: str, message: str) -> None:
    with pytest.raises(MlccError, match=message):
        ask(text)


def test_every_function_serves_the_library() -> None:
    texts = "\n".join(Path(file).read_text(encoding="utf-8") for file in sorted(resources.schedules().rglob("*.yaml")))
    assert [name for name in QUERIES if not re.search(rf"\b{name}\(", texts)] == []


def test_references_to_one_block_are_equal() -> None:
    assert ask('blocks("reduction") == [blocks("any", ["E", "Z", "R"])[0]]')
    assert ask('blocks("reduction")[0] in consumers(E)')
    assert not ask('blocks("reduction")[0] in consumers(Y)')
