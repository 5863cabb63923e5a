"""Functions about blocks, their axes and their buffers, for the expressions of schedule files; the table of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod
from typing import Any

from mlcc.analysis.work import operations
from mlcc.diagnostics import choices_help
from mlcc.ir import Block, Buffer, BufferLoad, Call, Expr, Var, as_int, walk
from mlcc.ir import dtype as dt

from ..refs import BlockRV, LoopRV
from ..state import State
from .access_queries import AccessQueries
from .block_kinds import BLOCK_KINDS
from .loop_queries import extent_or, loop_of

#: The registers in which products wait that one instruction makes and another adds: two at least, so that additions do
#: not follow one another; and the ones by which sums of two bytes are widened.
_WAITING = {"saturated_pairs": 3, "dot_int16": 2}


class Queries(AccessQueries):
    """The questions that expressions may ask: every public method is a function of the schedule language."""

    # -- blocks ------------------------------------------------------------------------------

    def blocks(self, kind: str = "any", keep: Any = ()) -> list[BlockRV]:
        """The blocks of a kind below the root, in program order, but those that the list `keep` names."""
        state = self._state
        kept = [self._block(item).block for item in keep]
        test = _kind(kind)
        sites = [s for s in state.tree.root.blocks_below() if test(s, state)]
        return [state.block_ref(s) for s in sites if not any(s.block is block for block in kept)]

    def consumers(self, block: Any) -> list[BlockRV]:
        """Later blocks that read or write what a block writes."""
        site = self._block(block)
        state = self._state
        return [state.block_ref(s) for s in state.scope(site).consumers(site)]

    def copied(self, block: Any) -> int:
        """IR nodes of a block's body, if inlining makes copies of it: if its readers load what it writes several times;
        else 0. A chain of stages that each read the one before twice would grow to 2 to the power of its length."""
        site = self._block(block)
        written = {region.buffer for region in site.block.writes}
        bodies = [reader.block.body for reader in self._state.scope(site).consumers(site)]
        loads = sum(isinstance(n, BufferLoad) and n.buffer in written for body in bodies for n in walk(body))
        return sum(1 for _ in walk(site.block.body)) if loads > 1 else 0

    def has_block(self, name: Any) -> bool:
        """Whether there is a block of that name."""
        return bool(self._state.tree.find_blocks(str(getattr(name, "name", name))))

    def is_kind(self, block: Any, kind: str) -> bool:
        """Whether a block is of a kind: `reduction`, `associative` (a reduction of single values by `add`, `mul`, `min`
        or `max`), `complete` (only spatial axes, the only writer of its buffers), `injective` (complete with a single
        store), `elementwise`, `output` (writes a parameter of the function), `static` or `vectorized`."""
        return _kind(kind)(self._block(block), self._state)

    def annotation(self, block: Any, key: str, default: Any = None) -> Any:
        """An annotation of a block."""
        return self._block(block).block.annotations.get(str(key), default)

    def attr(self, key: str, default: Any = None) -> Any:
        """An attribute of the function."""
        return self._state.func.attrs.get(str(key), default)

    # -- axes --------------------------------------------------------------------------------

    def domain(self, block: Any, axis: Any = None, assumed: int | None = None) -> Any:
        """How many values an axis of a block takes, by position or name; without `axis`, those of all axes as a list.

        Where that is not a constant, `assumed`; else it is refused, or None in a list.
        """
        iters = self._block(block).block.iters
        if axis is None:
            return [as_int(a.dom.extent) for a in iters]
        iter_var = iters[axis] if isinstance(axis, int) else next((a for a in iters if a.var.name == axis), None)
        if iter_var is None:
            raise ValueError(f"the block has no axis `{axis}`")
        return extent_or(iter_var.dom.extent, assumed, f"axis `{iter_var.var.name}`")

    def symbolic_axes(self, block: Any, loops: Any = None) -> list[int]:
        """The positions of a block's axes whose extent is not a constant: ``symbolic_axes(Y) in [[], [0]]``; with some
        loops, of those that they drive."""
        found = [n for n, extent in enumerate(self.domain(block)) if extent is None]
        return found if loops is None else [n for n in found if any(loop in loops for loop in self.loops(block, [n]))]

    def is_size(self, block: Any, axis: int) -> bool:
        """Whether an axis has the extent of one symbolic size: `n`, not ``(n + 1) // 2``."""
        return isinstance(self._block(block).block.iters[axis].dom.extent, Var)

    def work(self, block: Any, assumed: int | None = None, kind: str = "") -> int:
        """How many instances of a block run; with `kind` as `spatial`, how many results a reduction has.

        An extent that is not a constant counts as `assumed`, or is refused.
        """
        axes = [axis for axis in self._block(block).block.iters if kind in ("", axis.kind)]
        return prod(extent_or(axis.dom.extent, assumed, f"axis `{axis.var.name}`") for axis in axes)

    def cost(self, block: Any, assumed: int | None = None) -> int:
        """What all instances of a block cost, in additions: operators count 1, divisions 4, functions 12.

        An extent that is not a constant counts as `assumed`, or is refused.
        """
        return self.work(block, assumed) * operations(self._block(block).block.body)

    def product_registers(self, block: Any) -> int:
        """Vector registers that products of a block's body take until an instruction of its own adds them.

        0 where one instruction multiplies and adds.
        """
        calls = {node.op for node in walk(self._block(block).block.body) if isinstance(node, Call)}
        return next((count for op, count in _WAITING.items() if op in calls), 0)

    # -- buffers -----------------------------------------------------------------------------

    def nbytes(self, block: Any, read: int | None = None) -> int:
        """Bytes of an element of the first buffer that a block writes, or of buffer `read` as `read_name` counts."""
        return dt.nbytes((self._written(block) if read is None else self._reads(block)[read]).dtype)

    def shape(self, block: Any, dim: int | None = None) -> Any:
        """A dimension of the first buffer that a block writes; refused when it is not a constant.

        Without `dim`, all of them as a list, with None for those.
        """
        shape: tuple[Expr, ...] = self._written(block).shape
        if dim is None:
            return [as_int(size) for size in shape]
        return extent_or(shape[dim], None, f"dimension {dim}")

    def read_name(self, block: Any, index: int) -> str:
        """The name of a buffer that a block reads, not counting those that it writes too."""
        return self._reads(block)[index].name

    def _reads(self, block: Any) -> list[Buffer]:
        node = self._block(block).block
        written = [region.buffer for region in node.writes]
        return [region.buffer for region in node.reads if region.buffer not in written]

    def _written(self, block: Any) -> Buffer:
        writes = self._block(block).block.writes
        if not writes:
            raise ValueError("the block writes nothing")
        return writes[0].buffer


