"""Bind a loop to a thread axis of a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from mlcc.analysis import same
from mlcc.analysis.tree import Site
from mlcc.diagnostics import choices_help
from mlcc.ir import Var, free_vars

from ..fields import Kind, declare
from ..kinds import check_kind, set_kind
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..state import State

THREADS = (
    *(f"{group}.{axis}" for group in ("blockIdx", "threadIdx", "vthread") for axis in "xyz"),
    "vthread",
)


@primitive("bind", keeps_iterations=True)
class Bind(Primitive):
    """Run the iterations of a loop as GPU threads or thread blocks (`threadIdx.x`, `blockIdx.y`, `vthread` …).

    A nest may have a thread name twice, on loops of equal extent, if no block uses both: for example where all
    threads cooperatively load what each of them reads.

    Requires: a known thread name (S232), used in the nest at most so (S234); the loop feeds spatial axes only, or
    also reduce axes for `threadIdx.*` (S231); the accesses show that no iteration touches what another one
    writes (S230).

    Preserves: which block instances run.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - bind: {loop: i, block: B, thread_axis: threadIdx.x}

    After:
        for i in T.thread_binding(128, thread="threadIdx.x"):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
    """

    loop: LoopRV = declare(Kind.LOOP)
    thread_axis: str = declare(Kind.STRING)
    aliases: ClassVar[Mapping[str, str]] = {"thread": "thread_axis"}

    def check(self, state: State) -> None:
        site = state.loop(self.loop)
        if self.thread_axis not in THREADS:
            raise state.refuse(
                "S232",
                f"`{self.thread_axis}` is not a thread axis",
                help=choices_help(self.thread_axis, THREADS, "thread axes"),
                field="thread_axis",
            )
        for other in (*site.ancestors(), *site.walk()):
            if other is site or not other.is_loop or other.loop.thread != self.thread_axis:
                continue
            inner = site if other.is_above(site) else other
            if not same(site.loop.extent, other.loop.extent) or _meet(inner, {site.loop.var, other.loop.var}):
                raise state.refuse(
                    "S234",
                    f"`{self.thread_axis}` is already bound in this nest",
                    site,
                    labels=[(other, "here")],
                    field="thread_axis",
                )
        check_kind(state, site, "bind {}", reduce_too=self.thread_axis.startswith("threadIdx"))

    def apply(self, state: State) -> None:
        set_kind(state, state.loop(self.loop), "thread_binding", self.thread_axis)


def _meet(inner: Site, variables: set[Var]) -> bool:
    """Whether a block below the inner of two loops depends on both."""
    for block in inner.blocks_below():
        used = {v for e in (*block.realize.values, block.realize.predicate) for v in free_vars(e)}
        if variables <= used:
            return True
    return False
