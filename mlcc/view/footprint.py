"""What the iterations of a loop touch: the bytes of all elements that its blocks access while the loops around stand.

A loop whose footprint fits into a cache finds what it touched before still there when it runs again, or when it
accesses an element once more. A cache holds whole lines: a narrow tile of a wide matrix takes one for each of its rows,
however few elements of it are touched. Registers (buffers of scope `local`) are counted by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from mlcc.analysis import Analyzer, relax
from mlcc.ir import (
    Block,
    BlockRealize,
    Buffer,
    BufferRegion,
    Expr,
    For,
    Node,
    PrimFunc,
    Var,
    as_int,
    children,
    substitute,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target


@dataclass(frozen=True, slots=True)
class Footprint:
    """Bytes by buffer, in order of first access; `exact` is False where sizes are symbolic or indices are loaded.

    `lines` are the bytes of all cache lines that these are in, where buffers begin with a line.
    """

    by_buffer: tuple[tuple[str, int], ...]
    registers: int
    exact: bool
    lines: int = field(default=0, compare=False)

    @property
    def nbytes(self) -> int:
        """The bytes in memory."""
        return sum(size for _, size in self.by_buffer)

    def level(self, target: Target) -> str:
        """The smallest cache of one core that holds it."""
        return _level(max(self.nbytes, self.lines), target)

    def is_scattered(self, target: Target) -> bool:
        """Whether it takes a larger cache than its bytes alone, as it touches a part of each line."""
        return _level(self.nbytes, target) != self.level(target)


def _level(nbytes: int, target: Target) -> str:
    levels = (("L1", target.l1_bytes), ("L2", target.l2_bytes), ("L3", target.l3_bytes))
    return next((name for name, size in levels if nbytes <= size), "memory")


def footprints(func: PrimFunc, line: int = 64) -> dict[For, Footprint]:
    """The footprint of every loop around blocks, on a machine with cache lines of `line` bytes."""
    collector = _Collector(line)
    collector.visit(func.body, ())
    return {loop: _footprint(regions) for loop, regions in collector.touched.items()}


@dataclass(slots=True)
class _Most:
    """The largest region of a buffer that a block in a loop touches; None: not known."""

    nbytes: int
    lines: int
    exact: bool


class _Collector:
    """Walks a program, and adds the regions of every block to each loop around it."""

    def __init__(self, line: int) -> None:
        self.analyzer = Analyzer()
        self.line = line
        self.touched: dict[For, dict[Buffer, _Most]] = {}

    def visit(self, node: Node, loops: tuple[For, ...]) -> None:
        match node:
            case For():
                self.analyzer.bind(node.var, node.min, node.extent)
                self.visit(node.body, (*loops, node))
            case BlockRealize():
                self._block(node, loops)
                # The loops in a block are around the blocks in it only: its axes are fixed there.
                self.visit(node.block.body, () if node.block.iters else loops)
            case _:
                for child in children(node):
                    self.visit(child, loops)

    def _block(self, realize: BlockRealize, loops: tuple[For, ...]) -> None:
        if not loops or not realize.block.iters:
            return
        axes = {item.var: value for item, value in zip(realize.block.iters, realize.values, strict=True)}
        inside: set[Var] = set()
        for loop in reversed(loops):
            inside.add(loop.var)
            buffers = self.touched.setdefault(loop, {})
            for region in _regions(realize.block):
                dims, exact = self._box(region, axes, inside)
                size = dt.nbytes(region.buffer.dtype)
                most = buffers.setdefault(region.buffer, _Most(0, 0, True))
                most.nbytes, most.exact = max(most.nbytes, prod(dims) * size), most.exact and exact
                most.lines = max(most.lines, self.line * _lines(dims, region.buffer, size, self.line))

    def _box(self, region: BufferRegion, axes: dict[Var, Expr], inside: set[Var]) -> tuple[list[int], bool]:
        """The extents of a region while the loops `inside` run; the buffer's where they are not known."""
        dims, exact = [], True
        for item, size in zip(region.region, region.buffer.shape, strict=True):
            whole, extent = as_int(size), None
            interval = relax(self.analyzer, self.analyzer.poly(substitute(item.min, axes)), inside)
            length = as_int(item.extent)
            if interval is not None and length is not None:
                spread = (interval.high - interval.low).value()
                extent = None if spread is None else spread + length
            if extent is None or (whole is not None and extent > whole):
                exact = exact and extent is not None
                extent = whole
            if extent is None:
                exact, extent = False, 1
            dims.append(extent)
        return dims, exact


def _lines(dims: Sequence[int], buffer: Buffer, size: int, line: int) -> int:
    """The cache lines of a box of elements of `size` bytes at the start of a buffer: those of each stretch of adjacent
    elements, or where stretches lie close together those of all from the first to the last."""
    stride, span, length, adjacent = size, size, size, True
    for extent, whole in zip(reversed(dims), reversed(buffer.shape), strict=True):
        span += (extent - 1) * stride
        if adjacent:
            length = extent * stride
        adjacent = adjacent and extent == as_int(whole)
        stride *= as_int(whole) or extent
    return min(-(-span // line), prod(dims) * size // max(length, 1) * -(-length // line))


def _regions(block: Block) -> tuple[BufferRegion, ...]:
    return (*block.reads, *block.writes)


def _footprint(buffers: dict[Buffer, _Most]) -> Footprint:
    memory = tuple((buffer.name, most.nbytes) for buffer, most in buffers.items() if buffer.scope != "local")
    registers = sum(most.nbytes for buffer, most in buffers.items() if buffer.scope == "local")
    lines = sum(most.lines for buffer, most in buffers.items() if buffer.scope != "local")
    return Footprint(memory, registers, all(most.exact for most in buffers.values()), lines)
