"""The keys and values of many sequences in pages of one pool, for models that use `nn.llm.kv_cache.PagedKVCache`.

A library has no state. A function that creates a cache gives the pool and its sizes; a function that uses one takes
the pool, which it only reads, and tables that say where the tokens of each sequence are, and gives the rows of the new
tokens. This class keeps the pool and the tables, hands them to functions in the place of the cache, and writes the new
rows when a function gives the cache back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.registered import REGISTERED


@dataclass
class _Sequence:
    """The pages of a sequence, and how many of their rows are its tokens."""

    pages: list[int] = field(default_factory=list)
    length: int = 0


class PagedCache:
    """Caches of sequences by number, as a function that creates one returns it.

    `pool` is (layers, 2, rows, heads, depth): keys and values of every row. `sizes` are the most sequences, the most
    tokens of all sequences, the most tokens of one call, and the rows of a page.
    """

    def __init__(self, pool: Any, sizes: Sequence[int]) -> None:
        self.pool = pool
        self.most_sequences, self.most_tokens, self.chunk, self.page_size = sizes
        self._users = np.zeros(pool.shape[2] // self.page_size, np.int64)  # sequences that have a page
        self._sequences: dict[int, _Sequence] = {}
        self._batch: list[tuple[_Sequence, int]] = []
        self._tables: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        return f"PagedCache({len(self._sequences)} sequences, {self.free_pages} of {len(self._users)} pages free)"

    # ------------------------------------------------------------------ sequences
    @property
    def free_pages(self) -> int:
        """Pages that no sequence has."""
        return int(np.count_nonzero(self._users == 0))

    @property
    def is_empty(self) -> bool:
        """Whether there are no sequences."""
        return not self._sequences

    @property
    def total_length(self) -> int:
        """The tokens of all sequences; those that sequences share count for each."""
        return sum(sequence.length for sequence in self._sequences.values())

    def clear(self) -> None:
        """Remove all sequences."""
        self._sequences.clear()
        self._users[:] = 0
        self._batch, self._tables = [], ()

    def add(self, number: int) -> None:
        """A new sequence without tokens. Raises R361 if there is one, or for more sequences than the cache is for."""
        if number in self._sequences:
            raise MlccError("R361", f"the cache has a sequence {number} already")
        if len(self._sequences) >= self.most_sequences:
            raise MlccError("R361", f"a cache for {self.most_sequences} sequences is full", help="remove one first")
        self._sequences[number] = _Sequence()

    def remove(self, number: int) -> None:
        """Forget a sequence. Raises R361 if there is none."""
        self._users[self._sequence(number).pages] -= 1
        del self._sequences[number]

    def fork(self, parent: int, child: int, position: int = -1) -> None:
        """A new sequence of the first `position` tokens of another one, or of all; they share the full pages."""
        source = self._sequence(parent)
        length = source.length if position == -1 else position
        if not 0 <= length <= source.length:
            raise MlccError("R361", f"sequence {parent} has {source.length} tokens, and is forked at {position}")
        self.add(child)
        new = self._sequences[child]
        shared = length // self.page_size
        new.pages, new.length = source.pages[:shared], length
        self._users[new.pages] += 1
        if rest := length % self.page_size:
            try:
                page = self._page()
            except MlccError:
                self.remove(child)
                raise
            new.pages.append(page)
            self._copy(source.pages[shared], page, rest)

    def pop(self, number: int, count: int) -> None:
        """Forget the last tokens of a sequence. Raises R361 for more than it has."""
        sequence = self._sequence(number)
        if not 0 <= count <= sequence.length:
            raise MlccError("R361", f"sequence {number} has {sequence.length} tokens, and {count} are taken away")
        sequence.length -= count
        kept = -(-sequence.length // self.page_size)
        self._users[sequence.pages[kept:]] -= 1
        del sequence.pages[kept:]

    def length(self, number: int) -> int:
        """The tokens of a sequence. Raises R361 if there is none."""
        return self._sequence(number).length

    # ------------------------------------------------------------------ calls
    def begin(self, numbers: Sequence[int], lengths: Sequence[int]) -> None:
        """The next call is on so many new tokens of each of these sequences. Raises R361 where there is no room."""
        counts = [int(length) for length in lengths]
        if len(numbers) != len(counts) or not counts or min(counts) < 1 or len(set(numbers)) != len(numbers):
            raise MlccError("R361", f"a call on {list(numbers)} with {counts} tokens",
                            help="sequences of a call differ, and each has one new token at least")  # fmt: skip
        batch = [(self._sequence(number), count) for number, count in zip(numbers, counts, strict=True)]
        if sum(counts) > self.chunk and max(counts) > 1:
            raise MlccError("R361", f"{sum(counts)} tokens in a call of a cache for {self.chunk} at a time",
                            help="call the model on parts of the tokens, one after the other")  # fmt: skip
        missing = [-(-(s.length + count) // self.page_size) - len(s.pages) for s, count in batch]
        shared = [s for s, _ in batch if s.length % self.page_size and self._users[s.pages[-1]] > 1]
        if sum(missing) + len(shared) > self.free_pages:
            raise MlccError("R361", f"a call needs {sum(missing) + len(shared)} pages, and {self.free_pages} are free",
                            help="remove sequences, or create a cache for more tokens")  # fmt: skip
        for sequence in shared:  # what is written to is a sequence's own
            old, sequence.pages[-1] = sequence.pages[-1], self._page()
            self._copy(old, sequence.pages[-1], self.page_size)
            self._users[old] -= 1
        for (sequence, _), number in zip(batch, missing, strict=True):
            for _ in range(number):
                sequence.pages.append(self._page())
        self._batch = batch
        self._tables = self._made()

    def end(self) -> None:
        """The call is over."""
        self._batch, self._tables = [], ()

    def arrays(self) -> tuple[Any, ...]:
        """What a function takes in the place of the cache. Raises R361 before :meth:`begin`."""
        if not self._batch:
            raise MlccError("R361", "a call on a cache without sequences",
                            help='`get_global_func("vm.builtin.kv_state_begin_forward")(cache, sequences, lengths)` '
                            "says which ones have how many new tokens")  # fmt: skip
        return self.pool, *self._tables

    def _made(self) -> tuple[Any, ...]:
        """Rows of the tokens of each sequence (batch, most), how many they are (batch,), the new tokens of each
        (batch, most new) and their number (batch,), and of each new token the sequence and its place among the new."""
        most, new = max(s.length for s, _ in self._batch), max(count for _, count in self._batch)
        rows = np.zeros((len(self._batch), max(most, 1)), np.int32)
        tokens = np.zeros((len(self._batch), new), np.int32)
        first = 0
        for k, (sequence, count) in enumerate(self._batch):
            rows[k, : sequence.length] = self._rows(sequence, 0, sequence.length)
            tokens[k, :count] = np.arange(first, first + count)
            first += count
        lengths = np.array([s.length for s, _ in self._batch], np.int32)
        counts = np.array([count for _, count in self._batch], np.int32)
        owners = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        places = np.concatenate([np.arange(count, dtype=np.int32) for count in counts])
        return rows, lengths, tokens, counts, owners, places

    def keep(self, new_rows: Sequence[Any]) -> None:
        """Write the keys and the values (tokens, heads, depth) of each layer that a call gave for its new tokens."""
        where = np.concatenate([self._rows(s, s.length, s.length + count) for s, count in self._batch])
        for n, rows in enumerate(new_rows):
            self.pool[n // 2, n % 2, where] = rows
        for sequence, count in self._batch:
            sequence.length += count
        self._batch = []

    def positions(self) -> Any:
        """The position of each new token of the call in its sequence."""
        lengths, owners, places = self._tables[1], self._tables[4], self._tables[5]
        return lengths[owners] + places

    def rows_of(self, number: int, begin: int, end: int) -> tuple[Any, Any]:
        """Copies of the keys and values (layers, end - begin, heads, depth) of tokens of a sequence."""
        rows = self._rows(self._sequence(number), begin, end)
        return self.pool[:, 0, rows], self.pool[:, 1, rows]

    # ------------------------------------------------------------------ inside
    def _sequence(self, number: int) -> _Sequence:
        found = self._sequences.get(number)
        if found is None:
            known = ", ".join(map(str, sorted(self._sequences))) or "none"
            raise MlccError("R361", f"the cache has no sequence {number}", help=f"it has {known}")
        return found

    def _page(self) -> int:
        free = np.flatnonzero(self._users == 0)
        if not len(free):
            raise MlccError("R361", "the cache has no free page", help="remove sequences, or create a larger one")
        self._users[free[0]] += 1
        return int(free[0])

    def _copy(self, source: int, target: int, rows: int) -> None:
        """The first rows of a page to another one."""
        begin, end = source * self.page_size, target * self.page_size
        self.pool[:, :, end : end + rows] = self.pool[:, :, begin : begin + rows]

    def _rows(self, sequence: _Sequence, begin: int, end: int) -> Any:
        """The rows of the pool with the tokens of a sequence."""
        places = np.arange(begin, end)
        pages = np.array(sequence.pages, np.int64)
        return pages[places // self.page_size] * self.page_size + places % self.page_size


def _debug_get_kv(cache: PagedCache, number: int, begin: int, end: int, keys: Any, values: Any) -> None:
    keys[...], values[...] = cache.rows_of(number, begin, end)


def _begin_forward(cache: PagedCache, numbers: Sequence[int], lengths: Sequence[int], tree: Any = None) -> None:
    if tree is not None:
        raise MlccError("R361", "a call on a tree of tokens", help="fork the sequence for each branch")
    cache.begin(list(numbers), list(lengths))


#: TVM's names, for `mlcc.get_global_func`.
REGISTERED.update({
    "vm.builtin.kv_state_clear": PagedCache.clear,
    "vm.builtin.kv_state_add_sequence": PagedCache.add,
    "vm.builtin.kv_state_remove_sequence": PagedCache.remove,
    "vm.builtin.kv_state_fork_sequence": PagedCache.fork,
    "vm.builtin.kv_state_popn": PagedCache.pop,
    "vm.builtin.kv_state_begin_forward": _begin_forward,
    "vm.builtin.kv_state_end_forward": PagedCache.end,
    "vm.builtin.attention_kv_cache_empty": lambda cache: cache.is_empty,
    "vm.builtin.attention_kv_cache_get_num_available_pages": lambda cache: cache.free_pages,
    "vm.builtin.attention_kv_cache_get_total_sequence_length": lambda cache: cache.total_length,
    "vm.builtin.attention_kv_cache_get_sequence_length": PagedCache.length,
    "vm.builtin.attention_kv_cache_get_query_positions": PagedCache.positions,
    "vm.builtin.attention_kv_cache_debug_get_kv": _debug_get_kv,
})  # fmt: skip
