"""The map of a function's memory: which bytes of the arena each value occupies, from which call to which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mlcc.ir import as_int

if TYPE_CHECKING:
    from mlcc.relax import LoweredGraph


def arena_map(graph: LoweredGraph) -> dict[str, Any]:
    """Values as ``[offset, bytes, first step, last step]``, and the kernel that each step calls.

    Values of symbolic size have no rectangle: `symbolic` is their number.
    """
    values, symbolic = [], 0
    for life, offset in zip(graph.arena.lives, graph.arena.offsets, strict=True):
        at, size = as_int(offset), as_int(life.nbytes)
        if at is None or size is None:
            symbolic += 1
        else:
            values.append([at, size, life.start, life.end])
    return {
        "nbytes": as_int(graph.arena.nbytes) or 0,
        "live": graph.arena.live_bytes,
        "steps": list(graph.steps),
        "values": values,
        "symbolic": symbolic,
    }
