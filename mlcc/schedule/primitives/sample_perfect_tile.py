"""Choose factors that multiply to a loop's extent."""

from __future__ import annotations

import random

from mlcc.ir import as_int

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..sampling import perfect_tile, repaired_tile
from ..state import State


@primitive("sample_perfect_tile", lookup=True)
class SamplePerfectTile(Primitive):
    """Choose `n` factors that multiply to a loop's extent, the last at most `max_innermost_factor`.

    With `decision` the given factors, repaired where they do not divide; without, a choice that `seed` fixes.

    Requires: a constant extent (S289); at least one factor (S213).

    Preserves: everything.
    """

    loop: LoopRV = declare(Kind.LOOP)
    n: int = declare(Kind.INT)
    max_innermost_factor: int = declare(Kind.INT, 16)
    decision: tuple[int, ...] | None = declare(Kind.INTS, None)
    seed: int = declare(Kind.INT, 0)

    def check(self, state: State) -> None:
        site = state.loop(self.loop)
        if self.n < 1:
            raise state.refuse("S213", "`n` must be at least 1", site, field="n")
        if as_int(site.loop.extent) is None:
            raise state.refuse("S289", f"the extent of loop `{self.loop.name}` is not a constant", site)

    def apply(self, state: State) -> list[int]:
        extent = as_int(state.loop(self.loop).loop.extent)
        assert extent is not None
        if self.decision is not None:
            return repaired_tile(extent, self.n, list(self.decision))
        return perfect_tile(extent, self.n, self.max_innermost_factor, random.Random(self.seed))
