"""Structural matching of a block with the description of a tensor intrinsic, and the buffer regions it maps to.

For example, the description `C[i] = A[i] + B[i]` with `i < 4` matches the program's block

    X[n, j * 4 + i0] = Y[j * 4 + i0] + Z[k, i0]      with loop i0 < 4

with the variables {i: i0} and the buffers {C: (X, [n, j * 4]), A: (Y, [j * 4]), B: (Z, [k, 0])}: the buffer of the
program, and the indices in it of the description's first element.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from mlcc.analysis import Analyzer, Poly, to_expr
from mlcc.ir import (
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Expr,
    For,
    Let,
    LetStmt,
    Node,
    Var,
    binary,
    children,
    const,
    script,
    substitute,
    walk,
)  # fmt: skip

_BINDERS = (For, Let, LetStmt)
_WORDS = {
    "Binary": "an operation",
    "BlockRealize": "a block",
    "BufferLoad": "an element of a buffer",
    "BufferStore": "a store",
    "Call": "a call",
    "Cast": "a cast",
    "FloatImm": "a number",
    "For": "a loop",
    "IntImm": "a number",
    "SeqStmt": "a sequence of statements",
}


class Mismatch(Exception):
    """Why the program and the description differ."""


class Unifier:
    """Matches the statements of a description with those of a program.

    A buffer of the description corresponds to a box of a program's buffer: `mapping` maps it to that buffer and to
    the indices at which the box starts. The program's buffer may have further leading dimensions.
    """

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer
        self.vars: dict[Var, Expr] = {}
        self.mapping: dict[Buffer, tuple[Buffer, tuple[Poly, ...]]] = {}

    def match(self, want: Node, actual: Node) -> None:
        """Raises Mismatch when `actual` does not match `want`, the description."""
        match want, actual:
            case Var(), Expr():
                if self.vars.get(want) is not actual:
                    raise Mismatch(f"`{want.name}` in the description, `{script(actual)}` in the program")
            case BufferLoad(), BufferLoad():
                self._access(want.buffer, want.indices, actual.buffer, actual.indices)
            case BufferStore(), BufferStore():
                self._access(want.buffer, want.indices, actual.buffer, actual.indices)
                self.match(want.value, actual.value)
            case BlockRealize(), BlockRealize():
                self._block(want, actual)
            case Expr(), Expr() if _is_index(want) and _is_index(actual):
                if not self.analyzer.equal(substitute(want, self.vars), actual):
                    raise Mismatch(f"`{script(want)}` in the description, `{script(actual)}` in the program")
            case _:
                if isinstance(want, _BINDERS) and isinstance(actual, _BINDERS):
                    self.vars[want.var] = actual.var
                self._parts(want, actual)

    def _parts(self, want: Node, actual: Node) -> None:
        if type(want) is not type(actual):
            raise Mismatch(f"{_kind(want)} in the description, {_kind(actual)} in the program")
        skipped = (*want.CHILDREN, "span", "header_span", "var", "annotations")
        for item in fields(want):  # type: ignore[arg-type]
            a, b = (getattr(node, item.name) for node in (want, actual))
            if item.name not in skipped and a != b:
                raise Mismatch(f"{_kind(want)} with `{a}` in the description, with `{b}` in the program")
        first, second = list(children(want)), list(children(actual))
        if len(first) != len(second):
            raise Mismatch(f"{_kind(want)} of {len(first)} parts in the description, of {len(second)} in the program")
        for a, b in zip(first, second, strict=True):
            self.match(a, b)

    def _block(self, want: BlockRealize, actual: BlockRealize) -> None:
        a, b = want.block, actual.block
        kinds = ["".join(axis.kind[0] for axis in block.iters).upper() for block in (a, b)]
        if kinds[0] != kinds[1]:
            raise Mismatch(f"a block of axes {kinds[0]} in the description, of {kinds[1]} in the program")
        for mine, other in zip(a.iters, b.iters, strict=True):
            self.match(mine.dom, other.dom)
            self.vars[mine.var] = other.var
        for value, other_value in zip(want.values, actual.values, strict=True):
            self.match(value, other_value)
        self.match(want.predicate, actual.predicate)
        if (a.init is None) != (b.init is None):
            which = "description" if b.init is None else "program"
            raise Mismatch(f"only the {which} has an initialisation; `decompose_reduction` takes it out of a program")
        if a.init is not None and b.init is not None:
            self.match(a.init, b.init)
        if a.allocs or b.allocs:
            raise Mismatch("a block allocates buffers")
        self.match(a.body, b.body)

    def _access(self, want: Buffer, want_at: tuple[Expr, ...], actual: Buffer, actual_at: tuple[Expr, ...]) -> None:
        pair = f"`{want.name}` of the description and `{actual.name}`"
        front = len(actual_at) - len(want_at)
        # memory of a thread's own is memory: what is described for any takes it too
        same_memory = actual.scope == want.scope or (want.scope, actual.scope) == ("global", "local")
        if want.dtype != actual.dtype or not same_memory or front < 0:
            raise Mismatch(f"{pair} differ in type, storage scope or rank")
        here = [self.analyzer.poly(e) for e in actual_at]
        there = [self.analyzer.poly(substitute(e, self.vars)) for e in want_at]
        start = (*here[:front], *(a - b for a, b in zip(here[front:], there, strict=True)))
        bound = {v for v in self.vars.values() if isinstance(v, Var)}
        if any(p.uses(bound) for p in start):
            raise Mismatch(f"{pair} are not accessed alike")
        mapped = self.mapping.setdefault(want, (actual, start))
        if mapped[0] is not actual or not all(
            self.analyzer.equal(to_expr(a), to_expr(b)) for a, b in zip(mapped[1], start, strict=True)
        ):
            raise Mismatch(f"{pair} do not correspond at one address")

    def check_regions(self, want: Block, actual: Block) -> None:
        """Raises Mismatch unless the program's block accesses exactly the regions that the description declares."""
        mapped = [buffer for buffer, _ in self.mapping.values()]
        if len(set(mapped)) != len(mapped):
            raise Mismatch("two parameters of the description meet one buffer of the program")
        writes = {r.buffer for r in want.writes}
        for declared, there in ((want.reads, actual.reads), (want.writes, actual.writes)):
            for region in declared:
                if actual.init is not None and declared is want.reads and region.buffer in writes:
                    continue  # the initialisation overwrites the buffer first: it is not an input
                self._region(region, there)

    def _region(self, want: BufferRegion, there: tuple[BufferRegion, ...]) -> None:
        buffer, start = self.mapping[want.buffer]
        matches = [r for r in there if r.buffer is buffer]
        if len(matches) == 1:
            ranges = matches[0].region
            front = len(ranges) - len(want.region)
            if all(
                self.analyzer.equal(r.extent, w.extent)
                and self.analyzer.equal(r.min, binary("add", to_expr(p, r.min.dtype), w.min))
                for r, w, p in zip(ranges[front:], want.region, start[front:], strict=True)
            ) and all(self.analyzer.equal(r.extent, const(1, r.extent.dtype)) for r in ranges[:front]):
                return
        raise Mismatch(f"the block does not touch all that the description says of `{want.buffer.name}`")


def _is_index(item: Expr) -> bool:
    return item.dtype in ("int32", "int64") and not any(isinstance(n, BufferLoad) for n in walk(item))


def _kind(item: Any) -> str:
    return _WORDS.get(type(item).__name__, f"a {type(item).__name__}")
