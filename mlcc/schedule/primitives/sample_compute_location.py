"""Choose where a block is computed."""

from __future__ import annotations

import random
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import Var

from ..fields import Kind, declare
from ..movement import Move
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV, PlaceRV
from ..state import State
from .compute_inline import ComputeInline


@primitive("sample_compute_location", lookup=True)
class SampleComputeLocation(Primitive):
    """Choose the compute location of a producer block, as an argument of `compute_at`.

    The candidates are the loops over its first consumer under which it can be moved; its present position
    (`compute_at` then does nothing); and its consumers themselves (`compute_at` inlines it). `decision` selects one:
    the number of the loop, -1 for its present position, -2 for inlining; an impossible one becomes the next possible
    loop further out, or -1. Without it, the choice is determined by `seed`.

    Requires: the block is not the root block (S222).

    Preserves: everything.
    """

    block: BlockRV = declare(Kind.BLOCK)
    decision: int | None = declare(Kind.INT, None)
    seed: int = declare(Kind.INT, 0)

    def check(self, state: State) -> None:
        state.scope(state.block(self.block))

    def apply(self, state: State) -> LoopRV:
        loops = self._loops(state)
        possible = [k for k, loop in enumerate(loops) if _holds(lambda loop=loop: self._move(state, loop))]
        inline: Any = ComputeInline
        if _holds(lambda: inline(self.block).check(state)):
            possible = [-2, *possible]
        choice = self.decision
        if choice is None:
            choice = random.Random(self.seed).choice([-1, *possible])
        elif choice not in possible:
            choice = max((k for k in possible if 0 <= k < choice), default=-1)
        if choice >= 0:
            return loops[choice]
        kind = "inline" if choice == -2 else "root"
        return PlaceRV(state.name, Var(kind, "int32"), kind)

    def _loops(self, state: State) -> list[LoopRV]:
        site = state.block(self.block)
        consumers = state.scope(site).consumers(site)
        return [state.loop_ref(s.loop.var) for s in consumers[0].loops()] if consumers else []

    def _move(self, state: State, loop: LoopRV) -> None:
        Move(state, state.block(self.block), state.loop(loop), False, False, -1).check()


def _holds(check: Any) -> bool:
    try:
        check()
    except MlccError:
        return False
    return True
