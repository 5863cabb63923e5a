"""Shapes and dtypes of graph expressions.

An operator's rule is the operator itself: it is run on placeholders and the result's shape and dtype are read off, so
an operator of :mod:`mlcc.topi` needs no second definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mlcc.analysis import simplified_extent
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    CallableStructInfo,
    Constant,
    DTypeValue,
    Expr,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    IntImm,
    IRModule,
    ObjectStructInfo,
    Op,
    PrimFunc,
    PrimStructInfo,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    ShapeStructInfo,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    Var,
    named_dim,
    structural_equal,
    substitute,
)  # fmt: skip

from .operators import is_null

#: Calls of a function given as first argument, whose result type is written at the call.
CALL_FORMS = frozenset({"call_tir", "call_dps_packed", "call_packed", "call_pure_packed", "call_tir_inplace"})


def tensor_info(expr: GraphExpr) -> TensorStructInfo:
    """The tensor type of a value. Raises T207 if it is not a tensor or its shape is not stated."""
    info = expr.sinfo
    if isinstance(info, TensorStructInfo) and info.shape is not None:
        return info
    raise MlccError("T207", "a tensor with a known shape is needed here", span=expr.span)


def output_infos(info: StructInfo) -> tuple[TensorStructInfo, ...]:
    """The tensors of a type: itself, or the fields of a tuple (one level)."""
    if isinstance(info, TupleStructInfo):
        return tuple(f for f in info.fields if isinstance(f, TensorStructInfo))
    if isinstance(info, TensorStructInfo):
        return (info,)
    raise MlccError("T207", "a tensor or a tuple of tensors is needed here", span=info.span)


def placeholder(info: TensorStructInfo, name: str) -> Any:
    """A te placeholder of a tensor type that has a shape."""
    from mlcc import te

    assert info.shape is not None
    return te.placeholder(info.shape, info.dtype, name)


def _placeholders(infos: Iterable[TensorStructInfo], index: int) -> list[Any]:
    return [placeholder(info, f"p{index}_{j}") for j, info in enumerate(infos)]


def _operator_args(args: Sequence[GraphExpr]) -> list[Any]:
    """Placeholders (or attribute values) for the arguments of an operator."""
    result: list[Any] = []
    for i, arg in enumerate(args):
        match arg:
            case _ if is_null(arg):
                result.append(None)
            case GraphTuple():
                result.append(_placeholders(map(tensor_info, arg.fields), i))
            case ShapeExpr():
                result.append(tuple(arg.values))
            case PrimValue():
                result.append(arg.value)
            case StringValue() | DTypeValue():
                result.append(arg.value)
            case _ if isinstance(arg.sinfo, TupleStructInfo):
                result.append(_placeholders(output_infos(arg.sinfo), i))
            case _ if isinstance(arg.sinfo, ShapeStructInfo):
                result.append(tuple(arg.sinfo.values or ()))
            case _:
                result.append(placeholder(tensor_info(arg), f"p{i}"))
    return result


def operator_info(name: str, args: Sequence[GraphExpr], attrs: dict[str, Any], span: Any = None) -> StructInfo:
    """The type of an operator call. Raises T2xx for an unknown operator or invalid operands."""
    from mlcc import topi

    try:
        result = topi.call_operator(name, _operator_args(args), attrs)
    except MlccError as error:
        raise error.located(span) from None
    except (TypeError, ValueError, AssertionError, IndexError, KeyError, ZeroDivisionError) as error:
        raise MlccError("T202", f"`R.{name}` cannot be applied here: {error}", span=span) from error
    if isinstance(result, (list, tuple)):
        return TupleStructInfo(tuple(map(_result_info, result)))
    return _result_info(result)


def _result_info(result: Any) -> TensorStructInfo:
    """The type of a te tensor. Dimensions are simplified: otherwise they would grow with every operator."""
    dims = (d if isinstance(d, Var | IntImm) else named_dim(simplified_extent(d)) for d in result.shape)
    return TensorStructInfo(tuple(dims), result.dtype)


def infer(expr: GraphExpr, module: IRModule | None = None) -> StructInfo | None:
    """The type of an expression whose operands have types; None if it cannot be inferred."""
    match expr:
        case GraphFunction():
            return expr.sinfo or function_info(expr)
        case GraphVar() | Constant() | GlobalVar() | ExternFunc() | Op():
            return expr.sinfo
        case ShapeExpr():
            return ShapeStructInfo(expr.values)
        case PrimValue():
            return PrimStructInfo(expr.value.dtype, expr.value)
        case StringValue() | DTypeValue():
            return ObjectStructInfo()
        case GraphTuple():
            fields = [f.sinfo or infer(f, module) for f in expr.fields]
            return TupleStructInfo(tuple(f if f is not None else ObjectStructInfo() for f in fields))
        case TupleGetItem():
            base = expr.value.sinfo
            if isinstance(base, TupleStructInfo):
                if not 0 <= expr.index < len(base.fields):
                    raise MlccError("T208", f"no field {expr.index} in a tuple of {len(base.fields)}", span=expr.span)
                return base.fields[expr.index]
            return None
        case SeqExpr():
            return expr.body.sinfo
        case GraphIf():
            return expr.true_branch.sinfo or expr.true_branch.body.sinfo
        case GraphLoop():
            return loop_info(expr)
        case GraphCall():
            return _infer_call(expr, module)
    return expr.sinfo


def loop_info(loop: GraphLoop) -> TupleStructInfo:
    """The type of a loop's result: the final state, the rows stacked along a new axis 0, and the iteration count.

    Raises T209 if an iteration changes the type of the state or does not return a tuple of tensors.
    """
    body = loop.body.body
    infos = [f.sinfo for f in body.fields] if isinstance(body, GraphTuple) else []
    if len(infos) < len(loop.params) or len(loop.initial.fields) + 1 != len(loop.params):
        raise MlccError("T209", "an iteration gives whether to go on, and the next state", span=loop.span)
    state = [field.sinfo for field in loop.initial.fields]
    for have, given in zip(infos[1 : len(loop.params)], state, strict=True):
        if have is None or given is None or not structural_equal(have, given):
            before, after = ("nothing known" if i is None else i.script() for i in (given, have))
            raise MlccError("T209", f"the state of a loop changes its type from {before} to {after}", span=loop.span)
    rows = [i for i in infos[len(loop.params) :] if isinstance(i, TensorStructInfo) and i.shape is not None]
    stacks = [TensorStructInfo((loop.most, *(row.shape or ())), row.dtype) for row in rows]
    fields = [info for info in state if info is not None]
    return TupleStructInfo((*fields, *stacks, TensorStructInfo((), "int64")))


def function_info(func: GraphFunction) -> CallableStructInfo | None:
    """The type of a function; None where a parameter or the result has none."""
    params = [p.sinfo for p in func.params]
    if func.ret_sinfo is None or None in params:
        return None
    return CallableStructInfo(tuple(p for p in params if p is not None), func.ret_sinfo, func.is_pure)


def applied_info(info: CallableStructInfo, args: Sequence[GraphExpr]) -> StructInfo:
    """The type of a call: the result's, with the sizes that the arguments have."""
    params = tuple(GraphVar("", p) for p in info.params or ())
    result: StructInfo = substitute(info.ret, argument_dims(params, args))
    return result


