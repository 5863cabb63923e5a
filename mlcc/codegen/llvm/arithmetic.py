"""Operators and conversions with defined results for every operand: no undefined or poison values.

Integers wrap. A division by zero gives 0, the smallest integer divided by -1 gives itself. Shifts by
the width or more give 0 (or the sign). Conversions from float to integer saturate, NaN gives 0.
`min` and `max` of floats propagate NaN. Multiplications and additions of floats may be contracted to
fused multiply-adds, but not where a number is subtracted from itself; there is no other reassociation.
"""

from __future__ import annotations

from mlcc.ir import Binary, Broadcast, Cast, Expr, FloatImm, IntImm, Not, Select
from mlcc.ir import dtype as dt

from .address import difference, index_constant, is_index
from .division import divide, literal_of, zero_of
from .emitter import Emitter, expression
from .half import from_single, is_small_float, to_single
from .types import float_literal, scalar_type, splat, suffix, symbol, with_lanes, zero

_FLOAT_OPS = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_INT_OPS = {
    "add": "add", "sub": "sub", "mul": "mul",
    "bitand": "and", "bitor": "or", "bitxor": "xor", "and": "and", "or": "or",
}  # fmt: skip
_FLOAT_COMPARE = {"lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge", "eq": "oeq", "ne": "une"}
_DIVISIONS = ("floordiv", "floormod", "truncdiv", "truncmod")


@expression(Binary)
def emit_binary(f: Emitter, expr: Binary) -> str:
    """The value of a binary operator."""
    op, dtype = expr.op, expr.a.dtype
    # The second operand may be a load that is in bounds only if the first one decides so: it must not be evaluated
    # early.
    if op in ("and", "or"):
        from .control import lane_by_lane, short_circuit

        return short_circuit(f, expr) if dt.lanes(dtype) == 1 else lane_by_lane(f, expr)
    if not dt.is_float(dtype) and dt.lanes(dtype) == 1 and dt.is_int(dtype):
        folded = _constant_fold(f, expr)
        if folded is not None:
            return folded
    a, b = f.value(expr.a), f.value(expr.b)
    return apply(f, op, a, b, dtype, prefer_second=_never_nan(expr.a))


def _constant_fold(f: Emitter, expr: Binary) -> str | None:
    """The constant value of a comparison or sum of unrolled loop variables, else None."""
    # Decided here, a condition of unrolled loops emits no dead branch, and LLVM has less to fold.
    if not f.has_numbers or expr.a.dtype not in ("int32", "int64") or not is_index(f, expr):
        return None
    if expr.op in ("lt", "le", "gt", "ge", "eq", "ne"):
        gap = difference(f, expr.a, expr.b)
        if gap is None:
            return None
        holds = {"lt": gap < 0, "le": gap <= 0, "gt": gap > 0, "ge": gap >= 0, "eq": gap == 0}
        return "true" if holds.get(expr.op, gap != 0) else "false"
    value = index_constant(f, expr)
    if value is None:
        return None
    # Beyond the range, arithmetic wraps: left to the instruction.
    low, high = dt.int_range(expr.dtype)
    return str(value) if low <= value <= high else None


def _never_nan(expr: Expr) -> bool:
    if isinstance(expr, Broadcast):
        expr = expr.value
    return isinstance(expr, FloatImm) and expr.value == expr.value


def apply(f: Emitter, op: str, a: str, b: str, dtype: str, *, prefer_second: bool = False) -> str:
    """``a op b`` for operands of `dtype`. `prefer_second`: `a` is known not to be NaN."""
    if is_small_float(dtype):
        wide = dt.with_lanes("float32", dt.lanes(dtype))
        result = apply(f, op, to_single(f, a, dtype), to_single(f, b, dtype), wide, prefer_second=prefer_second)
        if op in _FLOAT_COMPARE:
            return result
        # min and max return an operand, which is a value of the narrow type already: no rounding.
        return from_single(f, result, dtype, exact=op in ("min", "max"))
    kind = f.type_of(dtype)
    if dt.is_float(dtype):
        return _float(f, op, a, b, kind, dt.lanes(dtype), prefer_second)
    if op in _INT_OPS:
        return f.pure(f"{_INT_OPS[op]} {kind} {a}, {b}", a, b)
    if op in _FLOAT_COMPARE:
        return f.pure(f"icmp {_int_compare(op, dtype)} {kind} {a}, {b}", a, b)
    if op in ("min", "max"):
        flag = with_lanes("i1", dt.lanes(dtype))
        c = f.pure(f"icmp {_int_compare('lt' if op == 'min' else 'gt', dtype)} {kind} {a}, {b}", a, b)
        return f.pure(f"select {flag} {c}, {kind} {a}, {kind} {b}", c, a, b)
    if op in _DIVISIONS:
        return divide(f, op, a, b, dtype)
    return _shift(f, op, a, b, dtype)


