"""Patterns by short names: ``is_op("relax.add")(wildcard(), is_const())``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlcc.ir import Expr, GraphExpr, Op

from .pattern import (
    AttrPattern,
    CallPattern,
    ConstantPattern,
    DataflowVarPattern,
    DataTypePattern,
    DFPattern,
    ExprPattern,
    ExternFuncPattern,
    GlobalVarPattern,
    NotPattern,
    PrimArrPattern,
    TupleGetItemPattern,
    TuplePattern,
    UnorderedTuplePattern,
    VarPattern,
    WildcardPattern,
)


def wildcard() -> DFPattern:
    """Any value."""
    return WildcardPattern()


def is_op(op_name: str) -> DFPattern:
    """The operator of a name, with or without TVM's prefix ``relax.``: to be called, ``is_op("relax.add")(a, b)``."""
    return ExprPattern(Op.get(op_name))


def is_const() -> DFPattern:
    """A tensor literal."""
    return ConstantPattern()


def is_var(name: str = "") -> DFPattern:
    """A variable, of that name if one is given."""
    return VarPattern(name)


def is_dfv(name: str = "") -> DFPattern:
    """A variable that is visible in its dataflow block only, of that name if one is given."""
    return DataflowVarPattern(name)


def is_gv(name: str = "") -> DFPattern:
    """A function of the module, of that name if one is given."""
    return GlobalVarPattern(name)


def is_expr(expr: GraphExpr) -> DFPattern:
    """Values that are structurally equal to `expr`."""
    return ExprPattern(expr)


def is_shape(shape: Sequence[Expr | int]) -> DFPattern:
    """A shape value with these dimensions."""
    return PrimArrPattern(shape)


def is_tuple(fields: Sequence[DFPattern] | None = None, unordered: bool = False) -> DFPattern:
    """A tuple with these fields, in any order if `unordered`; None: any."""
    return UnorderedTuplePattern(fields) if unordered else TuplePattern(fields)


def is_tuple_get_item(tuple_value: DFPattern, index: int | None = None) -> DFPattern:
    """A field of a tuple; None: any of its fields."""
    return TupleGetItemPattern(tuple_value, index)


def has_attr(attrs: Mapping[str, Any], pattern: DFPattern | None = None) -> DFPattern:
    """Values with these attributes, which match `pattern` if one is given."""
    return AttrPattern(pattern or WildcardPattern(), attrs)


def has_dtype(dtype: str, pattern: DFPattern | None = None) -> DFPattern:
    """Tensors of this type, which match `pattern` if one is given."""
    return DataTypePattern(pattern or WildcardPattern(), dtype)


def reject(pattern: DFPattern) -> DFPattern:
    """Values that `pattern` does not match."""
    return NotPattern(pattern)


def _of_tuple(args: Sequence[DFPattern] | TuplePattern | None) -> TuplePattern:
    return args if isinstance(args, TuplePattern) else TuplePattern(args)


def is_call_tir(func_name: str, args: Sequence[DFPattern] | TuplePattern | None = None) -> CallPattern:
    """A call of a tensor program of the module, by its name."""
    return CallPattern(is_op("call_tir"), (is_gv(func_name), _of_tuple(args)), rest=True)


def is_call_dps_packed(func_name: str, args: Sequence[DFPattern] | TuplePattern | None = None) -> CallPattern:
    """A call of a library function that writes its result where it is told, by its name."""
    return CallPattern(is_op("call_dps_packed"), (ExternFuncPattern(func_name), _of_tuple(args)), rest=True)


def is_call_packed(func_name: str, args: Sequence[DFPattern] | None = None) -> CallPattern:
    """A call of a library function that returns its result, by its name; without `args` of any operands."""
    return CallPattern(ExternFuncPattern(func_name), args or (), rest=args is None)


def make_fused_bias_activation_pattern(
    op_name: str, with_bias: bool = False, activation: str | None = None, allow_reshape: bool = False
) -> DFPattern:
    """A call of an operator with two operands, then with `with_bias` a sum with a third value, then an activation.
    With `allow_reshape` the bias may be reshaped before."""
    result: DFPattern = is_op(op_name)(wildcard(), wildcard())
    if with_bias:
        bias: DFPattern = wildcard()
        bias = bias.optional(lambda plain: is_op("relax.reshape")(plain, wildcard())) if allow_reshape else bias
        result = is_op("relax.add")(result, bias)
    return result if activation is None else is_op(activation)(result)
