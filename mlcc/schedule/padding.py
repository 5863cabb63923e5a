"""Layouts with padding: the producer also fills the elements outside of the old shape.

For a buffer of shape (10,) and the map `i -> i // 4, i % 4`, the new shape is (3, 4). The padding is where
`v0 * 4 + v1 >= 10`, which is tested as `v0 == 2 and 2 <= v1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from mlcc.analysis import Analyzer, Digit, negation, uses_any
from mlcc.analysis.control import guards_of
from mlcc.analysis.indexmap import IndexMap
from mlcc.analysis.itermap import NotAffine
from mlcc.analysis.tree import Site
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binary,
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferStore,
    Evaluate,
    Expr,
    IterVar,
    Not,
    Range,
    Stmt,
    Var,
    as_int,
    binary,
    call,
    const,
    free_vars,
    if_then_else,
    substitute,
    update,
    walk,
)  # fmt: skip
from mlcc.ir import dtype as dt

from .layouts import changer, index_map_of, map_accesses
from .loops import new_loop
from .movement import removal_root
from .rewriting import Moves, as_vars, rewrite, with_regions
from .state import State, position_of


def _steps(index_map: IndexMap, symbols: Sequence[Var]) -> list[int]:
    """Per old index, the number to a multiple of which it is rounded up: the lcm of the map's divisors of it."""
    analyzer = Analyzer(positive=symbols)  # not the sizes: `j // 8` rounds a `j` below 5 up to 8, too
    steps = dict.fromkeys(index_map.params, 1)
    # For `j -> j // 8, j % 8` the digits of j are bounded by 8: sizes of j are rounded up to multiples of 8, 13 to 16.
    for expr in index_map.exprs:
        for mono in analyzer.poly(expr).terms:
            for atom in mono:
                if isinstance(atom, Digit):
                    var = atom.source.single_var()
                    if var in steps:
                        steps[var] = lcm(steps[var], atom.lower, atom.upper or 1)
    return list(steps.values())


def padded_shape(index_map: IndexMap, shape: Sequence[Expr], symbols: Sequence[Var] = ()) -> list[Expr]:
    """The buffer's shape rounded up so that every `//` and `%` of the map divides."""
    analyzer = index_map.analyzer(shape, symbols)
    result: list[Expr] = []
    for step, size in zip(_steps(index_map, symbols), shape, strict=True):
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
    values = tuple(
        Var(expr.name if isinstance(expr, Var) else f"axis{k}", size.dtype)
        for k, (expr, size) in enumerate(zip(index_map.exprs, sizes, strict=True))
    )
    return values, sizes, index_map.inverse(wide, values, symbols)


def check_padding(state: State, site: Site, buffer: Buffer, index_map: IndexMap) -> None:
    """S269 for a map without an inverse; S266 unless the buffer belongs to the block's scope, or is an input."""
    what = f"cannot pad `{buffer.name}`"
    try:
        padded_inverse(index_map, buffer.shape, state.func.symbolic_vars())
    except NotAffine as reason:
        raise state.refuse(
            "S269", f"{what}: the layout map has no inverse", site, notes=[str(reason)], field="index_map"
        ) from None
    scope = state.scope(site)
    # The padding of an input is stated (`assume_padding`), not computed.
    if is_input(state, buffer):
        return
    if buffer not in scope.writers or scope.site.scope() is not None:
        raise state.refuse("S266", f"{what}: it is not computed in this scope", site, field="pad_value")


def is_input(state: State, buffer: Buffer) -> bool:
    """Whether a buffer is a parameter that the function does not write."""
    stores = (n for n in walk(state.tree.root.node) if isinstance(n, BufferStore))
    return any(b is buffer for b in state.func.buffers) and all(n.buffer is not buffer for n in stores)


def can_compute_padding(state: State, site: Site, buffer: Buffer) -> bool:
    """Whether the producer stores at its own axes in a plain nest, so that it can also fill the padding."""
    scope = state.scope(site)
    writers = scope.writers[buffer]
    producer = writers[0]
    axes = [a.var for a in producer.block.iters if a.kind == "spatial"]
    stores = [producer.block.body] if producer.block.init is None else [producer.block.init, producer.block.body]
    return (
        # The nest is built anew over the new axes. What it cannot reproduce, such as kinds of loops, guards or other
        # statements beside the block, must not be there.
        len(writers) == 1
        and (scope.is_complete(producer) or scope.is_reduction(producer))
        and all(isinstance(s, BufferStore) and as_vars(s.indices) == axes for s in stores)
        and all(isinstance(v, Var) for v in producer.realize.values)
        and all(s.loop.kind == "serial" for s in producer.loops())
        and removal_root(producer) is (producer.loops() or [producer])[0]
        and not guards_of(producer)
    )


