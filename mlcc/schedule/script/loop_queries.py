"""Functions about the loops over a block, for the expressions of schedule files."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any

from mlcc.analysis import uses_any
from mlcc.analysis.tree import Site
from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import BufferLoad, Expr, as_int, free_vars, substitute, walk

from ..refs import BlockRV, LoopRV
from ..state import State


class LoopQueries:
    """Part of :class:`Queries`: the questions that can be asked of the function whose state is given."""

    def __init__(self, state: State) -> None:
        self._state = state

    def _block(self, item: Any) -> Site:
        return self._state.block(item) if isinstance(item, BlockRV) else self._state.find_block(str(item))

    def _loop(self, block: Any, loop: Any = None) -> Site:
        if isinstance(block, LoopRV) and loop is None:
            return self._state.loop(block)
        if isinstance(loop, LoopRV):
            return self._state.loop(loop)
        return find_loop(self._state, self._block(block), loop)

    def _refs(self, sites: Iterable[Site]) -> list[LoopRV]:
        return [self._state.loop_ref(site.loop.var) for site in sites]

    # -- which loops -------------------------------------------------------------------------

    def loops(self, block: Any, of: Any = "") -> list[LoopRV]:
        """The loops over a block, outer to inner; with `of` (`spatial` or `reduce`) only those that drive such axes;
        with a list of axes, by name or position, those that drive them, in the list's order."""
        site = self._block(block)
        if isinstance(of, list):
            return [loop for axis in of for loop in self._driving(site, axis)]
        return self._refs(item for item in site.loops() if not of or of in self._kinds(site, item))

    def own_loops(self, block: Any, of: Any = "") -> list[LoopRV]:
        """The loops over a block that are over no other block; `of` as for `loops`."""
        shared = {item.loop.var for item in self._block(block).loops() if sum(1 for _ in item.blocks_below()) > 1}
        return [loop for loop in self.loops(block, of) if loop.var not in shared]

    def outer_loops(self, block: Any) -> list[LoopRV]:
        """The outermost serial loops over a block that drive spatial axes only and are nested directly; the innermost
        loop of all is left out."""
        site = self._block(block)
        result: list[Site] = []
        loops = site.loops()
        for item, inner in zip(loops, loops[1:], strict=False):
            if item.loop.kind != "serial" or any(kind != "spatial" for kind in self._kinds(site, item)):
                break
            result.append(item)
            if item.loop.body is not inner.loop:
                break
        return self._refs(result)

    def index_loops(self, block: Any, producer: Any, dim: int) -> list[LoopRV]:
        """The loops over a block that the index of dimension `dim` of what it reads from `producer` depends on."""
        site = self._block(block)
        written = {w.buffer for w in self._block(producer).block.writes}
        used = {v for index in _indices_read(site, written, dim) for v in free_vars(index)}
        return self._refs(item for item in site.loops() if item.loop.var in used)

    def row_loops(self, block: Any, reduction: Any, which: str = "") -> list[LoopRV]:
        """The loops over a block, one for each dimension, in which a reduction has more than one result; all of them
        where its results have another number of dimensions.

        With `which` as `outer` the loops from the outermost down to the last that selects a result; the outermost,
        where none does and it has one iteration.
        """
        loops = self.loops(block)
        if which == "outer":
            spatial = [self._loop(item).loop.extent for item in self.loops(reduction, "spatial")]
            depth = max((n + 1 for n, extent in enumerate(spatial) if as_int(extent) != 1), default=0)
            return loops[:depth] if depth or self.non_unit(loops[:1]) else loops[:1]
        shape = [as_int(size) for size in self._block(reduction).block.writes[0].buffer.shape]
        return [loop for n, loop in enumerate(loops) if len(shape) != len(loops) or shape[n] != 1]

    def innermost(self, item: Any) -> Any:
        """The innermost of some loops of one nest, or of the loops over a block; of lists of loops, the innermost."""
        return max(self._some(item), key=self._level)

    def outermost(self, item: Any) -> Any:
        """The outermost of some loops of one nest, or of the loops over a block; of lists of loops, the outermost."""
        return min(self._some(item), key=self._level)

    def non_unit(self, loops: list[Any]) -> list[Any]:
        """Those of some loops that have more than one iteration."""
        return [item for item in loops if as_int(self._loop(item).loop.extent) != 1]

    # -- their extents -----------------------------------------------------------------------

    def extent(self, item: Any, *more: Any) -> int:
        """``extent(loop)``, ``extent(loops)``, ``extent(Y, j)``: iterations of a loop, or of nested loops together.

        An extent that is not a constant counts as a number given last, ``extent(loop, 128)``; else it is refused.
        """
        if isinstance(item, (LoopRV, list)):
            sites = [self._loop(loop) for loop in (item if isinstance(item, list) else [item])]
        else:
            sites, more = [self._loop(item, *more[:1])], more[1:]
        (assumed,) = more or (None,)
        return prod(extent_or(site.loop.extent, assumed, f"loop `{site.loop.var.name}`") for site in sites)

    def is_static(self, block: Any, loop: Any = None) -> bool:
        """Whether a loop's extent (or of a block or a list of loops, every loop's) is a constant."""
        if isinstance(block, list):
            sites = [self._loop(item) for item in block]
        elif loop is None and not isinstance(block, LoopRV):
            sites = list(self._block(block).loops())
        else:
            sites = [self._loop(block, loop)]
        return all(as_int(site.loop.extent) is not None for site in sites)

    # -- parts -------------------------------------------------------------------------------

    def _driving(self, site: Site, axis: str | int) -> list[LoopRV]:
        """The loops over a block that drive one of its axes, which has this name or position, outer to inner."""
        at: dict[str | int, int] = {key: n for n, a in enumerate(site.block.iters) for key in (a.var.name, n)}
        number = next((at[name] for name in (axis, f"v_{axis}", f"v{axis}") if name in at), None)
        if number is None:
            names = [_plain_axis(a.var.name) for a in site.block.iters]
            raise MlccError(
                "S203", f"block `{site.block.name}` has no axis `{axis}`", help=choices_help(str(axis), names, "axes")
            )
        used = set(free_vars(site.realize.values[number]))
        return self._refs(item for item in site.loops() if item.loop.var in used)

    def _kinds(self, site: Site, loop: Site) -> list[str]:
        """The kinds of the axes that a loop drives."""
        var, poly = loop.loop.var, self._state.analyzer.poly
        # Only where the loop occurs in a binding, the normal form says whether it makes a difference: not in i * 4 % 2.
        return [
            axis.kind
            for axis, value in zip(site.block.iters, site.realize.values, strict=True)
            if uses_any(value, (var,)) and any(v is var for v in poly(value).variables())
        ]

    def _some(self, item: Any) -> list[Any]:
        loops = item if isinstance(item, list) else self.loops(item)
        if not loops:
            raise ValueError("there are no loops")
        return loops

    def _level(self, item: Any) -> int:
        return len(self._loop(item[0] if isinstance(item, list) else item).loops())


