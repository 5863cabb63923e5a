"""Fuse nested loops into one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from mlcc.analysis import uses_any
from mlcc.analysis.tree import Site
from mlcc.ir import Binary, Expr, For, IterVar, Range, Stmt, Var, as_int, binary, cast, const, map_children, update

from ..conditions import check_every_iteration
from ..fields import Kind, declare
from ..loops import check_plain, nest, new_loop, only_child, put_values, widest
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..rewriting import Moves, with_axes, with_regions
from ..state import State


@primitive("fuse", variadic="loops", keeps_iterations=True)
class Fuse(Primitive):
    """Fuse nested loops into one: `i = fused // n`, `j = fused % n`. The new loop is `i_j_fused`.

    With `axes`, the axes that the loops drive become one axis too, which is taken apart in the block instead of in its
    bindings: what is split later still drives an axis that can be analysed, where `n` is symbolic.

    Requires: at least one loop (S108); each loop is directly inside the one before (S215), which has nothing else
    below (S216); extents that do not depend on the fused loops (S217); no annotation or thread binding
    (S210); serial loops (S223) from 0 (S214), none of which guards a block without feeding it (S235). With `axes`: one
    block below (S216), each loop bound to an axis of it and used by nothing else (S221), axes of one kind (S220).

    Preserves: the order in which the block instances run.

    Also known as: collapse, flatten.

    Before:
        for i, j in T.grid(64, 32):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]

    Step:
        - fuse: {block: B, loops: [i, j]}

    After:
        for i_j_fused in range(2048):
            with T.block("B"):
                vi = T.axis.spatial(64, i_j_fused // 32)
                vj = T.axis.spatial(32, i_j_fused % 32)
                B[vi, vj] = A[vi, vj]
    """

    loops: tuple[LoopRV, ...] = declare(Kind.LOOPS)
    preserve_unit_iters: bool = declare(Kind.BOOL, True)
    axes: bool = declare(Kind.BOOL, False)

    def check(self, state: State) -> None:
        if not self.loops:
            raise state.refuse("S108", "`fuse` needs at least one loop", field="loops")
        sites = [state.loop(ref) for ref in self.loops]
        for site in sites:
            check_plain(state, site, "fuse")
            if len(sites) > 1:
                check_every_iteration(state, site, "fuse {}")
        for outer, inner in pairwise(sites):
            names = f"`{outer.loop.var.name}` and `{inner.loop.var.name}`"
            below = only_child(outer)
            if below is inner:
                continue
            if inner.parent is below and not below.is_loop:
                raise state.refuse(
                    "S216", f"cannot fuse loops {names}: other statements stand beside the inner one", inner
                )
            raise state.refuse(
                "S215", f"cannot fuse loops {names}: the second is not directly inside the first", inner,
                help="give the loops outer to inner, without leaving one out",
            )  # fmt: skip
        variables = {s.loop.var for s in sites}
        for site in sites:
            if uses_any(site.loop.extent, variables):
                raise state.refuse(
                    "S217", f"the extent of loop `{site.loop.var.name}` depends on a loop it is fused with", site
                )
        if self.axes:
            self._check_axes(state, sites)

    def _check_axes(self, state: State, sites: Sequence[Site]) -> None:
        what = "cannot fuse the axes of loops " + " and ".join(f"`{s.loop.var.name}`" for s in sites)
        below = sites[-1].blocks_below()
        if len(below) != 1:
            raise state.refuse("S216", f"{what}: {len(below)} blocks are below them", sites[-1], field="loops")
        (site,) = below
        variables = [s.loop.var for s in sites]
        driven = _driven(site, variables)
        others = [v for a, v in zip(site.block.iters, site.realize.values, strict=True) if a not in driven]
        inner = [e for s in site.loops() for e in (s.loop.min, s.loop.extent)]
        # a loop of one iteration may drive none
        driving = [s.loop for s in sites if s.loop.var in site.realize.values or as_int(s.loop.extent) != 1]
        if (
            not len(driven) == len(driving) > 0
            or any(uses_any(e, variables) for e in (*others, *inner, site.realize.predicate))
            or not all(_runs_over(state, a, loop) for a, loop in zip(driven, driving, strict=True))
        ):
            raise state.refuse(
                "S221", f"{what}: each must be bound to one axis of block `{site.block.name}`, over all of it", site,
                help="fuse loops before they are split", field="loops",
            )  # fmt: skip
        if len({a.kind for a in driven}) > 1:
            raise state.refuse("S220", f"{what}: one axis would be spatial and reduce", site, field="loops")

    def apply(self, state: State) -> LoopRV:
        sites = [state.loop(ref) for ref in self.loops]
        old = [s.loop for s in sites]
        dtype = widest(loop.var for loop in old)
        fused = Var("_".join([*(loop.var.name for loop in old), "fused"]), dtype)
        total = _product(dtype, [loop.extent for loop in old])
        state.analyzer.bind(fused, 0, total)
        values = dict(zip((loop.var for loop in old), _parts(fused, old), strict=True))
        body, fused_blocks = _with_one_axis(sites, fused, total) if self.axes else (old[-1].body, {})
        loop = new_loop(fused, total, body)
        outer = [*(s.loop for s in sites[0].loops()), loop]
        body, moves = put_values(state.analyzer, body, values, outer, keep_units=self.preserve_unit_iters)
        reason = f"was fused into `{fused.name}`"
        gone = {loop.var: reason for loop in old}
        state.commit({sites[0]: nest([loop], body)}, moves={**moves, **fused_blocks}, gone=gone)
        return state.loop_ref(fused)


def _parts(fused: Var, loops: Sequence[For]) -> list[Expr]:
    """What the loops' variables are, of a variable that counts the iterations of all."""
    dtype = fused.dtype
    parts: list[Expr] = []
    inner: Expr = const(1, dtype)
    for position in range(len(loops) - 1, -1, -1):
        loop = loops[position]
        whole = binary("mul", loop.extent, inner)
        part: Expr = fused if position == 0 else binary("floormod", fused, whole)
        part = binary("floordiv", part, inner)
        parts.append(cast(loop.var.dtype, const(0, dtype) if as_int(loop.extent) == 1 else part))
        inner = whole
    return parts[::-1]


def _driven(site: Site, variables: Sequence[Var]) -> list[IterVar]:
    """The axes that are bound to the loops, in the order of the loops."""
    pairs = [*zip(site.realize.values, site.block.iters, strict=True)]
    return [axis for var in variables for value, axis in pairs if value is var]


def _runs_over(state: State, axis: IterVar, loop: For) -> bool:
    return state.analyzer.equal(axis.dom.min, 0) and state.analyzer.equal(axis.dom.extent, loop.extent)


def _with_one_axis(sites: Sequence[Site], fused: Var, total: Expr) -> tuple[Stmt, Moves]:
    """The body of the loops with one axis, bound to `fused`, in place of those that the loops drive."""
    (site,) = sites[-1].blocks_below()
    block, loops = site.block, [s.loop for s in sites]
    axis = Var(f"v{fused.name}", fused.dtype)
    part_of = dict(zip((loop.var for loop in loops), _parts(axis, loops), strict=True))
    axes: dict[IterVar, Expr] = {}
    parts: dict[Var, Expr] = {}
    for item, value in zip(block.iters, site.realize.values, strict=True):
        if not isinstance(value, Var) or value not in part_of:
            axes[item] = value
            continue
        if not parts:
            axes[IterVar(axis, Range(const(0, axis.dtype), total), item.kind, span=item.span)] = fused
        parts[item.var] = part_of[value]
    new = with_regions(with_axes(block, tuple(axes), parts))
    realize = update(site.realize, values=tuple(axes.values()), block=new)

    def visit(node: Any) -> Any:
        return realize if node is site.realize else map_children(node, visit)

    return visit(loops[-1].body), {block: new}


def _product(dtype: str, extents: list[Expr]) -> Expr:
    """The product of the extents in order, with one constant factor at the end."""
    total: Expr = const(1, dtype)
    factor: Expr = const(1, dtype)
    for extent in extents:
        if isinstance(extent, Binary) and extent.op == "mul" and as_int(extent.b) is not None:
            total, factor = binary("mul", total, extent.a), binary("mul", factor, extent.b)
        elif as_int(extent) is not None:
            factor = binary("mul", factor, extent)
        else:
            total = binary("mul", total, extent)
    return binary("mul", total, factor)
