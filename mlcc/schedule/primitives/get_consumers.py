"""Look-up of the consumers of a block."""

from __future__ import annotations

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..state import State


@primitive("get_consumers", lookup=True)
class GetConsumers(Primitive):
    """The later blocks that read or write what the block writes, in order, within its scope.

    Requires: the block exists and is not the root (S206, S222).

    Preserves: everything.
    """

    block: BlockRV = declare(Kind.BLOCK)

    def check(self, state: State) -> None:
        state.scope(state.block(self.block))

    def apply(self, state: State) -> list[BlockRV]:
        site = state.block(self.block)
        return [state.block_ref(s) for s in state.scope(site).consumers(site)]
