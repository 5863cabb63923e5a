"""Flattens the indices of each access to one: an offset in elements from the buffer's data pointer.

The layout is row-major unless the buffer has strides. Codegen computes offsets in 64 bits, so they are built regardless
of the width of the loop variables. Quotients and remainders of fused loops are merged: ``f // 7 * 7 + f % 7`` is ``f``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc.analysis import Analyzer, program_analyzer, to_expr
from mlcc.ir import (
    DIVISIONS,
    Allocate,
    Binary,
    Buffer,
    BufferLoad,
    BufferStore,
    Expr,
    For,
    PrimFunc,
    map_children,
    update,
    walk,
)
from mlcc.target import Target

from .aligned_strides import strides_of
from .insert_prefetches import KEY
from .offsets import offset_of
from .simplify_loops import division_free


def merge_indices(func: PrimFunc, _target: Target) -> PrimFunc:
    """Flatten accesses to parameters where that removes all divisions: ``A[f // 7, f % 7]`` is element ``f``."""
    named = {str(n.annotations[KEY][0]) for n in walk(func.body) if isinstance(n, For) and KEY in n.annotations}
    parameters = frozenset(b for b in func.buffers if b.name not in named)  # prefetches name dimensions
    analyzer = program_analyzer(func)

    def merged(access: BufferLoad | BufferStore) -> tuple[Expr, ...] | None:
        if access.buffer not in parameters or len(access.indices) < 2 or not _divides(access.indices):
            return None
        offset = analyzer.merge(analyzer.poly(offset_of(access.buffer, access.indices)))
        flat = (to_expr(offset, access.indices[-1].dtype),)
        return None if _divides(flat) else flat

    def visit(node: Any) -> Any:
        if isinstance(node, For):
            return _loop(node, analyzer, visit)
        new = map_children(node, visit)
        if isinstance(new, (BufferLoad, BufferStore)):
            flat = merged(new)
            if flat is not None:
                return update(new, indices=flat)
        return new

    return func.with_body(visit(func.body))


def _loop(loop: For, analyzer: Analyzer, visit: Callable[[Any], Any]) -> For:
    """A loop with its parts visited: its body, but not its bounds, where it has an iteration."""
    low, extent = visit(loop.min), visit(loop.extent)
    with analyzer.iterating(loop.var, loop.min, loop.extent):
        return update(loop, min=low, extent=extent, body=visit(loop.body))


def _divides(indices: tuple[Expr, ...]) -> bool:
    return any(isinstance(n, Binary) and n.op in DIVISIONS for i in indices for n in walk(i))


def flatten_buffers(func: PrimFunc, _target: Target) -> PrimFunc:
    """Rewrite every access; temporaries become one-dimensional, parameters keep their shape."""
    flat: dict[Buffer, Buffer] = {}
    strides: dict[Buffer, tuple[Expr, ...]] = {}
    analyzer = program_analyzer(func)

    def offset(buffer: Buffer, indices: tuple[Expr, ...]) -> Expr:
        if len(indices) == 1 and len(buffer.shape) > 1:
            return indices[0]  # flattened by `merge_indices`
        position = offset_of(buffer, indices, strides.get(buffer, ()))
        if not _divides(indices):
            return position
        return division_free(to_expr(analyzer.merge(analyzer.poly(position)), position.dtype), analyzer)

    def visit(node: Any) -> Any:
        if isinstance(node, For):
            return _loop(node, analyzer, visit)
        if isinstance(node, Allocate):
            buffer = node.buffer
            strides[buffer], total = strides_of(node)
            # A size may be read from another buffer, at a position in its old shape.
            flat[buffer] = Buffer(buffer.name, (visit(total),), buffer.dtype, buffer.scope, align=buffer.align)
            return Allocate(flat[buffer], visit(node.body), span=node.span)
        new = map_children(node, visit)
        if isinstance(new, BufferLoad):
            where = flat.get(new.buffer, new.buffer)
            return BufferLoad(where, (offset(new.buffer, new.indices),), span=new.span)
        if isinstance(new, BufferStore):
            where = flat.get(new.buffer, new.buffer)
            return BufferStore(where, new.value, (offset(new.buffer, new.indices),), span=new.span)
        return new

    return func.with_body(visit(func.body))
