"""Infers the regions of buffers that a block or statement reads and writes.

The rule is TVM's: accesses are relaxed over the loops inside and united per buffer, in order of first
appearance; the result of a reduction block (written, with an `init`) is not among its reads; buffers
allocated inside are left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from mlcc.ir import (
    INSTRUCTIONS,
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Call,
    Expr,
    For,
    IntImm,
    IterVar,
    MatchBuffer,
    Node,
    PrimFunc,
    Range,
    Stmt,
    Var,
    as_int,
    children,
    const,
    is_const,
    substitute,
    walk,
    walk_once,
)  # fmt: skip

from .poly import Poly, to_expr
from .relax import relax
from .simplify import Analyzer

#: Inclusive bounds of one dimension; None: the full dimension.
Dim = tuple[Poly, Poly] | None
Box = list[Dim]


class RegionUnion:
    """Accumulates boxes per buffer, in order of first appearance."""

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer
        self.boxes: dict[Buffer, Box] = {}
        self._seen: dict[Buffer, list[Box]] = {}

    def add(self, buffer: Buffer, box: Box) -> None:
        # An unrolled body has the same access many times; joining normal forms is expensive, comparing them is not.
        seen = self._seen.setdefault(buffer, [])
        if box in seen:
            return
        seen.append(box)
        union = self.boxes.get(buffer)
        if union is None:
            self.boxes[buffer] = box
            return
        self.boxes[buffer] = [self._join(a, b) for a, b in zip(union, box, strict=True)]

    def _join(self, a: Dim, b: Dim) -> Dim:
        if a is None or b is None:
            return None
        if a == b:
            return a
        # A[i] and A[i + 2] give [i, i + 2]: a box, with what lies between.
        low = self.analyzer.minmax("min", a[0], b[0])
        high = self.analyzer.minmax("max", a[1], b[1])
        return low, high

    def regions(self, without: Container[Buffer] = ()) -> tuple[BufferRegion, ...]:
        """The united regions as IR."""
        return tuple(
            box_region(self.analyzer, buffer, box) for buffer, box in self.boxes.items() if buffer not in without
        )


def box_region(analyzer: Analyzer, buffer: Buffer, box: Box) -> BufferRegion:
    """A box as IR; a dimension without bounds becomes the full dimension of the buffer."""
    dims: list[Range] = []
    for size, dim in zip(buffer.shape, box, strict=True):
        if dim is None:
            dims.append(Range(const(0, size.dtype), size))
            continue
        low, high = dim
        extent = analyzer.merge((high - low).shift(1))
        start = to_expr(analyzer.merge(low), _dtype_of(low, size.dtype))
        dims.append(Range(start, to_expr(extent, start.dtype)))
    return BufferRegion(buffer, tuple(dims))


def _dtype_of(poly: Poly, default: str) -> str:
    for var in poly.variables():
        return var.dtype
    return default


class _Collector:
    """Walks a block's body and collects its accesses, relaxed over the loops in it."""

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer
        self.inner: dict[Var, None] = {}
        self.local: set[Buffer] = set()
        self.views: dict[Buffer, BufferRegion] = {}
        self.reads = RegionUnion(analyzer)
        self.writes = RegionUnion(analyzer)

    def visit(self, node: Node) -> None:
        match node:
            case For():
                self.visit(node.min)
                self.visit(node.extent)
                self.analyzer.bind(node.var, node.min, node.extent)
                self.inner[node.var] = None
                self.visit(node.body)
            case BufferStore():
                self.visit(node.value)
                self._access(self.writes, node.buffer, node.indices)
                for index in node.indices:
                    self.visit(index)
            case BufferLoad():
                self._access(self.reads, node.buffer, node.indices)
                for index in node.indices:
                    self.visit(index)
            case BlockRealize():
                self._nested(node)
            case Var() | IntImm():
                pass
            case _:
                for child in children(node):
                    self.visit(child)

    def _access(self, union: RegionUnion, buffer: Buffer, indices: tuple[Expr, ...]) -> None:
        # A view is an access to the whole region that it shows of its source.
        if buffer in self.views:
            region = self.views[buffer]
            union.add(region.buffer, [self._dim(r.min, r.extent) for r in region.region])
            return
        union.add(buffer, [self._dim(index, None) for index in indices])

    def _dim(self, start: Expr, extent: Expr | None) -> Dim:
        if _loads(start):  # the index depends on data: it may be anywhere in the dimension
            return None
        low = self.analyzer.poly(start)
        high = low if extent is None else (low + self.analyzer.poly(extent)).shift(-1)
        first = relax(self.analyzer, low, self.inner)
        last = first if extent is None else relax(self.analyzer, high, self.inner)
        return None if first is None or last is None else (first.low, last.high)

    def _exceeds(self, value: Expr, axis: IterVar) -> bool:
        """Whether a guarded binding exceeds the domain of its axis: then the axis takes its full domain."""
        values = relax(self.analyzer, self.analyzer.poly(value), self.inner)
        last = None if values is None else values.high.value()
        end = as_int(axis.dom.min), as_int(axis.dom.extent)
        return last is not None and end[0] is not None and end[1] is not None and last >= end[0] + end[1]

    def _nested(self, realize: BlockRealize) -> None:
        """Add the declared regions of a nested block, with its axes replaced by their bindings."""
        block = realize.block
        for value in realize.values:
            self.visit(value)
        self.visit(realize.predicate)
        bound = {axis.var: value for axis, value in zip(block.iters, realize.values, strict=True)}
        for axis in block.iters if not is_const(realize.predicate, 1) else ():
            if self._exceeds(bound[axis.var], axis):
                self.analyzer.bind(axis.var, axis.dom.min, axis.dom.extent)
                self.inner[axis.var] = None
                del bound[axis.var]
        self.local.update(block.allocs)
        for union, regions in ((self.reads, block.reads), (self.writes, block.writes)):
            for region in regions:
                if region.buffer in self.local:
                    continue
                if region.buffer in self.views:
                    self._access(union, region.buffer, ())
                    continue
                dims = [self._dim(substitute(r.min, bound), substitute(r.extent, bound)) for r in region.region]
                union.add(region.buffer, dims)


