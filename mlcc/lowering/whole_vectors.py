"""Computes whole vectors in temporaries, where a guard leaves out lanes that nothing reads.

The last vector of a row of `n` elements that is kept in a temporary is computed whole; what it reads is masked instead:

    for l in vectorized(8):                for l in vectorized(8):
        if j * 8 + l < n:                      if j < (n + 7) // 8:
            t[l] = t[l] + B[j * 8 + l]             t[l] = t[l] + if_then_else(j * 8 + l < n, B[j * 8 + l], 0)

A masked sum is selected from the old and the new one in each step, and a masked store may take tens of cycles, after
which the same elements cannot be loaded at once. Every access of the temporary must be under the same guard of its
index, or end within it, so that no element beyond the guard has a reader; it gets memory for whole vectors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from mlcc.analysis import Analyzer, Poly, conjuncts, program_analyzer, relax, to_expr
from mlcc.ir import (
    TILE_SCOPE,
    Allocate,
    Binary,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    Select,
    Stmt,
    Var,
    all_of,
    as_int,
    children,
    const,
    free_vars,
    is_const,
    is_instruction,
    map_children,
    update,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target

from .loop_guards import at_least_zero


def whole_vectors(func: PrimFunc, target: Target) -> PrimFunc:
    """Take the guards of lanes from the stores to temporaries of which no reader sees the difference.

    Instructions of AVX-512 have masks, which cost nothing.
    """
    if target.has_masks:
        return func
    analyzer = program_analyzer(func)

    def visit(node: Any) -> Any:
        if isinstance(node, For):
            analyzer.bind(node.var, node.min, node.extent)
        new = map_children(node, visit) if isinstance(node, Stmt) else node
        return _widened(analyzer, new) if isinstance(new, Allocate) else new

    return func.with_body(visit(func.body))


def whole_loads(func: PrimFunc, target: Target) -> PrimFunc:
    """Load whole vectors of temporaries and select lanes, instead of loading lanes, where there is memory for all of
    them: a masked load waits until a store of the whole vector has reached the cache."""
    if target.has_masks:
        return func
    analyzer = program_analyzer(func)
    loops: dict[Var, For] = {}
    below: dict[Buffer, int] = {}

    def visit(node: Any) -> Any:
        if isinstance(node, Allocate):
            below[node.buffer] = len(loops)
        if isinstance(node, IfThenElse):
            with analyzer.assuming(node.condition):
                taken = visit(node.then_body)
            return map_children(node, lambda child: taken if child is node.then_body else visit(child))
        if not isinstance(node, For):
            new = map_children(node, visit)
            return _selected(new) if isinstance(new, Call) and new.op == "if_then_else" else new
        analyzer.bind(node.var, node.min, node.extent)
        loops[node.var] = node
        new = map_children(node, visit)
        del loops[node.var]
        return new

    def _selected(choice: Call) -> Expr:
        condition, load, other = choice.args
        lanes = any(loop.kind == "vectorized" and loop.var in free_vars(condition) for loop in loops.values())
        if not lanes or not isinstance(load, BufferLoad) or load.buffer not in below or not is_const(other):
            return choice
        inside = list(loops)[below[load.buffer] :]
        for index, extent in zip(load.indices, load.buffer.shape, strict=True):
            ends = relax(analyzer, analyzer.poly(index), set(inside))
            if ends is None or not analyzer.nonneg(ends.low):
                return choice
            if not analyzer.nonneg(analyzer.poly(extent).shift(-1) - ends.high):
                return choice
        return Select(condition, load, other)

    return func.with_body(visit(func.body))


@dataclass
class _Uses:
    """The accesses of a buffer, each with the conditions in force, and the loops below its allocation."""

    found: list[tuple[BufferLoad | BufferStore, tuple[Expr, ...]]] = field(default_factory=list)
    loops: dict[Var, For] = field(default_factory=dict)
    opaque: bool = False


@dataclass(frozen=True)
class _End:
    """The last element of a dimension that is accessed: a polynomial of what is fixed below the allocation."""

    dim: int
    last: Poly


def _uses(node: Allocate) -> _Uses:
    uses = _Uses()

    def visit(item: Node, guards: tuple[Expr, ...]) -> None:
        if isinstance(item, For):
            uses.loops[item.var] = item
        elif isinstance(item, Evaluate) and is_instruction(item):
            uses.opaque = True
        elif isinstance(item, Call) and item.op == "address_of":
            uses.opaque |= any(isinstance(n, BufferLoad) and n.buffer is node.buffer for n in walk(item))
        elif isinstance(item, (BufferLoad, BufferStore)) and item.buffer is node.buffer:
            uses.found.append((item, guards))
        condition, inside, *others = _branches(item)
        if condition is None or inside is None:
            for child in children(item):
                visit(child, guards)
            return
        visit(condition, guards)
        visit(inside, (*guards, *conjuncts(condition)))
        for other in others:
            visit(other, guards)

    visit(node.body, ())
    return uses


def _branches(item: Node) -> tuple[Any, ...]:
    if isinstance(item, IfThenElse):
        return (item.condition, item.then_body, *([item.else_body] if item.else_body is not None else []))
    if isinstance(item, Call) and item.op == "if_then_else":
        return item.args
    return None, None


def _widened(analyzer: Analyzer, node: Allocate) -> Stmt:
    """An allocation whose guarded vectors are computed whole, where that is possible."""
    if node.buffer.scope == TILE_SCOPE or not any(
        isinstance(n, For) and n.kind == "vectorized" for n in walk(node.body)
    ):
        return node
    uses = _uses(node)
    if uses.opaque:
        return node
    for var, loop in uses.loops.items():
        analyzer.bind(var, loop.min, loop.extent)
    for end in dict.fromkeys(_ends(analyzer, uses)):
        extent = _extent(analyzer, node.buffer, uses, end)
        if extent is not None:
            shape = tuple(extent if k == end.dim else d for k, d in enumerate(node.buffer.shape))
            buffer = Buffer(node.buffer.name, shape, node.buffer.dtype, node.buffer.scope, align=node.buffer.align)
            return update(node, buffer=buffer, body=_rewritten(analyzer, node.body, node.buffer, buffer, end, uses))
    return node


def _ends(analyzer: Analyzer, uses: _Uses) -> Iterator[_End]:
    """What guards of lanes say about the last element that is stored in a dimension; it is symbolic."""
    for access, guards in uses.found:
        if isinstance(access, BufferStore):
            for guard in guards:
                for dim, _ in enumerate(access.indices):
                    last = _last(analyzer, access, dim, guard, uses)
                    if last is not None and last.value() is None and _lane(guard, uses) is not None:
                        yield _End(dim, last)


def _lane(guard: Expr, uses: _Uses) -> For | None:
    """The vector loop that a guard depends on."""
    loops = [uses.loops[v] for v in free_vars(guard) if v in uses.loops]
    return next((loop for loop in loops if loop.kind == "vectorized"), None)


def _last(analyzer: Analyzer, access: BufferLoad | BufferStore, dim: int, guard: Expr, uses: _Uses) -> Poly | None:
    """The last index of a dimension that a guard allows, if it is fixed below the allocation."""
    polys = at_least_zero(analyzer, guard)
    if len(polys) != 1:
        return None
    last = polys[0] + analyzer.poly(access.indices[dim])
    return None if last.uses(uses.loops) else last


def _extent(analyzer: Analyzer, buffer: Buffer, uses: _Uses, end: _End) -> Expr | None:
    """The extent of the dimension for whole vectors, if no access is beyond its end; else None."""
    needed: Poly | None = None
    for access, guards in uses.found:
        index = relax(analyzer, analyzer.poly(access.indices[end.dim]), uses.loops)
        if index is None or not analyzer.nonneg(index.low):
            return None
        guarded = any(_last(analyzer, access, end.dim, guard, uses) == end.last for guard in guards)
        if not guarded and not analyzer.nonneg(end.last - index.high):
            return None
        needed = index.high if needed is None else analyzer.minmax("max", needed, index.high)
    if needed is None:
        return None
    old = buffer.shape[end.dim]
    if as_int(old) is None or needed.value() is None:
        return to_expr(needed.shift(1), old.dtype) if analyzer.nonneg(needed.shift(1) - analyzer.poly(old)) else None
    return const(max(int(as_int(old) or 0), int(needed.value() or 0) + 1), old.dtype)


def _rewritten(analyzer: Analyzer, body: Stmt, old: Buffer, new: Buffer, end: _End, uses: _Uses) -> Stmt:
    def visit(node: Any) -> Any:
        if isinstance(node, IfThenElse) and node.else_body is None:
            store = node.then_body
            if isinstance(store, BufferStore) and store.buffer is old and not _may_trap(store.value):
                node = _whole(analyzer, node, store, end, uses)
        node = map_children(node, visit)
        if isinstance(node, (BufferLoad, BufferStore)) and node.buffer is old:
            return update(node, buffer=new)
        return node

    return visit(body)  # type: ignore[no-any-return]


def _whole(analyzer: Analyzer, branch: IfThenElse, store: BufferStore, end: _End, uses: _Uses) -> Stmt:
    """A guarded store without the guard of its lanes."""
    parts = conjuncts(branch.condition)
    mine = [p for p in parts if _last(analyzer, store, end.dim, p, uses) == end.last]
    lane = _lane(mine[0], uses) if len(mine) == 1 else None
    if lane is None:
        return branch
    (guard,) = mine

    def masked(node: Any) -> Any:
        if isinstance(node, BufferLoad):
            if node.buffer is store.buffer or lane.var not in {v for i in node.indices for v in free_vars(i)}:
                return node
            return Call("if_then_else", (guard, node, const(0, node.dtype)), node.dtype)
        return map_children(node, masked)

    first = _of_vectors(analyzer, guard, lane)
    if first is None:
        return branch
    kept = [first if p is guard else p for p in parts if p is not guard or not _holds(analyzer, first)]
    whole = update(store, value=masked(store.value))
    return update(branch, condition=all_of(*kept), then_body=whole) if kept else whole


def _of_vectors(analyzer: Analyzer, guard: Expr, lane: For) -> Expr | None:
    """The guard of a vector some lanes of which are inside: ``j < (n + 7) // 8``, since loops that count vectors
    have a version for each number of these, not of elements; None where vectors begin anywhere."""
    (poly,) = at_least_zero(analyzer, guard)
    lanes, dtype = as_int(lane.extent), lane.var.dtype
    start = analyzer.poly(lane.min)
    moving = Poly({m: -c for m, c in poly.terms.items() if m and c < 0}) - Poly.atom(lane.var)
    size = poly + moving + Poly.atom(lane.var)
    if lanes is None or start.value() != 0 or moving.uses({lane.var}) or any(c % lanes for c in moving.terms.values()):
        return None
    vectors = to_expr(size.shift(lanes), dtype) // const(lanes, dtype)
    return to_expr(Poly({m: c // lanes for m, c in moving.terms.items()}), dtype) < vectors


def _holds(analyzer: Analyzer, guard: Expr) -> bool:
    """Whether a guard is true in every iteration of the loops around it."""
    (poly,) = at_least_zero(analyzer, guard)
    least = relax(analyzer, poly, set(free_vars(guard)))
    return analyzer.nonneg(analyzer.tightened_sign(poly)) or (least is not None and analyzer.nonneg(least.low))


def _may_trap(value: Expr) -> bool:
    """Whether a value divides integers, which lanes without operands must not do."""
    return any(
        isinstance(n, Binary) and n.op in ("div", "floordiv", "floormod", "truncdiv", "truncmod")
        and not dt.is_float(n.dtype) and as_int(n.b) is None for n in walk(value)
    )  # fmt: skip
