"""Results of a block of sums in tile registers are computed in the steps of the next block."""

from __future__ import annotations

import numpy as np
import pytest
from stages import around

from mlcc.ir import Allocate, For, IfThenElse, PrimFunc, as_int, walk
from mlcc.lowering import PASSES
from mlcc.reference import random_inputs, run
from mlcc.script import parse_prim_func
from mlcc.target import Target

TARGET = Target.parse("llvm -mcpu=sapphirerapids -mtriple=x86_64-unknown-linux-gnu")
#: `blocks` blocks of 16 rows by 16 columns: sums over `steps` registers, then what follows on them.
PROGRAM = """
@T.prim_func
def f(X: T.Buffer(({blocks}, {steps}, 16, 64), "uint8"), W: T.Buffer(({steps}, 16, 64), "int8"),
      b: T.Buffer((16,), "int32"), Y: T.Buffer(({blocks}, 16, 16), "int32"), Z: T.Buffer(({blocks}, 16), "int32")):
    T.func_attr({{"tir.noalias": True}})
    for i in range({blocks}):
        A = T.alloc_buffer((1024,), "uint8", scope="amx.tile")
        B = T.alloc_buffer((1024,), "int8", scope="amx.tile")
        C = T.alloc_buffer((256,), "int32", scope="amx.tile")
        S = T.alloc_buffer((16, 16), "int32")
        t = T.decl_buffer((16,), "int32")
        for c in range(16):
            t[c] = b[c] * (i + 1)
        T.evaluate(T.amx_tilezero(C[0]))
        for k in range({steps}):
            T.evaluate(T.amx_tileload(A[0], X[i, k, 0, 0], X[i, k, 1, 0]))
            T.evaluate(T.amx_tileload(B[0], W[k, 0, 0], W[k, 1, 0]))
            T.evaluate(T.amx_tdpbusd(C[0], A[0], B[0]))
        T.evaluate(T.amx_tilestore(S[0, 0], S[1, 0], C[0]))
        {results}
"""
ROWS = """for r, c in T.grid({rows}, 16):
            Y[i, r, c] = S[r, c] + {bias}[c]"""


#: Sums of two registers of columns, stored one after the other.
TWO = """
@T.prim_func
def f(X: T.Buffer(({blocks}, {steps}, 16, 64), "uint8"), W: T.Buffer((2, {steps}, 16, 64), "int8"),
      Y: T.Buffer(({blocks}, 16, 32), "int32")):
    T.func_attr({{"tir.noalias": True}})
    for i in range({blocks}):
        S = T.decl_buffer((2, 16, 16), "int32")
        for j in range(2):
            A = T.alloc_buffer((1024,), "uint8", scope="amx.tile")
            B = T.alloc_buffer((1024,), "int8", scope="amx.tile")
            C = T.alloc_buffer((256,), "int32", scope="amx.tile")
            T.evaluate(T.amx_tilezero(C[0]))
            for k in range({steps}):
                T.evaluate(T.amx_tileload(A[0], X[i, k, 0, 0], X[i, k, 1, 0]))
                T.evaluate(T.amx_tileload(B[0], W[j, k, 0, 0], W[j, k, 1, 0]))
                T.evaluate(T.amx_tdpbusd(C[0], A[0], B[0]))
            T.evaluate(T.amx_tilestore(S[j, 0, 0], S[j, 1, 0], C[0]))
        for r, c in T.grid(16, 32):
            Y[i, r, c] = S[c // 16, r, c % 16] * 3
"""


def overlapped(blocks: int, steps: int, results: str) -> tuple[PrimFunc, bool]:
    """The program after the pass, and whether it changed anything; the interpreter finds that it computes the same."""
    text = PROGRAM if results else TWO
    before, after = around(text.format(blocks=blocks, steps=steps, results=results), "overlap_results", TARGET)
    inputs = random_inputs(before, seed=3)
    for want, got in zip(run(before, inputs), run(after, inputs), strict=True):
        np.testing.assert_array_equal(got, want)
    return after, before.script() != after.script()


def loops(func: PrimFunc, name: str) -> list[For]:
    return [n for n in walk(func.body) if isinstance(n, For) and n.var.name.startswith(name)]


@pytest.mark.parametrize("steps", [3, 21])
# `t` is computed for each block, before its products
@pytest.mark.cover(1)
@pytest.mark.parametrize(("rows", "bias"), [(16, "b"), (13, "t")])
def test_rows_of_results_are_divided_among_the_steps_of_the_next_block(steps: int, rows: int, bias: str) -> None:
    func, changed = overlapped(3, steps, ROWS.format(rows=rows, bias=bias))
    assert changed
    assert any(isinstance(n, IfThenElse) for n in walk(loops(func, "k")[0].body))


def test_more_rows_than_a_step_writes_out_are_a_loop() -> None:
    assert [loop.kind for loop in loops(overlapped(3, 4, ROWS.format(rows=16, bias="b"))[0], "r_n")] == ["unroll"]
    assert [loop.kind for loop in loops(overlapped(3, 2, ROWS.format(rows=16, bias="b"))[0], "r_n")] == ["serial"]


@pytest.mark.parametrize(("blocks", "steps"), [(2, 3), (3, 1)])
def test_registers_stored_between_steps_have_memory_for_two_blocks(blocks: int, steps: int) -> None:
    func, changed = overlapped(blocks, steps, "")
    assert changed
    kept = next(n.buffer for n in walk(func.body) if isinstance(n, Allocate) and n.buffer.name == "S")
    assert [as_int(extent) for extent in kept.shape] == [2, 2, 16, 16]


def test_a_condition_of_the_results_is_that_of_their_own_block() -> None:
    assert overlapped(4, 4, "if i % 2 == 1:\n            " + ROWS.format(rows=16, bias="b").replace("\n", "\n    "))[1]


@pytest.mark.parametrize(
    "results",
    [
        # the next products would read what these results write
        "for r, c in T.grid(16, 16):\n            W[r % {steps}, r, c] = T.cast(S[r, c], 'int8')",
        # two statements: which of them would go where?
        ROWS + "\n        for r in range(16):\n            Z[i, r] = S[r, 0]",
        # the registers belong to the next block by then
        """for n in range(2):
            T.evaluate(T.amx_tilestore(S[0, 0], S[1, 0], C[0]))
            for r, c in T.grid(8, 16):
                Y[i, n * 8 + r, c] = S[n * 8 + r, c]""",
    ],
)
def test_other_results_stay_behind_their_sums(results: str) -> None:
    assert not overlapped(3, 4, results.format(steps=4, rows=16, bias="b"))[1]


@pytest.mark.parametrize(("blocks", "steps"), [(1, 4), (3, 1)])
def test_one_block_has_no_next_one_and_one_step_no_loop(blocks: int, steps: int) -> None:
    assert not overlapped(blocks, steps, ROWS.format(rows=16, bias="b"))[1]


def test_parameters_that_may_be_the_same_memory_keep_their_order() -> None:
    text = PROGRAM.replace('noalias": True', 'noalias": False')
    text = text.format(blocks=3, steps=4, results=ROWS.format(rows=16, bias="b"))
    before, after = around(text, "overlap_results", TARGET)
    assert before.script() == after.script()


def test_machines_without_tile_registers_have_nothing_to_overlap() -> None:
    func = parse_prim_func(PROGRAM.format(blocks=3, steps=4, results=ROWS.format(rows=16, bias="b")))
    step = next(p for p in PASSES if p.name == "overlap_results")
    assert step.run(func, Target.parse("llvm -mcpu=haswell")) is func
