"""Operators that move elements: what came from a place goes back to it, and what was read twice is added."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr

from ..composed.registry import axis_of, c, dims, extent, ndim, reshape, shape_of
from .registry import gradient, unbroadcast, zeros_of


@gradient("reshape", "squeeze", "expand_dims", "flatten", "nn.batch_flatten")
def _view(g: GraphExpr, y: GraphExpr, x: GraphExpr, *more: Any, **attrs: Any) -> list[Any]:
    return [reshape(g, shape_of(x)), *[None] * len(more)]


@gradient("transpose")
def _transpose(g: GraphExpr, y: GraphExpr, x: GraphExpr, axes: Any = None) -> GraphExpr:
    order = [axis_of(x, int(a)) for a in axes] if axes is not None else list(reversed(range(ndim(x))))
    return c("transpose", g, axes=[order.index(n) for n in range(len(order))])


@gradient("swap_axes")
def _swap_axes(g: GraphExpr, y: GraphExpr, x: GraphExpr, axis1: int = 0, axis2: int = 1) -> GraphExpr:
    return c("swap_axes", g, axis1=axis1, axis2=axis2)


@gradient("broadcast_to")
def _broadcast_to(g: GraphExpr, y: GraphExpr, x: GraphExpr, *more: Any, **attrs: Any) -> list[Any]:
    return [unbroadcast(g, x), *[None] * len(more)]


@gradient("flip")
def _flip(g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: Any = None) -> GraphExpr:
    return c("flip", g, axis=axis)


@gradient("concatenate")
def _concatenate(g: GraphExpr, y: GraphExpr, parts: list[GraphExpr], axis: int | None = 0) -> list[Any]:
    if axis is None:
        pieces = _pieces(g, [reshape(p, [-1]) for p in parts], 0)
        return [[reshape(piece, shape_of(p)) for piece, p in zip(pieces, parts, strict=True)]]
    return [_pieces(g, parts, axis_of(parts[0], int(axis)))]


def _pieces(g: GraphExpr, parts: list[GraphExpr], axis: int) -> list[GraphExpr]:
    """The stretches of `g` along an axis that belong to each of its parts."""
    pieces, start = [], 0 * shape_of(parts[0])[axis]
    for part in parts:
        end = start + shape_of(part)[axis]
        pieces.append(c("strided_slice", g, begin=[start], end=[end], strides=[1], axes=[axis]))
        start = end
    return pieces


@gradient("stack")
def _stack(g: GraphExpr, y: GraphExpr, parts: list[GraphExpr], axis: int = 0) -> list[Any]:
    at = axis_of(g, int(axis))
    return [
        [
            reshape(c("strided_slice", g, begin=[n], end=[n + 1], strides=[1], axes=[at]), shape_of(part))
            for n, part in enumerate(parts)
        ]
    ]


@gradient("split")
def _split(g: list[GraphExpr], y: GraphExpr, x: GraphExpr, *more: Any, axis: int = 0, **attrs: Any) -> list[Any]:
    return [c("concatenate", list(g), axis=axis_of(x, int(axis))), *[None] * len(more)]


@gradient("strided_slice")
def _strided_slice(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, begin: Any = None, end: Any = None, strides: Any = None, axes: Any = None
) -> GraphExpr:
    """Zeros, in which the slice stands: between elements where the step is not one."""
    shape = shape_of(x)
    sliced = [axis_of(x, int(a)) for a in axes] if axes is not None else list(range(len(begin)))
    steps = [int(getattr(s, "value", s)) for s in strides or [1] * len(sliced)]
    for at, first, step in zip(sliced, begin, steps, strict=True):
        size, count = extent(shape[at], "a slice"), extent(shape_of(g)[at], "a slice")
        start = int(getattr(first, "value", first))
        start = max(start + size, 0) if start < 0 else min(start, size if step > 0 else size - 1)
        if step < 0:
            g, start, step = c("flip", g, axis=at), start + step * (count - 1), -step
        g = _spread(g, at, start, step, count, size)
    return g


def _spread(g: GraphExpr, axis: int, start: int, step: int, count: int, size: int) -> GraphExpr:
    """The elements along an axis at start, start + step …, zeros elsewhere."""
    if step > 1:
        own = list(shape_of(g))
        wide = c("expand_dims", g, axis=axis + 1)
        wide = c("nn.pad", wide, pad_width=_pads(len(own) + 1, axis + 1, 0, step - 1))
        g = reshape(wide, [*own[:axis], count * step, *own[axis + 1 :]])
        count *= step
    after = size - start - count
    if after < 0:
        g = c("strided_slice", g, begin=[0], end=[size - start], strides=[1], axes=[axis])
    return c("nn.pad", g, pad_width=_pads(ndim(g), axis, start, max(after, 0)))


def _pads(rank: int, axis: int, before: int, after: int) -> list[list[int]]:
    return [[before, after] if n == axis else [0, 0] for n in range(rank)]


@gradient("nn.pad")
def _pad(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, *more: Any, pad_width: Any, mode: str = "constant", pad_value: float = 0.0
) -> list[Any] | None:
    if mode != "constant":
        raise NotImplementedError(f"`nn.pad` of the mode {mode!r}")
    pairs = [(int(a), int(b)) for a, b in pad_width]
    begin = [a for a, _ in pairs]
    end = [a + dim for (a, _), dim in zip(pairs, shape_of(x), strict=True)]
    inner = c("strided_slice", g, begin=begin, end=end, strides=[1] * len(pairs), axes=list(range(len(pairs))))
    return [inner, *[None] * len(more)]


@gradient("trilu")
def _trilu(g: GraphExpr, y: GraphExpr, x: GraphExpr, *more: Any, upper: bool = True, k: int = 0) -> list[Any]:
    return [c("trilu", g, upper=upper, k=k), *[None] * len(more)]


@gradient("repeat")
def _repeat(g: GraphExpr, y: GraphExpr, x: GraphExpr, *more: Any, repeats: int, axis: int | None = None) -> list[Any]:
    shape = list(shape_of(x))
    if axis is None:
        total: Any = 1
        for dim in shape:
            total = dim * total
        return [reshape(c("sum", reshape(g, [total, repeats]), axis=1), shape), *[None] * len(more)]
    at = axis_of(x, int(axis))
    return [c("sum", reshape(g, [*shape[: at + 1], repeats, *shape[at + 1 :]]), axis=at + 1), *[None] * len(more)]


@gradient("tile")
def _tile(g: GraphExpr, y: GraphExpr, x: GraphExpr, *more: Any, **attrs: Any) -> list[Any]:
    repeats = dims(attrs.get("repeats") or more[0])
    shape = list(shape_of(x))
    repeats = [1] * (len(shape) - len(repeats)) + list(repeats)
    own = [1] * (len(repeats) - len(shape)) + shape
    split = [d for pair in zip(repeats, own, strict=True) for d in pair]
    summed = c("sum", reshape(g, split), axis=list(range(0, len(split), 2)))
    return [reshape(summed, shape), *[None] * len(more)]


@gradient("take")
def _take(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, indices: GraphExpr, axis: int | None = None, mode: str = "clip"
) -> tuple[Any, ...]:
    return c("grad.take_backward", g, x, indices, axis=axis), None


@gradient("gather_elements")
def _gather_elements(g: GraphExpr, y: GraphExpr, x: GraphExpr, indices: GraphExpr, axis: int = 0) -> tuple[Any, ...]:
    return c("scatter_elements", zeros_of(x), indices, g, axis=int(axis), reduction="add"), None


@gradient("gather_nd")
def _gather_nd(g: GraphExpr, y: GraphExpr, x: GraphExpr, indices: GraphExpr, batch_dims: int = 0) -> tuple[Any, ...]:
    if batch_dims:
        raise NotImplementedError("`gather_nd` with batch dimensions")
    return c("scatter_nd", zeros_of(x), indices, g, reduction="add"), None
