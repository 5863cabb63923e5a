"""Reductions: sum, mean, max …, argmax, softmax-like sums of exponentials."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, cast, const, infinity, select
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .elementwise import elementwise
from .registry import register
from .shapes import Ints, accumulator, define, norm_axes, norm_axis, product

Reducer = Callable[..., Any]


def _lowest(dtype: str) -> Expr:
    return -infinity(dtype) if dt.is_float(dtype) else te.min_value(dtype)


def _highest(dtype: str) -> Expr:
    return infinity(dtype) if dt.is_float(dtype) else te.max_value(dtype)


#: Maximum and minimum whose identity is infinite, so that a slice of infinities, or an empty one, gives an infinity.
max_of = te.comm_reducer(lambda x, y: te.max(x, y), _lowest, "max")
min_of = te.comm_reducer(lambda x, y: te.min(x, y), _highest, "min")


def reduce_with(
    name: str,
    data: Tensor,
    reducer: Reducer,
    axes: tuple[int, ...],
    keepdims: bool,
    before: Callable[[Expr], Expr] = lambda v: v,
) -> Tensor:
    """`reducer` of ``before(element)`` over `axes`."""
    over = {n: te.reduce_axis((0, data.shape[n]), f"k{n}") for n in axes}
    if keepdims:
        shape: list[Expr | int] = [1 if n in over else d for n, d in enumerate(data.shape)]
    else:
        shape = [d for n, d in enumerate(data.shape) if n not in over]

    def element(*i: Expr) -> Any:
        rest = iter(i if not keepdims else [v for n, v in enumerate(i) if n not in over])
        at = [over[n] if n in over else next(rest) for n in range(data.ndim)]
        return reducer(before(data(*at)), axis=list(over.values()))

    return define(tuple(shape), element, name=name, attrs={"op": name})


def reduce_op(
    name: str,
    data: Tensor,
    reducer: Reducer,
    axis: int | Ints | None,
    keepdims: bool,
    before: Callable[[Expr], Expr] | None = None,
    after: Callable[[Expr], Expr] | None = None,
) -> Tensor:
    """A reduction in the accumulator's dtype, `after` applied to its result; without axes only `before` and `after`."""
    axes = norm_axes(axis, data.ndim)
    wide = accumulator(data.dtype)
    first = before or (lambda v: v)
    last = after or (lambda v: v)
    if not axes:
        return elementwise(name, data, lambda v: cast(data.dtype, last(first(cast(wide, v)))))
    total = reduce_with(name, data, reducer, axes, keepdims, lambda v: first(cast(wide, v)))
    if after is None and wide == data.dtype:
        return total
    return elementwise(f"{name}_end", total, lambda v: cast(data.dtype, last(v)))


def _count(data: Tensor, axis: int | Ints | None) -> Expr | int:
    return product([data.shape[n] for n in norm_axes(axis, data.ndim)])


def _scale(v: Expr, count: Expr | int) -> Expr:
    """v divided by an element count."""
    number = as_int(count)
    if not dt.is_float(v.dtype):
        by = const(number, v.dtype) if number is not None else cast(v.dtype, count)
        return te.trunc_div(v, by)
    if number is not None:
        return v * (1.0 / number) if number and (number & (number - 1)) == 0 else v / float(number)
    return v / cast(v.dtype, count)


