"""Sizes of tensors as C expressions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlcc.diagnostics import InternalError
from mlcc.ir import Binary, Expr, Var, as_int

#: Of sizes, which are not negative, C's division is the floor.
_SIGNS = {"add": "+", "sub": "-", "mul": "*", "floordiv": "/"}


def has_text(dim: Expr) -> bool:
    """Whether :func:`size_text` can write a size."""
    return (
        as_int(dim) is not None
        or isinstance(dim, Var)
        or (isinstance(dim, Binary) and dim.op in _SIGNS and has_text(dim.a) and has_text(dim.b))
    )


def size_text(dim: Expr, names: Mapping[Any, str]) -> str:
    """A size as a C expression of the variables' names."""
    number = as_int(dim)
    if number is not None:
        return str(number)
    if isinstance(dim, Var):
        return names[dim]
    if not isinstance(dim, Binary) or dim.op not in _SIGNS:
        raise InternalError(f"no C text for the size {dim.script()}")
    return f"({size_text(dim.a, names)} {_SIGNS[dim.op]} {size_text(dim.b, names)})"
