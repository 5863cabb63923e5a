"""Arithmetic on graph values in Python: `x + 1`, `x[0]`, `x.astype("float16")` are calls of operators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .dtype import numpy_dtype

#: Makers of values, by name; `mlcc.ir.graph`, which defines their classes, states them.
MAKERS: dict[str, Callable[..., Any]] = {}


def _operand(value: Any, like: Any) -> Any:
    """A number as a constant of the other operand's element type; None for what is no value."""
    if isinstance(value, Infix):
        return value
    if not isinstance(value, int | float | np.generic):
        return None
    known = _dtype(like) or ("float32" if isinstance(value, float) else "int64")
    return MAKERS["constant"](np.asarray(value, numpy_dtype(known)))


def _dtype(value: Any) -> str:
    """The element type of a value; of a call that has no type yet, that of its first operand that has one."""
    known: str = getattr(value.sinfo, "dtype", "")
    if known:
        return known
    stated: str = getattr(value, "attrs", {}).get("dtype", "")
    return stated or next(filter(None, map(_dtype, getattr(value, "args", ()))), "")


def _infix(name: str, *, is_swapped: bool = False) -> Callable[[Any, Any], Any]:
    def operate(self: Any, other: Any) -> Any:
        value = _operand(other, self)
        if value is None:
            return NotImplemented
        return MAKERS["call"](name, (value, self) if is_swapped else (self, value))

    return operate


class Infix:
    """The operators of Python for graph values. Comparisons but `==` and `!=`, which ask for identity, are tensors."""

    __slots__ = ()

    __add__, __radd__ = _infix("add"), _infix("add", is_swapped=True)
    __sub__, __rsub__ = _infix("subtract"), _infix("subtract", is_swapped=True)
    __mul__, __rmul__ = _infix("multiply"), _infix("multiply", is_swapped=True)
    __truediv__, __rtruediv__ = _infix("divide"), _infix("divide", is_swapped=True)
    __floordiv__, __rfloordiv__ = _infix("floor_divide"), _infix("floor_divide", is_swapped=True)
    __mod__, __rmod__ = _infix("mod"), _infix("mod", is_swapped=True)
    __pow__, __rpow__ = _infix("power"), _infix("power", is_swapped=True)
    __lt__, __le__, __gt__, __ge__ = _infix("less"), _infix("less_equal"), _infix("greater"), _infix("greater_equal")

    def __neg__(self) -> Any:
        return MAKERS["call"]("negative", (self,))

    def astype(self, dtype: str) -> Any:
        """The elements as another type."""
        return MAKERS["call"]("cast", (self,), {"dtype": dtype})

    def __getitem__(self, index: int) -> Any:
        """A field of a tuple. Raises IndexError for one that it does not have, TypeError for a tensor."""
        info: Any = getattr(self, "sinfo", None)
        if hasattr(info, "dtype") or not isinstance(index, int):
            raise TypeError("a tensor is sliced by `relax.op.strided_slice` and `relax.op.take`")
        count = len(info.fields) if hasattr(info, "fields") else None
        if count is not None and not -count <= index < count:
            raise IndexError(f"no field {index} in a tuple of {count}")
        return MAKERS["field"](self, index if count is None else index % count)

    def __iter__(self) -> Iterator[Any]:
        info: Any = getattr(self, "sinfo", None)
        if not hasattr(info, "fields"):
            raise TypeError("only a tuple whose type is known has fields to go through")
        return (self[n] for n in range(len(info.fields)))
