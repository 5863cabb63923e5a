"""Linear equations over bounded integers: no solution is lost, and the expected contradictions are found."""

from __future__ import annotations

import random
from itertools import product
from math import inf

import pytest

from mlcc.analysis.feasible import Equations


def equations(bounds: dict[str, tuple[float, float]], *rows: tuple[int, dict[str, int]]) -> Equations:
    result = Equations()
    result.bounds.update(bounds)
    result.rows.extend(rows)
    return result


@pytest.mark.parametrize(
    ("bounds", "row", "expected"),
    [
        ({"x": (-7, 7), "y": (-3, 3)}, (1, {"x": 4, "y": 1}), {"x": (-1, 0), "y": (-1, 3)}),
        ({"x": (0, 9), "y": (0, 9)}, (-18, {"x": 1, "y": 1}), {"x": (9, 9), "y": (9, 9)}),
        ({"x": (0, 9), "y": (0, 9)}, (-19, {"x": 1, "y": 1}), None),
        ({"x": (-inf, inf), "y": (-inf, inf)}, (1, {"x": 2, "y": 4}), None),  # odd
        ({"x": (-inf, inf), "y": (0, 3)}, (0, {"x": 1, "y": -1}), {"x": (0, 3), "y": (0, 3)}),
        ({"x": (0, 0)}, (0, {"x": 5}), {"x": (0, 0)}),
        ({"x": (0, 3)}, (5, {}), None),
        ({"x": (1, 3)}, (0, {"x": -2}), None),
    ],
)
def test_one_equation(bounds: dict, row: tuple, expected: dict | None) -> None:
    assert equations(bounds, row).solve() == expected


def test_limits_count_for_one_question() -> None:
    result = equations({"x": (-5, 5), "y": (-5, 5)}, (0, {"x": 1, "y": 1}))
    assert result.solve([("x", (2, 9))]) == {"x": (2, 5), "y": (-5, -2)}
    assert result.solve([("x", (2, 9)), ("y", (0, 9))]) is None
    assert result.solve([("x", (6, 9))]) is None
    assert result.solve() == {"x": (-5, 5), "y": (-5, 5)}


def test_implications_hold_once_all_premises_are_zero() -> None:
    result = equations({"x": (0, 1), "y": (0, 1), "z": (-4, 4)})
    result.implications.append((("x", "y"), (-3, {"z": 1})))
    zero = (0, 0)
    assert result.solve([("x", zero), ("y", zero)]) == {"x": zero, "y": zero, "z": (3, 3)}
    assert result.solve([("x", zero)]) == {"x": zero, "y": (0, 1), "z": (-4, 4)}
    assert result.solve([("x", zero), ("y", zero), ("z", (0, 2))]) is None


def test_shrinking_for_ever_ends() -> None:
    result = equations({"x": (0, inf), "y": (0, inf)}, (-1, {"x": 1, "y": -1}), (-1, {"y": 1, "x": -1}))
    result.solve()


def test_every_solution_is_within_the_bounds() -> None:
    """Against all values of three unknowns, for random systems."""
    rng = random.Random(0)
    refuted = 0
    for _ in range(200):
        bounds = {}
        for key in "xyz":
            low = rng.randint(-3, 2)
            bounds[key] = (low, low + rng.randint(0, 4))
        rows = [(rng.randint(-6, 6), {key: rng.randint(-4, 4) or 1 for key in "xyz"}) for _ in range(rng.randint(1, 2))]
        answer = equations(bounds, *rows).solve()
        points = (dict(zip("xyz", p, strict=True)) for p in product(*(range(a, b + 1) for a, b in bounds.values())))
        solutions = [p for p in points if all(c + sum(f * p[k] for k, f in terms.items()) == 0 for c, terms in rows)]
        refuted += answer is None
        assert answer is not None or not solutions
        for point in solutions:
            assert answer is not None
            assert all(answer[key][0] <= point[key] <= answer[key][1] for key in point)
    assert 20 < refuted < 190
