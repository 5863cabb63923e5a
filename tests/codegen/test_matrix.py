"""Matrix instructions on vectors: their meaning, the same from machine code, which are taken, what is refused."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from jit import Kernel

from mlcc.codegen.llvm import compile_ir, emit_module
from mlcc.diagnostics import MlccError
from mlcc.ir import PrimFunc, first_difference, script, verify
from mlcc.lowering import lower
from mlcc.reference import run
from mlcc.script import parse_prim_func
from mlcc.target import Target

ARM = "llvm -mtriple=aarch64-unknown-linux-gnu -mcpu="
#: The call, the types of the operands and of the sums, and the elements of a row of an operand.
CALLS = [
    ("neon_smmla", "int8", "int8", "int32", 8),
    ("neon_ummla", "uint8", "uint8", "int32", 8),
    ("neon_usmmla", "uint8", "int8", "int32", 8),
    ("neon_bfmmla", "bfloat16", "bfloat16", "float32", 4),
]
#: Rows that are adjacent and rows that are not, of each operand.
PROGRAM = """
@T.prim_func
def main(X: T.Buffer((5, {wide}), "{left}"), W: T.Buffer((3, 2, {depth}), "{right}"), Y: T.Buffer((4, 5), "{out}")):
    C = T.alloc_buffer((2, 2, 2), "{out}", scope="local")
    for p, i, j in T.grid(2, 2, 2):
        C[p, i, j] = Y[i, p * 2 + j]
    for p in T.unroll(2):
        T.{call}(C[p, 0, 0], C[p, 1, 0], X[0, 3], X[2, 3], W[p, 0, 0], W[p, 1, 0])
    for p, i, j in T.grid(2, 2, 2):
        Y[i, p * 2 + j] = C[p, i, j]
    T.{call}(Y[2, 1], Y[3, 1], X[3, 1], X[4, 1], W[2, 0, 0], W[2, 1, 0])
"""


def random(rng: np.random.Generator, shape: tuple[int, ...], dtype: str) -> Any:
    if dtype == "bfloat16":
        return rng.integers(-9, 9, shape).astype(ml_dtypes.bfloat16)  # sums are exact
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max + 1, shape).astype(dtype)


def program(call: str, left: str, right: str, out: str, depth: int) -> PrimFunc:
    func = parse_prim_func(PROGRAM.format(call=call, left=left, right=right, out=out, depth=depth, wide=depth + 4))
    verify(func)
    return func


def expected(x: Any, w: Any, y: Any, depth: int) -> Any:
    left, right, result = x.astype(np.float64), w.astype(np.float64), y.astype(np.float64)
    for p in range(2):
        result[0:2, 2 * p : 2 * p + 2] += left[[0, 2], 3 : 3 + depth] @ right[p].T
    result[2:4, 1:3] += left[3:5, 1 : 1 + depth] @ right[2].T
    return result.astype(y.dtype)


@pytest.mark.parametrize(("call", "left", "right", "out", "depth"), CALLS)
def test_they_do_what_they_mean(call: str, left: str, right: str, out: str, depth: int) -> None:
    """By the interpreter and by loops, which every machine has."""
    rng = np.random.default_rng(3)
    func = program(call, left, right, out, depth)
    assert first_difference(func, parse_prim_func(script(func))) is None
    x, w = random(rng, (5, depth + 4), left), random(rng, (3, 2, depth), right)
    y = rng.integers(-99, 99, (4, 5)).astype(out)
    want = expected(x, w, y, depth)
    np.testing.assert_array_equal(run(func, [x, w, y])[0], want)
    assert Kernel(func)(x, w, y) == 0
    np.testing.assert_array_equal(y, want)


@pytest.mark.parametrize(("call", "left", "right", "out", "depth"), CALLS)
def test_instruction(call: str, left: str, right: str, out: str, depth: int) -> None:
    for cpu, has in (("neoverse-v1", True), ("neoverse-n2", True), ("cortex-a710", True), ("neoverse-n1", False)):
        target = Target.parse(ARM + cpu)
        lowered = lower(program(call, left, right, out, depth), target)
        text = compile_ir(emit_module({"kernel": lowered}, target, linkage="external"), target, "s").decode()
        assert text.count(f"\t{call.removeprefix('neon_')}\t") == (3 if has else 0), cpu


@pytest.mark.parametrize(
    "wrong",
    [
        "T.neon_smmla(C[0, 0], C[1, 0], A[0, 0], C[1, 0], A[0, 0], A[1, 0])",
        "T.neon_smmla(C[0, 0], C[1, 0], A[0, 0], A[1, 0], A[0, 0], 1)",
        "T.neon_bfmmla(C[0, 0], C[1, 0], A[0, 0], A[1, 0], A[0, 0], A[1, 0])",
    ],
)
def test_operands_that_do_not_fit_are_refused(wrong: str) -> None:
    text = f'@T.prim_func\ndef main(A: T.Buffer((2, 8), "int8"), C: T.Buffer((2, 2), "int32")):\n    {wrong}\n'
    with pytest.raises(MlccError) as caught:
        Kernel(parse_prim_func(text))
    assert caught.value.code == "G207"
