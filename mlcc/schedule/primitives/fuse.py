"""Fuse nested loops into one."""

from __future__ import annotations

from itertools import pairwise

from mlcc.analysis import uses_any
from mlcc.ir import Binary, Expr, Var, as_int, binary, cast, const

from ..conditions import check_every_iteration
from ..fields import Kind, declare
from ..loops import check_plain, nest, new_loop, only_child, put_values, widest
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..state import State


@primitive("fuse", variadic="loops", keeps_iterations=True)
class Fuse(Primitive):
    """Fuse nested loops into one: `i = fused // n`, `j = fused % n`. The new loop is `i_j_fused`.

    Requires: at least one loop (S108); each loop is directly inside the one before (S215), which has nothing else
    below (S216); extents that do not depend on the fused loops (S217); no annotation or thread binding
    (S210); serial loops (S223) from 0 (S214), none of which guards a block without feeding it (S235).

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

    def apply(self, state: State) -> LoopRV:
        sites = [state.loop(ref) for ref in self.loops]
        old = [s.loop for s in sites]
        dtype = widest(loop.var for loop in old)
        fused = Var("_".join([*(loop.var.name for loop in old), "fused"]), dtype)
        total = _product(dtype, [loop.extent for loop in old])
        state.analyzer.bind(fused, 0, total)
        values: dict[Var, Expr] = {}
        inner: Expr = const(1, dtype)
        for position in range(len(old) - 1, -1, -1):
            loop = old[position]
            whole = binary("mul", loop.extent, inner)
            part: Expr = fused if position == 0 else binary("floormod", fused, whole)
            part = binary("floordiv", part, inner)
            values[loop.var] = cast(loop.var.dtype, const(0, dtype) if as_int(loop.extent) == 1 else part)
            inner = whole
        loop = new_loop(fused, total, old[-1].body)
        outer = [*(s.loop for s in sites[0].loops()), loop]
        body, moves = put_values(state.analyzer, old[-1].body, values, outer, keep_units=self.preserve_unit_iters)
        reason = f"was fused into `{fused.name}`"
        state.commit({sites[0]: nest([loop], body)}, moves=moves, gone={loop.var: reason for loop in old})
        return state.loop_ref(fused)


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
