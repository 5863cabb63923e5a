"""Split a reduction into independent partial reductions and a reduction of their results."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.analysis import conjunction, conjuncts, uses_any
from mlcc.analysis.reducers import Reducer, find_reducer
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
    LetStmt,
    Range,
    SeqStmt,
    Stmt,
    Var,
    as_int,
    const,
    free_vars,
    if_then_else,
    seq,
    substitute,
    update,
)  # fmt: skip

from ..fields import Kind, declare
from ..movement import removal_root
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..rewriting import with_regions
from ..state import State

Buffers = tuple[Buffer, ...]


@primitive("rfactor")
class RFactor(Primitive):
    """Make the iterations of a reduction loop independent: partial results, then a reduction over them.

    Block `X` becomes `X_rf`, which computes one partial result for each value of the loop into the buffer
    `<buf>_rf` (with a new dimension at `factor_axis`), followed by `X`, which reduces these. The loop may then
    run in parallel or as vectors over `X_rf`.

    A guard over reduction loops is kept if every partial result is initialised under it. Otherwise, and always with
    `neutral_ends`, it moves into the value, which is then the neutral element wherever the guard is false.

    Requires: the loop is over a reduction block (S271), is serial (S276), feeds reduce axes only (S274),
    and the block alone is in its nest (S216); a guard that moves into the value depends only on the reduction
    loops of one axis (S278); every other loop below a reduction loop feeds an axis (S277); a sum, product,
    minimum or maximum with its neutral element, or two results bound by `T.let` and then stored: two sums, a minimum
    and a maximum, or index (from -1) and value of one of these, by `T.Select(M[vi] >= A[vi, vk], …)` (S273);
    `factor_axis` is a position in the new buffer, negative ones count from the end (S275).

    Preserves: the results, up to the order of additions, and up to which index of several equal values is the result.

    Before:
        for k in range(128):
            with T.block("Y"):
                vk = T.axis.reduce(128, k)
                with T.init():
                    Y[0] = T.float32(0)
                Y[0] = Y[0] + A[vk]

    Step:
        - split: {loop: k, block: Y, factors: [null, 8], as: [k0, k1]}
        - rfactor: {loop: k1, factor_axis: 0}

    After:
        Y_rf = T.alloc_buffer((8, 1))
        for k_0, k_1 in T.grid(16, 8):
            with T.block("Y_rf"):
                vk_1, vk_0 = T.axis.remap("SR", [k_1, k_0])
                with T.init():
                    Y_rf[vk_1, 0] = T.float32(0)
                Y_rf[vk_1, 0] = Y_rf[vk_1, 0] + A[vk_0 * 8 + vk_1]
        for k_1 in range(8):
            with T.block("Y"):
                vk_1 = T.axis.reduce(8, k_1)
                with T.init():
                    Y[0] = T.float32(0)
                Y[0] = Y[0] + Y_rf[vk_1, 0]
    """

    loop: LoopRV = declare(Kind.LOOP)
    factor_axis: int = declare(Kind.INT)
    neutral_ends: bool = declare(Kind.BOOL, False)

    def _block(self, state: State) -> Site:
        loop = state.loop(self.loop)
        below = loop.blocks_below()
        if len(below) != 1:
            raise state.refuse(
                "S216", f"cannot factor loop `{self.loop.name}`: several blocks are below it", loop, field="loop"
            )
        return below[0]

    def check(self, state: State) -> None:
        loop = state.loop(self.loop)
        what = f"cannot factor loop `{self.loop.name}`"
        scope = state.scope(loop)
        site = self._block(state)
        name = site.block.name
        if loop.loop.kind != "serial":
            raise state.refuse("S276", f"{what}: it is {loop.loop.kind}", loop)
        why = scope.why_not_reduction(site)
        if why is not None:
            raise state.refuse("S271", f"{what}: block `{name}` is not a reduction", site, notes=[why], field="loop")
        if not _below_root(site, loop):
            raise state.refuse("S216", f"{what}: other statements stand beside block `{name}`", loop, field="loop")
        self._check_loops(state, site, loop, what)
        self._check_guard(site, loop, state, what)
        reducer = find_reducer(site.block)
        if isinstance(reducer, str):
            raise state.refuse(
                "S273", f"{what}: what block `{name}` computes is not known", site, notes=[reducer], field="loop"
            )
        rank = len(reducer.buffer.shape)
        if not -(rank + 1) <= self.factor_axis <= rank:
            raise state.refuse(
                "S275", f"{what}: `factor_axis` may be {-(rank + 1)} to {rank}", site, field="factor_axis"
            )

    def _check_guard(self, site: Site, loop: Site, state: State, what: str) -> None:
        """S278 if a guard that may leave partial results unwritten cannot move into the value."""
        if not self.neutral_ends and _guard_can_stay(state, site, loop):
            return
        split = _split_loops(state, site, loop)
        loops = {item.loop.var for item in site.loops()}
        for part in _reducing_guards(site):
            if any(var in loops and var not in split for var in free_vars(part)):
                raise state.refuse(
                    "S278", f"{what}: a guard depends on reduction loops of another axis", site,
                    help="split the reduction by a factor that divides its extent", field="loop"
                )  # fmt: skip

    def _check_loops(self, state: State, site: Site, loop: Site, what: str) -> None:
        users = _users(site, loop.loop.var)
        if not users or any(a.kind != "reduce" for a in users):
            text = "no axis" if not users else f"axis `{users[0].var.name}`, which is {users[0].kind}"
            raise state.refuse(
                "S274",
                f"{what}: it feeds {text}",
                loop,
                help="choose a loop that feeds reduce axes only; `split` a fused one first",
            )
        # Loops become axes of their own, whose domains must not depend on loops.
        around = {s.loop.var for s in site.visible_loops()}
        for item in site.loops():
            reduces = any(a.kind == "reduce" for a in _users(site, item.loop.var))
            if reduces and (uses_any(item.loop.min, around) or uses_any(item.loop.extent, around)):
                raise state.refuse(
                    "S278",
                    f"{what}: how far loop `{item.loop.var.name}` runs depends on a loop outside",
                    item,
                    help="make its bounds constant, with a guard on the block",
                )
        seen_reduction = False
        for item in site.loops():
            fed = _users(site, item.loop.var)
            if not fed and seen_reduction and as_int(item.loop.extent) != 1:
                raise state.refuse("S277", f"{what}: loop `{item.loop.var.name}` feeds no axis", item, field="loop")
            if any(a.kind == "reduce" for a in fed):
                seen_reduction = True
                if any(a.kind == "spatial" for a in fed):
                    raise state.refuse(
                        "S274",
                        f"{what}: loop `{item.loop.var.name}` feeds spatial and reduce axes",
                        item,
                        help="keep spatial and reduction loops separate: do not `fuse` them",
                        field="loop",
                    )

    def apply(self, state: State) -> BlockRV:
        loop, site = state.loop(self.loop), self._block(state)
        scope = state.scope(site)
        reducer = find_reducer(site.block)
        assert isinstance(reducer, Reducer)
        # -1 is a new last dimension: with rank 1 there are 2 positions, and -1 % 2 is 1.
        axis = self.factor_axis % (len(reducer.buffer.shape) + 1)
        shape = list(reducer.buffer.shape)
        shape.insert(axis, loop.loop.extent)
        partial = tuple(
            update(b, name=f"{b.name}.rf", shape=tuple(shape), strides=(), elem_offset=None) for b in reducer.buffers
        )
        rf_realize = _partial_block(state, site, loop, reducer, partial, axis, self.neutral_ends)
        final_nest, final = _final_nest(site, loop, reducer, partial, axis)
        root = removal_root(site)
        rf_nest = _with_innermost(root, site, rf_realize)
        block = scope.site.block
        state.commit(
            {root: SeqStmt((rf_nest, final_nest))},
            moves={site.block: final},
            fields={block: {"allocs": (*block.allocs, *partial)}},
        )
        return state.block_ref_of(rf_realize.block)


def _reducing_guards(site: Site) -> list[Expr]:
    """The conjuncts of the block's guard that depend on reduction loops."""
    reducing = {s.loop.var for s in site.loops() if any(a.kind == "reduce" for a in _users(site, s.loop.var))}
    return [part for part in conjuncts(site.realize.predicate) if uses_any(part, reducing)]


