"""A dimension with a name of its own that follows from others."""

from __future__ import annotations

from dataclasses import field

from .expr import Expr, Var
from .node import node


class _Referable:
    """What a table may hold for as long as something else does."""

    __slots__ = ("__weakref__",)


@node
class DerivedDim(_Referable, Var):
    """A dimension whose value is that of an expression of others: see :func:`mlcc.ir.named_dim`, which makes it.

    To what reads it, it is a variable; `roots` are the variables that it follows from in the end.
    """

    value: Expr = field(kw_only=True, repr=False)
    roots: tuple[Var, ...] = field(kw_only=True, repr=False)
