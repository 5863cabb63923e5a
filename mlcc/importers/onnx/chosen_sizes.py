"""Sizes that depend on whether others are equal, as exporters write conditions about shapes with `Equal`.

A condition is the number 1 or 0: ``select(h % 2 == 0, 1, 0)``. What is computed from such a choice is a choice by the
same condition, so that

    c * -Cast(Not(Equal(c, 0))) + LARGEST * Cast(Equal(c, 0))      is      select(c == 0, LARGEST, -c)

the end of the slice ``x[: -c or None]``, by which TensorFlow crops images.
"""

from __future__ import annotations

from collections.abc import Callable

from mlcc.analysis import LARGEST_EXTENT, Analyzer, never_negative, same, simplified_extent
from mlcc.ir import Binary, Expr, Select, as_int, binary, const, const_like, free_vars, select

from .values import Dim

#: Ends of slices from here on mean the end of any dimension.
_BEYOND = 2**31 - 1


def equal(a: Dim, b: Dim) -> Dim:
    """1 where two elements are equal, otherwise 0. A dimension never equals a negative number."""
    if a is b:
        return 1
    if isinstance(a, int) and isinstance(b, int):
        return int(a == b)
    if (isinstance(a, int) and a < 0) or (isinstance(b, int) and b < 0):
        return 0
    if not isinstance(a, Expr):
        a, b = b, a  # written with the number last, so that a condition has one spelling
    return select(binary("eq", const_like(a, "int64"), const_like(b, "int64")), const(1, "int64"), const(0, "int64"))


def inverted(condition: Dim) -> Dim:
    """The opposite of a condition."""
    return 1 - condition if isinstance(condition, int) else by_case(lambda value: 1 - value, condition)


def chosen(condition: Dim, a: Dim, b: Dim) -> Dim:
    """`a` where a condition is 1, otherwise `b`."""
    if isinstance(condition, int):
        return a if condition else b
    if isinstance(condition, Select):
        sides = as_int(condition.true_value), as_int(condition.false_value)
        if sides == (1, 0):
            return select(condition.condition, const_like(a, "int64"), const_like(b, "int64"))
        if sides == (0, 1):
            return select(condition.condition, const_like(b, "int64"), const_like(a, "int64"))
    return select(condition.not_equal(0), const_like(a, "int64"), const_like(b, "int64"))


def by_case(function: Callable[..., Dim], *operands: Dim) -> Dim:
    """A function of sizes, inside the choice that some of them are, if all those are by one condition."""
    choices = [o for o in operands if isinstance(o, Select)]
    if not choices or not all(same(o.condition, choices[0].condition) for o in choices):
        return function(*operands)
    cases = []
    for case in ("true_value", "false_value"):
        values = [getattr(o, case) if isinstance(o, Select) else o for o in operands]
        numbers = [as_int(v) for v in values]
        result = function(*(v if n is None else n for v, n in zip(values, numbers, strict=True)))
        cases.append(const_like(result, "int64"))
    return select(choices[0].condition, *cases)


def end_of_slice(end: Dim, dim: Dim) -> Dim:
    """The end of a slice of a dimension; of ``[: -c or None]``, which is a choice, ``dim - c``."""
    if not isinstance(end, Select) or not isinstance(end.condition, Binary) or end.condition.op != "eq":
        return end
    count, at = end.condition.a, as_int(end.condition.b)
    limit = as_int(end.true_value)
    sizes = Analyzer(dict.fromkeys(free_vars(end), (0, LARGEST_EXTENT)))
    if at != 0 or limit is None or limit < _BEYOND or not sizes.can_prove(count >= 0):
        return end
    if not sizes.equal(end.false_value, 0 - count):
        return end
    left = simplified_extent(const_like(dim, "int64") - count)
    return left if never_negative(left) else binary("max", left, const_like(0, "int64"))


__all__ = ["by_case", "chosen", "end_of_slice", "equal", "inverted"]
