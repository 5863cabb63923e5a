"""Sizes that a model computes from its data, as dimensions: symbols that the run gives their values.

`ConstantOfShape` of a number that the model computes has as many elements as that number says. Such a size is a
dimension like that of an input, and occurs in the shapes of all that is computed from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import Expr, GraphExpr

from .value_ranges import Element
from .values import Dim

#: The largest upper bound of a size for which memory is planned: for values of a larger size, and of one without a
#: bound, it is allocated when the size has been computed.
MOST_PLANNED = 1 << 14


@dataclass(frozen=True)
class Count:
    """The dimension `size` with the value of `number`, an int64 of rank 0; `rows` is a tensor [size, 0].

    `clamped`: where the model computes a negative number, the dimension is 0.
    """

    size: Expr
    number: GraphExpr
    rows: GraphExpr
    clamped: bool = False


def key_of(part: Dim | Element) -> object:
    """What stands for a dimension or an element in the key of a size that is computed from it."""
    return part.script() if isinstance(part, Expr) else part
