"""One index per access: an offset in elements from the buffer's data pointer.

Row-major unless the buffer has strides. Codegen computes these sums in 64 bits, so they are written
without regard to the width of the loop variables. What fused loops took apart, as in ``f // 7 * 7 + f % 7``,
is put together again.
"""

from __future__ import annotations

from typing import Any

from mlcc.analysis import Analyzer, to_expr
from mlcc.diagnostics import InternalError
from mlcc.ir import (
    Allocate,
    Binary,
    Buffer,
    BufferLoad,
    BufferStore,
    Expr,
    For,
    PrimFunc,
    const,
    map_children,
    walk,
)
from mlcc.target import Target

from .simplify_loops import division_free

_DIVISIONS = ("floordiv", "floormod", "truncdiv", "truncmod")


def flatten_buffers(func: PrimFunc, _target: Target) -> PrimFunc:
    """Rewrite every access; temporaries become one-dimensional, parameters keep their shape."""
    flat: dict[Buffer, Buffer] = {}
    analyzer = Analyzer(positive=func.symbolic_vars())

    def offset(buffer: Buffer, indices: tuple[Expr, ...]) -> Expr:
        found = offset_of(buffer, indices)
        if not any(isinstance(n, Binary) and n.op in _DIVISIONS for i in indices for n in walk(i)):
            return found
        return division_free(to_expr(analyzer.merge(analyzer.poly(found)), found.dtype), analyzer)

    def visit(node: Any) -> Any:
        if isinstance(node, For):
            analyzer.bind(node.var, node.min, node.extent)
        if isinstance(node, Allocate):
            buffer = node.buffer
            total: Expr = const(1)
            for dim in buffer.shape:
                total = total * dim
            flat[buffer] = Buffer(buffer.name, (total,), buffer.dtype, buffer.scope, align=buffer.align)
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


def offset_of(buffer: Buffer, indices: tuple[Expr, ...]) -> Expr:
    """The element offset of an access."""
    if len(indices) != len(buffer.shape):
        raise InternalError(f"`{buffer.name}` has {len(buffer.shape)} dimensions, not {len(indices)}")
    total: Expr = const(0)
    if buffer.strides:
        for index, stride in zip(indices, buffer.strides, strict=True):
            total = total + index * stride
    else:
        for index, dim in zip(indices, buffer.shape, strict=True):
            total = total * dim + index
    return total if buffer.elem_offset is None else total + buffer.elem_offset
