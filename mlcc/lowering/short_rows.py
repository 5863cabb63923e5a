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
of a constant size.
"""

from __future__ import annotations

from typing import Any

from mlcc.analysis import Analyzer
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
    symbols = func.symbolic_vars()

    def visit(node: Any) -> Any:
        if not isinstance(node, For) or KEY not in node.annotations:
            return map_children(node, visit) if isinstance(node, Stmt) else node
        lanes, most = node.annotations[KEY]
        loop = update(node, annotations={k: v for k, v in node.annotations.items() if k != KEY})
        length = _length(loop, symbols, int(lanes))
        return loop if length is None else _versions(loop, symbols, length, int(lanes), int(most))

    return func.with_body(visit(func.body))


def _length(loop: For, symbols: tuple[Var, ...], lanes: int) -> Var | None:
    """The size that loops below count in vectors, rounded up."""
    return next((size for size in symbols if any(_counts(size, lanes, symbols, n) for n in walk(loop.body))), None)


def _counts(size: Var, lanes: int, symbols: tuple[Var, ...], node: Node) -> bool:
    """Whether a loop counts the vectors of `size` elements."""
    if not isinstance(node, For) or size not in free_vars(node.extent):
        return False
    analyzer = Analyzer(positive=symbols)
    vectors = (size + const(lanes - 1, size.dtype)) // const(lanes, size.dtype)
    return analyzer.poly(node.extent) == analyzer.poly(vectors)


def _versions(loop: For, symbols: tuple[Var, ...], size: Var, lanes: int, most: int) -> Stmt:
    result: Stmt = loop
    for vectors in range(most, 0, -1):
        analyzer = Analyzer(positive=symbols)
        analyzer.bind(size, lanes * (vectors - 1) + 1, lanes)

        def each(node: Any, vectors: int = vectors) -> Any:
            new: Any = map_children(node, each) if isinstance(node, Stmt) else node
            if not _counts(size, lanes, symbols, new):
                return new
            return seq(*(substitute(new.body, {new.var: const(k, new.var.dtype)}) for k in range(vectors)))

        version = simplify_statement(_sized(each(loop), analyzer), analyzer)
        result = IfThenElse(Binary("le", size, const(lanes * vectors, size.dtype)), version, result)
    return result


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