def _float(f: Emitter, op: str, a: str, b: str, kind: str, lanes: int, prefer_second: bool) -> str:
    if op in _FLOAT_OPS:
        # A number minus itself is zero: fused with the product that made it, it would be the product's rounding.
        flags = "" if op == "sub" and a == b else "contract "
        return f.pure(f"{_FLOAT_OPS[op]} {flags}{kind} {a}, {b}", a, b)
    if op in _FLOAT_COMPARE:
        return f.pure(f"fcmp {_FLOAT_COMPARE[op]} {kind} {a}, {b}", a, b)
    flag = with_lanes("i1", lanes)
    if op in ("min", "max"):
        # One instruction on x86, which returns the second operand if either is NaN.
        order = "olt" if op == "min" else "ogt"
        # The ordered comparison is false for NaN and selects b. So the operand that is never NaN, a literal, goes to a:
        # then a NaN in b is propagated.
        if not prefer_second and not b.startswith("%"):
            a, b, prefer_second = b, a, True
        if prefer_second:
            c = f.pure(f"fcmp {order} {kind} {a}, {b}", a, b)
            return f.pure(f"select {flag} {c}, {kind} {a}, {kind} {b}", c, a, b)
        # An intrinsic, which LLVM does not expand early: lowered to that instruction and a select where `a` is NaN.
        name = f"llvm.{op}imum.{suffix(kind)}"
        f.module.declare(name, f"declare {kind} {symbol(name)}({kind}, {kind})")
        return f.pure(f"call nsz {kind} {symbol(name)}({kind} {a}, {kind} {b})", a, b)
    if op == "floordiv":
        quotient = f.pure(f"fdiv {kind} {a}, {b}", a, b)
        return _float_intrinsic(f, "floor", quotient, kind)
    if op == "truncdiv":
        quotient = f.pure(f"fdiv {kind} {a}, {b}", a, b)
        return _float_intrinsic(f, "trunc", quotient, kind)
    remainder = f.pure(f"frem {kind} {a}, {b}", a, b)
    if op == "truncmod":
        return remainder
    return _floor_remainder(f, remainder, b, kind, lanes)


def _floor_remainder(f: Emitter, rest: str, b: str, kind: str, lanes: int) -> str:
    """Python's `%` from C's remainder: the result has the sign of the divisor."""
    # 7 % -3: the remainder 1 and the divisor differ in sign, so the result is 1 + -3 = -2. A remainder of 0 is kept.
    flag = with_lanes("i1", lanes)
    r_neg = f.pure(f"fcmp olt {kind} {rest}, zeroinitializer", rest)
    b_neg = f.pure(f"fcmp olt {kind} {b}, zeroinitializer", b)
    nonzero = f.pure(f"fcmp une {kind} {rest}, zeroinitializer", rest)
    differ = f.pure(f"xor {flag} {r_neg}, {b_neg}", r_neg, b_neg)
    fix = f.pure(f"and {flag} {differ}, {nonzero}", differ, nonzero)
    moved = f.pure(f"fadd {kind} {rest}, {b}", rest, b)
    return f.pure(f"select {flag} {fix}, {kind} {moved}, {kind} {rest}", fix, moved, rest)


def _float_intrinsic(f: Emitter, name: str, operand: str, kind: str) -> str:
    return f.call(f"llvm.{name}.{suffix(kind)}", kind, (kind, operand), pure=True)


def _int_compare(op: str, dtype: str) -> str:
    if op in ("eq", "ne"):
        return op
    return ("s" if dt.is_signed(dtype) else "u") + op


