"""Inserts run-time checks of symbolic sizes at the beginning of a program."""

from __future__ import annotations

from dataclasses import replace

from mlcc.analysis import preconditions
from mlcc.ir import AssertStmt, Expr, PrimFunc, readable, seq

#: The greatest length of a condition that is quoted in a message.
_READABLE = 80


def require_sizes(lowered: PrimFunc, original: PrimFunc) -> PrimFunc:
    """`lowered` with checks that fail for sizes with which `original`, its source, would access out of bounds."""
    checks = [
        AssertStmt(item.holds, f"the sizes do not fit together: {item.what} {_said(item.holds)}")
        for item in preconditions(original)
    ]
    return replace(lowered, body=seq(*checks, lowered.body)) if checks else lowered


def _said(condition: Expr) -> str:
    text = readable(condition)
    return f"must have `{text}`" if len(text) <= _READABLE else "cannot be so"
