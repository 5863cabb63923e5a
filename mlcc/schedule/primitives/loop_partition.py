"""Partition a loop into consecutive loops."""

from __future__ import annotations

from mlcc.analysis import uses_any
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Block,
    BlockRealize,
    Expr,
    For,
    IterVar,
    Range,
    Stmt,
    Var,
    as_int,
    const,
    free_vars,
    map_children,
    seq,
    substitute,
    update,
)  # fmt: skip

from ..domains import values_of_loop
from ..fields import Kind, declare
from ..loops import chain_below, check_plain
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..renewing import renewed
from ..rewriting import with_regions
from ..state import State


@primitive("loop_partition")
class LoopPartition(Primitive):
    """Partition a loop into consecutive loops: its first iterations, the next ones, and so on.

    The factors are the lengths of the parts; one may be left open (`null`); without an open one, the remainder is
    a last part. Part `k` is a loop `i<k>` over a block `B_i<k>`, whose axes have just the values that occur, in a
    block of its own, `B_i<k>_partition`; `B_i_common` contains all of them, and has the outer loops as axes. As the
    parts do not start at 0, most other steps must be applied before.

    Requires: at most one open factor (S212); factors above 0 (S213) whose sum is less than the extent (S296), a
    constant one (S289); no annotation or thread binding (S210); a serial loop (S223) from 0 (S214); one block below,
    alone (S216); that has no reduction over the loop with its initialisation (S231).

    Preserves: the order in which the block instances run.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - loop_partition: {block: B, loop: i, factors: [2, null]}

    After:
        with T.block("B_i_common"):
            T.reads(A[0:128])
            T.writes(B[0:128])
            with T.block("B_i0_partition"):
                T.reads(A[0:2])
                T.writes(B[0:2])
                for i0 in range(2):
                    with T.block("B_i0"):
                        vi = T.axis.spatial(2, i0)
                        B[vi] = A[vi] * T.float32(2)
            with T.block("B_i1_partition"):
                T.reads(A[2:128])
                T.writes(B[2:128])
                for i1 in range(2, 128):
                    with T.block("B_i1"):
                        vi = T.axis.spatial((2, 128), i1)
                        B[vi] = A[vi] * T.float32(2)
    """

    loop: LoopRV = declare(Kind.LOOP)
    factors: tuple[int | None, ...] = declare(Kind.FACTORS)
    preserve_unit_iters: bool = declare(Kind.BOOL, True)

    def check(self, state: State) -> None:
        site = state.loop(self.loop)
        what = f"cannot partition loop `{site.loop.var.name}`"
        check_plain(state, site, "partition")
        extent = as_int(site.loop.extent)
        if extent is None:
            raise state.refuse("S289", f"{what}: its extent is not a constant", site)
        if sum(f is None for f in self.factors) > 1:
            raise state.refuse("S212", f"{what}: more than one factor is open", site, field="factors")
        if not self.factors or any(f is not None and f <= 0 for f in self.factors):
            raise state.refuse("S213", f"{what}: the factors must be positive", site, field="factors")
        total = sum(f for f in self.factors if f is not None)
        if total >= extent:
            raise state.refuse(
                "S296", f"{what}: parts of {total} iterations leave none of {extent}", site, field="factors"
            )
        below = site.blocks_below()
        if len(below) != 1 or not all(s.is_loop for s in (chain_below(site, below[0]) or [])[:-1]):
            raise state.refuse("S216", f"{what}: it has not exactly one block below", site)
        for axis, value in zip(below[0].block.iters, below[0].realize.values, strict=True):
            if axis.kind == "reduce" and below[0].block.init is not None and uses_any(value, (site.loop.var,)):
                raise state.refuse(
                    "S231", f"{what}: every part would begin its sums anew", site,
                    labels=[(axis, "summed over here")], help="use `decompose_reduction` first",
                )  # fmt: skip

    def _bounds(self, extent: int) -> list[tuple[int, int]]:
        """The first iteration and the number of iterations of each part."""
        covered = sum(f for f in self.factors if f is not None)
        sizes = [extent - covered if f is None else f for f in self.factors]
        if None not in self.factors:
            sizes.append(extent - covered)
        return [(sum(sizes[:k]), size) for k, size in enumerate(sizes)]

    def apply(self, state: State) -> list[LoopRV]:
        site = state.loop(self.loop)
        (below,) = site.blocks_below()
        name, loop = below.block.name, site.loop
        variables: list[Var] = []
        parts: list[Stmt] = []
        for k, (first, size) in enumerate(self._bounds(as_int(loop.extent) or 0)):
            label = f"{loop.var.name}{k}"
            var = Var(label, loop.var.dtype)
            state.analyzer.bind(var, first, const(size, var.dtype))
            leaf = _leaf(state, site, below, var, f"{name}_{label}")
            body = renewed(_replaced(loop.body, below, leaf), {loop.var: var}, {})
            part = For(var, const(first, var.dtype), const(size, var.dtype), "serial", body)
            parts.append(_wrapped(f"{name}_{label}_partition", part))
            variables.append(var)
        whole = _common(state, site, below, seq(*parts))
        names = ", ".join(f"`{v.name}`" for v in variables)
        state.commit(
            {site: whole},
            gone={loop.var: f"was partitioned into {names}"},
            gone_blocks={below.block: f"was partitioned by its loop `{loop.var.name}`"},
        )
        return [state.loop_ref(v) for v in variables]


