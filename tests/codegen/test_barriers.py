"""Where barriers stand in kernels: exactly between accesses of shared memory by different threads."""

from __future__ import annotations

import pytest

from mlcc.codegen.barriers import BARRIER, with_barriers
from mlcc.diagnostics import MlccError
from mlcc.ir import Call, Evaluate, For, IfThenElse, Stmt, const, walk
from mlcc.lowering import lower
from mlcc.script import parse_module
from mlcc.target import Target

HEAD = """
@T.prim_func
def main(X: T.Buffer((4096,), "float32"), Y: T.Buffer((4096,), "float32")):
    S = T.alloc_buffer((1024,), scope="shared")
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(64, thread="threadIdx.x"):
"""
EXTENTS = {"blockIdx.x": const(4, "int64"), "threadIdx.x": const(64, "int64")}

#: What the threads do, and the number of barriers that it takes.
BODIES = {
    "what a thread wrote itself": (0, "S[t] = X[b * 64 + t]\nY[b * 64 + t] = S[t]"),
    "what another wrote": (1, "S[t] = X[b * 64 + t]\nY[b * 64 + t] = S[63 - t]"),
    "copies in rounds, then reads": (
        1, "for r in range(4):\n    S[r * 64 + t] = X[b * 256 + r * 64 + t]\n"
        "for k in range(4):\n    Y[b * 64 + t] = S[t * 4 + k]",
    ),
    "rounds that overwrite what others read": (
        2, "for r in range(4):\n    S[t] = X[b * 256 + r * 64 + t]\n    Y[b * 256 + r * 64 + t] = S[63 - t]",
    ),
    "elements in rows of nine": (
        1, "for r in range(9):\n    S[(r * 64 + t) % 9 * 68 + (r * 64 + t) // 9] = X[r * 64 + t]\n"
        "Y[b * 64 + t] = S[t * 9]",
    ),
    "rounds that share elements": (1, "for r in range(4):\n    S[r * 32 + t] = X[b * 256 + r * 64 + t]"),
    "parts that lie apart": (
        1, "S[t] = X[b * 64 + t]\nS[t + 64] = X[b * 64 + t]\nfor k in range(2):\n    Y[b * 64 + t] = S[t * 2 + k]",
    ),
    "sums of a thread in its element": (
        1, "S[t] = T.float32(0)\nfor k in range(4):\n    S[t] = S[t] + X[k * 64 + t]\nY[b * 64 + t] = S[0]",
    ),
    "a block's part of the index": (1, "S[b * 64 + t] = X[t]\nY[b * 64 + t] = S[b * 64 + 63 - t]"),
    "sums of one thread": (
        2, "S[t] = X[t]\nfor u in T.thread_binding(1, thread=\"threadIdx.x\"):\n    S[64] = T.float32(0)\n"
        "    for k in range(64):\n        S[64] = S[64] + S[k]\nY[b * 64 + t] = S[64]",
    ),
    "a condition on others' elements": (1, "S[t] = X[t]\nif S[0] > T.float32(0):\n    Y[b * 64 + t] = X[t]"),
}  # fmt: skip


def kernel(body: str) -> Stmt:
    text = HEAD + "".join(f"            {line}\n" for line in body.splitlines())
    return lower(parse_module(text)["main"], Target.host()).body


def barriers(stmt: Stmt) -> int:
    return sum(isinstance(n, Evaluate) and isinstance(n.value, Call) and n.value.op == BARRIER for n in walk(stmt))


@pytest.mark.parametrize("name", BODIES)
def test_threads_wait_where_they_meet(name: str) -> None:
    wanted, body = BODIES[name]
    assert barriers(with_barriers(kernel(body), EXTENTS)) == wanted


def test_a_barrier_stands_in_the_loop_whose_rounds_meet() -> None:
    placed = with_barriers(kernel(BODIES["rounds that overwrite what others read"][1]), EXTENTS)
    loops = [n for n in walk(placed) if isinstance(n, For) and n.thread is None]
    assert [barriers(loop) for loop in loops] == [2]


def test_no_barrier_where_only_some_threads_are() -> None:
    body = "if t < 32:\n    S[t] = X[t]\n    Y[b * 64 + t] = S[31 - t]"
    with pytest.raises(MlccError, match="G109"):
        with_barriers(kernel(body), EXTENTS)
    # but before and after such a statement
    placed = with_barriers(kernel("if t < 32:\n    S[t] = X[t]\nY[b * 64 + t] = S[31 - t // 2]"), EXTENTS)
    assert barriers(placed) == 1
    assert not any(barriers(n) for n in walk(placed) if isinstance(n, IfThenElse))


def test_other_extents_of_a_launch_leave_some_threads_out() -> None:
    body = "S[t] = X[t]\nY[b * 64 + t] = S[63 - t]"
    with pytest.raises(MlccError, match="G109"):
        with_barriers(kernel(body), {**EXTENTS, "threadIdx.x": const(128, "int64")})


def test_barriers_around_stores() -> None:
    body = "S[t] = X[t]\nY[b * 64 + t] = S[t]"
    assert barriers(with_barriers(kernel(body), EXTENTS, around=True)) == 2
