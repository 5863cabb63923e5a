"""A tensor program as an outline: one line per loop, block and statement, with the bytes that each loop touches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mlcc.ir import (
    Block,
    BlockRealize,
    Expr,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    SeqStmt,
    Stmt,
    While,
    as_int,
    is_const,
)
from mlcc.target import Target

from .footprint import Footprint, footprints

#: The kinds of loops as an outline names them, and what else a loop is bound to.
_KINDS = {"serial": "", "parallel": "parallel", "vectorized": "vectorized", "unroll": "unrolled", "thread_binding": ""}
#: The longest statement of an outline, in characters.
_WIDEST = 96


@dataclass(frozen=True, slots=True)
class NestLine:
    """One line: its depth, its text, and of a loop what all its iterations touch."""

    depth: int
    text: str
    touched: Footprint | None = None

    @property
    def indented(self) -> str:
        return "  " * self.depth + self.text


def nest_lines(func: PrimFunc, target: Target | None = None) -> list[NestLine]:
    """The outline of a program: loops with extents and kinds, blocks with the bindings of their axes. `target` has the
    cache lines in which what loops touch is counted."""
    touched = footprints(func) if target is None else footprints(func, target.line_bytes)
    return list(_lines(func.body, 0, touched))


def _lines(stmt: Stmt, depth: int, touched: dict[For, Footprint]) -> Iterator[NestLine]:
    match stmt:
        case BlockRealize(block=Block(name="root", iters=()) as block):
            yield from _lines(block.body, depth, touched)
        case BlockRealize():
            yield from _block(stmt, depth, touched)
        case For():
            yield NestLine(depth, _loop(stmt), touched.get(stmt))
            yield from _lines(stmt.body, depth + 1, touched)
        case SeqStmt():
            for item in stmt.stmts:
                yield from _lines(item, depth, touched)
        case IfThenElse():
            yield NestLine(depth, f"if {_short(stmt.condition)}:")
            yield from _lines(stmt.then_body, depth + 1, touched)
            if stmt.else_body is not None:
                yield NestLine(depth, "else:")
                yield from _lines(stmt.else_body, depth + 1, touched)
        case While():
            yield NestLine(depth, f"while {_short(stmt.condition)}:")
            yield from _lines(stmt.body, depth + 1, touched)
        case _:
            for text in stmt.script().splitlines():
                yield NestLine(depth + _indent(text), _cut(text.strip()))


def _block(stmt: BlockRealize, depth: int, touched: dict[For, Footprint]) -> Iterator[NestLine]:
    block = stmt.block
    axes = ", ".join(
        f"{item.var.name}{'+' if item.kind == 'reduce' else ''}={_short(value)}"
        for item, value in zip(block.iters, stmt.values, strict=True)
    )
    where = "" if is_const(stmt.predicate, 1) else f" where {_short(stmt.predicate)}"
    yield NestLine(depth, _cut(f"{block.name}({axes}){where}:"))
    if block.init is not None:
        yield NestLine(depth + 1, "init:")
        yield from _lines(block.init, depth + 2, touched)
    yield from _lines(block.body, depth + 1, touched)


def _loop(loop: For) -> str:
    extent = as_int(loop.extent)
    low = "" if is_const(loop.min, 0) else f" from {_short(loop.min)}"
    kind = loop.thread or _KINDS[loop.kind]
    notes = "".join(f" {key}={value}" for key, value in loop.annotations.items())
    return (
        f"for {loop.var.name} in {_short(loop.extent) if extent is None else extent}{low}"
        + (f" {kind}" if kind else "")
        + notes
    )


def _short(item: Expr | Node) -> str:
    return _cut(item.script())


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


def _indent(text: str) -> int:
    return (len(text) - len(text.lstrip(" "))) // 4
