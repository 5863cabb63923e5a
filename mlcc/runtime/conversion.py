"""Python values as the compiler's, under TVM's name `runtime.convert`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import FloatImm, IntImm, Node, StringImm


def convert(value: Any) -> Any:
    """`value` as the IR writes it: numbers are literals (int32, float32, bool), strings too, sequences are tuples.

    IR nodes, arrays, functions and None stay. R347 for a value of another kind.
    """
    match value:
        case Node() | None:
            return value
        case bool():
            return IntImm(int(value), "bool")
        case int():
            return IntImm(value, "int32" if -(2**31) <= value < 2**31 else "int64")
        case float():
            return FloatImm(value, "float32")
        case str():
            return StringImm(value)
        case list() | tuple():
            return tuple(convert(item) for item in value)
        case Mapping():
            return {key: convert(item) for key, item in value.items()}
    if callable(value) or hasattr(value, "__dlpack__"):
        return value
    raise MlccError("R347", f"a `{type(value).__name__}` has no counterpart in a program")


__all__ = ["convert"]
