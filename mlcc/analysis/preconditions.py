"""Conditions on the symbolic sizes of a program under which no access is out of bounds.

A program for symbolic sizes may index one operand by the extent of another: a matrix multiplication contracts rows of
`n // 8 + 1` elements with a weight of 9 rows. Where the analysis cannot decide whether that is in bounds, it returns a
condition on the sizes, which is checked when the program is called. Only necessary conditions are returned: the access
at the end of the range certainly happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from mlcc.ir import (
    Binary,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Call,
    Cast,
    Expr,
    For,
    IfThenElse,
    IntImm,
    Node,
    PrimFunc,
    Select,
    ValueNumbers,
    Var,
    While,
    as_int,
    binary,
    children,
    const,
    free_vars,
    logical_not,
    select,
    substitute,
    walk,
)  # fmt: skip
from mlcc.ir import dtype as dt

from .affine import conjuncts
from .extents import LARGEST_EXTENT, Sizes
from .plain_conditions import plain_conditions
from .poly import to_expr
from .simplify import Analyzer

#: The attribute of a program that holds the conditions on symbolic sizes that its operators assume.
REQUIRES = "requires"


class Precondition(NamedTuple):
    """`holds`, a condition on the sizes of a program, and `what` needs it, as text for a message."""

    holds: Expr
    what: str


class _Ends(NamedTuple):
    """The least and the greatest value of an index; None where unknown."""

    low: Expr | None
    high: Expr | None


_UNKNOWN = _Ends(None, None)


def preconditions(func: PrimFunc) -> tuple[Precondition, ...]:
    """The conditions on the symbolic sizes of `func` under which its accesses stay inside their buffers."""
    sizes = set(func.sizes())
    if not sizes:
        return ()
    analyzer = Analyzer()
    for var in sizes:
        analyzer.bind(var, 0, LARGEST_EXTENT)
    search = _Search(frozenset(sizes), analyzer)
    result: dict[int, Precondition] = {}
    numbers = ValueNumbers()
    required = func.attrs.get(REQUIRES)
    for condition in conjuncts(required) if isinstance(required, Expr) else ():
        if not analyzer.can_prove(condition):  # C compilers warn of a comparison with itself
            result[numbers.of(condition)] = Precondition(condition, "its operands")
    for item in search.visit(func.body, _Context()):
        result.setdefault(numbers.of(item.holds), item)
    items, known = [*result.values()], Sizes(dict.fromkeys(sizes, (0, LARGEST_EXTENT)))
    return tuple(items[n]._replace(holds=plain) for n, plain in plain_conditions(known, (i.holds for i in items)))


@dataclass(frozen=True)
class _Context:
    """The context of an access: the loops around it, the values of block axes, and the conditions in force.

    `certain`: the access happens whenever all loops have iterations and all conditions on sizes hold.
    """

    loops: tuple[For, ...] = ()
    axes: dict[Var, Expr] = field(default_factory=dict)
    guards: tuple[Expr, ...] = ()
    certain: bool = True


class _Search:
    """Walks a program and yields the conditions that each access needs."""

    def __init__(self, sizes: frozenset[Var], analyzer: Analyzer) -> None:
        self.sizes = sizes
        self.analyzer = analyzer

    def visit(self, node: Node, at: _Context) -> Iterator[Precondition]:
        match node:
            case For():
                yield from self.visit(node.extent, at)
                low, extent = substitute(node.min, at.axes), substitute(node.extent, at.axes)
                self.analyzer.bind(node.var, low, extent)
                loop = replace(node, min=low, extent=extent)
                yield from self.visit(node.body, replace(at, loops=(*at.loops, loop)))
            case BlockRealize():
                values = (substitute(v, at.axes) for v in node.values)
                axes = dict(zip((axis.var for axis in node.block.iters), values, strict=True))
                inside = self.under(node.predicate, replace(at, axes=at.axes | axes))
                for part in (node.block.init, node.block.body):
                    if part is not None:
                        yield from self.visit(part, inside)
            case IfThenElse():
                yield from self.visit(node.condition, at)
                yield from self.visit(node.then_body, self.under(node.condition, at))
                if node.else_body is not None:
                    yield from self.visit(node.else_body, self.under(logical_not(node.condition), at))
            case Call(op="if_then_else", args=(condition, yes, no)):
                yield from self.visit(condition, at)
                yield from self.visit(yes, self.under(condition, at))
                yield from self.visit(no, self.under(logical_not(condition), at))
            case Binary(op="and" | "or"):
                yield from self.visit(node.a, at)
                yield from self.visit(node.b, replace(at, certain=False))
            case While():
                yield from self.visit(node.body, replace(at, certain=False))
            case Call(op="address_of", args=(BufferLoad() as load, *_)):
                for index in load.indices:
                    yield from self.visit(index, at)
                yield from self.access(load.buffer, load.indices, at, addressed=True)
            case BufferLoad() | BufferStore():
                for child in children(node):
                    if isinstance(child, Expr):
                        yield from self.visit(child, at)
                yield from self.access(node.buffer, node.indices, at)
            case BufferRegion() | Var() | IntImm():
                pass
            case _:
                for child in children(node):
                    yield from self.visit(child, at)

    def under(self, condition: Expr, at: _Context) -> _Context:
        """The context with a further condition."""
        condition = substitute(condition, at.axes)
        if isinstance(condition, IntImm) and condition.value:
            return at
        plain = self.sizes.issuperset(free_vars(condition)) and not _loads(condition)
        return replace(at, guards=(*at.guards, condition), certain=at.certain and plain)

    def access(
        self, buffer: Buffer, indices: Sequence[Expr], at: _Context, *, addressed: bool = False
    ) -> Iterator[Precondition]:
        """The conditions that one access needs. An address may be that of the begin of a dimension without elements."""
        if len(indices) != len(buffer.shape):
            return
        for axis, (index, dim) in enumerate(zip(indices, buffer.shape, strict=True)):
            resolved = substitute(index, at.axes)
            if dt.lanes(resolved.dtype) > 1 or not self.sizes.issuperset(free_vars(dim)):
                continue
            if addressed and as_int(resolved) == 0:
                continue
            if as_int(dim) is not None and not any(v in self.sizes for v in self._sources(resolved, at)):
                continue  # the verifier checks accesses with static indices
            needs = self.needs(resolved, dim, at)
            if needs:
                yield Precondition(self.condition(needs, at), f"dimension {axis} of `{buffer.name}`")

    def _sources(self, resolved: Expr, at: _Context) -> set[Var]:
        """The variables that determine the range of an index, also through the extents of loops."""
        variables = set(free_vars(resolved))
        for loop in reversed(at.loops):
            if loop.var in variables:
                variables |= {*free_vars(loop.min), *free_vars(loop.extent)}
        return variables

    def needs(self, resolved: Expr, dim: Expr, at: _Context) -> list[Expr]:
        """The conditions for both ends of an index; none where they are proven or the access is not certain."""
        analyzer = self.analyzer.copy()
        for loop in at.loops:
            analyzer.assume(binary("gt", loop.extent, const(0, loop.extent.dtype)))
        for guard in at.guards:
            analyzer.assume(guard)
        poly = None if _loads(resolved) else analyzer.poly(resolved)
        below = poly is None or not analyzer.nonneg(poly)
        above = poly is None or not analyzer.nonneg((analyzer.poly(dim) - poly).shift(-1))
        if not at.certain or not (below or above):
            return []
        ends = self.ends(resolved, frozenset(loop.var for loop in at.loops))
        result = []
        if below and ends.low is not None:
            result.append(binary("ge", ends.low, const(0, ends.low.dtype)))
        if above and ends.high is not None:
            result.append(binary("lt", ends.high, dim))
        return [c for c in result if self.sizes.issuperset(free_vars(c)) and not analyzer.can_prove(c)]

    def condition(self, needs: Sequence[Expr], at: _Context) -> Expr:
        """`needs` as one condition, vacuously true where the access does not happen."""
        parts = list(dict.fromkeys(needs))
        total = parts[0]
        for part in parts[1:]:
            total = binary("and", total, part)
        for guard in at.guards:
            total = binary("or", logical_not(guard), total)
        for loop in at.loops:
            empty = binary("le", loop.extent, const(0, loop.extent.dtype))
            if self.sizes.issuperset(free_vars(empty)) and not self.analyzer.can_disprove(empty):
                total = binary("or", empty, total)
        return self.analyzer.simplify(total)

    def ends(self, expr: Expr, loops: frozenset[Var]) -> _Ends:
        """The least and greatest value of an index over the loops, both attained; a clamp counts as attained."""
        if loops.isdisjoint(free_vars(expr)) and not _loads(expr):
            return _Ends(expr, expr)
        match expr:
            case Var():
                low, high = self.analyzer.range_of(expr)
                if low is None or high is None:
                    return _UNKNOWN
                first, last = to_expr(low, expr.dtype), to_expr(high, expr.dtype)
                return _Ends(first, last) if loops.isdisjoint([*free_vars(first), *free_vars(last)]) else _UNKNOWN
            case Cast() if dt.is_int(expr.value.dtype):
                return _Ends(*(None if e is None else e.astype(expr.dtype) for e in self.ends(expr.value, loops)))
            case Binary(op="add" | "sub"):
                return self._sum(expr, loops)
            case Binary(op="mul"):
                return self._product(expr, loops)
            case Binary(op="floordiv"):
                inner = self.ends(expr.a, loops)
                # Division by a positive number keeps the order, so the ends of the quotient are the quotients of the
                # ends.
                divisor = as_int(expr.b)
                if divisor is None or divisor <= 0:
                    return _UNKNOWN
                return _Ends(*(None if e is None else e // expr.b for e in inner))
            case Binary(op="min" | "max" as op):
                return self._extreme(op, expr, loops)
            # The condition is the same in all iterations: so is the branch, and each end is that of the branch.
            case Select() if loops.isdisjoint(free_vars(expr.condition)) and not _loads(expr.condition):
                yes, no = self.ends(expr.true_value, loops), self.ends(expr.false_value, loops)
                pairs = ((yes.low, no.low), (yes.high, no.high))
                return _Ends(*(None if y is None or n is None else select(expr.condition, y, n) for y, n in pairs))
        return _UNKNOWN

    def _sum(self, expr: Binary, loops: frozenset[Var]) -> _Ends:
        if not set(free_vars(expr.a)).isdisjoint(loops.intersection(free_vars(expr.b))):
            return _UNKNOWN  # both operands depend on one loop: they need not reach their ends together
        a, b = self.ends(expr.a, loops), self.ends(expr.b, loops)
        if expr.op == "sub":
            b = _Ends(b.high, b.low)
        pairs = ((a.low, b.low), (a.high, b.high))
        return _Ends(*(None if x is None or y is None else binary(expr.op, x, y) for x, y in pairs))

    def _product(self, expr: Binary, loops: frozenset[Var]) -> _Ends:
        a, b = (expr.a, expr.b) if loops.isdisjoint(free_vars(expr.b)) else (expr.b, expr.a)
        if not loops.isdisjoint(free_vars(b)) or _loads(b) or not self.analyzer.nonneg(self.analyzer.poly(b)):
            return _UNKNOWN
        return _Ends(*(None if e is None else e * b for e in self.ends(a, loops)))

    def _extreme(self, op: str, expr: Binary, loops: frozenset[Var]) -> _Ends:
        """The ends of a minimum or maximum; a clamp of a loaded value has the clamp's bound as its end."""
        a, b = self.ends(expr.a, loops), self.ends(expr.b, loops)

        def end(x: Expr | None, y: Expr | None, bounded: bool) -> Expr | None:
            if x is not None and y is not None:
                return binary(op, x, y)
            return (x if y is None else y) if bounded else None

        return _Ends(end(a.low, b.low, op == "max"), end(a.high, b.high, op == "min"))


def _loads(expr: Expr) -> bool:
    return not isinstance(expr, (Var, IntImm)) and any(isinstance(n, BufferLoad) for n in walk(expr))
