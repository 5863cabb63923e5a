"""Run the iterations of a loop inside the nest before it, once that nest has nothing left to do for them."""

from __future__ import annotations

from mlcc.analysis.dependence import common_ancestor
from mlcc.analysis.order import Order
from mlcc.analysis.tree import Site
from mlcc.ir import Expr, IfThenElse, SeqStmt, Stmt, binary, const, seq, substitute, update

from ..fields import Kind, declare
from ..loops import check_plain
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..state import State, statements_of


@primitive("merge_last")
class MergeLast(Primitive):
    """Run iteration i of a loop after iteration i of a loop inside the nest before it, in the last iteration of the
    loops between.

    Sums of several parts are thus finished where the last part is made, while its results are in the cache; a loop of
    its own would read them all again from further away. Without loops between, it is `merge`.

    Requires: `next` is the statement after the nest of `loop` (S219), which ends with `loop` (S216); both are serial,
    without annotations (S210, S223) and from 0 (S214), as the loops between are, and have the same extent (S287); the
    accesses show that no iteration of `next` depends on a later one of `loop` (S288).

    Preserves: the results.

    Before:
        S = T.alloc_buffer((3, 128))
        for p, i in T.grid(3, 128):
            with T.block("S"):
                vp, vi = T.axis.remap("SS", [p, i])
                S[vp, vi] = A[vp, vi] * T.float32(2)
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                C[vi] = S[0, vi] + S[1, vi] + S[2, vi]

    Step:
        - merge_last: {loop: [S, i], next: [C, i]}

    After:
        S = T.alloc_buffer((3, 128))
        for p, i in T.grid(3, 128):
            with T.block("S"):
                vp, vi = T.axis.remap("SS", [p, i])
                S[vp, vi] = A[vp, vi] * T.float32(2)
            if p == 2:
                with T.block("C"):
                    vi = T.axis.spatial(128, i)
                    C[vi] = S[0, vi] + S[1, vi] + S[2, vi]
    """

    loop: LoopRV = declare(Kind.LOOP)
    next: LoopRV = declare(Kind.LOOP)

    def _between(self, state: State) -> list[Site]:
        """The loops around `loop` in its nest, inner to outer."""
        loop, later = state.loop(self.loop), state.loop(self.next)
        if loop is later or loop.is_above(later) or later.is_above(loop):
            raise state.refuse("S219", "the loops are not in different nests", later, field="next")
        top = common_ancestor(loop, later)
        between: list[Site] = []
        inner = loop
        for above in loop.ancestors():
            if above is top:
                break
            if isinstance(above.node, SeqStmt):
                continue
            last = statements_of(above)[-1] if above.is_loop else above
            if last is not inner:
                raise state.refuse(
                    "S216", f"the nest of loop `{loop.loop.var.name}` does not end with it", above,
                    labels=[(last, "but with this")], field="loop",
                )  # fmt: skip
            between.append(above)
            inner = above
        siblings = statements_of(top)
        position = next(k for k, s in enumerate(siblings) if s is inner)
        if siblings[position + 1 : position + 2] != [later]:
            raise state.refuse(
                "S219", f"loop `{later.loop.var.name}` does not follow directly on that nest", later, field="next"
            )
        return between

    def check(self, state: State) -> None:
        between = self._between(state)
        loop, later = state.loop(self.loop), state.loop(self.next)
        for site in (loop, later):
            check_plain(state, site, "merge")
        for site in between:
            check_plain(state, site, "merge", field="loop")
        mine, theirs = later.loop, loop.loop
        if not state.analyzer.equal(mine.extent, theirs.extent):
            raise state.refuse(
                "S287", f"cannot merge loops `{theirs.var.name}` and `{mine.var.name}`: their extents differ", later
            )
        # The loops between are parameters of the accesses: whatever their values are, no later iteration is needed.
        tie = Order(state.cache, state.scope(loop)).interleaved([loop], [later])
        if tie is not None:
            raise state.refuse(
                "S288",
                f"cannot merge loops `{theirs.var.name}` and `{mine.var.name}`: an iteration of the second would run "
                f"before one of the first that touches the same element of `{tie.first.buffer.name}`",
                later,
                labels=[(tie.first.node, "the first touches it here"), (tie.second.node, "the second here")],
            )

    def apply(self, state: State) -> LoopRV:
        between = self._between(state)
        loop, later = state.loop(self.loop), state.loop(self.next)
        body: Stmt = substitute(later.loop.body, {later.loop.var: loop.loop.var})
        last: Expr | None = None
        for site in between:
            at = site.loop
            one = binary("eq", at.var, binary("sub", at.extent, const(1, at.var.dtype)))
            last = one if last is None else binary("and", one, last)
        if last is not None:
            body = IfThenElse(last, body)
        edits: dict[Site, Stmt | None] = {loop: update(loop.loop, body=seq(loop.loop.body, body)), later: None}
        state.commit(edits, gone={later.loop.var: f"was merged into `{loop.loop.var.name}`"})
        return state.loop_ref(loop.loop.var)