def pad_producer(state: State, site: Site, old: Buffer, new: Buffer, index_map: IndexMap, value: Any) -> None:
    """Change the layout, and make the producer fill the padding with `value`."""
    producer = state.scope(site).writers[old][0]
    values, sizes, inverse = padded_inverse(index_map, old.shape, state.func.symbolic_vars())
    new = update(new, shape=sizes)
    moves: Moves = {}
    change = changer(state.analyzer, index_map)
    steps = _steps(index_map, state.func.symbolic_vars())
    nest, block = _padded_nest(state, producer, old, new, (values, sizes, inverse, steps), value)
    root = removal_root(producer)
    scope_site = state.scope(site).site
    edits: dict[Site, Stmt | None] = {root: nest}
    for child in state.scope(site).blocks:
        if child is not producer:
            changed = map_accesses(child.realize, old, new, change, moves)
            if changed is not child.realize:
                edits[child] = changed
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
    producer: Site,
    old: Buffer,
    new: Buffer,
    box: tuple[tuple[Var, ...], tuple[Expr, ...], tuple[Expr, ...], list[int]],
    value: Any,
) -> tuple[Stmt, Block]:
    """The producer over the new axes, then its own reduce axes; outside of the old shape it stores `value`."""
    block = producer.block
    loops, sizes, inverse, steps = box
    axes = tuple(Var(f"v_{v.name}", v.dtype) for v in loops)
    analyzer: Analyzer = state.analyzer
    for axis, loop, size in zip(axes, loops, sizes, strict=True):
        analyzer.bind(axis, 0, size)
        analyzer.bind(loop, 0, size)
    renamed: dict[Var, Expr] = dict(zip(loops, axes, strict=True))
    # Where an element of the new shape comes from: its coordinates in the old shape, by the inverse of the map.
    at = [substitute(e, renamed) for e in inverse]
    outside = _padding(analyzer, at, old.shape, steps)
    placed: dict[Var, Expr] = dict(zip((a.var for a in block.iters if a.kind == "spatial"), at, strict=True))

    def filled(store: Stmt | None) -> Stmt | None:
        if store is None:
            return None
        assert isinstance(store, BufferStore)
        inside = _moved(store.value, old, new, axes, placed)
        return BufferStore(new, if_then_else(outside, padding_at(value, axes, old.dtype), inside), axes)

    # A reduction keeps its own loops, inside of the new ones: every padded element is initialised, then reduced.
    reducing = [(a, v) for a, v in zip(block.iters, producer.realize.values, strict=True) if a.kind != "spatial"]
    iters = [IterVar(a, Range(const(0, a.dtype), size), "spatial") for a, size in zip(axes, sizes, strict=True)]
    body = filled(block.body)
    assert body is not None
    all_iters = (*iters, *(a for a, _ in reducing))
    padded = with_regions(update(block, iters=all_iters, body=body, init=filled(block.init)))
    nest: Stmt = BlockRealize((*loops, *(v for _, v in reducing)), const(True), padded)
    own = {s.loop.var: s.loop for s in producer.loops()}
    inner = [own[v] for _, v in reducing if isinstance(v, Var)]
    for header in reversed(inner):
        nest = new_loop(header.var, header.extent, nest)
    for loop, size in reversed(list(zip(loops, sizes, strict=True))):
        nest = new_loop(loop, size, nest)
    return nest, padded


def is_padding(value: Any, dtype: str) -> bool:
    """Whether a value given for the padding of a buffer of `dtype` is a number of that type, a function or nothing."""
    if isinstance(value, float):
        return dt.is_float(dtype)
    if isinstance(value, str):
        return "->" in value
    return value is None or isinstance(value, (int, Expr)) or callable(value)


def padding_at(value: Any, axes: tuple[Var, ...], dtype: str) -> Expr:
    """The value of the padding: a constant, or a function of the new indices. S266 for another type, S268."""
    if isinstance(value, Expr) or not (callable(value) or (isinstance(value, str) and "->" in value)):
        return value if isinstance(value, Expr) else const(value, dtype)
    index_map = index_map_of(value, axes)
    if len(index_map.exprs) != 1 or index_map.exprs[0].dtype != dtype:
        raise MlccError(
            "S266",
            f"the padding is one {dtype}, not ({', '.join(e.dtype for e in index_map.exprs)})",
            field="pad_value",
        )
    return substitute(index_map.exprs[0], dict(zip(index_map.params, axes, strict=True)))


@dataclass(frozen=True)
class _Nest:
    """Loops over a padded buffer, the axes of a block, and the condition for padding over (loops, axes)."""

    loops: tuple[Var, ...]
    axes: tuple[Var, ...]
    sizes: tuple[Expr, ...]
    outside: tuple[Expr, Expr]

    def around(self, block: Block, predicate: Expr) -> Stmt:
        """The loops around a block."""
        nest: Stmt = BlockRealize(self.loops, predicate, block)
        for loop, size in reversed(list(zip(self.loops, self.sizes, strict=True))):
            nest = new_loop(loop, size, nest)
        return nest

    def block(self, name: str, body: Stmt) -> Block:
        """A block with the axes."""
        pairs = zip(self.axes, self.sizes, strict=True)
        return with_regions(
            Block(name, tuple(IterVar(a, Range(const(0, a.dtype), n), "spatial") for a, n in pairs), (), (), body)
        )


