"""Inserts run-time checks of symbolic sizes at the beginning of a program."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from mlcc.analysis import preconditions
from mlcc.ir import (
    AssertStmt,
    Buffer,
    BufferLoad,
    BufferStore,
    Expr,
    PrimFunc,
    Var,
    readable,
    seq,
    substitute,
    walk,
)

#: The greatest length of a condition that is quoted in a message.
_READABLE = 80


def require_sizes(lowered: PrimFunc, original: PrimFunc) -> PrimFunc:
    """`lowered` with checks that fail for sizes with which `original`, its source, would access out of bounds.

    A program that was printed and parsed in between, as for debuggers, has variables and buffers of its own.
    """
    written = {node.buffer for node in walk(original.body) if isinstance(node, BufferStore)}
    values, buffers = _renamed(original, lowered)
    checks = [
        AssertStmt(
            substitute(item.holds, values, buffers), f"the sizes do not fit together: {item.what} {_said(item.holds)}"
        )
        for item in preconditions(original)
        if not _reads(item.holds, written)
    ]
    return replace(lowered, body=seq(*checks, lowered.body)) if checks else lowered


def _renamed(original: PrimFunc, other: PrimFunc) -> tuple[dict[Var, Expr], dict[Buffer, Buffer]]:
    """What parameters and the variables of their shapes are called in the same program with other ones."""
    values: dict[Var, Expr] = {}
    buffers: dict[Buffer, Buffer] = {}
    for own, new in zip(original.params, other.params, strict=True):
        if own in original.buffer_map:
            old, buffer = original.buffer_map[own], other.buffer_map[new]
            if old is buffer:
                continue
            buffers[old] = buffer
            for dim, renamed in zip(old.shape, buffer.shape, strict=True):
                nodes = zip(walk(dim), walk(renamed), strict=False)
                values.update((a, b) for a, b in nodes if isinstance(a, Var) and isinstance(b, Expr))
        elif own is not new:
            values[own] = new
    return values, buffers


def _reads(condition: Expr, written: Container[Buffer]) -> bool:
    """Whether a condition is on what the program computes itself: there is nothing to check when it begins."""
    return any(isinstance(node, BufferLoad) and node.buffer in written for node in walk(condition))


def _said(condition: Expr) -> str:
    text = readable(condition)
    return f"must have `{text}`" if len(text) <= _READABLE else "cannot be so"
