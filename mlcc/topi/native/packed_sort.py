"""A stable sort of numbers that have keys of 32 bits: key and place together are one integer.

An element is ``key << 32 | place``: no two are equal, so that their order is one comparison, and a line is sorted in
contiguous memory whatever its stride. Runs of four are put in order by a network of five comparators. Then runs of
equal length are merged from both ends at once, w steps from each: neither end leaves its run in so many steps, and the
two chains of loads and comparisons, which cost the time of a step, overlap. There are no branches to predict.

    runs of 4    1 4 6 9 | 2 3 7 8
    4 steps from the front    1 2 3 4 . . . .
    4 steps from the back     1 2 3 4 6 7 8 9
"""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.ir import BufferLoad, Expr, ExprLike, cast, const, const_like, select
from mlcc.te import StmtBuilder

from .keys import joined, number_of

_RUN = 4
#: The comparators of the network for a run: the smaller value of each pair goes first.
_NETWORK = ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2))
#: More than every element.
_END = 2**63 - 1


class PackedSort:
    """The order of the elements of one line by their keys, in a temporary that holds two copies of the line."""

    def __init__(self, b: StmtBuilder, size: Expr, most: ExprLike | None = None) -> None:
        """`most`: a limit of `size` where that is known only as the program runs."""
        self.b, self.size = b, size
        self.runs = (size + (_RUN - 1)) // _RUN * _RUN
        #: the room of a copy, with an element beyond all others at its end
        self.room = (const_like(size if most is None else most, b.index) + (_RUN - 1)) // _RUN * _RUN + _RUN
        self.items = b.alloc("items", (self.room * 2,), "int64")
        #: the length of runs, the beginning of the copy that is read, and places of the next elements of two runs
        self.marks = b.alloc("marks", (6,), b.index, "local")

    def place(self, n: ExprLike) -> Expr:
        """The index in the line of the element that is number `n` in order."""
        return cast(self.b.index, number_of(self._item(self._mark(1) + n)))

    def run(self, key: Any) -> None:
        """Sorts by ``key(index)``, an int32, the smallest first; of equals the first comes first."""
        b = self.b
        with b.loop("k", self.size) as k:
            b.store(self.items, joined(key(k), k), k)
        with b.loop("k", self.runs + 1 - self.size, self.size) as k:
            b.store(self.items, const(_END, "int64"), k)
        b.store(self.items, const(_END, "int64"), self.room + self.runs)
        with b.loop("run", self.runs // _RUN) as run:
            self._order_run(run * _RUN)
        b.store(self.marks, _RUN, 0)
        b.store(self.marks, 0, 1)
        with b.repeat_while(self._mark(0) < self.size):
            width, pairs = self._mark(0), self.runs // (self._mark(0) * 2)
            with b.loop("pair", pairs) as pair:
                low = pair * width * 2
                self._merge(low, low + width, low + width * 2)
            self._merge_last(pairs * width * 2)
            b.store(self.marks, self.room - self._mark(1), 1)
            b.store(self.marks, width * 2, 0)

    def _mark(self, n: int) -> BufferLoad:
        return self.b.load(self.marks, n)

    def _item(self, at: ExprLike) -> BufferLoad:
        return self.b.load(self.items, at)

    def _order_run(self, first: Expr) -> None:
        b, line = self.b, self.b.alloc("run", (_RUN,), "int64", "local")
        for n in range(_RUN):
            b.store(line, self._item(first + n), n)
        for low, high in _NETWORK:
            with b.let("a", b.load(line, low)) as a, b.let("c", b.load(line, high)) as c:
                b.store(line, te.min(a, c), low)
                b.store(line, te.max(a, c), high)
        for n in range(_RUN):
            b.store(self.items, b.load(line, n), first + n)

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
            b.store(self.items, self._item(self._mark(1) + t), self.room - self._mark(1) + t)
        with b.when(middle < end):
            self._merge(low, middle, end)
            # the elements between both ends, where either run may have ended
            with b.loop("t", middle - low - (end - middle), low + (end - middle)) as t:
                self._step((2, 3), t, from_front=True, middle=self._mark(1) + middle)

    def _begin(self, *places: Expr) -> None:
        for n, place in enumerate(places):
            self.b.store(self.marks, self._mark(1) + place, 2 + n)

    def _step(self, marks: tuple[int, int], to: Expr, from_front: bool, middle: Expr | None = None) -> None:
        """One element of a merge: the smaller one of both runs from the front, the larger one from the back."""
        b, move = self.b, 1 if from_front else -1
        left, right = (self._mark(n) for n in marks)
        with b.let("a", self._item(left)) as a, b.let("c", self._item(right)) as c:
            is_right = c < a if from_front else a < c
            if middle is not None:  # the left run may have ended; what follows the right one is beyond all elements
                is_right = te.any(is_right, left >= middle)
            with b.let("take", cast(b.index, is_right)) as take:
                b.store(self.items, select(take.equal(1), c, a), self.room - self._mark(1) + to)
                b.store(self.marks, left + (1 - take) * move, marks[0])
                b.store(self.marks, right + take * move, marks[1])
