"""Shrinks temporaries to the region that is accessed below their allocation.

A buffer allocated inside loops needs to hold the elements of one iteration only: per dimension, the hull of all
indices relaxed over the loops below the allocation. That is valid if all elements that are read are written in the same
iteration; a buffer for which this is not proven is moved out of all loops that may carry its contents, and keeps its
shape. No loop around the block that owns it does. Nor does a parallel loop, of which the iterations would share it.

A buffer of symbolic shape that is allocated outside of all loops loses the ends of which no iteration reads or writes
anything, such as padding that windows do not reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc.analysis import Analyzer, Interval, Poly, conjuncts, program_analyzer, relax, same, to_expr
from mlcc.analysis.conflicts import EARLIER, LATER
from mlcc.analysis.instances import Instances
from mlcc.ir import (
    Allocate,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    IntImm,
    LetStmt,
    Node,
    PrimFunc,
    Stmt,
    Var,
    as_int,
    children,
    const,
    free_vars,
    is_instruction,
    logical_not,
    map_children,
    meaning_of,
    update,
    walk,
)
from mlcc.target import Target

from .place_allocations import WITHIN


def compact_buffers(func: PrimFunc, _target: Target) -> PrimFunc:
    """Compact every temporary: to an iteration's part inside of loops, to what is accessed at all outside of them."""
    sizes = frozenset(func.symbolic_vars())
    return func.with_body(_Compactor(program_analyzer(func), sizes).visit(func.body, ()))


@dataclass
class _Access:
    node: BufferLoad | BufferStore
    intervals: list[Interval | None]
    guards: tuple[Expr, ...]
    #: Polynomials that are >= 0 where the access is evaluated.
    facts: tuple[Poly, ...] = ()
    #: The same intervals, with the bounds of conditions wherever these are not proven to be weaker.
    guarded: tuple[Interval | None, ...] = ()


