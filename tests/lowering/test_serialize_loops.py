"""Targets without threads have no parallel loops, and their temporaries are in the workspace."""

from __future__ import annotations

from mlcc.ir import For, walk
from mlcc.lowering import lower
from mlcc.lowering.serialize_loops import serialize_loops
from mlcc.script import parse_module
from mlcc.target import Target

PROGRAM = parse_module(
    """@T.prim_func
def f(x: T.Buffer((8, 3000), "float32"), y: T.Buffer((8, 3000), "float32")):
    for i in T.parallel(8):
        with T.block("outer"):
            vi = T.axis.spatial(8, i)
            t = T.alloc_buffer((3000,), "float32")
            for j in range(3000):
                with T.block("t"):
                    vj = T.axis.spatial(3000, j)
                    t[vj] = x[vi, vj] * T.float32(2)
            for j in range(3000):
                with T.block("y"):
                    vj = T.axis.spatial(3000, j)
                    y[vi, vj] = t[vj] + t[2999 - vj]
"""
)["f"]


def kinds(func: object) -> set[str]:
    return {node.kind for node in walk(func.body) if isinstance(node, For)}  # type: ignore[attr-defined]


def test_loops_are_serial_without_threads() -> None:
    host = Target.host()
    assert serialize_loops(PROGRAM, host) is PROGRAM
    assert kinds(serialize_loops(PROGRAM, host.with_runtime("none"))) == {"serial"}


def test_temporaries_move_to_the_workspace() -> None:
    host = Target.host()
    assert lower(PROGRAM, host).attrs.get("workspace_bytes", 0) == 0
    assert lower(PROGRAM, host.with_runtime("minimal")).attrs["workspace_bytes"] == 12032
