"""Operators whose result's size depends on elements: nonzero, unique, all_class_non_max_suppression."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import Constant, GraphExpr, ShapeExpr, StructInfo, TensorStructInfo, TupleStructInfo
from mlcc.ir import const as as_const

from ..calls import const
from .registry import Binder, axis_of, c, dtype_of, field, form, ndim, number, reshape, shape_of, sized_form, tuple_of


def _open(dtype: str, rank: int) -> TensorStructInfo:
    """A tensor of sizes that nothing says."""
    return TensorStructInfo(None, dtype, rank)


def _fields(out: Binder, value: GraphExpr, count: int) -> list[GraphExpr]:
    """The results of a call, bound."""
    whole = out.bound(value)
    return [out.bound(field(whole, n)) for n in range(count)]


@sized_form("nonzero", lambda x: _open("int64", 2))
def nonzero(out: Binder, x: GraphExpr) -> GraphExpr:
    """The indices of the elements that are not 0 in row-major order: int64 (rank, count)."""
    if ndim(x) == 0:
        raise MlccError("T203", "`nonzero` of a scalar", help="use `reshape` to make it a vector")
    if ndim(x) == 1:
        places, count = _fields(out, c("nonzero_places", x), 2)
        return reshape(out.front(places, count), [1, -1])
    rows, count = _fields(out, c("nonzero_rows", x), 2)
    return c("transpose", out.front(rows, count), axes=[1, 0])


def _unique_info(
    x: GraphExpr, sorted: Any = True, return_index: Any = False, return_inverse: Any = False,
    return_counts: Any = False, axis: Any = None,
) -> StructInfo:  # fmt: skip
    values = _open(dtype_of(x), 1 if axis is None else ndim(x))
    asked = sum(bool(number(wanted)) for wanted in (return_index, return_inverse, return_counts))
    return TupleStructInfo((values, *[_open("int64", 1)] * asked)) if asked else values


@sized_form("unique", _unique_info)
def unique(
    out: Binder, x: GraphExpr, sorted: Any = True, return_index: Any = False, return_inverse: Any = False,
    return_counts: Any = False, axis: Any = None,
) -> GraphExpr:  # fmt: skip
    """The different elements of `x`, or its different slices along `axis`; in order, or as they come. On request the
    index of the first of each, for each element or slice of `x` the number of its value, and how often each occurs."""
    ordered = bool(number(sorted))
    if axis is None or ndim(x) == 1:
        flat = x if ndim(x) == 1 else reshape(x, [-1])
        values, first, inverse, times, count = _fields(out, c("unique_values", flat, sorted=ordered), 5)
        result = out.front(values, count)
        first, times = (out.front(part, count, result) for part in (first, times))
    else:
        at = axis_of(x, int(number(axis)))
        order = [at, *(n for n in range(ndim(x)) if n != at)]
        rows = reshape(c("transpose", x, axes=order), [shape_of(x)[at], -1])
        first, inverse, times, count = _fields(out, c("unique_rows", out.bound(rows), sorted=ordered), 4)
        first = out.front(first, count)
        times = out.front(times, count, first)
        result = c("take", x, first, axis=at)
    asked = zip((return_index, return_inverse, return_counts), (first, inverse, times), strict=True)
    more = [part for wanted, part in asked if bool(number(wanted))]
    return tuple_of(result, *more) if more else result


def _suppressed_info(*_: Any, **__: Any) -> StructInfo:
    return TupleStructInfo((_open("int64", 2), TensorStructInfo((as_const(1, "int64"),), "int64")))


@sized_form("vision.all_class_non_max_suppression", _suppressed_info)
def all_class_non_max_suppression(
    out: Binder, boxes: GraphExpr, scores: GraphExpr, max_output_boxes_per_class: Any, iou_threshold: Any,
    score_threshold: Any, output_format: str = "onnx",
) -> GraphExpr:  # fmt: skip
    """Of boxes (B, N, 4) with scores (B, C, N) those that no better one of their class overlaps: rows (batch entry,
    class, box), the best first, and how many they are."""
    if output_format != "onnx":
        raise MlccError("T205", f'`all_class_non_max_suppression`: no output_format "{output_format}"',
                        help='it is "onnx": rows of batch entry, class and box')  # fmt: skip
    limit = int(number(max_output_boxes_per_class))
    bounds = [reshape(_number(value, dtype_of(boxes)), [1]) for value in (iou_threshold, score_threshold)]
    rows, count = _fields(out, c("vision.non_max_suppression", boxes, scores, *bounds, limit=limit), 2)
    return tuple_of(out.front(rows, count), count)


def _number(value: Any, dtype: str) -> GraphExpr:
    return value if isinstance(value, GraphExpr) else const(value, dtype)


@form("tensor_to_shape")
def tensor_to_shape(expr: GraphExpr) -> GraphExpr:
    """A vector of integers as a shape. Raises T206 for one that is computed from other things than sizes."""
    sizes = getattr(expr, "attrs", {}).get("values")
    if sizes is None and isinstance(expr, Constant):
        sizes = expr.data.reshape(-1).tolist()
    if not isinstance(sizes, Sequence):
        raise MlccError("T206", "`tensor_to_shape` needs a constant, or `shape_to_tensor` of a shape",
                        help="cut a tensor to a size computed at run time with `nonzero` and `take`")  # fmt: skip
    return ShapeExpr(tuple(sizes))
