"""Compute a loop-invariant block in the first iteration of the loop only."""

from __future__ import annotations

from mlcc.analysis import uses_any
from mlcc.analysis.tree import Site
from mlcc.ir import IfThenElse, LetStmt, Var, binary, const, update

from ..conditions import check_axes_say_all, check_complete_or_reduction
from ..fields import Kind, declare
from ..loops import guarded
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..state import State


@primitive("compute_once")
class ComputeOnce(Primitive):
    """Compute a block in the first iteration of a loop only; later iterations read its results from the buffer.

    The block gets the guard `i < 1`; lowering peels the first iteration, and allocates the buffer outside of the
    loop. A panel of a matrix is thus packed while the first tile of rows uses it; packing it beforehand would need a
    separate pass over the memory. (Halide: store_at an outer loop, compute_at an inner one.)

    Requires: the loop is over the block (S270), which is complete (S241); every iteration would do the same: the loop
    feeds no axis of the block, and nothing that the block reads is written below the loop (S249); a serial loop (S223).

    Preserves: the results.

    Before:
        P = T.alloc_buffer((64,))
        for i in range(8):
            for k in range(64):
                with T.block("P"):
                    v = T.axis.spatial(64, k)
                    P[v] = A[v] * T.float32(2)
                with T.block("C"):
                    vi, vk = T.axis.remap("SS", [i, k])
                    C[vi, vk] = P[vk]

    Step:
        - compute_once: {block: P, loop: [P, i]}

    After:
        P = T.alloc_buffer((64,))
        for i in range(8):
            for k in range(64):
                with T.block("P"):
                    v = T.axis.spatial(64, k)
                    T.where(i < 1)
                    P[v] = A[v] * T.float32(2)
                with T.block("C"):
                    vi, vk = T.axis.remap("SS", [i, k])
                    C[vi, vk] = P[vk]
    """

    block: BlockRV = declare(Kind.BLOCK)
    loop: LoopRV = declare(Kind.LOOP)

    def check(self, state: State) -> None:
        site, loop = state.block(self.block), state.loop(self.loop)
        name, at = site.block.name, loop.loop.var.name
        scope = state.scope(site)
        if not any(loop is s for s in site.loops()):
            raise state.refuse("S270", f"loop `{at}` is not over block `{name}`", loop, labels=[(site, "the block")])
        if not scope.is_complete(site):
            check_complete_or_reduction(state, scope, site, "compute once")
            raise state.refuse(
                "S241", f"cannot compute block `{name}` once: it is a reduction", site,
                help="copy its result with `cache_write`, and compute the copy once",
            )  # fmt: skip
        if loop.loop.kind != "serial":
            raise state.refuse("S223", f"cannot compute block `{name}` once: loop `{at}` is {loop.loop.kind}", loop)
        self._check_alike(state, site, loop)

    def _check_alike(self, state: State, site: Site, loop: Site) -> None:
        """S249 unless every iteration of the loop would compute the same."""
        name, var = site.block.name, loop.loop.var
        what = f"cannot compute block `{name}` once over loop `{var.name}`"
        for axis, value in zip(site.block.iters, site.realize.values, strict=True):
            if uses_any(value, (var,)):
                raise state.refuse(
                    "S249", f"{what}: the loop feeds an axis", loop, labels=[(axis, "this axis")], field="loop"
                )
        check_axes_say_all(state, site, what)
        if uses_any(site.realize.predicate, (var,)):
            raise state.refuse("S249", f"{what}: the loop is in the guard of the block already", site, field="loop")
        for above in site.ancestors():
            if above is loop:
                break
            if _depends(above, var):
                raise state.refuse(
                    "S249", f"{what}: a loop or branch over the block depends on it", above, field="loop"
                )
        reads = set(state.cache.of(site).reads)
        for other in loop.blocks_below():
            if any(region.buffer in reads for region in other.block.writes):
                labels = [(other, "written here")]
                raise state.refuse(
                    "S249", f"{what}: what it reads is written below the loop", site, labels=labels, field="loop"
                )

    def apply(self, state: State) -> None:
        site, loop = state.block(self.block), state.loop(self.loop).loop
        first = binary("lt", loop.var, binary("add", loop.min, const(1, loop.var.dtype)))
        if state.analyzer.can_prove(first):
            return  # there is one iteration only
        predicate = guarded(site.realize.predicate, first)
        state.commit({site: update(site.realize, predicate=predicate)})


def _depends(site: Site, var: Var) -> bool:
    """Whether a statement over a block depends on a variable: a loop bound, a condition or a let."""
    node = site.node
    if site.is_loop:
        return any(uses_any(e, (var,)) for e in (site.loop.min, site.loop.extent))
    if isinstance(node, IfThenElse):
        return uses_any(node.condition, (var,))
    return isinstance(node, LetStmt) and uses_any(node.value, (var,))
