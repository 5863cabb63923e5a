"""Which loops may run all their iterations at once, statement by statement.

That gives the sequential result when no iteration accesses an element that another one writes. For every buffer written
in the body, the proof examines all accesses to it: the stride of some index in the loop variable must exceed the range
of the other terms of that index.
"""

from __future__ import annotations

from collections.abc import Mapping

from mlcc.ir import (
    Allocate,
    AssertStmt,
    Binary,
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IntImm,
    Let,
    LetStmt,
    Node,
    Ramp,
    Var,
    While,
    as_int,
    children,
    substitute,
    walk,
)
from mlcc.ir.bounds import Bound, Bounds
from mlcc.ir.linear import Linear, linear, term_key
from mlcc.ir.traverse import free_vars

Access = tuple[Expr, ...]


class _Accesses:
    """Index tuples of all accesses below a loop, with axes and lets replaced by their values."""

    def __init__(self, var: Var) -> None:
        self.var = var
        self.by_buffer: dict[Buffer, list[Access]] = {}
        self.stored: set[Buffer] = set()
        self.views: dict[Buffer, tuple[Buffer, Access]] = {}
        self.bounds = Bounds()
        self.possible = True

    def visit(self, item: Node, values: dict[Var, Expr]) -> None:
        """Collect below `item`; `possible` becomes False where the analysis does not support the body."""
        match item:
            case While() | Allocate() | AssertStmt() | Ramp():
                self.possible = False
                return
            case Evaluate() if not isinstance(item.value, IntImm):
                self.possible = False
                return
            case Call() if item.op in ("call_extern", "call_packed", "call_kernel", "address_of", "ret"):
                self.possible = False
                return
            case For():
                low, extent = as_int(item.min), as_int(item.extent)
                if low is None or extent is None:
                    ends = [substitute(e, values) for e in (item.min, item.extent)]
                    self.possible = self.possible and not any(self.var in free_vars(e) for e in ends)
                else:
                    bound = self.bounds.ranges.get(item.var, Bound(low, low))
                    first, last = min(bound.lo or 0, low), max(bound.hi or 0, low + extent - 1)
                    self.bounds.ranges[item.var] = Bound(first, last)
            case BlockRealize():
                self._block(item, values)
                return
            case LetStmt() | Let():
                self.visit(item.value, values)
                self.visit(item.body, {**values, item.var: substitute(item.value, values)})
                return
            case BufferLoad() | BufferStore():
                self._access(item, values)
        for child in children(item):
            self.visit(child, values)

    def _block(self, realize: BlockRealize, values: dict[Var, Expr]) -> None:
        block: Block = realize.block
        if block.allocs:
            self.possible = False
            return
        self.visit(realize.predicate, values)
        bound = [substitute(value, values) for value in realize.values]
        inner = {**values, **{axis.var: value for axis, value in zip(block.iters, bound, strict=True)}}
        for match in block.match_buffers:
            mins = tuple(substitute(r.min, inner) for r in match.source.region)
            self.views[match.buffer] = (match.source.buffer, mins)
        if block.init is not None:
            self.visit(block.init, inner)
        self.visit(block.body, inner)

    def _access(self, item: BufferLoad | BufferStore, values: dict[Var, Expr]) -> None:
        buffer, indices = item.buffer, tuple(substitute(i, values) for i in item.indices)
        while buffer in self.views:
            source, mins = self.views[buffer]
            lead = len(mins) - len(indices)
            indices = (*mins[:lead], *(m + i for m, i in zip(mins[lead:], indices, strict=True)))
            buffer = source
        self.by_buffer.setdefault(buffer, []).append(indices)
        if isinstance(item, BufferStore):
            self.stored.add(buffer)


def independent(loop: For, views: Mapping[Buffer, tuple[Buffer, Access]]) -> bool:
    """True when the iterations of `loop` are proven independent."""
    low, extent = as_int(loop.min), as_int(loop.extent)
    accesses = _Accesses(loop.var)
    accesses.views.update(views)
    try:
        accesses.visit(loop.body, {})
    except (TypeError, ValueError):
        return False
    if not accesses.possible:
        return False
    if low is not None and extent is not None:
        accesses.bounds.ranges[loop.var] = Bound(low, low + extent - 1)
    inner = {n.var for n in walk(loop.body) if isinstance(n, For)}
    # Indices must not depend on buffers that the body writes: their values change.
    for buffer in accesses.stored:
        forms = [tuple(linear(i) for i in indices) for indices in accesses.by_buffer[buffer]]
        if any(_reads(i, accesses.stored) for indices in accesses.by_buffer[buffer] for i in indices):
            return False
        if not _separated(loop.var, forms, inner, accesses.bounds):
            return False
    return True


def _reads(expr: Expr, stored: set[Buffer]) -> bool:
    return any(isinstance(n, BufferLoad) and n.buffer in stored for n in walk(expr))


def _separated(var: Var, forms: list[tuple[Linear, ...]], inner: set[Var], bounds: Bounds) -> bool:
    """True when different values of `var` give different elements, in every pair of accesses."""
    if not forms or not forms[0]:
        return False
    if any(_distinguishes(term_key(var), var, d, forms, inner, bounds) for d in range(len(forms[0]))):
        return True
    # A fused loop: two values differ in the quotient or in the remainder by one divisor; both cases are checked.
    for divisor in _divisors(var, forms):
        quotient, remainder = ("floordiv", var, divisor), ("floormod", var, divisor)
        parts = [term_key(Binary(op, v, IntImm(c, var.dtype))) for op, v, c in (quotient, remainder)]
        dims = range(len(forms[0]))
        if any(_distinguishes(parts[0], var, d, forms, inner, bounds) for d in dims) and any(
            _distinguishes(parts[1], var, d, forms, inner, bounds, fixed_key=parts[0]) for d in dims
        ):
            return True
    return False


def _divisors(var: Var, forms: list[tuple[Linear, ...]]) -> set[int]:
    result = set()
    for form in (f for dims in forms for f in dims):
        for term, _ in form.terms.values():
            if isinstance(term, Binary) and term.op in ("floordiv", "floormod") and term.a is var:
                if isinstance(term.b, IntImm) and term.b.value > 0:
                    result.add(term.b.value)
    return result


def _distinguishes(
    key: object,
    var: Var,
    dim: int,
    forms: list[tuple[Linear, ...]],
    inner: set[Var],
    bounds: Bounds,
    fixed_key: object = None,
) -> bool:
    """True when index `dim` moves by more per step of the term `key` than everything else in it can vary.

    The term `fixed_key` counts as equal in the iterations compared.
    """
    step: int | None = None
    outer: dict[object, int] | None = None
    low: int | None = None
    high: int | None = None
    for dims in forms:
        form = dims[dim]
        if key not in form.terms or (step is not None and form.terms[key][1] != step):
            return False
        step = form.terms[key][1]
        rest = {k: t for k, t in form.terms.items() if k != key}
        varying = {
            k: t for k, t in rest.items() if k != fixed_key and any(v in inner or v is var for v in free_vars(t[0]))
        }
        fixed = {k: factor for k, (_, factor) in rest.items() if k not in varying}
        if outer is not None and fixed != outer:
            return False
        outer = fixed
        span = bounds.form_bound(Linear(form.constant, varying))
        if span.lo is None or span.hi is None:
            return False
        low = span.lo if low is None else min(low, span.lo)
        high = span.hi if high is None else max(high, span.hi)
    return step is not None and low is not None and high is not None and high - low < abs(step)
