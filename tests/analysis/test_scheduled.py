"""Which programs count as scheduled."""

from __future__ import annotations

import pytest

from mlcc import te, topi
from mlcc.analysis.scheduled import is_scheduled
from mlcc.ir import SCHEDULED, PrimFunc
from mlcc.schedule import Schedule
from mlcc.script import parse

PROGRAM = """
@T.prim_func
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    {temporary}
    for i, j in T.grid(8, 4):
        with T.block("B"):
            v = T.axis.spatial(32, i * 4 + j)
            B[v] = A[v] + T.float32(1)
"""


def program() -> PrimFunc:
    a = te.placeholder((8, 5), name="A")
    b = te.placeholder((5, 6), name="B")
    return te.create_prim_func([a, b, topi.matmul(a, b)])


def test_a_program_of_te_is_not_scheduled() -> None:
    assert not is_scheduled(program())


def test_every_step_of_a_schedule_counts() -> None:
    sch = Schedule(program())
    assert not is_scheduled(sch.mod["main"])
    i, j, _ = sch.get_loops(sch.get_block("matmul"))
    sch.reorder(j, i)
    assert is_scheduled(sch.mod["main"])


def test_the_attribute_counts() -> None:
    assert is_scheduled(program().with_attr(SCHEDULED, True))


@pytest.mark.parametrize(
    "loops",
    ["i in T.parallel(32)", "i in T.vectorized(32)", 'i in T.serial(32, annotations={"pragma_unroll": 1})'],
)
def test_kinds_and_annotations_of_loops_are_traces(loops: str) -> None:
    text = PROGRAM.format(temporary="pass").replace("i, j in T.grid(8, 4)", loops).replace("i * 4 + j", "i")
    assert is_scheduled(parse(text).prim_funcs["main"])
    plain = text.replace(loops, "i in range(32)")
    assert not is_scheduled(parse(plain).prim_funcs["main"])


def test_an_axis_of_two_loops_is_a_trace() -> None:
    assert is_scheduled(parse(PROGRAM.format(temporary="pass")).prim_funcs["main"])


def test_a_scope_is_a_trace() -> None:
    text = PROGRAM.replace("i, j in T.grid(8, 4)", "i in range(32)").replace("i * 4 + j", "i")
    local = text.format(temporary='C = T.alloc_buffer((4,), "float32", scope="local")')
    assert is_scheduled(parse(local).prim_funcs["main"])
    assert not is_scheduled(parse(local.replace('"local"', '"global"')).prim_funcs["main"])
