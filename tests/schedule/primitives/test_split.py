"""split: a loop as nested loops."""

from __future__ import annotations

import math

import pytest
from bodies import ADDED, FROM_FOUR, ONE, RAGGED, ROWS, SIBLINGS, SYMBOLIC
from kernels import mm_relu
from tried import kept, program, refused, text_after

from mlcc.diagnostics import MlccError
from mlcc.ir import as_int
from mlcc.schedule import Schedule

REFUSED = [
    ("S210", ONE, "- annotate: {block: B, loop: i, ann_key: a, ann_val: 1}\n" + RAGGED),
    ("S210", ONE, "- bind: {block: B, loop: i, thread_axis: threadIdx.x}\n" + RAGGED),
    ("S211", ONE, "- split: {loop: i, block: B, factors: [4, 8]}"),
    ("S211", ONE, "- split: {loop: i, block: B, factors: [null, 9], disable_predication: true}"),
    ("S212", ONE, "- split: {loop: i, block: B, factors: [null, null]}"),
    ("S213", ONE, "- split: {loop: i, block: B, factors: [null, 0]}"),
    ("S213", ONE, "- split: {loop: i, block: B, factors: []}"),
    ("S108", ONE, "- split: {loop: i, block: B, factors: [null, 4], names: [a]}"),
    ("S214", FROM_FOUR, "- split: {loop: i, block: B, factors: [null, 4]}"),
    ("S223", ONE, "- parallel: {loop: i, block: B}\n" + RAGGED),
    ("S227", ROWS, "- split: {loop: [C, i], factors: [null, 5]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(
    "factors", [[None, 4], [4, None], [2, None, 3], [None, 1], [None, 13], [None, 20], [13], [5, 3]]
)
def test_factors(factors: list[int | None]) -> None:
    sch = Schedule(program(ADDED))
    before = sch.func
    loops = sch.split(sch.get_loops("B")[0], factors)
    extents = [as_int(sch.get(loop).extent) for loop in loops]
    fixed = math.prod(f for f in factors if f)
    assert extents == [-(-13 // fixed) if f is None else f for f in factors]
    assert ("T.where" in kept(before, sch)) == (math.prod(extents) > 13)


def test_names() -> None:
    sch = Schedule(program(ADDED))
    before = sch.func
    assert [loop.name for loop in sch.split(sch.get_loops("B")[0], [None, 2, 3])] == ["i_0", "i_1", "i_2"]
    assert "vi = T.axis.spatial(13, i_0 * 6 + i_1 * 3 + i_2)" in kept(before, sch)
    text = text_after(ADDED, "- split: {loop: [B, i], factors: [null, 4], names: [outer, inner]}")
    assert "for outer, inner in T.grid(4, 4)" in text


def test_a_reference_to_the_loop_is_gone() -> None:
    sch = Schedule(mm_relu())
    loop = sch.get_loops("Y")[1]
    sch.split(loop, [None, 5])
    with pytest.raises(MlccError) as caught:
        sch.get(loop)
    assert caught.value.code == "S205"
    assert "`j_0`, `j_1`" in caught.value.diagnostic.notes[0]


def test_all_blocks_below_get_the_guard() -> None:
    assert text_after(SIBLINGS, "- split: {loop: [B, i], factors: [null, 3]}").count("T.where") == 2


@pytest.mark.parametrize("n", [1, 7, 8, 9])
def test_a_length_known_at_run_time(n: int) -> None:
    steps = "- split: {loop: [B, i], factors: [null, 8], as: [o, p]}\n- vectorize: $p\n- parallel: $o"
    text = text_after(SYMBOLIC, steps, sizes={"n": n})
    assert "T.where(i_0 * 8 + i_1 < n)" in text
    assert "T.parallel((n + 7) // 8)" in text


TILED = """@T.prim_func
def main(x: T.handle, y: T.handle):
    n = T.int64()
    X = T.match_buffer(x, (n,), "float32")
    Y = T.match_buffer(y, (n * T.int64(3),), "float32")
    for i in range(n * T.int64(3)):
        with T.block("Y"):
            vi = T.axis.spatial(n * T.int64(3), i)
            Y[vi] = X[vi % n]
"""


@pytest.mark.parametrize(("factors", "loops"), [
    ("[null, n]", "T.grid(T.int64(3), n)"), ("[3, n]", "T.grid(T.int64(3), n)"),
    ('[null, "n * 3"]', "T.grid(T.int64(1), n * T.int64(3))"), ("[n, null]", "T.grid(n, T.int64(3))"),
])  # fmt: skip
def test_a_factor_that_is_a_size(factors: str, loops: str) -> None:
    text = text_after(TILED, f"- split: {{loop: [Y, i], factors: {factors}}}", sizes={"n": 5})
    assert loops in text
    assert "T.where" not in text


@pytest.mark.parametrize("size", ["m", "n +", "T.max(n, 4)"])
def test_a_factor_that_is_no_size(size: str) -> None:
    refused("S104", TILED, f'- split: {{loop: [Y, i], factors: [null, "{size}"]}}')


def test_loops_of_one_iteration_can_be_left_out_of_the_axes() -> None:
    step = "- split: {loop: [B, i], factors: [1, 13], preserve_unit_iters: %s}"
    assert "vi = T.axis.spatial(13, i_1)" in text_after(ADDED, step % "false")
    assert "i_0 * 13 + i_1" in text_after(ADDED, step % "true")
