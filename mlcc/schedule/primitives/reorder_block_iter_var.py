"""Permute the axes of a block."""

from __future__ import annotations

from mlcc.ir import update

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..state import State


@primitive("reorder_block_iter_var", keeps_iterations=True)
class ReorderBlockIterVar(Primitive):
    """Permute the list of a block's axes, and their bindings with it; nothing else.

    Requires: `new_order` names every axis once, by position (S291).

    Preserves: everything.

    Before:
        for i, j in T.grid(64, 32):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]

    Step:
        - reorder_block_iter_var: {block: B, new_order: [1, 0]}

    After:
        for i, j in T.grid(64, 32):
            with T.block("B"):
                vj, vi = T.axis.remap("SS", [j, i])
                B[vi, vj] = A[vi, vj]
    """

    block: BlockRV = declare(Kind.BLOCK)
    new_order: tuple[int, ...] = declare(Kind.INTS)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        count = len(site.block.iters)
        if sorted(self.new_order) != list(range(count)):
            raise state.refuse(
                "S291",
                f"`new_order` is not a permutation of the {count} axes of block `{site.block.name}`",
                site,
                field="new_order",
            )

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        block, values = site.block, site.realize.values
        new = update(block, iters=tuple(block.iters[k] for k in self.new_order))
        realize = update(site.realize, block=new, values=tuple(values[k] for k in self.new_order))
        state.commit({site: realize}, moves={block: new})
