"""Lowers loops annotated `tree_reduce` to pairwise (tree) reductions of contiguous elements.

``for k in range(64): Y[0] = Y[0] + X[k]`` is a dependence chain of 64 additions. With the annotation, vectors of `X`
are added to each other, and the lanes of the result are reduced in log2(lanes) steps. Schedules use it after `rfactor`
with one partial result per lane.
"""

from __future__ import annotations

from typing import Any

from mlcc.analysis import Analyzer, same, to_expr
from mlcc.ir import (
    Binary,
    BufferLoad,
    BufferStore,
    Call,
    Expr,
    For,
    PrimFunc,
    Ramp,
    Stmt,
    StringImm,
    as_int,
    const,
    free_vars,
    map_children,
    substitute,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target

#: The annotation of loops.
KEY = "tree_reduce"
_OPS = ("add", "mul", "min", "max")
_LONGEST = 1024


def tree_reductions(func: PrimFunc, target: Target) -> PrimFunc:
    """Replace annotated loops over a single accumulating store; other loops stay as they are."""

    def visit(node: Any) -> Any:
        new = map_children(node, visit) if isinstance(node, Stmt) else node
        if isinstance(new, For) and new.annotations.get(KEY):
            return _combined(new, target) or new
        return new

    return func.with_body(visit(func.body))


def _combined(loop: For, target: Target) -> Stmt | None:
    store, extent = loop.body, as_int(loop.extent)
    if not isinstance(store, BufferStore) or extent is None or not 1 < extent <= _LONGEST:
        return None
    value = store.value
    if not isinstance(value, Binary) or value.op not in _OPS or loop.var in free_vars(store.indices[0]):
        return None
    own, item = value.a, value.b
    if not isinstance(own, BufferLoad) or own.buffer is not store.buffer or not same(own.indices[0], store.indices[0]):
        return None
    if not isinstance(item, BufferLoad) or item.buffer is store.buffer:
        return None
    analyzer = Analyzer()
    if any(isinstance(n, BufferLoad) for n in walk(item.indices[0])):
        return None
    # The element that is read advances by one per iteration, and nothing else in its index depends on the loop; only
    # then do vectors of consecutive elements hold the same values as the iterations.
    poly = analyzer.poly(item.indices[0])
    if poly.terms.get((loop.var,), 0) != 1 or (poly - type(poly).atom(loop.var)).uses({loop.var}):
        return None
    lanes = target.vector_bits // max(8, dt.bits(item.dtype))
    if lanes < 2:  # a device's threads are its lanes
        return None
    total: Expr = own
    for part in _parts(item, loop, extent, lanes, value.op, analyzer):
        total = Binary(value.op, total, part)
    return BufferStore(store.buffer, total, store.indices, span=store.span)


def _parts(item: BufferLoad, loop: For, extent: int, lanes: int, op: str, analyzer: Analyzer) -> list[Expr]:
    """The full vectors reduced to one scalar, then the remainder in vectors of powers of two."""

    def load(at: int, width: int) -> Expr:
        start = substitute(item.indices[0], {loop.var: loop.min + const(at, loop.var.dtype)})
        index = to_expr(analyzer.poly(start), start.dtype)
        if width == 1:
            return BufferLoad(item.buffer, (index,))
        return BufferLoad(item.buffer, (Ramp(index, const(1, index.dtype), width),))

    vectors = [load(at, lanes) for at in range(0, extent - lanes + 1, lanes)]
    parts: list[Expr] = []
    if vectors:
        # Pairwise: 8 vectors take 3 dependent operations instead of 7, and rounding errors grow with the logarithm.
        while len(vectors) > 1:
            pairs = zip(vectors[::2], vectors[1::2], strict=False)
            odd = vectors[-1:] if len(vectors) % 2 else []
            vectors = [Binary(op, a, b) for a, b in pairs] + odd
        parts.append(_lanes_of(vectors[0], op))
    at = extent // lanes * lanes
    # The remainder in vectors of powers of two: 13 elements in vectors of 8 leave 5, which are 4 and 1.
    while at < extent:
        width = 1 << ((extent - at).bit_length() - 1)
        chunk = load(at, width)
        parts.append(chunk if width == 1 else _lanes_of(chunk, op))
        at += width
    return parts


def _lanes_of(vector: Expr, op: str) -> Expr:
    return Call("reduce_lanes", (StringImm(op), vector), dt.element(vector.dtype))
