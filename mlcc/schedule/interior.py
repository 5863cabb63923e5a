"""The interior of a padded copy: ``P[v] = if_then_else(1 <= v and v < n + 1, A[v - 1], 0)`` copies from 1 to n + 1."""

from __future__ import annotations

from collections.abc import Callable

from mlcc.analysis import conjuncts
from mlcc.ir import Binary, Block, BufferStore, Call, Expr, FloatImm, IntImm, Var, as_int, binary, const, free_vars

Limits = dict[Var, tuple[int, int]]
Ends = dict[Var, tuple[Expr, Expr]]


def limits_of(block: Block) -> Limits | str:
    """The interior (from, to) of each bounded axis, or the reason why the block does not pad between literals."""
    ends = ends_of(block)
    if isinstance(ends, str):
        return ends
    limits: Limits = {}
    for var, (low, high) in ends.items():
        numbers = as_int(low), as_int(high)
        if numbers[0] is None or numbers[1] is None:
            return "the condition is not a bound of axes by literals"
        limits[var] = numbers[0], numbers[1]
    return limits


def ends_of(block: Block) -> Ends | str:
    """The same, where the size of the interior may be symbolic."""
    store = block.body
    if not isinstance(store, BufferStore) or not isinstance(store.value, Call) or store.value.op != "if_then_else":
        return "it does not store a choice"
    condition, _, outside = store.value.args
    if not isinstance(outside, (IntImm, FloatImm)):
        return "the padding is not a literal"
    axes = {axis.var for axis in block.iters}
    ends: Ends = {}
    for axis in block.iters:
        if as_int(axis.dom.min) == 0:
            ends[axis.var] = axis.dom.min, axis.dom.extent
    touched: set[Var] = set()
    for part in conjuncts(condition):
        var, low, high = bound_of(part, axes) or (None, None, None)
        if not isinstance(var, Var) or var not in ends:
            return "the condition is not a bound of axes"
        least, end = ends[var]
        ends[var] = (
            least if low is None else _stricter(max, least, low),
            end if high is None else _stricter(min, end, high),
        )
        touched.add(var)
    return {v: r for v, r in ends.items() if v in touched}


def _stricter(choose: Callable[[int, int], int], first: Expr, then: Expr) -> Expr:
    """One of two bounds, beyond either of which is padding: the stricter number, or one that is symbolic."""
    numbers = as_int(first), as_int(then)
    if numbers[1] is None:
        return then
    return first if numbers[0] is None else const(choose(numbers[0], numbers[1]), then.dtype)


def is_zero(value: Expr) -> bool:
    """Whether a value is the number 0."""
    return isinstance(value, (IntImm, FloatImm)) and value.value == 0


def bound_of(part: Expr, axes: set[Var]) -> tuple[Expr, Expr | None, Expr | None] | None:
    """``v >= c``, ``c <= v``, ``2 * v + 1 < n`` and the like as (v, from, to); `n` has none of the axes, `v` some."""
    if not isinstance(part, Binary) or part.op not in ("lt", "le", "gt", "ge"):
        return None
    op, a, b = part.op, part.a, part.b
    if axes.isdisjoint(free_vars(a)):
        op, a, b = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}[op], b, a
    if isinstance(a, Binary) and a.op == "add" and as_int(a.b) is not None:
        b = binary("sub", b, a.b)
        a = a.a
    if axes.isdisjoint(free_vars(a)) or not axes.isdisjoint(free_vars(b)):
        return None
    end = b if op in ("lt", "ge") else binary("add", b, const(1, b.dtype))
    return (a, None, end) if op in ("lt", "le") else (a, end, None)
