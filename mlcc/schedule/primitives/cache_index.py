"""Precompute the index expressions of a block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mlcc.analysis import Analyzer, relax, same, to_expr
from mlcc.analysis.tree import Site
from mlcc.ir import (
    INTRINSICS,
    Block,
    BlockRealize,
    Broadcast,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Call,
    Expr,
    IterVar,
    Node,
    Ramp,
    Range,
    Stmt,
    Var,
    binary,
    children,
    const,
    map_children,
    seq,
    substitute,
    update,
    walk,
)  # fmt: skip

from ..caching import check_scope
from ..fields import Kind, declare
from ..loops import divides_by_zero, new_loop
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..state import State, position_of


@primitive("cache_index")
class CacheIndex(Primitive):
    """Precompute what a block computes from its axes alone, such as indices, in buffers `index_var_0` ….

    Each expression without loads gets a block `index_0`, `index_1` …, the longest expression first; equal ones share
    one. Only expressions that occur at least `cse_thresh` times are chosen; of a rarer one, its subexpressions may be.

    Requires: a known storage scope (S263); `cse_thresh` is not negative (S104); an expression without loads, of the
    block's axes, in what the block stores (S290).

    Preserves: the results.

    Before:
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi // 2 + vj // 2]

    Step:
        - cache_index: {block: B, storage_scope: global}

    After:
        index_var_0 = T.alloc_buffer((16, 8), "int32")
        for ax0, ax1 in T.grid(16, 8):
            with T.block("index_0"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                index_var_0[v0, v1] = v0 // 2 + v1 // 2
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi // 2 + vj // 2], index_var_0[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[index_var_0[vi, vj]]
    """

    block: BlockRV = declare(Kind.BLOCK)
    storage_scope: str = declare(Kind.STRING)
    cse_thresh: int = declare(Kind.INT, 0)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        state.scope(site)
        check_scope(state, self.storage_scope)
        if self.cse_thresh < 0:
            raise state.refuse("S104", f"`cse_thresh` is a count, not {self.cse_thresh}", site, field="cse_thresh")
        expressions = self._expressions(site)
        if not expressions:
            raise state.refuse(
                "S290",
                f"block `{site.block.name}` computes nothing from its axes {self.cse_thresh} times or more",
                site,
                field="block",
            )
        for expr in expressions:
            self._check_axes(state, site, expr)

    def _check_axes(self, state: State, site: Site, expr: Expr) -> None:
        binds = {a.var: v for a, v in zip(site.block.iters, site.realize.values, strict=True)}
        loops = {s.loop.var: None for s in site.visible_loops()}
        for var in _vars(expr):
            value = binds.get(var)
            if value is None or any(v not in loops for v in _vars(value)):
                raise state.refuse(
                    "S290",
                    f"cannot compute the indices of block `{site.block.name}` beforehand: `{var.name}` is "
                    + ("not one of its axes" if value is None else "bound to what is not a loop of its scope"),
                    site,
                )
            if relax(state.analyzer, state.analyzer.poly(value), loops) is None:
                raise state.refuse("S290", f"the values of axis `{var.name}` are not bounded", site)

    def _expressions(self, site: Site) -> list[Expr]:
        stores = [n for n in walk(site.block) if isinstance(n, BufferStore)]
        repeated: list[Expr] = []
        for store in stores:
            chosen = _Counts(store, self.cse_thresh).chosen()
            for node in _post_order(store.value):
                repeated += [e for e in chosen if e not in repeated and _equivalent(node, e)]
        return sorted(repeated, key=lambda e: -_size(e))

    def apply(self, state: State) -> list[BlockRV]:
        site = state.block(self.block)
        scope = state.scope(site).site
        caches, nests, blocks = [], [], []
        changed: Any = site.block
        for number, expr in enumerate(self._expressions(site)):
            cache, nest, block = _index_block(state, site, expr, number, self.storage_scope)
            caches.append(cache)
            nests.append(nest)
            blocks.append(block)
            changed = _replaced(changed, expr, BufferLoad(cache, _vars(expr)))
        points = [BufferRegion(c, tuple(Range(v, const(1, v.dtype)) for v in _vars(e)))
                  for c, e in zip(caches, self._expressions(site), strict=True)]  # fmt: skip
        changed = update(changed, reads=(*site.block.reads, *points), writes=site.block.writes)
        state.commit(
            {site: update(site.realize, block=changed)},
            moves={site.block: changed},
            fields={scope.block: {"allocs": (*scope.block.allocs, *caches)}},
            inserts=[(scope, position_of(scope, site), seq(*nests))],
        )
        return [state.block_ref_of(b) for b in blocks]


class _Counts:
    """How often a store computes each expression without loads; longest expressions first."""

    def __init__(self, store: BufferStore, least: int) -> None:
        self.counts: list[tuple[Expr, int]] = []
        self.least = least
        for expr in _computed(store):
            self._add(expr, 1)
        self.counts.sort(key=lambda item: -_size(item[0]))

    def _add(self, expr: Expr, count: int) -> None:
        for n, (existing, times) in enumerate(self.counts):
            if _equivalent(existing, expr):
                self.counts[n] = existing, times + count
                return
        position = sum(_size(e) >= _size(expr) for e, _ in self.counts)
        self.counts.insert(position, (expr, count))

    def chosen(self) -> list[Expr]:
        """The expressions that occur often enough. Subexpressions of a rarer one are counted instead."""
        n = 0
        while n < len(self.counts):
            expr, times = self.counts[n]
            if times < self.least:
                for part in children(expr):
                    for inner in _computed(part):
                        self._add(inner, times)
            n += 1
        return [e for e, times in self.counts if times >= self.least]


def _computed(node: Node) -> Iterator[Expr]:
    """The maximal subexpressions of a node that contain no load."""
    if isinstance(node, Expr) and _size(node) > 1 and not any(_is_impure(n) for n in walk(node)):
        yield node
        return
    for child in children(node):
        yield from _computed(child)


def _is_impure(node: Node) -> bool:
    """Whether a node must not be precomputed, which happens also for axis values that the block's guard excludes."""
    if isinstance(node, Call):
        intrinsic = INTRINSICS.get(node.op)
        return intrinsic is None or not intrinsic.pure
    return isinstance(node, (BufferLoad, Ramp, Broadcast)) or divides_by_zero(node)


def _size(expr: Expr) -> int:
    return sum(isinstance(n, Expr) for n in walk(expr))


def _post_order(node: Node) -> Iterator[Expr]:
    for child in children(node):
        yield from _post_order(child)
    if isinstance(node, Expr):
        yield node


def _equivalent(a: Expr, b: Expr) -> bool:
    return a.dtype == b.dtype and same(Analyzer().simplify(a), Analyzer().simplify(b))


def _vars(expr: Expr) -> tuple[Var, ...]:
    """The variables of an expression, in order."""
    return tuple(dict.fromkeys(n for n in _post_order(expr) if isinstance(n, Var)))


def _replaced(block: Block, expr: Expr, load: BufferLoad) -> Block:
    """The block with every occurrence of an expression replaced by `load`."""

    def visit(node: Any) -> Any:
        if isinstance(node, Expr) and _equivalent(node, expr):
            return load
        return map_children(node, visit)

    init = visit(block.init) if block.init is not None else None
    return update(block, body=visit(block.body), init=init)


def _index_block(state: State, site: Site, expr: Expr, number: int, scope: str) -> tuple[Buffer, Stmt, Block]:
    """The buffer of an expression, the loop nest that fills it for all values of the axes, and the block in it."""
    binds = {a.var: v for a, v in zip(site.block.iters, site.realize.values, strict=True)}
    used = _vars(expr)
    loops = {s.loop.var: s.loop for s in site.visible_loops()}
    own = list(dict.fromkeys(v for axis in used for v in _vars(binds[axis])))
    fresh = {v: Var(f"ax{k}", v.dtype) for k, v in enumerate(own)}
    moved: dict[Var, Expr] = {v: binary("add", loops[v].min, new) for v, new in fresh.items()}
    shape: list[Expr] = []
    for axis in used:
        bounds = relax(state.analyzer, state.analyzer.poly(binds[axis]), dict.fromkeys(loops))
        assert bounds is not None
        shape.append(to_expr(state.analyzer.merge(bounds.high.shift(1)), axis.dtype))
    cache = Buffer(f"index_var_{number}", tuple(shape), expr.dtype, scope)
    axes = {v: Var(f"v{k}", v.dtype) for k, v in enumerate(used)}
    iters = tuple(
        IterVar(a, Range(const(0, a.dtype), n), "spatial") for a, n in zip(axes.values(), shape, strict=True)
    )  # fmt: skip
    at = tuple(axes.values())
    point = BufferRegion(cache, tuple(Range(a, const(1, a.dtype)) for a in at))
    block = Block(f"index_{number}", iters, (), (point,), BufferStore(cache, substitute(expr, axes), at))
    nest: Stmt = BlockRealize(tuple(substitute(binds[v], moved) for v in used), const(True), block)
    for var in reversed(own):
        nest = new_loop(fresh[var], loops[var].extent, nest)
    return cache, nest, block