def _loads(index: Expr) -> bool:
    """Whether an index depends on a loaded value."""
    if isinstance(index, (Var, IntImm)):
        return False
    return any(isinstance(n, BufferLoad) for n in walk(index))


def block_regions(
    body: Stmt,
    iters: Iterable[IterVar] = (),
    init: Stmt | None = None,
    allocs: Iterable[Buffer] = (),
    match_buffers: Iterable[MatchBuffer] = (),
    ranges: Mapping[Var, tuple[Expr, Expr]] | None = None,
) -> tuple[tuple[BufferRegion, ...], tuple[BufferRegion, ...]]:
    """(reads, writes) of a block with this body, as regions over its axes.

    `iters` are the block's axes, `init` its initialisation, `allocs` its own buffers (left out of the
    result), `ranges` the (min, extent) of other variables.
    """
    analyzer = Analyzer(ranges)
    for axis in iters:
        analyzer.bind(axis.var, axis.dom.min, axis.dom.extent)
    collector = _Collector(analyzer)
    collector.local.update(allocs)
    for match in match_buffers:
        collector.views[match.buffer] = match.source
    if init is not None:
        collector.visit(init)
    collector.visit(body)
    # The instance with the init writes the accumulator before any reads it: the block does not read it from outside.
    hidden = collector.local
    own = hidden | set(collector.writes.boxes) if init is not None else hidden
    return collector.reads.regions(own), collector.writes.regions(hidden)


def regions_of_block(block: Block) -> tuple[tuple[BufferRegion, ...], tuple[BufferRegion, ...]]:
    """(reads, writes) of a block as inferred from its body, not as it declares them."""
    return block_regions(block.body, block.iters, block.init, block.allocs, block.match_buffers)


def accessed_buffers(node: Node) -> set[Buffer]:
    """Every buffer loaded, stored or declared as accessed below a node."""
    result: set[Buffer] = set()
    for item in walk(node):
        if isinstance(item, (BufferLoad, BufferStore, BufferRegion)):
            result.add(item.buffer)
    return result


def output_buffers(func: PrimFunc) -> tuple[Buffer, ...]:
    """The parameter buffers that the program writes, in order (views followed; addresses passed out count)."""
    views: dict[Buffer, Buffer] = {}
    written: set[Buffer] = set()
    for item in walk_once(func.body):
        match item:
            case Block():
                views.update((m.buffer, m.source.buffer) for m in item.match_buffers)
            case BufferStore():
                written.add(item.buffer)
            case Call(op=op, args=(BufferLoad() as target, *_)) if op == "address_of" or op in INSTRUCTIONS:
                written.add(target.buffer)
    for view in list(written):
        while view in views:
            view = views[view]
            written.add(view)
    return tuple(b for b in func.buffers if b in written)
