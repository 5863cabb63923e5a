"""What a block is by itself: the kinds of its axes, what it reads and writes, and whether it accumulates in place."""

from __future__ import annotations

from functools import cached_property

from mlcc.ir import Block, BufferStore, Var, loads_and_stores

from .control import Regions
from .simplify import same, uses_any


class BlockFacts:
    """Properties of a block that do not depend on other blocks; computed once per block object and control reads."""

    def __init__(self, block: Block, control: Regions = ()) -> None:
        self.block = block
        #: The regions read to decide whether and where the block runs (see `control`).
        self.control = control
        self.reads = dict.fromkeys(r.buffer for r in (*block.reads, *control))
        self.writes = dict.fromkeys(r.buffer for r in block.writes)
        self.kinds = {axis.kind for axis in block.iters}
        self.spatial = self.kinds <= {"spatial"}
        self.data_parallel = self.kinds <= {"spatial", "reduce"}
        self.in_place = any(b in self.reads for b in self.writes)

    @cached_property
    def reduce_vars(self) -> frozenset[Var]:
        return frozenset(a.var for a in self.block.iters if a.kind == "reduce")

    @cached_property
    def spatial_vars(self) -> frozenset[Var]:
        return frozenset(a.var for a in self.block.iters if a.kind == "spatial")

    @cached_property
    def writes_use_reduce(self) -> bool:
        """Whether an index that is written depends on a reduce axis."""
        return any(uses_any(r, self.reduce_vars) for region in self.block.writes for r in region.region)

    @cached_property
    def is_update(self) -> bool:
        """Whether it accumulates in place: it reads what it writes, at the same indices only."""
        block = self.block
        if block.init is not None or not self.in_place or not self.data_parallel:
            return False
        if not isinstance(block.body, BufferStore) or self.writes_use_reduce:
            return False
        if any(r.buffer in self.writes for r in self.control):
            return False
        loads, stores = loads_and_stores(block.body)
        return all(
            all(map(same, load.indices, store.indices))
            for store in stores
            for load in loads
            if load.buffer is store.buffer
        )
