"""Align the stride of a dimension of a buffer."""

from __future__ import annotations

from mlcc.ir import update

from ..caching import pick_region
from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..state import State
from .set_scope import owner_of

KEY = "buffer_dim_align"


@primitive("storage_align", keeps_iterations=True)
class StorageAlign(Primitive):
    """Pad a buffer so that the stride of a dimension is `k * factor + offset`: the annotation `buffer_dim_align`.

    Lowering pads behind the dimension's inner elements by the least number that gives such a stride, after the buffer
    has shrunk to what an iteration uses. Rows whose stride is a large power of two begin in the same cache sets; an
    offset of one cache line spreads them.

    Requires: the written buffer exists (S260) and is no parameter (S264); the axis exists, negative ones count
    from the end; the factor is positive (S267).

    Preserves: the results.

    Before:
        B = T.alloc_buffer((128, 64))
        for i, j in T.grid(128, 64):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
        for i, j in T.grid(128, 64):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj]

    Step:
        - storage_align: {block: B, buffer_index: 0, axis: 0, factor: 32, offset: 8}

    After:
        B = T.alloc_buffer((128, 64))
        for i, j in T.grid(128, 64):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.block_attr({"buffer_dim_align": [[0, 0, 32, 8]]})
                B[vi, vj] = A[vi, vj]
        for i, j in T.grid(128, 64):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj]
    """

    block: BlockRV = declare(Kind.BLOCK)
    buffer_index: int = declare(Kind.INT)
    axis: int = declare(Kind.INT)
    factor: int = declare(Kind.INT)
    offset: int = declare(Kind.INT)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        buffer = pick_region(state, site, self.buffer_index, writes=True).buffer
        owner_of(state, site, buffer, "align")
        rank = len(buffer.shape)
        if not -rank <= self.axis < rank:
            raise state.refuse(
                "S267", f"`{buffer.name}` has {rank} dimensions; there is no axis {self.axis}", site, field="axis"
            )
        if self.factor <= 0:
            raise state.refuse("S267", f"the alignment factor {self.factor} is not positive", site, field="factor")

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        block = site.block
        buffer = pick_region(state, site, self.buffer_index, writes=True).buffer
        axis = self.axis % len(buffer.shape)
        entry = [self.buffer_index, axis, self.factor, self.offset]
        old = [list(e) for e in block.annotations.get(KEY, [])]
        entries = [entry if e[:2] == entry[:2] else e for e in old]
        if entry not in entries:
            entries.append(entry)
        new = update(block, annotations={**block.annotations, KEY: entries})
        state.commit({site: update(site.realize, block=new)}, moves={block: new})
