"""Copy what a block accesses of a buffer into the layout of the block's axes."""

from __future__ import annotations

from typing import Any

from mlcc.analysis import relax
from mlcc.ir import (
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferStore,
    Expr,
    IterVar,
    Range,
    Stmt,
    Var,
    const,
    substitute,
    update,
)  # fmt: skip

from ..fields import Kind, declare
from ..loops import new_loop
from ..movement import removal_root
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..reindexing import Access, access_of, check_access, use_at
from ..rewriting import Moves, with_regions
from ..state import State, position_of


@primitive("reindex")
class Reindex(Primitive):
    """Copy what a block reads (or writes) into a buffer that is indexed by the block's axes.

    The copy block is `A_reindex_reindex` before a block that reads, `C_reindex` after one that writes.

    Requires: the buffer exists (S260); a block without blocks inside, alone in its nest, that accesses the buffer
    at one index tuple only, in every instance (S283), and does not both read and write it (S261); for a read, that it
    was written (S262); for a write, indices that depend on spatial axes only, and no other writer (S261).

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

    def _parts(self, state: State) -> Access:
        site = state.block(self.block)
        which = self.buffer
        if not (isinstance(which, tuple) and len(which) == 2 and which[0] in ("read", "write")):
            raise state.refuse(
                "S260", "the buffer is not named", site, help="write `[read, 0]` or `[write, 0]`", field="buffer"
            )
        return access_of(state, site, which[1], which[0] == "write", "reindex")

    def check(self, state: State) -> None:
        access = self._parts(state)
        check_access(state, access, "reindex")
        block, realize = access.site.block, access.site.realize
        for axis, value in zip(block.iters, realize.values, strict=True) if access.writes else ():
            if not _runs_whole(state, access, axis, value):
                raise state.refuse(
                    "S283",
                    f"cannot reindex `{access.buffer.name}`: not all of axis `{axis.var.name}` runs here",
                    axis,
                    field="buffer",
                )

    def apply(self, state: State) -> BlockRV:
        access = self._parts(state)
        site, buffer, writes, used = access.site, access.buffer, access.writes, access.used
        scope = state.scope(site)
        new = update(
            buffer, name=f"{buffer.name}_reindex", shape=tuple(a.dom.extent for a in used), strides=(), elem_offset=None
        )
        moves: Moves = {}
        at = tuple(a.var for a in used)
        changed = use_at(site.block, buffer, new, at, moves)
        nest, copy = _copy(used, buffer, new, access.indices, writes)
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


def _runs_whole(state: State, access: Access, axis: IterVar, value: Expr) -> bool:
    """Whether an axis takes all of its values within the scope."""
    analyzer = state.analyzer
    taken = relax(analyzer, analyzer.poly(value), {s.loop.var: None for s in access.site.loops()})
    low, high = analyzer.range_of(axis.var)
    if taken is None or low is None or high is None:
        return False
    return analyzer.nonneg(low - taken.low) and analyzer.nonneg(taken.high - high)


def _copy(
    used: list[IterVar], buffer: Buffer, new: Buffer, indices: tuple[Expr, ...], writes: bool
) -> tuple[Stmt, Block]:
    axes = [Var(f"v{k}", a.var.dtype) for k, a in enumerate(used)]
    loops = [Var(f"ax{k}", a.var.dtype) for k, a in enumerate(used)]
    renamed: dict[Var, Expr] = {a.var: v for a, v in zip(used, axes, strict=True)}
    outside = tuple(substitute(i, renamed) for i in indices)
    inside = tuple(axes)
    if writes:
        body = BufferStore(buffer, BufferLoad(new, inside), outside)
    else:
        body = BufferStore(new, BufferLoad(buffer, outside), inside)
    iters = tuple(
        IterVar(v, Range(const(0, v.dtype), a.dom.extent), "spatial") for v, a in zip(axes, used, strict=True)
    )
    name = f"{buffer.name}_reindex" if writes else f"{buffer.name}_reindex_reindex"
    copy = with_regions(Block(name, iters, (), (), body))
    nest: Stmt = BlockRealize(tuple(loops), const(True), copy)
    for loop, axis in reversed(list(zip(loops, used, strict=True))):
        nest = new_loop(loop, axis.dom.extent, nest)
    return nest, copy
