"""Guards are kept and tested in order, and what they read is read; copies cover what is written, while it holds."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hard_programs import hard_programs
from random_steps import Steps
from sketches import sketch

import mlcc
from mlcc.diagnostics import InternalError, MlccError
from mlcc.ir import IRModule, PrimFunc, Var, as_int, script, substitute
from mlcc.ir.verify import verify
from mlcc.reference import run
from mlcc.schedule import Schedule, apply_script
from mlcc.script import parse_module

PROGRAMS = hard_programs()


def arguments(func: PrimFunc) -> list[Any]:
    """Values for all parameters: what a program leaves alone must stay."""
    rng = np.random.default_rng(5)
    shapes = [(tuple(as_int(d) for d in b.shape), b.dtype) for b in func.buffers]
    return [
        rng.integers(-2, 9, size=s).astype(d) if d == "int32" else rng.standard_normal(s).astype(d) for s, d in shapes
    ]


def results(func: PrimFunc) -> list[Any]:
    return run(func, arguments(func))


def check(before: PrimFunc, after: PrimFunc) -> None:
    """A valid program that leaves the same in every parameter."""
    verify(IRModule({"main": after}), coverage=False)
    for wanted, result in zip(results(before), results(after), strict=True):
        np.testing.assert_allclose(result, wanted, rtol=1e-5, atol=1e-5)


def scheduled(name: str, steps: str) -> PrimFunc:
    return apply_script(IRModule({"main": PROGRAMS[name]}), "steps:\n" + steps)[0].prim_funcs["main"]


def try_seed(name: str, seed: int) -> None:
    rng = random.Random(seed)
    sch = Schedule(PROGRAMS[name])
    for _ in range(rng.randint(1, 4)):
        before = sch.func
        try:
            Steps(sch, rng).one()
        except MlccError:
            assert sch.func is before, "a refused step changed the program"
    check(PROGRAMS[name], sch.func)


@pytest.mark.every(4)
@pytest.mark.parametrize("name", PROGRAMS)
def test_random_steps_keep_the_meaning(name: str) -> None:
    for seed in range(12):
        try_seed(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_many_random_steps_keep_the_meaning(name: str) -> None:
    for seed in range(1000, 1600):
        try_seed(name, seed)


def test_what_is_not_valid_is_never_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A step that leaves a free variable is a fault of ours, and shown as one."""
    from mlcc.schedule.primitives.unroll import Unroll

    def apply(self: Unroll, state: Any) -> None:
        site = state.loop(self.loop)
        state.commit({site: substitute(site.node.body, {site.loop.var: Var("lost")})})

    monkeypatch.setattr(Unroll, "apply", apply)
    sch = Schedule(PROGRAMS["guard_mask"])
    sch.unroll(sch.get_loops(sch.get_block("B"))[0])
    with pytest.raises(InternalError, match="V010: the variable `lost` is not defined here"):
        sch.show()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "read",
    [
        lambda text: mlcc.parse(text),
        lambda text: Schedule(parse_module(text)).get_block("B"),
        lambda text: mlcc.build(parse_module(text)),
    ],
    ids=["parse", "Schedule", "build"],
)
def test_loops_shorter_than_their_axes_are_refused(read: Any) -> None:
    text = """
@T.prim_func
def main(A: T.Buffer((128,)), B: T.Buffer((128,))):
    for i in range(127):
        with T.block("B"):
            vi = T.axis.spatial(128, i)
            B[vi] = A[vi]
"""
    with pytest.raises(MlccError) as caught:
        read(text)
    assert caught.value.code == "V022"


def test_what_a_schedule_left_may_run_over_a_part() -> None:
    """A producer that is moved runs over what its consumer needs; that can be scheduled on, and built."""
    body = """
B = T.alloc_buffer((16,))
for i in range(16):
    with T.block("B"):
        vi = T.axis.spatial(16, i)
        B[vi] = A[vi] + T.float32(1)
for i, j in T.grid(1, 12):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = B[vj]
"""
    sch = Schedule(sketch(body, {"A": (16,), "C": (1, 12)}))
    sch.compute_at(sch.get_block("B"), sch.get_loops(sch.get_block("C"))[0])
    again = Schedule(sch.mod)
    again.split(again.get_loops(again.get_block("B"))[-1], [None, 4])
    mlcc.build(again.mod)


