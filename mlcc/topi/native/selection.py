"""Selects the largest k elements of lines (1-D slices) without sorting them.

Elements are compared as integers, their *keys*, in vectors. A pool holds the candidates: first the beginning of the
line, then every element that exceeds the k-th largest key so far. A full pool is reduced: bisection over the keys,
counting those above, finds the k-th largest. The remaining candidates are ordered by counting, for each one, those
before it.

A long line is first traversed for the maxima of `width` interleaved parts of it. At least k elements are as large as
the k-th largest maximum, and few others are: with it as the initial bound, few elements enter the pool. Of 1000
random elements in 64 parts, 6 or 7 exceed the bound for the 5 largest.
"""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.ir import Buffer, BufferLoad, Expr, as_int, binary, cast, const, select
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import norm_axis
from .key_sort import KeySort
from .keys import HIGHEST_KEY, LOWEST_KEY, has_key, key_of, reversed_key
from .sorting import before, each_line, ordered

#: Elements that are put in order or dropped at once, and those of a line that are skipped at once.
_LANES, _BLOCK = 16, 64
#: So many are put in order by counting; more are sorted.
_COUNTED = 128
#: Lines up to here are kept as sorted lists of the largest; up to there they are put in order whole.
_TINY, _SHORT = 16, 96


class Pool:
    """The candidates of a line: their keys and indices, in the line's order."""

    def __init__(self, b: StmtBuilder, k: int, size: Expr) -> None:
        self.b, self.k, self.size = b, k, size
        #: candidates after a reduction of the pool: at least k, more if that saves steps
        self.kept = max(_LANES, 1 << (k - 1).bit_length()) if k > 1 else 1
        length = as_int(size)
        self.whole = k > 1 and length is not None and length <= max(_SHORT, self.kept)
        room = max(8 * _BLOCK, 4 * self.kept)
        self.room = -(-(room if length is None else min(length, room)) // _BLOCK) * _BLOCK
        #: so many maxima give a bound before a line is searched, where it is long enough for that
        self.width = max(_BLOCK, 4 * self.kept)
        self.keys = b.alloc("pool_keys", (self.room + _BLOCK,), "int32")
        self.positions = b.alloc("pool_places", (self.room + _BLOCK,), "int32")
        self.line = b.alloc("line_keys", (_BLOCK,), "int32", "local")
        self.count = b.alloc("count", (1,), b.index, "local")
        self.bounds = b.alloc("bounds", (3,), "int64", "local")  # the k-th largest key lies between; how many are above
        self.hits = b.alloc("hits", (_BLOCK,), "int32", "local")
        self.total = b.alloc("total", (1,), "int32", "local")

    def filled(self) -> BufferLoad:
        return self.b.load(self.count, 0)

    def bound(self, n: int) -> BufferLoad:
        return self.b.load(self.bounds, n)

    def _combined(self, op: str, start: int, source: Buffer, first: Expr, lanes: int) -> Expr:
        """`lanes` neighbours combined pairwise."""
        b = self.b
        b.store(self.total, start, 0)
        b.combine(op, self.total, lanes, lambda lane: b.load(source, first + lane))
        return b.load(self.total, 0)

    def collect(self, key: Any) -> None:
        """Fills the pool from a line; ``key(index)`` is an element's key."""
        b, least = self.b, 4 * self.width
        length = as_int(self.size)
        if length is None:
            with b.when(self.size >= least):
                self._search(key)
            with b.otherwise():
                self._take_all(key)
        elif length >= least:
            self._search(key)
        else:
            self._take_all(key)

    def _take_all(self, key: Any) -> None:
        """The first elements of the line, then those of the others that exceed the k-th largest so far."""
        b = self.b
        b.store(self.bounds, LOWEST_KEY - 1, 0)
        # so many at first that the rest is a number of blocks
        start = self.size if self.whole else te.min(self.size, (self.room - _BLOCK) + self.size % _BLOCK)
        with b.loop("k", start) as k:
            b.store(self.keys, key(k), k)
        with b.loop("k", start) as k:
            b.store(self.positions, k, k)
        b.store(self.count, start, 0)
        if self.whole:
            return
        self._offer_all(key, start, _BLOCK)

    def _bound(self, key: Any) -> None:
        """The initial bound: an element below it is smaller than k maxima of interleaved parts of the line."""
        b, width = self.b, self.width
        with b.loop("lane", width) as lane:
            b.store(self.keys, key(lane), lane)
        with b.loop("part", self.size // width - 1, 1) as part, b.loop("lane", width) as lane:
            b.store(self.keys, te.max(b.load(self.keys, lane), key(part * width + lane)), lane)
        b.store(self.bounds, HIGHEST_KEY, 0)
        with b.loop("block", width // _BLOCK) as block:
            least = self._combined("min", HIGHEST_KEY, self.keys, block * _BLOCK, _BLOCK)
            b.store(self.bounds, te.min(self.bound(0), cast("int64", least)), 0)
        self._find(const(width // _BLOCK, b.index), self.bound(0))
        b.store(self.bounds, self.bound(0) - 1, 0)

    def _search(self, key: Any) -> None:
        """Fills the pool with the elements above the initial bound, in the line's order."""
        b = self.b
        self._bound(key)
        b.store(self.count, 0, 0)
        head = self.size % _LANES
        with b.loop("k", head) as k:
            self._join(key(k), k)
        self._offer_all(key, head, _LANES)

    def _offer_all(self, key: Any, start: Expr, lanes: int) -> None:
        """The elements from `start` on, `lanes` at once; the pool is reduced when it is full, and at the end."""
        b = self.b
        rounds = (self.size - start) // lanes
        with b.loop("block", rounds + 1) as block:
            with b.when(te.any(self.filled() > self.room - lanes, block.equal(rounds))):
                self._cut()
            with b.when(block < rounds):
                self._offer(key, start + block * lanes, lanes)

    def _offer(self, key: Any, first: Expr, lanes: int) -> None:
        """Adds those of the next elements of the line to the pool that are above the bound."""
        b = self.b
        with b.loop("lane", lanes) as lane:
            b.store(self.line, key(first + lane), lane)
        top = self._combined("max", LOWEST_KEY, self.line, const(0, b.index), lanes)
        with b.when(cast("int64", top) > self.bound(0)), b.loop("lane", lanes) as lane:
            self._join(b.load(self.line, lane), first + lane)

    def _join(self, key: Expr, position: Expr) -> None:
        """Adds an element to the pool if it is above the bound."""
        b = self.b
        with b.when(cast("int64", key) > self.bound(0)):
            b.store(self.keys, key, self.filled())
            b.store(self.positions, position, self.filled())
            b.store(self.count, self.filled() + 1, 0)

    def _cut(self) -> None:
        """Reduces the pool to at least k candidates, at most `kept`."""
        b = self.b
        with b.when(self.filled() > self.kept):
            with b.loop("pad", _BLOCK) as pad:
                b.store(self.keys, LOWEST_KEY, self.filled() + pad)
            with b.let("blocks", (self.filled() + (_BLOCK - 1)) // _BLOCK) as blocks:
                self._find(blocks, const(LOWEST_KEY, "int64"))
                self._compact(blocks)

    def _find(self, blocks: Expr, least: Expr) -> None:
        """Sets the bound to a key that at least k candidates reach, and at most `kept` where keys differ.

        All candidates reach `least`."""
        b = self.b
        b.store(self.bounds, LOWEST_KEY, 1)
        with b.loop("block", blocks) as block:
            top = self._combined("max", LOWEST_KEY, self.keys, block * _BLOCK, _BLOCK)
            b.store(self.bounds, te.max(self.bound(1), cast("int64", top)), 1)
        b.store(self.bounds, self.bound(1) if self.k == 1 else least, 0)
        b.store(self.bounds, 0, 2)
        with b.repeat_while(self.bound(0) < self.bound(1)):
            middle = binary("shr", self.bound(0) + self.bound(1) + 1, const(1, "int64"))
            with b.let("middle", middle) as mid:
                count = self._count(blocks, cast("int32", mid))
                with b.let("at_least", count) as above:
                    with b.when(above >= self.k):
                        b.store(self.bounds, mid, 0)
                        with b.when(above <= self.kept):
                            b.store(self.bounds, mid, 1)
                    with b.otherwise():
                        b.store(self.bounds, mid - 1, 1)
                        b.store(self.bounds, above, 2)

    def _count(self, blocks: Expr, least: Expr) -> Expr:
        """The number of candidates with keys of at least `least`."""
        b = self.b
        one, none = const(1, "int32"), const(0, "int32")
        with b.loop("lane", _BLOCK, kind="vectorized") as lane:
            b.store(self.hits, 0, lane)
        with b.loop("block", blocks) as block, b.loop("lane", _BLOCK, kind="vectorized") as lane:
            hit = b.load(self.keys, block * _BLOCK + lane) >= least
            b.store(self.hits, b.load(self.hits, lane) + select(hit, one, none), lane)
        return self._combined("add", 0, self.hits, const(0, b.index), _BLOCK)

    def _compact(self, blocks: Expr) -> None:
        """Keeps the candidates above the bound, and the first of those equal to it."""
        b = self.b
        least = cast("int32", self.bound(0))
        b.store(self.count, 0, 0)
        with b.loop("part", blocks * (_BLOCK // _LANES)) as part:
            first = part * _LANES
            top = self._combined("max", LOWEST_KEY, self.keys, first, _LANES)
            with b.when(top >= least), b.loop("lane", _LANES) as lane:
                key, position = b.load(self.keys, first + lane), b.load(self.positions, first + lane)
                equal = key.equal(least)
                stays = te.any(key > least, te.all(equal, self.bound(2) < self.kept))
                with b.let("stays", select(stays, const(1, b.index), const(0, b.index))) as step:
                    b.store(self.bounds, self.bound(2) + cast("int64", select(equal, step, const(0, b.index))), 2)
                    b.store(self.keys, key, self.filled())
                    b.store(self.positions, position, self.filled())
                    b.store(self.count, self.filled() + step, 0)

    def rank(self, order: Buffer) -> None:
        """Writes the indices of the k largest, in order, by counting for each candidate those before it."""
        b, keys = self.b, self.keys
        ranks = b.alloc("ranks", (_LANES,), "int32", "local")
        one, none = const(1, "int32"), const(0, "int32")
        with b.loop("part", (self.filled() + (_LANES - 1)) // _LANES) as part:
            first = part * _LANES

            def count(j: Expr, wins: Any, first: Expr = first) -> None:
                with b.let("rival", b.load(keys, j)) as rival, b.loop("lane", _LANES, kind="vectorized") as lane:
                    hit = wins(rival, b.load(keys, first + lane), lane)
                    b.store(ranks, b.load(ranks, lane) + select(hit, one, none), lane)

            with b.loop("lane", _LANES, kind="vectorized") as lane:
                b.store(ranks, 0, lane)
            with b.loop("j", first) as j:
                count(j, lambda rival, own, lane: rival >= own)
            with b.loop("j", te.min(self.filled() - first, _LANES)) as j:
                count(first + j, lambda rival, own, lane, j=j: te.any(rival > own, te.all(rival.equal(own), j < lane)))
            with b.loop("j", te.max(self.filled() - first - _LANES, 0), first + _LANES) as j:
                count(j, lambda rival, own, lane: rival > own)
            with b.loop("lane", te.min(self.filled() - first, _LANES)) as lane:
                b.store(order, b.load(self.positions, first + lane), te.min(cast(b.index, b.load(ranks, lane)), self.k))


def select_largest(data: Tensor, k: int, at: int, largest: bool) -> tuple[Tensor, ...]:
    """The k largest (or smallest) elements of each line in order, and their int64 indices; of equals the first."""
    shape = (*data.shape[:at], k, *data.shape[at + 1 :])

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        source, (values, positions) = ins[0], outs
        b = StmtBuilder(source.shape[0].dtype)
        pool = Pool(b, k, source.shape[at])
        sort = KeySort(b, pool.filled(), pool.kept) if pool.kept > _COUNTED else None
        order = b.alloc("order", (k + 1,), "int32")

        def line(indices_of: Any) -> None:
            def key(n: Expr) -> Expr:
                return key_of(b.load(source, *indices_of(n)), largest)

            if as_int(source.shape[at]) is None:
                with b.loop("k", k) as n:  # should the line be shorter than k
                    b.store(order, 0, n)
            pool.collect(key)
            if sort is None:
                pool.rank(order)
            else:
                sort.run(lambda n: reversed_key(b.load(pool.keys, n)))  # the largest first
                with b.loop("k", te.min(pool.filled(), k)) as n:
                    b.store(order, b.load(pool.positions, sort.place(n)), n)
            with b.loop("k", k) as n:
                spot = b.load(order, n)
                b.store(positions, spot, *indices_of(n))
                b.store(values, b.load(source, *indices_of(cast(b.index, spot))), *indices_of(n))

        each_line(b, source.shape, at, line)
        return b.finish()

    results: tuple[Tensor, ...] = te.extern([shape, shape], [data], build, [data.dtype, "int64"], "topk")
    return results


@register("topk", "opaque")
def topk(
    data: Tensor, k: int | Expr = 1, axis: int = -1, largest: bool = True, sorted: bool = True
) -> tuple[Tensor, ...]:
    """The k largest (or smallest) elements of each line in order, and their int64 indices; of equals the first."""
    at = norm_axis(axis, data.ndim)
    size = as_int(data.shape[at])
    few = as_int(k)
    if few is None or few < 1 or not has_key(data.dtype) and (few > _LANES or size is None):
        return ordered("topk", data, at, k, not largest, ("values", "indices"))
    if has_key(data.dtype) and (size is None or size > _TINY):
        return select_largest(data, few, at, largest)
    return _kept_sorted(data, few, at, largest)


def _kept_sorted(data: Tensor, k: int, at: int, largest: bool) -> tuple[Tensor, ...]:
    """The same for short lines: a sorted list, into which elements are inserted."""
    shape = (*data.shape[:at], k, *data.shape[at + 1 :])

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        source, (values, positions) = ins[0], outs
        b = StmtBuilder(source.shape[0].dtype)
        count = b.alloc("count", (2,), b.index, "local")  # how many are kept, and where the next one goes

        def line(indices_of: Any) -> None:
            b.store(count, 0, 0)
            with b.loop("j", source.shape[at]) as j:
                x = b.load(source, *indices_of(j))
                kept = b.load(count, 0)
                last = b.load(values, *indices_of(te.max(kept - 1, 0)))
                with b.when(te.any(kept < k, before(x, last, not largest))):
                    _insert(b, count, (values, positions), indices_of, j, x, k, not largest)

        each_line(b, source.shape, at, line)
        return b.finish()

    results: tuple[Tensor, ...] = te.extern([shape, shape], [data], build, [data.dtype, "int64"], "topk")
    return results


def _insert(
    b: StmtBuilder,
    count: Buffer,
    outs: tuple[Buffer, Buffer],
    indices_of: Any,
    j: Expr,
    x: Expr,
    k: int,
    ascending: bool,
) -> None:
    """Inserts element j into the sorted list of a line, shifting smaller ones back."""
    values, positions = outs
    hole, kept = b.load(count, 1), b.load(count, 0)
    b.store(count, te.min(kept, k - 1), 1)

    def worse() -> Expr:
        last = b.load(values, *indices_of(te.max(hole - 1, 0)))
        return te.if_then_else(hole > 0, before(x, last, ascending), const(False))

    with b.repeat_while(worse()):
        for out in outs:
            b.store(out, b.load(out, *indices_of(hole - 1)), *indices_of(hole))
        b.store(count, hole - 1, 1)
    b.store(values, x, *indices_of(hole))
    b.store(positions, j, *indices_of(hole))
    b.store(count, te.min(kept + 1, k), 0)
