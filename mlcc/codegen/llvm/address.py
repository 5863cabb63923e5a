"""Index arithmetic in 64 bits, and address computation.

An index is a sum of operands with factors and a constant. Its terms are added to the base address in the order of the
loops that define them, outermost first, so that every partial address is loop-invariant in the inner loops and computed
outside of them; the constant becomes the displacement of the memory instruction.
"""

from __future__ import annotations

from math import gcd

from mlcc.ir import Binary, Cast, Expr, IntImm, Let, Select, Var
from mlcc.ir import dtype as dt

from ..integers import fold
from .division import divide
from .emitter import Emitter, Pointer
from .sums import INDEX_TYPES, sum_of

Terms = dict[str, int]


def linear(f: Emitter, expr: Expr, factor: int, terms: Terms) -> int:
    """Add ``factor * expr`` to `terms`; returns its constant part."""
    kind = type(expr)
    if kind is IntImm:
        return factor * expr.value  # type: ignore[attr-defined, no-any-return]
    if kind is not Binary and kind is not Cast:
        return _linear_term(f, expr, factor, terms)
    # In unrolled loops the same index is written once per iteration: how it is a sum is found once.
    known = f.sums.get(id(expr))
    if known is None:
        known = f.sums[id(expr)] = expr, sum_of(expr)
    parts = known[1]
    return factor * parts.constant + sum(_linear_term(f, item, factor * scale, terms) for item, scale in parts.terms)


def _linear_term(f: Emitter, expr: Expr, factor: int, terms: Terms) -> int:
    """As :func:`linear`, for what is no sum."""
    kind = type(expr)
    if kind is Var:
        have = f.index.get(expr)  # type: ignore[call-overload]
        if have is None:
            have = widened(f, f.values[expr], expr.dtype)  # type: ignore[index]
        # The variable of an unrolled loop is an integer here: it goes into the displacement, not into a term.
        elif isinstance(have, int):
            return factor * have
        _add(terms, have, factor)
        return 0
    if kind is Binary and expr.dtype in INDEX_TYPES:
        return _linear_binary(f, expr, factor, terms)  # type: ignore[arg-type]
    if kind is Select and dt.lanes(expr.dtype) == 1:
        condition = f.value(expr.condition)  # type: ignore[attr-defined]
        a = index_value(f, expr.true_value)  # type: ignore[attr-defined]
        b = index_value(f, expr.false_value)  # type: ignore[attr-defined]
        _add(terms, f.pure(f"select i1 {condition}, i64 {a}, i64 {b}", condition, a, b), factor)
        return 0
    if kind is Let and dt.is_int(expr.value.dtype):  # type: ignore[attr-defined]
        f.index[expr.var] = index_value(f, expr.value)  # type: ignore[attr-defined]
        return linear(f, expr.body, factor, terms)  # type: ignore[attr-defined]
    _add(terms, widened(f, f.value(expr), expr.dtype), factor)
    return 0


def _add(terms: Terms, operand: str, factor: int) -> None:
    # i - i cancels. A term with the factor 0 would make a constant difference look dynamic (`difference`).
    total = terms.get(operand, 0) + factor
    if total:
        terms[operand] = total
    else:
        terms.pop(operand, None)


def _linear_binary(f: Emitter, expr: Binary, factor: int, terms: Terms) -> int:
    op = expr.op
    # Both operands as sums: a product distributes if one of them is constant, everything else needs their values.
    ta: Terms = {}
    tb: Terms = {}
    ca = linear(f, expr.a, 1, ta)
    cb = linear(f, expr.b, 1, tb)
    if op == "mul" and (not ta or not tb):
        if not tb:
            ta, tb, ca, cb = tb, ta, cb, ca
        for operand, scale in tb.items():
            _add(terms, operand, factor * scale * ca)
        return factor * ca * cb
    # In unrolled loops `3 // 2` and `min(3, 7)` are common: folded here, their access has a constant displacement.
    if not ta and not tb:
        folded = fold(op, ca, cb)
        if folded is not None:
            return factor * folded
    a, b = _sum(f, ta, ca), _sum(f, tb, cb)
    _add(terms, _index_op(f, op, a, b, expr), factor)
    return 0


