"""Words of elements that are adjacent along the reduction axis, as dot-product instructions read them: four bytes, or
two numbers of bfloat16."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.ir import GraphCall, GraphExpr, GraphVar, Op

from ..rewrite import Emitter

Array = np.ndarray[Any, Any]


def as_words(data: Array, axis: int) -> Array:
    """int8 (…, 4k, …), or bfloat16 (…, 2k, …), as int32 (…, k, …): adjacent elements of `axis` are a word, the first in
    its lowest bits."""
    moved = np.moveaxis(data, axis, -1)
    return np.moveaxis(np.ascontiguousarray(moved).view("<i4"), -1, axis)


def words(out: Emitter, value: GraphExpr) -> GraphVar:
    """A value of elements of 8 or 16 bits as words of those that are adjacent in its last dimension: no copy."""
    return out.emit(GraphCall(Op("memory.view"), (value,), {"dtype": "int32"}), "words")
