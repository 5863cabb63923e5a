"""Look-up of the blocks under a block or a loop."""

from __future__ import annotations

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..state import State


@primitive("get_child_blocks", lookup=True)
class GetChildBlocks(Primitive):
    """The blocks directly under a block or a loop, in program order.

    Requires: the block or loop exists (S205, S206).

    Preserves: everything.
    """

    block_or_loop: BlockRV | LoopRV = declare(Kind.BLOCK_OR_LOOP)

    def check(self, state: State) -> None:
        state.site(self.block_or_loop)

    def apply(self, state: State) -> list[BlockRV]:
        return [state.block_ref(s) for s in state.site(self.block_or_loop).blocks_below()]