def _guard_can_stay(state: State, site: Site, loop: Site) -> bool:
    """Whether every partial result is initialised under the guard: it holds where the other reduction loops start.

    With `k = k0 * 8 + k1 < 100` and `k1` factored, it becomes `k1 < 100` at k0 = 0: true for k1 < 8. With `k0`
    factored it becomes `k0 * 8 < 100` at k1 = 0: true for k0 < 13.
    """
    guards = _reducing_guards(site)
    others = [s.loop for s in site.loops() if any(a.kind == "reduce" for a in _users(site, s.loop.var))]
    # The initialisation runs where all other reduction loops are at their start.
    starts = {f.var: f.min for f in others if f is not loop.loop}
    # A partial result is then one iteration, which the guard may skip.
    if guards and not starts:
        return False
    return all(state.analyzer.can_prove(substitute(part, starts)) for part in guards)


def _split_loops(state: State, site: Site, loop: Site) -> set[Var]:
    """The loops that share an axis with the factored loop, also through other loops: each becomes an axis."""
    loops = {loop.loop.var}
    # With k = k0 * 8 + k1, k0 and k1 share an axis. If another axis uses k1 and r, r follows, and so on.
    values = [set(state.analyzer.poly(v).variables()) for v in site.realize.values]
    while more := {var for used in values if used & loops for var in used} - loops:
        loops |= more
    return loops


