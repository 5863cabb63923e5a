"""Operators as functions under TVM's names: `relax.op.matmul(a, b)`, `relax.op.nn.relu(x)`, `relax.op.call_tir(f, …)`.

Each returns a call to be bound by `BlockBuilder.emit`, which infers its type. Tensor operands are graph values; Python
numbers among them become constants of the tensors' dtype, lists of numbers shapes, and other arguments attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import (
    Expr,
    ExternFunc,
    GraphCall,
    GraphExpr,
    GraphTuple,
    Op,
    PrimValue,
    ShapeExpr,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    update,
)
from mlcc.ir import const as constant

from .calls import call_op, const, symbolic_shape
from .composed import form_of, forms, is_sized, sized_call
from .composed.registry import composed, typed
from .operators import NULL

#: Operators of `vision` that TVM has outside of it too.
_OF_VISION = frozenset({
    "all_class_non_max_suppression", "get_valid_counts", "multibox_transform_loc", "non_max_suppression", "roi_align",
    "roi_pool",
})  # fmt: skip


def call_tir(
    gvar: GraphExpr,
    args: GraphExpr | Sequence[GraphExpr],
    out_sinfo: StructInfo | Sequence[StructInfo],
    tir_vars: Sequence[Expr] | ShapeExpr | None = None,
) -> GraphCall:
    """A call of a tensor program that writes results of the type `out_sinfo` (a list: several results)."""
    return _with_output("call_tir", gvar, args, out_sinfo, tir_vars)


def call_dps_packed(
    func: str | GraphExpr, args: GraphExpr | Sequence[GraphExpr], out_sinfo: StructInfo | Sequence[StructInfo]
) -> GraphCall:
    """A call of a library function by name, which writes results of the type `out_sinfo`."""
    return _with_output("call_dps_packed", ExternFunc(func) if isinstance(func, str) else func, args, out_sinfo, None)


def call_tir_inplace(
    gvar: GraphExpr,
    args: GraphExpr | Sequence[GraphExpr],
    inplace_indices: int | Sequence[int],
    out_sinfo: StructInfo | Sequence[StructInfo],
    tir_vars: Sequence[Expr] | ShapeExpr | None = None,
) -> GraphCall:
    """A call of a tensor program that changes arguments: a result for each of the indices, that argument changed, or
    where the index is -1 a further buffer of the program."""
    call = _with_output("call_tir_inplace", gvar, args, out_sinfo, tir_vars)
    places = [inplace_indices] if isinstance(inplace_indices, int) else list(inplace_indices)
    return update(call, attrs={"inplace_indices": places})


def call_pure_packed(
    func: str | GraphExpr, *args: GraphExpr, sinfo_args: StructInfo | Sequence[StructInfo] = ()
) -> GraphCall:
    """A call of a library function that returns its result, of the type `sinfo_args`, and has no effects."""
    infos = (sinfo_args,) if isinstance(sinfo_args, StructInfo) else tuple(sinfo_args)
    callee = ExternFunc(func) if isinstance(func, str) else func
    return GraphCall(Op("call_pure_packed"), (callee, *args), {}, infos, infos[0] if len(infos) == 1 else None)


def assert_op(condition: GraphExpr, format_args: Any = None, format: str = "") -> GraphCall:
    """The run stops with the message `format` unless the condition, a boolean scalar, holds."""
    if format_args:
        raise MlccError("T205", "`assert_op`: values in the message are not supported", help="give a fixed `format`")
    nothing = TupleStructInfo(())
    return GraphCall(Op("assert_op"), (condition,), {"format": format}, (nothing,), nothing)


def null_value() -> Op:
    """What stands for an optional operand that is left out."""
    return NULL


def register_gradient(op_name: str, fgradient: Any = None, level: int = 10) -> Any:
    """State the gradient of an operator: see :func:`mlcc.relax.gradients.register_gradient`."""
    from .gradients import register_gradient

    return register_gradient(op_name, fgradient, level)


def _with_output(name: str, callee: GraphExpr, args: Any, out: Any, tir_vars: Any) -> GraphCall:
    listed = (args,) if isinstance(args, GraphExpr) else tuple(args)
    inputs = args if isinstance(args, GraphTuple) else GraphTuple(listed)
    info: StructInfo = out if isinstance(out, StructInfo) else TupleStructInfo(tuple(out))
    more: tuple[GraphExpr, ...] = ()
    if tir_vars is not None:
        more = (tir_vars if isinstance(tir_vars, ShapeExpr) else ShapeExpr(tuple(tir_vars)),)
    return GraphCall(Op(name), (callee, inputs, *more), {}, (info,), info)


def _argument(value: Any, dtype: str) -> GraphExpr:
    """A positional argument as a graph value."""
    if isinstance(value, GraphExpr):
        return value
    if isinstance(value, str):
        return StringValue(value)
    if isinstance(value, (list, tuple)):
        if any(isinstance(item, GraphExpr) for item in value):
            return GraphTuple(tuple(value))
        return ShapeExpr(symbolic_shape(value))
    if dtype and isinstance(value, (int, float)) and not isinstance(value, bool):
        return const(value, dtype)
    return PrimValue(constant(value) if isinstance(value, (int, float)) else value)


def _operator(name: str) -> Callable[..., GraphCall]:
    from mlcc.topi.registry import get_op, has_op

    signature = get_op(name).signature if has_op(name) else None

    def call(*args: Any, **attrs: Any) -> GraphCall:
        dtype = ""
        if any(isinstance(a, (int, float)) for a in args):
            infos = [typed(a).sinfo for a in args if isinstance(a, GraphExpr)]
            dtype = next((i.dtype for i in infos if isinstance(i, TensorStructInfo) and i.dtype), "")
        positions = list(signature.parameters.values()) if signature is not None else []
        values: list[GraphExpr] = []
        for k, value in enumerate(args):
            attribute = k < len(positions) and "Tensor" not in str(positions[k].annotation)
            if attribute and not isinstance(value, GraphExpr):
                attrs[positions[k].name] = list(value) if isinstance(value, tuple) else value
            else:
                values.append(_argument(value, dtype))
        values += [attrs.pop(key) for key in list(attrs) if isinstance(attrs[key], GraphExpr)]
        return call_op(name, *values, **attrs)

    call.__name__ = call.__qualname__ = name
    return call


class _Names:
    """The operators of a group such as `nn`."""

    def __init__(self, group: str) -> None:
        self._group = group

    def __getattr__(self, name: str) -> Any:
        return _find(f"{self._group}.{name}")

    def __dir__(self) -> list[str]:
        start = f"{self._group}."
        return [name.removeprefix(start) for name in _known() if name.startswith(start)]


def _composed(name: str) -> Callable[..., GraphExpr]:
    def call(*args: Any, **attrs: Any) -> GraphExpr:
        return composed(name, args, attrs)

    call.__name__ = call.__qualname__ = name.rsplit(".", 1)[-1]
    call.__doc__ = getattr(form_of(name), "__doc__", None)
    return call


def _sized(name: str) -> Callable[..., GraphExpr]:
    """An operator whose result's size is computed at run time: it is composed where the call is bound."""

    def call(*args: Any, **attrs: Any) -> GraphExpr:
        return sized_call(name, [a if a is None else _argument(a, "") for a in args], attrs)

    call.__name__ = call.__qualname__ = name.rsplit(".", 1)[-1]
    return call


def _known() -> list[str]:
    from mlcc.topi.registry import list_ops

    return sorted({*list_ops(), *forms()})


def _find(name: str) -> Any:
    from mlcc.topi.registry import has_op

    if form_of(name) is not None:
        return _composed(name)
    if is_sized(name):
        return _sized(name)
    if has_op(name):
        return _operator(name)
    known = _known()
    if any(op.startswith(f"{name}.") for op in known):
        return _Names(name)
    raise AttributeError(f"relax.op has no operator `{name}`; {choices_help(name, known, 'operators')}")


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    return _find(f"vision.{name}" if name in _OF_VISION else name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_OF_VISION, *(name.split(".")[0] for name in _known())})