def _index_op(f: Emitter, op: str, a: str, b: str, expr: Binary) -> str:
    if op == "mul":
        return f.pure(f"mul nsw i64 {a}, {b}", a, b)
    if op in ("min", "max"):
        less = f.pure(f"icmp {'slt' if op == 'min' else 'sgt'} i64 {a}, {b}", a, b)
        return f.pure(f"select i1 {less}, i64 {a}, i64 {b}", less, a, b)
    if op in ("floordiv", "floormod", "truncdiv", "truncmod"):
        return divide(f, op, a, b, "int64")
    return widened(f, f.value(expr), expr.dtype)


def widened(f: Emitter, operand: str, dtype: str) -> str:
    """An integer operand of `dtype` as i64."""
    bits = dt.bits(dtype)
    if bits == 64 or not operand.startswith("%"):
        return {"true": "1", "false": "0"}.get(operand, operand)
    extend = "sext" if dt.is_signed(dtype) else "zext"
    return f.pure(f"{extend} i{bits} {operand} to i64", operand)


def _sum(f: Emitter, terms: Terms, constant: int) -> str:
    """The value of a sum, with the terms of outer loops added first."""
    total = ""
    # Outer terms first: their partial sums are invariant in the inner loops, and LLVM hoists them.
    for operand, factor in sorted(terms.items(), key=lambda t: f.level_of(t[0])):
        part = operand if factor == 1 else f.pure(f"mul nsw i64 {operand}, {factor}", operand)
        total = part if not total else f.pure(f"add nsw i64 {total}, {part}", total, part)
    if not total:
        return str(constant)
    return f.pure(f"add nsw i64 {total}, {constant}", total) if constant else total


def is_index(f: Emitter, expr: Expr) -> bool:
    """True for arithmetic on loop variables and literals only."""
    if isinstance(expr, Binary):
        return is_index(f, expr.a) and is_index(f, expr.b)
    return isinstance(expr, IntImm) or (isinstance(expr, Var) and expr in f.index)


def index_value(f: Emitter, expr: Expr) -> str:
    """A scalar integer expression as an i64 operand."""
    terms: Terms = {}
    constant = linear(f, expr, 1, terms)
    return _sum(f, terms, constant)


def index_constant(f: Emitter, expr: Expr) -> int | None:
    """The value of a scalar integer expression if it is constant (with unrolled loop variables), else None."""
    if isinstance(expr, IntImm):
        return expr.value
    terms: Terms = {}
    constant = linear(f, expr, 1, terms)
    return None if terms else constant


def difference(f: Emitter, a: Expr, b: Expr) -> int | None:
    """``a - b`` if it is constant, else None."""
    terms: Terms = {}
    constant = linear(f, a, 1, terms) + linear(f, b, -1, terms)
    return None if terms else constant


def distance(f: Emitter, a: Expr, b: Expr, factor: int) -> str:
    """``factor * (a - b)`` as an i64 operand."""
    terms: Terms = {}
    constant = linear(f, a, factor, terms) + linear(f, b, -factor, terms)
    return _sum(f, terms, constant)


def address(f: Emitter, pointer: Pointer, index: Expr, element: str, size: int) -> Pointer:
    """The address of an element, with its proven alignment."""
    terms: Terms = {}
    constant = linear(f, index, 1, terms)
    return offset_pointer(f, pointer, terms, constant, element, size)


def offset_pointer(f: Emitter, pointer: Pointer, terms: Terms, constant: int, element: str, size: int) -> Pointer:
    """``pointer + sum of terms + constant``, in elements of `size` bytes."""
    at = pointer.operand
    unit = constant
    # One address per loop depth: for A + i * 4096 + k * 16 + 3 that is (A + i * 4096) outside of k, then + k * 16, and
    # 3 in the instruction. LLVM need not find out what is invariant where.
    groups: dict[int, Terms] = {}
    for operand, factor in terms.items():
        unit = gcd(unit, factor)
        groups.setdefault(f.level_of(operand), {})[operand] = factor
    for level in sorted(groups):
        offset = _sum(f, groups[level], 0)
        at = f.pure(f"getelementptr inbounds {element}, ptr {at}, i64 {offset}", at, offset)
    if constant:
        at = f.pure(f"getelementptr inbounds {element}, ptr {at}, i64 {constant}", at)
    # The address is a multiple of what divides the base's alignment and every offset.
    # A + i * 16 + 4 of float32, with A aligned to 64 bytes: gcd(64, gcd(16, 4) * 4) is 16 bytes.
    align = pointer.align if unit == 0 else gcd(pointer.align, unit * size)
    return Pointer(at, max(align, 1))
