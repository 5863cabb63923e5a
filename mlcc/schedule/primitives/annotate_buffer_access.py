"""Declare the region of a buffer that a block reads or writes."""

from __future__ import annotations

from mlcc.ir import BufferRegion, problems, update

from ..caching import pick_region
from ..conditions import check_access_kind
from ..fields import Kind, declare
from ..layouts import RangesFunction, ranges_of
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..state import State


@primitive("annotate_buffer_access")
class AnnotateBufferAccess(Primitive):
    """Declare the part of a buffer that a block reads or writes, as a function of the block's axes.

    The function gives for each dimension of the buffer an index, or begin and end. The block gets the annotation
    `explicit_read_region` (or `explicit_write_region`), a list of the positions of the regions so declared. The
    part must contain all that the block accesses: later steps rely on it. A part that certainly does not is refused;
    where an index is loaded, the part is all that is known, and taken as it is.

    Requires: the buffer exists (S260); `buf_type` is `read` or `write` (S104); a function of the block's axes that
    gives one range for each dimension (S268); a part that no access is shown to leave (S259).

    Preserves: the results of the program as it is.

    Before:
        B = T.alloc_buffer((128,))
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                C[vi] = B[vi] + T.float32(1)

    Step:
        - annotate_buffer_access: {block: C, buffer_index: 0, buf_type: read, gen_new_ranges: "v -> [(v - 1, v + 1)]"}

    After:
        B = T.alloc_buffer((128,))
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                T.reads(B[vi - 1:vi + 1])
                T.writes(C[vi])
                T.block_attr({"explicit_read_region": [0]})
                C[vi] = B[vi] + T.float32(1)
    """

    block: BlockRV = declare(Kind.BLOCK)
    buffer_index: int | str = declare(Kind.BUFFER)
    buf_type: str = declare(Kind.STRING)
    gen_new_ranges: RangesFunction = declare(Kind.RANGES)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        check_access_kind(state, site, self.buf_type)
        buffer = pick_region(state, site, self.buffer_index, self.buf_type == "write").buffer
        ranges = ranges_of(self.gen_new_ranges, site.block.iters)
        if len(ranges) != len(buffer.shape):
            raise state.refuse(
                "S268",
                f"the function gives {len(ranges)} ranges; `{buffer.name}` has {len(buffer.shape)} dimensions",
                site,
                field="gen_new_ranges",
            )
        saved = state.snapshot()
        self.apply(state)
        outside = next((found for found in problems(state.func, coverage=False) if found.code == "V043"), None)
        state.restore(saved)
        if outside is not None:
            raise state.refuse("S259", outside.message, site, notes=outside.notes, field="gen_new_ranges")

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        block = site.block
        old = pick_region(state, site, self.buffer_index, self.buf_type == "write")
        field, key = f"{self.buf_type}s", f"explicit_{self.buf_type}_region"
        regions = list(getattr(block, field))
        number = next(n for n, r in enumerate(regions) if r is old)
        regions[number] = BufferRegion(old.buffer, ranges_of(self.gen_new_ranges, block.iters))
        numbers = tuple(block.annotations.get(key, ()))
        annotated = numbers if number in numbers else (*numbers, number)
        new = update(block, **{field: tuple(regions)}, annotations={**block.annotations, key: annotated})
        state.commit({site: update(site.realize, block=new)}, moves={block: new})