def _replaced(body: Stmt, below: Site, leaf: Stmt) -> Stmt:
    return leaf if body is below.node else map_children(body, lambda item: _replaced(item, below, leaf))


def _leaf(state: State, site: Site, below: Site, var: Var, name: str) -> BlockRealize:
    """The block of one part, with the domains of its axes clipped to the values that they take there."""
    iters: list[IterVar] = []
    for axis, value in zip(below.block.iters, below.realize.values, strict=True):
        bottom, top = state.analyzer.interval(state.analyzer.poly(substitute(value, {site.loop.var: var})))
        low, count = as_int(axis.dom.min), as_int(axis.dom.extent)
        fixed = not isinstance(bottom, float) and not isinstance(top, float)
        if uses_any(value, (site.loop.var,)) and fixed and low is not None and count is not None:
            first, last = max(low, int(bottom)), min(low + count - 1, int(top))
            axis = update(axis, dom=Range(_like(axis, first), _like(axis, last - first + 1)))
        iters.append(axis)
    return update(below.realize, block=update(below.block, name=name, iters=tuple(iters)))


def _common(state: State, site: Site, below: Site, body: Stmt) -> BlockRealize:
    """The block around all parts; the outer loops that the parts use become its axes."""
    own = list(zip(below.block.iters, below.realize.values, strict=True))
    iters: list[IterVar] = []
    values: list[Expr] = []
    for outer in site.visible_loops():
        loop = outer.loop
        if loop.var in free_vars(body):
            summed = any(a.kind != "spatial" and uses_any(v, (loop.var,)) for a, v in own)
            axis = Var(f"v_{loop.var.name}", loop.var.dtype)
            domain = values_of_loop(state.analyzer, outer)
            state.analyzer.bind(axis, domain.min, domain.extent)
            iters.append(IterVar(axis, domain, "reduce" if summed else "spatial"))
            values.append(loop.var)
    body = substitute(body, {v: a.var for v, a in zip(values, iters, strict=True) if isinstance(v, Var)})
    name = f"{below.block.name}_{site.loop.var.name}_common"
    return BlockRealize(tuple(values), const(True), with_regions(Block(name, tuple(iters), (), (), body)))


def _like(axis: IterVar, value: int) -> Expr:
    return const(value, axis.var.dtype)


def _wrapped(name: str, body: Stmt) -> BlockRealize:
    return BlockRealize((), const(True), with_regions(Block(name, (), (), (), body)))