class _Compactor:
    def __init__(self, analyzer: Analyzer, sizes: frozenset[Var]) -> None:
        self.analyzer = analyzer
        self.sizes = sizes
        #: By loop, the allocations that move out of it.
        self.moved_out: dict[For, list[Allocate]] = {}

    def visit(self, node: Any, loops: tuple[For, ...]) -> Any:
        if isinstance(node, For):
            self.analyzer.bind(node.var, node.min, node.extent)
            new: Stmt = map_children(node, lambda c: self.visit(c, (*loops, node)))
            for moved in self.moved_out.pop(node, ()):
                new = update(moved, body=new)
            return new
        if isinstance(node, Allocate) and loops:
            return self._allocate(node, loops)
        if isinstance(node, Allocate) and any(as_int(d) is None for d in node.buffer.shape):
            return self._outermost(node)
        if isinstance(node, Stmt):
            return map_children(node, lambda c: self.visit(c, loops))
        return node

    def _allocate(self, node: Allocate, loops: tuple[For, ...]) -> Stmt:
        # One iteration's memory is reused by the next. An element that is read but not written in its own iteration
        # would be the value of another one: such a buffer must live outside of all loops that may carry it.
        accesses = _accesses(node, self.analyzer)
        if not _covered(accesses, self.analyzer):
            carrying = self._carrying(node, loops)
            if not carrying:
                return update(node, body=self.visit(node.body, loops))
            self.moved_out.setdefault(carrying[0], []).append(node)
            return self.visit(node.body, loops)  # type: ignore[no-any-return]
        body: Stmt = node.body
        buffer = node.buffer
        dims = [self._dimension(buffer, k, accesses) for k in range(len(buffer.shape))]
        changing = _changing(node.body)
        dims = [None if d is None or _uses(to_expr(d[0], d[1].dtype), changing) else d for d in dims]
        if any(d is not None for d in dims):
            buffer, body = _shrunk(buffer, dims, body, self.analyzer)
        return update(node, buffer=buffer, body=self.visit(body, loops))

    def _outermost(self, node: Allocate) -> Stmt:
        if _has_address(node):
            return update(node, body=self.visit(node.body, ()))
        accesses = _accesses(node, self.analyzer)
        dims: list[tuple[Poly, Expr] | None] = []
        for axis, dim in enumerate(node.buffer.shape):
            hull = self._hull([a.guarded[axis] for a in accesses])
            extent = None if hull is None else (hull[1] - hull[0]).shift(1)
            if hull is None or extent is None or not all(self._is_fixed(to_expr(end, dim.dtype)) for end in hull):
                dims.append(None)
                continue
            fits = self.analyzer.nonneg(self.analyzer.poly(dim).shift(-1) - extent)
            dims.append((hull[0], to_expr(extent, dim.dtype)) if fits else None)
        buffer, body = node.buffer, node.body
        if any(d is not None for d in dims):
            buffer, body = _shrunk(buffer, dims, body, self.analyzer)
        return update(node, buffer=buffer, body=self.visit(body, ()))

    def _is_fixed(self, end: Expr) -> bool:
        """Whether sizes alone determine a value: not what is loaded, or bound to a name below the allocation."""
        return self.sizes.issuperset(free_vars(end)) and not any(isinstance(n, BufferLoad) for n in walk(end))

    def _carrying(self, node: Allocate, loops: tuple[For, ...]) -> tuple[For, ...]:
        """The loops, outermost first, of which an iteration may read what an earlier one has left in a buffer."""
        names = node.annotations.get(WITHIN)
        if names is not None:
            inside = list(names)
            count = 0
            while inside and count < len(loops):
                # A loop of that name may be gone since, as those of one iteration are.
                count += loops[-1 - count].var.name == inside.pop()
            return loops[len(loops) - count :]
        # Iterations that run at once leave each other nothing. A loop around them may carry contents (`for t` around a
        # parallel `i`); then the elements of each iteration are its own, or the loop would not be parallel.
        if loops[0].kind == "parallel" and self._shared(node.buffer, loops[0]):
            return loops[1:]
        return loops

    def _shared(self, buffer: Buffer, loop: For) -> bool:
        """Whether iterations of a loop may touch an element of a buffer that another one writes."""
        groups = Instances(self.analyzer).groups(loop.body, [loop.var], False)
        pairs = (pair for group in groups if group.buffer is buffer for pair in group.pairs())
        return any(pair.tied([{loop.var: EARLIER}, {loop.var: LATER}]) for pair in pairs)

    def _hull(self, intervals: list[Interval | None]) -> tuple[Poly, Poly] | None:
        """The first and the last index of one dimension in the intervals of all accesses; None: not known."""
        # The hull of all accesses. With A[i * 8 + j] allocated inside the loop i, and j < 8 below, it is i * 8 .. i * 8
        # + 7: origin i * 8 and extent 8. The access becomes A[j].
        low: Poly | None = None
        high: Poly | None = None
        for interval in intervals:
            if interval is None:
                return None
            low = interval.low if low is None else self.analyzer.minmax("min", low, interval.low)
            high = interval.high if high is None else self.analyzer.minmax("max", high, interval.high)
        return None if low is None or high is None else (low, high)

    def _dimension(self, buffer: Buffer, axis: int, accesses: list[_Access]) -> tuple[Poly, Expr] | None:
        """Origin and extent of the accessed part of one dimension; None: all of it."""
        hull = self._hull([access.intervals[axis] for access in accesses])
        if hull is None:
            return None
        low, high = hull
        # The size of the memory must be static, so a bound that holds for all iterations is taken.
        extent = self._most((high - low).shift(1))
        size = as_int(buffer.shape[axis])
        if extent is None or extent < 1 or (size is not None and extent >= size):
            return None
        return low, const(extent, buffer.shape[axis].dtype)

    def _most(self, poly: Poly) -> int | None:
        value = self.analyzer.merge(poly).value()
        if value is not None:
            return value
        _, high = self.analyzer.interval(poly)
        return high if isinstance(high, int) else None


def _changing(body: Stmt) -> set[Var | Buffer]:
    """What may have several values while a statement runs: names that are bound in it, and memory."""
    nodes = list(walk(body))
    return {n.var for n in nodes if isinstance(n, LetStmt)} | {n.buffer for n in nodes if isinstance(n, BufferStore)}


def _uses(value: Expr, changing: set[Var | Buffer]) -> bool:
    return any((n.buffer if isinstance(n, BufferLoad) else n) in changing for n in walk(value))


def _has_address(node: Allocate) -> bool:
    """Whether code that is not seen here may access any element of a buffer."""
    calls = (n for n in walk(node.body) if isinstance(n, Call) and n.op == "address_of")
    return any(isinstance(n, BufferLoad) and n.buffer is node.buffer for call in calls for n in walk(call))


