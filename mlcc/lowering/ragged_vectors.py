"""Computes the last vector of a row, some lanes of which are outside.

A masked store takes tens of cycles where an instruction has no mask of its own. Of c elements in a vector of 8, the
binary digits of c say which vectors of powers of two they are:

    for l in vectorized(8):             if c >= 8: for l in vectorized(8): Y[j + l] = ...
        if l < c:                       else:
            Y[j + l] = ...      becomes     if c >= 4: for l in vectorized(4): Y[j + l] = ...
                                            if c % 4 >= 2: for l in vectorized(2): Y[j + c // 4 * 4 + l] = ...
                                            if c % 2 >= 1: Y[j + c // 2 * 2] = ...

Values that take long, such as exponentials, are computed once, under a mask; and sums that are kept in registers stay
there only if no element has a variable index. Masks are compared in 32 bits: ``l < min(max(c, 0), 8)``.
"""

from __future__ import annotations

from typing import Any

from mlcc.analysis import Analyzer, conjuncts, program_analyzer
from mlcc.ir import (
    COMPARE,
    Binary,
    BufferLoad,
    BufferStore,
    For,
    IfThenElse,
    PrimFunc,
    SeqStmt,
    Stmt,
    all_of,
    as_int,
    binary,
    cast,
    const,
    free_vars,
    map_children,
    seq,
    update,
    walk,
)
from mlcc.target import Target

from .loop_guards import lanes_inside
from .split_vectors import has_functions, vector_part

#: Two lanes are compared in 64 bits.
_FEWEST = 4


def ragged_vectors(func: PrimFunc, target: Target) -> PrimFunc:
    """Split the guarded vectors that store to memory, and narrow the masks of the others."""
    analyzer = program_analyzer(func)

    def visit(node: Any) -> Any:
        if isinstance(node, For):
            analyzer.bind(node.var, node.min, node.extent)
        new = map_children(node, visit) if isinstance(node, Stmt) else node
        if not isinstance(new, For) or new.kind != "vectorized":
            return new
        parts = new if target.has_masks else _in_parts(new, analyzer)
        return _with_masks(new, analyzer) if parts is new else parts

    return func.with_body(visit(func.body))


def _with_masks(loop: For, analyzer: Analyzer) -> Stmt:
    """The loop with conditions on its lanes in 32 bits: as wide as the elements of most vectors."""
    lanes = as_int(loop.extent)
    if lanes is None or lanes < _FEWEST or loop.var.dtype != "int64" or as_int(loop.min) != 0:
        return loop

    def visit(node: Any) -> Any:
        if isinstance(node, Binary) and node.op in COMPARE and loop.var in free_vars(node):
            count = lanes_inside(loop, node, analyzer)
            if count is not None:
                inside = binary("max", binary("min", count, const(lanes, "int64")), const(0, "int64"))
                return cast("int32", loop.var) < cast("int32", analyzer.simplify(inside))
        return map_children(node, visit)

    return update(loop, body=visit(loop.body))


def _in_parts(loop: For, analyzer: Analyzer) -> Stmt:
    lanes = as_int(loop.extent)
    if lanes is None or lanes < 2 or lanes.bit_count() > 1 or as_int(loop.min) != 0 or not _splits(loop.body):
        return loop
    assert isinstance(loop.body, IfThenElse)
    parts = conjuncts(loop.body.condition)
    guards = [part for part in parts if loop.var in free_vars(part)]
    count = lanes_inside(loop, guards[0], analyzer) if len(guards) == 1 else None
    if count is None or as_int(count) is not None:  # `split_vectors` has chosen the vectors of a constant remainder
        return loop
    dtype = loop.var.dtype
    each = update(loop, body=loop.body.then_body)
    pieces: list[Stmt] = []
    width = lanes // 2
    while width:
        start = count // const(2 * width, dtype) * const(2 * width, dtype) if 2 * width < lanes else const(0, dtype)
        piece = vector_part(each, start, width)
        rest = count % const(2 * width, dtype) if 2 * width < lanes else count
        pieces.append(IfThenElse(rest >= const(width, dtype), piece))
        width //= 2
    split = IfThenElse(count >= const(lanes, dtype), each, IfThenElse(count >= const(1, dtype), seq(*pieces)))
    others = [part for part in parts if part is not guards[0]]
    return IfThenElse(all_of(*others), split) if others else split


def _splits(body: Stmt) -> bool:
    """Whether a body is short guarded stores to memory of what is loaded from memory."""
    if not isinstance(body, IfThenElse) or body.else_body is not None or has_functions(body):
        return False
    stores = body.then_body
    while isinstance(stores, For) and stores.kind == "unroll":
        stores = stores.body
    each = stores.stmts if isinstance(stores, SeqStmt) else (stores,)
    accesses = [n for n in walk(body) if isinstance(n, (BufferLoad, BufferStore))]
    return all(isinstance(s, BufferStore) for s in each) and all(n.buffer.scope == "global" for n in accesses)
