"""Reshapes: whether a tensor program is one, and what the index of an element before one takes to compute."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.ir import (
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferStore,
    Expr,
    For,
    PrimFunc,
    Var,
    as_int,
    const,
    substitute,
    walk,
)

from .poly import Poly
from .simplify import Analyzer, same


def has_reshape_pattern(func: PrimFunc) -> bool:
    """Whether a program of one operand and one result gives the elements of the operand in their order, in another
    shape: a reshape, or a copy. Sizes may be symbolic; the axes of the block are the loops around it."""
    if len(func.params) != 2 or len(func.buffers) != 2 or not isinstance(func.body, BlockRealize):
        return False
    source, target = func.buffers
    blocks = [node for node in walk(func.root.body) if isinstance(node, BlockRealize)]
    if len(blocks) != 1 or not isinstance(store := blocks[0].block.body, BufferStore) or func.root.allocs:
        return False
    load = store.value
    if store.buffer is not target or not isinstance(load, BufferLoad) or load.buffer is not source:
        return False
    extents = _axes(func, blocks[0])
    if extents is None or not _covers(store.indices, extents, target):
        return False
    analyzer = Analyzer({var: (const(0, var.dtype), extent) for var, extent in extents.items()})
    zeros = {var: const(0, var.dtype) for var, extent in extents.items() if as_int(extent) == 1}
    flat = [substitute(_flat(node.indices, node.buffer), zeros) for node in (load, store)]
    read, written = map(analyzer.simplify, flat)
    total = [analyzer.simplify(_size(buffer)) for buffer in (source, target)]
    return same(read, written) and same(*total)


def symbolic_divisions(before: Sequence[Expr], after: Sequence[Expr]) -> int:
    """By how many symbolic sizes an index after a reshape is divided, for that of the element before it.

    (n, m, 4) to (n * m, 4): by one, ``i // m``. (4 * n, m) to (n, 4, m): by none, ``i * 4 + j``; nor does
    (n, m, 4) to (4 * n, m), ``i // 4``.
    """
    analyzer = Analyzer()
    steps = [_strides(analyzer, [dim for dim in dims if as_int(dim) != 1]) for dims in (before, after)]
    return sum(not any(_is_constant_multiple(step, own) for own in steps[1]) for step in steps[0])


def _strides(analyzer: Analyzer, dims: Sequence[Expr]) -> list[Poly]:
    """The numbers of elements that the index of each dimension but the first is divided by, from the last on."""
    products = [Poly.const(1)]
    for dim in reversed(dims[1:]):
        products.append(products[-1].times(analyzer.poly(dim)))
    return products


def _is_constant_multiple(poly: Poly, other: Poly) -> bool:
    if poly.value() is not None or not other.terms:
        return poly.value() is not None
    mono, coef = next(iter(other.terms.items()))
    return poly == other.scaled(poly.terms.get(mono, 0) // coef)


def _axes(func: PrimFunc, realize: BlockRealize) -> dict[Var, Expr] | None:
    """The extents of a block's axes, each of which is a loop of its own around it; None otherwise."""
    loops = {node.var: node for node in walk(func.root.body) if isinstance(node, For)}
    found: dict[Var, Expr] = {}
    for axis, value in zip(realize.block.iters, realize.values, strict=True):
        loop = loops.pop(value, None) if isinstance(value, Var) else None
        if loop is None or axis.kind != "spatial" or as_int(loop.min) != 0 or not same(loop.extent, axis.dom.extent):
            return None
        found[axis.var] = loop.extent
    return found if as_int(realize.predicate) == 1 else None


def _covers(indices: Sequence[Expr], extents: dict[Var, Expr], buffer: Buffer) -> bool:
    """Whether indices are each an axis, over a whole dimension, or zero where that is one."""
    left = dict(extents)
    for index, size in zip(indices, buffer.shape, strict=True):
        extent = left.pop(index, None) if isinstance(index, Var) else const(1, "int64") if as_int(index) == 0 else None
        if extent is None or not same(extent, size):
            return False
    return all(as_int(extent) == 1 for extent in left.values())


def _flat(indices: Sequence[Expr], buffer: Buffer) -> Expr:
    """The position of an element in memory."""
    position: Expr = const(0, "int64")
    for index, size in zip(indices, buffer.shape, strict=True):
        position = position * size + index
    return position


def _size(buffer: Buffer) -> Expr:
    total: Expr = const(1, "int64")
    for size in buffer.shape:
        total = total * size
    return total
