"""Properties of operators at graph level beyond their te definitions: fusion kind, views, absent operands."""

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
    GraphFunction,
    GraphTuple,
    Op,
    PrimValue,
    ShapeExpr,
    TensorStructInfo,
    as_int,
    const_like,
)

#: The operand that stands for an optional tensor left out.
NULL = Op("null_value")
#: Operators whose result is the input's bytes in another shape: the memory plan makes them views, never copies.
VIEWS = frozenset({"reshape", "squeeze", "expand_dims", "flatten"})
#: Operators that change some elements of a copy of their first operand.
SCATTERS = frozenset({"scatter_nd", "scatter_elements"})
#: The attribute of a tensor program that concatenates its operands and does nothing else: the axis.
JOINED_AXIS = "joined_axis"
#: The attribute of a tensor program that says how it may be fused, as a number of TVM's.
OP_PATTERN = "op_pattern"
#: The operator whose result is the input's bytes as elements of another type.
VIEW_AS = "memory.view"


def is_null(expr: GraphExpr) -> bool:
    """True for ``R.null_value()``, which stands for an optional operand that is left out."""
    return isinstance(expr, Op) and expr.name == "null_value"


def operator_name(value: GraphExpr) -> str:
    """The name of the operator that a value calls; the empty string for any other value."""
    return value.op.name if isinstance(value, GraphCall) and isinstance(value.op, Op) else ""


def static_shape(value: GraphExpr) -> tuple[int, ...] | None:
    """The shape of a tensor if it is static, else None."""
    info = value.sinfo
    return info.static_shape() if isinstance(info, TensorStructInfo) else None


def dimensions(value: GraphExpr) -> tuple[Expr, ...] | None:
    """The static or symbolic shape of a tensor, or None if it is not stated."""
    return value.sinfo.shape if isinstance(value.sinfo, TensorStructInfo) else None


def same_dimensions(a: GraphExpr, b: GraphExpr) -> bool:
    """Whether two tensors provably have the same shape."""
    return are_same(dimensions(a), dimensions(b))


def are_same(a: Sequence[Expr] | None, b: Sequence[Expr] | None) -> bool:
    """Whether two shapes are provably equal."""
    return a is not None and b is not None and len(a) == len(b) and all(map(same, a, b))


def tensor_dtype(value: GraphExpr) -> str:
    """The element type of a tensor; the empty string for any other value."""
    return value.sinfo.dtype if isinstance(value.sinfo, TensorStructInfo) else ""


def scalar(value: GraphExpr) -> float | None:
    """The value of a constant with one element, or None."""
    return float(value.data.reshape(())) if isinstance(value, Constant) and value.data.size == 1 else None


@cache
def canonical(name: str) -> str:
    """The registered name of an operator that may be called by an alias: `concatenate` for `concat`."""
    from mlcc import topi

    return topi.get_op(name).name if topi.has_op(name) else name


#: Calls that have side effects, or return a new value each time.
EFFECTS = frozenset(
    {"call_packed", "call_builtin_with_ctx", "call_inplace_packed", "call_tir_inplace", "print", "assert_op",
     "builtin.alloc_tensor"}
)  # fmt: skip


def has_effects(call: GraphCall) -> bool:
    """True for a call that must not be removed, merged with another, or moved."""
    return isinstance(call.op, ExternFunc) or (isinstance(call.op, Op) and call.op.name in EFFECTS)


def is_filled(value: GraphExpr) -> bool:
    """Whether a value is one number in all places, which the call states."""
    if operator_name(value) not in ("full", "zeros", "ones", "broadcast_to") or not isinstance(value, GraphCall):
        return False
    read = [arg for arg in value.args if not isinstance(arg, (ShapeExpr, PrimValue))]
    return all(isinstance(arg, Constant) and arg.data.size == 1 for arg in read)


def reshape_to(value: GraphExpr, shape: Sequence[Expr | int]) -> GraphCall:
    """``R.reshape(value, R.shape(shape))``"""
    return GraphCall(Op("reshape"), (value, ShapeExpr(tuple(const_like(d, "int64") for d in shape))))


def pixels_of(value: GraphExpr, steps: Sequence[int]) -> GraphCall:
    """The elements of an image (N, C, spatial…), or of one in channel blocks, at these distances, from the first on."""
    attrs = {"begin": [0] * len(steps), "end": [2**31] * len(steps), "strides": [*steps]}
    return GraphCall(Op("strided_slice"), (value,), {**attrs, "axes": [*range(2, 2 + len(steps))]})


