"""The interior of a padded copy: ``P[v] = if_then_else(1 <= v and v < 17, A[v - 1], 0)`` copies between 1 and 17."""

from __future__ import annotations

from mlcc.analysis import conjuncts
from mlcc.ir import Binary, Block, BufferStore, Call, Expr, FloatImm, IntImm, Var, as_int

Limits = dict[Var, tuple[int, int]]


def limits_of(block: Block) -> Limits | str:
    """The interior (from, to) of each bounded axis, or the reason why the block does not pad."""
    store = block.body
    if not isinstance(store, BufferStore) or not isinstance(store.value, Call) or store.value.op != "if_then_else":
        return "it does not store a choice"
    condition, _, outside = store.value.args
    if not isinstance(outside, (IntImm, FloatImm)):
        return "the padding is not a literal"
    limits: Limits = {}
    for axis in block.iters:
        size = as_int(axis.dom.extent)
        if size is not None and as_int(axis.dom.min) == 0:
            limits[axis.var] = (0, size)
    touched: set[Var] = set()
    for part in conjuncts(condition):
        bound = _bound(part)
        if bound is None or bound[0] not in limits:
            return "the condition is not a bound of axes by literals"
        var, low, high = bound
        a, b = limits[var]
        limits[var] = (a if low is None else max(a, low), b if high is None else min(b, high))
        touched.add(var)
    return {v: r for v, r in limits.items() if v in touched}


def is_zero(value: Expr) -> bool:
    """Whether a value is the number 0."""
    return isinstance(value, (IntImm, FloatImm)) and value.value == 0


def _bound(part: Expr) -> tuple[Var, int | None, int | None] | None:
    """``v >= c``, ``c <= v``, ``v + 1 < c`` and the like as (v, from, to)."""
    if not isinstance(part, Binary) or part.op not in ("lt", "le", "gt", "ge"):
        return None
    op, a, b = part.op, part.a, part.b
    if as_int(a) is not None:
        op, a, b = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}[op], b, a
    value = as_int(b)
    if value is not None and isinstance(a, Binary) and a.op == "add" and (shift := as_int(a.b)) is not None:
        a, value = a.a, value - shift
    if not isinstance(a, Var) or value is None:
        return None
    return {
        "lt": (a, None, value), "le": (a, None, value + 1), "gt": (a, value + 1, None), "ge": (a, value, None),
    }[op]  # fmt: skip
