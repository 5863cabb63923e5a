"""rolling_buffer: a circular buffer of what one iteration writes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from bodies import ONE, TWO
from tried import kept, only, program, refused, text_after

from mlcc.schedule import Schedule

HALO = """
B = T.alloc_buffer((10,))
for i_0 in range(2):
    for ax0 in range(6):
        with T.block("B"):
            vi = T.axis.spatial(10, i_0 * 4 + ax0)
            B[vi] = A[vi] * T.float32(2)
    for i_1, k in T.grid(4, 3):
        with T.block("C"):
            vi = T.axis.spatial(8, i_0 * 4 + i_1)
            vk = T.axis.reduce(3, k)
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + B[vi + vk]
"""
ROLL = "- rolling_buffer: {block: B, write_buffer_index: 0}"
POOL = """
B = T.alloc_buffer((11, 11))
for h, w in T.grid(11, 11):
    with T.block("B"):
        vh, vw = T.axis.remap("SS", [h, w])
        B[vh, vw] = A[vh, vw] + A[vh + 1, vw + 1] * T.float32(2)
for i, j, p, q in T.grid(9, 9, 3, 3):
    with T.block("D"):
        vi, vj, vp, vq = T.axis.remap("SSRR", [i, j, p, q])
        with T.init():
            D[vi, vj] = T.float32(0)
        D[vi, vj] = D[vi, vj] + B[vi + vp, vj + vq]
"""
GROWING = """
B = T.alloc_buffer((10,))
for i_0 in range(2):
    for ax0 in range(6):
        with T.block("B"):
            vi = T.axis.spatial(10, i_0 * 4 + ax0)
            B[vi] = B[vi] + A[vi]
    for i_1, k in T.grid(4, 3):
        with T.block("C"):
            vi = T.axis.spatial(8, i_0 * 4 + i_1)
            vk = T.axis.reduce(3, k)
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + B[vi + vk]
"""
HALO_POINTER = """
B = T.alloc_buffer((10,))
for i_0 in range(2):
    for ax0 in range(6):
        with T.block("B"):
            vi = T.axis.spatial(10, i_0 * 4 + ax0)
            B[vi] = A[vi] * T.float32(2)
    for i_1, k in T.grid(4, 3):
        with T.block("C"):
            vi = T.axis.spatial(8, i_0 * 4 + i_1)
            vk = T.axis.reduce(3, k)
            T.reads(B[vi + vk])
            T.writes(C[vi])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + T.call_extern("float32", "f", T.address_of(B[vi + vk]))
"""
HALO_TWICE = """
B = T.alloc_buffer((10,))
for z in range(10):
    with T.block("Z"):
        vz = T.axis.spatial(10, z)
        B[vz] = T.float32(0)
for i_0 in range(2):
    for ax0 in range(6):
        with T.block("B"):
            vi = T.axis.spatial(10, i_0 * 4 + ax0)
            B[vi] = A[vi] * T.float32(2)
    for i_1, k in T.grid(4, 3):
        with T.block("C"):
            vi = T.axis.spatial(8, i_0 * 4 + i_1)
            vk = T.axis.reduce(3, k)
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + B[vi + vk]
"""
REFUSED = [
    ("S297", TWO, ROLL),
    ("S297", HALO, "- parallel: [B, i_0]\n" + ROLL),
    ("S243", ONE, ROLL),
    ("S241", GROWING, ROLL),
    ("S253", HALO_POINTER, ROLL),
    ("S260", HALO, ROLL.replace("0", "1")),
    ("S261", HALO_TWICE, ROLL),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.cover(1)
@pytest.mark.parametrize("order", [(0, 2, 1, 3), (2, 0, 1, 3), (0, 2, 3, 1)])
@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (4, 2), (1, 9), (5, 4)])
def test_windows(rows: int, columns: int, order: Sequence[int]) -> None:
    before = only(program(POOL))
    sch = Schedule(before)
    h, w, *_ = sch.get_loops("D")
    parts = [*sch.split(h, [None, rows]), *sch.split(w, [None, columns])]
    sch.reorder(*(parts[n] for n in order))
    sch.compute_at("B", sch.get_loops("D")[1])
    sch.rolling_buffer("B", 0)
    assert min(int(e.value) for e in sch.get(sch.get_block("B")).writes[0].buffer.shape) < 11
    kept(before, sch, compiled=order[0] == 0)


def test_it_is_for_one_iteration_after_another() -> None:
    steps = (
        "- split: {loop: [D, i], factors: [null, 3], as: [o, p]}\n- compute_at: {block: B, loop: $o}\n- parallel: $o\n"
    )
    refused("S297", POOL, steps + ROLL)


def test_elements_are_computed_once() -> None:
    """12 of 10 elements are computed by two tiles; with the circular buffer each once."""
    text = text_after(HALO, ROLL)
    assert "B = T.alloc_buffer((6,))" in text
    assert "T.where(i_0 < 1 or 2 <= ax0)" in text
