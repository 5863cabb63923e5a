"""Random tensor programs as text, made of fragments: what schedules must accept, and what they must refuse."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from . import dependences, guards, maps, nested, reductions
from .draft import Draft

Fragment = Callable[[Draft], None]
FRAGMENTS: dict[str, Fragment] = {
    f"{module.__name__.rsplit('.', 1)[-1]}.{kind.__name__}": kind
    for module in (maps, dependences, reductions, guards, nested)
    for kind in module.KINDS
}


@dataclass(frozen=True)
class Recipe:
    """What a program is made of: its fragments (kind, label, seed) and its sizes. The text follows from these."""

    fragments: tuple[tuple[str, int, int], ...]
    rows: int
    columns: int
    symbolic: bool
    dtype: str

    def text(self) -> str:
        rows = "n" if self.symbolic else str(self.rows)
        draft = Draft(random.Random(0), rows, str(self.columns), self.dtype)
        for kind, label, seed in self.fragments:
            draft.start(label, random.Random(seed))
            FRAGMENTS[kind](draft)
        draft.start(9, random.Random(0))
        for name in draft.unread:
            _copy_out(draft, name)
        return draft.text()


def _copy_out(d: Draft, name: str) -> None:
    """The contents of a temporary that nothing reads, as a result."""
    shape = d.shapes[name]
    result = d.output(shape)
    index = ", ".join(f"v{letter}" for letter in "ijkl"[: len(shape)])
    d.plain(result, "S" * len(shape), shape, [f"{result}[{index}] = {name}[{index}]"])


def draw_recipe(rng: random.Random, wanted: tuple[str, ...] = ()) -> Recipe:
    """One to three fragments, one of the `wanted` kinds among them when there are any."""
    kinds = [rng.choice(wanted)] if wanted else []
    kinds += [rng.choice(sorted(FRAGMENTS)) for _ in range(rng.choice([0, 1, 1, 2]) + (not kinds))]
    rng.shuffle(kinds)
    return Recipe(
        tuple((kind, label, rng.randrange(1 << 30)) for label, kind in enumerate(kinds, 1)),
        rows=rng.choice([1, 2, 3, 4, 5, 6, 8]),
        columns=rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 16]),
        symbolic=rng.random() < 0.2,
        dtype=rng.choice(["int32", "float32"]),
    )


__all__ = ["FRAGMENTS", "Recipe", "draw_recipe"]