@register("sum", "reduce")
def sum_(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """The sum over `axis` (default: all). bfloat16 and float16 accumulate in float32."""
    return reduce_op("sum", data, te.sum, axis, keepdims)


@register("mean", "reduce")
def mean(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """The mean over `axis`; of integers, the sum divided toward zero."""
    count = _count(data, axis)
    return reduce_op("mean", data, te.sum, axis, keepdims, after=lambda v: _scale(v, count))


@register("max", "reduce")
def max_(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """The largest element over `axis`; of nothing, minus infinity (or the lowest integer)."""
    if data.dtype == "bool":
        return reduce_with("max", data, te.comm_reducer(te.any, lambda d: const(False), "any"),
                           norm_axes(axis, data.ndim), keepdims)  # fmt: skip
    return reduce_op("max", data, max_of, axis, keepdims)


@register("min", "reduce")
def min_(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """The smallest element over `axis`; of nothing, infinity (or the highest integer)."""
    if data.dtype == "bool":
        return reduce_with("min", data, te.comm_reducer(te.all, lambda d: const(True), "all"),
                           norm_axes(axis, data.ndim), keepdims)  # fmt: skip
    return reduce_op("min", data, min_of, axis, keepdims)


@register("prod", "reduce")
def prod(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """The product over `axis`."""
    return reduce_op("prod", data, te.prod, axis, keepdims)


@register("sum_square", "reduce")
def sum_square(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """The sum of squares over `axis`."""
    return reduce_op("sum_square", data, te.sum, axis, keepdims, before=lambda v: v * v)


@register("l1_norm", "reduce")
def l1_norm(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """The sum of absolute values over `axis`."""
    signed = dt.is_float(data.dtype) or dt.is_signed(data.dtype)
    return reduce_op("l1_norm", data, te.sum, axis, keepdims, before=te.abs if signed else None)


def _root(v: Expr) -> Expr:
    return te.sqrt(v) if dt.is_float(v.dtype) else cast(v.dtype, te.sqrt(cast("float64", v)))


@register("l2_norm", "reduce")
def l2_norm(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """The square root of the sum of squares over `axis`."""
    return reduce_op("l2_norm", data, te.sum, axis, keepdims, before=lambda v: v * v, after=_root)


@register("log_sum", "reduce")
def log_sum(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """The logarithm of the sum over `axis`."""
    return reduce_op("log_sum", data, te.sum, axis, keepdims, after=_log)


def _log(v: Expr) -> Expr:
    return te.log(v) if dt.is_float(v.dtype) else cast(v.dtype, te.log(cast("float64", v)))


@register("log_sum_exp", "reduce", aliases=["logsumexp"])
def log_sum_exp(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """log(sum(exp(x))) over `axis`, with the largest element subtracted first to prevent overflow."""
    axes = norm_axes(axis, data.ndim)
    wide = "float64" if not dt.is_float(data.dtype) else accumulator(data.dtype)
    source = elementwise("wide", data, lambda v: cast(wide, v)) if wide != data.dtype else data
    if not axes:
        return data
    top = reduce_with("log_sum_exp_max", source, max_of, axes, keepdims)

    def own(i: Sequence[Expr]) -> Sequence[Expr]:
        return _kept(i, axes) if keepdims else [v for n, v in enumerate(i) if n not in axes]

    def finite(v: Expr) -> Expr:  # inf - inf would be NaN
        return select(te.abs(v) < infinity(wide), v, const(0, wide))

    spread = define(
        source.shape,
        lambda *i: te.exp(source(*i) - finite(top(*own(i)))),
        name="log_sum_exp_exp",
    )
    total = reduce_with("log_sum_exp", spread, te.sum, axes, keepdims)

    def element(*i: Expr) -> Expr:
        return cast(data.dtype, te.log(total(*i)) + finite(top(*i)))

    return define(total.shape, element, name="log_sum_exp_end")


def _kept(index: Sequence[Expr], axes: Sequence[int]) -> list[Expr]:
    """The index into a reduction with kept dimensions, for an element of its operand."""
    return [const(0, v.dtype) if n in axes else v for n, v in enumerate(index)]


@register("variance", "reduce")
def variance(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False, correction: int = 0) -> Tensor:
    """The mean squared distance from the mean over `axis`, by two passes; divided by n - `correction`."""
    axes = norm_axes(axis, data.ndim)
    wide = accumulator(data.dtype)
    count = _count(data, axis)
    total = reduce_with("variance_mean", data, te.sum, axes, True, lambda v: cast(wide, v))

    def distance(*i: Expr) -> Expr:
        off = cast(wide, data(*i)) - _scale(total(*_kept(i, axes)), count)
        return off * off

    squares = define(data.shape, distance, name="variance_square")
    result = reduce_with("variance", squares, te.sum, axes, keepdims)
    by = count - correction
    return elementwise("variance_end", result, lambda v: cast(data.dtype, _scale(v, by)))


@register("std", "reduce")
def std(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False, correction: int = 0) -> Tensor:
    """The square root of the variance."""
    return elementwise("std", variance(data, axis, keepdims, correction), te.sqrt)


@register("any", "reduce")
def any_(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """True where an element is, over `axis`. bool."""
    _need_bool("any", data)
    return max_(data, axis, keepdims)


@register("all", "reduce")
def all_(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False) -> Tensor:
    """True where every element is, over `axis`. bool."""
    _need_bool("all", data)
    return min_(data, axis, keepdims)


def _need_bool(name: str, data: Tensor) -> None:
    if data.dtype != "bool":
        raise MlccError("T204", f"`{name}` takes a bool tensor, got `{data.dtype}`")


def _arg_extremum(name: str, data: Tensor, axis: int, keepdims: bool, last: bool, largest: bool) -> Tensor:
    """The index of the extremum, as int64: the first one, or the `last`.

    The extremum first, then the least (greatest) index that holds it: two plain reductions, which vectorise.
    NaN wins over numbers, as in NumPy, for the extremum of numbers and NaN is NaN.
    """
    at = norm_axis(axis, data.ndim)
    top = reduce_with(f"{name}_value", data, max_of if largest else min_of, (at,), True)
    k = te.reduce_axis((0, data.shape[at]), "k")
    shape = tuple(1 if n == at else d for n, d in enumerate(data.shape) if keepdims or n != at)

    def element(*i: Expr) -> Any:
        rest = i[at + 1 :] if keepdims else i[at:]
        value = data(*i[:at], k, *rest)
        holds = value.equal(top(*i[:at], const(0, k.var.dtype), *rest))
        if dt.is_float(data.dtype):
            holds = te.any(holds, value.not_equal(value))
        position = cast("int32", k)
        if last:
            return max_of(select(holds, position, const(-1, "int32")), axis=k)
        return min_of(select(holds, position, te.max_value("int32")), axis=k)

    position = define(shape, element, f"{name}_place", {"op": name})
    return elementwise(name, position, lambda v: cast("int64", v))


@register("argmax", "reduce")
def argmax(data: Tensor, axis: int = 0, keepdims: bool = False, select_last_index: bool = False) -> Tensor:
    """The index of the largest element along `axis`, int64; of equals the first, or the last."""
    return _arg_extremum("argmax", data, axis, keepdims, select_last_index, True)


@register("argmin", "reduce")
def argmin(data: Tensor, axis: int = 0, keepdims: bool = False, select_last_index: bool = False) -> Tensor:
    """The index of the smallest element along `axis`, int64; of equals the first, or the last."""
    return _arg_extremum("argmin", data, axis, keepdims, select_last_index, False)
