"""blockize: the loops below a loop become a block of their own."""

from __future__ import annotations

import numpy as np
import pytest
from bodies import ADDED, GEMM, ONE, PADDED_MM, RAGGED, SIBLINGS, TRIANGLE
from kernels import mm_relu
from tried import kept, refused, text_after

from mlcc.reference import run
from mlcc.schedule import Schedule
from mlcc.script import parse_prim_func

REFUSED = [
    ("S216", SIBLINGS, "- blockize: [B, i]"),
    ("S280", ONE, RAGGED + "- blockize: [B, i_1]"),
    ("S280", GEMM, "- split: {loop: [Y, i], factors: [null, 4], as: [i0, i1]}\n- blockize: $i1"),
    ("S280", TRIANGLE, "- blockize: [B, j]"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


STEPS = "- split: {loop: [Y, i], factors: [null, 4], as: [i0, i1]}\n"


@pytest.mark.parametrize("factor", [1, 7])
def test_tiles_of_a_reduction(factor: int) -> None:
    """The reduction over an outer axis is initialised in the outer block."""
    steps = f"""
- split: {{loop: [Y, i], factors: [null, {factor}], as: [i0, i1]}}
- split: {{loop: [Y, j], factors: [null, 3], as: [j0, j1]}}
- reorder: [$i0, $j0, [Y, k], $i1, $j1]
- blockize: {{loop: $i1}}
"""
    text = text_after(GEMM, steps)
    assert 'with T.block("Y_o"):' in text
    assert 'with T.block("Y_init"):' in text
    assert 'T.axis.remap("SSR", [i_0, j_0, k])' in text  # k is an axis of the outer block


def test_loops_of_one_iteration() -> None:
    steps = "- add_unit_loop: {block: B, as: u}\n- blockize: {target: $u, preserve_unit_iters: %s}"
    for keep in ("true", "false"):
        assert 'with T.block("B_o"):' in text_after(ADDED, steps % keep)


def test_a_guard_over_its_reduction() -> None:
    """The initialisation is not under the guard of loops that it has not."""
    text = text_after(mm_relu(), "- split: {loop: [Y, k], factors: [null, 4], as: [k0, k1]}\n- blockize: $k0")
    assert "T.where(k_0 * 4 + k_1 < 6)" in text


def test_the_block_can_be_scheduled_on() -> None:
    """The outer block is moved and its loops are given kinds as those of any other."""
    sch = Schedule(mm_relu(8, 12, 6))
    before = sch.func
    i, j, _ = sch.get_loops("Y")
    i0, i1 = sch.split(i, [None, 4])
    j0, j1 = sch.split(j, [None, 4])
    sch.reorder(i0, j0, i1, j1)
    outer = sch.blockize(i1)
    sch.parallel(i0)
    sch.reverse_compute_at("C", j0)
    assert [loop.name for loop in sch.get_loops(outer)] == ["i_0", "j_0"]
    kept(before, sch)


def test_an_extent_known_at_run_time() -> None:
    text = text_after(PADDED_MM, "- blockize: [C, j]", sizes={"n": 5})
    assert "vi_o = T.axis.spatial(n, i)" in text


def test_a_symbolic_number_of_tiles() -> None:
    """The domain is a multiple of the inner extent for every size, though no constant."""
    rows = """
n = T.int64()
A = T.match_buffer(a, (n, T.int64(32)), "float32")
B = T.match_buffer(b, (n, T.int64(32)), "float32")
for i in range(n * T.int64(32)):
    with T.block("B"):
        vi = T.axis.spatial(n * T.int64(32), i)
        B[vi // T.int64(32), vi % T.int64(32)] = A[vi // T.int64(32), vi % T.int64(32)] + T.float32(1)
"""
    head = "@T.prim_func\ndef main(a: T.handle, b: T.handle):"
    sch = Schedule(parse_prim_func(head + rows.replace("\n", "\n    ")))
    _, i1 = sch.split(sch.get_loops("B")[0], [None, 16])
    sch.blockize(i1)
    assert "vi_o = T.axis.spatial(n * T.int64(2), i_0)" in sch.func.script()
    data = np.arange(96, dtype=np.float32).reshape(3, 32)
    np.testing.assert_array_equal(run(sch.func, [data])[0], data + 1)
