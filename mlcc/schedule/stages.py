"""Schedules of tensor expressions in TVM's older form: `te.create_schedule`, and primitives as methods of stages.

    s = te.create_schedule(C.op)
    xo, xi = s[C].split(C.op.axis[0], factor=32)
    s[C].parallel(xo)
    lib = mlcc.build(s, [A, B, C], name="add")

It is a form of :class:`~mlcc.schedule.Schedule` (`s.sch`): a stage is a block, an axis its loop, and each call one
step, which is checked and traced as any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, PrimFunc, Var, free_vars

from .refs import BlockRV, LoopRV
from .schedule import Schedule

Axis = Any  # an axis of an operation (a Var, or a ReduceAxis), or a loop


def create_schedule(ops: te.Operation | Sequence[te.Operation]) -> StageSchedule:
    """The schedule of the programs that compute `ops`, each with one loop nest per operation."""
    listed = [ops] if isinstance(ops, te.Operation) else list(ops)
    return StageSchedule(listed)


def thread_axis(dom: Any = None, tag: str = "", name: str = "") -> str:
    """The tag of a thread axis, for :meth:`Stage.bind`: ``te.thread_axis("threadIdx.x")``."""
    return dom if isinstance(dom, str) else tag


class StageSchedule:
    """A schedule whose stages are looked up by tensors: `s[C]`. `sch` is the :class:`Schedule` that it drives."""

    def __init__(self, ops: Sequence[te.Operation]) -> None:
        outputs = [tensor for op in ops for tensor in op.outputs]
        order = te.operations_of(outputs)
        inputs = [op.outputs[0] for op in order if isinstance(op, te.PlaceholderOp)]
        self.tensors: list[te.Tensor] = [*inputs, *outputs]
        self.sch = Schedule(IRModule({"main": te.create_prim_func(self.tensors)}), enable_check=False)
        self._blocks: dict[Any, BlockRV] = {}
        self._loops: dict[Var, LoopRV] = {}
        self._operations: dict[BlockRV, Any] = {}
        names: dict[str, int] = {}
        for op in order:
            if not isinstance(op, te.ComputeOp):
                continue
            count = names[op.name] = names.get(op.name, -1) + 1
            block = self._blocks[op] = self.sch.get_block(op.name if count == 0 else f"{op.name}_{count}")
            self._drive(block, op)

    @property
    def mod(self) -> IRModule:
        """The module with the program in its present state, as `main`."""
        return self.sch.mod

    def __getitem__(self, tensor: Any) -> Stage:
        """The stage of a tensor, of an operation, or of a cache. T116 for any other."""
        key = tensor.op if isinstance(tensor, te.Tensor | CachedTensor) else tensor
        if isinstance(key, CacheOp):
            return Stage(self, key.block)
        if key not in self._blocks:
            raise MlccError("T116", f"`{getattr(tensor, 'name', tensor)}` has no stage in this schedule",
                            help="inputs are not computed; other tensors belong to `create_schedule` of their results",
                            )  # fmt: skip
        return Stage(self, self._blocks[key])

    def cache_read(self, tensor: te.Tensor, scope: str, readers: Iterable[Any]) -> CachedTensor:
        """Read `tensor` through a copy in `scope` in the stages of `readers`; returns the copy, which has a stage."""
        blocks = [self[reader].block for reader in readers]
        names = [region.buffer.name for region in self.sch.get(blocks[0]).reads]
        cache = self.sch.cache_read(blocks[0], names.index(tensor.name), scope, consumer_blocks=blocks)
        op = CacheOp(self, cache)
        self._drive(cache, op)
        return CachedTensor(op)

    def cache_write(self, tensor: te.Tensor, scope: str) -> CachedTensor:
        """Compute `tensor` in `scope`, and copy it: `s[tensor]` is the copy from now on, the result the computation."""
        block = self[tensor].block
        self._blocks[tensor.op] = self.sch.cache_write(block, 0, scope)
        self._drive(self._blocks[tensor.op], tensor.op)
        cached = CacheOp(self, block)
        self._drive(block, cached)
        return CachedTensor(cached)

    def _drive(self, block: BlockRV, op: Any) -> None:
        """Note which loop each axis of an operation runs over: the innermost one in its binding in the block.

        Blocks that were moved have new loops. An axis of extent 1 that lost its loop keeps the former one.
        """
        self._operations[block] = op
        axes = [*op.axis, *op.reduce_axis]
        realize = self.sch.state(block.func).site(block).realize
        for loop in self.sch.get_loops(block):
            for axis, value in zip(axes, realize.values, strict=False):
                if loop.var in free_vars(value):
                    self._loops[axis] = loop

    def moved(self, block: BlockRV) -> None:
        """Find the loops of a block that a step has moved."""
        self._drive(block, self._operations[block])

    def loop(self, axis: Axis) -> LoopRV:
        """The loop that an axis runs over at first. T116 for an axis of another schedule."""
        if isinstance(axis, LoopRV):
            return axis
        found = self._loops.get(axis)
        if found is None:
            raise MlccError("T116", f"the axis `{getattr(axis, 'name', axis)}` belongs to no stage of this schedule")
        return found

    def prim_func(self, args: Sequence[te.Tensor | Var], name: str = "main") -> PrimFunc:
        """The scheduled program with its parameters in the order of `args`. T104 where these are not its tensors."""
        wanted = list(args)
        if len(wanted) != len(self.tensors) or any(t not in self.tensors for t in wanted):
            have, given = (", ".join(getattr(t, "name", "?") for t in row) for row in (self.tensors, wanted))
            raise MlccError("T104", f"the parameters are {given}, and the program has the tensors {have}",
                            help="list every input and every result that `create_schedule` was given",
                            )  # fmt: skip
        func = self.sch.mod["main"]
        assert isinstance(func, PrimFunc)
        params = tuple(func.params[self.tensors.index(t)] for t in wanted)  # type: ignore[arg-type]
        return replace(func, params=params).with_attr("global_symbol", name)


class CacheOp:
    """The operation behind a cache, with the axes of its block."""

    def __init__(self, owner: StageSchedule, block: BlockRV) -> None:
        self.block = block
        axes = owner.sch.get(block).iters
        self.axis = tuple(axis.var for axis in axes if axis.kind == "spatial")
        self.reduce_axis = tuple(axis.var for axis in axes if axis.kind != "spatial")


@dataclass(frozen=True, slots=True)
class CachedTensor:
    """What `cache_read` and `cache_write` return: `s[cached]` is its stage."""

    op: CacheOp


class Stage:
    """One block of a schedule; its methods are primitives."""

    def __init__(self, owner: StageSchedule, block: BlockRV) -> None:
        self.owner = owner
        self.block = block

    def split(self, parent: Axis, factor: Any = None, nparts: Any = None) -> tuple[LoopRV, LoopRV]:
        """Split a loop: `factor` is the extent of the inner one, `nparts` that of the outer one."""
        if (factor is None) == (nparts is None):
            raise MlccError("T116", "`split` takes either `factor` or `nparts`")
        factors = [None, factor] if nparts is None else [nparts, None]
        outer, inner = self.owner.sch.split(self.owner.loop(parent), factors=factors)
        return outer, inner

    def tile(self, x_parent: Axis, y_parent: Axis, x_factor: Any, y_factor: Any) -> tuple[LoopRV, ...]:
        """Split two loops and order them x outer, y outer, x inner, y inner."""
        xo, xi = self.split(x_parent, x_factor)
        yo, yi = self.split(y_parent, y_factor)
        self.reorder(xo, yo, xi, yi)
        return xo, yo, xi, yi

    def fuse(self, *args: Axis) -> LoopRV:
        """Join nested loops to one."""
        fused: LoopRV = self.owner.sch.fuse(*map(self.owner.loop, args))
        return fused

    def reorder(self, *args: Axis) -> None:
        """Bring loops into this order, outermost first."""
        self.owner.sch.reorder(*map(self.owner.loop, args))

    def vectorize(self, var: Axis) -> None:
        """Compute the iterations of a loop as vectors."""
        self.owner.sch.vectorize(self.owner.loop(var))

    def parallel(self, var: Axis) -> None:
        """Share the iterations of a loop between threads."""
        self.owner.sch.parallel(self.owner.loop(var))

    def unroll(self, var: Axis) -> None:
        """Write out the iterations of a loop."""
        self.owner.sch.unroll(self.owner.loop(var))

    def bind(self, ivar: Axis, thread_ivar: str) -> None:
        """Run the iterations of a loop on the threads of an axis, such as ``threadIdx.x``."""
        self.owner.sch.bind(self.owner.loop(ivar), thread_ivar)

    def pragma(self, var: Axis, pragma_type: str, pragma_value: Any = None) -> None:
        """Annotate a loop with ``pragma_…``."""
        value = 1 if pragma_value is None else pragma_value
        self.owner.sch.annotate(self.owner.loop(var), f"pragma_{pragma_type}", value)

    def compute_at(self, parent: Stage, scope: Axis) -> None:
        """Compute what an iteration of a loop of `parent` needs inside of that loop."""
        self.owner.sch.compute_at(self.block, self.owner.loop(scope))
        self.owner.moved(self.block)

    def compute_inline(self) -> None:
        """Compute the elements where they are read, without storing them."""
        self.owner.sch.compute_inline(self.block)

    def compute_root(self) -> None:
        """A loop nest of its own: what every stage has at first."""

    def set_scope(self, scope: str) -> None:
        """The storage scope of the result, such as ``local``."""
        self.owner.sch.set_scope(self.block, 0, scope)

    def tensorize(self, var: Axis, tensor_intrin: str) -> None:
        """Replace the loops from `var` on by a tensor intrinsic, by its name."""
        self.owner.sch.tensorize(self.owner.loop(var), tensor_intrin)


__all__ = ["CachedTensor", "Stage", "StageSchedule", "create_schedule", "thread_axis"]
