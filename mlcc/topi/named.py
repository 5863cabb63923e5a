"""A value that an expression uses more than once."""

from __future__ import annotations

from collections.abc import Callable

from mlcc.ir import Expr, Let, Var


def named(value: Expr, body: Callable[[Expr], Expr]) -> Expr:
    """``body(value)``, with the value computed once."""
    var = Var("t", value.dtype)
    return Let(var, value, body(var))
