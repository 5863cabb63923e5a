"""What may be evaluated where the program would not: on a side that is not taken, or in lanes that are not active."""

from __future__ import annotations

from collections.abc import Iterator

from mlcc.analysis import same
from mlcc.ir import Binary, BufferLoad, Call, Expr, Let, children, free_vars, walk_once


def needs_branch(expr: Expr, before: Expr | None = None) -> bool:
    """True when speculative evaluation of an expression may fault or be slow: for calls, and for loads, except such
    as the evaluation of `before` has made: those of ``x[i] != x[i]`` after ``x[i] == y``."""
    made = [] if before is None else _lasting(before, expr)
    return any(
        isinstance(n, Call) or (isinstance(n, BufferLoad) and not any(same(n, one) for one in made))
        for n in walk_once(expr)
    )


def _lasting(before: Expr, expr: Expr) -> list[BufferLoad]:
    """The loads that `before` makes and that read the same element in `expr`: a name may have another value there."""
    named = {n.var for part in (before, expr) for n in walk_once(part) if isinstance(n, Let)}
    return [load for load in _made(before) if not named.intersection(free_vars(load))]


def _made(expr: Expr) -> Iterator[BufferLoad]:
    """The loads that each evaluation of an expression makes: not those of sides that may not be evaluated."""
    if isinstance(expr, BufferLoad):
        yield expr
    lazy = (isinstance(expr, Binary) and expr.op in ("and", "or")) or isinstance(expr, Call)
    operands = [child for child in children(expr) if isinstance(child, Expr)]
    for operand in operands[:1] if lazy else operands:
        yield from _made(operand)
