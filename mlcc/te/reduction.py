"""Reductions: sum, max, min, prod, and user-defined reducers."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binary,
    Expr,
    ExprLike,
    Node,
    Var,
    all_of,
    any_of,
    binary,
    const,
    const_like,
    max_value,
    min_value,
    node,
)  # fmt: skip

from .tensor import ReduceAxis


@dataclass(frozen=True, eq=False)
class Combiner:
    """A commutative, associative `combine` of value tuples, and its `identity` per dtype."""

    name: str
    combine: Callable[[tuple[Expr, ...], tuple[Expr, ...]], tuple[Expr, ...]]
    identity: Callable[[tuple[str, ...]], tuple[Expr, ...]]


@node
class Reduce(Expr):
    """Result `value_index` of the reduction of `sources` over `axes` where `condition` holds."""

    combiner: Combiner
    sources: tuple[Expr, ...]
    axes: tuple[ReduceAxis, ...]
    condition: Expr | None
    value_index: int
    init: tuple[Expr, ...]
    dtype: str = field(init=False, default="")
    span: None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("sources", "condition", "init")

    def __post_init__(self) -> None:
        self.dtype = self.sources[self.value_index].dtype  # type: ignore[misc]


def reduce_axes_of(name: str, body: Sequence[Expr]) -> tuple[ReduceAxis, ...]:
    """The reduction axes of a compute body. Raises T103 unless reductions are at the top level and the same."""
    first: Reduce | None = None
    for item in body:
        top = item if isinstance(item, Reduce) else None
        if _holds_reduce(item.sources if top is not None else (item,)):  # type: ignore[attr-defined]
            raise MlccError(
                "T103", f"compute `{name}` uses a reduction inside an expression",
                help="give the reduction a compute of its own and read its result",
            )  # fmt: skip
        if len(body) > 1 and item is not body[0] and (
            (top is None) != (first is None)
            or top is not None and first is not None and top.sources is not first.sources
        ):  # fmt: skip
            raise MlccError("T103", f"the results of compute `{name}` are not of one reduction")
        if first is None:
            first = top
    return first.axes if first is not None else ()


def _holds_reduce(items: Sequence[Node]) -> bool:
    stack = list(items)
    while stack:
        top = stack.pop()
        if isinstance(top, Reduce):
            return True
        for name in top.CHILDREN:
            value = getattr(top, name)
            stack.extend(value if isinstance(value, tuple) else () if value is None else (value,))
    return False


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
