"""Guards that skip no instance of a block: they only keep its axes inside their domains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mlcc.ir import Block, Buffer, BufferStore, Expr, For, IfThenElse, Node, Var, While, children, walk

from .control import dependent_bounds, guards_of, reads_memory
from .poly import Poly
from .simplify import Analyzer
from .tree import Site


def guards_are_harmless(analyzer: Analyzer, binds: Mapping[Var, Poly], site: Site, reader: Site | None = None) -> bool:
    """Whether a block's guard, and the branches around it, only keep its axes inside their domains.

    Branches that a `reader` is in too do not count: where it runs, so does the block.

    Splits by a factor that does not divide the extent produce such guards: for an axis of 10 bound to ``i_0 * 4 +
    i_1``, the guard ``i_0 * 4 + i_1 < 10`` skips no instance of the block. `binds` are the values of the axes.
    """
    parts = guards_of(site, beside=reader)
    if not parts:
        return True
    limits: list[Poly] = []
    for axis, value in binds.items():
        low, high = analyzer.range_of(axis)
        if high is not None:
            limits.append(high - value)
        if low is not None:
            limits.append(value - low)
    # The analyzer assumes the bounds of loops: it would prove these conditions from themselves.
    bounds = len(dependent_bounds(site))
    return all(_implied(analyzer, part, limits, k >= bounds) for k, part in enumerate(parts))


def stores_always(harmless: Callable[[Site], bool], site: Site, buffer: Buffer) -> bool:
    """Whether no branch, and no guard of a block, inside a block may leave what it writes of a buffer as it was.

    The regions of a block say what it may write: ``if A[v] > 0: B[v] = A[v]`` declares B[v], and stores it sometimes.
    `harmless` tests the guards of a block inside (see `guards_are_harmless`).
    """
    inner = [s for s in site.blocks_below() if any(r.buffer is buffer for r in s.block.writes)]
    if not all(harmless(s) and stores_always(harmless, s, buffer) for s in inner):
        return False
    return not any(
        isinstance(node, BufferStore) and node.buffer is buffer
        for branch in _branches(site.block.body)
        for node in walk(branch)
    )


def _branches(node: Node) -> Iterator[Node]:
    """The statements below a block, outside of blocks in it, whose bodies may not run."""
    if isinstance(node, Block):
        return
    if isinstance(node, IfThenElse | While) or (isinstance(node, For) and reads_memory(node.extent)):
        yield node
        return
    for child in children(node):
        yield from _branches(child)


def _implied(analyzer: Analyzer, part: Expr, limits: list[Poly], always: bool) -> bool:
    signs = analyzer.comparison_polys(part)
    return bool(signs) and all(always and analyzer.nonneg(s) or _follows(analyzer, s, limits) for s in signs)


def _follows(analyzer: Analyzer, sign: Poly, limits: list[Poly]) -> bool:
    """Whether ``sign >= 0`` follows from one of the limits, also after tightening."""
    if any(analyzer.nonneg(sign - limit) for limit in limits):
        return True
    tight = analyzer.tightened_sign(sign)
    return any(analyzer.nonneg(tight - analyzer.tightened_sign(limit)) for limit in limits)
