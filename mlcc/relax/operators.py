"""What the graph level knows of an operator beyond its te definition: fusion kind, views, absent operands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from mlcc.analysis import same
from mlcc.ir import (
    Constant,
    Expr,
    ExternFunc,
    GraphCall,
    GraphExpr,
    GraphTuple,
    Op,
    ShapeExpr,
    TensorStructInfo,
    as_int,
    const_like,
)

#: The operand that stands for an optional tensor left out.
NULL = Op("null_value")
#: Operators whose result is the input's bytes in another shape: the memory plan makes them views, never copies.
VIEWS = frozenset({"reshape", "squeeze", "expand_dims", "flatten"})
#: The operator whose result is the input's bytes as elements of another type.
VIEW_AS = "memory.view"


def is_null(expr: GraphExpr) -> bool:
    """True for ``R.null_value()``, which stands for an optional operand that is left out."""
    return isinstance(expr, Op) and expr.name == "null_value"


def operator_name(value: GraphExpr) -> str:
    """The name of the operator that a value calls; nothing for any other value."""
    return value.op.name if isinstance(value, GraphCall) and isinstance(value.op, Op) else ""


def static_shape(value: GraphExpr) -> tuple[int, ...] | None:
    """The shape of a tensor where all of it is known."""
    info = value.sinfo
    return info.static_shape() if isinstance(info, TensorStructInfo) else None


def dimensions(value: GraphExpr) -> tuple[Expr, ...] | None:
    """The shape of a tensor, which may be symbolic, where its rank is known."""
    return value.sinfo.shape if isinstance(value.sinfo, TensorStructInfo) else None


def same_dimensions(a: GraphExpr, b: GraphExpr) -> bool:
    """Whether two tensors are known to have the same shape."""
    return are_same(dimensions(a), dimensions(b))


def are_same(a: Sequence[Expr] | None, b: Sequence[Expr] | None) -> bool:
    """Whether two shapes are known to be the same."""
    return a is not None and b is not None and len(a) == len(b) and all(map(same, a, b))


def tensor_dtype(value: GraphExpr) -> str:
    """The element type of a tensor; nothing for any other value."""
    return value.sinfo.dtype if isinstance(value.sinfo, TensorStructInfo) else ""


def scalar(value: GraphExpr) -> float | None:
    """The one number of a constant, or None."""
    return float(value.data.reshape(())) if isinstance(value, Constant) and value.data.size == 1 else None


@cache
def canonical(name: str) -> str:
    """The name under which the inventory lists an operator: `concat` is `concatenate`."""
    from mlcc import topi

    return topi.get_op(name).name if topi.has_op(name) else name


#: Calls that do something besides giving a value, or give a new value each time.
EFFECTS = frozenset(
    {"call_packed", "call_builtin_with_ctx", "call_inplace_packed", "call_tir_inplace", "print", "assert_op",
     "builtin.alloc_tensor"}
)  # fmt: skip


def has_effects(call: GraphCall) -> bool:
    """True for a call that must neither vanish, nor be merged with another, nor move."""
    return isinstance(call.op, ExternFunc) or (isinstance(call.op, Op) and call.op.name in EFFECTS)


def reshape_to(value: GraphExpr, shape: Sequence[Expr | int]) -> GraphCall:
    """``R.reshape(value, R.shape(shape))``"""
    return GraphCall(Op("reshape"), (value, ShapeExpr(tuple(const_like(d, "int64") for d in shape))))


def view_offset(call: GraphCall) -> int | None:
    """The element offset into the operand at which the result lies as it is, or None where elements must move.

    A reshape is a view at 0; a slice is one where it cuts a single axis in unit steps and everything outside has
    extent 1.
    """
    name = operator_name(call)
    if name in VIEWS or name == VIEW_AS:
        return 0
    shape = static_shape(call.args[0]) if name == "strided_slice" else None
    out = static_shape(call)
    if shape is None or out is None or len(call.args) != 1:
        return None
    attrs = call.attrs
    axes = attrs.get("axes") or range(len(shape))
    begin = [as_int(b) for b in attrs.get("begin", ())]
    if any(s != 1 for s in attrs.get("strides") or ()) or any(b is None for b in begin):
        return None
    start = {a % len(shape): b for a, b in zip(axes, begin, strict=False) if b is not None}
    cut = [a for a in range(len(shape)) if out[a] != shape[a]]
    if len(cut) > 1 or (cut and any(d != 1 for d in shape[: cut[0]])):
        return None
    if not cut:
        return 0
    first = start.get(cut[0], 0)
    first = max(0, first + shape[cut[0]]) if first < 0 else min(first, shape[cut[0]])
    return first * math.prod(shape[cut[0] + 1 :])


def is_contiguous_join(call: GraphCall) -> bool:
    """Whether a concatenation puts whole runs of bytes one after another: nothing outside its axis, sizes known.

    Such a call is no kernel: the pieces are made in place, or copied whole.
    """
    if operator_name(call) != "concatenate" or not isinstance(call.args[0], GraphTuple):
        return False
    shapes = [static_shape(value) for value in (call, *call.args[0].fields)]
    first = shapes[0]
    if first is None or any(s is None for s in shapes):
        return False
    axis = int(call.attrs.get("axis") or 0) % len(first)
    return all(d == 1 for d in first[:axis])


def fusion_kind(call: GraphCall) -> str:
    """elemwise, broadcast, injective, reduce, anchor, opaque (all that is no operator too), or view (nothing moves)."""
    from mlcc import topi

    if view_offset(call) is not None:
        return "view"
    known = isinstance(call.op, Op) and topi.has_op(call.op.name)
    return str(topi.get_op(call.op.name).kind) if known and isinstance(call.op, Op) else "opaque"
