"""A shape as an argument of a function, under TVM's name."""

from __future__ import annotations

import operator
from collections.abc import Iterable


class ShapeTuple(tuple[int, ...]):
    """Sizes, such as what a function takes for a parameter `s: R.Shape([n, m])`."""

    def __new__(cls, shape: Iterable[int]) -> ShapeTuple:
        return super().__new__(cls, map(operator.index, shape))
