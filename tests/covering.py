"""The cases of a test that stand for the full product of its parameters.

`@pytest.mark.cover(1)`: every value of every parameter occurs in some case that runs by default; `cover(2)`: every pair
of values of two parameters that occurs at all. `@pytest.mark.every(3)`: the first one of three cases of a list.
`--long` runs all cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
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
    """Cases of tests with the markers `cover` and `every` that the default run does without; slow ones do not count."""
    functions: dict[tuple[object, str], list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and (_marker(item, "cover") or _marker(item, "every")):
            if not _marker(item, "slow"):
                functions.setdefault((item.parent, item.originalname), []).append(item)
    without: list[pytest.Item] = []
    for found in functions.values():
        kept = _kept(found)
        without += [item for index, item in enumerate(found) if index not in kept]
    return without


def _kept(items: Sequence[pytest.Function]) -> Collection[int]:
    """The indices of cases of one test that run by default."""
    if each := _marker(items[0], "every"):
        return range(0, len(items), *each.args)
    marker = _marker(items[0], "cover")
    assert marker is not None
    return cover([{name: repr(value) for name, value in item.callspec.params.items()} for item in items], *marker.args)


def _marker(item: pytest.Item, name: str) -> pytest.Mark | None:
    return item.get_closest_marker(name)
