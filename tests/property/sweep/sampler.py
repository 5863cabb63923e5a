"""One pair for each seed: a program, and steps drawn against what the steps before have made of it."""

from __future__ import annotations

import random

from mlcc.diagnostics import MlccError

from .judge import Trial, finish
from .pair import Outcome, Pair, Step, Verdict
from .programs import Recipe, draw_recipe
from .steps import DRAWS, LAST, SUITED, NothingToDraw, Sight

#: Primitives that matter most for the order of instances are drawn more often.
WEIGHTS = {"split": 4, "reorder": 4, "fuse": 2, "parallel": 3, "vectorize": 3, "compute_at": 4, "reverse_compute_at": 4}
NAMES = [name for name in DRAWS for _ in range(WEIGHTS.get(name, 1))]


def opt_level(seed: int) -> int:
    """Every third pair is compiled with optimisation, which takes most of the time."""
    return 2 if seed % 3 == 0 else 0


def try_seed(seed: int, compiled: bool = True, primitive: str | None = None) -> tuple[Recipe, Pair, Outcome]:
    """Draw and judge the pair of a seed; `primitive` is among its steps, or one that is drawn."""
    rng = random.Random(seed)
    wanted = primitive or rng.choice(list(DRAWS))
    recipe = draw_recipe(rng, SUITED.get(wanted, ()))
    pair = Pair(recipe.text(), recipe.rows, ())
    done: list[Step] = []
    try:
        trial = Trial(pair)
    except MlccError as error:
        return recipe, pair, Outcome(Verdict.UNFIT, "program", str(error))

    def steps() -> None:
        names = [rng.choice(NAMES) for _ in range(rng.choice([0, 0, 1, 1, 2, 3, 4]))]
        names.insert(rng.randint(0, len(names)), wanted)
        for name in sorted(names, key=lambda name: name in LAST):
            for step in draw_steps(name, trial, rng):
                done.append(step)
                trial.step(step)

    outcome = finish(trial, steps, opt_level(seed) if compiled else None)
    return recipe, Pair(pair.text, pair.size, tuple(done)), outcome


def draw_steps(name: str, trial: Trial, rng: random.Random) -> list[Step]:
    """The steps of one primitive, its preparations included; none where the program has nothing for it."""
    for _ in range(4):
        try:
            return DRAWS[name](Sight(trial.sch, rng))
        except NothingToDraw:
            continue
    return []
