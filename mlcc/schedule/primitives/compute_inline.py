"""Inline a producer: replace the loads of its buffer by its value."""

from __future__ import annotations

from typing import Any

from mlcc.analysis.itermap import NotAffine
from mlcc.analysis.tree import Site
from mlcc.ir import Block, BlockRealize, Buffer, BufferLoad, BufferStore, Expr, Stmt, Var, map_children, script

from ..conditions import (
    check_axes_say_all,
    check_inputs_stay,
    check_not_in_bounds,
    check_not_only,
    check_not_output,
    check_pipeline,
)
from ..fields import Kind, declare
from ..inlining import instance_of, is_single_store
from ..movement import removal_root
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, is_opaquely_used, rewrite, touches, with_regions
from ..state import State


@primitive("compute_inline")
class ComputeInline(Primitive):
    """Compute a producer's value wherever it is read; the block and its buffer are removed.

    Requires: no initialisation (S250); one written region (S251); a stage pipeline (S240); not a block that
    writes a result (S243); a complete block (S241); not the only block (S244); a body of one store, at indices
    that determine the instance (S252), under no guard (S257); no pointer to and no view of the buffer, and no bounds of
    loops that read it (S253).

    Preserves: the results; values that are read several times are computed several times.

    Also known as: inline, fuse elementwise.

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
        - compute_inline: {block: B}

    After:
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                C[vi] = A[vi] * T.float32(2) + T.float32(1)
    """

    block: BlockRV = declare(Kind.BLOCK)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        block, name = site.block, site.block.name
        scope = state.scope(site)
        if block.init is not None:
            raise state.refuse(
                "S250",
                f"cannot inline block `{name}`: it has an initialisation",
                site,
                help="compute it beside its reader: `compute_at`, or move the reader with `reverse_compute_at`",
            )
        if len(block.writes) != 1:
            raise state.refuse("S251", f"cannot inline block `{name}`: it writes {len(block.writes)} regions", site)
        check_pipeline(state, scope, site, "inline")
        check_not_output(state, scope, site, "inline")
        check_not_only(state, scope, site, "inline")
        if not is_single_store(block):
            raise state.refuse("S252", f"cannot inline block `{name}`: its body is not a single store", site)
        store = block.body
        assert isinstance(store, BufferStore)
        try:
            instance_of(state.analyzer, block.iters, store.indices, store.indices)
        except NotAffine as reason:
            raise state.refuse(
                "S252", f"cannot inline block `{name}`: the element does not determine the instance", site,
                notes=[str(reason)],
            ) from None  # fmt: skip
        why = scope.why_not_complete(site)
        if why is not None:
            raise state.refuse("S241", f"cannot inline block `{name}`: it is not complete", site, notes=[why])
        check_axes_say_all(state, site, f"cannot inline block `{name}`")
        buffer = store.buffer
        if is_opaquely_used(scope.site.block, buffer):
            raise state.refuse(
                "S253", f"cannot inline block `{name}`: a pointer to or a view of `{buffer.name}` is used", site
            )
        check_not_in_bounds(state, scope, buffer, f"cannot inline block `{name}`")
        if any(not loop.is_above(reader) for reader in scope.consumers(site) for loop in site.loops()):
            check_inputs_stay(state, site, f"inline block `{name}`")
        if not state.cache.guards_are_harmless(site):
            raise state.refuse(
                "S257", f"cannot inline block `{name}`: it has a guard", site,
                notes=[f"the guard is `{script(site.realize.predicate)}`; its readers do not have it"],
                help="write the condition into the value (`T.if_then_else`)",
            )  # fmt: skip

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        scope = state.scope(site)
        store = site.block.body
        assert isinstance(store, BufferStore)
        moves: Moves = {}
        edits: dict[Site, Stmt | None] = {removal_root(site): None}
        for reader in scope.blocks:
            if reader is not site and touches(reader.realize, store.buffer):
                edits[reader] = _inline(state, reader.realize, site.block, store, moves)
        kept = tuple(b for b in scope.site.block.allocs if b is not store.buffer)
        reason = "was inlined"
        state.commit(
            edits,
            moves=moves,
            gone={s.loop.var: f"vanished when block `{site.block.name}` was inlined" for s in site.loops()},
            gone_blocks={site.block: reason},
            fields={scope.site.block: {"allocs": kept}},
        )


def _inline(state: State, reader: BlockRealize, block: Block, store: BufferStore, moves: Moves) -> BlockRealize:
    """The reader with the loads of the buffer, also those in its guard, replaced by the value."""
    buffer: Buffer = store.buffer

    def fn(item: Any) -> Any:
        if isinstance(item, BufferLoad) and item.buffer is buffer:
            values = instance_of(state.analyzer, block.iters, store.indices, item.indices)
            return _put(store.value, values)
        if isinstance(item, Block):
            return with_regions(item)
        return None

    return rewrite(reader, fn, moves)


def _put(value: Expr, values: dict[Var, Expr]) -> Expr:
    """The value with the axes substituted, without simplification: the reader's indices stay as written."""

    def visit(item: Any) -> Any:
        if isinstance(item, Var):
            return values.get(item, item)
        return map_children(item, visit)

    return visit(value)  # type: ignore[no-any-return]
