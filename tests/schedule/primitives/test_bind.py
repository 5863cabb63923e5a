"""bind: loops as threads of a GPU, each thread name once in a nest, or where no block uses both."""

from __future__ import annotations

import pytest
from bodies import GEMM, LAST_WRITER, MM, ONE, SUM
from sketches import sketch
from tried import refused, text_after

from mlcc.schedule import Schedule

REFUSED = [
    ("S231", MM, "- bind: {loop: [Y, k], thread: blockIdx.x}"),
    ("S232", ONE, "- bind: {loop: [B, i], thread_axis: thread.x}"),
    ("S234", MM, "- bind: {loop: [C, i], thread_axis: threadIdx.x}\n- bind: {loop: [C, j], thread: threadIdx.x}"),
    ("S230", LAST_WRITER, "- bind: {loop: [D, i], thread: threadIdx.x}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("axis", ["blockIdx.x", "threadIdx.z", "vthread", "vthread.y"])
def test_kinds_of_threads(axis: str) -> None:
    text = text_after(GEMM, f"- bind: {{loop: [D, j], thread_axis: {axis}}}", compiled=False)
    assert f'T.thread_binding(6, thread="{axis}")' in text


def test_reductions_across_threads_of_a_group() -> None:
    """Threads of one group may share an accumulator that is initialised before, groups may not."""
    first = "- decompose_reduction: {block: Y, loop: k}\n"
    text = text_after(SUM, first + "- bind: {loop: [Y_update, k], thread: threadIdx.x}", compiled=False)
    assert 'k in T.thread_binding(32, thread="threadIdx.x")' in text
    refused("S230", SUM, "- bind: {loop: [Y, k], thread: threadIdx.x}")
    refused("S231", SUM, first + "- bind: {loop: [Y_update, k], thread: blockIdx.x}")


@pytest.mark.parametrize("argument", ["thread", "thread_axis"])
def test_threads_fetch_together(argument: str) -> None:
    """A copy below a loop of threads may be made by the same threads, if they are as many."""
    steps = f"""
- split: {{loop: [Y, i], factors: [null, 6], as: [i0, i1]}}
- bind: {{loop: $i1, {argument}: threadIdx.x}}
- cache_read: {{block: Y, read_buffer_index: 1, storage_scope: shared, as: copy}}
- compute_at: {{block: $copy, loop: $i1}}
- fuse: {{loops: [[$copy, ax0], [$copy, ax1]], as: all}}
"""
    bind = f"- bind: {{loop: $LOOP, {argument}: threadIdx.x}}"
    refused("S234", GEMM, steps + bind.replace("LOOP", "all"))  # 30 elements are copied by 6 threads
    split = "- split: {loop: $all, factors: [null, 6], as: [a0, a1]}\n"
    text = text_after(GEMM, steps + split + bind.replace("LOOP", "a1"), compiled=False)
    assert text.count('thread="threadIdx.x"') == 2


def test_arguments_have_the_names_of_tvm() -> None:
    sch = Schedule(sketch(GEMM))
    sch.bind(sch.get_loops("D")[0], thread_axis="blockIdx.x")
    sch.bind(loop=sch.get_loops("D")[1], thread="threadIdx.x")
    assert [loop.thread for loop in map(sch.get, sch.get_loops("D"))] == ["blockIdx.x", "threadIdx.x"]
