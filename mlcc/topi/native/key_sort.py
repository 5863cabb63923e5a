"""Stable sorts of one line of numbers by their keys, in contiguous memory whatever the line's stride.

Runs of four are put in order by a network of comparators. Then runs of equal length are merged from both ends at once,
w steps from each: neither end leaves its run in so many steps, and the two chains of loads and comparisons, which cost
the time of a step, overlap. There are no branches to predict.

    runs of 4    1 4 6 9 | 2 3 7 8
    4 steps from the front    1 2 3 4 . . . .
    4 steps from the back     1 2 3 4 6 7 8 9
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from mlcc import te
from mlcc.ir import Buffer, BufferLoad, Expr, ExprLike, cast, const, const_like, select
from mlcc.te import StmtBuilder

from .keys import joined, number_of

_RUN = 4
#: No element is more.
_END = 2**63 - 1

#: What is moved for an element: what is compared, then what goes with it.
Item = tuple[Expr, ...]


class KeySort:
    """The order of the elements of one line by keys of 32 bits, in a temporary that holds two copies of the line.

    An element is ``key << 32 | place``: no two are equal, so that their order is one comparison.
    """

    #: The comparators of the network for a run: the smaller value of each pair goes first.
    network: tuple[tuple[int, int], ...] = ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2))

    def __init__(self, b: StmtBuilder, size: Expr, most: ExprLike | None = None) -> None:
        """`most`: a limit of `size` where that is known only as the program runs."""
        self.b, self.size = b, size
        self.runs = (size + (_RUN - 1)) // _RUN * _RUN
        #: the room of a copy, with an element beyond all others at its end
        self.room = (const_like(size if most is None else most, b.index) + (_RUN - 1)) // _RUN * _RUN + _RUN
        self.items = self._memory("items", self.room * 2)
        #: the length of runs, the beginning of the copy that is read, and places of the next elements of two runs
        self.marks = b.alloc("marks", (6,), b.index, "local")

    def place(self, n: ExprLike) -> Expr:
        """The index in the line of the element that is number `n` in order."""
        return cast(self.b.index, number_of(self.b.load(self.items[0], self._mark(1) + n)))

    def run(self, key: Callable[[Expr], Expr]) -> None:
        """Sorts by ``key(index)``, the smallest first; of equals the first comes first."""
        b = self.b
        with b.loop("k", self.size) as k:
            self._put(self.items, self._item(key(k), k), k)
        with b.loop("k", self.runs + 1 - self.size, self.size) as k:
            b.store(self.items[0], const(_END, "int64"), k)
        b.store(self.items[0], const(_END, "int64"), self.room + self.runs)
        self._order_runs()
        b.store(self.marks, 0, 1)
        with b.repeat_while(self._mark(0) < self.size):
            width, pairs = self._mark(0), self.runs // (self._mark(0) * 2)
            with b.loop("pair", pairs) as pair:
                low = pair * width * 2
                self._merge(low, low + width, low + width * 2)
            self._merge_last(pairs * width * 2)
            b.store(self.marks, self.room - self._mark(1), 1)
            b.store(self.marks, width * 2, 0)

    # -- elements ------------------------------------------------------------------------------
    def _memory(self, name: str, count: ExprLike, scope: str = "global") -> list[Buffer]:
        return [self.b.alloc(name, (count,), "int64", scope)]

    def _item(self, key: Expr, place: Expr) -> Item:
        return (joined(key, place),)

    def _ordered(self, a: Item, c: Item) -> tuple[Item, Item]:
        """Two elements, the smaller one first."""
        return (te.min(a[0], c[0]),), (te.max(a[0], c[0]),)

    def _load(self, memory: Sequence[Buffer], at: ExprLike) -> Item:
        return tuple(self.b.load(one, at) for one in memory)

    def _put(self, memory: Sequence[Buffer], item: Sequence[Expr], at: ExprLike) -> None:
        for one, value in zip(memory, item, strict=True):
            self.b.store(one, value, at)

    def _mark(self, n: int) -> BufferLoad:
        return self.b.load(self.marks, n)

    # -- runs ----------------------------------------------------------------------------------
    def _order_runs(self) -> None:
        """Puts runs in order, and says how long they are."""
        b, line = self.b, self._memory("run", _RUN, "local")
        with b.loop("run", self.runs // _RUN) as run:
            for n in range(_RUN):
                self._put(line, self._load(self.items, run * _RUN + n), n)
            for low, high in self.network:
                with self._named(self._load(line, low), self._load(line, high)) as (a, c):
                    for item, at in zip(self._ordered(a, c), (low, high), strict=True):
                        self._put(line, item, at)
            for n in range(_RUN):
                self._put(self.items, self._load(line, n), run * _RUN + n)
        b.store(self.marks, _RUN, 0)

    @contextmanager
    def _named(self, *items: Item) -> Iterator[list[Item]]:
        """Names for the parts of two elements, over the statements inside."""
        with ExitStack() as names:
            yield [tuple(names.enter_context(self.b.let(name, part)) for part in item)
                   for name, item in zip("ac", items, strict=True)]  # fmt: skip

    # -- merges --------------------------------------------------------------------------------
    def _merge(self, low: Expr, middle: Expr, end: Expr) -> None:
        """Two runs, of which the second is no longer than the first, into the other copy."""
        self._begin(low, middle, middle - 1, end - 1)
        with self.b.loop("t", end - middle) as t:
            self._step((2, 3), low + t, from_front=True)
            self._step((4, 5), end - 1 - t, from_front=False)

    def _merge_last(self, low: Expr) -> None:
        """What remains after all pairs of full length: one run, or a run of full length and a shorter one."""
        b = self.b
        middle, end = te.min(low + self._mark(0), self.runs), self.runs
        with b.when(middle.equal(end)), b.loop("t", end - low, low) as t:
            self._put(self.items, self._load(self.items, self._mark(1) + t), self.room - self._mark(1) + t)
        with b.when(middle < end):
            self._merge(low, middle, end)
            # the elements between both ends, where either run may have ended
            with b.loop("t", middle - low - (end - middle), low + (end - middle)) as t:
                self._step((2, 3), t, from_front=True, middle=self._mark(1) + middle)

    def _begin(self, *places: Expr) -> None:
        for n, place in enumerate(places):
            self.b.store(self.marks, self._mark(1) + place, 2 + n)

    def _step(self, marks: tuple[int, int], to: Expr, from_front: bool, middle: Expr | None = None) -> None:
        """One element of a merge: the smaller one of both runs from the front, the larger one from the back; of equals
        that of the left run is the smaller one."""
        b, move = self.b, 1 if from_front else -1
        left, right = (self._mark(n) for n in marks)
        with self._named(self._load(self.items, left), self._load(self.items, right)) as (a, c):
            is_right = c[0] < a[0] if from_front else a[0] <= c[0]
            if middle is not None:  # the left run may have ended; what follows the right one is less than no element
                is_right = te.any(is_right, left >= middle)
            with b.let("take", cast(b.index, is_right)) as take:
                chosen = [select(take.equal(1), of_right, of_left) for of_left, of_right in zip(a, c, strict=True)]
                self._put(self.items, chosen, self.room - self._mark(1) + to)
                b.store(self.marks, left + (1 - take) * move, marks[0])
                b.store(self.marks, right + take * move, marks[1])


class WideKeySort(KeySort):
    """The same by keys of 64 bits: the places are moved beside them. A line that is in order is left as it is."""

    #: Of neighbours alone, so that equals stay in order.
    network = ((0, 1), (1, 2), (2, 3), (0, 1), (1, 2), (0, 1))

    def place(self, n: ExprLike) -> Expr:
        """The index in the line of the element that is number `n` in order."""
        return self.b.load(self.items[1], self._mark(1) + n)

    def _memory(self, name: str, count: ExprLike, scope: str = "global") -> list[Buffer]:
        return [*super()._memory(name, count, scope), self.b.alloc(f"{name}_places", (count,), self.b.index, scope)]

    def _item(self, key: Expr, place: Expr) -> Item:
        return key, place

    def _ordered(self, a: Item, c: Item) -> tuple[Item, Item]:
        swapped = c[0] < a[0]
        pairs = list(zip(a, c, strict=True))
        return tuple(select(swapped, y, x) for x, y in pairs), tuple(select(swapped, x, y) for x, y in pairs)

    def _order_runs(self) -> None:
        b, keys = self.b, self.items[0]
        b.store(self.marks, self.size, 0)
        with b.loop("k", te.max(self.size - 1, 0), 1) as k, b.when(b.load(keys, k) < b.load(keys, k - 1)):
            b.store(self.marks, 0, 0)
        with b.when(self._mark(0) < self.size):
            super()._order_runs()
