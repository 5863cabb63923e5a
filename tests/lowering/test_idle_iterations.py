"""Tiles of rows that do not exist are not computed."""

from __future__ import annotations

import numpy as np
import pytest
from stages import after, nodes

from mlcc.ir import For, as_int
from mlcc.reference import run
from mlcc.script import parse_prim_func

#: Tiles of 4 rows in registers, 4 tiles at a time; `KEPT` is stored in each of them.
TILES = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle, K: T.Buffer((4,), "float32")):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n, 5), "float32")
    C = T.match_buffer(var_c, (n,), "float32")
    for g in range((n + 15) // 16):
        for t in T.serial(4, annotations={"partition": 0}):
            s = T.decl_buffer((4,), "float32", scope="local")
            for i in T.unroll(4):
                s[i] = T.float32(0)
            for k in range(5):
                for i in T.unroll(4):
                    s[i] = s[i] + T.if_then_else((g * 4 + t) * 4 + i < n, A[(g * 4 + t) * 4 + i, k], T.float32(0))
            for i in T.unroll(4):
                if (g * 4 + t) * 4 + i < n:
                    C[(g * 4 + t) * 4 + i] = s[i]
            KEPT
"""


def tiles(kept: str) -> str:
    return TILES.replace("KEPT", kept)


def extents(source: str) -> set[int | None]:
    """Of the loops over tiles: in groups of which all rows exist, and in the last one."""
    return {as_int(n.extent) for n in nodes(after(source, "partition_loops"), For) if n.var.name == "t"}


def test_tiles_end_with_the_rows() -> None:
    assert extents(tiles("")) == {4, None}
    assert extents(tiles("if g * 16 + t * 4 < n: K[t] = T.float32(1)")) == {4, None}


@pytest.mark.parametrize("kept", [
    "K[t] = T.float32(1)",  # in each of them
    "if n > 3: K[t] = T.float32(1)",
    "if g * 4 + t < n: K[t] = T.float32(1)",  # under another guard
    "assert t < n, 'no'",
])  # fmt: skip
def test_a_tile_that_leaves_something_is_computed(kept: str) -> None:
    assert extents(tiles(kept)) == {4}


@pytest.mark.parametrize("n", [0, 1, 3, 4, 5, 13, 16, 17, 31, 33])
@pytest.mark.parametrize("kept", ["", "if n > 3: K[t] = T.float32(1)"])
def test_all_rows_are_stored(n: int, kept: str) -> None:
    rng = np.random.default_rng(n)
    a, c, k = rng.standard_normal((n, 5)).astype("float32"), np.full(n, 7, "float32"), np.zeros(4, "float32")
    got = run(after(tiles(kept), "partition_loops"), [a, c, k])
    want = run(parse_prim_func(tiles(kept)), [a, c, k])
    assert all(np.array_equal(one, other) for one, other in zip(got, want, strict=True))
    np.testing.assert_allclose(got[0], a.sum(axis=1), rtol=1e-5, atol=1e-6)
