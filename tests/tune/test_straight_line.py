"""Straight-line code: each address is loaded once, and values live from their first to their last use."""

from __future__ import annotations

from collections.abc import Iterator

from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.tune.nests import Loop, nest_of
from mlcc.tune.straight_line import StraightLine, straight_line

TARGET = Target.parse("llvm -mcpu=x86-64-v3 -num-cores=1")
#: Each of three taps reads `pixels` neighbours: all but the first and the last are read more than once.
WINDOW = """
@T.prim_func(s_tir=False)
def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32")):
    for i in range(8):
        sums = T.decl_buffer(({lanes},), scope="local")
        for p in T.unroll({pixels}):
            sums[T.Ramp(p * 8, 1, 8)] = T.Broadcast(T.float32(0), 8)
        for r in T.unroll(3):
            for p in T.unroll({pixels}):
                sums[T.Ramp(p * 8, 1, 8)] = sums[T.Ramp(p * 8, 1, 8)] + A[T.Ramp(i * 64 + p * 8 + r * 8, 1, 8)]
        for p in T.unroll({pixels}):
            B[T.Ramp(i * 64 + p * 8, 1, 8)] = sums[T.Ramp(p * 8, 1, 8)]
"""
CHAIN = """
@T.prim_func(s_tir=False)
def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((8,), "float32")):
    sums = T.decl_buffer((16,), scope="local")
    for i in range(32):
        for u in T.unroll(4):
            sums[T.Ramp({sums}, 1, 8)] = sums[T.Ramp({sums}, 1, 8)] + A[T.Ramp(i * 32 + u * 8, 1, 8)]
    B[T.Ramp(0, 1, 8)] = sums[T.Ramp(0, 1, 8)]
"""


def _loops(loop: Loop) -> Iterator[Loop]:
    yield loop
    for inner in loop.loops:
        yield from _loops(inner)


def _of(text: str) -> StraightLine:
    root = nest_of(parse_module(text).prim_funcs["main"], TARGET)
    loop = next(item for item in _loops(root) if item.var is not None and not item.is_written_out)
    return straight_line(loop, 16, 32)


def test_an_address_is_loaded_once() -> None:
    found = _of(WINDOW.format(pixels=4, lanes=32))
    assert sum(not access.stored for access in found.memory) == 4 + 2
    assert sum(access.stored for access in found.memory) == 4
    assert found.arithmetic == 3 * 4
    assert found.spilled == 0


def test_more_values_than_registers_are_spilled() -> None:
    few, many = (_of(WINDOW.format(pixels=count, lanes=8 * count)) for count in (4, 12))
    assert 4 < few.live <= 4 + 4
    assert many.live > 16
    assert many.spilled > 0


def test_sums_wait_for_those_before_them() -> None:
    assert _of(CHAIN.format(sums="0")).chain == 4
    assert _of(CHAIN.format(sums="u % 2 * 8")).chain == 2