CACHE_WRITE = "- cache_write: {block: W, write_buffer_index: 0, storage_scope: local}"
CACHE_READ = "- cache_read: {block: B, read_buffer_index: 0, storage_scope: local}"
KEPT = [
    ("guard_reads_chain", "- compute_inline: B", "T.where(A[i] + T.float32(1) < T.float32(2))"),
    ("guard_neighbour", "- compute_inline: B", "T.where(i >= 1 and A[i - 1] + T.float32(1) > T.float32(0))"),
    ("guard_mask", "- split: {loop: [C, i], factors: [null, 5]}", "i_0 * 5 + i_1 < 16 and M[i_0 * 5 + i_1] > 0"),
    (
        "guard_part_then_mask",
        "- split: {loop: [C, i], factors: [null, 5]}",
        "i_0 * 5 + i_1 < 11 and i_0 * 5 + i_1 < 16 and M[i_0 * 5 + i_1] > 0",
    ),
    ("guard_part", '- transform_block_layout: {block: C, index_map: "i -> i // 4, i % 4"}', "ax0 * 4 + ax1 < 11"),
    ("guard_mask", '- transform_block_layout: {block: C, index_map: "i -> i // 4, i % 4"}', "M[ax0 * 4 + ax1] > 0"),
    ("guard_only", "- cache_write: {block: B, write_buffer_index: 0, storage_scope: local}", "B[v0] = B_local[v0]"),
    ("guard_only", "- cache_read: {block: C, read_buffer_index: B, storage_scope: local}", "T.where(B_local[i] <"),
    ("guard_mask", "- cache_read: {block: C, read_buffer_index: M, storage_scope: local}", "T.where(M_local[i] > 0)"),
    ("guard_only", "- compute_at: {block: B, loop: [C, i]}", "vi = T.axis.spatial(16, i)"),
    ("nested_in_block", "- split: {loop: [outer, i], factors: [null, 3]}", "T.reads(A[i_0 * 3 + i_1, j])"),
    ("nested_in_block", "- fuse: {block: outer, loops: [i, j]}", "T.writes(B[i_j_fused // 6, i_j_fused % 6])"),
    ("reduce_guard_not", "- decompose_reduction: {block: Y, loop: [Y, k]}", "T.where(not i == 2)"),
    ("reduce_guard", "- decompose_reduction: {block: Y, loop: [Y, i]}", "T.where(M[i_init] > 0)"),
    ("reduce_guard_k", "- decompose_reduction: {block: Y, loop: [Y, i]}", "T.where(0 < i_init)"),
    ("rewritten_loop", CACHE_READ.replace("}", ", consumer_blocks: [B]}"), "v0"),
    ("half_write", "- cache_write: {block: W, write_buffer_index: 0, storage_scope: local}", "for ax0 in range(8)"),
    ("part_write", "- reindex: {block: W, buffer: [write, 0]}", "A[v0 * 2] = A_reindex[v0]"),
    ("read_write_read", CACHE_READ.replace("B", "D").replace("}", ", consumer_blocks: [D]}"), "D[vi] = A_local[vi]"),
    ("read_write_read", CACHE_READ.replace("B", "C").replace("}", ", consumer_blocks: [C]}"), "C[vi] = A_local[vi]"),
]


@pytest.mark.parametrize(("name", "steps", "text"), KEPT)
def test_a_guard_is_kept(name: str, steps: str, text: str) -> None:
    after = scheduled(name, steps)
    assert text in script(after)
    check(PROGRAMS[name], after)


REFUSED = [
    *(("S247", f"guard_{kind}", "- reverse_compute_at: {block: C, loop: [B, i]}")
      for kind in ("only", "or", "not_equal", "not", "on_input", "part")),
    ("S250", "init_without_reduction", "- compute_inline: B"),
    ("S255", "init_without_reduction", "- reverse_compute_inline: C"),
    ("S255", "producer_guard", "- reverse_compute_inline: C"),
    ("S257", "producer_guard_bounds", "- compute_inline: B"),
    ("S257", "guard_only", "- reverse_compute_inline: C"),
    ("S261", "guard_reads_own", "- cache_write: {block: C, write_buffer_index: 0, storage_scope: local}"),
    ("S262", "part_write", CACHE_WRITE),
    ("S262", "diagonal", CACHE_WRITE),
    ("S262", "guarded_parameter", CACHE_WRITE),
    ("S262", "part_write", CACHE_WRITE.replace("}", ", consumer_blocks: [C]}")),
    ("S260", "guard_mask", CACHE_WRITE.replace("W", "C").replace("}", ", consumer_blocks: [B]}")),
    ("S262", "rewritten", CACHE_READ),
    ("S262", "read_write_read", CACHE_READ.replace("block: B", "block: C")),
    ("S265", "view", "- cache_write: {block: B, write_buffer_index: 0, storage_scope: local}"),
    ("S283", "view", "- reindex: {block: B, buffer: [write, 0]}"),
    ("S283", "view", "- reindex: {block: B, buffer: [read, 0]}"),
    ("S283", "guarded_parameter", "- reindex: {block: W, buffer: [write, 0]}"),
    ("S284", "pad_with_init", "- decompose_padding: {block: C, loop: [C, i]}"),
    ("S285", "einsum_guard", "- pad_einsum: {block: Y, padding: [4, 1, 1]}"),
    ("S226", "without_axes", "- reindex: {block: B, buffer: [read, 0]}"),
    ("S226", "nested_in_block", "- compute_once: {block: outer, loop: [outer, i]}"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "name", "steps"), REFUSED)
def test_what_cannot_be_kept_is_refused(code: str, name: str, steps: str) -> None:
    with pytest.raises(MlccError) as caught:
        scheduled(name, steps)
    assert caught.value.code == code
