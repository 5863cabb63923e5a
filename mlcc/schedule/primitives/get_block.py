"""Look-up of a block by name."""

from __future__ import annotations

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..state import State


@primitive("get_block", lookup=True)
class GetBlock(Primitive):
    """The block of a name.

    Requires: exactly one block of that name in the function (S201, S202).

    Preserves: everything.

    Also known as: get_sblock.
    """

    name: str = declare(Kind.STRING)
    func_name: str | None = declare(Kind.STRING, None)

    def check(self, state: State) -> None:
        state.find_block(self.name, field="name")

    def apply(self, state: State) -> BlockRV:
        return state.block_ref(state.find_block(self.name))