def _below_root(site: Site, loop: Site) -> bool:
    root = removal_root(site)
    return loop is root or root.is_above(loop)


def _users(site: Site, var: Var) -> list[IterVar]:
    pairs = zip(site.block.iters, site.realize.values, strict=True)
    return [a for a, v in pairs if uses_any(v, (var,))]


def _with_innermost(root: Site, site: Site, new: Stmt) -> Stmt:
    """The nest of a block with the block replaced."""
    node: Stmt = new
    current = site
    while current is not root:
        above = current.parent
        assert above is not None
        node = update(above.node, body=node) if above.is_loop else node
        current = above
    return node


def _inserted(items: tuple[Expr, ...], at: int, new: Expr) -> tuple[Expr, ...]:
    return (*items[:at], new, *items[at:])


def _partial_block(
    state: State, site: Site, loop: Site, reducer: Reducer, partial: Buffers, axis: int, neutral: bool
) -> BlockRealize:
    """`X_rf`: the factored loop becomes a spatial axis, every other loop of its reduce axes a reduce axis."""
    block, realize = site.block, site.realize
    target = loop.loop.var
    own = Var(f"v{target.name}", target.dtype)
    extents = {s.loop.var: s.loop.extent for s in site.loops()}
    iters = [IterVar(own, Range(const(0, own.dtype), loop.loop.extent), "spatial")]
    values: list[Expr] = [target]
    loop_axes: dict[Var, Expr] = {target: own}
    replaced: dict[Var, Expr] = {}
    split = _split_loops(state, site, loop)
    for item, value in zip(block.iters, realize.values, strict=True):
        # This axis has nothing to do with the factored loop: copied as it is.
        if item.kind != "reduce" or not uses_any(value, split):
            copy = Var(item.var.name, item.var.dtype)
            replaced[item.var] = copy
            iters.append(IterVar(copy, item.dom, item.kind, span=item.span))
            values.append(value)
            continue
        # vk = k0 * 8 + k1 becomes vk_0 * 8 + vk_1, where vk_1 of the factored loop is spatial now.
        for var in state.analyzer.poly(value).variables():
            if var not in loop_axes and var in extents:
                part = Var(f"v{var.name}", var.dtype)
                loop_axes[var] = part
                iters.append(IterVar(part, Range(const(0, part.dtype), extents[var]), "reduce"))
                values.append(var)
        replaced[item.var] = substitute(value, loop_axes)
    at = _inserted(tuple(substitute(i, replaced) for i in reducer.indices), axis, own)
    rest = [substitute(v, replaced) for v in reducer.values]
    guards = [] if not neutral and _guard_can_stay(state, site, loop) else _reducing_guards(site)
    if guards:
        # The reducer's neutral element in place of what the guard excludes: the partial result is still written.
        inside = substitute(conjunction(guards), loop_axes)
        rest = [if_then_else(inside, v, i) for v, i in zip(rest, reducer.identities, strict=True)]
    # If the factored loop was the only one, a partial result is a single value: no accumulation, no init.
    reduces = any(i.kind == "reduce" for i in iters)
    total = reducer.combine([BufferLoad(b, at) for b in partial], rest) if reduces else rest
    init = _stored(partial, at, reducer.identities) if reduces else None
    mine = dict(zip(reducer.buffers, partial, strict=True))
    written = _points([mine[r.buffer] for r in block.writes], at)
    partial_block = Block(
        f"{block.name}_rf", tuple(iters), block.reads, written, _stored(partial, at, total, bind=reduces), init,
        annotations=block.annotations, span=block.span,
    )  # fmt: skip
    remaining = conjunction([p for p in conjuncts(realize.predicate) if p not in guards])
    return BlockRealize(tuple(values), remaining, with_regions(partial_block))


