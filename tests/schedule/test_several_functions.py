"""One schedule file over several functions of a module: blocks and loops know which function they are of."""

import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import structural_equal
from mlcc.schedule import apply_script
from mlcc.script import parse_module

MODULE = """
@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,)), B: T.Buffer((128,))):
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] + T.float32(1)

    @T.prim_func
    def other(A: T.Buffer((64,)), D: T.Buffer((64,))):
        B = T.alloc_buffer((64,))
        for j in range(64):
            with T.block("B"):
                vj = T.axis.spatial(64, j)
                B[vj] = A[vj] + T.float32(1)
        for j in range(64):
            with T.block("D"):
                vj = T.axis.spatial(64, j)
                D[vj] = B[vj] * T.float32(2)
"""
FOUND = "steps:\n- get_block: {name: B, func_name: other, as: b}\n- get_block: {name: D, func_name: other, as: d}\n"
STEPS = [
    "- split: {loop: [$b, j], factors: [null, 8]}",  # by name
    "- vectorize: {loop: [b, 0]}",  # by number
    "- vectorize: {loop: {block: b, loop: j}}",
    "- let: {l: loops(b)}\n- parallel: {loop: '${l[0]}'}",  # by a query
    "- split: {loop: [b, j], factors: [null, '${extent(b, j) // 4}']}",
    "- reverse_compute_at: {block: d, loop: [b, j]}",
    "- compute_at: {block: b, loop: j}",  # a loop of its consumers
    "- foreach: {var: x, in: loops(d), do: [{unroll: {loop: $x}}]}",
    "- unroll: {loop: [b, j]}\n- unroll: {loop: [B, i]}",  # both functions
]


@pytest.mark.parametrize("steps", STEPS)
def test_a_step_on_another_function(steps: str) -> None:
    module = parse_module(MODULE)
    changed, trace = apply_script(module, FOUND + steps + "\n")
    assert not structural_equal(changed["other"], module["other"])
    assert structural_equal(changed["main"], module["main"]) == ("[B, i]" not in steps)
    again, _ = apply_script(module, trace.to_yaml())
    assert structural_equal(again, changed)


def test_names_are_of_the_function_worked_on() -> None:
    with pytest.raises(MlccError, match="S201"):
        apply_script(parse_module(MODULE), "steps:\n- unroll: {loop: [D, j]}\n")


def test_a_loop_of_another_function_is_no_place_for_a_block() -> None:
    text = FOUND + "- compute_at: {block: b, loop: [B, i]}\n"
    with pytest.raises(MlccError) as caught:
        apply_script(parse_module(MODULE), text)
    assert caught.value.code == "S205"
    assert "`i` is not a loop of `other`" in str(caught.value.diagnostic.notes)
