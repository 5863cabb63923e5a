"""Transposes square tiles in registers: rows are loaded as vectors and transposed by shuffles.

``for i in range(16): for j in range(16): C[i * m + j] = f(A[j * n + i])`` reads A with a stride: one element at a time,
or by gathers with a throughput of about one element per cycle. The tile is loaded as 16 vectors instead, transposed by
the intrinsic `transpose_tile` in 16 * log2(16) shuffles, and kept in a local buffer that is promoted to registers::

    transpose_tile(&tile[0], &A[0], n, 16, 16)
    for i in unroll(16): for j in vectorized(16): C[i * m + j] = f(tile[i * 16 + j])

Of a tile whose last rows are outside of a guard, ``if_then_else(j < c, f(A[j * n + i]), 0)``, c rows are loaded, the
last of them again for each row outside: a gather under a mask is a branch per element where it is no instruction::

    if c >= 1: transpose_tile(&tile[0], &A[0], n, 16, min(c, 16))
               for i in unroll(16): for j in vectorized(16): C[i * m + j] = j < c ? f(tile[i * 16 + j]) : 0
    else:      for i in range(16): for j in vectorized(16): C[i * m + j] = 0

Loops of symbolic extents have as many whole tiles as fit, and what is left of them, less than a side, one by one: the
end of an image of 7 x 7 pixels after a vector of 32 is two tiles of 8 and a pixel.

Memory outside of the tile is not accessed, and the order of floating-point operations does not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from mlcc.analysis import Analyzer, Poly, to_expr
from mlcc.ir import (
    INTRINSICS,
    Allocate,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    PrimFunc,
    Stmt,
    Var,
    as_int,
    binary,
    const,
    free_vars,
    map_children,
    select,
    seq,
    substitute,
    update,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target

from .loop_guards import lanes_inside

#: The greatest side of a tile, and the bits of its vectors, by bits of an element: narrow elements are transposed
#: fastest where a shuffle is one instruction on 128 bits.
_LONGEST = 16
_VECTOR_BITS = {8: 128, 16: 128}
_SHORTEST = 4


def transpose_tiles(func: PrimFunc, target: Target) -> PrimFunc:
    """Transpose tiles in registers where two loops around one store read with a stride and write contiguously."""
    parameters = frozenset() if func.attrs.get("tir.noalias") else frozenset(func.buffers)

    def visit(node: Any) -> Any:
        if isinstance(node, For):
            nest = _Nest.of(node, parameters)
            done = nest.tiled(target) if nest is not None else None
            if done is not None:
                return done
        return map_children(node, visit) if isinstance(node, Stmt) else node

    return func.with_body(visit(func.body))


@dataclass(frozen=True)
class _Nest:
    """``for i: for j: store``, with the loads whose rows run along i, and their strides along j. Of a guarded store
    `count` is the number of j from 0 on that the guard holds for, and `store` has the value where it does.
    """

    i: For
    j: For
    store: BufferStore
    crossing: dict[BufferLoad, Expr]
    count: Expr | None = None
    guard: Expr | None = None
    outside: Expr | None = None

    @staticmethod
    def of(i: For, may_alias: frozenset[Buffer]) -> _Nest | None:
        """The nest of a loop, or None where it is no transpose or may read what it writes."""
        j = i.body
        if not isinstance(j, For) or i.kind not in ("serial", "unroll") or j.kind not in ("serial", "vectorized"):
            return None
        store = j.body
        if not isinstance(store, BufferStore) or i.annotations or j.annotations:
            return None
        nest = _Nest.guarded(i, j, store, may_alias)
        return _Nest.plain(i, j, store, may_alias) if nest is None else nest

    @staticmethod
    def guarded(i: For, j: For, store: BufferStore, may_alias: frozenset[Buffer]) -> _Nest | None:
        """The nest of a store whose value is one of a nest for the first j, and loads nothing for the others."""
        value = store.value
        if not isinstance(value, Call) or value.op != "if_then_else" or as_int(j.min) != 0:
            return None
        guard, inside, outside = value.args
        loads = [n for n in walk(inside) if isinstance(n, BufferLoad)]
        count = lanes_inside(j, guard, Analyzer())
        nest = _Nest.plain(i, j, update(store, value=inside), may_alias) if count is not None else None
        # The values of lanes outside are computed too: they may only be of the elements of a tile.
        if nest is None or count is None or nest.crossing.keys() != set(loads) or i.var in free_vars(guard):
            return None
        if any(isinstance(n, BufferLoad) for n in walk(outside)):
            return None
        return replace(nest, count=count, guard=guard, outside=outside)

    @staticmethod
    def plain(i: For, j: For, store: BufferStore, may_alias: frozenset[Buffer]) -> _Nest | None:
        """The nest of a store, None where it is no transpose, may read what it writes, or its value is guarded."""
        analyzer = Analyzer()
        # The inner loop must write contiguously: its vectors are the rows of the transposed tile.
        if _coefficient(analyzer, store.indices[0], j.var) != Poly.const(1):
            return None
        crossing: dict[BufferLoad, Expr] = {}
        for node in walk(store.value):
            if isinstance(node, Call) and (not INTRINSICS[node.op].pure or node.op in ("if_then_else", "address_of")):
                return None
            if not isinstance(node, BufferLoad):
                continue
            # Tiles change the order of iterations: a load that may read an earlier store would see another value.
            if node.buffer is store.buffer or {node.buffer, store.buffer} <= may_alias:
                return None
            stride = _coefficient(analyzer, node.indices[0], j.var)
            if stride is None or stride.uses({i.var, j.var}):
                return None
            # Stride 0 is a broadcast and stride 1 a plain vector load. Any other load is transposed, if the outer loop
            # reads it contiguously.
            if stride not in (Poly.const(0), Poly.const(1)):
                if _coefficient(analyzer, node.indices[0], i.var) != Poly.const(1):
                    return None
                crossing[node] = to_expr(stride, node.indices[0].dtype)
        return _Nest(i, j, store, crossing) if crossing else None

    def side(self, target: Target) -> int | None:
        """The side of the square tiles that divide the loops, if any; those of symbolic extents may have a rest."""
        bits = {max(8, dt.bits(load.dtype)) for load in self.crossing}
        extents = [n for n in map(as_int, (self.i.extent, self.j.extent)) if n is not None]
        if not extents or target.vector_bits < 128:
            return None
        side = min(_LONGEST, *(min(target.vector_bits, _VECTOR_BITS.get(b, target.vector_bits)) // b for b in bits))
        while side >= _SHORTEST:
            if all(extent % side == 0 for extent in extents):
                return side
            side //= 2
        return None

    def tiled(self, target: Target) -> Stmt | None:
        """The nest as loops over tiles; None where its extents are not multiples of a tile's side."""
        side = self.side(target)
        if side is None:
            return None
        outer = [Var(f"{loop.var.name}_t", loop.var.dtype) for loop in (self.i, self.j)]
        first = {
            loop.var: loop.min + var * const(side, var.dtype)
            for loop, var in zip((self.i, self.j), outer, strict=True)
        }  # fmt: skip
        body = self._tile(side, first)
        for loop, var in reversed(list(zip((self.i, self.j), outer, strict=True))):
            body = For(var, const(0, var.dtype), loop.extent // const(side, var.dtype), "serial", body)
        return seq(body, *self._rest(side))

    def _rest(self, side: int) -> Iterator[Stmt]:
        """The iterations of a symbolic loop after its last whole tile."""
        i, j = self.i, self.j
        if as_int(i.extent) is None:
            yield _rest(i, side)
        elif as_int(j.extent) is None:
            # Few j are left, and all i of each of them: the inner loop has a known extent.
            yield _rest(update(j, body=update(i, body=j.body, kind="serial")), side)

    def _tile(self, side: int, first: dict[Var, Expr]) -> Stmt:
        """The tile that begins at `first`: strided loads are transposed, then each row is stored."""
        i, j = (Var(loop.var.name, loop.var.dtype) for loop in (self.i, self.j))
        tiles: dict[BufferLoad, BufferLoad] = {}
        moves: list[Stmt] = []
        whole = const(side, i.dtype)
        count = whole if self.count is None else substitute(self.count, first) - first[self.j.var]
        rows = whole if self.count is None else binary("min", count, whole)
        for load, stride in self.crossing.items():
            index = load.indices[0].dtype
            tile = Buffer(f"{load.buffer.name}_tile", (const(side * side, index),), load.dtype, "local")
            moves.append(_transposed(tile, substitute(load, first), stride, (side, rows)))
            at = i * const(side, i.dtype) + j
            tiles[load] = BufferLoad(tile, (at,))

        def replaced(node: Any) -> Any:
            return tiles[node] if node in tiles else map_children(node, replaced)

        moved = {self.i.var: first[self.i.var] + i, self.j.var: first[self.j.var] + j}

        def stored(value: Expr, kind: str) -> For:
            store = substitute(update(self.store, value=value), moved)
            row = For(j, const(0, j.dtype), const(side, j.dtype), "vectorized", store)
            return For(i, const(0, i.dtype), whole, kind, row)

        value: Expr = replaced(self.store.value)
        if self.guard is not None and self.outside is not None:
            value = select(self.guard, value, self.outside)
        body = seq(*moves, stored(value, "unroll"))
        for tile_load in tiles.values():
            body = Allocate(tile_load.buffer, body)
        return body if self.outside is None else IfThenElse(count >= 1, body, stored(self.outside, "serial"))


def _rest(loop: For, side: int) -> For:
    """The iterations of a loop after its last whole tile."""
    first = binary("max", loop.extent, const(0, loop.var.dtype)) // const(side, loop.var.dtype) * side
    var = Var(loop.var.name, loop.var.dtype)
    body = substitute(loop.body, {loop.var: loop.min + first + var})
    return For(var, const(0, var.dtype), loop.extent - first, "serial", body)


def _coefficient(analyzer: Analyzer, index: Expr, var: Var) -> Poly | None:
    """The stride of an index in `var`; None where it is not linear in `var` or depends on memory."""
    if any(isinstance(n, BufferLoad) for n in walk(index)):
        return None
    poly = analyzer.poly(index)
    step = analyzer.replace(poly, {var: Poly.atom(var) + Poly.const(1)}) - poly
    return None if step.uses({var}) else step


def _transposed(tile: Buffer, first: BufferLoad, stride: Expr, size: tuple[int, Expr]) -> Stmt:
    side, rows = size
    start = Call("address_of", (first,), "handle")
    to = Call("address_of", (BufferLoad(tile, (const(0, stride.dtype),)),), "handle")
    return Evaluate(Call("transpose_tile", (to, start, stride, const(side, "int32"), rows), "int32"))