def _shift(f: Emitter, op: str, a: str, b: str, dtype: str) -> str:
    kind, lanes = f.type_of(dtype), dt.lanes(dtype)
    bits = dt.bits(dtype)
    scalar = scalar_type(dt.element(dtype))
    signed_right = op == "shr" and dt.is_signed(dtype)
    code = "shl" if op == "shl" else "ashr" if signed_right else "lshr"
    literal = literal_of(b)
    if literal is not None and 0 <= literal < bits:
        return f.pure(f"{code} {kind} {a}, {b}", a, b)
    # A shift by the width or more is poison in LLVM, so the amount is limited first. Compared as unsigned, negative
    # amounts are too large as well. An arithmetic shift by width - 1 leaves the sign, as defined.
    inside = f.pure(f"icmp ult {kind} {b}, {splat(scalar, str(bits), lanes)}", b)
    flag = with_lanes("i1", lanes)
    last = splat(scalar, str(bits - 1), lanes)
    amount = f.pure(f"select {flag} {inside}, {kind} {b}, {kind} {last}", inside, b)
    shifted = f.pure(f"{code} {kind} {a}, {amount}", a, amount)
    if signed_right:
        return shifted
    nothing = zero_of(kind)
    return f.pure(f"select {flag} {inside}, {kind} {shifted}, {kind} {nothing}", inside, shifted)


@expression(Not)
def emit_not(f: Emitter, expr: Not) -> str:
    """Logical not."""
    lanes = dt.lanes(expr.dtype)
    a = f.value(expr.a)
    if a in ("true", "false"):
        return "false" if a == "true" else "true"
    return f.pure(f"xor {with_lanes('i1', lanes)} {a}, {splat('i1', 'true', lanes)}", a)


@expression(Select)
def emit_select(f: Emitter, expr: Select) -> str:
    """A select between two computed values; a scalar condition selects all lanes."""
    condition = f.value(expr.condition)
    if condition in ("true", "false"):
        return f.value(expr.true_value if condition == "true" else expr.false_value)
    a, b = f.value(expr.true_value), f.value(expr.false_value)
    kind = f.type_of(expr.dtype)
    flag = with_lanes("i1", dt.lanes(expr.condition.dtype))
    return f.pure(f"select {flag} {condition}, {kind} {a}, {kind} {b}", condition, a, b)


@expression(Cast)
def emit_cast(f: Emitter, expr: Cast) -> str:
    """A value conversion."""
    source = expr.value.dtype
    if isinstance(expr.value, IntImm) and dt.is_int(expr.dtype):
        low, high = dt.int_range(dt.element(expr.dtype))
        if low <= expr.value.value <= high:
            return str(expr.value.value)
    return convert(f, f.value(expr.value), source, expr.dtype)


def convert(f: Emitter, operand: str, source: str, target: str) -> str:
    """`operand` of type `source` as `target` (equal lanes)."""
    if source == target:
        return operand
    lanes = dt.lanes(target)
    # 16-bit floats convert through float32, which every target can do.
    if is_small_float(source):
        single = to_single(f, operand, source)
        return convert(f, single, dt.with_lanes("float32", lanes), target)
    if is_small_float(target):
        return _to_small(f, operand, source, target)
    a, b = f.type_of(source), f.type_of(target)
    if dt.is_bool(target):
        nothing = zero(a) if a.startswith("<") else "0.0" if dt.is_float(source) else "0"
        # NaN is true, as in C and NumPy: the comparison is unordered.
        compare = "fcmp une" if dt.is_float(source) else "icmp ne"
        return f.pure(f"{compare} {a} {operand}, {nothing}", operand)
    if dt.is_float(source):
        if dt.is_float(target):
            op = "fpext" if dt.bits(target) > dt.bits(source) else "fptrunc"
            return f.pure(f"{op} {a} {operand} to {b}", operand)
        if lanes > 1 and (dt.bits(target) in (8, 16) or dt.element(target) in ("int32", "int64")):
            return _float_vector_to_int(f, operand, source, target)
        return _float_to_int(f, operand, a, b, dt.is_signed(target))
    signed = dt.is_signed(source) and not dt.is_bool(source)
    if dt.is_float(target):
        return f.pure(f"{'sitofp' if signed else 'uitofp'} {a} {operand} to {b}", operand)
    if a == b:
        return operand
    if dt.bits(target) < dt.bits(source):
        return f.pure(f"trunc {a} {operand} to {b}", operand)
    return f.pure(f"{'sext' if signed else 'zext'} {a} {operand} to {b}", operand)