#: The names of the functions.
QUERIES = tuple(name for name in dir(Queries) if not name.startswith("_"))


class QueryTable(Mapping[str, Callable[..., Any]]):
    """The functions by name, and the loops that `Y.k` means.

    Each is put to the function of the first block or loop among its arguments, else to `func`; `states` gives the state
    of a function as it is now.
    """

    def __init__(self, states: Callable[[str], State], func: str) -> None:
        self._states = states
        self._func = func

    def _put_to(self, args: Iterable[Any]) -> Queries:
        func = next((func for arg in args if (func := _function_of(arg)) is not None), self._func)
        return Queries(self._states(func))

    def __getitem__(self, name: str) -> Callable[..., Any]:
        if name not in QUERIES:
            raise KeyError(name)
        return lambda *args: getattr(self._put_to(args), name)(*args)

    def __iter__(self) -> Iterator[str]:
        return iter(QUERIES)

    def __len__(self) -> int:
        return len(QUERIES)

    def block_of(self, ref: BlockRV) -> Block | BlockRV:
        """The block that a reference means now, or the reference itself where the block is gone."""
        return self._states(ref.func).blocks.get(ref, ref)

    def loop_of(self, block: Any, axis: str) -> LoopRV:
        """The loop over a block that drives one of its axes, as in ``Y.k``. S203 for none, S204 for several."""
        return loop_of(self._put_to([block]), block, axis)


def _kind(name: str) -> Callable[..., bool]:
    if name not in BLOCK_KINDS:
        raise ValueError(f"there is no kind of blocks `{name}`; {choices_help(name, BLOCK_KINDS, 'kinds')}")
    return BLOCK_KINDS[name]


def _function_of(item: Any) -> str | None:
    """The function of a block or loop, or of those in a list."""
    if isinstance(item, (list, tuple)):
        return next((func for part in item if (func := _function_of(part)) is not None), None)
    return item.func if isinstance(item, (BlockRV, LoopRV)) else None