def _accesses(node: Allocate, analyzer: Analyzer) -> list[_Access]:
    """Every use of the buffer, its indices relaxed over the loops below the allocation."""
    result: list[_Access] = []
    inner: dict[Var, None] = {}
    ends: list[Poly] = []  # >= 0 where the item is evaluated

    def visit(item: Node, guards: tuple[Expr, ...]) -> None:
        if isinstance(item, Evaluate) and isinstance(item.value, Call) and is_instruction(item):
            item = meaning_of(item.value)
        if isinstance(item, For):
            analyzer.bind(item.var, item.min, item.extent)
            inner[item.var] = None
        if isinstance(item, (BufferLoad, BufferStore)) and item.buffer is node.buffer:
            result.append(_access(item, guards, ends, inner, analyzer))
        if isinstance(item, Call) and item.op == "if_then_else":
            visit(item.args[0], guards)
            count = len(ends)
            for part in conjuncts(item.args[0]):
                ends.extend(analyzer.comparison_polys(part))
            visit(item.args[1], guards)
            # Where the condition fails, nothing is known: its negation is no conjunction of polynomials.
            del ends[count:]
            visit(item.args[2], guards)
            return
        if isinstance(item, IfThenElse):
            visit(item.condition, guards)
            count = len(ends)
            for part in conjuncts(item.condition):
                ends.extend(analyzer.comparison_polys(part))
            visit(item.then_body, (*guards, item.condition))
            del ends[count:]
            if item.else_body is not None:
                visit(item.else_body, (*guards, logical_not(item.condition)))
            return
        for child in children(item):
            visit(child, guards)

    visit(node.body, ())
    # a guard on inner loop variables is the ragged end of a split, which bounds reads and writes alike
    for access in result:
        access.guards = tuple(g for g in access.guards if not any(v in inner for v in free_vars(g)))
    return result


def _access(
    node: BufferLoad | BufferStore,
    guards: tuple[Expr, ...],
    ends: list[Poly],
    inner: dict[Var, None],
    analyzer: Analyzer,
) -> _Access:
    # Writes are judged by `clipped`, whose bounds are proven. Reads may also use `guarded`: a bound that a condition
    # states is true where the read is evaluated, even if it is not the tighter one.
    polys = [analyzer.poly(i) for i in node.indices]
    unclipped = [relax(analyzer, p, inner) for p in polys]
    clipped, guarded = (
        [b and _bounded(b, p, ends, inner, analyzer, trust) for b, p in zip(unclipped, polys, strict=True)]
        for trust in (False, True)
    )
    return _Access(node, clipped, guards, tuple(ends), tuple(guarded))


def _bounded(
    interval: Interval, index: Poly, ends: list[Poly], inner: dict[Var, None], analyzer: Analyzer, trust: bool
) -> Interval:
    """An interval clipped by the conditions in force: with ``i < n``, ``2*i + k`` is at most ``2*n - 2 + k``.

    Where neither bound is proven to be tighter, the condition's is taken if `trust`, unless it has more quotients: the
    start of a tile and its rows are divisions of the size, with which nothing can be compared.
    """
    for end in ends:
        for factor in _common_factors(index, end):
            # `end` is not negative: the index is at most index + factor * end, or at least that for a negative factor
            bound = relax(analyzer, index + end.scaled(factor), inner)
            # Index 2 * i + k under i < n: `end` is n - 1 - i and factor 2. 2 * i + k + 2 * (n - 1 - i) = 2 * n - 2 + k
            # has no i left.
            if bound is None:
                continue
            gain = interval.high - bound.high if factor > 0 else bound.low - interval.low
            old, new = (interval.high, bound.high) if factor > 0 else (interval.low, bound.low)
            stated = trust and _quotients(new) <= _quotients(old)
            nearer = analyzer.nonneg(gain) or (stated and not analyzer.nonneg(gain.scaled(-1)))
            if gain.value() == 0 or not nearer:
                continue
            # Exact means that every element up to the bound is accessed: so if i + (n - 1 - i) collapses to the point n
            # - 1. With the factor 2 the index has a stride of 2 and skips elements.
            exact = interval.exact and factor in (1, -1) and bound.low == bound.high and not trust
            low, high = (interval.low, bound.high) if factor > 0 else (bound.low, interval.high)
            interval = Interval(low, high, exact)
    return interval


def _quotients(poly: Poly) -> int:
    return sum(not isinstance(atom, Var) for mono in poly.terms for atom in mono)


