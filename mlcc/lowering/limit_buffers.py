"""Refuse buffers that no memory can hold, before any size of them is computed."""

from __future__ import annotations

import math

from mlcc.diagnostics import MlccError
from mlcc.ir import Allocate, Block, Buffer, PrimFunc, as_int, walk
from mlcc.ir import dtype as dt
from mlcc.target import Target


def limit_buffers(func: PrimFunc, target: Target) -> PrimFunc:
    """`func`. Raises L308 where a parameter or a temporary of known size is larger than an address can say."""
    for node in walk(func.body):
        for buffer in (node.buffer,) if isinstance(node, Allocate) else node.allocs if isinstance(node, Block) else ():
            _limit(buffer, target)
    for buffer in func.buffer_map.values():
        _limit(buffer, target)
    return func


def _limit(buffer: Buffer, target: Target) -> None:
    extents = [e for e in map(as_int, buffer.shape) if e is not None]
    if 0 in extents or math.prod(extents) * dt.nbytes(buffer.dtype) <= target.largest_bytes:
        return
    raise MlccError(
        "L308",
        f"buffer `{buffer.name}` of {' x '.join(map(str, extents))} elements is larger than memory can be",
        span=buffer.span,
        help="check the shapes that it is made of",
    )
