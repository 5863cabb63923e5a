"""The regions that a block's statements read and write, element by element.

One access gives a point. Several accesses of one buffer give the smallest box that is known to hold them: a constant
distance widens a dimension by that much, anything else makes it whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mlcc.ir import (
    Binary,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Expr,
    IntImm,
    Node,
    Range,
    Var,
    children,
    const,
)  # fmt: skip

Linear = tuple[dict[Expr, int], int]


def linear_form(expr: Expr) -> Linear:
    """`expr` as a sum of integer multiples of atoms plus a constant; any expression is at worst one atom."""
    match expr:
        case IntImm():
            return {}, expr.value
        case Binary(op="add" | "sub"):
            (ta, ca), (tb, cb) = linear_form(expr.a), linear_form(expr.b)
            sign = 1 if expr.op == "add" else -1
            terms = dict(ta)
            for atom, factor in tb.items():
                terms[atom] = terms.get(atom, 0) + sign * factor
            return {a: f for a, f in terms.items() if f}, ca + sign * cb
        case Binary(op="mul"):
            (ta, ca), (tb, cb) = linear_form(expr.a), linear_form(expr.b)
            if not ta or not tb:
                terms, factor, base = (tb, ca, cb) if not ta else (ta, cb, ca)
                return {a: f * factor for a, f in terms.items() if f * factor}, base * factor
    return {expr: 1}, 0


def distance(a: Expr, b: Expr) -> int | None:
    """``b - a`` where it is known to be a constant."""
    (ta, ca), (tb, cb) = linear_form(a), linear_form(b)
    return cb - ca if ta == tb else None


def same_expr(a: Expr, b: Expr) -> bool:
    """True where two integer expressions are known to be equal."""
    return a is b or distance(a, b) == 0 or _structure(a) == _structure(b)


def _structure(expr: Node) -> tuple[object, ...]:
    """A key that equal expressions share: class, scalar fields, and children; variables by identity."""
    if isinstance(expr, Var):
        return (expr,)
    own = tuple(
        getattr(expr, name)
        for name in ("op", "value", "dtype", "buffer", "tensor")
        if isinstance(getattr(expr, name, None), (str, int, float, Buffer))
    )
    return (type(expr).__name__, own, *(_structure(c) for c in children(expr)))


def _data_dependent(index: Expr) -> bool:
    return isinstance(index, BufferLoad) or any(_data_dependent(c) for c in children(index) if isinstance(c, Expr))


def _bound_below(items: Iterable[Node]) -> set[Var]:
    from mlcc.ir import For, Let, LetStmt, walk

    return {n.var for item in items for n in walk(item) if isinstance(n, (For, Let, LetStmt))}


def _uses(index: Expr, variables: set[Var]) -> bool:
    return index in variables or any(_uses(c, variables) for c in children(index) if isinstance(c, Expr))


def point(buffer: Buffer, indices: Sequence[Expr]) -> BufferRegion:
    """The region of one element."""
    return BufferRegion(buffer, tuple(Range(i, const(1, i.dtype)) for i in indices))


def whole(buffer: Buffer) -> BufferRegion:
    """The region of every element."""
    return BufferRegion(buffer, tuple(Range(const(0, d.dtype), d) for d in buffer.shape))


def read_regions(items: Sequence[Node], skip: Iterable[Buffer] = ()) -> tuple[BufferRegion, ...]:
    """What the loads below `items` read, one region per buffer in order of appearance, without the buffers `skip`."""
    bound = _bound_below(items)
    accesses: dict[Buffer, list[tuple[Expr, ...]]] = {}
    skipped = set(skip)
    for item in items:
        _collect(item, accesses)
    return tuple(_box(buffer, every, bound) for buffer, every in accesses.items() if buffer not in skipped)


def _collect(item: Node, accesses: dict[Buffer, list[tuple[Expr, ...]]]) -> None:
    if isinstance(item, BufferLoad):
        accesses.setdefault(item.buffer, []).append(item.indices)
    for child in children(item):
        _collect(child, accesses)


def _box(buffer: Buffer, accesses: list[tuple[Expr, ...]], bound: set[Var]) -> BufferRegion:
    ranges: list[Range] = []
    for axis, dim in enumerate(buffer.shape):
        every = [a[axis] for a in accesses]
        first = every[0]
        low, high = 0, 0
        for other in every[1:]:
            away = 0 if same_expr(first, other) else distance(first, other)
            if away is None:
                first = dim
                break
            low, high = min(low, away), max(high, away)
        if first is dim or any(_data_dependent(i) or (bound and _uses(i, bound)) for i in every):
            ranges.append(Range(const(0, dim.dtype), dim))
        else:
            ranges.append(Range(first + low, const(high - low + 1, first.dtype)))
    return BufferRegion(buffer, tuple(ranges))


def stores_of(item: Node) -> list[BufferStore]:
    """Every store below a statement."""
    from mlcc.ir import loads_and_stores

    return loads_and_stores(item)[1]
