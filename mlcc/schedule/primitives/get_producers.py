"""Look-up of the producers of a block."""

from __future__ import annotations

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..state import State


@primitive("get_producers", lookup=True)
class GetProducers(Primitive):
    """The earlier blocks that write what the block reads or writes, in order, within its scope.

    Requires: the block exists and is not the root (S206, S222).

    Preserves: everything.
    """

    block: BlockRV = declare(Kind.BLOCK)

    def check(self, state: State) -> None:
        state.scope(state.block(self.block))

    def apply(self, state: State) -> list[BlockRV]:
        site = state.block(self.block)
        return [state.block_ref(s) for s in state.scope(site).producers(site)]
