"""Replaces vector loops by vector expressions: the loop variable becomes a ramp of lanes.

Indices that are linear in it become ramps or stay scalars; conditions that differ by lane become lane
masks (codegen limits memory accesses to the active lanes). Loops without a vector form remain serial loops: those with
a store of every lane to one element, or with an inner loop whose extent differs by lane.
"""

from __future__ import annotations

from typing import Any

from mlcc.analysis import Analyzer, to_expr
from mlcc.ir import (
    INTRINSICS,
    Allocate,
    AssertStmt,
    Binary,
    Broadcast,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Cast,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    IntImm,
    Let,
    LetStmt,
    Not,
    PrimFunc,
    Ramp,
    Select,
    Stmt,
    StringImm,
    Var,
    While,
    as_int,
    const,
    free_vars,
    map_children,
    seq,
    substitute,
    update,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target

from .split_vectors import in_powers


class _NoVectorForm(Exception):
    """A loop must stay serial; not raised out of this module."""


# ---------------------------------------------------------------- vector code
def vectorize_loops(func: PrimFunc, target: Target) -> PrimFunc:
    """Replace every vector loop by its vector body, innermost first."""

    def visit(node: Any) -> Any:
        new = map_children(node, visit) if isinstance(node, Stmt) else node
        if isinstance(new, For) and new.kind == "vectorized":
            extent = as_int(new.extent)
            # Partitioned loops may be of any length.
            if extent is not None and extent.bit_count() > 1 and not target.has_odd_vectors:
                return seq(*(visit(part) for part in in_powers(new, 0, extent)))
            return _vector_body(new, target)
        return new

    return func.with_body(visit(func.body))


def _vector_body(loop: For, target: Target) -> Stmt:
    extent = as_int(loop.extent)
    # There are no vectors of vectors: a loop around vector code stays serial.
    if extent is None or extent < 2 or _has_vectors(loop.body):
        return update(loop, kind="serial")
    try:
        return _Vectorizer(loop.var, loop.min, extent, target.pairs_lanes).statement(loop.body)
    except _NoVectorForm:
        return update(loop, kind="serial")


def _has_vectors(body: Stmt) -> bool:
    return any(isinstance(n, (Ramp, Broadcast)) for n in walk(body))


class _Vectorizer:
    """Rewrites one loop body; scalar parts that do not depend on the lane stay scalar."""

    def __init__(self, var: Var, low: Expr, lanes: int, pairs: bool) -> None:
        self.var = var
        self.lanes = lanes
        self.pairs = pairs
        self.ramp = Ramp(low, const(1, var.dtype), lanes)
        # The variables that differ by lane, with their vectors. Whatever uses none of them stays scalar.
        self.values: dict[Var, Expr] = {var: self.ramp}
        self.private: dict[Buffer, Buffer] = {}
        self.analyzer = Analyzer()
        self.masked = False  # whether lanes may be inactive

    # -- statements ----------------------------------------------------------------------------
    def statement(self, stmt: Stmt) -> Stmt:
        match stmt:
            case BufferStore():
                return self._store(stmt)
            case For():
                pairs = self._pairs(stmt) if self.pairs and not self.masked else None
                if pairs is not None:
                    return pairs
                low, extent = self.expr(stmt.min), self.expr(stmt.extent)
                if _lanes(low) > 1 or _lanes(extent) > 1:
                    raise _NoVectorForm
                # All lanes run the inner loop together: its bounds must be the same for all, and it starts no threads
                # of its own.
                kind = "serial" if stmt.kind == "parallel" else stmt.kind
                return update(stmt, min=low, extent=extent, kind=kind, body=self.statement(stmt.body))
            case IfThenElse():
                condition, masked = self.expr(stmt.condition), self.masked
                self.masked = masked or _lanes(condition) > 1
                other = None if stmt.else_body is None else self.statement(stmt.else_body)
                new = update(stmt, condition=condition, then_body=self.statement(stmt.then_body), else_body=other)
                self.masked = masked
                return new
            case LetStmt():
                value = self.expr(stmt.value)
                var = stmt.var
                if _lanes(value) > 1:
                    var = Var(var.name, dt.with_lanes(var.dtype, self.lanes))
                    self.values[stmt.var] = var
                return LetStmt(var, value, self.statement(stmt.body))
            case Allocate():
                return self._allocate(stmt)
            case Evaluate():
                value = self.expr(stmt.value)
                # An effect would happen once for the vector instead of once per lane.
                if _lanes(value) > 1 or _impure(stmt.value):
                    raise _NoVectorForm
                return update(stmt, value=value)
            case While() | AssertStmt():
                condition = self.expr(stmt.condition)
                if _lanes(condition) > 1:
                    raise _NoVectorForm
                return map_children(stmt, lambda c: self.statement(c) if isinstance(c, Stmt) else self.expr(c))
        return map_children(stmt, lambda c: self.statement(c) if isinstance(c, Stmt) else self.expr(c))

    def _allocate(self, stmt: Allocate) -> Stmt:
        """Memory allocated inside the loop is private to a lane: it gets a further, innermost dimension."""
        buffer = stmt.buffer
        size = buffer.shape[0] * const(self.lanes, buffer.shape[0].dtype)
        wide = Buffer(buffer.name, (size,), buffer.dtype, buffer.scope, align=buffer.align)
        self.private[buffer] = wide
        return Allocate(wide, self.statement(stmt.body), span=stmt.span)

    def _private_index(self, index: Expr) -> Expr:
        # Lanes are innermost: with 4 lanes, element 2 of lane 1 is at 2 * 4 + 1 = 9. So one element of all lanes is a
        # vector of consecutive addresses.
        lane = Ramp(const(0, dt.element(index.dtype)), const(1, dt.element(index.dtype)), self.lanes)
        count = const(self.lanes, dt.element(index.dtype))
        if _lanes(index) == 1:
            return Ramp(index * count, lane.stride, self.lanes)
        return Binary("add", Binary("mul", index, Broadcast(count, self.lanes)), lane)

    def _store(self, stmt: BufferStore) -> Stmt:
        index, value = self.index(stmt.indices[0]), self.expr(stmt.value)
        buffer = stmt.buffer
        if buffer in self.private:
            buffer, index = self.private[buffer], self._private_index(index)
        # The lanes would store different values to one element. The order in which they do so is that of the serial
        # loop, which a vector does not have.
        if _lanes(index) == 1 and _lanes(value) > 1:
            raise _NoVectorForm
        if _lanes(index) > 1 and _lanes(value) == 1:
            value = Broadcast(value, self.lanes)
        return BufferStore(buffer, value, (index,), span=stmt.span)

    def _pairs(self, loop: For) -> Stmt | None:
        """One store for ``for r in unroll(2): B[2 * lane + r] = value``, where elements have 16 bits; else None.

        Two vectors a and b become one of ``a0 b0 a1 b1 ...``: words that have an element of b above one of a.
        """
        store = loop.body
        if loop.kind != "unroll" or as_int(loop.extent) != 2 or not isinstance(store, BufferStore):
            return None
        if dt.bits(store.buffer.dtype) != 16 or store.buffer in self.private or self.lanes.bit_count() > 1:
            return None
        if any(isinstance(n, BufferLoad) and n.buffer is store.buffer for n in walk(store.value)):
            return None
        first, second = (
            self._store(substitute(store, {loop.var: loop.min + const(k, loop.min.dtype)})) for k in (0, 1)
        )
        assert isinstance(first, BufferStore)
        assert isinstance(second, BufferStore)
        low, high = first.indices[0], second.indices[0]
        if not isinstance(low, Ramp) or not isinstance(high, Ramp) or as_int(low.stride) != 2:
            return None
        if as_int(high.stride) != 2 or not self.analyzer.equal(high.base, low.base + const(1, low.base.dtype)):
            return None
        words = [Cast(f"uint32x{self.lanes}", Call("reinterpret", (v,), f"uint16x{self.lanes}"))
                 for v in (first.value, second.value)]  # fmt: skip
        word = Binary("bitor", words[0], Binary("shl", words[1], Broadcast(const(16, "uint32"), self.lanes)))
        both = Call("reinterpret", (word,), dt.with_lanes(store.buffer.dtype, 2 * self.lanes))
        index = Ramp(low.base, const(1, low.base.dtype), 2 * self.lanes)
        return BufferStore(store.buffer, both, (index,), span=store.span)

    # -- indices -------------------------------------------------------------------------------
    def index(self, expr: Expr) -> Expr:
        """An index: a scalar, a ramp, or a vector computed lane by lane."""
        if not any(v in self.values for v in free_vars(expr)):
            return expr if not _loads_private(expr, self.private) else self.expr(expr)
        # `i * 8 + j * 2 + 3` with lanes j is linear: factor 2, rest `i * 8 + 3`. The ramp has the stride 2. A ramp
        # becomes a vector load or store; a vector of indices becomes a gather or scatter, which is several times
        # slower.
        poly = self.analyzer.poly(expr)
        factor = poly.terms.get((self.var,), 0)
        rest = poly - type(poly).atom(self.var, factor)
        # The lane is also in a term that is no constant multiple of it, such as `j * n` or `j // 2`.
        if any(v in self.values for v in rest.variables()):
            symbolic = self._symbolic_stride(expr)
            return symbolic if symbolic is not None else self.expr(expr)
        dtype = expr.dtype
        base = to_expr(rest + self.analyzer.poly(self.ramp.base).scaled(factor), dtype)
        return Ramp(base, const(factor, dtype), self.lanes) if factor else base

    def _symbolic_stride(self, expr: Expr) -> Expr | None:
        """A ramp whose stride is an expression, such as a symbolic dimension."""
        # Linear in the lane j if each step is the same: `j * n + k` is k, n + k, 2 * n + k for j = 0, 1, 2, so its
        # stride is n. For `j // 2` the values are 0, 0, 1. The comparison with `linear` proves it for all j, not only
        # for these three.
        zero = self.analyzer.poly(substitute(expr, {self.var: const(0, self.var.dtype)}))
        one = self.analyzer.poly(substitute(expr, {self.var: const(1, self.var.dtype)}))
        two = self.analyzer.poly(substitute(expr, {self.var: const(2, self.var.dtype)}))
        step = one - zero
        poly = self.analyzer.poly(expr)
        linear = step.times(type(step).atom(self.var)) + zero
        if two - one != step or poly != linear or as_int(self.ramp.base) != 0:
            return None
        if any(v in self.values for v in step.variables()):
            return None
        return Ramp(to_expr(zero, expr.dtype), to_expr(step, expr.dtype), self.lanes)

    # -- expressions ---------------------------------------------------------------------------
    def expr(self, expr: Expr) -> Expr:
        match expr:
            case Var():
                return self.values.get(expr, expr)
            case BufferLoad():
                index = self.index(expr.indices[0])
                if expr.buffer in self.private:
                    return BufferLoad(self.private[expr.buffer], (self._private_index(index),))
                return expr if index is expr.indices[0] else BufferLoad(expr.buffer, (index,))
            case Binary():
                return self._binary(expr)
            case Cast():
                value = self.expr(expr.value)
                if value is expr.value:
                    return expr
                return Cast(dt.with_lanes(expr.dtype, _lanes(value)), value)
            case Select():
                condition = self.expr(expr.condition)
                yes, no = self._same(self.expr(expr.true_value), self.expr(expr.false_value))
                if _lanes(condition) > 1:
                    yes, no = self._wide(yes), self._wide(no)
                return Select(condition, yes, no)
            case Not():
                return Not(self.expr(expr.a))
            case Let():
                return self._let(expr)
            case Call():
                return self._call(expr)
            case Ramp() | Broadcast():
                raise _NoVectorForm
        return expr

    def _wide(self, expr: Expr) -> Expr:
        return expr if _lanes(expr) > 1 else Broadcast(expr, self.lanes)

    def _same(self, a: Expr, b: Expr) -> tuple[Expr, Expr]:
        if _lanes(a) == _lanes(b):
            return a, b
        return self._wide(a), self._wide(b)

    def _binary(self, expr: Binary) -> Expr:
        a, b = self.expr(expr.a), self.expr(expr.b)
        if a is expr.a and b is expr.b:
            return expr
        # A ramp plus a scalar stays a ramp, so that indices bound by a `let` remain vector accesses, not gathers.
        if dt.is_int(expr.a.dtype) and expr.op in ("add", "sub", "mul"):
            ramp = _ramp_binary(expr.op, a, b)
            if ramp is not None:
                return ramp
        return Binary(expr.op, *self._same(a, b), span=expr.span)

    def _let(self, expr: Let) -> Expr:
        value = self.expr(expr.value)
        if _lanes(value) == 1:
            return Let(expr.var, value, self.expr(expr.body))
        var = Var(expr.var.name, dt.with_lanes(expr.var.dtype, self.lanes))
        self.values[expr.var] = var
        return Let(var, value, self.expr(expr.body))

    def _call(self, expr: Call) -> Expr:
        # These have one address or one effect for the vector. They cannot stand for one per lane.
        if expr.op in ("address_of", "call_packed", "workspace_ptr", "weight_ptr"):
            if any(v in self.values for v in free_vars(expr)):
                raise _NoVectorForm
            return expr
        args = [self.expr(a) for a in expr.args]
        if all(a is b for a, b in zip(args, expr.args, strict=True)):
            return expr
        if all(_lanes(a) == 1 for a in args):
            return update(expr, args=tuple(args))
        if not INTRINSICS[expr.op].pure:
            raise _NoVectorForm
        # The mask that codegen derives from a vector condition limits the loads in both values to the active lanes.
        if expr.op == "if_then_else":
            condition = args[0]
            yes, no = self._wide(args[1]), self._wide(args[2])
            return update(expr, args=(condition, yes, no), dtype=yes.dtype)
        wide = tuple(a if isinstance(a, StringImm) else self._wide(a) for a in args)
        return update(expr, args=wide, dtype=dt.with_lanes(expr.dtype, self.lanes))


def _ramp_binary(op: str, a: Expr, b: Expr) -> Expr | None:
    """The ramp that results from adding a scalar to a ramp or multiplying it by a literal; else None."""
    from mlcc.ir import binary

    if op == "mul":
        if isinstance(a, Ramp) and isinstance(b, IntImm):
            return Ramp(binary("mul", a.base, b), binary("mul", a.stride, b), a.lanes)
        if isinstance(b, Ramp) and isinstance(a, IntImm):
            return Ramp(binary("mul", b.base, a), binary("mul", b.stride, a), b.lanes)
        return None
    if isinstance(a, Ramp) and _lanes(b) == 1:
        return Ramp(binary(op, a.base, b), a.stride, a.lanes)
    if op == "add" and isinstance(b, Ramp) and _lanes(a) == 1:
        return Ramp(binary("add", a, b.base), b.stride, b.lanes)
    return None


def _lanes(expr: Expr) -> int:
    return dt.lanes(expr.dtype)


def _loads_private(expr: Expr, private: dict[Buffer, Buffer]) -> bool:
    return any(isinstance(n, BufferLoad) and n.buffer in private for n in walk(expr))


def _impure(expr: Expr) -> bool:
    return any(isinstance(n, Call) and not INTRINSICS[n.op].pure for n in walk(expr))
