"""Rejects buffers larger than the address space, before their sizes in bytes are computed."""

from __future__ import annotations

import math

from mlcc.diagnostics import MlccError
from mlcc.ir import Allocate, Block, Buffer, PrimFunc, as_int, walk
from mlcc.ir import dtype as dt
from mlcc.target import Target


def limit_buffers(func: PrimFunc, target: Target) -> PrimFunc:
    """`func` unchanged. Raises L308 for a parameter or temporary of static size larger than the address space."""
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
        f"buffer `{buffer.name}` of {' x '.join(map(str, extents))} elements exceeds the address space",
        span=buffer.span,
        help="check its shape",
    )
