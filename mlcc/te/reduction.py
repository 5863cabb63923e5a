"""Reductions: sum, max, min, prod, and user-defined reducers."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binary,
    Expr,
    ExprLike,
    Var,
    all_of,
    any_of,
    binary,
    const,
    const_like,
    max_value,
    min_value,
)  # fmt: skip

from .reduce_node import Combiner, Reduce, ReduceAxis


def _axes(axis: Any) -> tuple[ReduceAxis, ...]:
    items = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    if not items or not builtins.all(isinstance(a, ReduceAxis) for a in items):
        raise MlccError(
            "T103", "`axis` of a reduction is not a reduction axis",
            help="make one with `te.reduce_axis((0, n), name=\"k\")`",
        )  # fmt: skip
    return items


def comm_reducer(
    fcombine: Callable[..., Any], fidentity: Callable[..., Any], name: str = "reduce"
) -> Callable[..., Any]:
    """A user-defined reducer, of one value or several.

    For one value, ``fcombine(x, y)`` and ``fidentity(dtype)`` give an expression. For several, `fcombine` takes two
    tuples and `fidentity` one dtype per value, both return tuples; the reducer is then called with a tuple of
    expressions and returns a tuple, for a :func:`mlcc.te.compute` of several results.
    """

    def pack(value: Any) -> tuple[Expr, ...]:
        items = value if isinstance(value, (tuple, list)) else (value,)
        return tuple(const_like(v) for v in items)

    def combine(a: tuple[Expr, ...], b: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return pack(fcombine(a[0], b[0]) if len(a) == 1 else fcombine(a, b))

    def identity(dtypes: tuple[str, ...]) -> tuple[Expr, ...]:
        return pack(fidentity(*dtypes))

    combiner = Combiner(name, combine, identity)

    def reducer(expr: Any, axis: Any, where: Expr | None = None, init: Any = None) -> Any:
        sources = pack(expr)
        start = pack(init) if init is not None else ()
        results = tuple(Reduce(combiner, sources, _axes(axis), where, n, start) for n in range(len(sources)))
        return results if isinstance(expr, (tuple, list)) else results[0]

    return reducer


def _binary_reducer(op: str, identity: Callable[[str], Expr]) -> Callable[..., Any]:
    return comm_reducer(lambda x, y: _plain(op, x, y), identity, op)


def _plain(op: str, a: Expr, b: Expr) -> Expr:
    # Not folded: `C + 0` must remain the update of a reduction even where an operand is the identity.
    return Binary(op, a, b) if a.dtype == b.dtype else binary(op, a, b)


_sum = _binary_reducer("add", lambda d: const(0, d))
_prod = _binary_reducer("mul", lambda d: const(1, d))
_max = _binary_reducer("max", min_value)
_min = _binary_reducer("min", max_value)
_any = comm_reducer(lambda x, y: any_of(x, y), lambda d: const(False), "any")
_all = comm_reducer(lambda x, y: all_of(x, y), lambda d: const(True), "all")


def sum(expr: ExprLike, axis: Any, where: Expr | None = None, init: ExprLike | None = None) -> Expr:  # noqa: A001
    """The sum of `expr` over `axis` (one reduction axis or several), in the dtype of `expr`."""
    result: Expr = _sum(expr, axis, where, init)
    return result


def prod(expr: ExprLike, axis: Any, where: Expr | None = None, init: ExprLike | None = None) -> Expr:
    """The product of `expr` over `axis`."""
    result: Expr = _prod(expr, axis, where, init)
    return result


def max(expr: ExprLike, *others: Any, axis: Any = None, where: Expr | None = None, init: Any = None) -> Expr:  # noqa: A001
    """The maximum over `axis`; with further values instead, the elementwise maximum: ``te.max(A[i], 0)``.

    The identity is the lowest finite value of the dtype.
    """
    result: Expr = _extremum("max", _max, expr, others, axis, where, init)
    return result


def min(expr: ExprLike, *others: Any, axis: Any = None, where: Expr | None = None, init: Any = None) -> Expr:  # noqa: A001
    """The minimum over `axis`; with further values instead, the elementwise minimum."""
    result: Expr = _extremum("min", _min, expr, others, axis, where, init)
    return result


def _extremum(
    op: str, reducer: Callable[..., Any], expr: Any, others: tuple[Any, ...], axis: Any, where: Any, init: Any
) -> Any:
    if axis is None and len(others) == 1 and (isinstance(others[0], (ReduceAxis, list, tuple))):
        axis, others = others[0], ()
    if axis is not None:
        return reducer(expr, axis, where, init)
    if not others:
        raise MlccError("T103", f"`te.{op}` of one value needs `axis`")
    return functools.reduce(lambda a, b: binary(op, a, b), others, expr)


def all(*conditions: Any, axis: Any = None) -> Expr:  # noqa: A001
    """Conjunction of conditions; with `axis`, over it."""
    if axis is None:
        return all_of(*conditions)
    result: Expr = _all(conditions[0], axis)
    return result


def any(*conditions: Any, axis: Any = None) -> Expr:  # noqa: A001
    """Disjunction of conditions; with `axis`, over it."""
    if axis is None:
        return any_of(*conditions)
    result: Expr = _any(conditions[0], axis)
    return result


__all__ = ["Combiner", "Reduce", "Var", "all", "any", "comm_reducer", "max", "min", "prod", "sum"]
