"""Replaces accesses to views (`match_buffer` inside blocks) by accesses to the viewed buffers."""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Block,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Expr,
    MatchBuffer,
    PrimFunc,
    Var,
    as_int,
    const,
    map_children,
    substitute,
    update,
    walk,
)
from mlcc.target import Target


def resolve_views(func: PrimFunc, _target: Target) -> PrimFunc:
    """Rewrite the accesses of every view; views may be nested."""
    if not any(isinstance(n, Block) and n.match_buffers for n in walk(func.body)):
        return func
    return func.with_body(_rewrite(func.body, {}))


def _rewrite(node: Any, views: dict[Buffer, BufferRegion]) -> Any:
    if isinstance(node, Block) and node.match_buffers:
        inner = dict(views)
        values: dict[Var, Expr] = {}
        for match in node.match_buffers:
            source = _resolved_region(match.source, views)
            inner[match.buffer] = source
            values.update(_bound_values(match, source))
        plain = update(node, match_buffers=())
        return substitute(map_children(plain, lambda c: _rewrite(c, inner)), values)
    new = map_children(node, lambda c: _rewrite(c, views))
    if isinstance(new, (BufferLoad, BufferStore)) and new.buffer in views:
        return _access(new, views[new.buffer])
    if isinstance(new, BufferRegion) and new.buffer in views:
        return _resolved_region(new, views)
    return new


def _resolved_region(region: BufferRegion, views: dict[Buffer, BufferRegion]) -> BufferRegion:
    """A region of a view as a region of the viewed buffer: conservatively, the full region of the view."""
    source = views.get(region.buffer)
    if source is None:
        return region
    kept = len(source.region) - len(region.region)
    dims = list(source.region[:kept])
    for outer, inner in zip(source.region[kept:], region.region, strict=True):
        dims.append(update(inner, min=outer.min + inner.min))
    return BufferRegion(source.buffer, tuple(dims), span=region.span)


def _access(node: Any, source: BufferRegion) -> Any:
    """Shift the indices of a view by the origin of its region; leading dimensions may be dropped."""
    kept = len(source.region) - len(node.indices)
    indices = [r.min for r in source.region[:kept]]
    indices += [r.min + i for r, i in zip(source.region[kept:], node.indices, strict=True)]
    if isinstance(node, BufferLoad):
        return BufferLoad(source.buffer, tuple(indices), span=node.span)
    return BufferStore(source.buffer, node.value, tuple(indices), span=node.span)


def _bound_values(match: MatchBuffer, source: BufferRegion) -> dict[Var, Expr]:
    """The values of the variables that a view declares for its shape, strides and offset."""
    view, buffer = match.buffer, source.buffer
    values: dict[Var, Expr] = {}
    kept = len(source.region) - len(view.shape)
    if kept < 0:
        raise MlccError("L101", f"the view `{view.name}` has more dimensions than its region", span=match.span)
    for dim, part in zip(view.shape, source.region[kept:], strict=True):
        if isinstance(dim, Var):
            values[dim] = part.extent
    strides = list(buffer.strides) or _compact_strides(buffer)
    for stride, actual in zip(view.strides, strides[len(strides) - len(view.strides) :], strict=True):
        if isinstance(stride, Var):
            values[stride] = actual
    if isinstance(view.elem_offset, Var):
        total: Expr = buffer.elem_offset if buffer.elem_offset is not None else const(0)
        for r, stride in zip(source.region, strides, strict=True):
            total = total + r.min * stride
        values[view.elem_offset] = total
    return values


def _compact_strides(buffer: Buffer) -> list[Expr]:
    strides: list[Expr] = []
    step: Expr = const(1)
    for dim in reversed(buffer.shape):
        strides.append(step)
        size = as_int(dim)
        step = step * (size if size is not None else dim)
    return strides[::-1]
