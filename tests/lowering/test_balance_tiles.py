"""Tiles of a number of rows that a call chooses are equally high."""

from __future__ import annotations

import numpy as np
import pytest
from stages import around, nodes

from mlcc.analysis import simplify
from mlcc.ir import BlockRealize, For, as_int, const, free_vars, substitute
from mlcc.lowering.balance_tiles import KEY
from mlcc.reference import random_inputs, run
from mlcc.script import parse_prim_func

#: A product of n rows by tiles of 6: sums, then what is stored of them at `ROW`, of a tile of the height `STEP`.
PRODUCT = """
@T.prim_func
def f(a: T.handle, B: T.Buffer((8, 16), "float32"), c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(a, (n, 8), "float32")
    C = T.match_buffer(c, (n, 16), "float32")
    s = T.alloc_buffer((n, 16), "float32", scope="local")
    for t in T.serial((n + 5) // 6, annotations={"balanced": 1}):
        for r, j in T.grid(6, 16):
            with T.block("Z"):
                v = T.axis.spatial(n, t * 6 + r)
                vj = T.axis.spatial(16, j)
                T.where(t * 6 + r < n)
                s[v, vj] = T.float32(0)
        for k, r, j in T.grid(8, 6, 16):
            with T.block("S"):
                v = T.axis.spatial(n, t * 6 + r)
                vj, vk = T.axis.remap("SR", [j, k])
                T.where(t * 6 + r < n)
                s[v, vj] = s[v, vj] + A[v, vk] * B[vk, vj]
        for r, j in T.grid(6, 16):
            with T.block("C"):
                v = T.axis.spatial(n, t * 6 + r)
                vj = T.axis.spatial(16, j)
                T.where(t * 6 + r < n)
                C[v, vj] = T.max(s[v, vj], T.float32(0))
"""
TILE = """
                T.where(t * 6 + r < n)
                C"""
STORE = "C[v, vj] = T.max(s[v, vj], T.float32(0))"


def starts(rows: int) -> list[int]:
    """The first row of each tile, and the number of rows."""
    func = around(PRODUCT, "balance_tiles")[1]
    (size,) = func.symbolic_vars()
    (tiles,) = (loop for loop in nodes(func, For) if loop.var.name == "t")
    (store,) = (n for n in nodes(func, BlockRealize) if n.block.name == "C")

    def first(tile: int) -> int:
        values = {size: const(rows, "int64"), tiles.var: const(tile, "int64")}
        rest = dict.fromkeys(free_vars(store.values[0]), const(0, "int64"))
        return as_int(simplify(substitute(store.values[0], {**rest, **values}))) or 0

    return [first(tile) for tile in range(-(-rows // 6) + 1)]


@pytest.mark.every(2)
@pytest.mark.parametrize("rows", [1, 5, 6, 7, 8, 13, 19, 31, 36, 40])
def test_results_do_not_change(rows: int) -> None:
    before, after = around(PRODUCT, "balance_tiles")
    assert before is not after
    inputs = random_inputs(before, seed=rows, sizes={"n": rows})
    for stage in (after, around(PRODUCT, "partition_loops")[1]):
        for want, got in zip(run(parse_prim_func(PRODUCT), inputs), run(stage, inputs), strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-6)


def test_tiles_differ_by_one_row() -> None:
    assert starts(13) == [0, 5, 9, 13]
    assert starts(8) == [0, 4, 8]
    assert starts(31) == [0, 6, 11, 16, 21, 26, 31]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # what is read of another row may be in another tile
        (STORE, "C[v, vj] = s[v // 2 * 2, vj]"),
        # the tile itself is a value
        (TILE, TILE.replace("T.where", "vt = T.axis.spatial((n + 5) // 6, t)\n                T.where")),
        # more tiles than rows need
        ("(n + 5) // 6", "(n + 11) // 6"),
        # one block has other tiles
        ("for k, r, j in T.grid(8, 6, 16)", "for k, r, j in T.grid(8, 7, 16)"),
        # no guard
        ("                T.where(t * 6 + r < n)\n                C", "                C"),
    ],
    ids=["other row", "tile", "tiles", "height", "unguarded"],
)  # fmt: skip
def test_other_loops_stay(old: str, new: str) -> None:
    assert old in PRODUCT
    before, after = around(PRODUCT.replace(old, new), "balance_tiles")
    assert "min(" not in after.script()
    assert KEY not in str([loop.annotations for loop in nodes(after, For)])


def test_a_static_number_of_rows_has_its_tiles() -> None:
    text = PRODUCT.replace("    n = T.int64()\n", "").replace("(n + 5) // 6", "3")
    for old in ("(n, 8)", "(n, 16)"):
        text = text.replace(old, old.replace("n", "16"))
    text = text.replace("spatial(n,", "spatial(16,").replace("r < n", "r < 16")
    assert "min(" not in around(text, "balance_tiles")[1].script()


#: The same product without zeros: of the numbers of a row, those of every third column are 0 from row 9 on.
PADDED = PRODUCT.replace(
    "        for k, r, j in T.grid(8, 6, 16):\n            with T.block",
    """        for k in T.serial(8, annotations={"skip_padding": 1}):
          if t * 6 + k * 3 < 12:
            for r, j in T.grid(6, 16):
              with T.block""",
).replace("A[v, vk]", "T.if_then_else(v + vk * 3 < 12, A[v, vk], T.float32(0))")


@pytest.mark.parametrize("rows", [1, 7, 8, 13, 31])
def test_a_test_for_padding_is_of_the_first_row(rows: int) -> None:
    """What is left out for 6 rows from the first one on adds nothing to fewer rows."""
    before, after = around(PADDED, "balance_tiles")
    assert "min(" in after.script()
    inputs = random_inputs(before, seed=rows, sizes={"n": rows})
    for want, got in zip(run(before, inputs), run(after, inputs), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-6)


@pytest.mark.parametrize("old", ["skip_padding", "t * 6 + k"])
def test_other_tests_stay(old: str) -> None:
    """A branch that says nothing of padding, or one of the tile itself."""
    text = PADDED.replace(old, {"skip_padding": "other", "t * 6 + k": "t * 5 + k"}[old], 1)
    assert "min(" not in around(text, "balance_tiles")[1].script()
