"""Which innermost loops of a program are vector code, by whom, and why the others are not."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from mlcc.analysis import Analyzer
from mlcc.diagnostics import Span
from mlcc.ir import (
    TILE_DOTS,
    TILE_ROWS,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Expr,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    Stmt,
    Var,
    While,
    as_int,
    children,
    free_vars,
    walk,
)
from mlcc.ir import dtype as dt

_WHO = {"schedule": "by the schedule", "lowering": "found while lowering", "LLVM": "by LLVM"}


@dataclass(frozen=True, slots=True)
class LoopCode:
    """An innermost loop: its line in the program, its text, and the lanes of its vector code (1: none).

    `by` is ``schedule``, ``lowering``, ``LLVM``, ``tiles`` (products of whole tile registers, of which `lanes` is the
    number of rows) or empty. `reason` says why there is no vector code, and what would change that; where there is, why
    its elements are loaded or stored one by one.
    """

    line: int
    text: str
    lanes: int
    by: str
    reason: str = ""

    @property
    def said(self) -> str:
        """What its code is, in words."""
        if self.lanes <= 1:
            return f"no vector code: {self.reason}"
        if self.by == "tiles":
            return "products of tile registers"
        return f"{self.lanes} lanes, {_WHO[self.by]}" + (f", but {self.reason}" if self.reason else "")


def loop_codes(
    lowered: PrimFunc, lanes: Mapping[int, int], *, by_llvm: bool, gathers: Container[int] = (), by: str = "schedule"
) -> list[LoopCode]:
    """The innermost loops of a lowered program. `lanes` are those of LLVM's instructions by line of the program,
    `gathers` the lines whose vectors are loaded or stored one element at a time; `by_llvm`: LLVM's vectoriser ran.
    `by`: who made the vectors that the lowered program has."""
    return [_code(loop, lanes, by_llvm, gathers, by) for loop in _innermost(lowered.body)]


def _innermost(node: Node) -> Iterator[For]:
    """Loops without loops in them, but for unrolled ones."""
    if isinstance(node, For) and node.kind != "unroll":
        inner = [item for item in walk(node.body) if isinstance(item, For) and item.kind != "unroll"]
        if not inner:
            yield node
            return
    for child in children(node):
        if isinstance(child, Stmt):
            yield from _innermost(child)


def _code(loop: For, lanes: Mapping[int, int], by_llvm: bool, gathers: Container[int], by: str) -> LoopCode:
    extent = as_int(loop.extent)
    text = f"for {loop.var.name} in {loop.extent.script() if extent is None else extent}"
    line = loop.span.line if isinstance(loop.span, Span) else 0
    stores = [node for node in walk(loop.body) if isinstance(node, BufferStore)]
    if any(isinstance(node, Call) and node.op in TILE_DOTS for node in walk(loop.body)):
        return LoopCode(line, text, TILE_ROWS, "tiles")
    lines = {store.span.line for store in stores if isinstance(store.span, Span)}
    scattered = _SCATTERED if any(number in gathers for number in lines) else ""
    widest = max((dt.lanes(store.value.dtype) for store in stores), default=1)
    if widest > 1:
        return LoopCode(line, text, widest, by, scattered)
    found = max((lanes.get(number, 1) for number in lines), default=1)
    if found > 1:
        return LoopCode(line, text, found, "LLVM", scattered and scattered + _apart(loop, stores))
    return LoopCode(line, text, 1, "", _reason(loop, stores, by_llvm))


_SCATTERED = "vectors are loaded or stored one element at a time"


def _apart(loop: For, stores: list[BufferStore]) -> str:
    """Which buffer's elements are not beside each other in memory."""
    analyzer = Analyzer()
    analyzer.bind(loop.var, loop.min, loop.extent)
    strides = ((buffer, stride) for buffer, stride, _ in _strides(analyzer, stores, loop.var))
    found = next(((buffer, stride) for buffer, stride in strides if stride not in (None, 0, 1)), None)
    return "" if found is None else f": the stride of {found[0].name} is {found[1]} elements"


def _reason(loop: For, stores: list[BufferStore], by_llvm: bool) -> str:
    """The first obstacle in the order in which it would have to be removed."""
    nodes = list(walk(loop.body))
    if not stores:
        return "it stores nothing itself"
    if any(isinstance(node, While) for node in nodes):
        return "it contains a loop whose end depends on data"
    calls = [node.op for node in nodes if isinstance(node, Call) and node.op in ("call_extern", "call_kernel")]
    if calls:
        return "it calls a function"
    analyzer = Analyzer()
    analyzer.bind(loop.var, loop.min, loop.extent)
    if any(isinstance(node, IfThenElse) and loop.var in free_vars(node.condition) for node in nodes):
        return "a branch in it depends on the iteration: pad or peel the loop, so that each iteration does the same"
    for store in stores:
        stride = _stride(analyzer, store.indices, loop.var)
        if stride == 0 and _accumulates(store):
            return (
                f"it accumulates into one element of {store.buffer.name}, in the order of the iterations: "
                "`rfactor`, or an outer loop that is vectorized, makes independent results"
            )
    for buffer, stride, what in _strides(analyzer, stores, loop.var):
        if stride is None:
            return f"{what} of {buffer.name} go to addresses that depend on data"
        if stride not in (0, 1):
            return f"the stride of {buffer.name} is {stride} elements: `reorder` a contiguous loop innermost"
    return "LLVM found no gain in it" if by_llvm else "its accesses are contiguous: `vectorize` would do"


def _accumulates(store: BufferStore) -> bool:
    return any(isinstance(node, BufferLoad) and node.buffer is store.buffer for node in walk(store.value))


def _strides(analyzer: Analyzer, stores: list[BufferStore], var: Var) -> Iterator[tuple[Buffer, int | None, str]]:
    for store in stores:
        yield store.buffer, _stride(analyzer, store.indices, var), "stores"
        for node in walk(store.value):
            if isinstance(node, BufferLoad):
                yield node.buffer, _stride(analyzer, node.indices, var), "loads"


def _stride(analyzer: Analyzer, indices: tuple[Expr, ...], var: Var) -> int | None:
    """The elements between two iterations of a flat access; None where they depend on data or on the iteration."""
    (index,) = indices or (None,)
    if index is None:
        return 0
    total = 0
    for mono, factor in analyzer.poly(index).terms.items():
        if mono == (var,):
            total += factor
        elif var in free_vars(index) and any(var in _variables(atom) for atom in mono):
            return None
    return total


def _variables(atom: object) -> set[Var]:
    if isinstance(atom, Var):
        return {atom}
    from mlcc.analysis import Poly

    return set(Poly.atom(atom).variables())  # type: ignore[arg-type]
