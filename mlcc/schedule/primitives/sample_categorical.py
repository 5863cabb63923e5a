"""Choose one of several values."""

from __future__ import annotations

import math
import random
from typing import Any

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..state import State


@primitive("sample_categorical", lookup=True)
class SampleCategorical(Primitive):
    """Choose one of `candidates`, with the given probabilities.

    With `decision` (an index) that one; without, a choice that `seed` fixes.

    Requires: as many probabilities as candidates, at least one, none negative, not all 0; a decision among them (S292).

    Preserves: everything.
    """

    candidates: tuple[Any, ...] = declare(Kind.INTS)
    probs: tuple[float, ...] = declare(Kind.VALUE)
    decision: int | None = declare(Kind.INT, None)
    seed: int = declare(Kind.INT, 0)

    def check(self, state: State) -> None:
        if not isinstance(self.probs, (list, tuple)) or not 0 < len(self.candidates) == len(self.probs):
            raise state.refuse("S292", "`probs` must have one entry for each candidate", field="probs")
        weights = [p for p in self.probs if isinstance(p, (int, float)) and math.isfinite(p) and p >= 0]
        if len(weights) != len(self.probs) or not sum(weights):
            raise state.refuse(
                "S292", "probabilities are numbers from 0 up, and one of them is more than 0", field="probs"
            )
        if self.decision is not None and not 0 <= self.decision < len(self.candidates):
            raise state.refuse("S292", f"there is no candidate number {self.decision}", field="decision")

    def apply(self, state: State) -> Any:
        if self.decision is not None:
            return self.candidates[self.decision]
        return random.Random(self.seed).choices(self.candidates, weights=list(self.probs))[0]
