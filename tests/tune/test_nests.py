"""The tree of a lowered program: extents, parts of branches, and what is kept in registers."""

from __future__ import annotations

import pytest

from mlcc.ir import Var
from mlcc.ir.expr import binary
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.tune.nests import Loop, nest_of, taken

TARGET = Target.parse("llvm -mcpu=x86-64-v3 -num-cores=1")
SUMS = """
@T.prim_func(s_tir=False)
def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32")):
    for i in range(32):
        sums = T.decl_buffer((32,))
        for u in {loop}(4):
            sums[T.Ramp(u * 8, 1, 8)] = A[T.Ramp(i * 32 + u * 8, 1, 8)]
        for u in {loop}(4):
            B[T.Ramp(i * 32 + u * 8, 1, 8)] = sums[T.Ramp(u * 8, 1, 8)]
"""


def test_conditions_hold_in_a_part_of_the_iterations() -> None:
    row, column, size = Var("i", "int64"), Var("j", "int64"), Var("n", "int64")
    around = [Loop(row, 0, 4, "serial"), Loop(column, 1, 6, "serial")]
    assert taken(binary("lt", row, 1), around) == 0.25
    assert taken(binary("ge", column, 1), around) == 1
    assert taken(binary("and", binary("lt", row, 2), binary("eq", column, 6)), around) == pytest.approx(1 / 12)
    assert taken(binary("lt", row, size), around) == 0.5, "nothing is known of the size"


@pytest.mark.parametrize(("loop", "kept"), [("T.unroll", True), ("range", False)])
def test_small_buffers_with_constant_addresses_are_registers(loop: str, kept: bool) -> None:
    func = parse_module(SUMS.format(loop=loop)).prim_funcs["main"]
    found = {access.buffer.name: access.is_register for access in _accesses(nest_of(func, TARGET))}
    assert found == {"A": False, "B": False, "sums": kept}


def _accesses(loop: Loop):
    yield from loop.accesses
    for inner in loop.loops:
        yield from _accesses(inner)
