"""Operators that need an order of execution: cumulative sums and sorting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc import te
from mlcc.ir import Buffer, Expr, ExprLike, cast, const, maximum, minimum, select
from mlcc.ir import dtype as dt
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import accumulator, need_float, norm_axis
from .key_sort import KeySort, WideKeySort
from .keys import has_key, key_of

#: ``places(n)``
Places = Callable[[ExprLike], Expr]


def each_line(b: StmtBuilder, shape: tuple[Expr, ...], axis: int, body: Any) -> None:
    """Loops over every dimension but `axis`; ``body(place)``, where ``place(k)`` indexes element k of the line."""

    def nest(at: list[ExprLike], n: int) -> None:
        if n == len(shape):
            body(lambda k: [*at[:axis], k, *at[axis + 1 :]])
        elif n == axis:
            nest([*at, 0], n + 1)
        else:
            with b.loop(f"i{n}", shape[n]) as var:
                nest([*at, var], n + 1)

    nest([], 0)


def _scan(name: str, data: Tensor, axis: int, exclusive: bool, reverse: bool, op: str) -> Tensor:
    at = norm_axis(axis, data.ndim)
    wide = accumulator(data.dtype)
    start = const(0 if op == "sum" else 1, wide)
    if at != data.ndim - 1 and wide == data.dtype:
        return _scan_across(name, data, at, exclusive, reverse, start)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        source, out = ins[0], outs[0]
        b = StmtBuilder(source.shape[0].dtype)
        total = b.alloc("total", (1,), wide, "local")

        def line(indices_of: Any) -> None:
            b.store(total, start, 0)
            with b.loop("k", source.shape[at]) as k:
                spot = indices_of(source.shape[at] - 1 - k if reverse else k)
                value = cast(wide, b.load(source, *spot))
                old = b.load(total, 0)
                new = old + value if op == "sum" else old * value
                if exclusive:
                    b.store(out, old, *spot)
                b.store(total, new, 0)
                if not exclusive:
                    b.store(out, b.load(total, 0), *spot)

        each_line(b, source.shape, at, line)
        return b.finish()

    result: Tensor = te.extern(data.shape, [data], build, data.dtype, name)
    return result


def _scan_across(name: str, data: Tensor, at: int, exclusive: bool, reverse: bool, start: Expr) -> Tensor:
    """A scan over another axis than the last, row by row: each row combines the previous one with new elements."""

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        source, out = ins[0], outs[0]
        b = StmtBuilder(source.shape[0].dtype)
        extents = source.shape

        def row(k: Expr, outer: list[Expr], inner: list[Expr], first: bool) -> None:
            def indices_of(n: Expr) -> list[Expr]:
                return [*outer, extents[at] - 1 - n if reverse else n, *inner]

            if len(inner) < len(extents) - at - 1:
                size = extents[at + 1 + len(inner)]
                with b.loop(f"j{len(inner)}", size) as var:
                    row(k, outer, [*inner, var], first)
                return
            # The first row has no predecessor: it is a nest of its own, so that the loop over the others has no branch.
            before = start if first else b.load(out, *indices_of(k - 1))
            if first and exclusive:
                b.store(out, before, *indices_of(k))
                return
            new = b.load(source, *indices_of(k - 1 if exclusive else k))
            b.store(out, before * new if name == "cumprod" else before + new, *indices_of(k))

        def nest(outer: list[Expr]) -> None:
            if len(outer) < at:
                with b.loop(f"i{len(outer)}", extents[len(outer)]) as var:
                    nest([*outer, var])
                return
            with b.when(extents[at] > 0):
                row(const(0, b.index), outer, [], True)
            with b.loop("k", te.max(extents[at] - 1, 0), 1) as k:
                row(k, outer, [], False)

        nest([])
        return b.finish()

    result: Tensor = te.extern(data.shape, [data], build, data.dtype, name)
    return result


@register("cumsum", "opaque")
def cumsum(data: Tensor, axis: int = 0, exclusive: bool = False, reverse: bool = False) -> Tensor:
    """The sum of all elements up to each one along `axis`; `exclusive` without it, `reverse` from the end."""
    return _scan("cumsum", data, axis, exclusive, reverse, "sum")


@register("cumprod", "opaque")
def cumprod(data: Tensor, axis: int = 0, exclusive: bool = False, reverse: bool = False) -> Tensor:
    """The product of all elements up to each one along `axis`."""
    return _scan("cumprod", data, axis, exclusive, reverse, "prod")


def before(a: Expr, b: Expr, ascending: bool) -> Expr:
    """Whether a precedes b strictly; NaN is last in ascending order, first otherwise, as in NumPy and torch."""
    first = a < b if ascending else a > b
    if not dt.is_float(a.dtype):
        return first
    nan_a, nan_b = a.not_equal(a), b.not_equal(b)
    if ascending:
        return te.any(first, te.all(nan_b, a.equal(a)))
    return te.any(first, te.all(nan_a, b.equal(b)))


def line_sort(b: StmtBuilder, dtype: str, size: Expr, ascending: bool) -> Callable[[Callable[[Expr], Expr]], Places]:
    """What sorts a line of `size` elements of a type, stable: given ``value(index)``, ``places(n)``, the index of the
    element that is number n in order."""
    sort = KeySort(b, size) if has_key(dtype) else WideKeySort(b, size)

    def run(value: Callable[[Expr], Expr]) -> Places:
        sort.run(lambda k: key_of(value(k), ascending))
        return sort.place

    return run


def ordered(
    name: str, data: Tensor, axis: int, count: Expr | int, ascending: bool, outputs: tuple[str, ...]
) -> tuple[Tensor, ...]:
    """The first `count` of each sorted line: "values", "indices", or both."""
    at = norm_axis(axis, data.ndim)
    shape = (*data.shape[:at], count, *data.shape[at + 1 :])

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        source = ins[0]
        b = StmtBuilder(source.shape[0].dtype)
        sort = line_sort(b, data.dtype, source.shape[at], ascending)

        def line(indices_of: Any) -> None:
            places = sort(lambda k: b.load(source, *indices_of(k)))
            with b.loop("k", outs[0].shape[at]) as k, b.let("place", places(k)) as spot:
                for kind, out in zip(outputs, outs, strict=True):
                    b.store(out, b.load(source, *indices_of(spot)) if kind == "values" else spot, *indices_of(k))

        each_line(b, source.shape, at, line)
        return b.finish()

    dtypes = [data.dtype if kind == "values" else "int64" for kind in outputs]
    results: tuple[Tensor, ...] = te.extern([shape] * len(outputs), [data], build, dtypes, name)
    return results


@register("sort", "opaque")
def sort(data: Tensor, axis: int = -1, descending: bool = False) -> Tensor:
    """The elements of each line along `axis` in order, stable."""
    return ordered("sort", data, axis, data.shape[norm_axis(axis, data.ndim)], not descending, ("values",))[0]


@register("argsort", "opaque")
def argsort(data: Tensor, axis: int = -1, descending: bool = False) -> Tensor:
    """The int64 indices that sort each line along `axis`, stable."""
    size = data.shape[norm_axis(axis, data.ndim)]
    return ordered("argsort", data, axis, size, not descending, ("indices",))[0]


@register("running_extreme", "opaque")
def running_extreme(data: Tensor, axis: int = -1, largest: bool = True) -> tuple[Tensor, Tensor]:
    """The largest (or smallest) element up to each one along `axis`, and the int64 index of the last such; from a NaN
    on, the last NaN."""
    at = norm_axis(axis, data.ndim)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        source = ins[0]
        b = StmtBuilder(source.shape[0].dtype)
        best = b.alloc("best", (1,), data.dtype, "local")
        place = b.alloc("place", (1,), b.index, "local")

        def line(indices_of: Any) -> None:
            with b.loop("k", source.shape[at]) as k:
                value, known = b.load(source, *indices_of(k)), b.load(best, 0)
                beyond = value >= known if largest else value <= known
                taken = te.any(k.equal(0), beyond)
                if dt.is_float(data.dtype):
                    taken = te.any(taken, value.not_equal(value))
                with b.when(taken):
                    b.store(best, value, 0)
                    b.store(place, k, 0)
                b.store(outs[0], b.load(best, 0), *indices_of(k))
                b.store(outs[1], b.load(place, 0), *indices_of(k))

        each_line(b, source.shape, at, line)
        return b.finish()

    results: tuple[Tensor, Tensor] = te.extern(
        [data.shape, data.shape], [data], build, [data.dtype, "int64"], "running_extreme"
    )
    return results


@register("cumulative_log_sum_exp", "opaque")
def cumulative_log_sum_exp(data: Tensor, axis: int = -1) -> Tensor:
    """log(exp(x0) + … + exp(xk)) for each k along `axis`, from the larger of the sum so far and the next element."""
    need_float("cumulative_log_sum_exp", data)
    at, wide = norm_axis(axis, data.ndim), accumulator(data.dtype)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        source = ins[0]
        b = StmtBuilder(source.shape[0].dtype)
        total = b.alloc("total", (1,), wide, "local")

        def line(indices_of: Any) -> None:
            b.store(total, const(float("-inf"), wide), 0)
            with b.loop("k", source.shape[at]) as k:
                value, known = cast(wide, b.load(source, *indices_of(k))), b.load(total, 0)
                low, high = minimum(value, known), maximum(value, known)
                grown = high + te.log1p(te.exp(low - high))
                b.store(total, select(te.any(te.isinf(high), low.equal(const(float("-inf"), wide))), high, grown), 0)
                b.store(outs[0], b.load(total, 0), *indices_of(k))

        each_line(b, source.shape, at, line)
        return b.finish()

    result: Tensor = te.extern(data.shape, [data], build, data.dtype, "cumulative_log_sum_exp")
    return result
