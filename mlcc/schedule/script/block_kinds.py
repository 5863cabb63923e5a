"""Kinds of blocks: what `kind` in `match: blocks:` and the query `is_kind` may name."""

from __future__ import annotations

from collections.abc import Callable

from mlcc.analysis.reducers import find_reducer
from mlcc.analysis.tree import Site
from mlcc.ir import BufferStore, as_int

from ..state import State


def _is_complete(site: Site, state: State) -> bool:
    return state.scope(site).is_complete(site)


def _is_reduction(site: Site, _: State) -> bool:
    return any(axis.kind == "reduce" for axis in site.block.iters)


def _is_associative(site: Site, state: State) -> bool:
    reducer = find_reducer(site.block)
    return _is_reduction(site, state) and not isinstance(reducer, str) and len(reducer.buffers) == 1


def _is_injective(site: Site, state: State) -> bool:
    return isinstance(site.block.body, BufferStore) and _is_complete(site, state)


def _is_elementwise(site: Site, state: State) -> bool:
    body = site.block.body
    if not isinstance(body, BufferStore) or not _is_complete(site, state):
        return False
    axes = [axis.var for axis in site.block.iters if as_int(axis.dom.extent) != 1]
    stored = [index for index in body.indices if as_int(index) is None]
    return all(axis in stored for axis in axes) and all(
        len(state.analyzer.poly(dim.min).terms) <= 1 and as_int(dim.extent) == 1
        for region in site.block.reads
        for dim in region.region
    )


#: Each kind with its test, which may ask the state.
BLOCK_KINDS: dict[str, Callable[[Site, State], bool]] = {
    "any": lambda site, state: True,
    # it has reduce axes
    "reduction": _is_reduction,
    # a reduction of single values by `add`, `mul`, `min` or `max`
    "associative": _is_associative,
    # all axes are spatial, and it is the only writer of its buffers
    "complete": _is_complete,
    # it writes a parameter of the function
    "output": lambda site, state: state.scope(site).is_output(site),
    # complete with a single store: inlining it into its consumers is possible
    "injective": _is_injective,
    # injective, and each buffer that it reads is read at one element
    "elementwise": _is_elementwise,
    # the extents of all loops over it are constants
    "static": lambda site, state: all(as_int(s.loop.extent) is not None for s in site.loops()),
    # a loop over it is vectorized
    "vectorized": lambda site, state: any(s.loop.kind == "vectorized" for s in site.loops()),
}