def _nest(state: State, old: Buffer, index_map: IndexMap) -> _Nest:
    symbols = state.func.symbolic_vars()
    loops, sizes, inverse = padded_inverse(index_map, old.shape, symbols)
    axes = tuple(Var(f"v_{v.name}", v.dtype) for v in loops)
    for var, size in zip((*axes, *loops), (*sizes, *sizes), strict=True):
        state.analyzer.bind(var, 0, size)
    renamed: dict[Var, Expr] = dict(zip(loops, axes, strict=True))
    steps = _steps(index_map, symbols)
    here, there = (_padding(state.analyzer, at, old.shape, steps) for at in (
        list(inverse), [substitute(e, renamed) for e in inverse]
    ))  # fmt: skip
    return _Nest(loops, axes, sizes, (here, there))


def assume_padding(state: State, old: Buffer, new: Buffer, index_map: IndexMap, value: Any) -> None:
    """State the value of an input's padding by `T.assume`, in a block at the start of the function."""
    nest = _nest(state, old, index_map)
    holds = Binary("eq", BufferLoad(new, nest.axes), padding_at(value, nest.axes, old.dtype))
    body = Evaluate(call("assume", Binary("or", Not(nest.outside[1]), holds)))
    stmt = nest.around(nest.block(f"buffer_{old.name}_assumptions", body), const(True))
    state.commit({}, inserts=[(state.tree.root, 0, stmt)])


def fill_padding(state: State, site: Site, old: Buffer, new: Buffer, index_map: IndexMap, value: Any) -> None:
    """Store the padding after the last block that writes the buffer, outside of the loops that drive its indices."""
    nest = _nest(state, old, index_map)
    body = BufferStore(new, padding_at(value, nest.axes, old.dtype), nest.axes)
    stmt = nest.around(nest.block(f"buffer_{old.name}_padding", body), nest.outside[0])
    writer = state.scope(site).writers[new][-1]
    region = next(r for r in writer.block.writes if r.buffer is new)
    # After the loops that drive the stored indices, the buffer is complete. Loops further out recompute it, so the
    # padding is stored in each of their iterations.
    used = {v for r in region.region for v in free_vars(r.min)}
    bindings = [v for a, v in zip(writer.block.iters, writer.realize.values, strict=True) if a.var in used]
    top = next((s for s in writer.loops() if any(uses_any(v, (s.loop.var,)) for v in bindings)), writer)
    parent = next(s for s in top.ancestors() if s.is_loop or s.is_block)
    state.commit({}, inserts=[(parent, position_of(parent, top) + 1, stmt)])


def _moved(value: Expr, old: Buffer, new: Buffer, axes: tuple[Var, ...], placed: dict[Var, Expr]) -> Expr:
    """The value at the old coordinates; loads of the accumulator are at the new ones."""

    def fn(item: Any) -> Any:
        own = isinstance(item, BufferLoad) and item.buffer is old
        return BufferLoad(new, axes) if own else None

    return rewrite(substitute(value, placed), fn, {})


def _padding(analyzer: Analyzer, at: Sequence[Expr], shape: Sequence[Expr], steps: Sequence[int]) -> Expr:
    """The condition that the old coordinates `at` lie outside of the old shape; `steps` are as from `_steps`."""
    outside: Expr = const(False)
    for index, size, step in zip(at, shape, steps, strict=True):
        before = Binary("lt", index, const(0, index.dtype))  # a map such as `i -> i + 1` pads in front
        if not analyzer.can_prove(negation(before)):
            outside = binary("or", outside, before)
        if analyzer.can_prove(Binary("lt", index, size)):
            continue
        end = as_int(size)
        if end is None:
            outside = binary("or", outside, Binary("le", size, index))
            continue
        # 13 elements in blocks of 8: padding is block 1 from offset 5 on. In terms of the new axes these are two
        # comparisons with constants, and the first is invariant in the inner loop.
        last = const(end // step, size.dtype)
        first = const(end % step, size.dtype)
        block = analyzer.simplify(binary("floordiv", index, step))
        offset = analyzer.simplify(binary("floormod", index, step))
        part: Expr = const(True) if analyzer.equal(block, last) else Binary("eq", block, last)
        # The offset is proven not to exceed `first`: an equation is as strong and easier to simplify.
        end_only = analyzer.can_prove(Binary("le", offset, first))
        part = binary("and", part, Binary("eq", offset, first) if end_only else Binary("le", first, offset))
        outside = binary("or", outside, part)
    return outside
