"""Fuse adjacent loop nests of the same shape into one."""

from __future__ import annotations

from mlcc.analysis.dependence import Scope, common_ancestor
from mlcc.analysis.order import Order
from mlcc.analysis.tree import Site
from mlcc.ir import Expr, SeqStmt, Stmt, Var, seq, substitute, update

from ..fields import Kind, declare
from ..loops import check_plain
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..state import State, statements_of


@primitive("merge", variadic="loops")
class Merge(Primitive):
    """Fuse adjacent nests of the same shape into one nest; the arguments are the innermost loops, one of each nest.

    The new loops, `<loop>_m` for each loop of the first nest, enclose the bodies of all nests.

    Requires: at least two loops (S108) in neighbouring nests (S219), of equal depth (S286) and extents (S287), each
    loop the only statement of the one above (S216), serial (S210, S223) from 0 (S214); the accesses show that no
    iteration of a later nest depends on a later iteration of an earlier nest (S288).

    Preserves: the results.

    Also known as: fuse_at (of siblings), loop fusion.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                C[vi] = A[vi] + T.float32(1)

    Step:
        - merge: {loops: [[B, i], [C, i]]}

    After:
        for i_m in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i_m)
                B[vi] = A[vi] * T.float32(2)
            with T.block("C"):
                vi = T.axis.spatial(128, i_m)
                C[vi] = A[vi] + T.float32(1)
    """

    loops: tuple[LoopRV, ...] = declare(Kind.LOOPS)

    def _nests(self, state: State) -> list[list[Site]]:
        """The loops of each nest, outer to inner."""
        bottoms = [state.loop(ref) for ref in self.loops]
        if len(bottoms) < 2:
            raise state.refuse("S108", "`merge` needs at least two loops", *bottoms, field="loops")
        top = bottoms[0]
        for n, other in enumerate(bottoms[1:], 1):
            if any(other is s or other.is_above(s) or s.is_above(other) for s in bottoms[:n]):
                raise state.refuse("S219", "the loops to merge are not in different nests", other)
            if not top.is_above(other):
                top = common_ancestor(top, other)
        nests: list[list[Site]] = []
        for bottom in bottoms:
            nest = [bottom]
            for above in bottom.ancestors():
                if above is top:
                    break
                if above.is_loop:
                    nest.append(above)
            nests.append(nest[::-1])
        return nests

    def check(self, state: State) -> None:
        nests = self._nests(state)
        first = nests[0]
        scope = state.scope(first[0])
        for nest in nests:
            for site in nest:
                check_plain(state, site, "merge")
            self._check_nest(state, nest, first)
        parent = common_ancestor(first[0], nests[1][0])
        siblings = statements_of(parent)
        positions = [next((k for k, s in enumerate(siblings) if s is n[0]), -1) for n in nests]
        if positions != list(range(positions[0], positions[0] + len(nests))) or positions[0] < 0:
            raise state.refuse("S219", "the nests to merge do not follow each other directly", nests[1][-1])
        self._check_dependences(state, scope, nests)

    def _check_nest(self, state: State, nest: list[Site], first: list[Site]) -> None:
        if len(nest) != len(first):
            raise state.refuse("S286", f"cannot merge loops: nests of {len(first)} and {len(nest)} loops", nest[-1])
        for outer, inner in zip(nest, nest[1:], strict=False):
            if outer.children[0] is not inner:
                raise state.refuse(
                    "S216", f"cannot merge loops: `{outer.loop.var.name}` has other statements below it", outer
                )
        for mine, theirs in zip(nest, first, strict=True):
            if not state.analyzer.equal(mine.loop.extent, theirs.loop.extent):
                raise state.refuse(
                    "S287",
                    f"cannot merge loops `{theirs.loop.var.name}` and `{mine.loop.var.name}`: their extents differ",
                    mine,
                )

    def _check_dependences(self, state: State, scope: Scope, nests: list[list[Site]]) -> None:
        """S288 when an iteration of a later nest would run before one of an earlier nest that it depends on."""
        order = Order(state.cache, scope)
        for k, later in enumerate(nests):
            for earlier in nests[:k]:
                tie = order.interleaved(earlier, later)
                if tie is not None:
                    raise state.refuse(
                        "S288",
                        f"cannot merge loops `{earlier[-1].loop.var.name}` and `{later[-1].loop.var.name}`: "
                        "an iteration of the second would run before one of the first that touches the same element "
                        f"of `{tie.first.buffer.name}`",
                        later[-1],
                        labels=[
                            (tie.first.node, "the first nest touches it here"),
                            (tie.second.node, "the second nest here"),
                        ],
                        help="merge fewer of the loops, or none over which values pass from one nest to the other",
                    )

    def apply(self, state: State) -> LoopRV:
        nests = self._nests(state)
        first = nests[0]
        names = [Var(f"{s.loop.var.name}_m", s.loop.var.dtype) for s in first]
        bodies: list[Stmt] = []
        for nest in nests:
            values: dict[Var, Expr] = dict(zip(_vars(nest), names, strict=True))
            bodies.append(substitute(nest[-1].loop.body, values))
        body: Stmt = seq(SeqStmt(tuple(bodies)))
        for site, var in reversed(list(zip(first, names, strict=True))):
            body = update(site.loop, var=var, body=body)
        edits: dict[Site, Stmt | None] = {first[0]: body}
        edits.update({nest[0]: None for nest in nests[1:]})
        reasons = {
            s.loop.var: f"was merged into `{n.name}`" for nest in nests for s, n in zip(nest, names, strict=True)
        }
        state.commit(edits, gone=reasons)
        return state.loop_ref(names[-1])


def _vars(nest: list[Site]) -> list[Var]:
    return [s.loop.var for s in nest]
