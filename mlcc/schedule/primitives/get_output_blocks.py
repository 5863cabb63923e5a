"""Look-up of the blocks that write results."""

from __future__ import annotations

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..state import State


@primitive("get_output_blocks", lookup=True)
class GetOutputBlocks(Primitive):
    """The blocks of a scope that write a buffer which the scope does not allocate, in order.

    Requires: the scope block exists (S206).

    Preserves: everything.
    """

    scope_block: BlockRV = declare(Kind.BLOCK)

    def check(self, state: State) -> None:
        state.block(self.scope_block)

    def apply(self, state: State) -> list[BlockRV]:
        scope = state.scope_of(state.block(self.scope_block))
        return [state.block_ref(s) for s in scope.blocks if scope.is_output(s)]
