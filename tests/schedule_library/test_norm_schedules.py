"""Products that leave the statistics of their rows, and the norms that use them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import te, topi
from mlcc.analysis.tree import Tree
from mlcc.ir import PrimFunc, Var, as_int, structural_equal
from mlcc.schedule import apply_script, schedule_function
from mlcc.target import Target

TARGET = Target.parse(None)
LANES = TARGET.vector_lanes("float32")
#: So deep that 40 rows fill one and a half times the part of L2 that rows may fill.
DEEP = TARGET.l2_bytes * 7 // 16 // (40 * 4) * 3 // 2 // 8 * 8


def product(rows: Any, depth: int, columns: int, width: int, bias: bool = True, center: bool = True) -> PrimFunc:
    """x W + b + r, and the statistics of its rows by panels of `width`: they come first."""
    shapes = {"x": (*rows, depth), "w": (-(-columns // width), depth, width), "b": (columns,), "r": (*rows, columns)}
    x, w, b, r = (te.placeholder(shape, "float32", name) for name, shape in shapes.items())
    y = topi.nn.dense_packed(x, w, units=columns)
    if bias:
        y = topi.add(topi.add(y, b), r)
    result = topi.nn.panel_statistics(y, width=width) if center else (topi.nn.panel_squares(y, width=width),)
    inputs = [x, w, b, r] if bias else [x, w]
    func = te.create_prim_func([*inputs, *result, y])
    return func.with_attr({"global_symbol": "main", "tir.noalias": True, "op": "nn.dense_packed"})


#: Schedule, rows, depth, columns, panel, epilogue, mean: some rows and columns divide by the tiles, some do not.
CASES: list[tuple[str, tuple[int, ...], int, int, int, bool, bool]] = [
    ("dense_packed", (28,), 16, 4 * LANES, 2 * LANES, True, True),
    ("dense_packed", (37,), 7, 3 * LANES, 2 * LANES, True, True),
    ("dense_packed", (37,), 7, 4 * LANES - 3, 2 * LANES, True, True),
    ("dense_packed", (2, 19), 8, LANES, LANES, True, False),
    ("dense_packed", (20,), 5, 5 * LANES + 1, 2 * LANES, False, True),
    ("dense_packed_deep", (40,), DEEP, 4 * LANES, 2 * LANES, True, True),
    ("dense_packed_deep", (39,), DEEP, 3 * LANES - 1, 2 * LANES, True, True),
]


def normals(func: PrimFunc) -> list[np.ndarray[Any, Any]]:
    """Random inputs for a program of three results or two."""
    rng = np.random.default_rng(0)
    shapes = [tuple(as_int(d) for d in b.shape) for b in func.buffers]
    inputs = 2 if len(shapes) == 5 else 4
    return [rng.standard_normal(s).astype(np.float32) for s in shapes[:inputs]]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_statistics_are_made_of_finished_tiles(case: tuple[Any, ...]) -> None:
    name, *sizes = case
    before = product(*sizes)
    after, script, trace = schedule_function(before, TARGET)
    assert script is not None
    assert script.name == name
    again, _ = apply_script(before, trace.to_yaml(), target=TARGET)
    assert structural_equal(again["main"], after)
    arrays = normals(before)
    *result, rows = (np.asarray(v) for v in mlcc.build(after, target=TARGET)["main"](*arrays))
    columns, width = sizes[2], sizes[3]
    panels = [rows[..., at : at + width].astype(np.float64) for at in range(0, columns, width)]
    scale = np.abs(rows).max()
    if len(result) == 2:
        np.testing.assert_allclose(result[0], [p.sum(-1) for p in panels], rtol=1e-5, atol=1e-5 * scale)
    squares = [(p.var(-1) if len(result) == 2 else (p * p).mean(-1)) * p.shape[-1] for p in panels]
    assert_close(result[-1], squares)


@pytest.mark.parametrize("case", [CASES[0], CASES[2], CASES[5]], ids=str)
def test_the_tile_is_in_registers(case: tuple[Any, ...]) -> None:
    """What the statistics read is local to a tile, and is written to memory by one block under the same loop."""
    after, _, _ = schedule_function(product(*case[1:]), TARGET)
    blocks = {site.block.name: site for root in Tree(after).root.blocks_below() for site in root.blocks_below()}
    partial = [blocks[n] for n in blocks if n.startswith(("panel_sums_rf", "panel_squares_rf")) and "init" not in n]
    (written,) = [s for s in blocks.values() if any(w.buffer is after.buffers[-1] for w in s.block.writes)]
    (tile,) = [r.buffer for r in written.block.reads]
    assert tile.scope == "local"
    assert len(partial) == 2
    for site in partial:
        assert tile in [r.buffer for r in site.block.reads]
        shared = {s.loop.var for s in site.loops()} & {s.loop.var for s in written.loops()}
        assert len(shared) >= 2  # the panel (or chunk of columns) and the tile of rows


def test_any_number_of_rows() -> None:
    after, script, _ = schedule_function(product((Var("n", "int64"),), 9, 3 * LANES - 1, 2 * LANES), TARGET)
    assert script is not None
    assert script.name == "dense_packed"
    library = mlcc.build(after, target=TARGET)
    for rows in (1, 13, 14, 29):
        known = product((rows,), 9, 3 * LANES - 1, 2 * LANES)
        arrays = normals(known)
        want = mlcc.build(known, target=TARGET)["main"](*arrays)
        for a, b in zip(library["main"](*arrays), want, strict=True):
            assert_close(np.asarray(a), np.asarray(b))


def norm(rows: tuple[Any, ...], columns: int, width: int) -> PrimFunc:
    panels = (-(-columns // width), *rows)
    shapes = {"x": (*rows, columns), "q": panels, "s": panels, "g": (columns,), "b": (columns,)}
    inputs = [te.placeholder(shape, "float32", name) for name, shape in shapes.items()]
    func = te.create_prim_func([*inputs, topi.nn.norm_of_panels(*inputs, width=width)])
    return func.with_attr({"global_symbol": "main", "tir.noalias": True, "op": "nn.norm_of_panels"})


@pytest.mark.cover(1)
@pytest.mark.parametrize("rows", [(64,), (37,), (2, 3, 5), (1, 600), ("n",), ("n", 3)])
@pytest.mark.parametrize("columns", [4 * LANES, 3 * LANES + 5])
def test_norms(rows: tuple[Any, ...], columns: int) -> None:
    symbols = tuple(Var(d, "int64") if isinstance(d, str) else d for d in rows)
    width, sizes = 2 * LANES, tuple(21 if isinstance(d, str) else d for d in rows)
    after, script, _ = schedule_function(norm(symbols, columns, width), TARGET)
    assert script is not None
    assert script.name == "norm_of_panels"
    rng = np.random.default_rng(0)
    x, g, b = (rng.standard_normal(s).astype(np.float32) for s in [(*sizes, columns), (columns,), (columns,)])
    wide = x.astype(np.float64)
    panels = [wide[..., at : at + width] for at in range(0, columns, width)]
    sums = np.array([p.sum(-1) for p in panels], np.float32)
    squares = np.array([p.var(-1) * p.shape[-1] for p in panels], np.float32)
    got = np.asarray(mlcc.build(after, target=TARGET)["main"](x, squares, sums, g, b))
    want = (wide - wide.mean(-1, keepdims=True)) / np.sqrt(wide.var(-1, keepdims=True) + 1e-5) * g + b
    assert_close(got, want)
