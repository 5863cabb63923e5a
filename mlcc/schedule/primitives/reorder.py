"""Exchange loops of a nest."""

from __future__ import annotations

from mlcc.analysis.tree import Site
from mlcc.ir import For, Stmt, update

from ..conditions import check_order, check_reorderable
from ..fields import Kind, declare
from ..loops import chain_below, check_extents
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..state import State


@primitive("reorder", variadic="loops")
class Reorder(Primitive):
    """Put loops of one nest in the given order; loops in between stay where they are.

    Requires: no loop twice (S218); the loops lie on one chain, without other statements between (S219); the
    blocks below have only spatial and reduce axes (S220) and affine bindings (S221; complete blocks may
    overlap); bounds do not come to depend on loops inside (S217); the accesses show that iterations which touch one
    element keep their order, unless they only update an accumulator (S224).

    Preserves: which block instances run; their order changes.

    Also known as: interchange, permute.

    Before:
        for i, j in T.grid(64, 32):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]

    Step:
        - reorder: {block: B, loops: [j, i]}

    After:
        for j, i in T.grid(32, 64):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
    """

    loops: tuple[LoopRV, ...] = declare(Kind.LOOPS)

    def check(self, state: State) -> None:
        sites = [state.loop(ref) for ref in self.loops]
        if len({id(s) for s in sites}) != len(sites):
            twice = next(s for s in sites if sum(o is s for o in sites) > 1)
            raise state.refuse("S218", f"loop `{twice.loop.var.name}` is given twice", twice)
        if len(sites) < 2:
            return
        chain = _chain(state, sites)
        order = _permuted(chain, sites)
        check_extents(state, order)
        scope = state.scope(chain[0])
        for block in chain[0].blocks_below():
            check_reorderable(state, block, scope)
        check_order(state, chain, [loop.var for loop in order], "reorder the loops")

    def apply(self, state: State) -> None:
        sites = [state.loop(ref) for ref in self.loops]
        if len(sites) < 2:
            return
        chain = _chain(state, sites)
        body: Stmt = chain[-1].loop.body
        for header in reversed(_permuted(chain, sites)):
            body = header if header.body is body else update(header, body=body)
        state.commit({chain[0]: body})


def _chain(state: State, sites: list[Site]) -> list[Site]:
    """All loops from the outermost to the innermost of the given ones. S219 when they are not a chain."""
    bottom = max(sites, key=lambda s: sum(1 for _ in s.ancestors()))
    top = min(sites, key=lambda s: sum(1 for _ in s.ancestors()))
    chain = chain_below(top, bottom)
    if chain is None or any(all(c is not s for c in chain) for s in sites):
        outside = next((s for s in sites if s is not top and all(c is not s for c in chain or [])), bottom)
        raise state.refuse(
            "S219", f"loops `{top.loop.var.name}` and `{outside.loop.var.name}` are not in one nest", outside
        )
    for site in chain:
        if not site.is_loop:
            raise state.refuse(
                "S219", f"other statements stand between loops `{top.loop.var.name}` and `{bottom.loop.var.name}`",
                bottom, labels=[(top, "this loop has several statements below it, or a block")],
            )  # fmt: skip
    return chain


def _permuted(chain: list[Site], sites: list[Site]) -> list[For]:
    """The headers of the chain in their new order."""
    named = iter(sites)
    return [(next(named) if any(s is c for s in sites) else c).loop for c in chain]
