"""A program in a range of one of its sizes: what the range decides is not divided."""

from __future__ import annotations

from typing import Any

from mlcc.analysis import program_analyzer
from mlcc.ir import (
    Binary,
    Block,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    For,
    MatchBuffer,
    PrimFunc,
    Var,
    map_children,
    update,
    walk,
)

_DIVISIONS = ("floordiv", "floormod")


def in_range(func: PrimFunc, size: Var, most: int) -> PrimFunc:
    """`func` where `size` is from 1 to `most`; itself, if no division becomes simpler.

    Of 1 to 4 rows in blocks of 16 there is one block: ``(n + 15) // 16`` is 1, and row ``i`` is row ``i`` of block 0.
    """
    analyzer = program_analyzer(func)
    analyzer.bind(size, 1, most)
    for node in walk(func.body):
        if isinstance(node, For):
            analyzer.bind(node.var, 0, node.extent)
        elif isinstance(node, Block):
            for axis in node.iters:
                analyzer.bind(axis.var, axis.dom.min, axis.dom.extent)

    def decided(node: Any) -> Any:
        node = map_children(node, decided)
        if not isinstance(node, Binary) or node.op not in _DIVISIONS or not node.dtype.startswith("int"):
            return node
        simple = analyzer.simplify(node)
        return node if any(isinstance(part, Binary) and part.op in _DIVISIONS for part in walk(simple)) else simple

    smaller: dict[Buffer, Buffer] = {}
    for node in walk(func.body):
        if isinstance(node, Block):
            for buffer in node.allocs:
                shape = tuple(decided(extent) for extent in buffer.shape)
                if any(a is not b for a, b in zip(shape, buffer.shape, strict=True)):
                    smaller[buffer] = update(buffer, shape=shape)

    def resized(node: Any) -> Any:
        node = map_children(node, resized)
        match node:
            case BufferLoad() | BufferStore() | BufferRegion() | MatchBuffer() if node.buffer in smaller:
                return update(node, buffer=smaller[node.buffer])
            case Block():
                return update(node, allocs=tuple(smaller.get(buffer, buffer) for buffer in node.allocs))
        return node

    body = decided(func.body)
    return func.with_body(resized(body) if smaller else body)
