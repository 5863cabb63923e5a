"""Run the iterations of a loop on several cores."""

from __future__ import annotations

from ..fields import Kind, declare
from ..kinds import check_kind, set_kind
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..state import State


@primitive("parallel", keeps_iterations=True)
class Parallel(Primitive):
    """Run the iterations of a loop on the threads of the pool.

    Requires: the loop feeds spatial axes only (S231); the accesses show that no iteration touches what another
    one writes (S230).

    Preserves: which block instances run.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - parallel: {loop: i, block: B}

    After:
        for i in T.parallel(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
    """

    loop: LoopRV = declare(Kind.LOOP)

    def check(self, state: State) -> None:
        check_kind(state, state.loop(self.loop), "run {} in parallel")

    def apply(self, state: State) -> None:
        set_kind(state, state.loop(self.loop), "parallel")
