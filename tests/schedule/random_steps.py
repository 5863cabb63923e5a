"""Random steps: any primitive, at any block and loop, with arguments that may or may not fit."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from mlcc.ir import Binary, walk
from mlcc.schedule import Schedule

_MAPS = {
    1: ["i -> i // 2, i % 2", "i -> i"],
    2: ["i, j -> j, i", "i, j -> i // 2, j, i % 2", "i, j -> i * 100 + j"],
    3: ["i, j, k -> k, i, j"],
    4: ["a, b, c, d -> a, b // 2, c, d, b % 2", "a, b, c, d -> a, c, d, b"],
}
_BLOCK_MAPS = {1: "i -> i // 2, i % 2", 2: "i, j -> j, i", 3: "i, j, k -> j, i, k", 4: "a, b, c, d -> a, c, b, d"}


class Steps:
    """Makes random steps on one schedule."""

    def __init__(self, sch: Schedule, rng: random.Random) -> None:
        self.sch, self.rng = sch, rng
        state = sch.state()
        # blocks of one name cannot be looked up, so that the trace could not name them
        sites = [s for s in state.tree.blocks.values() if s.scope() is not None and not s.init]
        sites = [s for s in sites if len(state.tree.find_blocks(s.block.name)) == 1]
        self.site = rng.choice(sites)
        self.names = [s.block.name for s in sites]
        self.block = sch.get_block(self.site.block.name)
        self.loops = sch.get_loops(self.block)
        self.other = sch.get_loops(sch.get_block(rng.choice(sites).block.name))

    def one(self) -> None:
        """One step; refused ones raise MlccError."""
        names = [n for n in dir(self) if n.startswith("do_")]
        weights = [4 if n in ("do_compute_at", "do_reverse_compute_at", "do_split") else 1 for n in names]
        step: Callable[[], Any] = getattr(self, self.rng.choices(names, weights)[0])
        step()

    def _loop(self) -> Any:
        return self.rng.choice(self.loops) if self.loops else None

    def do_split(self) -> None:
        if self.loops:
            factors = self.rng.choice([[None, 2], [None, 3], [None, 5], [2, None, 2], [3, None], [None, 1]])
            self.sch.split(self._loop(), factors)

    def do_reorder(self) -> None:
        if self.loops:
            self.sch.reorder(*self.rng.sample(self.loops, self.rng.randint(1, len(self.loops))))

    def do_fuse(self) -> None:
        if len(self.loops) > 1:
            at = self.rng.randrange(len(self.loops) - 1)
            self.sch.fuse(*self.loops[at : at + self.rng.randint(2, 3)], axes=self.rng.random() < 0.3)

    def do_kind(self) -> None:
        if self.loops:
            getattr(self.sch, self.rng.choice(["parallel", "vectorize", "unroll"]))(self._loop())

    def _move(self, name: str) -> None:
        if self.other:
            index = self.rng.choice([-1, -1, -2, 0, 1])
            unit = self.rng.random() < 0.2
            getattr(self.sch, name)(self.block, self.rng.choice(self.other), preserve_unit_loops=unit, index=index)

    def do_compute_at(self) -> None:
        self._move("compute_at")

    def do_compute_once(self) -> None:
        if self.loops:
            self.sch.compute_once(self.block, self._loop())

    def do_reverse_compute_at(self) -> None:
        self._move("reverse_compute_at")

    def do_decompose_reduction(self) -> None:
        if self.loops:
            self.sch.decompose_reduction(self.block, self._loop())

    def do_inline(self) -> None:
        getattr(self.sch, self.rng.choice(["compute_inline", "reverse_compute_inline"]))(self.block)

    def do_cache(self) -> None:
        if self.rng.random() < 0.5:
            self.sch.cache_write(self.block, 0, "local")
        else:
            self.sch.cache_read(self.block, self.rng.randint(0, 1), "global")

    def do_layout(self) -> None:
        which = self.rng.choice(["read", "write"])
        regions = self.site.block.reads if which == "read" else self.site.block.writes
        if not regions or any(regions[0].buffer is b for b in self.sch.func.buffers):
            return
        maps = _MAPS.get(len(regions[0].buffer.shape))
        if maps:
            pad = self.rng.choice([None, 0.0])
            self.sch.transform_layout(self.block, (which, 0), self.rng.choice(maps), pad_value=pad)

    def do_small(self) -> None:
        if self.rng.random() < 0.5:
            self.sch.set_scope(self.block, 0, "local")
        else:
            self.sch.add_unit_loop(self.block)

    def do_rfactor(self) -> None:
        if self.loops:
            self.sch.rfactor(self._loop(), self.rng.choice([0, -1, 1]))

    def do_blockize(self) -> None:
        if self.loops:
            self.sch.blockize(self._loop())

    def do_reindex(self) -> None:
        self.sch.reindex(self.block, (self.rng.choice(["read", "write"]), 0))

    def do_padding(self) -> None:
        if self.rng.random() < 0.5:
            self.sch.pad_einsum(self.block, [self.rng.choice([1, 2, 4]) for _ in self.site.block.iters])
        elif self.loops:
            self.rng.choice([self.sch.decompose_padding, self.sch.skip_padding])(self.block, self._loop())

    def do_merge(self) -> None:
        if self.loops and self.other:
            self.sch.merge(self._loop(), self.rng.choice(self.other))

    def do_merge_last(self) -> None:
        if self.loops and self.other:
            self.sch.merge_last(self._loop(), self.rng.choice(self.other))

    def do_block_layout(self) -> None:
        self.sch.transform_block_layout(self.block, _BLOCK_MAPS.get(len(self.site.block.iters), "i -> i"))

    def do_partition(self) -> None:
        if self.loops:
            factors = self.rng.choice([[2, None], [1, None, 2], [3], [None, 4]])
            self.sch.loop_partition(self._loop(), factors)

    def do_specialize(self) -> None:
        axes = [self.rng.randrange(len(self.site.block.iters) + 1)]
        self.sch.specialize(self.block, axes, self.rng.choice([1, 4, 100]), "generic.yaml")

    def do_cache_inplace(self) -> None:
        self.sch.cache_inplace(self.block, 0, "local")

    def do_dtype(self) -> None:
        self.sch.unsafe_set_dtype(self.block, 0, "float64")

    def do_place(self) -> None:
        self.sch.compute_at(self.block, self.sch.sample_compute_location(self.block, seed=self.rng.randint(0, 99)))

    def do_relaid(self) -> None:
        which = self.rng.choice(["read", "write"])
        names = [a.var.name for a in self.site.block.iters]
        used = self.rng.sample(names, self.rng.randint(1, len(names))) if names else []
        change = f"{', '.join(names)} -> {', '.join(used)}"
        getattr(self.sch, f"reindex_cache_{which}")(self.block, 0, "local", change)

    def do_cache_index(self) -> None:
        self.sch.cache_index(self.block, "local", self.rng.choice([0, 1, 2]))

    def do_staging(self) -> None:
        if self.loops:
            name = self.rng.choice(["read_at", "write_at"])
            getattr(self.sch, name)(self._loop(), self.block, 0, self.rng.choice(["local", "global"]))

    def do_rolling(self) -> None:
        self.sch.rolling_buffer(self.block, 0)

    def do_epilogue(self) -> None:
        bounds = any(isinstance(n, Binary) and n.op in ("min", "max") for n in walk(self.site.block.body))
        if not bounds:  # these would hold after every step of the sum
            self.sch.fuse_reduction_epilogue(self.rng.choice(self.names), self.block)
