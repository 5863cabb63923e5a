"""Put a loop of one iteration above a block or a loop."""

from __future__ import annotations

from mlcc.ir import Var, const

from ..fields import Kind, declare
from ..loops import new_loop
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..state import State


@primitive("add_unit_loop", keeps_iterations=True)
class AddUnitLoop(Primitive):
    """Put a loop `u` of one iteration right above a block or a loop.

    Requires: not the root block (S222).

    Preserves: everything.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - add_unit_loop: {block: B}

    After:
        for i, u in T.grid(128, 1):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
    """

    block_or_loop: BlockRV | LoopRV = declare(Kind.BLOCK_OR_LOOP)

    def check(self, state: State) -> None:
        state.scope(state.site(self.block_or_loop))

    def apply(self, state: State) -> LoopRV:
        site = state.site(self.block_or_loop)
        var = Var("u", "int32")
        state.commit({site: new_loop(var, const(1, "int32"), site.node)})
        return state.loop_ref(var)
