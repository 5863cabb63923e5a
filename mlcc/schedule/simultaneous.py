"""Loops whose iterations run at once, and what a step may put below them.

`parallel`, `vectorize` and `bind` prove that the iterations of their loop are independent. Later steps change what such
a loop contains: a block moves below it, or reads and writes other buffers. The one place that runs steps asks again.
"""

from __future__ import annotations

from mlcc.analysis.instances import Tie
from mlcc.analysis.order import Order
from mlcc.analysis.tree import Site
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, For

from .conditions import tie_labels
from .state import State


class Simultaneous:
    """The loops of a function that run their iterations at once, before a step."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._loops = {site.loop.var: site.loop for site in state.tree.simultaneous}
        self._saved = state.snapshot() if self._loops else None

    def check(self, step: str) -> None:
        """S230 if iterations of a loop that the step has changed depend on each other now; the step is undone.

        Where the program states such a loop, and it cannot be proven for a buffer (an index is loaded), that buffer is
        no reason to refuse.
        """
        if self._saved is None:
            return
        ties = [(site.loop, found) for site in self._changed() if (found := _ties(self.state, site))]
        if not ties:
            return
        after = self.state.snapshot()
        self.state.restore(self._saved)
        known = {buffer for site in self.state.tree.simultaneous for buffer in _ties(self.state, site)}
        for loop, found in ties:
            for buffer, tie in found.items():
                if buffer not in known:
                    raise self._refusal(step, loop, tie)
        self.state.restore(after)

    def undo(self) -> None:
        """Return to the state before the step, which failed half-way."""
        if self._saved is not None:
            self.state.restore(self._saved)

    def _changed(self) -> list[Site]:
        """The loops with another body than before the step. Only statements above an edit are built anew."""
        return [
            site
            for site in self.state.tree.simultaneous
            if site.loop.var not in self._loops or self._loops[site.loop.var].body is not site.loop.body
        ]

    def _refusal(self, step: str, loop: For, tie: Tie) -> MlccError:
        name, kind = loop.var.name, loop.kind.replace("thread_binding", "thread-bound")
        site = self.state.tree.loops.get(loop.var)  # a copy of a loop is not there before the step
        return self.state.refuse(
            "S230",
            f"cannot do `{step}`: iterations of the {kind} loop `{name}` would depend on each other through "
            f"`{tie.first.buffer.name}`",
            *([site] if site is not None else []),
            labels=tie_labels(tie, f"another iteration of `{name}`"),
            help=f"do this step before `{name}` becomes {kind}, or at a place that is not below `{name}`",
            field=self.state.field_below(site) if site is not None else None,
        )


def _ties(state: State, site: Site) -> dict[Buffer, Tie]:
    """By buffer, a dependence between the iterations of a loop."""
    updates = (site.loop.thread or "").startswith("threadIdx")  # the threads of a block take turns
    return {tie.first.buffer: tie for tie in Order(state.cache, state.scope(site)).ties(site, updates)}