def _to_small(f: Emitter, operand: str, source: str, target: str) -> str:
    """To float16 or bfloat16; float64 is converted via float32 with round-to-odd, which avoids double rounding."""
    lanes = dt.lanes(target)
    single = dt.with_lanes("float32", lanes)
    if dt.element(source) != "float64":
        return from_single(f, convert(f, operand, source, single), target)
    wide, narrow = f.type_of(source), f.type_of(single)
    # The nearest float32 of an inexact value, stepped back if it is larger in magnitude, is the truncated value. Its
    # last bit set to 1 says that something was cut off: a value just above the midpoint of two float16 is no longer
    # mistaken for the midpoint. Magnitudes are ordered like their bit patterns, so that -1 is one step back.
    short = f.pure(f"fptrunc {wide} {operand} to {narrow}", operand)
    back = f.pure(f"fpext {narrow} {short} to {wide}", short)
    inexact = f.pure(f"fcmp one {wide} {back}, {operand}", back, operand)
    absolute = _float_intrinsic(f, "fabs", back, wide)
    magnitude = _float_intrinsic(f, "fabs", operand, wide)
    above = f.pure(f"fcmp ogt {wide} {absolute}, {magnitude}", absolute, magnitude)
    ints, flag = with_lanes("i32", lanes), with_lanes("i1", lanes)
    bits = f.pure(f"bitcast {narrow} {short} to {ints}", short)
    less = f.pure(f"sext {flag} {above} to {ints}", above)
    down = f.pure(f"add {ints} {bits}, {less}", bits, less)
    odd = f.pure(f"or {ints} {down}, {splat('i32', '1', lanes)}", down)
    chosen = f.pure(f"select {flag} {inexact}, {ints} {odd}, {ints} {bits}", inexact, odd, bits)
    return from_single(f, f.pure(f"bitcast {ints} {chosen} to {narrow}", chosen), target)


def _float_to_int(f: Emitter, operand: str, a: str, b: str, signed: bool) -> str:
    name = f"llvm.fpto{'s' if signed else 'u'}i.sat.{suffix(b)}.{suffix(a)}"
    return f.call(name, b, (a, operand), pure=True)


def _float_vector_to_int(f: Emitter, operand: str, source: str, target: str) -> str:
    """The same for vectors, to integers of 8 and 16 bits and to signed ones, whose saturating conversions LLVM
    scalarizes: clamp to the limits, then convert by an instruction."""
    lanes, bits, element = dt.lanes(source), dt.bits(target), dt.element(source)
    kind, flags = f.type_of(source), with_lanes("i1", lanes)
    signed = dt.is_signed(target)
    low, high = dt.int_range(dt.element(target))

    def number(value: float) -> str:
        return splat(scalar_type(element), float_literal(value, element), lanes)

    def pick(condition: str, a: str, b: str, what: str) -> str:
        return f.pure(f"select {flags} {condition}, {what} {a}, {what} {b}", condition, a, b)

    # the least value that is too large is a power of two; the integers just below it may not be representable
    loose = bits == 64 or (bits == 32 and element == "float32")
    last = number(2.0 ** (bits - 1) if loose else float(high))
    wide = f.type_of(dt.with_lanes("int32" if bits < 64 else "int64", lanes))
    # NaN fails the comparison and becomes `low`: 0 for unsigned types. Signed types select 0 at the end.
    above = f.pure(f"fcmp ogt {kind} {operand}, {number(float(low))}", operand)
    bounded = pick(above, operand, number(float(low)), kind)
    below = f.pure(f"fcmp olt {kind} {bounded}, {last}", bounded)
    bounded = pick(below, bounded, number(0.0) if loose else last, kind)
    value = f.pure(f"fptosi {kind} {bounded} to {wide}", bounded)
    # Lanes that are too large were converted from 0, since the limit itself does not convert.
    if loose:
        value = pick(below, value, splat(f"i{bits}", str(high), lanes), wide)
    if signed:
        ordered = f.pure(f"fcmp ord {kind} {operand}, {operand}", operand)
        value = pick(ordered, value, zero(wide), wide)
    return value if bits >= 32 else f.pure(f"trunc {wide} {value} to {f.type_of(target)}", value)