def _common_factors(index: Poly, end: Poly) -> set[int]:
    """Multiples of `end` that take a term of `index` away."""
    # The factor that cancels a common term: -2 // -1 = 2 for the terms 2 * i and -i.
    shared = [(index.terms[m], c) for m, c in end.terms.items() if m in index.terms and m != ()]
    return {-a // b for a, b in shared if a % b == 0}


def _covered(accesses: list[_Access], analyzer: Analyzer) -> bool:
    """True when the writes of an iteration cover each read of the same iteration."""
    writes = [a for a in accesses if isinstance(a.node, BufferStore)]
    reads = [a for a in accesses if isinstance(a.node, BufferLoad)]
    joined = _joined(writes, analyzer)
    return all(any(_covers(w, r, analyzer) for w in (*writes, *joined)) for r in reads)


def _joined(writes: list[_Access], analyzer: Analyzer) -> list[_Access]:
    """The unions of writes that are adjacent along one dimension, such as the vectors of a row and its tail."""
    result: list[_Access] = []
    # A row of 13 may be written as [0, 8), [8, 12) and [12, 13). None of these covers a read of the row; their union
    # does.
    for write in writes:
        for n, joined in enumerate(result):
            union = _union(joined, write, analyzer)
            if union is not None:
                result[n] = union
                break
        else:
            result.append(write)
    return [f for f in result if f not in writes]


def _union(a: _Access, b: _Access, analyzer: Analyzer) -> _Access | None:
    if len(a.guards) != len(b.guards) or not all(same(x, y) for x, y in zip(a.guards, b.guards, strict=True)):
        return None
    merged: list[Interval | None] = []
    differing = 0
    for x, y in zip(a.intervals, b.intervals, strict=True):
        if x is None or y is None:
            return None
        if x.low == y.low and x.high == y.high:
            merged.append(x if x.exact or not y.exact else y)
            continue
        differing += 1
        # b begins within a or directly after it. With a gap, elements in between would not be written.
        if not (x.exact and y.exact and analyzer.nonneg(x.high.shift(1) - y.low) and analyzer.nonneg(y.low - x.low)):
            return None
        merged.append(Interval(x.low, analyzer.minmax("max", x.high, y.high), True))
    return _Access(b.node, merged, a.guards) if differing <= 1 else None


def _covers(write: _Access, read: _Access, analyzer: Analyzer) -> bool:
    for guard in write.guards:
        # A conditional write covers a read only if the read is under the same or a stronger condition.
        if not any(same(guard, other) for other in read.guards) and not _implied(guard, read.facts, analyzer):
            return False
    for axis, (w, wi, ri) in enumerate(zip(write.intervals, write.node.indices, read.node.indices, strict=True)):
        bounds = [r for r in (read.intervals[axis], read.guarded[axis]) if r is not None]
        # Wherever it reads, it reads an element of the buffer: also with an index that is loaded.
        last = analyzer.poly(read.node.buffer.shape[axis]).shift(-1)
        bounds.append(Interval(Poly.const(0), last, False))
        # Equal indices in one iteration are the same element, whatever their range.
        if same(wi, ri) and w is not None and len(bounds) > 1:
            continue
        if w is None or not w.exact:
            return False
        if not any(analyzer.nonneg(r.low - w.low) for r in bounds):
            return False
        if not any(analyzer.nonneg(w.high - r.high) for r in bounds):
            return False
    return True


def _implied(guard: Expr, facts: tuple[Poly, ...], analyzer: Analyzer) -> bool:
    """Whether a guard holds wherever all of `facts` are >= 0."""
    # c * p + c - 1 >= k >= 0 implies p >= 0, since p is whole: panel < 256 where panel * 16 + lane < 4096. A fact may
    # have the quotient of a guard as it is: group < (n + 3) // 4 where group * 2 + tile < (n + 3) // 4 * 2.
    result = [{p, analyzer.undivided(p)} for part in conjuncts(guard) for p in analyzer.comparison_polys(part)]
    return bool(result) and all(
        any(analyzer.nonneg(p.scaled(c).shift(c - 1) - k) for p in forms for k in facts for c in _multiples(k, p))
        for forms in result
    )


def _multiples(fact: Poly, poly: Poly) -> set[int]:
    """Positive multiples of `poly` that have a term of `fact`, and 1."""
    return {1, *(-factor for factor in _common_factors(fact, poly) if factor < 0)}


def _shrunk(
    buffer: Buffer, dims: list[tuple[Poly, Expr] | None], body: Stmt, analyzer: Analyzer
) -> tuple[Buffer, Stmt]:
    """The smaller buffer, and the body with indices relative to the region's origin."""
    shape = tuple(dim if d is None else d[1] for dim, d in zip(buffer.shape, dims, strict=True))
    small = Buffer(buffer.name, shape, buffer.dtype, buffer.scope, align=buffer.align)

    def index(i: Expr, d: tuple[Poly, Expr] | None) -> Expr:
        if d is None:
            return i
        moved = analyzer.merge(analyzer.poly(i) - d[0])
        value = moved.value()
        return IntImm(value, i.dtype) if value is not None else to_expr(moved, i.dtype)

    def visit(node: Any) -> Any:
        new = map_children(node, visit)
        if isinstance(new, (BufferLoad, BufferStore)) and new.buffer is buffer:
            indices = tuple(index(i, d) for i, d in zip(new.indices, dims, strict=True))
            if isinstance(new, BufferLoad):
                return BufferLoad(small, indices, span=new.span)
            return BufferStore(small, new.value, indices, span=new.span)
        return new

    return small, visit(body)
