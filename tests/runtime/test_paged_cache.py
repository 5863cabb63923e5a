"""The pages of a cache: who has them, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.runtime.paged_cache import PagedCache

RNG = np.random.default_rng(2)


def cache(tokens: int = 32, sequences: int = 3) -> PagedCache:
    return PagedCache(np.zeros((2, 2, tokens, 1, 2), "float32"), (sequences, tokens, 8, 4))


def fill(pages: PagedCache, number: int, count: int) -> np.ndarray:
    """Add tokens; gives their rows (layer and key or value, tokens, heads, depth)."""
    rows = RNG.standard_normal((4, count, 1, 2)).astype("float32")
    pages.begin([number], [count])
    pages.keep(list(rows))
    pages.end()
    return rows


def held(pages: PagedCache, number: int) -> np.ndarray:
    """The rows of a sequence, as :func:`fill` gives them."""
    keys, values = pages.rows_of(number, 0, pages.length(number))
    return np.stack([keys, values], 1).reshape(4, -1, 1, 2)


def test_forks_share_full_pages() -> None:
    pages = cache()
    pages.add(0)
    first = fill(pages, 0, 7)
    pages.fork(0, 1)
    pages.fork(0, 2, 5)
    assert pages.free_pages == 8 - 2 - 1 - 1
    more = [fill(pages, number, 3) for number in (0, 1, 2)]
    for number, length in ((0, 7), (1, 7), (2, 5)):
        np.testing.assert_array_equal(held(pages, number), np.concatenate([first[:, :length], more[number]], 1))
    assert pages.total_length == 28
    pages.remove(0)
    np.testing.assert_array_equal(held(pages, 1)[:, :7], first)
    pages.pop(1, 8)
    np.testing.assert_array_equal(held(pages, 1), first[:, :2])
    pages.clear()
    assert pages.is_empty
    assert pages.free_pages == 8


def test_a_random_history() -> None:
    pages = cache(64, 6)
    known: dict[int, np.ndarray] = {}
    for _ in range(200):
        number = int(RNG.integers(6))
        if number not in known:
            parent = int(RNG.integers(6))
            if parent in known and pages.free_pages:
                length = int(RNG.integers(known[parent].shape[1] + 1))
                pages.fork(parent, number, length)
                known[number] = known[parent][:, :length]
            else:
                pages.add(number)
                known[number] = np.zeros((4, 0, 1, 2), "float32")
        elif RNG.random() < 0.2:
            pages.remove(number)
            del known[number]
        elif RNG.random() < 0.3:
            count = int(RNG.integers(known[number].shape[1] + 1))
            pages.pop(number, count)
            known[number] = known[number][:, : known[number].shape[1] - count]
        elif pages.free_pages > 2:
            known[number] = np.concatenate([known[number], fill(pages, number, int(RNG.integers(1, 8)))], 1)
        for other, rows in known.items():
            np.testing.assert_array_equal(held(pages, other), rows)
    assert pages.total_length == sum(rows.shape[1] for rows in known.values())


def test_what_is_refused() -> None:
    pages = cache(8, 2)
    pages.add(0)
    pages.add(1)
    begin = mlcc.get_global_func("vm.builtin.kv_state_begin_forward")
    for wrong, message in (
        (lambda: pages.add(0), "a sequence 0 already"),
        (lambda: pages.add(2), "for 2 sequences is full"),
        (lambda: pages.remove(5), "no sequence 5"),
        (lambda: pages.pop(0, 1), "0 tokens, and 1"),
        (lambda: pages.fork(0, 3, 2), "forked at 2"),
        (lambda: pages.begin([0], [9]), "for 8 at a time"),
        (lambda: pages.begin([0, 1], [5, 3]), "needs 3 pages, and 2"),
        (lambda: pages.begin([0, 0], [1, 1]), r"a call on \[0, 0\]"),
        (lambda: pages.begin([0], [0]), "one new token"),
        (pages.arrays, "without sequences"),
        (lambda: begin(pages, [0], [2], [0, 0]), "tree"),
    ):
        with pytest.raises(MlccError, match=message) as error:
            wrong()
        assert error.value.code == "R361"
    assert pages.free_pages == 2
