"""Schedules step by step: records of steps, differences of outlines, and the command that prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlcc.ir import IRModule
from mlcc.schedule import parse_script
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.view.nest import nest_lines
from mlcc.view.steps import Recording, difference, hunks, record_steps

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "samples/kernels/mm_relu.tir"


@pytest.fixture(scope="module")
def module() -> IRModule:
    return parse_module(KERNEL.read_text(), str(KERNEL))


@pytest.fixture(scope="module")
def target() -> Target:
    return Target.parse("llvm -mcpu=znver4")


def _record(module: IRModule, target: Target, text: str) -> Recording:
    (recording,) = record_steps(module, parse_script(text, "steps.yaml"), {}, target)
    return recording


def test_outline_of_a_program(module: IRModule) -> None:
    assert [line.indented for line in nest_lines(module.prim_funcs["mm_relu"])] == [
        "for i in 128",
        "  for j in 128",
        "    for k in 128",
        "      Y(vi=i, vj=j, vk+=k):",
        "        init:",
        "          Y[vi, vj] = T.float32(0)",
        "        Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]",
        "for i in 128",
        "  for j in 128",
        "    C(vi=i, vj=j):",
        "      C[vi, vj] = T.max(Y[vi, vj], T.float32(0))",
    ]


def test_each_step_says_what_became_of_it(module: IRModule, target: Target) -> None:
    recording = _record(
        module,
        target,
        "steps:\n"
        "- get_loops: {block: Y, as: [i, j, k]}\n"
        "# a remark\n"
        "- split:\n"
        "    loop: j\n"
        "    factors: [null, 8]\n"
        "    as: [a, b]\n"
        "- if: 1 > 2\n"
        "  unroll: b\n"
        '- foreach: {var: x, in: "${blocks()}", where: "False", do: [{compute_inline: $x}]}\n'
        "- try: {do: [{parallel: k}], else: [{parallel: i}]}\n",
    )
    assert recording.error is None
    assert [(step.line, step.changed) for step in recording.steps] == [
        (2, False), (4, True), (9, False), (10, False), (11, True)
    ]  # fmt: skip
    lookup, split, condition, foreach, attempt = recording.steps
    assert lookup.fate == "a look-up: changes nothing"
    assert split.text == "- split:\n    loop: j\n    factors: [null, 8]\n    as: [a, b]"
    assert split.fate == "applied"
    assert condition.text == "- if: 1 > 2\n  unroll: b"
    assert condition.fate == "`unroll` skipped: `1 > 2` does not hold"
    assert foreach.fate == "`foreach`: nothing satisfies its `in` and `where`"
    assert attempt.fate == "applied: parallel"
    assert attempt.skipped == ["`try`: refused, so `else` is taken: S231, cannot run loop `k` in parallel"]
    assert "for i in 128 parallel" in [line.text for line in recording.steps[-1].after]
    # The recording ends with the program that the schedule gives.
    assert [line.text for line in nest_lines(recording.module.prim_funcs["mm_relu"])] == [
        line.text for line in recording.steps[-1].after
    ]


def test_a_refused_step_is_the_last(module: IRModule, target: Target) -> None:
    recording = _record(
        module, target, "steps:\n- get_loops: {block: Y, as: [i, j, k]}\n- parallel: k\n- parallel: i\n"
    )
    assert recording.error is not None
    assert recording.error.code == "S231"
    assert [step.line for step in recording.steps] == [2, 3]
    assert not recording.steps[-1].changed
    assert recording.steps[-1].fate == "refused: S231, cannot run loop `k` in parallel"


def test_a_difference_ignores_depth(module: IRModule, target: Target) -> None:
    recording = _record(
        module, target, "steps:\n- get_loops: {block: Y, as: [i, j, k]}\n- split: {loop: i, factors: [null, 8]}\n"
    )
    split = recording.steps[1]
    changed = difference(split.before, split.after)
    assert [item.line.text for item in changed if item.sign == "-"] == ["for i in 128", "Y(vi=i, vj=j, vk+=k):"]
    assert [item.line.text for item in changed if item.sign == "+"] == [
        "for i_0 in 16", "for i_1 in 8", "Y(vi=i_0 * 8 + i_1, vj=j, vk+=k):"
    ]  # fmt: skip
    equal = next(item for item in changed if item.line.text == "for k in 128")
    assert (equal.sign, equal.line.depth) == (" ", 3)
    shown = hunks(changed, context=0)
    assert None in shown
    assert [item.line.text for item in shown if item is not None and item.sign == " "] == [
        "for j in 128", "for k in 128"  # the loops around the changed block
    ]  # fmt: skip


def test_command(mlcc, tmp_path: Path) -> None:
    schedule = ROOT / "samples/schedules/tile.yaml"
    ran = mlcc("explain-schedule", str(KERNEL), "-s", str(schedule), "--target", "llvm -mcpu=znver4")
    assert ran.code == 0, ran.err
    assert "step 4, line 10:  - reorder: [j0, k, j1]" in ran.out
    assert "    +     for k in 128                            2.5 KiB, L1\n" in ran.out
    small = mlcc("explain-schedule", str(KERNEL), "-s", str(schedule), "--target", "llvm -mcpu=cortex-m4")
    assert "    +     for k in 128                            2.5 KiB in 4.5 KiB of lines, L2\n" in small.out
    assert "for j_0 in 32                             66 KiB, memory" in small.out
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("steps:\n- get_loops: {block: Y, as: [i, j, k]}\n- parallel: {loop: k}\n")
    ran = mlcc("explain-schedule", str(KERNEL), "-s", str(wrong))
    assert ran.code == 1
    assert "refused: S231" in ran.out
    assert ran.err.startswith("error[S231]")
    assert mlcc("explain-schedule", str(KERNEL), "-s", str(schedule), "-p", "jfactors=2").err.startswith("error[D126]")


def test_schedules_that_match_several_programs(mlcc, tmp_path: Path) -> None:
    """A file with `match` is explained for each program that it matches."""
    schedule = tmp_path / "all.yaml"
    schedule.write_text(
        "match: {blocks: {Y: {kind: elementwise}}}\nsteps:\n- get_loops: {block: Y, as: [i, '*rest']}\n- parallel: i\n"
    )
    ran = mlcc("explain-schedule", str(ROOT / "samples/kernels/two_functions.tir"), "-s", str(schedule))
    assert ran.code == 0, ran.err
    assert "relu, by" in ran.out
    assert "mm, by" not in ran.out


def test_the_code_of_the_innermost_loops_is_told(mlcc, tmp_path: Path) -> None:
    """With the step that made the loop: a stride that spoils its vectors leads to a line of the schedule."""
    kernel, schedule = tmp_path / "copy.tir", tmp_path / "split.yaml"
    kernel.write_text(COLUMNS, encoding="utf-8")
    steps = ["get_block: {name: B, as: b}", "get_loops: {block: b, as: [j, i]}"]
    steps.append("split: {loop: i, factors: [null, 4, 4], as: [i0, i1, i2]}")
    schedule.write_text("steps:\n" + "".join(f"- {step}\n" for step in steps), encoding="utf-8")
    ran = mlcc("explain-schedule", str(kernel), "-s", str(schedule), "--target", "llvm -mcpu=cortex-a72")
    assert ran.code == 0, ran.err
    (said,) = [line for line in ran.out.splitlines() if ": no vector code: " in line]
    assert said.strip().startswith("for i_2 in 4: ")
    assert "the stride of B is 197 elements" in said
    assert said.endswith(f"({schedule}:4)")


COLUMNS = """
@T.prim_func
def f(A: T.Buffer((64, 197), "float32"), B: T.Buffer((64, 197), "float32")):
    for j, i in T.grid(197, 64):
        with T.block("B"):
            vj, vi = T.axis.remap("SS", [j, i])
            B[vi, vj] = A[vi, vj] + T.float32(1)
"""
