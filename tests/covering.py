"""The cases of a test that stand for the full product of its parameters.

`@pytest.mark.cover(1)`: every value of every parameter occurs in some case that runs by default; `cover(2)`: every pair
of values of two parameters that occurs at all. `--long` runs all cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations

import pytest

Case = Mapping[str, Hashable]


def cover(cases: Sequence[Case], strength: int) -> list[int]:
    """The indices, in order, of cases in which every combination of values of `strength` parameters occurs that occurs
    in any. Of cases that add as many, that is taken whose values were taken least."""
    sets = [_combinations(case, strength) for case in cases]
    missing, taken = set().union(*sets), list[int]()
    uses: Counter[tuple[str, Hashable]] = Counter()

    def worth(index: int) -> tuple[int, int]:
        return len(sets[index] & missing), -sum(uses[value] for value in cases[index].items())

    while missing:
        best = max((index for index in range(len(cases)) if sets[index] & missing), key=worth)
        taken.append(best)
        missing -= sets[best]
        uses.update(cases[best].items())
    return sorted(taken)


def _combinations(case: Case, strength: int) -> set[tuple[tuple[str, Hashable], ...]]:
    return set(combinations(sorted(case.items()), min(strength, len(case))))


def left_out(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Cases of tests with the marker `cover` that are not in the cover; those that are slow do not count."""
    functions: dict[tuple[object, str], list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker("cover"):
            if not item.get_closest_marker("slow"):
                functions.setdefault((item.parent, item.originalname), []).append(item)
    without: list[pytest.Item] = []
    for found in functions.values():
        marker = found[0].get_closest_marker("cover")
        assert marker is not None
        cases = [{name: repr(value) for name, value in item.callspec.params.items()} for item in found]
        kept = set(cover(cases, *marker.args))
        without += [item for index, item in enumerate(found) if index not in kept]
    return without
