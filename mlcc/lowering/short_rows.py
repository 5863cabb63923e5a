"""Makes versions of a loop over rows for rows of few vectors, whose number only a call knows.

A row of n elements is a loop over (n + 7) // 8 vectors of 8 in each of its stages: a maximum, exponentials, their sum.
Of a short row, the loops cost more than the vectors, and what one stage hands to the next goes through memory. With the
annotation ``short_rows: [8, 2]``, a loop over rows has a version for rows of one vector and one for rows of two:

    for i in range(m):                          if n <= 8:
        for k in range((n + 7) // 8): ...           for i in range(m): ...          # one vector
        for k in range((n + 7) // 8): ...       elif n <= 16:
                                        becomes     for i in range(m):
                                                        k = 0: ...
                                                        k = 1: ...
                                                else:
                                                    for i in range(m):
                                                        for k in range((n + 7) // 8): ...

These are the same statements, simplified in the range of n: only the last vector still has a guard, and temporaries are
of a constant size. Where rows of no elements have results, such as the maximum of none, they have their own version.
"""

from __future__ import annotations

from typing import Any

from mlcc.analysis import Analyzer, program_analyzer
from mlcc.ir import (
    Allocate,
    Binary,
    Buffer,
    BufferLoad,
    BufferStore,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    Stmt,
    Var,
    const,
    free_vars,
    map_children,
    seq,
    substitute,
    update,
    walk,
)
from mlcc.target import Target

from .simplify_loops import simplify_statement

KEY = "short_rows"


def short_rows(func: PrimFunc, _target: Target) -> PrimFunc:
    """Make the versions of each annotated loop."""
    symbols, known = func.symbolic_vars(), program_analyzer(func)

    def visit(node: Any) -> Any:
        if not isinstance(node, For) or KEY not in node.annotations:
            return map_children(node, visit) if isinstance(node, Stmt) else node
        lanes, most = node.annotations[KEY]
        loop = update(node, annotations={k: v for k, v in node.annotations.items() if k != KEY})
        length = _length(loop, symbols, known, int(lanes))
        return loop if length is None else _versions(loop, known, length, int(lanes), int(most))

    return func.with_body(visit(func.body))


def _length(loop: For, symbols: tuple[Var, ...], known: Analyzer, lanes: int) -> Var | None:
    """The size that loops below count in vectors, rounded up."""
    return next((size for size in symbols if any(_counts(size, lanes, known, n) for n in walk(loop.body))), None)


def _counts(size: Var, lanes: int, known: Analyzer, node: Node) -> bool:
    """Whether a loop counts the vectors of `size` elements."""
    if not isinstance(node, For) or size not in free_vars(node.extent):
        return False
    vectors = (size + const(lanes - 1, size.dtype)) // const(lanes, size.dtype)
    return known.poly(node.extent) == known.poly(vectors)


def _versions(loop: For, known: Analyzer, size: Var, lanes: int, most: int) -> Stmt:
    result: Stmt = loop
    for vectors in range(most, 0, -1):
        analyzer = known.copy()
        analyzer.bind(size, lanes * (vectors - 1) + 1, lanes)

        def each(node: Any, vectors: int = vectors) -> Any:
            new: Any = map_children(node, each) if isinstance(node, Stmt) else node
            if not _counts(size, lanes, known, new):
                return new
            return seq(*(substitute(new.body, {new.var: const(k, new.var.dtype)}) for k in range(vectors)))

        version = simplify_statement(_sized(each(loop), analyzer), analyzer)
        result = IfThenElse(Binary("le", size, const(lanes * vectors, size.dtype)), version, result)
    if known.positive(known.poly(size)):
        return result
    empty = known.copy()
    empty.bind(size, 0, 1)
    return IfThenElse(Binary("lt", size, const(1, size.dtype)), simplify_statement(loop, empty), result)


def _sized(stmt: Stmt, analyzer: Analyzer) -> Stmt:
    """With temporaries of the sizes that they have in the ranges of an analyzer."""
    smaller: dict[Buffer, Buffer] = {}
    for node in walk(stmt):
        if isinstance(node, Allocate):
            shape = tuple(analyzer.simplify(extent) for extent in node.buffer.shape)
            smaller[node.buffer] = update(node.buffer, shape=shape)

    def visit(node: Any) -> Any:
        node = map_children(node, visit)
        if isinstance(node, (Allocate, BufferLoad, BufferStore)) and node.buffer in smaller:
            return update(node, buffer=smaller[node.buffer])
        return node

    return visit(stmt)  # type: ignore[no-any-return]
