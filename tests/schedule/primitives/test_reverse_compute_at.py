"""reverse_compute_at: a consumer under a loop of its producers."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodies import BEFORE_ITS_PRODUCERS, GEMM, IN_PLACE, MM, OPAQUE, RUNNING, TWO, TWO_SOURCES, WINDOW
from kernels import conv
from tried import refused, text_after

from mlcc.ir import PrimFunc, structural_equal
from mlcc.schedule import BlockRV, LoopRV, Schedule
from mlcc.script import parse_module, parse_prim_func

CHAIN_STEPS = """
- cache_write: {block: conv, write_buffer_index: 0, storage_scope: local, as: back}
- get_loops: {block: conv, as: [n, c, y, x, rc, ry, rx]}
- split: {loop: c, factors: [null, 2], as: [c0, c1]}
- split: {loop: x, factors: [null, 4], as: [x0, x1]}
- split: {loop: y, factors: [null, 4], as: [y0, y1]}
- reorder: [n, c0, y0, x0, rc, ry, rx, y1, x1, c1]
- reverse_compute_at: {block: back, loop: x0}
- reverse_compute_at: {block: add, loop: x0}
- reverse_compute_at: {block: relu, loop: x0}
- compute_at: {block: pad, loop: y0}
- decompose_reduction: {block: conv, loop: rc}
- fuse: {loops: [n, c0], as: outer}
- parallel: outer
- vectorize: c1
"""
#: The sum over rows would run under rows that are computed at once.
PARALLEL_ROWS = parse_prim_func(
    """
@T.prim_func
def main(A: T.Buffer((3, 4), "int32"), S: T.Buffer((4,), "int32")):
    B = T.alloc_buffer((3, 4), "int32")
    for i in T.parallel(3):
        for j in range(4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + 1
    for i, j in T.grid(3, 4):
        with T.block("S"):
            vi, vj = T.axis.remap("RS", [i, j])
            with T.init():
                S[vj] = 0
            S[vj] = S[vj] + B[vi, vj]
"""
)
REFUSED = [
    ("S230", PARALLEL_ROWS, "- reverse_compute_at: {block: S, loop: [B, j]}"),
    ("S230", PARALLEL_ROWS, "- reverse_compute_at: {block: S, loop: [B, i]}"),
    ("S245", TWO_SOURCES, "- reverse_compute_at: {block: C, loop: [B, i]}"),
    ("S246", TWO, "- reverse_compute_at: {block: C, loop: [B, i], index: 7}"),
    ("S247", WINDOW, "- reverse_compute_at: {block: C, loop: [Y, i]}"),
    ("S248", MM, "- reverse_compute_at: {block: C, loop: [Y, k]}"),
    ("S248", RUNNING, "- reverse_compute_at: {block: Y, loop: [D, p]}"),
    ("S223", TWO, "- parallel: [C, i]\n- reverse_compute_at: {block: C, loop: [B, i]}"),
    ("S240", IN_PLACE, "- reverse_compute_at: {block: A2, loop: [B, i]}"),
    ("S241", OPAQUE, "- reverse_compute_at: {block: C, loop: [B, i]}"),
    ("S242", TWO, "- reverse_compute_at: {block: C, loop: [C, i]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str | PrimFunc, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 4), (3, 5), (7, 6)])
def test_an_epilogue_over_tiles(rows: int, columns: int) -> None:
    steps = f"""
- split: {{loop: [Y, i], factors: [null, {rows}], as: [i0, i1]}}
- split: {{loop: [Y, j], factors: [null, {columns}], as: [j0, j1]}}
- reorder: [$i0, $j0, [Y, k], $i1, $j1]
- reverse_compute_at: {{block: D, loop: $j0}}
"""
    text = text_after(GEMM, steps)
    assert text.index('T.block("Y")') < text.index('T.block("D")')
    assert ("T.where" in text.split('T.block("D")')[1]) == (7 % rows > 0 or 6 % columns > 0)


@pytest.mark.parametrize("jfactor", [2, 4, 8, 9, 32])
def test_the_course(jfactor: int) -> None:
    """The function `transform` of the lesson, as it stands there."""
    folder = Path(__file__).parents[2] / "golden"
    texts = [(folder / name).read_text() for name in ("seed_split/input.tir", f"seed_jfactor_{jfactor}/expected.tir")]
    sch = Schedule(parse_module(texts[0]))
    block_Y = sch.get_block("Y", func_name="mm_relu")
    i, j, k = sch.get_loops(block_Y)
    j0, j1 = sch.split(j, factors=[None, jfactor])
    sch.reorder(j0, k, j1)
    block_C = sch.get_block("C", "mm_relu")
    sch.reverse_compute_at(block_C, j0)
    assert structural_equal(sch.mod, parse_module(texts[1]))
    assert isinstance(block_Y, BlockRV)
    assert isinstance(i, LoopRV)


def test_epilogue_chain_over_ragged_tiles() -> None:
    """Accumulate in registers, write back tile by tile, bias and relu right after."""
    text = text_after(conv(channels=2, size=7, outputs=5), CHAIN_STEPS)
    assert "for outer" not in text
    assert "for b_c_0_fused in T.parallel(3)" in text
    assert "T.where(b_c_0_fused % 3 * 2 + c_1_init < 5 and x_0 * 4 + x_1_init < 7 and y_0 * 4 + y_1_init < 7)" in text


def test_a_block_without_producers_may_move_before_its_consumers() -> None:
    refused("S246", BEFORE_ITS_PRODUCERS, "- reverse_compute_at: {block: B, loop: [E, i]}")
    text = text_after(BEFORE_ITS_PRODUCERS, "- reverse_compute_at: {block: B, loop: [C, i]}")
    assert text.index('T.block("B")') < text.index('T.block("D")')
