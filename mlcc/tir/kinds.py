"""TVM's classes of expressions with two operands: here one class, :class:`mlcc.ir.Binary`, whose `op` says which.

`isinstance(e, tir.Add)` asks for it, and `tir.Add(a, b)` makes one.
"""

from __future__ import annotations

from typing import Any

from mlcc.ir import Binary, Expr, binary

#: TVM's name, and the operation.
_KINDS = {
    "Add": "add", "Sub": "sub", "Mul": "mul", "Div": "div", "FloorDiv": "floordiv", "FloorMod": "floormod",
    "Min": "min", "Max": "max", "And": "and", "Or": "or", "EQ": "eq", "NE": "ne", "LT": "lt", "LE": "le", "GT": "gt",
    "GE": "ge", "Mod": "truncmod",
}  # fmt: skip


class _Kind(type):
    """The class of these classes: their instances are expressions of an operation."""

    op: str

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Binary) and value.op == cls.op

    def __call__(cls, a: Any, b: Any, span: Any = None) -> Expr:
        return binary(cls.op, a, b)


CLASSES: dict[str, Any] = {
    name: _Kind(name, (), {"op": op, "__doc__": f"The operation `{op}` of two expressions."})
    for name, op in _KINDS.items()
}

__all__ = ["CLASSES"]
