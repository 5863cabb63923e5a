"""Leave out the products with padding: where all that a part of a loop nest reads is padding, or each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mlcc.analysis import Poly, conjunction, conjuncts, to_expr
from mlcc.analysis.order import Order
from mlcc.analysis.reducers import combined, reads
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Binary,
    Block,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Cast,
    Expr,
    IfThenElse,
    Stmt,
    Var,
    as_int,
    binary,
    const,
    if_then_else,
    map_children,
    substitute,
    update,
    walk,
)  # fmt: skip

from ..fields import Kind, declare
from ..interior import bound_of, ends_of, is_zero
from ..narrowing import narrowed
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..state import State


class _Reads(NamedTuple):
    """An index of what is read, and the part of it that is not padding, which may have one end. Of a padded buffer it
    is that of a dimension: then also the block that pads with the axis that is this dimension's index, where nothing
    lies between."""

    at: Expr
    low: Expr | None
    high: Expr | None
    writer: Site | None = None
    axis: Var | None = None


@primitive("skip_padding")
class SkipPadding(Primitive):
    """Run the iterations of a loop only where the loops inside read something else than padding.

    A sum of products gains nothing from zeros. Most rows of a window that is dilated, or of a volume of few slices,
    are padding at the border: the test of one loop over the window spares the loops inside. Padding that nothing else
    reads is not stored either. The loop's annotation says that the test leaves out what adds nothing, so that tiles of
    fewer elements may have it as well (`balanced`).

    Without a loop, each product is chosen by itself: ``Y + if_then_else(c, x, 0) * w`` becomes
    ``if_then_else(c, Y + x * w, Y)``, which leaves nothing to compute where the lowering decides `c`.

    Requires: the loop is over the block, and over other blocks only where they store what the same iteration reads and
    nothing else does (S270); the block adds products, its initial value is set elsewhere (`decompose_reduction`), and a
    factor is read from a buffer that one block fills with zeros outside of an interior, or from a copy of such a
    buffer, or is itself a choice between a value and zero by bounds of indices (S300); the index of a dimension with
    such a border is linear in the loops inside, which have constant extents (S300). Without a loop, a factor is such a
    choice (S300).

    Preserves: the results, where the other factors are finite numbers: a product of zero and infinity, which is NaN,
    is left out as well.

    Before:
        P = T.alloc_buffer((20,))
        for i in range(20):
            with T.block("P"):
                vi = T.axis.spatial(20, i)
                P[vi] = T.if_then_else(vi >= 2 and vi < 18, A[vi - 2], T.float32(0))
        for i, k in T.grid(16, 2):
            with T.block("Y_update"):
                vi, vk = T.axis.remap("SR", [i, k])
                Y[vi] = Y[vi] + P[vi + vk * 4] * W[vk]

    Step:
        - skip_padding: {block: Y_update, loop: [Y_update, k]}

    After:
        P = T.alloc_buffer((20,))
        for i in range(16):
            with T.block("P"):
                vi = T.axis.spatial(20, i + 2)
                P[vi] = T.if_then_else(vi >= 2 and vi < 18, A[vi - 2], T.float32(0))
        for i in range(16):
            for k in T.serial(2, annotations={"skip_padding": 1}):
                if i + k * 4 >= 2 and i + k * 4 < 18:
                    with T.block("Y_update"):
                        vi, vk = T.axis.remap("SR", [i, k])
                        Y[vi] = Y[vi] + P[vi + vk * 4] * W[vk]
    """

    block: BlockRV = declare(Kind.BLOCK)
    loop: LoopRV | None = declare(Kind.LOOP, None)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        if self.loop is None:
            if isinstance(chosen := _chosen(site), str):
                what = f"block `{site.block.name}` has no products with padding to skip"
                raise state.refuse("S300", what, site, notes=[chosen], field="block")
            return
        loop = state.loop(self.loop)
        if not any(loop is s for s in site.loops()):
            raise state.refuse("S270", f"loop `{self.loop.name}` is not over block `{site.block.name}`", loop)
        order = Order(state.cache, state.scope(site))
        for other in loop.blocks_below():
            if other is not site and not all(order.is_private(w.buffer, loop) for w in other.block.writes):
                raise state.refuse(
                    "S270",
                    f"loop `{self.loop.name}` is not over block `{site.block.name}` alone",
                    loop,
                    labels=[(other, "what this block stores may be read elsewhere, or by another iteration")],
                )
        found = self._reads(state, loop)
        if isinstance(found, list) and not _tests(state, found):
            found = "no part of the loops inside reads padding only"
        if isinstance(found, str):
            what = f"block `{site.block.name}` has no products with padding to skip at loop `{self.loop.name}`"
            raise state.refuse("S300", what, site, notes=[found], field="loop")

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        if self.loop is None:
            chosen = _chosen(site)
            assert isinstance(chosen, Block)
            state.commit({site: update(site.realize, block=chosen)}, moves={site.block: chosen})
            return
        loop = state.loop(self.loop)
        found = self._reads(state, loop)
        assert not isinstance(found, str)
        tests = _tests(state, found)
        skipping = IfThenElse(conjunction(tests), loop.loop.body)
        annotations = {**loop.loop.annotations, "skip_padding": 1}
        edits: dict[Site, Stmt | None] = {loop: update(loop.loop, body=skipping, annotations=annotations)}
        unread = _without_unread(state, site, found)
        if unread is not None and not unread[0].is_above(loop) and not loop.is_above(unread[0]):
            edits[unread[0]] = unread[1]
        state.commit(edits)

    def _reads(self, state: State, loop: Site) -> list[tuple[_Reads, Poly, Poly]] | str:
        """The dimensions with a border, each with the least and the greatest index inside of the loop."""
        site = state.block(self.block)
        found = _padded_reads(state, site)
        if isinstance(found, str):
            return found
        inside = {s.loop.var: s for s in site.loops() if loop.is_above(s)}
        read_ends = [(read, _ends(state, read.at, inside)) for read in found]
        known = [(read, *ends) for read, ends in read_ends if ends is not None]
        return known if len(known) == len(found) else "an index is not linear in the loops inside"


def _compared(state: State, op: str, end: Poly, read: _Reads, limit: Expr) -> Expr:
    """An end of an index compared with a limit, the constants on one side."""
    shift, dtype = end.constant, read.at.dtype
    varying = state.analyzer.simplify(to_expr(end.shift(-shift), dtype))
    return binary(op, varying, state.analyzer.simplify(to_expr(state.analyzer.poly(limit).shift(-shift), dtype)))


def _padded_reads(state: State, site: Site) -> list[_Reads] | str:
    """The dimensions with a border of zeros of what a block multiplies with, or the reason why there are none."""
    added = _added(site)
    if isinstance(added, str):
        return added
    binds = {a.var: v for a, v in zip(site.block.iters, site.realize.values, strict=True)}
    for factor in _factors(added):
        if isinstance(factor, Call):
            bounds = _bounds(factor, binds)
            if bounds:
                return bounds
            continue
        for source in _copied_from(state, site, factor):
            limits = _interior(state, site, source.buffer)
            if limits:
                (writer,) = state.scope(site).writers[source.buffer]
                direct = writer if source is factor else None
                return [
                    _Reads(substitute(source.indices[k], binds), low, high, direct, axis)
                    for k, (low, high, axis) in limits.items()
                ]
    return "no factor is read from a buffer with a border of zeros, or zero outside of bounds"


def _added(site: Site) -> Expr | str:
    """What a block adds to what another one has set, or the reason why it does not."""
    store = site.block.body
    if site.block.init is not None or not isinstance(store, BufferStore):
        return "it does not only add to what another block has set"
    added = combined(store)
    if added is None or not isinstance(store.value, Binary) or store.value.op != "add" or reads(added, (store.buffer,)):
        return "it does not add a product"
    return added


def _chosen(site: Site) -> Block | str:
    """The block that adds a product only where its factor is not padding, or the reason why there is none."""
    added, store = _added(site), site.block.body
    if isinstance(added, str):
        return added
    choice = next((f for f in _factors(added) if isinstance(f, Call) and is_zero(f.args[2])), None)
    if choice is None:
        return "no factor is a choice between a value and zero"
    assert isinstance(store, BufferStore)
    condition, inside, _ = choice.args
    value = if_then_else(condition, _with_factor(store.value, choice, inside), BufferLoad(store.buffer, store.indices))
    return update(site.block, body=update(store, value=value))


def _with_factor(value: Expr, old: Expr, new: Expr) -> Expr:
    """A value with another factor in the place of one, by identity."""
    return new if value is old else map_children(value, lambda child: _with_factor(child, old, new))


def _bounds(choice: Call, binds: Mapping[Var, Expr]) -> list[_Reads]:
    """The bounds outside of which a choice is zero; none if its condition says something else, too."""
    condition, _, outside = choice.args
    bounds = [bound_of(part, set(binds)) for part in conjuncts(condition)]
    found = [_Reads(substitute(at, binds), low, high) for at, low, high in filter(None, bounds)]
    return found if is_zero(outside) and len(found) == len(bounds) else []


def _copied_from(state: State, site: Site, load: BufferLoad) -> Iterator[BufferLoad]:
    """A load, the load of what one block copies all of that buffer from, and so on."""
    yield load
    writers = state.scope(site).writers.get(load.buffer, [])
    if len(writers) != 1 or writers[0] is site or conjuncts(writers[0].realize.predicate):
        return
    block = writers[0].block
    store = block.body
    if not isinstance(store, BufferStore) or not isinstance(store.value, BufferLoad) or block.init is not None:
        return
    if {a.var for a in block.iters} - {i for i in store.indices if isinstance(i, Var)}:
        return
    at = {i: index for i, index in zip(store.indices, load.indices, strict=True) if isinstance(i, Var)}
    yield from _copied_from(state, site, substitute(store.value, at))


def _factors(value: Expr) -> Iterator[BufferLoad | Call]:
    """The loads and choices that a value is a multiple of, converted or not."""
    if isinstance(value, BufferLoad) or (isinstance(value, Call) and value.op == "if_then_else"):
        yield value
    elif isinstance(value, Cast):
        yield from _factors(value.value)
    elif isinstance(value, Binary) and value.op == "mul":
        yield from _factors(value.a)
        yield from _factors(value.b)


def _tests(state: State, found: list[tuple[_Reads, Poly, Poly]]) -> list[Expr]:
    """What holds where anything but padding is read; empty if nothing can be skipped."""
    tests: list[Expr] = []
    for read, least, most in found:
        for op, end, limit in (("ge", most, read.low), ("lt", least, read.high)):
            part = None if limit is None else _compared(state, op, end, read, limit)
            if part is not None and not state.analyzer.can_prove(part):
                tests.append(part)
    return tests


def _without_unread(state: State, site: Site, found: list[tuple[_Reads, Poly, Poly]]) -> tuple[Site, Stmt] | None:
    """The loops of the block that pads, without the padding that only products read that are left out."""
    writer = found[0][0].writer
    if writer is None:
        return None
    (store,) = writer.block.writes
    if store.buffer in state.func.buffers or state.scope(site).readers.get(store.buffer) != [site]:
        return None
    parts: dict[Var, tuple[Expr, Expr]] = {}
    for read, least, most in found:
        assert read.axis is not None
        assert read.low is not None
        assert read.high is not None
        # where the last index is inside, the first one is at most this far before it
        span = (most - least).value()
        if span is None:
            return None
        beyond = const(span, read.at.dtype)
        parts[read.axis] = (read.low - beyond, read.high + beyond)
    return narrowed(state, writer, parts)


def _interior(state: State, site: Site, buffer: Buffer) -> dict[int, tuple[Expr, Expr, Var]]:
    """The dimensions of a buffer with a border of zeros, their interiors (from, to), and the axes that pad them."""
    writers = state.scope(site).writers.get(buffer, [])
    if len(writers) != 1:
        return {}
    block = writers[0].block
    limits, store = ends_of(block), block.body
    if isinstance(limits, str) or block.init is not None:
        return {}
    assert isinstance(store, BufferStore)
    assert isinstance(store.value, Call)
    if not is_zero(store.value.args[2]):
        return {}
    return {k: (*limits[i], i) for k, i in enumerate(store.indices) if isinstance(i, Var) and i in limits}


def _ends(state: State, index: Expr, inside: dict[Var, Site]) -> tuple[Poly, Poly] | None:
    """The least and the greatest value of an index over the loops inside, by the loops around them; None if it is not
    linear in these."""
    if any(isinstance(n, BufferLoad) for n in walk(index)):
        return None  # the loop may store what is loaded, after its test
    poly = state.analyzer.poly(index)
    least = most = Poly.const(0)
    for mono, factor in poly.terms.items():
        part = Poly({mono: factor})
        if not part.uses(inside):
            least, most = least + part, most + part
            continue
        var = mono[0]
        if len(mono) != 1 or not isinstance(var, Var):
            return None
        loop = inside[var].loop
        low, extent = as_int(loop.min), as_int(loop.extent)
        if low is None or extent is None:
            return None
        ends = sorted((factor * low, factor * (low + extent - 1)))
        least, most = least.shift(ends[0]), most.shift(ends[1])
    return least, most
