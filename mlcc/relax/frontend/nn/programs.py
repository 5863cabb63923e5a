"""Programs and functions of one's own in a model: tensor expressions, tensor programs, library functions, prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, GraphExpr, GraphTuple, PrimFunc, ShapeExpr, TensorStructInfo, as_int

from ...block_builder import BlockBuilder
from ...calls import const, symbolic_shape
from ...op import call_dps_packed, call_tir, call_tir_inplace
from .applying import apply, operand, wrap_nested
from .effects import IOEffect
from .tensor import Tensor

#: What a call of a program gives: a tensor, or several.
OutType = TypeVar("OutType", bound=Tensor | Sequence[Tensor])


def tensor_expr_op(
    tensor_expr_func: Callable[..., Any], name_hint: str, args: Sequence[Any], *, attrs: dict[str, Any] | None = None
) -> Any:
    """A tensor expression applied to tensors. Raises T115 outside of `export_tvm`."""
    builder = _builder(name_hint)
    operands = [operand(a) for a in args]
    if attrs:
        raise MlccError("T205", f"`tensor_expr_op`: attributes of the program `{name_hint}` are not taken")
    return wrap_nested(builder.call_te(tensor_expr_func, *operands, primfunc_name_hint=name_hint), name_hint)


def tensor_ir_op(func: PrimFunc, name_hint: str, args: Any, out: Any) -> Any:
    """A call of a tensor program; `out` are placeholders of its results. Sizes among `args` follow the tensors, and
    are the program's scalar parameters. Raises T115 outside of `export_tvm`."""
    callee = _builder(name_hint).add_func(func, name_hint)
    tensors, sizes = _tensors_and_sizes(args)
    return wrap_nested(call_tir(callee, tensors, _infos(out), sizes or None), name_hint)


def tensor_ir_inplace_op(
    func: PrimFunc, name_hint: str, args: Any, inplace_indices: int | Sequence[int], out: Any
) -> Any:
    """A call of a tensor program that changes tensors of `args`: for each of `out` the index of the one that becomes
    it, or -1 for a further buffer of the program. Raises T115 outside of `export_tvm`, T205 where no tensor changes."""
    places = [inplace_indices] if isinstance(inplace_indices, int) else list(inplace_indices)
    tensors, sizes = _tensors_and_sizes(args)
    wrong = [p for p in places if not -1 <= p < len(tensors.fields)]
    if wrong or all(p == -1 for p in places):
        raise MlccError(
            "T205", f"`tensor_ir_inplace_op`: results in place of the arguments {places} of {len(tensors.fields)}",
            help="an index for each result, of which one at least is not -1",
        )  # fmt: skip
    callee = _builder(name_hint).add_func(func, name_hint)
    return wrap_nested(call_tir_inplace(callee, tensors, places, _infos(out), sizes or None), name_hint)


def extern(name: str, args: Sequence[Any], out: Any) -> Any:
    """A call of a library function by name, which gets tensors and then the results `out` to write. Numbers and sizes
    are tensors of one element to it. Raises T115 outside of `export_tvm`, T205 for text."""
    _builder(name)
    return wrap_nested(call_dps_packed(name, [_given(name, a) for a in args], _infos(out)), name.replace(".", "_"))


def debug_func(name: str, *args: Any, _line_info: str | None = None) -> None:
    """Call the Python function that is registered under this name during each run, as ``function(line, *args)``: line
    is the text ``file:number`` of this call. Raises T138 in a model that is not exported with `debug=True`."""
    effect = IOEffect.current()
    parts: list[list[Any]] = []
    tensors: list[GraphExpr] = []
    for item in args:
        if isinstance(item, str | int | float):
            parts.append(["value", item])
        else:
            parts.append(["size" if isinstance(item, Expr) else "tensor"])
            tensors.append(_given(name, item))
    line = _line_info or _line(sys._getframe(1))
    said = json.dumps({"name": name, "line": line, "args": parts}).encode()
    info = TensorStructInfo(symbolic_shape(effect.shape), effect.dtype)
    call = call_dps_packed(IOEffect.FUNCTION, [effect.state(), const(np.frombuffer(said, np.uint8)), *tensors], info)
    effect.set_state([_builder(name).emit(call, "io")])


def print_(tensor: Tensor) -> None:
    """Print a tensor during each run. Raises T138 in a model that is not exported with `debug=True`."""
    debug_func(IOEffect.PRINT, tensor, _line_info=_line(sys._getframe(1)))


def _line(frame: Any) -> str:
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _given(name: str, value: Any) -> GraphExpr:
    """An argument of a library function as a tensor."""
    if isinstance(value, Expr):
        number = as_int(value)
        if number is None:  # as many ones as the size says
            counted: Tensor = apply("sum", "size", apply("full", "ones", (value,), 1, "int64"))
            return counted._expr
        value = number
    if isinstance(value, bool | int | float):
        return const(np.asarray(value, "float64" if isinstance(value, float) else "int64"))
    if not isinstance(value, Tensor):
        raise MlccError("T205", f"`{name}`: a {type(value).__name__} as the argument of a library function",
                        help="it takes tensors, numbers and sizes")  # fmt: skip
    expr: GraphExpr = value._expr
    return expr


def _tensors_and_sizes(args: Any) -> tuple[GraphTuple, list[Expr]]:
    """The tensors among arguments, and the sizes that follow them."""
    listed = list(args) if isinstance(args, (list, tuple)) else [args]
    tensors = [a for a in listed if isinstance(a, Tensor)]
    sizes: list[Expr] = []
    for item in listed[len(tensors) :]:
        sizes += item.values if isinstance(item, ShapeExpr) else [item]
    if not all(isinstance(a, Tensor) for a in listed[: len(tensors)]):
        raise MlccError("T205", "a size stands before a tensor among the arguments of a program",
                        help="tensors come first, then sizes")  # fmt: skip
    return GraphTuple(tuple(operand(a) for a in tensors)), sizes


def _infos(out: Any) -> Any:
    infos = [TensorStructInfo(tuple(o.shape), o.dtype) for o in (out if isinstance(out, (list, tuple)) else [out])]
    return infos if isinstance(out, (list, tuple)) else infos[0]


def _builder(name: str) -> BlockBuilder:
    builder = BlockBuilder.current()
    if builder is None:
        raise MlccError("T115", f"`{name}` needs the function that is being built",
                        help="call it in a method that `export_tvm` exports")  # fmt: skip
    return builder


__all__ = ["OutType", "debug_func", "extern", "print_", "tensor_expr_op", "tensor_ir_inplace_op", "tensor_ir_op"]