def _stored(buffers: Buffers, at: tuple[Expr, ...], values: Sequence[Expr], bind: bool = False) -> Stmt:
    """Stores of values at the same indices; with `bind`, several values are all computed before the first store."""
    if len(buffers) == 1 or not bind:
        return seq(*(BufferStore(b, v, at) for b, v in zip(buffers, values, strict=True)))
    # The new index of an argmax depends on the old maximum: a store of one must not precede the load of the other.
    bound = [Var(f"v_{b.name.replace('.', '_')}", b.dtype) for b in buffers]
    body = seq(*(BufferStore(b, v, at) for b, v in zip(buffers, bound, strict=True)))
    for var, value in reversed(list(zip(bound, values, strict=True))):
        body = LetStmt(var, value, body)
    return body


def _points(buffers: Sequence[Buffer], at: tuple[Expr, ...]) -> tuple[BufferRegion, ...]:
    """The region of one element of each buffer, in the order of the buffers."""
    return tuple(BufferRegion(b, tuple(Range(i, const(1, i.dtype)) for i in at)) for b in buffers)


def _final_nest(site: Site, loop: Site, reducer: Reducer, partial: Buffers, axis: int) -> tuple[Stmt, Block]:
    """`X`: reduces the partial results, in copies of the spatial loops and of the factored loop."""
    block, realize = site.block, site.realize
    # Other reduction loops are done in `X_rf`.
    kept = [
        s
        for s in site.loops()
        if (_inside_root(site, s)) and (s is loop or not any(a.kind == "reduce" for a in _users(site, s.loop.var)))
    ]
    copies: dict[Var, Expr] = {s.loop.var: Var(s.loop.var.name, s.loop.var.dtype) for s in kept}
    target = copies[loop.loop.var]
    own = Var(f"v{loop.loop.var.name}", loop.loop.var.dtype)
    iters = [IterVar(own, Range(const(0, own.dtype), loop.loop.extent), "reduce")]
    values: list[Expr] = [target]
    replaced: dict[Var, Expr] = {}
    for item, value in zip(block.iters, realize.values, strict=True):
        if item.kind == "spatial":
            replaced[item.var] = copy = Var(item.var.name, item.var.dtype)
            iters.append(IterVar(copy, item.dom, "spatial", span=item.span))
            values.append(substitute(value, copies))
    at = tuple(substitute(i, replaced) for i in reducer.indices)
    inserted = _inserted(at, axis, own)
    results = [BufferLoad(b, at) for b in reducer.buffers]
    combined = reducer.combine(results, [BufferLoad(b, inserted) for b in partial])
    final_block = with_regions(
        Block(
            block.name,
            tuple(iters),
            _points(partial, inserted),
            (),
            _stored(reducer.buffers, at, combined, bind=True),
            _stored(reducer.buffers, at, reducer.identities),
            annotations=block.annotations,
            span=block.span,
        )  # fmt: skip
    )
    guard = _spatial_guard(site, copies)
    nest: Stmt = BlockRealize(tuple(values), guard, final_block)
    for item_site in reversed(kept):
        header = item_site.loop
        var = copies[header.var]
        assert isinstance(var, Var)
        extent = substitute(header.extent, copies)
        nest = update(header, var=var, extent=extent, body=nest)
    return nest, final_block


def _inside_root(site: Site, loop: Site) -> bool:
    return _below_root(site, loop)


def _spatial_guard(site: Site, copies: dict[Var, Expr]) -> Expr:
    """The conjuncts of the guard that depend only on loops that the final reduction also has."""
    loops = {s.loop.var for s in site.loops() if _below_root(site, s)}
    # A guard on a reduction loop that is gone was obeyed while the partial results were computed.
    kept = [p for p in conjuncts(site.realize.predicate) if all(v in copies or v not in loops for v in free_vars(p))]
    return substitute(conjunction(kept), copies)
