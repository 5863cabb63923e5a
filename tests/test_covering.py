"""Which cases of a product run by default."""

from __future__ import annotations

from itertools import product

import pytest
from covering import cover

CASES = [dict(zip("abc", values, strict=True)) for values in product((0, 1), (0, 1, 2), (0, 1, 2, 3))]


@pytest.mark.parametrize(("strength", "count"), [(1, 4), (2, 12), (3, 24), (4, 24)])
def test_every_combination_occurs(strength: int, count: int) -> None:
    kept = [CASES[index] for index in cover(CASES, strength)]
    assert len(kept) == count
    for names in ("a", "b", "c", "ab", "ac", "bc", "abc"):
        if len(names) <= strength:
            wanted = {tuple(case[name] for name in names) for case in CASES}
            assert {tuple(case[name] for name in names) for case in kept} == wanted


def test_of_what_is_no_product_only_what_occurs() -> None:
    assert cover([{"a": 0, "b": 0}, {"a": 1, "b": 1}, {"a": 0, "b": 1}], 1) == [0, 1]
    assert cover([{"a": 0}, {"a": 0}, {"a": 1}], 2) == [0, 2]
    assert cover([], 1) == []
