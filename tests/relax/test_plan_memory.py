"""The memory plan: what lives at the same time never overlaps, and little is wasted."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mlcc.analysis import same
from mlcc.ir import Var, as_int, const, substitute
from mlcc.relax.plan_memory import ALIGNMENT, Lifetime, align, plan

LIVES = st.lists(
    st.tuples(st.integers(0, 5000), st.integers(0, 30), st.integers(0, 10)).map(
        lambda t: Lifetime(const(t[0], "int64"), t[1], t[1] + t[2])
    ),
    max_size=24,
)


def overlap(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[1] and b[0] < a[1]


def check(lives: list[Lifetime], places: list[tuple[int, int]], total: int) -> None:
    for i, (low, high) in enumerate(places):
        assert low % ALIGNMENT == 0
        assert 0 <= low <= high <= total
        for j in range(i):
            together = lives[i].start <= lives[j].end and lives[j].start <= lives[i].end
            assert not (together and overlap(places[i], places[j])), (i, j)


@given(LIVES)
def test_static_plans(lives: list[Lifetime]) -> None:
    arena = plan(lives)
    sizes = [as_int(v.nbytes) or 0 for v in lives]
    positions = [((as_int(o) or 0), (as_int(o) or 0) + n) for o, n in zip(arena.offsets, sizes, strict=True)]
    total = as_int(arena.nbytes)
    assert total is not None
    check(lives, positions, total)
    assert arena.live_bytes <= total <= max(sum(map(align, sizes)), ALIGNMENT)
    assert (total > 0) == bool(lives)
    alive = [sum(align(n) for n, v in zip(sizes, lives, strict=True) if v.start <= s <= v.end) for s in range(45)]
    assert arena.live_bytes == max(alive, default=0)


@given(LIVES, st.lists(st.booleans(), min_size=24, max_size=24), st.integers(1, 50))
def test_symbolic_plans(lives: list[Lifetime], symbolic: list[bool], value: int) -> None:
    n = Var("n", "int64")
    half = -(-n // 2)  # rounded up, as exporters write it
    forms = (
        lambda v: n * 12 + 8,
        lambda v: v.nbytes * n * 4,
        lambda v: v.nbytes * half * 8,
        lambda v: v.nbytes * half * -(-n // 3),
    )
    sizes = [forms[k % 4](v) for k, v in enumerate(lives)]
    mixed = [Lifetime(z if s else v.nbytes, v.start, v.end) for v, s, z in zip(lives, symbolic, sizes, strict=False)]
    arena = plan(mixed)

    def number(expr: Any) -> int:
        result = as_int(substitute(expr, {n: const(value, "int64")}))
        assert result is not None
        return result

    positions = [(number(o), number(o) + number(v.nbytes)) for o, v in zip(arena.offsets, mixed, strict=True)]
    check(mixed, positions, number(arena.nbytes))


def test_a_chain_needs_two_places() -> None:
    lives = [Lifetime(const(1000, "int64"), i, i + 1) for i in range(10)]
    assert as_int(plan(lives).nbytes) == 2 * align(1000)


def test_equal_symbolic_sizes_reuse_slots() -> None:
    n = Var("n", "int64")
    lives = [Lifetime(n * 4, i, i + 1) for i in range(10)]
    arena = plan(lives)
    assert len({o.script() for o in arena.offsets}) == 2
    assert arena.live_bytes == 0


def test_nothing_needs_nothing() -> None:
    assert as_int(plan([]).nbytes) == 0


def test_sizes_in_proportion_to_the_batch_share_memory() -> None:
    n = Var("n", "int64")
    chain = [Lifetime(n * (4 * size), i, i + 1) for i, size in enumerate((1000, 800, 1000, 16, 640))]
    fixed = plan([Lifetime(const(4 * size, "int64"), i, i + 1) for i, size in enumerate((1000, 800, 1000, 16, 640))])
    total = as_int(substitute(plan(chain).nbytes, {n: const(7, "int64")}))
    assert total == 7 * (as_int(fixed.nbytes) or 0)


def test_sizes_of_two_dimensions_of_one_name_are_two() -> None:
    one, other = Var("n", "int64"), Var("n", "int64")
    arena = plan([Lifetime(v * 12 + 8, *life) for v, life in ((one, (0, 1)), (other, (1, 2)), (one, (2, 2)))])
    assert same(arena.offsets[0], arena.offsets[2])
    assert not same(arena.offsets[0], arena.offsets[1])


def test_sizes_in_use_one_after_the_other_have_the_room_of_the_largest() -> None:
    n, m, k = (Var(name, "int64") for name in "nmk")
    arena = plan([Lifetime(n * 256, 0, 1), Lifetime(m * 128, 1, 2), Lifetime(k * 128, 2, 3)])
    for values in ((1, 8, 3), (2, 8, 30), (5, 1, 0)):
        known = {var: const(value, "int64") for var, value in zip((n, m, k), values, strict=True)}
        first, second, third = (as_int(substitute(offset, known)) for offset in arena.offsets)
        room = max(256 * values[0], 128 * values[2])
        assert (first, second, third) == (0, room, 0)
        assert as_int(substitute(arena.nbytes, known)) == room + 128 * values[1]
