"""Look-up of the loops over a block."""

from __future__ import annotations

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..state import State


@primitive("get_loops", lookup=True)
class GetLoops(Primitive):
    """The loops over a block within its scope, outer to inner.

    Requires: the block exists (S206).

    Preserves: everything.
    """

    block: BlockRV = declare(Kind.BLOCK)

    def check(self, state: State) -> None:
        state.block(self.block)

    def apply(self, state: State) -> list[LoopRV]:
        return [state.loop_ref(s.loop.var) for s in state.block(self.block).loops()]
