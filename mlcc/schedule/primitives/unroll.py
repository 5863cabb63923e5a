"""Write out the iterations of a loop one after another."""

from __future__ import annotations

from ..fields import Kind, declare
from ..kinds import set_kind
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..state import State


@primitive("unroll", keeps_iterations=True)
class Unroll(Primitive):
    """Write out the iterations of a loop one after another. Clears a thread binding.

    Requires: the loop exists (S205).

    Preserves: everything; only code is longer.

    Before:
        for i in range(4):
            with T.block("B"):
                vi = T.axis.spatial(4, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - unroll: {loop: i, block: B}

    After:
        for i in T.unroll(4):
            with T.block("B"):
                vi = T.axis.spatial(4, i)
                B[vi] = A[vi] * T.float32(2)
    """

    loop: LoopRV = declare(Kind.LOOP)

    def check(self, state: State) -> None:
        state.loop(self.loop)

    def apply(self, state: State) -> None:
        set_kind(state, state.loop(self.loop), "unroll")
