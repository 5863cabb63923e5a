"""Accesses against the regions that their block declares: `T.reads` and `T.writes` are promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import dtype as dt
from .bounds import Bounds
from .expr import Buffer, Expr, as_int
from .linear import linear
from .stmt import Block, BufferRegion


class Outside(NamedTuple):
    """The `regions` of a buffer that a block declares, which an access certainly leaves."""

    regions: list[BufferRegion]
    reason: str


def outside(
    bounds: Bounds,
    block: Block,
    viewed: Callable[[Buffer], Buffer],
    buffer: Buffer,
    indices: tuple[Expr, ...],
    stored: bool,
) -> Outside | None:
    """Whether some instance of a block certainly accesses what the block does not declare.

    `viewed` gives the buffer that a view shows. A region that is too small but cannot be shown to be (an index that
    is loaded, a condition on it) passes: the declaration is then all that is known. So does a read of which no region
    is declared: an accumulator is among the writes alone, and `unsafe_hide_buffer_access` hides reads from later steps.
    Writes of that kind are V041 and V042.
    """
    target = viewed(buffer)
    if bounds.dead or not (block.reads or block.writes) or target in block.allocs:
        return None
    regions = [r for r in (block.writes if stored else block.reads) if viewed(r.buffer) is target]
    if not regions or any(r.buffer is not buffer or len(r.region) != len(indices) for r in regions):
        return None
    reasons = [_reason(bounds, r, indices) for r in regions]
    return Outside(regions, reasons[0] or "") if all(reasons) else None


def _reason(bounds: Bounds, region: BufferRegion, indices: tuple[Expr, ...]) -> str | None:
    """How far some instance's access leaves a region, if one certainly does."""
    for position, (index, part) in enumerate(zip(indices, region.region, strict=True)):
        if not dt.is_int(index.dtype) or dt.lanes(index.dtype) > 1:
            continue
        bound, size = bounds.form_bound(linear(index).minus(linear(part.min))), as_int(part.extent)
        if not bound.exact or bound.empty:
            continue
        place = f"the region in dimension {position}" if len(indices) > 1 else "the region"
        if bound.lo is not None and bound.lo < 0:
            return f"it begins {-bound.lo} before {place}"
        if size is not None and bound.hi is not None and bound.hi >= size:
            return f"it reaches {bound.hi - size + 1} beyond {place}"
    return None
