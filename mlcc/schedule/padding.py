"""Layouts that are larger than the buffer: the producer computes the padding too."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import Any

from mlcc.analysis import Analyzer, Digit, conjunction
from mlcc.analysis.indexmap import IndexMap
from mlcc.analysis.itermap import NotAffine
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Binary,
    Block,
    BlockRealize,
    Buffer,
    BufferStore,
    Expr,
    IterVar,
    Range,
    Stmt,
    Var,
    as_int,
    const,
    if_then_else,
    substitute,
    update,
)  # fmt: skip

from .layouts import changer, map_accesses
from .loops import new_loop
from .movement import removal_root
from .rewriting import Moves, as_vars, with_regions
from .state import State


def padded_shape(index_map: IndexMap, shape: Sequence[Expr], symbols: Sequence[Var] = ()) -> list[Expr]:
    """The buffer's shape rounded up so that every `//` and `%` of the map divides."""
    analyzer = index_map.analyzer(shape, symbols)
    steps = dict.fromkeys(index_map.params, 1)
    for expr in index_map.exprs:
        for mono in analyzer.poly(expr).terms:
            for atom in mono:
                if isinstance(atom, Digit):
                    var = atom.source.single_var()
                    if var in steps:
                        steps[var] = lcm(steps[var], atom.lower, atom.upper or 1)
    result: list[Expr] = []
    for var, size in zip(index_map.params, shape, strict=True):
        step = steps[var]
        value = as_int(size)
        if value is None:
            result.append(analyzer.simplify((size + step - 1) // step * step) if step > 1 else size)
        else:
            result.append(const(-(-value // step) * step, size.dtype))
    return result


def padded_inverse(
    index_map: IndexMap, shape: Sequence[Expr], symbols: Sequence[Var] = ()
) -> tuple[tuple[Var, ...], tuple[Expr, ...], tuple[Expr, ...]]:
    """New axes, the new shape, and the old coordinates of each new point. Raises NotAffine."""
    wide = padded_shape(index_map, shape, symbols)
    sizes = index_map.map_shape(wide, symbols)
    if sizes is None:
        raise NotAffine("the new shape cannot be computed")
    values = tuple(Var(f"axis{k}", size.dtype) for k, size in enumerate(sizes))
    return values, sizes, index_map.inverse(wide, values, symbols)


def check_padding(state: State, site: Site, buffer: Buffer, index_map: IndexMap) -> None:
    """S266 unless the producer can be made to compute the padding; S269 for a map without an inverse."""
    what = f"cannot pad `{buffer.name}`"
    try:
        padded_inverse(index_map, buffer.shape, state.func.symbolic_vars())
    except NotAffine as reason:
        raise state.refuse("S269", f"{what}: the layout map has no inverse", site, notes=[str(reason)]) from None
    scope = state.scope(site)
    writers = scope.writers.get(buffer, [])
    if len(writers) != 1:
        raise state.refuse(
            "S266", f"{what}: it is " + ("not computed here" if not writers else "written by several blocks"), site,
            help="cache it first, with `cache_read`",
        )  # fmt: skip
    producer = writers[0]
    if scope.site.scope() is not None or not (buffer in scope.site.block.allocs or buffer in state.func.buffers):
        raise state.refuse("S266", f"{what}: it belongs to another block", site, labels=[(producer, "the producer")])
    store = producer.block.body
    axes = [a.var for a in producer.block.iters]
    if (
        not scope.is_complete(producer)
        or not isinstance(store, BufferStore)
        or as_vars(store.indices) != axes
        or any(not isinstance(v, Var) for v in producer.realize.values)
        or any(s.loop.kind != "serial" for s in producer.loops())
        or removal_root(producer) is not (producer.loops() or [producer])[0]
    ):
        raise state.refuse(
            "S266", f"{what}: its producer does not store at its own axes in a plain loop nest", site,
            labels=[(producer, "the producer")],
        )  # fmt: skip


def pad_producer(state: State, site: Site, old: Buffer, new: Buffer, index_map: IndexMap, value: Any) -> None:
    """Change the layout and let the producer fill the padding with `value`."""
    producer = state.scope(site).writers[old][0]
    values, sizes, inverse = padded_inverse(index_map, old.shape, state.func.symbolic_vars())
    new = update(new, shape=sizes)
    moves: Moves = {}
    change = changer(state.analyzer, index_map)
    nest, block = _padded_nest(state, producer.block, old, new, (values, sizes, inverse), value)
    root = removal_root(producer)
    scope_site = state.scope(site).site
    edits: dict[Site, Stmt | None] = {root: nest}
    for child in state.scope(site).blocks:
        if child is not producer:
            changed = map_accesses(child.block, old, new, change, moves)
            if changed is not child.block:
                edits[child] = update(child.realize, block=changed)
    moves[producer.block] = block
    func = None
    fields = {}
    if any(b is old for b in state.func.buffers):
        from .rewriting import replace_param_buffer

        func = replace_param_buffer(state.func, old, new)
    else:
        allocs = tuple(new if b is old else b for b in scope_site.block.allocs)
        fields = {scope_site.block: {"allocs": allocs}}
    state.commit(edits, moves=moves, fields=fields, func=func)


def _padded_nest(
    state: State,
    block: Block,
    old: Buffer,
    new: Buffer,
    box: tuple[tuple[Var, ...], tuple[Expr, ...], tuple[Expr, ...]],
    value: Any,
) -> tuple[Stmt, Block]:
    loops, sizes, inverse = box
    axes = tuple(Var(f"v_{v.name}", v.dtype) for v in loops)
    analyzer: Analyzer = state.analyzer
    for axis, loop, size in zip(axes, loops, sizes, strict=True):
        analyzer.bind(axis, 0, size)
        analyzer.bind(loop, 0, size)
    renamed: dict[Var, Expr] = dict(zip(loops, axes, strict=True))
    at = [substitute(e, renamed) for e in inverse]
    store = block.body
    assert isinstance(store, BufferStore)
    inside = [
        g for e, size in zip(at, old.shape, strict=True) for g in (Binary("lt", e, size),) if not analyzer.can_prove(g)
    ]
    computed = substitute(store.value, dict(zip((a.var for a in block.iters), at, strict=True)))
    filled = if_then_else(conjunction(inside), computed, const(value, old.dtype))
    body = BufferStore(new, filled, axes)
    iters = tuple(IterVar(a, Range(const(0, a.dtype), size), "spatial") for a, size in zip(axes, sizes, strict=True))
    made = with_regions(update(block, iters=iters, body=body))
    nest: Stmt = BlockRealize(tuple(loops), const(True), made)
    for loop, size in reversed(list(zip(loops, sizes, strict=True))):
        nest = new_loop(loop, size, nest)
    return nest, made
