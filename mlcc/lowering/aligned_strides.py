"""The strides of buffers whose dimensions are aligned: rows get padding behind them.

The annotation ``buffer_dim_align: [[i, axis, factor, offset], …]`` of a block asks that the stride of dimension `axis`
of the buffer that it writes at `i` be ``k * factor + offset``. When offsets are computed, blocks are gone and shapes
are smaller, so the request travels on the allocation, without `i`. For example, rows of 64 elements get a stride of 72
by ``[0, 0, 32, 8]``: 72 % 32 is 8, so that the rows begin in different banks or cache sets.
"""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import Allocate, Block, Buffer, Expr, as_int, const

KEY = "buffer_dim_align"
#: By dimension: factor and offset.
Alignments = dict[int, tuple[int, int]]


def requested_alignments(block: Block) -> dict[Buffer, Alignments]:
    """The alignments that a block asks of what it writes. Raises L120 for an annotation of another form."""
    result: dict[Buffer, Alignments] = {}
    for entry in block.annotations.get(KEY, ()):
        if not _is_possible(entry, block):
            raise MlccError(
                "L120",
                f"`{KEY}` of block `{block.name}` is not a list of `[buffer, dimension, factor, offset]`",
                span=block.span,
                notes=[f"{entry!r} names no dimension of a buffer that the block writes, or no positive factor"],
            )
        index, axis, factor, offset = entry
        result.setdefault(block.writes[index].buffer, {})[axis] = (factor, offset)
    return result


def _is_possible(entry: Any, block: Block) -> bool:
    if not isinstance(entry, (list, tuple)) or len(entry) != 4 or not all(type(n) is int for n in entry):
        return False
    index, axis, factor, _ = entry
    written = 0 <= index < len(block.writes) and 0 <= axis < len(block.writes[index].buffer.shape)
    return written and bool(factor > 0)


def annotation_of(alignments: Alignments) -> dict[str, Any]:
    """The annotation of an allocation."""
    return (
        {KEY: [[axis, factor, offset] for axis, (factor, offset) in sorted(alignments.items())]} if alignments else {}
    )


def strides_of(node: Allocate) -> tuple[tuple[Expr, ...], Expr]:
    """The strides of an allocated buffer, none if it is compact and row-major, and its size, both in elements."""
    alignments = {axis: (factor, offset) for axis, factor, offset in node.annotations.get(KEY, ())}
    strides: list[Expr] = []
    size: Expr = const(1)
    # From the right: constant sizes are mostly the inner ones, and become one factor. The size of (b, s, 12, 64) is
    # 768 * s * b; from the left, it would be b * s * 12 * 64.
    for axis in reversed(range(len(node.buffer.shape))):
        if axis in alignments:
            size = size + _padding(size, *alignments[axis])
        strides.insert(0, size)
        size = size * node.buffer.shape[axis]
    return (tuple(strides) if alignments else ()), size


def _padding(stride: Expr, factor: int, offset: int) -> Expr:
    """The least number that makes a stride ``k * factor + offset``."""
    number = as_int(stride)
    return const((offset - number) % factor) if number is not None else (const(offset) - stride) % const(factor)
