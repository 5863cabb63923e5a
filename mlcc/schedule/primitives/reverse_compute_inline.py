"""Inline a consumer into its only producer."""

from __future__ import annotations

from typing import Any

from mlcc.analysis import conjunction, same
from mlcc.analysis.dependence import Scope
from mlcc.analysis.itermap import NotAffine
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Binary,
    Block,
    Buffer,
    BufferLoad,
    BufferStore,
    Expr,
    Stmt,
    Var,
    binary,
    map_nodes,
    script,
    substitute,
    update,
)  # fmt: skip

from ..conditions import check_axes_say_all, check_last_value, check_not_only, check_not_output, check_pipeline
from ..fields import Kind, declare
from ..inlining import instance_of, is_single_store
from ..movement import removal_root
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import loads_of, with_regions
from ..state import State


@primitive("reverse_compute_inline")
class ReverseComputeInline(Primitive):
    """Let a producer store its consumer's result directly; the consumer and the buffer between vanish.

    Requires: no initialisation (S250); one store (S252); a complete consumer (S241) without a guard of its
    own (S257); a stage pipeline (S240); exactly one buffer read that is produced in the scope (S254), always
    at the same indices, which determine the instance (S252); one producer of it, complete, with one store
    (S255), that writes no result (S243) and gives an element no other value in later iterations of the loops over both
    (S228); no other reader of the buffer (S256); not the only block (S244).

    Preserves: the results.

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
        - reverse_compute_inline: {block: C}

    After:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                C[vi] = A[vi] * T.float32(2) + T.float32(1)
    """

    block: BlockRV = declare(Kind.BLOCK)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        block, name = site.block, site.block.name
        scope = state.scope(site)
        what = f"cannot inline block `{name}` into its producer"
        if block.init is not None:
            raise state.refuse(
                "S250",
                f"{what}: it has an initialisation",
                site,
                help="move it beside its producer with `reverse_compute_at`",
            )
        check_pipeline(state, scope, site, "inline")
        why = scope.why_not_complete(site)
        if why is not None:
            raise state.refuse("S241", f"{what}: it is not complete", site, notes=[why])
        if not is_single_store(block):
            raise state.refuse("S252", f"{what}: its body is not a single store", site)
        if not state.cache.guards_are_harmless(site):
            raise state.refuse(
                "S257", f"{what}: it has a guard", site,
                notes=[f"the guard is `{script(site.realize.predicate)}`"],
                help=f"leave block `{name}` where it is, or write the condition into the value (`T.if_then_else`)",
            )  # fmt: skip
        check_axes_say_all(state, site, what)
        check_not_only(state, scope, site, "inline")
        buffer, producer = self._producer(state, scope, site)
        check_not_output(state, scope, producer, "inline into")
        self._check_access(state, site, producer, buffer)
        check_last_value(state, producer, site, f"inline block `{name}` into its producer")

    def _producer(self, state: State, scope: Scope, site: Site) -> tuple[Buffer, Site]:
        name = site.block.name
        what = f"cannot inline block `{name}` into its producer"
        produced = [b for b in state.cache.of(site).reads if b in scope.writers]
        if len(produced) != 1:
            raise state.refuse(
                "S254", f"{what}: it reads {len(produced)} buffers that are computed here", site,
                notes=[", ".join(f"`{b.name}`" for b in produced)] if produced else [],
            )  # fmt: skip
        buffer = produced[0]
        writers = scope.writers[buffer]
        if len(writers) != 1:
            raise state.refuse("S255", f"{what}: `{buffer.name}` has {len(writers)} producers", site)
        producer = writers[0]
        why = scope.why_not_complete(producer)
        why = why or _why_not_plain(state, producer)
        if why is not None:
            raise state.refuse(
                "S255", f"{what}: `{producer.block.name}` is not a complete block of one store in all its instances",
                site, labels=[(producer, "the producer")], notes=[why],
            )  # fmt: skip
        check_axes_say_all(state, producer, what)
        others = [r for r in scope.readers[buffer] if r is not site]
        if others:
            raise state.refuse(
                "S256", f"{what}: `{buffer.name}` has another reader", site,
                labels=[(others[0], f"`{others[0].block.name}` reads it too")],
            )  # fmt: skip
        return buffer, producer

    def _check_access(self, state: State, site: Site, producer: Site, buffer: Buffer) -> None:
        what = f"cannot inline block `{site.block.name}` into its producer"
        loads = loads_of(site.block.body, buffer)
        first = loads[0]
        if any(not all(map(same, first.indices, o.indices)) for o in loads[1:]):
            raise state.refuse("S252", f"{what}: it reads `{buffer.name}` at several indices", site)
        analyzer = state.analyzer
        for index, size in zip(first.indices, buffer.shape, strict=True):
            at = analyzer.poly(index)
            if not analyzer.nonneg(at) or not analyzer.nonneg((analyzer.poly(size) - at).shift(-1)):
                raise state.refuse("S252", f"{what}: some of its instances do not read `{buffer.name}`", site)
        store = producer.block.body
        assert isinstance(store, BufferStore)
        try:
            instance_of(state.analyzer, site.block.iters, first.indices, store.indices)
        except NotAffine as reason:
            raise state.refuse(
                "S252", f"{what}: the element it reads does not determine the instance", site, notes=[str(reason)]
            ) from None

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        scope = state.scope(site)
        buffer, producer = self._producer(state, scope, site)
        inner, outer = producer.block.body, site.block.body
        assert isinstance(inner, BufferStore)
        assert isinstance(outer, BufferStore)
        load = loads_of(outer, buffer)[0]
        values = instance_of(state.analyzer, site.block.iters, load.indices, inner.indices)
        store = _put_producer(state, outer, values, buffer, inner.value)
        new = with_regions(update(producer.block, body=store))
        guards = _domain_guards(state, site.block, values)
        binds = dict(zip((a.var for a in new.iters), producer.realize.values, strict=True))
        predicate = producer.realize.predicate
        if guards:
            predicate = binary("and", predicate, substitute(conjunction(guards), binds))
        edits: dict[Site, Stmt | None] = {
            removal_root(site): None,
            producer: update(producer.realize, block=new, predicate=predicate),
        }
        kept = tuple(b for b in scope.site.block.allocs if b is not buffer)
        reason = f"vanished when block `{site.block.name}` was inlined"
        state.commit(
            edits,
            moves={producer.block: new},
            gone={s.loop.var: reason for s in site.loops()},
            gone_blocks={site.block: f"was inlined into `{new.name}`"},
            fields={scope.site.block: {"allocs": kept}},
        )


