"""Registers of a parallel loop's body belong to one thread."""

from __future__ import annotations

from mlcc.ir import Allocate, For, walk
from mlcc.lowering import lower
from mlcc.script import parse_prim_func

PROGRAM = """
@T.prim_func
def sums(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8,), "float32")):
    with T.block("sums"):
        T.reads(A[0:8, 0:16])
        T.writes(B[0:8])
        acc = T.alloc_buffer((1,), scope="local")
        for i in T.parallel(8):
            acc[0] = T.float32(0)
            for k in range(16):
                acc[0] = acc[0] + A[i, k]
            B[i] = acc[0]
"""


def test_a_local_buffer_of_a_parallel_loop_is_declared_in_its_body() -> None:
    lowered = lower(parse_prim_func(PROGRAM), "llvm")
    loop = next(n for n in walk(lowered.body) if isinstance(n, For) and n.kind == "parallel")
    inside = [n.buffer.name for n in walk(loop.body) if isinstance(n, Allocate)]
    everywhere = [n.buffer.name for n in walk(lowered.body) if isinstance(n, Allocate)]
    assert inside == everywhere == ["acc"]
