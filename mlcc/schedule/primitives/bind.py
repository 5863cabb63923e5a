"""Bind a loop to a thread axis of a GPU."""

from __future__ import annotations

from mlcc.diagnostics import choices_help

from ..fields import Kind, declare
from ..kinds import check_kind, set_kind
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..state import State

THREADS = (
    *(f"{group}.{axis}" for group in ("blockIdx", "threadIdx", "vthread") for axis in "xyz"),
    "vthread",
)


@primitive("bind")
class Bind(Primitive):
    """Run the iterations of a loop as GPU threads or thread blocks (`threadIdx.x`, `blockIdx.y`, `vthread` …).

    Requires: a known thread name (S232), not yet used in the nest (S234); the loop feeds spatial axes only, or
    also reduce axes for `threadIdx.*` (S231); every block below is complete, a reduction, or half of a
    decomposed reduction (S230).

    Preserves: which block instances run.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - bind: {loop: i, block: B, thread: threadIdx.x}

    After:
        for i in T.thread_binding(128, thread="threadIdx.x"):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
    """

    loop: LoopRV = declare(Kind.LOOP)
    thread: str = declare(Kind.STRING)

    def check(self, state: State) -> None:
        site = state.loop(self.loop)
        if self.thread not in THREADS:
            raise state.refuse(
                "S232", f"`{self.thread}` is not a thread axis", help=choices_help(self.thread, THREADS, "thread axes")
            )
        for other in (*site.ancestors(), *site.walk()):
            if other is not site and other.is_loop and other.loop.thread == self.thread:
                raise state.refuse(
                    "S234", f"`{self.thread}` is already bound in this nest", site, labels=[(other, "here")]
                )
        check_kind(state, site, "bind {}", reduce_too=self.thread.startswith("threadIdx"))

    def apply(self, state: State) -> None:
        set_kind(state, state.loop(self.loop), "thread_binding", self.thread)
