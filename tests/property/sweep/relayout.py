"""Parameters whose layout a schedule changes: the caller's arrays follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from mlcc.ir import Buffer, PrimFunc, Var, walk
from mlcc.reference.arguments import dim_value

from .pair import Step

Array = np.ndarray[Any, Any]
Shape = tuple[int, ...]


def shape_of(buffer: Buffer, size: int) -> Shape:
    """The shape of a parameter when the symbolic dimension is `size`."""
    dims = [dim_value(dim, {v: size for v in walk(dim) if isinstance(v, Var)}) for dim in buffer.shape]
    return tuple(int(dim or 0) for dim in dims)


@dataclass(frozen=True)
class Change:
    """One parameter from one layout to the next."""

    before: Shape
    after: Shape
    index: Callable[..., Shape]

    def forward(self, array: Array) -> Array:
        moved = np.zeros(self.after, array.dtype)
        for at in product(*map(range, self.before)):
            moved[self.index(*at)] = array[at]
        return moved

    def back(self, array: Array) -> Array:
        moved = np.zeros(self.before, array.dtype)
        for at in product(*map(range, self.before)):
            moved[at] = array[self.index(*at)]
        return moved


class Relayout:
    """The changes of each parameter since the program was read."""

    def __init__(self, func: PrimFunc, size: int) -> None:
        self._size = size
        self._buffers = func.buffers
        self._changes: list[list[Change]] = [[] for _ in func.buffers]

    def follow(self, func: PrimFunc, step: Step) -> None:
        """Learn from a step that was done."""
        name, fields = step
        before, self._buffers = self._buffers, func.buffers
        if name != "transform_layout":
            return
        for changes, old, new in zip(self._changes, before, func.buffers, strict=True):
            if new is not old:
                head, _, tail = str(fields["index_map"]).partition("->")
                index = eval(f"lambda {head}: ({tail},)")
                changes.append(Change(shape_of(old, self._size), shape_of(new, self._size), index))

    def forward(self, arrays: list[Array]) -> list[Array]:
        """What the program's caller gives, as the scheduled program takes it."""
        result = []
        for changes, array in zip(self._changes, arrays, strict=True):
            for change in changes:
                array = change.forward(array)
            result.append(array)
        return result

    def back(self, arrays: list[Array]) -> list[Array]:
        """What the scheduled program gives, as the program would."""
        result = []
        for changes, array in zip(self._changes, arrays, strict=True):
            for change in reversed(changes):
                array = change.back(array)
            result.append(array)
        return result
