"""Operators whose result's length depends on the data: the results fill the front of tensors of the maximal length,
and a further result of one element is their count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, binary, cast, const, maximum, minimum, select
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import Dims, define, need_rank
from ..views import flatten
from .sorting import Places, line_sort

#: So many elements of a row are passed over at once where all of them are 0.
_PASSED = 32


@register("nonzero_places", "opaque")
def nonzero_places(data: Tensor) -> tuple[Tensor, ...]:
    """Where elements of the flattened `data` are not 0: int64 indices in order, and their count."""
    places, count = _nonzero("nonzero_places", flatten(data), places=True)
    return places, count


@register("nonzero_rows", "opaque")
def nonzero_rows(data: Tensor) -> tuple[Tensor, ...]:
    """Where elements of `data` are not 0: for each, in order, a row of its int64 indices; and their count."""
    if data.ndim == 0:
        raise MlccError("T203", "`nonzero_rows` of a scalar", help="use `reshape` to make it a vector")
    rows, count = _nonzero("nonzero_rows", data, places=False)
    return rows, count


def _nonzero(name: str, data: Tensor, places: bool) -> tuple[Tensor, ...]:
    """The `places`, or rows of indices, of elements that are not 0, and their count."""
    *outer, width = data.shape
    size = reduce(lambda a, b: a * b, data.shape)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(width.dtype)
        source, (found, count) = ins[0], outs
        at, some = b.alloc("at", (1,), b.index, "local"), b.alloc("some", (1,), "int32", "local")

        def hit(*index: Expr) -> Expr:
            return b.load(source, *index).not_equal(const(0, data.dtype))

        def note(*index: Expr) -> None:
            # Written in any case, and written over by the next one: a branch could not be predicted.
            for n, value in enumerate(index):
                b.store(found, value, b.load(at, 0), *(() if places else (n,)))
            b.store(at, b.load(at, 0) + cast(b.index, hit(*index)), 0)

        def row(lead: list[Expr]) -> None:
            if len(lead) < len(outer):
                with b.loop(f"i{len(lead)}", outer[len(lead)]) as var:
                    row([*lead, var])
                return
            with b.loop("part", width // _PASSED) as part:
                first = part * _PASSED
                b.store(some, 0, 0)
                b.combine("max", some, _PASSED, lambda k: cast("int32", hit(*lead, first + k)))
                with b.when(b.load(some, 0) > 0), b.loop("k", _PASSED, first) as place:
                    note(*lead, place)
            with b.loop("k", width % _PASSED, width // _PASSED * _PASSED) as place:
                note(*lead, place)

        b.store(at, 0, 0)
        row([])
        b.store(count, b.load(at, 0), 0)
        return b.finish()

    shape = (size,) if places else (size, data.ndim)
    results: tuple[Tensor, ...] = te.extern([shape, (1,)], [data], build, ["int64", "int64"], name)
    return results


@register("unravel_index", "injective")
def unravel_index(positions: Tensor, shape: Dims) -> Tensor:
    """The coordinates in a tensor of `shape` of indices (M,) into its flattened form: (rank, M)."""
    need_rank("unravel_index", positions, 1)
    dims = [cast(positions.dtype, d) if isinstance(d, Expr) else const(d, positions.dtype) for d in shape]

    def element(r: Expr, m: Expr) -> Expr:
        rest: Expr = positions(m)
        result: Expr = const(0, positions.dtype)
        for axis in range(len(dims) - 1, -1, -1):
            here = binary("floormod", rest, maximum(dims[axis], 1)) if axis else rest
            result = select(r.equal(axis), here, result)
            rest = binary("floordiv", rest, maximum(dims[axis], 1))
        return result

    return define((len(dims), positions.shape[0]), element, "unravel_index")


@register("extend_rows", "injective")
def extend_rows(data: Tensor, size: Dims) -> Tensor:
    """`data` extended by rows of zeros to `size` rows (a scalar tensor)."""
    rows = data.shape[0]

    def element(*i: Expr) -> Expr:
        inside = data(minimum(i[0], rows - 1), *i[1:])
        return te.if_then_else(i[0] < rows, inside, const(0, data.dtype))

    return define((*size, *data.shape[1:]), element, "extend_rows")


@register("unique_values", "opaque")
def unique_values(data: Tensor, sorted: bool = True) -> tuple[Tensor, ...]:
    """The different elements of `data` (N,): the values, the index of the first of each, for each element of `data`
    the number of its value, how often each occurs, and how many there are. In order, or (not `sorted`) as they come.
    """
    need_rank("unique_values", data, 1)
    size = data.shape[0]

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(size.dtype)
        places = line_sort(b, data.dtype, size, True)(lambda k: b.load(ins[0], k))
        rank = b.alloc("rank", (size,), b.index)

        def differs(a: Expr, c: Expr) -> Expr:
            return b.load(ins[0], a).not_equal(b.load(ins[0], c))

        _number_groups(b, differs, places, rank, outs[4], size)
        if not sorted:
            _renumber(b, b.alloc("names", (size,), b.index), rank, outs[4], size)
        _list_groups(b, rank, outs[1:4], size, lambda k, group: b.store(outs[0], b.load(ins[0], k), group))
        return b.finish()

    dtypes = [data.dtype, *["int64"] * 4]
    results: tuple[Tensor, ...] = te.extern([*[(size,)] * 4, (1,)], [data], build, dtypes, "unique_values")
    return results


@register("unique_rows", "opaque")
def unique_rows(data: Tensor, sorted: bool = True) -> tuple[Tensor, ...]:
    """The different rows of `data` (N, M), compared from the first column on: the index of the first of each, for each
    row the number of its value, how often each occurs, and how many there are. In order, or (not `sorted`) as they
    come."""
    need_rank("unique_rows", data, 2)
    size, columns = data.shape

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(size.dtype)
        order, rank, new = (b.alloc(name, (size,), b.index) for name in ("rows", "rank", "new"))
        with b.loop("k", size) as k:
            b.store(order, k, k)
        sort = line_sort(b, data.dtype, size, True)
        # A stable sort by each column, from the last to the first.
        with b.loop("m", columns) as m:
            places = sort(lambda k: b.load(ins[0], b.load(order, k), columns - 1 - m))
            with b.loop("k", size) as k:
                b.store(new, b.load(order, places(k)), k)
            with b.loop("k", size) as k:
                b.store(order, b.load(new, k), k)
        # Whether a row differs from the one before it.
        with b.loop("k", size) as k:
            b.store(new, cast(b.index, k.equal(0)), k)
            with b.loop("m", columns) as m:
                here, there = (b.load(ins[0], b.load(order, at), m) for at in (k, maximum(k - 1, 0)))
                with b.when(here.not_equal(there)):
                    b.store(new, 1, k)
        b.store(outs[3], 0, 0)
        with b.loop("k", size) as k:
            b.store(outs[3], b.load(outs[3], 0) + cast("int64", b.load(new, k)), 0)
            b.store(rank, b.load(outs[3], 0) - 1, b.load(order, k))
        if not sorted:
            _renumber(b, b.alloc("names", (size,), b.index), rank, outs[3], size)
        _list_groups(b, rank, outs[:3], size)
        return b.finish()

    results: tuple[Tensor, ...] = te.extern([*[(size,)] * 3, (1,)], [data], build, ["int64"] * 4, "unique_rows")
    return results


def _list_groups(
    b: StmtBuilder,
    rank: Buffer,
    outs: Sequence[Buffer],
    size: Expr,
    on_first: Callable[[Expr, Expr], None] = lambda k, group: None,
) -> None:
    """The first element of each group, each element's group, and the groups' sizes; `on_first` gets the first element
    and its group."""
    first, inverse, times = outs
    with b.loop("k", size) as k:
        b.store(times, 0, k)
    with b.loop("k", size) as k:
        group = b.load(rank, k)
        with b.when(b.load(times, group).equal(0)):
            b.store(first, k, group)
            on_first(k, group)
        b.store(inverse, group, k)
        b.store(times, b.load(times, group) + 1, group)


def _number_groups(
    b: StmtBuilder, differ: Callable[[Expr, Expr], Expr], places: Places, rank: Buffer, count: Buffer, size: Expr
) -> None:
    """Assigns equal elements the same number; ``places(n)`` is the one that is number n in order."""
    b.store(count, 0, 0)
    with b.loop("k", size) as k:
        here, before = places(k), places(maximum(k - 1, 0))
        differs = te.any(k.equal(0), differ(here, before))
        with b.when(differs):
            b.store(count, b.load(count, 0) + 1, 0)
        b.store(rank, b.load(count, 0) - 1, here)


def _renumber(b: StmtBuilder, names: Buffer, rank: Buffer, count: Buffer, size: Expr) -> None:
    """Numbers groups by their first elements."""
    with b.loop("k", size) as k:
        b.store(names, -1, k)
    b.store(count, 0, 0)
    with b.loop("k", size) as k:
        group = b.load(rank, k)
        with b.when(b.load(names, group) < 0):
            b.store(names, b.load(count, 0), group)
            b.store(count, b.load(count, 0) + 1, 0)
    with b.loop("k", size) as k:
        b.store(rank, b.load(names, b.load(rank, k)), k)
