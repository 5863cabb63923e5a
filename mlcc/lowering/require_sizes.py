"""Inserts run-time checks of symbolic sizes at the beginning of a program."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from mlcc.analysis import preconditions
from mlcc.ir import AssertStmt, Buffer, BufferLoad, BufferStore, Expr, PrimFunc, readable, seq, walk

#: The greatest length of a condition that is quoted in a message.
_READABLE = 80


def require_sizes(lowered: PrimFunc, original: PrimFunc) -> PrimFunc:
    """`lowered` with checks that fail for sizes with which `original`, its source, would access out of bounds."""
    written = {node.buffer for node in walk(original.body) if isinstance(node, BufferStore)}
    checks = [
        AssertStmt(item.holds, f"the sizes do not fit together: {item.what} {_said(item.holds)}")
        for item in preconditions(original)
        if not _reads(item.holds, written)
    ]
    return replace(lowered, body=seq(*checks, lowered.body)) if checks else lowered


def _reads(condition: Expr, written: Container[Buffer]) -> bool:
    """Whether a condition is on what the program computes itself: there is nothing to check when it begins."""
    return any(isinstance(node, BufferLoad) and node.buffer in written for node in walk(condition))


def _said(condition: Expr) -> str:
    text = readable(condition)
    return f"must have `{text}`" if len(text) <= _READABLE else "cannot be so"
