"""Integer division: rounding down or toward zero, of divisors that may be 0; by powers of two as shifts."""

from __future__ import annotations

from mlcc.ir import dtype as dt

from .emitter import Emitter
from .types import scalar_type, splat, with_lanes


def divide(f: Emitter, op: str, a: str, b: str, dtype: str) -> str:
    """Integer quotient or remainder, of a division that rounds down or toward zero."""
    lanes, signed = dt.lanes(dtype), dt.is_signed(dtype)
    kind = f.type_of(dtype)
    scalar = scalar_type(dt.element(dtype))
    literal = literal_of(b)
    floor = signed and op.startswith("floor")
    if literal is not None and literal > 0 and literal & (literal - 1) == 0 and (floor or not signed):
        return _divide_power(f, op, a, literal, kind, scalar, lanes, signed)
    safe = b if literal not in (None, 0, -1) else _safe_divisor(f, a, b, dtype)
    prefix = "s" if signed else "u"
    own = "div" if op in ("truncdiv", "floordiv") else "rem"
    # One instruction gives both, if it is there where the first of them is needed: the tile of a row that a branch asks
    # for, and the row that the branch stores to. What nothing needs is removed.
    quotient, rest = (
        f.pure(f"{prefix}{name} {kind} {a}, {safe}", a, safe) if literal is None or name == own else ""
        for name in ("div", "rem")
    )
    result = quotient if own == "div" else rest
    if floor:
        result = _round_down(f, op, result, a, safe, kind, lanes)
    if literal is None or literal == 0:
        flag = with_lanes("i1", lanes)
        none = f.pure(f"icmp eq {kind} {b}, {zero_of(kind)}", b)
        nothing = zero_of(kind)
        result = f.pure(f"select {flag} {none}, {kind} {nothing}, {kind} {result}", none, result)
    return result


def zero_of(kind: str) -> str:
    """The literal 0 of an LLVM type."""
    return "zeroinitializer" if kind.startswith("<") else "0"


def literal_of(operand: str) -> int | None:
    """The value of a literal operand, scalar or the same in every lane."""
    if operand.startswith("splat ("):
        operand = operand[7:-1].split(" ")[1]
    try:
        return int(operand)
    except ValueError:
        return 0 if operand == "zeroinitializer" else None


def _divide_power(f: Emitter, op: str, a: str, divisor: int, kind: str, scalar: str, lanes: int, signed: bool) -> str:
    if op.endswith("div"):
        amount = splat(scalar, str(divisor.bit_length() - 1), lanes)
        return f.pure(f"{'ashr' if signed else 'lshr'} {kind} {a}, {amount}", a)
    return f.pure(f"and {kind} {a}, {splat(scalar, str(divisor - 1), lanes)}", a)


def _safe_divisor(f: Emitter, a: str, b: str, dtype: str) -> str:
    """`b`, or 1 where the division would trap."""
    lanes = dt.lanes(dtype)
    kind, flag = f.type_of(dtype), with_lanes("i1", lanes)
    scalar = scalar_type(dt.element(dtype))
    bad = f.pure(f"icmp eq {kind} {b}, {zero_of(kind)}", b)
    if dt.is_signed(dtype):
        lowest = splat(scalar, str(dt.int_range(dt.element(dtype))[0]), lanes)
        least = f.pure(f"icmp eq {kind} {a}, {lowest}", a)
        minus = f.pure(f"icmp eq {kind} {b}, {splat(scalar, '-1', lanes)}", b)
        both = f.pure(f"and {flag} {least}, {minus}", least, minus)
        bad = f.pure(f"or {flag} {bad}, {both}", bad, both)
    one = splat(scalar, "1", lanes)
    return f.pure(f"select {flag} {bad}, {kind} {one}, {kind} {b}", bad, b)


def _round_down(f: Emitter, op: str, result: str, a: str, b: str, kind: str, lanes: int) -> str:
    """Correct the result of a truncating division where the signs differ and the remainder is not 0."""
    flag = with_lanes("i1", lanes)
    if op == "floormod":
        rest = result
    else:
        rest = f.pure(f"srem {kind} {a}, {b}", a, b)
    nonzero = f.pure(f"icmp ne {kind} {rest}, {zero_of(kind)}", rest)
    signs = f.pure(f"xor {kind} {rest}, {b}", rest, b)
    differ = f.pure(f"icmp slt {kind} {signs}, {zero_of(kind)}", signs)
    fix = f.pure(f"and {flag} {nonzero}, {differ}", nonzero, differ)
    if op == "floormod":
        moved = f.pure(f"add {kind} {rest}, {b}", rest, b)
        return f.pure(f"select {flag} {fix}, {kind} {moved}, {kind} {rest}", fix, moved, rest)
    step = f.pure(f"sext {flag} {fix} to {kind}", fix)
    return f.pure(f"add {kind} {result}, {step}", result, step)
