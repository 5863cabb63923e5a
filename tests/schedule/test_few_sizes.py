"""A program in a range of a size: divisions that the range decides are gone, and nothing else has changed."""

from __future__ import annotations

from mlcc import te
from mlcc.ir import PrimFunc, Var, script, structural_equal
from mlcc.schedule.few_sizes import in_range


def blocks_of(rows: int) -> tuple[PrimFunc, Var]:
    """Rows in blocks, padded with zeros, and read from these blocks again."""
    n = Var("n", "int64")
    x = te.placeholder((n, 3), name="X")
    padded = te.compute(
        ((n + (rows - 1)) // rows, rows, 3),
        lambda b, i, j: te.if_then_else(b * rows + i < n, x(b * rows + i, j), 0.0),
        "P",
    )
    return te.create_prim_func([x, te.compute((n, 3), lambda i, j: padded(i // rows, i % rows, j) * 2.0, "Y")]), n


def test_few_rows_are_one_block() -> None:
    func, n = blocks_of(16)
    text = script(in_range(func, n, 4))
    assert "//" not in text
    assert "%" not in text
    assert "T.alloc_buffer((T.int64(1), T.int64(16), T.int64(3)))" in text


def test_more_rows_than_a_block_stay_divided() -> None:
    func, n = blocks_of(16)
    assert structural_equal(in_range(func, n, 17), func)


def test_a_program_without_divisions_is_itself() -> None:
    n = Var("n", "int64")
    x = te.placeholder((n,), name="X")
    func = te.create_prim_func([x, te.compute((n,), lambda i: x(i) + 1.0, "Y")])
    assert in_range(func, n, 4).body is func.body
