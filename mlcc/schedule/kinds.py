"""Setting the kind of a loop: shared by parallel, vectorize and bind."""

from __future__ import annotations

from mlcc.analysis.tree import Site
from mlcc.ir import update

from .conditions import check_every_iteration, check_independent, check_spatial
from .state import State


def check_kind(state: State, site: Site, verb: str, code: str = "S231", reduce_too: bool = False) -> None:
    """The conditions for running a loop's iterations at once."""
    state.scope(site)
    check_spatial(state, site, verb, code, reduce_too)
    check_every_iteration(state, site, verb)
    check_independent(state, site, verb, reduce_too)


def set_kind(state: State, site: Site, kind: str, thread: str | None = None) -> None:
    """Give a loop another kind; its variable stays."""
    if site.loop.kind != kind or site.loop.thread != thread:
        state.commit({site: update(site.loop, kind=kind, thread=thread)})
