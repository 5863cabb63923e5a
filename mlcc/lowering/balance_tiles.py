"""Makes the tiles of a number of rows that only a call knows equally high.

Tiles of 6 of 8 rows are one of 6 and one of 2, and few rows are few independent sums: 2 take as long as 4. In a loop
with the annotation ``balanced: 1``, as many tiles share the rows evenly, the first ones one row more than the others:

    for t in range((n + 5) // 6):          for t in range((n + 5) // 6):
        for r in unroll(6):                    for r in unroll(6):
            if t * 6 + r < n:                      if r < rows(t):
                Y[t * 6 + r] = ...                     Y[start(t) + r] = ...

where ``start(t) = n // tiles * t + min(t, n % tiles)`` and ``rows(t) = start(t + 1) - start(t)``. Each row is computed
once, by the same statements in the same order. That needs blocks that know the tile by its rows alone: an axis has the
value ``t * 6 + r`` under the guard that this is a row, for r from 0 to 5, and what blocks below the loop write, they
read at their own row. A test for padding (``skip_padding``) knows it by its first row: what it leaves out for 6 rows
from ``start(t)`` on adds nothing to fewer of them. Where that is not so, the loop stays as it is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mlcc.analysis import Analyzer, Poly, conjuncts, program_analyzer, relax, to_expr
from mlcc.ir import (
    Block,
    BlockRealize,
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
    Stmt,
    Var,
    all_of,
    as_int,
    binary,
    children,
    const,
    free_vars,
    is_instruction,
    map_children,
    update,
    walk,
)
from mlcc.target import Target

from .loop_guards import at_least_zero

KEY = "balanced"
#: On a loop whose body is a branch: what that leaves out adds nothing, for any of the rows of a tile.
SKIPS = "skip_padding"


def balance_tiles(func: PrimFunc, _target: Target) -> PrimFunc:
    """Share the rows evenly among the tiles of each annotated loop."""
    known = program_analyzer(func)

    def visit(node: Any) -> Any:
        new = map_children(node, visit) if isinstance(node, Stmt) else node
        if not isinstance(new, For) or KEY not in new.annotations:
            return new
        new = update(new, annotations={k: v for k, v in new.annotations.items() if k != KEY})
        return _Tiles(new, known.copy()).balanced() or new

    return func.with_body(visit(func.body))


class _Row(NamedTuple):
    """Which axis of a block is the row, the guard that there is such a row, and its number in the tile."""

    axis: int
    guard: Expr
    within: Expr


class _Tiles:
    """A loop over tiles, its blocks, the rows in a tile, and the number of all rows, which the first block names."""

    def __init__(self, loop: For, analyzer: Analyzer) -> None:
        self.loop = loop
        self.analyzer = analyzer
        self.inner: set[Var] = set()
        self.height = 0
        self.count: Poly | None = None
        self.rows: dict[BlockRealize, _Row] = {}
        self.tests: dict[Expr, Poly] = {}

    def balanced(self) -> Stmt | None:
        """The loop with tiles of equal height; None where they cannot be."""
        loop, tile = self.loop, self.loop.var
        if as_int(loop.extent) is not None or as_int(loop.min) != 0:
            return None
        self.analyzer.bind(loop.var, loop.min, loop.extent)
        if not self._read(loop.body) or self.count is None or not self._reads_own_rows():
            return None
        if any(test.terms[tile,] % self.height for test in self.tests.values()):
            return None
        count, dtype = to_expr(self.count, tile.dtype), tile.dtype
        # Only as many tiles as tiles of full height would be: then none has more rows than that.
        tiles = (count + const(self.height - 1, dtype)) // const(self.height, dtype)
        if self.analyzer.poly(loop.extent) != self.analyzer.poly(tiles):
            return None
        return self._replaced(count)

    def _read(self, node: Node) -> bool:
        """Whether the rows of blocks are all that depends on the tile."""
        if isinstance(node, BlockRealize):
            row = self._row(node)
            if row is not None:
                self.rows[node] = row
            return row is not None
        if isinstance(node, For):
            self.inner.add(node.var)
            self.analyzer.bind(node.var, node.min, node.extent)
            if SKIPS in node.annotations and isinstance(node.body, IfThenElse) and node.body.else_body is None:
                return all(map(self._tests, conjuncts(node.body.condition))) and self._read(node.body.then_body)
        if isinstance(node, Expr):
            return self.loop.var not in free_vars(node)
        return all(self._read(child) for child in children(node))

    def _tests(self, test: Expr) -> bool:
        """Whether a test is one of the tile's first row, or has nothing to do with the tile."""
        if self.loop.var not in free_vars(test):
            return True
        polys = at_least_zero(self.analyzer, test)
        if len(polys) != 1 or (polys[0] - self._of_tile(polys[0])).uses({self.loop.var}):
            return False
        self.tests[test] = polys[0]
        return True

    def _of_tile(self, poly: Poly) -> Poly:
        return Poly.atom(self.loop.var, poly.terms.get((self.loop.var,), 0))

    def _row(self, realize: BlockRealize) -> _Row | None:
        block, tile = realize.block, self.loop.var
        using = [n for n, value in enumerate(realize.values) if tile in free_vars(value)]
        guards = [part for part in conjuncts(realize.predicate) if tile in free_vars(part)]
        if len(using) != 1 or len(guards) != 1 or tile in free_vars(block) or block.match_buffers:
            return None
        (axis,), (guard,) = using, guards
        value, left = self.analyzer.poly(realize.values[axis]), at_least_zero(self.analyzer, guard)
        height = value.terms.get((tile,), 0)
        within = value - Poly.atom(tile, height)
        if block.iters[axis].kind != "spatial" or len(left) != 1 or height < 2 or within.uses({tile}):
            return None
        # the guard `t * 6 + r < n` is n - t * 6 - r - 1 >= 0
        count = left[0] + value.shift(1)
        self.height, self.count = self.height or height, count if self.count is None else self.count
        span = relax(self.analyzer, within, self.inner)
        if (height, count) != (self.height, self.count) or count.uses({tile, *self.inner}) or span is None:
            return None
        least, most = span.low.value(), span.high.value()
        if least is None or most is None or least < 0 or most >= height:
            return None
        return _Row(axis, guard, to_expr(within, tile.dtype))

    def _reads_own_rows(self) -> bool:
        """Whether blocks read what blocks of the loop write at their own row only."""
        written = {n.buffer for realize in self.rows for n in walk(realize.block) if isinstance(n, BufferStore)}
        dims: dict[Buffer, int] = {}
        for realize, row in self.rows.items():
            axis = realize.block.iters[row.axis].var
            for node in _inside(realize.block):
                if isinstance(node, BlockRealize) or isinstance(node, Evaluate) and is_instruction(node):
                    return False
                if isinstance(node, Call) and node.op == "address_of":
                    return False
                if isinstance(node, (BufferLoad, BufferStore)) and node.buffer in written:
                    at = [d for d, index in enumerate(node.indices) if axis in free_vars(index)]
                    if len(at) != 1 or node.indices[at[0]] is not axis or dims.setdefault(node.buffer, at[0]) != at[0]:
                        return False
        return True

    def _replaced(self, count: Expr) -> Stmt:
        loop, tile = self.loop, self.loop.var
        each, more = count // loop.extent, count % loop.extent

        def start(tile: Expr) -> Expr:
            return tile * each + binary("min", tile, more)

        rows = start(tile + const(1, tile.dtype)) - start(tile)

        def from_first(test: Expr) -> Expr:
            poly = self.tests.get(test)
            if poly is None:
                return test
            times = const(poly.terms[tile,] // self.height, tile.dtype)
            return start(tile) * times + to_expr(poly - self._of_tile(poly), tile.dtype) >= const(0, tile.dtype)

        def visit(node: Any) -> Any:
            if isinstance(node, IfThenElse) and any(part in self.tests for part in conjuncts(node.condition)):
                tests = [from_first(part) for part in conjuncts(node.condition)]
                return IfThenElse(all_of(*tests), visit(node.then_body))
            if not isinstance(node, BlockRealize):
                return map_children(node, visit) if isinstance(node, Stmt) else node
            row = self.rows[node]
            values = list(node.values)
            values[row.axis] = start(tile) + row.within
            guards = [row.within < rows if p is row.guard else p for p in conjuncts(node.predicate)]
            return update(node, values=tuple(values), predicate=all_of(*guards))

        return update(loop, body=visit(loop.body))


def _inside(block: Block) -> list[Node]:
    parts = (block.init, block.body)
    return [node for part in parts if part is not None for node in walk(part)]
