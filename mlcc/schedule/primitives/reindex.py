"""Copy a buffer into the layout of a block's axes."""

from __future__ import annotations

from typing import Any

from mlcc.analysis import same
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Expr,
    IterVar,
    Range,
    Stmt,
    Var,
    const,
    free_vars,
    loads_and_stores,
    substitute,
    update,
)  # fmt: skip

from ..caching import pick_region
from ..fields import Kind, declare
from ..loops import new_loop
from ..movement import removal_root
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, rewrite, with_regions
from ..state import State, position_of


@primitive("reindex")
class Reindex(Primitive):
    """Copy what a block reads (or writes) into a buffer that is indexed by the block's axes.

    The copy block is `A_reindex_reindex` before a block that reads, `C_reindex` after one that writes.

    Requires: the buffer exists (S260); a block without blocks inside, alone in its nest, that accesses the buffer
    at one place only, in every instance (S283), and does not both read and write it (S261); for a read, that it
    was written (S262); for a write, a place that depends on spatial axes only, and no other writer (S261).

    Preserves: the results.

    Before:
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vj, vi] * T.float32(2)

    Step:
        - reindex: {block: B, buffer: [read, 0]}

    After:
        A_reindex = T.alloc_buffer((16, 8))
        for ax0, ax1 in T.grid(16, 8):
            with T.block("A_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                A_reindex[v0, v1] = A[v1, v0]
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A_reindex[vi, vj] * T.float32(2)
    """

    block: BlockRV = declare(Kind.BLOCK)
    buffer: Any = declare(Kind.BUFFER)

    def _parts(self, state: State) -> tuple[Site, Buffer, bool, tuple[Expr, ...]]:
        site = state.block(self.block)
        which = self.buffer
        if not (isinstance(which, tuple) and len(which) == 2 and which[0] in ("read", "write")):
            raise state.refuse("S260", "the buffer is not named", site, help="write `[read, 0]` or `[write, 0]`")
        writes = which[0] == "write"
        buffer = pick_region(state, site, which[1], writes).buffer
        block = site.block
        what = f"cannot reindex `{buffer.name}` of block `{block.name}`"
        if site.blocks_below():
            raise state.refuse("S283", f"{what}: the block has blocks inside", site)
        loads, stores = loads_and_stores(block)
        places = [x.indices for x in loads if x.buffer is buffer] + [x.indices for x in stores if x.buffer is buffer]
        if any(not all(map(same, p, places[0])) for p in places[1:]):
            raise state.refuse("S283", f"{what}: it accesses the buffer at several places", site)
        analyzer = state.analyzer
        for index, size in zip(places[0], buffer.shape, strict=True):
            at = analyzer.poly(index)
            if not analyzer.nonneg(at) or not analyzer.nonneg((analyzer.poly(size) - at).shift(-1)):
                raise state.refuse("S283", f"{what}: some instances do not access it", site)
        return site, buffer, writes, places[0]

    def check(self, state: State) -> None:
        site, buffer, writes, place = self._parts(state)
        scope = state.scope(site)
        what = f"cannot reindex `{buffer.name}` of block `{site.block.name}`"
        if any(s.is_loop for s in removal_root(site).ancestors() if s.scope() is scope.site):
            raise state.refuse("S283", f"{what}: the block is not alone in its nest", site)
        if buffer in state.cache.of(site).reads and buffer in state.cache.of(site).writes:
            raise state.refuse("S261", f"{what}: the block reads and writes it", site)
        if not writes and scope.uncovered(site) is buffer:
            raise state.refuse("S262", f"{what}: parts of it may not be written yet", site)
        kinds = {a.kind for a in site.block.iters if any(a.var in free_vars(i) for i in place)}
        if writes and (kinds - {"spatial"} or len(scope.writers[buffer]) > 1):
            why = "a reduce axis is used" if kinds - {"spatial"} else "another block writes it"
            raise state.refuse("S261", f"{what}: {why}", site)

    def apply(self, state: State) -> BlockRV:
        site, buffer, writes, place = self._parts(state)
        scope = state.scope(site)
        used = [a for a in site.block.iters if any(a.var in free_vars(i) for i in place)]
        new = update(
            buffer, name=f"{buffer.name}_reindex", shape=tuple(a.dom.extent for a in used), strides=(), elem_offset=None
        )
        moves: Moves = {}
        at = tuple(a.var for a in used)
        changed = _use(site.block, buffer, new, at, moves)
        nest, copy = _copy(used, buffer, new, place, writes)
        root = removal_root(site)
        parent = next(s for s in root.ancestors() if s.is_loop or s.is_block)
        position = position_of(parent, root) + (1 if writes else 0)
        owner = scope.site.block
        state.commit(
            {site: update(site.realize, block=changed)},
            moves=moves,
            fields={owner: {"allocs": (*owner.allocs, new)}},
            inserts=[(parent, position, nest)],
        )
        return state.block_ref_of(copy)


def _use(block: Block, old: Buffer, new: Buffer, at: tuple[Var, ...], moves: Moves) -> Block:
    def fn(item: Any) -> Any:
        match item:
            case BufferLoad() if item.buffer is old:
                return BufferLoad(new, at, span=item.span)
            case BufferStore() if item.buffer is old:
                return BufferStore(new, item.value, at, span=item.span)
            case BufferRegion() if item.buffer is old:
                return update(item, buffer=new)
            case Block():
                return with_regions(item)
        return None

    return rewrite(block, fn, moves)


def _copy(
    used: list[IterVar], buffer: Buffer, new: Buffer, place: tuple[Expr, ...], writes: bool
) -> tuple[Stmt, Block]:
    axes = [Var(f"v{k}", a.var.dtype) for k, a in enumerate(used)]
    loops = [Var(f"ax{k}", a.var.dtype) for k, a in enumerate(used)]
    renamed: dict[Var, Expr] = {a.var: v for a, v in zip(used, axes, strict=True)}
    outside = tuple(substitute(i, renamed) for i in place)
    inside = tuple(axes)
    if writes:
        body = BufferStore(buffer, BufferLoad(new, inside), outside)
    else:
        body = BufferStore(new, BufferLoad(buffer, outside), inside)
    iters = tuple(
        IterVar(v, Range(const(0, v.dtype), a.dom.extent), "spatial") for v, a in zip(axes, used, strict=True)
    )
    name = f"{buffer.name}_reindex" if writes else f"{buffer.name}_reindex_reindex"
    made = with_regions(Block(name, iters, (), (), body))
    nest: Stmt = BlockRealize(tuple(loops), const(True), made)
    for loop, axis in reversed(list(zip(loops, used, strict=True))):
        nest = new_loop(loop, axis.dom.extent, nest)
    return nest, made
