"""The smallest pair that still shows a finding: fewer steps, fewer fragments, smaller extents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .judge import judge
from .pair import Outcome, Pair
from .programs import Recipe


def minimise(recipe: Recipe, pair: Pair, outcome: Outcome, opt_level: int) -> tuple[Pair, Outcome]:
    """Greedily, until nothing can be left out. Kept is the kind of the finding: its verdict and its stage."""
    level = opt_level if outcome.stage == "run" else None
    best = recipe, pair, outcome
    going = True
    while going:
        going = False
        for smaller, trial in _smaller(best[0], best[1]):
            try:
                result = judge(trial, level)
            except (ValueError, IndexError):  # sizes that the fragments cannot have
                continue
            if result.kind == outcome.kind:
                best, going = (smaller, trial, result), True
                break
    return best[1], best[2]


def _smaller(recipe: Recipe, pair: Pair) -> Iterator[tuple[Recipe, Pair]]:
    for k in range(len(pair.steps)):
        yield recipe, replace(pair, steps=pair.steps[:k] + pair.steps[k + 1 :])
    for k in range(len(recipe.fragments)):
        yield from _with(replace(recipe, fragments=recipe.fragments[:k] + recipe.fragments[k + 1 :]), pair)
    if recipe.symbolic:
        yield from _with(replace(recipe, symbolic=False), pair)
    for rows in range(1, recipe.rows):
        yield from _with(replace(recipe, rows=rows), pair)
    for columns in range(1, recipe.columns):
        yield from _with(replace(recipe, columns=columns), pair)


def _with(recipe: Recipe, pair: Pair) -> Iterator[tuple[Recipe, Pair]]:
    try:
        text = recipe.text()
    except (ValueError, IndexError):
        return
    yield recipe, replace(pair, text=text, size=recipe.rows)
