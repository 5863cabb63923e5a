"""Checks at the beginning of a program for sizes that do not fit together."""

from __future__ import annotations

from dataclasses import replace

from mlcc.analysis import preconditions
from mlcc.ir import AssertStmt, Expr, PrimFunc, readable, seq

#: Longer conditions are left out of messages.
_READABLE = 80


def require_sizes(lowered: PrimFunc, original: PrimFunc) -> PrimFunc:
    """`lowered`, which fails for sizes with which `original`, from which it was made, leaves its buffers."""
    checks = [
        AssertStmt(item.holds, f"the sizes do not fit together: {item.what} {_said(item.holds)}")
        for item in preconditions(original)
    ]
    return replace(lowered, body=seq(*checks, lowered.body)) if checks else lowered


def _said(condition: Expr) -> str:
    text = readable(condition)
    return f"must have `{text}`" if len(text) <= _READABLE else "cannot be so"
