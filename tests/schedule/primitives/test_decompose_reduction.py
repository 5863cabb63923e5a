"""decompose_reduction: the initialisation in a block of its own."""

from __future__ import annotations

import pytest
from bodies import GEMM, MM, UNUSED_LOOP
from kernels import mm_relu, symbolic_mm
from tried import kept, refused, text_after

from mlcc.diagnostics import MlccError
from mlcc.schedule import Schedule

RUNNING = """
for k in range(16):
    with T.block("C"):
        vk = T.axis.spatial(16, k)
        C[vk] = D[0]
    with T.block("Y"):
        vk = T.axis.reduce(16, k)
        with T.init():
            D[0] = T.float32(0)
        D[0] = D[0] + A[vk]
"""
RESTARTED = """
for i, k in T.grid(4, 8):
    with T.block("Y"):
        vi, vk = T.axis.remap("SR", [i, k])
        with T.init():
            D[vi // 2] = T.float32(0)
        D[vi // 2] = D[vi // 2] + A[vi, vk]
"""
#: Where the first step is left out, the sum goes on from what is in memory.
SOME_STEPS = """
for i, k in T.grid(4, 8):
    with T.block("Y"):
        vi, vk = T.axis.remap("SR", [i, k])
        T.where(A[0, k] > T.float32(0))
        with T.init():
            D[vi] = T.float32(0)
        D[vi] = D[vi] + A[vi, vk]
"""
REFUSED = [
    ("S270", MM, "- decompose_reduction: {block: Y, loop: [C, i]}"),
    ("S271", MM, "- decompose_reduction: {block: C, loop: i}"),
    ("S272", MM, "- split: {loop: k, block: Y, factors: [null, 4]}\n- decompose_reduction: {block: Y, loop: k_1}"),
    ("S277", UNUSED_LOOP, "- decompose_reduction: {block: Y, loop: k}"),
    ("S279", RUNNING, "- decompose_reduction: {block: Y, loop: k}"),
    ("S271", RESTARTED, "- decompose_reduction: {block: Y, loop: i}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(("at", "loops"), [("i", "i_init, j_init"), ("j", "j_init"), ("k", "")])
def test_where_the_initialisation_is(at: str, loops: str) -> None:
    text = text_after(GEMM, f"- decompose_reduction: {{block: Y, loop: [Y, {at}]}}")
    assert (f"for {loops} in " in text) == bool(loops)
    assert text.index('T.block("Y_init")') < text.index('T.block("Y_update")')
    assert "T.init" not in text


@pytest.mark.parametrize("factor", [2, 3, 5, 7])
def test_guards_of_ragged_tiles(factor: int) -> None:
    """A guard over loops of the result is kept in both; one over the reduction stays with the update."""
    steps = f"""
- split: {{loop: [Y, i], factors: [null, {factor}], as: [i0, i1]}}
- split: {{loop: [Y, k], factors: [null, {factor}], as: [k0, k1]}}
- reorder: [$i0, $k0, $i1, [Y, j], $k1]
- decompose_reduction: {{block: Y, loop: $k0}}
"""
    init, update = text_after(GEMM, steps).split('T.block("Y_init")')[1].split('T.block("Y_update")')
    assert ("T.where" in init) == (7 % factor > 0)
    assert ("T.where" in update.split('T.block("D")')[0]) == (7 % factor > 0 or 5 % factor > 0)


@pytest.mark.parametrize("sign", ["<", ">"])  # of which one leaves out the first step
def test_steps_that_data_leaves_out(sign: str) -> None:
    """Of a fused loop only the first step of a reduction initialises, if it runs at all."""
    body = SOME_STEPS.replace(">", sign)
    text_after(body, "- decompose_reduction: {block: Y, loop: i}")
    text = text_after(body, "- fuse: {loops: [[Y, i], [Y, k]], as: f}\n- decompose_reduction: {block: Y, loop: $f}")
    assert "i_k_fused_init % 8 == 0)" in text


def test_kinds_of_loops_are_kept_and_may_be_given_after() -> None:
    """Spatial loops of a decomposed reduction may still become parallel or vectors."""
    sch = Schedule(mm_relu())
    before = sch.func
    i, j, k = sch.get_loops("Y")
    sch.reorder(i, k, j)
    sch.vectorize(j)
    init = sch.decompose_reduction("Y", k)
    sch.parallel(i)
    assert [sch.get(loop).kind for loop in sch.get_loops(init)] == ["parallel", "vectorized"]
    with pytest.raises(MlccError) as caught:
        sch.vectorize(k)
    assert caught.value.code == "S233"
    sch.unroll(k)
    kept(before, sch)


def test_references_follow_the_blocks() -> None:
    sch = Schedule(mm_relu())
    block = sch.get_block("Y")
    init = sch.decompose_reduction(block, sch.get_loops(block)[2])
    assert sch.get(block).name == "Y_update"
    assert sch.get(init).name == "Y_init"


def test_the_largest_of_rows_of_any_length() -> None:
    for n in (1, 6):
        text_after(symbolic_mm(), "- decompose_reduction: {block: Y, loop: [Y, i]}", sizes={"n": n})
