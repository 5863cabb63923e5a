"""A binary heap of 64-bit keys: yields the largest elements one by one, on demand."""

from __future__ import annotations

from mlcc.ir import Buffer, Expr, cast, const, select
from mlcc.te import StmtBuilder

from .keys import LARGEST_NUMBER, joined, number_of

_LOWEST = -(2**63)


class MaxHeap:
    """A heap of at most `room` int64 keys, built in O(n) and emptied in O(log n) a key.

    Element k has the children 2k + 1 and 2k + 2 (Williams 1964). Keys after the last are the lowest number, so that no
    step asks whether a child exists; that number is no key itself.
    """

    def __init__(self, b: StmtBuilder, room: Expr) -> None:
        self.b, self.room = b, room
        self.keys: Buffer = b.alloc("heap", (room * 2 + 3,), "int64")
        self.state = b.alloc("heap_state", (3,), b.index, "local")  # size; where a hole is; the larger child below it

    def size(self) -> Expr:
        """The number of keys."""
        return self.b.load(self.state, 0)

    def top(self) -> Expr:
        """The largest key; the lowest number when there is none."""
        return self.b.load(self.keys, 0)

    def clear(self) -> None:
        """Remove all keys."""
        b = self.b
        with b.loop("k", self.room * 2 + 3) as k:
            b.store(self.keys, const(_LOWEST, "int64"), k)
        b.store(self.state, 0, 0)

    def append(self, key: Expr) -> None:
        """Add a key at the end: `order` must follow."""
        b = self.b
        b.store(self.keys, key, self.size())
        b.store(self.state, self.size() + 1, 0)

    def order(self) -> None:
        """Restore the heap order after keys were appended."""
        b = self.b
        with b.let("parents", self.size() // 2) as parents, b.loop("k", parents) as k:
            self._sink(parents - 1 - k)

    def pop(self) -> None:
        """Remove the largest key of a heap that is not empty."""
        b = self.b
        with b.let("last", self.size() - 1) as last:
            b.store(self.state, last, 0)
            b.store(self.keys, b.load(self.keys, last), 0)
            b.store(self.keys, const(_LOWEST, "int64"), last)
            self._sink(const(0, b.index))

    def _larger_child(self, parent: Expr) -> Expr:
        b, left = self.b, parent * 2 + 1
        one, none = const(1, b.index), const(0, b.index)
        return left + select(b.load(self.keys, left + 1) > b.load(self.keys, left), one, none)

    def _sink(self, start: Expr) -> None:
        """Swap the key at `start` with its larger child until no child is larger."""
        b = self.b
        with b.let("key", b.load(self.keys, start)) as key:
            b.store(self.state, start, 1)
            b.store(self.state, self._larger_child(start), 2)
            hole, child = b.load(self.state, 1), b.load(self.state, 2)
            with b.repeat_while(b.load(self.keys, child) > key):
                b.store(self.keys, b.load(self.keys, child), hole)
                b.store(self.state, child, 1)
                b.store(self.state, self._larger_child(b.load(self.state, 1)), 2)
            b.store(self.keys, key, b.load(self.state, 1))


def packed(key: Expr, index: Expr) -> Expr:
    """An int64 in the order of the int32 `key`; of equal keys, a lower `index` is larger. Never the lowest number."""
    return joined(key, const(LARGEST_NUMBER, "int64") - cast("int64", index))


def index_of(key: Expr) -> Expr:
    """The int64 index that a key was packed with."""
    return const(LARGEST_NUMBER, "int64") - number_of(key)
