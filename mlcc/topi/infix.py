"""`A + B` of te tensors, as TVM reads it: the operators of the inventory, with broadcasting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc.ir import Expr, const
from mlcc.te import Tensor

from .registry import get_op

#: The method of Python, and the operator. A method of a swapped operand has an `r` in front.
_OPERATORS = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
              "mod": "floor_mod"}  # fmt: skip


def _method(operator: str, swapped: bool) -> Callable[[Tensor, Any], Any]:
    def method(self: Tensor, other: Any) -> Any:
        if isinstance(other, (int, float)) and not isinstance(other, bool):
            other = const(other, self.dtype)
        if isinstance(other, Expr):
            number = other
            other = get_op("full").fn(shape=[], fill_value=number, dtype=self.dtype)
        if not isinstance(other, Tensor):
            return NotImplemented
        return get_op(operator).fn(*((other, self) if swapped else (self, other)))

    return method


for _name, _operator in _OPERATORS.items():
    setattr(Tensor, f"__{_name}__", _method(_operator, False))
    setattr(Tensor, f"__r{_name}__", _method(_operator, True))
setattr(Tensor, "__neg__", lambda self: get_op("negative").fn(self))  # noqa: B010
