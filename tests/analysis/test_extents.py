"""Extents that may be negative for some sizes are planned as 0."""

from __future__ import annotations

import pytest
from evaluated import text, value

from mlcc.analysis import LARGEST_EXTENT, can_prove, clamped, never_negative, simplified_extent
from mlcc.ir import Expr, Var, const, maximum, minimum, select

N, M = Var("n", "int64"), Var("m", "int64")


@pytest.mark.parametrize(
    ("extent", "expected"),
    [
        (N, True),
        (N * M, True),
        ((N + 7) // 8, True),
        (N * 2 - N, True),
        (maximum(N - 3, 0), True),
        (const(0), True),
        (N - 1, False),
        (N - M, False),
        (const(-1), False),
        ((N - 8) // 8, False),
        (N * 9 // M, True),
        ((N - 8) // M, False),
        (N // (M - 1), False),
        (LARGEST_EXTENT - N, True),
        (LARGEST_EXTENT - N * 4, False),
    ],
)
def test_never_negative(extent: Expr, expected: bool) -> None:
    assert never_negative(extent) is expected


def test_clamped() -> None:
    assert clamped(N) is N
    for n in range(4):
        assert value(clamped(N - 2), {N: n}) == max(n - 2, 0), text(clamped(N - 2))
    assert can_prove(clamped(N - M) >= 0)


def test_simplified() -> None:
    """A prefix of N rows out of enough rows has N rows."""
    room = maximum(M, N)
    prefix = minimum(maximum(select(N < 0, N + room, N), 0), room)
    assert simplified_extent(prefix) is N


def _roll(size: Expr, by: int) -> Expr:
    """The length of ``concat(x[-by:], x[:-by])`` of `size` elements, as slices give it."""
    cut = minimum(maximum(size - by, 0), size)
    return maximum(size - cut, 0) + cut


QUARTER = N // 4
WINDOWS = (QUARTER + 6) // 7


@pytest.mark.parametrize(
    ("extent", "expected"),
    [
        (_roll(N, 3), N),
        (_roll(N + N, 5), N * 2),
        (N + (7 - N % 7) % 7, (N + 6) // 7 * 7),
        (N + -N % 7 - 2, (N + 6) // 7 * 7 - 2),
        (N + N % 2, (N + 1) // 2 * 2),
        (N + N % 3, N + N % 3),
        (QUARTER + (7 - QUARTER % 7) % 7, WINDOWS * 7),
        (WINDOWS * 7 // 7, WINDOWS),
        (minimum(maximum(QUARTER, 0), WINDOWS * 7), QUARTER),
        (_roll(WINDOWS * 7, 3), WINDOWS * 7),
        (minimum(maximum(N - 2, 0), N + 1), maximum(N - 2, 0)),
        (minimum(maximum(N, 4), N + 3), minimum(maximum(N, 4), N + 3)),
    ],
)
def test_rolled_padded_and_cropped_sizes(extent: Expr, expected: Expr) -> None:
    simple = simplified_extent(extent)
    assert simple.script() == expected.script()
    for n in range(40):
        assert value(simple, {N: n}) == value(extent, {N: n}), n
