"""Equality of dimensions, and regions of full buffers."""

from __future__ import annotations

from mlcc.analysis import same
from mlcc.ir import (
    Binary,
    Buffer,
    BufferLoad,
    BufferRegion,
    Expr,
    IntImm,
    Node,
    Range,
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
    """``b - a`` if it is constant, else None."""
    (ta, ca), (tb, cb) = linear_form(a), linear_form(b)
    return cb - ca if ta == tb else None


def same_expr(a: Expr, b: Expr) -> bool:
    """True where two integer expressions are provably equal."""
    return a is b or distance(a, b) == 0 or same(a, b)


def whole(buffer: Buffer) -> BufferRegion:
    """The region of every element."""
    return BufferRegion(buffer, tuple(Range(const(0, d.dtype), d) for d in buffer.shape))


def settled(regions: tuple[BufferRegion, ...]) -> tuple[BufferRegion, ...]:
    """The regions, with a dimension extended to its full range where the index depends on loaded values."""

    def one(region: BufferRegion) -> BufferRegion:
        dims = zip(region.region, region.buffer.shape, strict=True)
        wide = tuple(Range(const(0, d.dtype), d) if _loads(r) else r for r, d in dims)
        return BufferRegion(region.buffer, wide)

    return tuple(one(r) for r in regions)


def _loads(item: Node) -> bool:
    return isinstance(item, BufferLoad) or any(_loads(c) for c in children(item))
