"""Separate filling the border from copying the interior."""

from __future__ import annotations

from mlcc.analysis import conjunction
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Binary,
    Block,
    BlockRealize,
    BufferStore,
    Call,
    Expr,
    For,
    IterVar,
    Range,
    SeqStmt,
    Stmt,
    Var,
    as_int,
    binary,
    const,
    substitute,
    update,
)  # fmt: skip

from ..conditions import check_axes_say_all
from ..fields import Kind, declare
from ..interior import Limits, limits_of
from ..loops import chain_below
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..rewriting import with_regions
from ..state import State


@primitive("decompose_padding")
class DecomposePadding(Primitive):
    """Fill with the padding value first (`P_pad_const`, right before a loop), then copy only the interior.

    Requires: the loop is over the block (S270); the block is complete (S241) and stores
    ``if_then_else(inside, value, literal)``, where `inside` bounds axes by literals (S284); the loops of these axes
    are plain and at or below the given loop (S284).

    Preserves: the results.

    Before:
        for i in range(18):
            with T.block("P"):
                vi = T.axis.spatial(18, i)
                P[vi] = T.if_then_else(vi >= 1 and vi < 17, A[vi - 1], T.float32(0))

    Step:
        - decompose_padding: {block: P, loop: i}

    After:
        for i in range(18):
            with T.block("P_pad_const"):
                vi = T.axis.spatial(18, i)
                P[vi] = T.float32(0)
        for i in range(16):
            with T.block("P"):
                vi = T.axis.spatial(16, i)
                P[vi + 1] = A[vi]
    """

    block: BlockRV = declare(Kind.BLOCK)
    loop: LoopRV = declare(Kind.LOOP)

    def check(self, state: State) -> None:
        site, loop = state.block(self.block), state.loop(self.loop)
        name = site.block.name
        scope = state.scope(site)
        if not any(loop is s for s in site.loops()):
            raise state.refuse("S270", f"loop `{self.loop.name}` is not over block `{name}`", loop)
        why = scope.why_not_complete(site)
        if why is not None:
            raise state.refuse("S241", f"block `{name}` is not complete", site, notes=[why])
        if site.block.init is not None:
            raise state.refuse("S284", f"block `{name}` does not pad: it has an initialisation", site)
        check_axes_say_all(state, site, f"cannot decompose block `{name}`")
        limits = limits_of(site.block)
        if isinstance(limits, str):
            raise state.refuse("S284", f"block `{name}` does not pad: {limits}", site)
        for axis, value in zip(site.block.iters, site.realize.values, strict=True):
            if axis.var in limits and not isinstance(value, Var):
                raise state.refuse(
                    "S284", f"axis `{axis.var.name}` of block `{name}` is not bound to a plain loop",
                    axis, site, field="block"
                )  # fmt: skip
        if not all(s.is_loop for s in (chain_below(loop, site) or [])[:-1]):
            raise state.refuse("S284", f"block `{name}` is not alone below the loop", loop)

    def apply(self, state: State) -> BlockRV:
        site, loop = state.block(self.block), state.loop(self.loop)
        limits = limits_of(site.block)
        assert isinstance(limits, dict)
        chain = [s.loop for s in site.loops() if s is loop or loop.is_above(s)]
        fill, fill_block = _fill_nest(site, chain)
        copy, copy_block = _copy_nest(state, site, chain, limits)
        state.commit({loop: SeqStmt((fill, copy))}, moves={site.block: copy_block})
        return state.block_ref_of(fill_block)


def _copied(chain: list[For], body: Stmt, values: dict[Var, Expr], extents: dict[Var, int]) -> Stmt:
    for loop in reversed(chain):
        var = values[loop.var]
        assert isinstance(var, Var)
        size = extents.get(loop.var)
        extent = loop.extent if size is None else const(size, var.dtype)
        body = update(loop, var=var, extent=extent, body=body)
    return body


def _units(site: Site, copied: list[For]) -> dict[Var, Expr]:
    """The loops of extent 1 that stay over both nests, with their only value."""
    inside = {loop.var for loop in copied}
    return {s.loop.var: s.loop.min for s in site.loops() if as_int(s.loop.extent) == 1 and s.loop.var not in inside}


def _fill_nest(site: Site, chain: list[For]) -> tuple[Stmt, Block]:
    block, realize = site.block, site.realize
    store = block.body
    assert isinstance(store, BufferStore)
    assert isinstance(store.value, Call)
    loops: dict[Var, Expr] = {f.var: Var(f.var.name, f.var.dtype) for f in chain}
    bound = {**loops, **_units(site, chain)}
    axes: dict[Var, Expr] = {a.var: Var(a.var.name, a.var.dtype) for a in block.iters}
    iters = []
    for axis in block.iters:
        var = axes[axis.var]
        assert isinstance(var, Var)
        iters.append(IterVar(var, axis.dom, axis.kind))
    body = BufferStore(store.buffer, store.value.args[2], tuple(substitute(i, axes) for i in store.indices))
    result = with_regions(Block(f"{block.name}_pad_const", tuple(iters), (), (), body, span=block.span))
    values = tuple(substitute(v, bound) for v in realize.values)
    new = BlockRealize(values, substitute(realize.predicate, bound), result)
    return _copied(chain, new, loops, {}), result


def _copy_nest(state: State, site: Site, chain: list[For], limits: Limits) -> tuple[Stmt, Block]:
    block, realize = site.block, site.realize
    store = block.body
    assert isinstance(store, BufferStore)
    assert isinstance(store.value, Call)
    loops: dict[Var, Expr] = {f.var: Var(f.var.name, f.var.dtype) for f in chain}
    bound = {**loops, **_units(site, chain)}
    guards: list[Expr] = [substitute(realize.predicate, bound)]
    values: list[Expr] = []
    extents: dict[Var, int] = {}
    replaced: dict[Var, Expr] = {}
    iters: list[IterVar] = []
    for axis, value in zip(block.iters, realize.values, strict=True):
        var = Var(axis.var.name, axis.var.dtype)
        dom = axis.dom
        shifted: Expr = var
        if axis.var in limits:
            low, high = limits[axis.var]
            dom = Range(const(0, var.dtype), const(high - low, var.dtype))
            shifted = binary("add", var, const(low, var.dtype))
            assert isinstance(value, Var)
            if value in loops:
                extents[value] = high - low
                values.append(bound[value])
            else:  # the loop stays around both nests: the copy gets a guard
                whole = substitute(value, bound)
                values.append(binary("sub", whole, low))
                least, end = const(low, value.dtype), const(high, value.dtype)
                tests = (Binary("le", least, whole), Binary("lt", whole, end))
                guards += [g for g in tests if not state.analyzer.can_prove(g)]
        else:
            values.append(substitute(value, bound))
        state.analyzer.bind(var, dom.min, dom.extent)
        replaced[axis.var] = shifted
        iters.append(IterVar(var, dom, axis.kind, span=axis.span))
    inside = state.analyzer.simplify(substitute(store.value.args[1], replaced))
    at = tuple(state.analyzer.simplify(substitute(i, replaced)) for i in store.indices)
    result = with_regions(update(block, iters=tuple(iters), body=BufferStore(store.buffer, inside, at)))
    new = BlockRealize(tuple(values), conjunction(guards), result)
    return _copied(chain, new, loops, extents), result