def _why_not_plain(state: State, producer: Site) -> str | None:
    """The reason why a producer cannot store its consumer's results, or None: it must compute each element once."""
    if producer.block.init is not None:
        return "it has an initialisation"
    if not is_single_store(producer.block):
        return "its body is not a single store"
    if not state.cache.guards_are_harmless(producer):
        return f"it has a guard, `{script(producer.realize.predicate)}`, so that some results would not be computed"
    return None


def _put_producer(
    state: State, store: BufferStore, values: dict[Var, Expr], buffer: Buffer, value: Expr
) -> BufferStore:
    """The consumer's store for the producer's instance, with the producer's value for its load."""

    def fn(item: Any) -> Any:
        return value if isinstance(item, BufferLoad) and item.buffer is buffer else None

    moved = substitute(store, values)
    if not all(isinstance(e, Var) for e in values.values()):
        simple = tuple(state.analyzer.simplify(i) for i in moved.indices)
        moved = update(moved, indices=simple, value=state.analyzer.simplify(moved.value))
    return map_nodes(moved, fn)


def _domain_guards(state: State, block: Block, values: dict[Var, Expr]) -> list[Expr]:
    """Conditions that keep the producer's instances to the consumer's domain."""
    guards: list[Expr] = []
    for axis in block.iters:
        value = values[axis.var]
        end = state.analyzer.simplify(binary("add", axis.dom.min, axis.dom.extent))
        for guard in (Binary("le", axis.dom.min, value), Binary("lt", value, end)):
            if not state.analyzer.can_prove(guard):
                guards.append(guard)
    return guards
