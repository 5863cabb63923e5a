"""Products over long reductions where the cache is small: what stays in it, and how often the rest is read."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import te, topi
from mlcc.ir import For, PrimFunc, as_int, walk
from mlcc.schedule import schedule_function
from mlcc.target import Target

#: 256 KiB of L2: six rows of 3,072 numbers, or a panel of 16 columns of them.
SMALL = Target.parse("llvm -mcpu=haswell -mtriple=x86_64-unknown-linux-gnu -num-cores=1")
PANEL = 16


def product(rows: int, depth: int, columns: int) -> PrimFunc:
    x = te.placeholder((rows, depth), "float32", "x")
    w = te.placeholder((-(-columns // PANEL), depth, PANEL), "float32", "w")
    y = topi.call_operator("nn.dense_packed", [x, w], {"units": columns})
    attrs = {"global_symbol": "main", "tir.noalias": True, "op": "nn.dense_packed"}
    return te.create_prim_func([x, w, y]).with_attr(attrs)


def outer_extents(func: PrimFunc) -> list[int | None]:
    return [as_int(node.extent) for node in walk(func.body) if isinstance(node, For)][:2]


@pytest.mark.parametrize(
    ("sizes", "schedule", "outer"),
    [
        ((100, 3072, 240), "dense_packed", [15, 17]),  # each panel stays while all tiles of rows pass by
        ((100, 769, 240), "dense_packed", [5, 15]),  # blocks of four tiles stay while all panels pass by
        ((100, 4096, 260), "dense_packed_deep", None),  # neither: parts of the reduction
        ((48, 3072, 300), "dense_packed_deep", None),
        ((6, 3072, 300), "dense_packed", None),  # a single tile reads all once
    ],
)
def test_what_stays_in_a_small_cache(sizes: tuple[int, int, int], schedule: str, outer: list[int] | None) -> None:
    rows, depth, columns = sizes
    func, script, _ = schedule_function(product(*sizes), SMALL)
    assert script is not None
    assert script.name == schedule
    if outer is not None:
        assert outer_extents(func) == outer
    host = Target.parse(None)
    if host.arch != "x86_64" or not SMALL.features <= host.features:
        pytest.skip("the code is for AVX2")
    rng = np.random.default_rng(0)
    x, w = (rng.standard_normal(tuple(as_int(d) or 0 for d in b.shape), np.float32) for b in func.buffers[:2])
    want = x.astype(np.float64) @ w.transpose(1, 0, 2).reshape(depth, -1)[:, :columns]
    got = np.asarray(mlcc.build(func, target=SMALL)["main"](x, w))
    assert_close(got, want)
