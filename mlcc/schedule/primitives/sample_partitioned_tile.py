"""Choose factors of a loop's extent in two groups."""

from __future__ import annotations

import random

from mlcc.ir import as_int

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..sampling import perfect_tile, repaired_tile
from ..state import State


@primitive("sample_partitioned_tile", lookup=True)
class SamplePartitionedTile(Primitive):
    """Choose `n` factors that multiply to a loop's extent; those from `partition_pos` on to a multiple of a number.

    That number is `innerpart_factor`; where it does not divide the extent, any factors are chosen. With `decision`
    the given factors, repaired where they do not divide; without, a choice that `seed` fixes.

    Requires: a constant extent (S289); at least one factor, and a position among them (S213).

    Preserves: everything.
    """

    loop: LoopRV = declare(Kind.LOOP)
    n: int = declare(Kind.INT)
    partition_pos: int = declare(Kind.INT, 0)
    innerpart_factor: int = declare(Kind.INT, 1)
    decision: tuple[int, ...] | None = declare(Kind.INTS, None)
    seed: int = declare(Kind.INT, 0)

    def check(self, state: State) -> None:
        site = state.loop(self.loop)
        if self.n < 1 or self.innerpart_factor < 1 or not 0 <= self.partition_pos < self.n:
            raise state.refuse(
                "S213", "`n` and `innerpart_factor` must be positive, `partition_pos` below `n`", site, field="n"
            )
        if as_int(site.loop.extent) is None:
            raise state.refuse("S289", f"the extent of loop `{self.loop.name}` is not a constant", site)

    def apply(self, state: State) -> list[int]:
        extent = as_int(state.loop(self.loop).loop.extent)
        assert extent is not None
        if self.decision is not None:
            return repaired_tile(extent, self.n, list(self.decision))
        rng = random.Random(self.seed)
        inner = self.innerpart_factor if extent % self.innerpart_factor == 0 else 1
        factors = perfect_tile(extent // inner, self.n, extent, rng)
        for k, factor in enumerate(perfect_tile(inner, self.n - self.partition_pos, inner, rng), self.partition_pos):
            factors[k] *= factor
        return factors
