"""Whether somebody has scheduled a tensor program: such a program is compiled as it is.

A program that no schedule has touched states a computation: serial loops without annotations, blocks whose axes are
those loops, temporaries in memory. How it runs is then the compiler's choice.
"""

from __future__ import annotations

from dataclasses import replace

from mlcc.ir import SCHEDULED, Block, BlockRealize, For, IntImm, PrimFunc, Var, walk


def is_scheduled(func: PrimFunc) -> bool:
    """Whether a program went through a `Schedule`, says that it did, or has the traces of a schedule in its text.

    Examples of traces: a parallel loop, an axis bound to ``i_0 * 4 + i_1``, a temporary in the scope ``local``.
    """
    if func.scheduled or func.attrs.get(SCHEDULED):
        return True
    return any(_is_trace(node) for node in walk(func.body))


def is_without_trace(func: PrimFunc) -> bool:
    """Whether a program was scheduled, and only the object knows it: its text would be one that nobody scheduled."""
    return func.scheduled and not is_scheduled(replace(func, scheduled=False))


def _is_trace(node: object) -> bool:
    match node:
        case For():
            return node.kind != "serial" or bool(node.annotations)
        case BlockRealize():
            return any(not isinstance(value, Var | IntImm) for value in node.values)
        case Block():
            return any(buffer.scope not in ("", "global") for buffer in node.allocs)
    return False