def view_offset(call: GraphCall) -> int | Expr | None:
    """The element offset of the result in its operand if the result is a view, or None if elements must be copied.

    A reshape is a view at offset 0. A slice is a view if it selects from a single axis with stride 1 and all axes
    outside of that have extent 1: rows 2:5 of a ``(1, 8, 16)`` tensor are a view at offset 32. So are the first rows of
    a tensor of symbolic size, and rows from a symbolic number on that is certain to be inside.
    """
    name = operator_name(call)
    if name in VIEWS or name == VIEW_AS:
        return 0
    if name == "strided_slice" and as_int(call.attrs.get("inbound", False)):
        return _inbound_offset(call)
    shape = dimensions(call.args[0]) if name == "strided_slice" else None
    out = dimensions(call)
    if shape is None or out is None or len(call.args) != 1:
        return None
    attrs = call.attrs
    axes = attrs.get("axes") or range(len(shape))
    begin = [as_int(b) for b in attrs.get("begin", ())]
    if any(as_int(s) != 1 for s in attrs.get("strides") or ()) or any(b is None for b in begin):
        return None
    start = {a % len(shape): b for a, b in zip(axes, begin, strict=False) if b is not None}
    # Rows of the outermost dimension that is longer than 1 are contiguous; a slice of any other dimension has gaps.
    sliced = [a for a in range(len(shape)) if not same(out[a], shape[a])]
    if len(sliced) > 1 or (sliced and any(as_int(d) != 1 for d in shape[: sliced[0]])):
        return None
    first = start.get(sliced[0], 0) if sliced else 0
    sizes = [as_int(d) for d in shape[sliced[0] :]] if first else []
    known = [size for size in sizes if size is not None]
    if len(known) < len(sizes):
        return None
    if not first:
        return 0
    first = max(0, first + known[0]) if first < 0 else min(first, known[0])
    return first * math.prod(known[1:])


def _inbound_offset(call: GraphCall) -> Expr | None:
    """As :func:`view_offset`, of a slice along one axis whose bounds are not clipped."""
    shape = dimensions(call.args[0])
    axes, begin, strides = ([*(call.attrs.get(key) or ())] for key in ("axes", "begin", "strides"))
    if shape is None or len(axes) != 1 or any(as_int(step) != 1 for step in strides):
        return None
    axis = axes[0] % len(shape)
    if any(as_int(dim) != 1 for dim in shape[:axis]):
        return None
    first: Expr = const_like(begin[0], "int64")
    for dim in shape[axis + 1 :]:
        first = first * dim
    return first


def is_contiguous_join(call: GraphCall) -> bool:
    """Whether each operand of a concatenation is one contiguous range of the result.

    That holds for shapes that are static but for the axis, and whose extents outside of it are 1. Such a call needs no
    kernel: the operands are computed in the result's storage, or copied there by one ``memcpy`` each.
    """
    if operator_name(call) != "concatenate" or not isinstance(call.args[0], GraphTuple):
        return False
    shapes = [dimensions(value) for value in (call, *call.args[0].fields)]
    if not all(shapes):
        return False
    axis = int(call.attrs.get("axis") or 0) % len(shapes[0] or ())
    others = [[as_int(d) for n, d in enumerate(shape or ()) if n != axis] for shape in shapes]
    return None not in others[0] and others == others[:1] * len(others) and all(d == 1 for d in others[0][:axis])


def joined_axis(group: GraphFunction) -> int | None:
    """The axis along which a group of operators concatenates its parameters, if it does nothing else."""
    bindings = group.bindings()
    call = bindings[0].value if len(bindings) == 1 else None
    if not isinstance(call, GraphCall) or operator_name(call) != "concatenate":
        return None
    parts = call.args[0]
    if not isinstance(parts, GraphTuple) or len(parts.fields) != len(group.params):
        return None
    shape = dimensions(call)
    is_all = all(part is param for part, param in zip(parts.fields, group.params, strict=True))
    return int(call.attrs.get("axis") or 0) % len(shape) if is_all and shape else None


def fusion_kind(call: GraphCall) -> str:
    """elemwise, broadcast, injective, reduce, anchor, opaque (also for calls of functions), or view (no copy)."""
    from mlcc import topi

    if view_offset(call) is not None:
        return "view"
    registered = isinstance(call.op, Op) and topi.has_op(call.op.name)
    return str(topi.get_op(call.op.name).kind) if registered and isinstance(call.op, Op) else "opaque"
