"""Functions about blocks and loops for the expressions of schedule files."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from mlcc.analysis.tree import Site
from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import Buffer, BufferStore, as_int, free_vars
from mlcc.ir import dtype as dt

from ..refs import BlockRV, LoopRV
from ..state import State
from .access_queries import AccessQueries


class Queries(AccessQueries):
    """The questions that expressions may ask of a function, or of the one that holds the block or loop asked about.

    `states` gives the state of a function as it is now.
    """

    def __init__(self, states: Callable[[str], State], func: str) -> None:
        self._states = states
        self._func = func

    def table(self) -> dict[str, Callable[..., Any]]:
        """The functions by name."""
        names = [n for n in dir(self) if not n.startswith("_") and n != "table"]
        return {name: self._asked(getattr(self, name)) for name in names}

    def _asked(self, query: Callable[..., Any]) -> Callable[..., Any]:
        """A question that is put to the function of the first block or loop among its arguments."""

        @wraps(query)
        def ask(*args: Any) -> Any:
            own = self._func
            self._func = next((func for arg in args if (func := _function_of(arg)) is not None), own)
            try:
                return query(*args)
            finally:
                self._func = own

        return ask

    def _state(self) -> State:
        return self._states(self._func)

    def _block(self, item: Any) -> Site:
        state = self._state()
        return state.block(item) if isinstance(item, BlockRV) else state.find_block(str(item))

    def _loop(self, block: Any, loop: Any = None) -> Site:
        state = self._state()
        if isinstance(block, LoopRV) and loop is None:
            return state.loop(block)
        if isinstance(loop, LoopRV):
            return state.loop(loop)
        return find_loop(state, self._block(block), loop)

    # -- loops -------------------------------------------------------------------------------

    def extent(self, block: Any, loop: Any = None) -> int:
        """``extent(Y, j)`` or ``extent(loop)``: how often a loop runs; refused when it is not a constant."""
        site = self._loop(block, loop)
        value = as_int(site.loop.extent)
        if value is None:
            raise ValueError(f"the extent of loop `{site.loop.var.name}` is not a constant")
        return value

    def is_static(self, block: Any, loop: Any = None) -> bool:
        """Whether a loop's extent (or of a block or a list of loops, every loop's) is a constant."""
        if isinstance(block, list):
            return all(as_int(self._loop(item).loop.extent) is not None for item in block)
        if loop is None and not isinstance(block, LoopRV):
            return all(as_int(s.loop.extent) is not None for s in self._block(block).loops())
        return as_int(self._loop(block, loop).loop.extent) is not None

    def loops(self, block: Any) -> list[LoopRV]:
        """The loops over a block, outer to inner."""
        return [self._state().loop_ref(s.loop.var) for s in self._block(block).loops()]

    def loops_of(self, block: Any, kind: str) -> list[LoopRV]:
        """The loops over a block that feed axes of a kind (`spatial` or `reduce`), outer to inner."""
        site = self._block(block)
        state = self._state()
        found = []
        for item in site.loops():
            for axis, value in zip(site.block.iters, site.realize.values, strict=True):
                if axis.kind == kind and any(v is item.loop.var for v in state.analyzer.poly(value).variables()):
                    found.append(state.loop_ref(item.loop.var))
                    break
        return found

    def loop_of(self, block: Any, axis: str) -> LoopRV:
        """The loop over a block that drives one of its axes, as in ``Y.k``: the axis is `k`, `vk` or `v_k`.

        Where a loop that other blocks share drives the axis too, the one over this block alone is meant.
        """
        found = self.driven(block, axis)
        alone = [item for item in found if item in self.alone(block)]
        site = self._block(block)
        what = f"axis `{axis}` of block `{site.block.name}`"
        if not found:
            raise MlccError("S203", f"{what} is driven by no loop")
        if len(alone or found) > 1:
            listed = ", ".join(f"`{item.name}`" for item in alone or found)
            raise MlccError(
                "S204",
                f"{what} is driven by several loops: {listed}",
                help="name the results of the step that made them",
            )
        return (alone or found)[0]

    def driven(self, block: Any, axis: str) -> list[LoopRV]:
        """The loops over a block that drive one of its axes, outer to inner; the axis by its name, as in ``Y.k``."""
        site = self._block(block)
        state = self._state()
        named = {a.var.name: n for n, a in enumerate(site.block.iters)}
        number = next((named[name] for name in (axis, f"v_{axis}", f"v{axis}") if name in named), None)
        if number is None:
            names = [_plain_axis(name) for name in named]
            raise MlccError(
                "S203", f"block `{site.block.name}` has no axis `{axis}`", help=choices_help(axis, names, "axes")
            )
        used = set(free_vars(site.realize.values[number]))
        return [state.loop_ref(item.loop.var) for item in site.loops() if item.loop.var in used]

    def innermost(self, item: Any) -> LoopRV:
        """The innermost of some loops of one nest, or of the loops over a block."""
        return max(self._some(item), key=self._level)

    def outermost(self, item: Any) -> LoopRV:
        """The outermost of some loops of one nest, or of the loops over a block."""
        return min(self._some(item), key=self._level)

    def _some(self, item: Any) -> list[LoopRV]:
        found = item if isinstance(item, list) else self.loops(item)
        if not found:
            raise ValueError("there are no loops")
        return found

    def _level(self, loop: LoopRV) -> int:
        return len(self._loop(loop).loops())

    def alone(self, block: Any, kind: Any = "") -> list[LoopRV]:
        """The loops over a block that are over no other block, outer to inner; with `kind` (`spatial` or `reduce`)
        only those that feed such axes; with a list of axes those that drive them, in the list's order."""
        site = self._block(block)
        state = self._state()
        own = [item for item in site.loops() if sum(1 for _ in item.blocks_below()) == 1]
        found = [state.loop_ref(item.loop.var) for item in own]
        if isinstance(kind, list):
            return [item for axis in kind for item in self.driven(block, axis) if item in found]
        if kind:
            fed = self.loops_of(block, kind)
            found = [item for item in found if item in fed]
        return found

    def outer_spatial(self, block: Any) -> list[LoopRV]:
        """The outermost serial loops over a block that feed spatial axes only and are nested directly; the innermost
        loop of all is left out."""
        site = self._block(block)
        state = self._state()
        found: list[LoopRV] = []
        loops = site.loops()
        for item, inner in zip(loops, loops[1:], strict=False):
            feeds = [
                axis.kind
                for axis, value in zip(site.block.iters, site.realize.values, strict=True)
                if any(v is item.loop.var for v in state.analyzer.poly(value).variables())
            ]
            if item.loop.kind != "serial" or any(kind != "spatial" for kind in feeds):
                break
            found.append(state.loop_ref(item.loop.var))
            if item.loop.body is not inner.loop:
                break
        return found

    def is_vectorized(self, block: Any) -> bool:
        """Whether a loop over a block is vectorized already."""
        return any(s.loop.kind == "vectorized" for s in self._block(block).loops())

    # -- blocks ------------------------------------------------------------------------------

    def has_block(self, name: Any) -> bool:
        """Whether there is a block of that name."""
        return bool(self._state().tree.find_blocks(str(getattr(name, "name", name))))

    def name(self, block: Any) -> Any:
        """A block's or loop's name; of a list, the list of names."""
        if isinstance(block, list):
            return [self.name(item) for item in block]
        return block.name if isinstance(block, LoopRV) else self._block(block).block.name

    def blocks(self) -> list[BlockRV]:
        """Every block below the root, in program order."""
        state = self._state()
        return [state.block_ref(s) for s in state.tree.root.blocks_below()]

    def consumers(self, block: Any) -> list[BlockRV]:
        """Later blocks that read or write what a block writes."""
        site = self._block(block)
        state = self._state()
        return [state.block_ref(s) for s in state.scope(site).consumers(site)]

    def is_reduction(self, block: Any) -> bool:
        """Whether a block has reduce axes."""
        return "reduce" in {a.kind for a in self._block(block).block.iters}

    def is_complete(self, block: Any) -> bool:
        """Whether a block has only spatial axes and is the only writer of its buffers."""
        site = self._block(block)
        return self._state().scope(site).is_complete(site)

    def is_output(self, block: Any) -> bool:
        """Whether a block writes a parameter of the function."""
        site = self._block(block)
        return self._state().scope(site).is_output(site)

    def is_elementwise(self, block: Any) -> bool:
        """Whether a block stores one value per instance, each read buffer used at one index only."""
        site = self._block(block)
        block_ = site.block
        if not isinstance(block_.body, BufferStore) or not self.is_complete(block):
            return False
        axes = [a.var for a in block_.iters if as_int(a.dom.extent) != 1]
        stored = [i for i in block_.body.indices if as_int(i) is None]
        if len([v for v in axes if v in stored]) != len(axes):
            return False
        analyzer = self._state().analyzer
        return all(
            len(analyzer.poly(r.min).terms) <= 1 and as_int(r.extent) == 1
            for region in block_.reads
            for r in region.region
        )

    def is_injective(self, block: Any) -> bool:
        """Whether a block is complete with a single store: inlining it into its consumers is possible."""
        site = self._block(block)
        return isinstance(site.block.body, BufferStore) and self.is_complete(block)

    def num_readers(self, block: Any) -> int:
        """How many other blocks read what a block writes."""
        site = self._block(block)
        return len(self._state().scope(site).readers_of(site))

    def axes(self, block: Any) -> str:
        """The kinds of a block's axes as letters, such as `SSR`."""
        letters = {"spatial": "S", "reduce": "R"}
        return "".join(letters.get(a.kind, "O") for a in self._block(block).block.iters)

    def domain(self, block: Any, axis: Any, symbolic: int | None = None) -> int:
        """How many values an axis of a block takes, by position or name; where that is not a constant, `symbolic`, or
        it is refused."""
        iters = self._block(block).block.iters
        found = iters[axis] if isinstance(axis, int) else next((a for a in iters if a.var.name == axis), None)
        if found is None:
            raise ValueError(f"the block has no axis `{axis}`")
        value = as_int(found.dom.extent)
        value = symbolic if value is None else value
        if value is None:
            raise ValueError(f"axis `{found.var.name}` is not of constant extent")
        return value

    def symbolic_axes(self, block: Any) -> list[int]:
        """The positions of a block's axes whose extent is not a constant: ``symbolic_axes(Y) in [[], [0]]``."""
        iters = self._block(block).block.iters
        return [n for n, axis in enumerate(iters) if as_int(axis.dom.extent) is None]

    def annotation(self, block: Any, key: str, default: Any = None) -> Any:
        """An annotation of a block."""
        return self._block(block).block.annotations.get(str(key), default)

    def attr(self, key: str, default: Any = None) -> Any:
        """An attribute of the function."""
        return self._state().func.attrs.get(str(key), default)

    # -- buffers -----------------------------------------------------------------------------

    def nbytes(self, block: Any) -> int:
        """Bytes of an element of the first buffer that a block writes."""
        return dt.nbytes(self._written(block).dtype)

    def rank(self, block: Any) -> int:
        """Dimensions of the first buffer that a block writes."""
        return len(self._written(block).shape)

    def shape(self, block: Any, dim: int) -> int:
        """A dimension of the first buffer that a block writes; refused when it is not a constant."""
        value = as_int(self._written(block).shape[dim])
        if value is None:
            raise ValueError(f"dimension {dim} is not a constant")
        return value

    def read_name(self, block: Any, index: int) -> str:
        """The name of a buffer that a block reads, not counting those that it writes too."""
        node = self._block(block).block
        written = [region.buffer for region in node.writes]
        return [region.buffer.name for region in node.reads if region.buffer not in written][index]

    def _written(self, block: Any) -> Buffer:
        writes = self._block(block).block.writes
        if not writes:
            raise ValueError("the block writes nothing")
        return writes[0].buffer


def _function_of(item: Any) -> str | None:
    """The function of a block or loop, or of those in a list."""
    if isinstance(item, (list, tuple)):
        return next((func for part in item if (func := _function_of(part)) is not None), None)
    return item.func if isinstance(item, (BlockRV, LoopRV)) else None


def _plain_axis(name: str) -> str:
    """``k`` for `v_k` or `vk`."""
    return name.removeprefix("v_") if name.startswith("v_") else name.removeprefix("v") or name


def find_loop(state: State, block: Site, which: Any) -> Site:
    """A loop over a block by name or position. S203 when there is none, S204 when several have the name."""
    loops = block.loops()
    name = block.block.name
    if isinstance(which, int) and not isinstance(which, bool):
        if -len(loops) <= which < len(loops):
            return loops[which]
        raise MlccError("S203", f"block `{name}` has {len(loops)} loops; there is no number {which}")
    found = [s for s in loops if s.loop.var.name == which]
    if len(found) == 1:
        return found[0]
    names = [s.loop.var.name for s in loops]
    if found:
        raise MlccError(
            "S204",
            f"block `{name}` has {len(found)} loops called `{which}`",
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
