"""Types, sizes and data of PyTorch as those of the graph."""

from __future__ import annotations

from typing import Any

import numpy as np
import sympy
import torch
from torch.utils._sympy.symbol import SymT, symbol_is_type

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, Var, as_int, binary, maximum, minimum
from mlcc.ir import const as tir_const

DTYPES: dict[torch.dtype, str] = {
    torch.float32: "float32", torch.float64: "float64", torch.float16: "float16", torch.bfloat16: "bfloat16",
    torch.int64: "int64", torch.int32: "int32", torch.int16: "int16", torch.int8: "int8", torch.uint8: "uint8",
    torch.bool: "bool",
}  # fmt: skip

Dim = int | Expr


def dtype_of(dtype: torch.dtype) -> str:
    """The name of an element type. Raises I131 for those that no graph holds, such as complex numbers."""
    name = DTYPES.get(dtype)
    if name is None:
        allowed = ", ".join(DTYPES.values())
        raise MlccError("I131", f"tensors of `{dtype}` cannot be compiled", help=f"they may be {allowed}")
    return name


def array_of(tensor: torch.Tensor) -> np.ndarray[Any, np.dtype[Any]]:
    """The elements as an array in C order: the tensor's own memory where it lies so, in the CPU's."""
    values = tensor.detach().cpu().resolve_conj().resolve_neg()
    array: np.ndarray[Any, np.dtype[Any]]
    if values.dtype == torch.bfloat16:
        import ml_dtypes

        array = values.contiguous().view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    else:
        array = values.contiguous().numpy()
    return array


class Symbols:
    """The symbolic sizes of one program, as variables of the graph."""

    def __init__(self) -> None:
        self.vars: dict[sympy.Symbol, Var] = {}

    def dim(self, size: Any) -> Dim:
        """A size (an integer, a SymInt or an expression of sympy) as a dimension."""
        if isinstance(size, int):
            return size
        expr = self._convert(sympy.sympify(size.node.expr if isinstance(size, torch.SymInt) else size))
        return number if (number := as_int(expr)) is not None else expr

    def _convert(self, expr: Any) -> Expr:
        if expr.is_Integer:
            return tir_const(int(expr), "int64")
        if expr.is_Symbol:
            if symbol_is_type(expr, (SymT.UNBACKED_INT, SymT.UNBACKED_FLOAT)):
                raise MlccError("I132", f"the size `{expr}` is known only from data")
            return self.vars.setdefault(expr, Var(str(expr), "int64"))
        parts = [self._convert(arg) for arg in expr.args]
        match type(expr).__name__:
            case "Add":
                return _joined(parts, "add")
            case "Mul" if not any(arg.is_Rational and not arg.is_Integer for arg in expr.args):
                return _joined(parts, "mul")
            case "Pow" if expr.args[1].is_Integer and 0 < int(expr.args[1]) <= 8:
                return _joined([parts[0]] * int(expr.args[1]), "mul")
            case "FloorDiv" | "CleanDiv" | "IntTrueDiv":
                return binary("floordiv", *parts)
            case "Mod" | "PythonMod":
                return binary("floormod", *parts)
            case "Max":
                return _folded(parts, maximum)
            case "Min":
                return _folded(parts, minimum)
        raise MlccError("I132", f"the size `{expr}` cannot be computed from the shapes of the inputs")


def _folded(parts: list[Expr], combine: Any) -> Expr:
    result = parts[0]
    for part in parts[1:]:
        result = combine(result, part)
    return result


def _joined(parts: list[Expr], kind: str) -> Expr:
    return _folded(parts, lambda a, b: a + b if kind == "add" else a * b)
