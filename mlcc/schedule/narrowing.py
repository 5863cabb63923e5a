"""Runs the loops of a block for a part of its axes only: what nothing else reads need not be computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlcc.analysis import conjuncts, uses_any
from mlcc.analysis.tree import Site
from mlcc.ir import BlockRealize, Expr, For, Stmt, Var, as_int, binary, map_children, update

from .state import State


def narrowed(state: State, site: Site, parts: Mapping[Var, tuple[Expr, Expr]]) -> tuple[Site, Stmt] | None:
    """A loop over a block, and that loop with those of the axes of `parts` from and to the values given there.

    None if one of these axes is not the variable of a loop over the block alone, or nothing is left out.
    """
    if conjuncts(site.realize.predicate):
        return None
    found: dict[Var, tuple[Site, Expr, Expr]] = {}
    for axis, value in zip(site.block.iters, site.realize.values, strict=True):
        if axis.var not in parts:
            continue
        loop = next((s for s in site.loops() if s.loop.var is value), None)
        others = [v for v in site.realize.values if v is not value]
        if loop is None or not _is_of(loop, site) or any(uses_any(v, {loop.loop.var}) for v in others):
            return None
        low, high = parts[axis.var]
        begin = state.analyzer.simplify(binary("max", loop.loop.min, low))
        end = state.analyzer.simplify(binary("min", loop.loop.extent, high))
        if not state.analyzer.can_prove(binary("le", begin, end)):
            return None
        if as_int(begin) != 0 or end is not loop.loop.extent:
            found[loop.loop.var] = loop, begin, state.analyzer.simplify(end - begin)
    if not found:
        return None
    outermost = next(s for s in site.loops() if s.loop.var in found)

    def visit(node: Any) -> Any:
        if isinstance(node, BlockRealize):
            values = [v + found[v][1] if isinstance(v, Var) and v in found else v for v in node.values]
            return update(node, values=tuple(map(state.analyzer.simplify, values)))
        if isinstance(node, For) and node.var in found:
            node = update(node, extent=found[node.var][2])
        return map_children(node, visit)

    return outermost, visit(outermost.loop)


def _is_of(loop: Site, site: Site) -> bool:
    """Whether a loop is over a block alone, from 0 on."""
    return loop.blocks_below() == [site] and as_int(loop.loop.min) == 0 and loop.loop.kind != "thread_binding"
