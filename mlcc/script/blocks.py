"""Blocks: axes, predicate, regions, attributes, then the body."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mlcc.diagnostics import Label, Span
from mlcc.ir import (
    Block,
    BlockRealize,
    Buffer,
    BufferRegion,
    Expr,
    IterVar,
    MatchBuffer,
    Range,
    Stmt,
    Var,
    const,
)  # fmt: skip
from mlcc.ir import dtype as dt

from . import syntax as s
from .context import BROKEN
from .formulas import Formulas, extent_between

_KINDS = {
    "spatial": "spatial", "S": "spatial", "reduce": "reduce", "R": "reduce", "scan": "scan", "opaque": "opaque"
}  # fmt: skip


@dataclass
class Header:
    """The declarations of the block that is being read."""

    name: str
    span: Span | None = None
    iters: list[IterVar] = field(default_factory=list)
    values: list[Expr] = field(default_factory=list)
    predicate: Expr | None = None
    reads: list[BufferRegion] | None = None
    writes: list[BufferRegion] | None = None
    annotations: dict[str, Any] = field(default_factory=dict)
    allocs: list[Buffer] = field(default_factory=list)
    matches: list[MatchBuffer] = field(default_factory=list)
    init: Stmt | None = None

    @property
    def is_bare(self) -> bool:
        """True when there are no declarations that the implicit root block could not hold."""
        return not (self.allocs or self.iters or self.annotations or self.matches or self.init or self.predicate)


def realize(header: Header, body: Stmt) -> BlockRealize:
    """The finished block; regions that were not given are inferred from the body."""
    predicate = header.predicate if header.predicate is not None else const(True)
    reads, writes = header.reads, header.writes
    if reads is None or writes is None:
        inferred = _inferred(header, body)
        reads = list(inferred[0]) if reads is None else reads
        writes = list(inferred[1]) if writes is None else writes
    block = Block(
        header.name, tuple(header.iters), tuple(reads), tuple(writes), body, header.init, tuple(header.allocs),
        tuple(header.matches), header.annotations, span=header.span,
    )  # fmt: skip
    return BlockRealize(tuple(header.values), predicate, block, span=header.span)


def _inferred(header: Header, body: Stmt) -> tuple[tuple[BufferRegion, ...], tuple[BufferRegion, ...]]:
    """What the body reads and writes; nothing where an access has the wrong number of indices (the verifier
    reports that)."""
    from mlcc.analysis import block_regions
    from mlcc.ir import loads_and_stores

    if header.name == "root" and not header.iters:
        return (), ()
    for part in (body, header.init):
        if part is not None:
            loads, stores = loads_and_stores(part)
            accesses = [(a.buffer, a.indices) for a in loads] + [(a.buffer, a.indices) for a in stores]
            if any(len(indices) != len(buffer.shape) for buffer, indices in accesses):
                return (), ()
    return block_regions(body, header.iters, header.init, header.allocs, header.matches)


class Axes:
    """Reads axis statements into a header. `domains` holds the (begin, extent) of the loops and axes in scope."""

    def __init__(self, fx: Formulas) -> None:
        self.fx = fx
        self.domains: dict[Var, tuple[Expr, Expr]] = {}

    def read(self, header: Header, name: str, target: s.Syntax, call: s.Call) -> None:
        """``vi = T.axis.spatial(128, i)`` or ``vi, vj = T.axis.remap("SS", [i, j])``."""
        if name == "remap":
            self._remap(header, target, call)
            return
        kind = _KINDS.get(name)
        ctx = self.fx.ctx
        if kind is None:
            from mlcc.diagnostics import choices_help

            names = ["spatial", "reduce", "scan", "opaque", "remap"]
            raise ctx.error("P121", f"unknown `T.axis.{name}`", call.func, help=choices_help(name, names, "axes"))
        if not isinstance(target, s.Name):
            raise ctx.error("P128", "one axis has one name", target, help="use `T.axis.remap` for several")
        args = ctx.bind(call, "dom binding dtype", 2, f"T.axis.{name}")
        dom, value = self._domain(args["dom"], args["binding"])
        self._add(header, target, kind, dom, value, ctx.span(call))

    def _domain(self, dom: s.Syntax, binding: s.Syntax) -> tuple[Range, Expr]:
        """The domain and the value; a bare number in one takes the type of the other."""
        fx = self.fx
        value = fx.value(binding)
        parts = dom.items if isinstance(dom, s.Tuple) else [dom]
        if len(parts) not in (1, 2):
            raise fx.ctx.error("P122", "a domain is an extent or (begin, end)", dom)
        ends = [fx.value(item) for item in parts]
        like = next((v.dtype for v in (*ends, value) if isinstance(v, Expr)), fx.int_dtype)
        if not dt.is_int(like):
            like = fx.int_dtype
        typed = [fx.typed(v, n, like) for v, n in zip(ends, parts, strict=True)]
        begin = typed[0] if len(typed) == 2 else const(0, typed[-1].dtype)
        extent = extent_between(begin, typed[-1])
        result = fx.typed(value, binding, like)
        if not dt.is_int(result.dtype):
            raise fx.ctx.error("P124", f"an axis takes an integer, but this has type {result.dtype}", binding)
        return Range(begin, extent, span=fx.ctx.span(dom)), result

    def _add(self, header: Header, target: s.Name, kind: str, dom: Range, value: Expr, span: Span) -> None:
        ctx = self.fx.ctx
        var = Var(target.id, dom.extent.dtype, span=ctx.span(target))
        if any(axis.var.name == target.id for axis in header.iters):
            before = next(axis.var.span for axis in header.iters if axis.var.name == target.id)
            raise ctx.error(
                "P123", f"axis `{target.id}` is defined twice", target, labels=[Label(before, "first defined here")]
            )
        header.iters.append(IterVar(var, dom, kind, span=span))
        header.values.append(value)
        self.domains[var] = (dom.min, dom.extent)
        ctx.define(target.id, var, target)

    def _remap(self, header: Header, target: s.Syntax, call: s.Call) -> None:
        fx, ctx = self.fx, self.fx.ctx
        args = ctx.bind(call, "kinds bindings dtype", 2, "T.axis.remap")
        kinds = ctx.text(args["kinds"], "the axis kinds")
        bindings = ctx.items(args["bindings"])
        targets = target.items if isinstance(target, s.Tuple) else [target]
        if not len(kinds) == len(bindings) == len(targets):
            raise ctx.error(
                "P122", f"{len(targets)} names, {len(kinds)} kinds and {len(bindings)} loops do not match", call,
                help="give one name, one letter and one loop per axis",
            )  # fmt: skip
        for name, letter, binding in zip(targets, kinds, bindings, strict=True):
            if letter not in "SR":
                raise ctx.error("P124", f"unknown axis kind `{letter}`", args["kinds"], help="`S` spatial, `R` reduce")
            if not isinstance(name, s.Name):
                raise ctx.error("P128", "an axis is named by one word", name)
            value = fx.value(binding)
            domain = self.domains.get(value) if isinstance(value, Var) else None
            if domain is None:
                raise ctx.error(
                    "P124", "`remap` takes loop variables only", binding,
                    help=f"write `{name.id} = T.axis.{_KINDS[letter]}(extent, value)`",
                )  # fmt: skip
            dom = Range(*domain, span=ctx.span(binding))
            self._add(header, name, _KINDS[letter], dom, value, ctx.span(name))


def mark_broken(fx: Formulas, target: s.Syntax) -> None:
    """Names whose definition failed: later uses are not reported again."""
    for item in target.items if isinstance(target, (s.Tuple, s.List)) else [target]:
        if isinstance(item, s.Name):
            fx.ctx.define(item.id, BROKEN)
