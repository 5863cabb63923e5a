"""Statements of tensor programs: loops, blocks and stores (TensorIR)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar

from .expr import Buffer, Expr, Var
from .node import Node, Span, node

#: Loop kinds as printed: `T.serial` …
FOR_KINDS = ("serial", "parallel", "vectorized", "unroll", "thread_binding")
#: Block axis kinds as printed: `T.axis.spatial` …
ITER_KINDS = ("spatial", "reduce", "scan", "opaque")


class Stmt(Node):
    __slots__ = ()


@node
class Range(Node):
    """``min`` (inclusive) and ``extent``."""

    min: Expr
    extent: Expr
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("min", "extent")


@node
class IterVar(Node):
    """A block axis: variable, domain, and kind (one of :data:`ITER_KINDS`)."""

    var: Var
    dom: Range
    kind: str
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("dom",)


@node
class BufferRegion(Node):
    """A box of a buffer, one range per dimension."""

    buffer: Buffer
    region: tuple[Range, ...]
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("region",)


@node
class MatchBuffer(Node):
    """``buffer`` is a view of ``source`` inside a block."""

    buffer: Buffer
    source: BufferRegion
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("source",)


@node
class BufferStore(Stmt):
    buffer: Buffer
    value: Expr
    indices: tuple[Expr, ...]
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value", "indices")


@node
class SeqStmt(Stmt):
    """Statements in order; build with :func:`seq`, which flattens."""

    stmts: tuple[Stmt, ...]
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("stmts",)


@node
class For(Stmt):
    """``for var in [min, min + extent)`` of one of :data:`FOR_KINDS`; `thread` is the tag of a thread binding.

    `header_span` covers the loop header only; `span` runs over the body.
    """

    var: Var
    min: Expr
    extent: Expr
    kind: str
    body: Stmt
    thread: str | None = None
    annotations: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("min", "extent", "body")


@node
class Block(Stmt):
    """The unit of computation: isolated from the loops around it by its axes.

    The body may use only the axes' variables, the function's parameters and symbolic dimensions, and variables of
    enclosing blocks. `init` runs when all reduce axes are at the start of their domains.
    """

    name: str
    iters: tuple[IterVar, ...]
    reads: tuple[BufferRegion, ...]
    writes: tuple[BufferRegion, ...]
    body: Stmt
    init: Stmt | None = None
    allocs: tuple[Buffer, ...] = ()
    match_buffers: tuple[MatchBuffer, ...] = ()
    annotations: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("iters", "reads", "writes", "match_buffers", "init", "body")


@node
class BlockRealize(Stmt):
    """Runs `block` with its axes bound to `values`, where `predicate` holds."""

    values: tuple[Expr, ...]
    predicate: Expr
    block: Block
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("values", "predicate", "block")


@node
class IfThenElse(Stmt):
    condition: Expr
    then_body: Stmt
    else_body: Stmt | None = None
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("condition", "then_body", "else_body")


@node
class LetStmt(Stmt):
    var: Var
    value: Expr
    body: Stmt
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value", "body")


@node
class Evaluate(Stmt):
    """An expression for its effect (an extern call), or nothing (a literal 0)."""

    value: Expr
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value",)


@node
class While(Stmt):
    condition: Expr
    body: Stmt
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("condition", "body")


@node
class AssertStmt(Stmt):
    """Makes the function return an error with `message` when `condition` is false."""

    condition: Expr
    message: str
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("condition",)


#: The key of an attribute whose value is evaluated on every way out of the body, after an error too.
FINALLY = "finally"


@node
class AttrStmt(Stmt):
    """A scoped attribute; `node` is an expression, a buffer or None."""

    node: Any
    key: str
    value: Expr
    body: Stmt
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value", "body")


@node
class Allocate(Stmt):
    """Lowered form only: `buffer` lives in `body`."""

    buffer: Buffer
    body: Stmt
    annotations: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("body",)


def seq(*stmts: Stmt) -> Stmt:
    """Statements in order, nested sequences flattened; one statement stays itself."""
    flat: list[Stmt] = []
    for item in stmts:
        if isinstance(item, SeqStmt):
            flat.extend(item.stmts)
        else:
            flat.append(item)
    return flat[0] if len(flat) == 1 else SeqStmt(tuple(flat))
