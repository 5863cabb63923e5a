"""Elements that lie on lines: where each index runs along an axis of the lanes of its own, an access is a view.

NumPy gathers and scatters elements one by one where it is given arrays of indices. Those of most accesses are loop
variables, or multiples of one: they name a part of the array between bounds, with strides.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def view_at(array: Array, indices: list[Any]) -> Array | None:
    """``array[indices]`` as a view of `array`, or None where it is none, or where an index is out of range.

    >>> # i of shape (4, 1) and j of shape (3,): array[i, j] is array[0:4, 0:3]; array[j, i] is its transpose
    """
    if len(indices) != array.ndim:
        return None
    parts: list[Any] = []
    axes: list[int] = []  # of the lanes, counted from the last one, for each dimension that has a line
    for size, index in zip(array.shape, indices, strict=True):
        if np.ndim(index) == 0:
            if not 0 <= index < size:
                return None
            parts.append(int(index))
            continue
        count, axis = index.size, index.ndim - 1
        while axis and index.shape[axis] == 1:
            axis -= 1
        place = index.ndim - axis
        if count < 2 or index.shape[axis] != count or place in axes:
            return None
        line = index.reshape(count)
        first, step = int(line[0]), int(line[1]) - int(line[0])
        last = first + step * (count - 1)
        if step < 1 or first < 0 or last >= size or not np.array_equal(line, np.arange(first, last + 1, step)):
            return None
        parts.append(slice(first, last + 1, step))
        axes.append(place)
    if not axes:
        return None
    order = sorted(range(len(axes)), key=lambda number: -axes[number])
    between = [1] * max(axes)
    view: Array = array[tuple(parts)].transpose(order)
    for number, length in zip(order, view.shape, strict=True):
        between[-axes[number]] = length
    result: Array = view.reshape(between)
    return result


def is_filled(view: Array, value: Array) -> bool:
    """Whether each element of a view is stored by one lane of a value, which has no further lanes."""
    missing = value.ndim - view.ndim
    shape = (1,) * -missing + value.shape
    return missing <= 0 and all(size in (1, length) for size, length in zip(shape, view.shape, strict=True))
