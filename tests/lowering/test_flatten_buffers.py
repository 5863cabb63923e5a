"""One index per access, which is the offset of the element."""

from __future__ import annotations

import itertools

import pytest
from stages import around, lowered, nodes, reduction

from mlcc.analysis import Analyzer
from mlcc.diagnostics import InternalError
from mlcc.ir import Allocate, Binary, Buffer, BufferLoad, BufferStore, Var, as_int, const, make_buffer
from mlcc.lowering.flatten_buffers import offset_of


def test_offsets_count_rows() -> None:
    analyzer = Analyzer()
    buffer = make_buffer("A", (3, 4, 5), "float32")
    offsets = [
        as_int(analyzer.simplify(offset_of(buffer, tuple(const(i) for i in at))))
        for at in itertools.product(range(3), range(4), range(5))
    ]
    assert offsets == list(range(60))


def test_strides_and_offset() -> None:
    shape, strides = (const(3), const(4)), (const(1), const(10))
    buffer = Buffer("A", shape, "float32", strides=strides, elem_offset=const(7))
    assert as_int(Analyzer().simplify(offset_of(buffer, (const(2), const(3))))) == 2 + 30 + 7


def test_symbolic_offsets() -> None:
    n, i, j = Var("n"), Var("i"), Var("j")
    analyzer = Analyzer(positive=[n])
    assert analyzer.equal(offset_of(make_buffer("A", (4, n), "float32"), (i, j)), i * n + j)


def test_numbers_of_indices_must_fit() -> None:
    with pytest.raises(InternalError):
        offset_of(make_buffer("A", (3, 4), "float32"), (const(0),))


def test_every_access_has_one_index() -> None:
    func = around(reduction("    for i in range(8):\n        for k in range(8):", ("i", "k")), "flatten_buffers")[1]
    assert all(len(load.indices) == 1 for load in nodes(func, BufferLoad))
    assert all(len(store.indices) == 1 for store in nodes(func, BufferStore))
    assert all(len(n.buffer.shape) == 1 for n in nodes(func, Allocate))


FUSED = """
@T.prim_func
def f(A: T.Buffer((6, 7), "float32"), B: T.Buffer((6, 7), "float32")):
    for f in range(42):
        with T.block("B"):
            vi = T.axis.spatial(6, f // 7)
            vj = T.axis.spatial(7, f % 7)
            B[vi, vj] = A[vi, {column}]
"""


@pytest.mark.parametrize(("column", "divided"), [("vj", False), ("6 - vj", True)])
def test_digits_of_a_fused_loop_are_put_together(column: str, divided: bool) -> None:
    merged = around(FUSED.format(column=column), "merge_indices")[1]
    (store,) = nodes(merged, BufferStore)
    assert [i.script() for i in store.indices] == ["f"]
    (load,) = nodes(merged, BufferLoad)
    assert (len(load.indices) == 2) is divided
    divisions = [n for n in nodes(lowered(FUSED.format(column=column)), Binary) if "div" in n.op or "mod" in n.op]
    assert bool(divisions) is divided