def _indices_read(site: Site, buffers: set[Any], dim: int) -> Iterable[Expr]:
    """The indices of a dimension at which a block loads from some buffers, over the loops."""
    binds = {a.var: v for a, v in zip(site.block.iters, site.realize.values, strict=True)}
    for node in walk(site.block.body):
        if isinstance(node, BufferLoad) and node.buffer in buffers:
            yield substitute(node.indices[dim], binds)


def extent_or(extent: Expr, assumed: int | None, what: str) -> int:
    """A constant extent; of another, the assumed one, or ValueError."""
    value = as_int(extent)
    value = assumed if value is None else value
    if value is None:
        raise ValueError(f"the extent of {what} is not a constant")
    return value


def _plain_axis(name: str) -> str:
    """``k`` for `v_k` or `vk`."""
    return name.removeprefix("v_") if name.startswith("v_") else name.removeprefix("v") or name


def loop_of(queries: LoopQueries, block: Any, axis: str) -> LoopRV:
    """The loop over a block that drives one of its axes, as in ``Y.k``: the axis is `k`, `vk` or `v_k`.

    Where a loop that other blocks share drives the axis too, the one over this block alone is meant. S203 where there
    is none, S204 where there are several.
    """
    loops = queries.own_loops(block, [axis]) or queries.loops(block, [axis])
    if len(loops) == 1:
        return loops[0]
    what = f"axis `{axis}` of block `{getattr(block, 'name', block)}`"
    if not loops:
        raise MlccError("S203", f"{what} is driven by no loop")
    names = ", ".join(f"`{item.name}`" for item in loops)
    raise MlccError(
        "S204", f"{what} is driven by several loops: {names}", help="name the results of the step that made them"
    )


def find_loop(state: State, block: Site, which: Any) -> Site:
    """A loop over a block by name or position. S203 when there is none, S204 when several have the name."""
    loops = block.loops()
    name = block.block.name
    if isinstance(which, int) and not isinstance(which, bool):
        if -len(loops) <= which < len(loops):
            return loops[which]
        raise MlccError("S203", f"block `{name}` has {len(loops)} loops; there is no number {which}")
    matches = [s for s in loops if s.loop.var.name == which]
    if len(matches) == 1:
        return matches[0]
    names = [s.loop.var.name for s in loops]
    if matches:
        raise MlccError(
            "S204",
            f"block `{name}` has {len(matches)} loops called `{which}`",
            help=f"name it by position: `[{name}, {names.index(which)}]`",
        )
    gone = [text for var, text in state.gone_loops.items() if var.name == which]
    if gone:
        listed = ", ".join(f"`{n}`" for n in names)
        raise MlccError(
            "S205", f"loop `{which}` over block `{name}` no longer exists", notes=gone[-1:],
            help=f"the loops over block `{name}` are {listed}" if names else None,
        )  # fmt: skip
    raise MlccError("S203", f"block `{name}` has no loop `{which}`", help=choices_help(str(which), names, "loops"))
