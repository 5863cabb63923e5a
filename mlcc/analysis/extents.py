"""Bounds that hold for every extent: it is a number of elements, at least 0 and below a limit."""

from __future__ import annotations

from functools import lru_cache

from mlcc.ir import Expr, Var, free_vars, maximum

from .simplify import bounds, simplify

#: The largest extent: a compiled library rejects larger tensors when it is called.
LARGEST_EXTENT = 1 << 47


@lru_cache(maxsize=4096)
def never_negative(extent: Expr) -> bool:
    """Whether an expression over dimensions is at least 0 for all sizes of the inputs."""
    if isinstance(extent, Var):
        return True
    low, _ = bounds(extent, dict.fromkeys(free_vars(extent), (0, LARGEST_EXTENT)))
    return low is not None and low >= 0


def simplified_extent(extent: Expr) -> Expr:
    """An equal expression for all sizes of the inputs, in normal form; its variables are dimensions."""
    return simplify(extent, dict.fromkeys(free_vars(extent), (0, LARGEST_EXTENT)))


def clamped(extent: Expr) -> Expr:
    """The extent for which memory is planned: 0 where the expression is negative."""
    return extent if never_negative(extent) else maximum(extent, 0)
