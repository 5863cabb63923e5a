"""fuse_reduction_epilogue: what follows a sum is its initial value, or bounds each step."""

from __future__ import annotations

import numpy as np
import pytest
from bodies import GEMM, MM, TWO
from tried import applied, only, program, refused, text_after

import mlcc
from mlcc.ir import script
from mlcc.reference import random_inputs, run
from mlcc.schedule import Schedule

EPILOGUE = "- fuse_reduction_epilogue: {reduction_block: Y, epilogue_block: C}"
GEMM_AND_LATER = """
Y = T.alloc_buffer((7, 6))
S = T.alloc_buffer((6,))
for i, j, k in T.grid(7, 6, 5):
    with T.block("Y"):
        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
        with T.init():
            Y[vi, vj] = T.float32(0)
        Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
for j in range(6):
    with T.block("S"):
        vj = T.axis.spatial(6, j)
        S[vj] = C[vj] * T.float32(2)
for i, j in T.grid(7, 6):
    with T.block("D"):
        vi, vj = T.axis.remap("SS", [i, j])
        D[vi, vj] = Y[vi, vj] + S[vj]
"""
GEMM_IN_PLACE = """
Y = T.alloc_buffer((7,))
for i, k in T.grid(7, 5):
    with T.block("Y"):
        vi, vk = T.axis.remap("SR", [i, k])
        with T.init():
            Y[vi] = T.float32(0)
        Y[vi] = Y[vi] + A[vi, vk]
for i in range(7):
    with T.block("D"):
        vi = T.axis.spatial(7, i)
        D[vi] = Y[vi] + C[vi]
for i in range(7):
    with T.block("E"):
        vi = T.axis.spatial(7, i)
        C[vi] = C[vi] * T.float32(2)
"""
GEMM_TWICE = """
Y = T.alloc_buffer((7,))
for i, k in T.grid(7, 5):
    with T.block("Y"):
        vi, vk = T.axis.remap("SR", [i, k])
        with T.init():
            Y[vi] = T.float32(0)
        Y[vi] = Y[vi] + A[vi, vk]
for i in range(7):
    with T.block("D"):
        vi = T.axis.spatial(7, i)
        D[vi] = Y[vi] + C[vi]
for i in range(7):
    with T.block("E"):
        vi = T.axis.spatial(7, i)
        E[vi] = Y[vi]
"""
SUM_OF_THE_LAST = """
Y = T.alloc_buffer((7,))
for t in range(3):
    for i, k in T.grid(7, 5):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                Y[vi] = T.float32(0)
            Y[vi] = Y[vi] + A[vi, vk]
    for i in range(7):
        with T.block("D"):
            vi = T.axis.spatial(7, i)
            D[vi] = Y[vi] + C[vi]
"""
REFUSED = [
    *(
        (code, MM.replace(*change), EPILOGUE)
        for code, change in (
            ("S298", ("T.max(Y[vi, vj], T.float32(0))", "Y[vi, vj] * A[vi, vj] + T.float32(1)")),
            ("S298", ("T.max(Y[vi, vj], T.float32(0))", "T.max(Y[vi, vj], T.float32(0)) + T.float32(1)")),
            ("S298", ("T.max(Y[vi, vj], T.float32(0))", "Y[15 - vi, vj] + T.float32(1)")),
            ("S298", ("T.max(Y[vi, vj], T.float32(0))", "Y[vi, vj] + Y[vi, vj]")),
            ("S298", ("C[vi, vj] =", "C[vj, vi] =")),
            ("S298", ("for i, j in T.grid(16, 8)", "for i, j in T.grid(15, 8)")),
            ("S273", ("T.float32(0)\n        Y", "T.float32(1)\n        Y")),
        )
    ),
    ("S271", TWO, "- fuse_reduction_epilogue: {reduction_block: B, epilogue_block: C}"),
    ("S241", MM, "- fuse_reduction_epilogue: {reduction_block: Y, epilogue_block: Y}"),
    ("S262", GEMM_AND_LATER, EPILOGUE.replace("block: C", "block: D")),
    ("S240", GEMM_IN_PLACE, EPILOGUE.replace("block: C", "block: D")),
    ("S243", MM.replace("Y = T.alloc_buffer((16, 8))\n", ""), EPILOGUE),
    ("S256", GEMM_TWICE, EPILOGUE.replace("block: C", "block: D")),
    ("S228", SUM_OF_THE_LAST, EPILOGUE.replace("block: C", "block: D")),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


EPILOGUES = {
    "terms": "C[vj] + (Y[vi, vj] + A[vi, 0])",
    "nothing": "Y[vi, vj]",
    "a constant": "Y[vi, vj] + T.float32(3)",
    "on the right": "T.float32(3) + Y[vi, vj]",
}


@pytest.mark.parametrize("name", EPILOGUES)
def test_terms_are_the_initial_value(name: str) -> None:
    body = GEMM.replace("C[vj] + (Y[vi, vj] + A[vi, 0])", EPILOGUES[name])
    func = applied(body, EPILOGUE.replace("epilogue_block: C", "epilogue_block: D"))
    assert len(Schedule(func).state().tree.blocks) == 2  # the root and one more
    assert "Y[" not in script(func)


def test_what_both_blocks_read_is_declared_for_both() -> None:
    """The epilogue reads a column of `A`, of which the sum reads every element."""
    assert "T.reads(C[vj], A[vi, 0:vk + 1]," in text_after(GEMM, EPILOGUE.replace(": C", ": D"))


def test_bounds_hold_after_every_step() -> None:
    """A running maximum is another function than the maximum of the sum: the manual says so."""
    body = GEMM.replace("C[vj] + (Y[vi, vj] + A[vi, 0])", "T.max(Y[vi, vj] + C[vj], T.float32(0))")
    before = only(program(body))
    sch = Schedule(before)
    sch.fuse_reduction_epilogue("Y", "D")
    a, b, c = inputs = random_inputs(before, seed=3)
    want = np.maximum(np.broadcast_to(c, (7, 6)), 0)
    for k in range(5):
        want = np.maximum(want + np.outer(a[:, k], b[k]), 0)
    np.testing.assert_allclose(run(sch.func, inputs)[0], want, rtol=1e-5)
    got = np.empty((7, 6), np.float32)
    mlcc.build(sch.mod)["main"](*inputs, got)
    np.testing.assert_allclose(got, want, rtol=1e-5)
