"""Leave out the products with padding, where all that a part of a loop nest reads is padding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mlcc.analysis import Poly, conjunction, conjuncts, to_expr
from mlcc.analysis.order import Order
from mlcc.analysis.reducers import combined, reads
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Binary,
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
    substitute,
    update,
)  # fmt: skip

from ..fields import Kind, declare
from ..interior import ends_of, is_zero
from ..narrowing import narrowed
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..state import State


class _Reads(NamedTuple):
    """A dimension of a padded buffer: the index that is read there, and the part of it that is not padding; and the
    block that pads with the axis that is this dimension's index, where nothing lies between."""

    at: Expr
    low: Expr
    high: Expr
    writer: Site | None
    axis: Var


@primitive("skip_padding")
class SkipPadding(Primitive):
    """Run the iterations of a loop only where the loops inside read something else than padding.

    A sum of products gains nothing from zeros. Most rows of a window that is dilated, or of a volume of few slices,
    are padding at the border: the test of one loop over the window spares the loops inside. Padding that nothing else
    reads is not stored either.

    Requires: the loop is over the block, and over other blocks only where they store what the same iteration reads and
    nothing else does (S270); the block adds products, its initial value is set elsewhere (`decompose_reduction`), and a
    factor is read from a buffer that one block fills with zeros outside of an interior, or from a copy of such a buffer
    (S300); the index of a dimension with such a border is linear in the loops inside, which have constant extents
    (S300).

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
        for i, k in T.grid(16, 2):
            if i + k * 4 >= 2 and i + k * 4 < 18:
                with T.block("Y_update"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    Y[vi] = Y[vi] + P[vi + vk * 4] * W[vk]
    """

    block: BlockRV = declare(Kind.BLOCK)
    loop: LoopRV = declare(Kind.LOOP)

    def check(self, state: State) -> None:
        site, loop = state.block(self.block), state.loop(self.loop)
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
        found = self._reads(state)
        if isinstance(found, list) and not _tests(state, found):
            found = "no part of the loops inside reads padding only"
        if isinstance(found, str):
            what = f"block `{site.block.name}` has no products with padding to skip at loop `{self.loop.name}`"
            raise state.refuse("S300", what, site, notes=[found], field="loop")

    def apply(self, state: State) -> None:
        loop = state.loop(self.loop)
        found = self._reads(state)
        assert not isinstance(found, str)
        tests = _tests(state, found)
        edits: dict[Site, Stmt | None] = {loop: update(loop.loop, body=IfThenElse(conjunction(tests), loop.loop.body))}
        unread = _without_unread(state, state.block(self.block), found)
        if unread is not None and not unread[0].is_above(loop) and not loop.is_above(unread[0]):
            edits[unread[0]] = unread[1]
        state.commit(edits)

    def _reads(self, state: State) -> list[tuple[_Reads, Poly, Poly]] | str:
        """The dimensions with a border, each with the least and the greatest index inside of the loop."""
        site, loop = state.block(self.block), state.loop(self.loop)
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
    store = site.block.body
    if site.block.init is not None or not isinstance(store, BufferStore):
        return "it does not only add to what another block has set"
    added = combined(store)
    if added is None or not isinstance(store.value, Binary) or store.value.op != "add" or reads(added, (store.buffer,)):
        return "it does not add a product"
    binds = {a.var: v for a, v in zip(site.block.iters, site.realize.values, strict=True)}
    for load in _factors(added):
        for source in _copied_from(state, site, load):
            limits = _interior(state, site, source.buffer)
            if limits:
                (writer,) = state.scope(site).writers[source.buffer]
                direct = writer if source is load else None
                return [
                    _Reads(substitute(source.indices[k], binds), low, high, direct, axis)
                    for k, (low, high, axis) in limits.items()
                ]
    return "no factor is read from a buffer with a border of zeros"


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


def _factors(value: Expr) -> Iterator[BufferLoad]:
    """The loads that a value is a multiple of, converted or not."""
    if isinstance(value, BufferLoad):
        yield value
    elif isinstance(value, Cast):
        yield from _factors(value.value)
    elif isinstance(value, Binary) and value.op == "mul":
        yield from _factors(value.a)
        yield from _factors(value.b)


def _tests(state: State, found: list[tuple[_Reads, Poly, Poly]]) -> list[Expr]:
    """What holds where anything but padding is read; empty if nothing can be skipped."""
    tests: list[Expr] = []
    for read, *ends in found:
        parts = (_compared(state, "ge", ends[1], read, read.low), _compared(state, "lt", ends[0], read, read.high))
        tests += [part for part in parts if not state.analyzer.can_prove(part)]
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