def _infer_call(call: GraphCall, module: IRModule | None) -> StructInfo | None:
    if call.sinfo_args:
        return call.sinfo_args[0] if len(call.sinfo_args) == 1 else TupleStructInfo(call.sinfo_args)
    match call.op:
        case Op(name=name):
            if name in CALL_FORMS:
                return call.sinfo
            return operator_info(name, call.args, dict(call.attrs), call.span)
        case GlobalVar(name=name) if module is not None and name in module:
            callee = module[name]
            if isinstance(callee, GraphFunction):
                result = callee.ret_sinfo
                return None if result is None else substitute(result, argument_dims(callee.params, call.args))
            if isinstance(callee, PrimFunc):
                return None
        case GraphVar(sinfo=CallableStructInfo() as info):
            return applied_info(info, call.args)
    return call.sinfo


def argument_dims(params: Sequence[GraphVar], args: Sequence[GraphExpr]) -> dict[Var, Expr]:
    """The values of a function's symbolic dimensions at a call, by the types of the arguments."""
    dims: dict[Var, Expr] = {}
    for param, arg in zip(params, args, strict=False):
        for dim, actual in _paired_dims(param.sinfo, arg.sinfo):
            if isinstance(dim, Var):
                dims.setdefault(dim, actual)
    return dims


def _paired_dims(want: StructInfo | None, have: StructInfo | None) -> Iterator[tuple[Expr, Expr]]:
    """The dimensions of a type with those of another, in tuples too."""
    match want, have:
        case TensorStructInfo(), TensorStructInfo():
            yield from zip(want.shape or (), have.shape or (), strict=False)
        case ShapeStructInfo(), ShapeStructInfo():
            yield from zip(want.values or (), have.values or (), strict=False)
        case TupleStructInfo(), TupleStructInfo():
            for one, other in zip(want.fields, have.fields, strict=False):
                yield from _paired_dims(one, other)
