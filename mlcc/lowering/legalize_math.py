"""Rewrites mathematical functions as arithmetic that maps to machine instructions.

16-bit floats are computed in float32. Functions without a formula remain calls, which code generation
scalarizes to calls of libm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mlcc.ir import (
    DOTS,
    INSTRUCTIONS,
    MAGIC,
    MAGIC_BITS,
    Binary,
    Broadcast,
    Call,
    Cast,
    Expr,
    FloatImm,
    IntImm,
    Let,
    PrimFunc,
    Select,
    Var,
    binary,
    const,
    map_children,
    structural_equal,
    update,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target

from .vector_build import shared
from .vector_math import FORMULAS, UNFUSED

#: Handled by code generation for every float type.
_NATIVE = frozenset({
    "sqrt", "floor", "ceil", "trunc", "fabs", "abs", "nearbyint", "round", "copysign", "fma", "isnan", "isinf",
    "isfinite", "if_then_else", "likely", "reinterpret", "popcount", "clz", "bitwise_not", "address_of",
    "workspace_ptr", "weight_ptr", "call_kernel", "call_extern", "call_pure_extern", "call_packed", "ret",
    "prefetch", "prefetch_write", "transpose_tile", "scalef", "reduce_lanes", *DOTS,
    "saturated_pairs", *INSTRUCTIONS,
})  # fmt: skip
#: Float functions that are defined for integers too.
_ON_INTEGERS = frozenset({"floor", "ceil", "round", "trunc", "nearbyint", "fabs", "fmod"})


def legalize_math(func: PrimFunc, target: Target) -> PrimFunc:
    """Replace every call that has a formula."""
    fused = target.has_fma
    converts = target.kind == "llvm" and target.arch == "x86_64" and "avx" in target.features
    formulas = FORMULAS if fused else {**FORMULAS, **UNFUSED}

    def visit(node: Any) -> Any:
        if isinstance(node, Binary) and _has_equal_operands(node):
            # Once: as two results, one of them could be contracted, so that `x - x` would be a rounding, not zero.
            return shared(visit(node.a), lambda once: update(node, a=once, b=once))
        new = map_children(node, visit)
        if isinstance(new, Binary) and new.op == "add":
            return _accumulate(new)
        if isinstance(new, Call) and new.op == "nearest_int":
            return new if converts else _nearest_int(new)
        if isinstance(new, Call) and new.op in _ON_INTEGERS and dt.is_int(new.args[0].dtype):
            return _on_integers(new)
        if isinstance(new, Call) and new.op not in _NATIVE:
            result = _legal(new, formulas)
            return result if fused or result is new else _without_fma(result)
        return new

    return func.with_body(visit(func.body))


def _has_equal_operands(node: Binary) -> bool:
    """Whether both operands are the same computation of floats: a value that was inlined into both."""
    a, b = node.a, node.b
    if not isinstance(a, Binary | Call) or not isinstance(b, Binary | Call) or a.op != b.op:
        return False
    return dt.is_float(a.dtype) and structural_equal(a, b)


def _nearest_int(call: Call) -> Expr:
    """By a number so large that the sum has no fraction: its lowest bits are the integer."""
    (x,) = call.args
    bits = Call("reinterpret", (Binary("add", x, const(MAGIC, x.dtype)),), call.dtype)
    return Binary("sub", bits, const(MAGIC_BITS, call.dtype))


def _accumulate(total: Binary) -> Expr:
    """Fold an addition to a dot product of words into the accumulator operand of the instruction."""
    for value, other in ((total.b, total.a), (total.a, total.b)):
        if isinstance(value, Call) and value.op in DOTS and _is_zero(value.args[2]):
            return update(value, args=(*value.args[:2], other))
    return total


def _is_zero(value: Expr) -> bool:
    number = value.value if isinstance(value, Broadcast) else value
    return isinstance(number, IntImm | FloatImm) and number.value == 0


def _on_integers(call: Call) -> Expr:
    """Rounding functions of integers are the identity; others compute on integers."""
    if call.op == "fmod":
        return Binary("truncmod", *call.args)
    return Call("abs", call.args, call.dtype) if call.op == "fabs" else call.args[0]


def _legal(call: Call, formulas: Mapping[tuple[str, str], Callable[..., Expr]]) -> Expr:
    element = dt.element(call.dtype)
    if not dt.is_float(element):
        return _integer_power(call) if call.op == "pow" else call
    if element in ("float16", "bfloat16"):
        wide = dt.with_lanes("float32", dt.lanes(call.dtype))
        args = tuple(Cast(wide, a) if dt.is_float(a.dtype) else a for a in call.args)
        return Cast(call.dtype, _legal(Call(call.op, args, wide), formulas))
    if call.op == "ldexp":
        return _ldexp(call)
    if call.op == "exp10":  # a GNU extension in C: as a power instead
        return _legal(Call("pow", (const(10.0, call.dtype), *call.args), call.dtype), formulas)
    formula = formulas.get((call.op, element))
    return call if formula is None else formula(*call.args)


def _without_fma(expr: Expr) -> Expr:
    """A formula for targets without a fused multiply-add: a multiplication and an addition, each rounded."""

    def visit(node: Any) -> Any:
        new = map_children(node, visit)
        if isinstance(new, Call) and new.op == "fma":
            a, b, c = new.args
            return binary("add", binary("mul", a, b), c)
        return new

    return visit(expr)  # type: ignore[no-any-return]


def _ldexp(call: Call) -> Expr:
    """``x * 2**n`` in three exact steps, each within the range of exponents."""
    x, n = call.args
    wide = dt.element(call.dtype) == "float64"
    integer = dt.with_lanes("int64" if wide else "int32", dt.lanes(call.dtype))
    bias, mantissa = (1023, 52) if wide else (127, 23)
    limit = 3 * (bias - 1)
    clamped = binary("max", binary("min", Cast(integer, n), const(limit, integer)), const(-limit, integer))
    exponent = Var("n", integer)
    third = Var("t", integer)

    def power(e: Expr) -> Expr:
        bits = binary("shl", e + const(bias, integer), const(mantissa, integer))
        return Call("reinterpret", (bits,), call.dtype)

    rest = exponent - third * const(2, integer)
    product = x * power(third) * power(third) * power(rest)
    three = const(3, integer)
    return Let(exponent, clamped, Let(third, binary("truncdiv", exponent, three), product))


def _integer_power(call: Call) -> Expr:
    """Repeated squaring, wrapping like multiplication; a negative exponent gives 0 unless |x| is 1."""
    dtype = call.dtype
    one, zero = const(1, dtype), const(0, dtype)
    x, n = Var("x", dtype), Var("n", dtype)
    result: Expr = one
    lets: list[tuple[Var, Expr]] = []
    square: Expr = x
    for step in range(dt.bits(dtype) - dt.is_signed(dtype)):
        bit = Binary("bitand", Binary("shr", n, const(step, dtype)), one)
        chosen = Var("r", dtype)
        lets.append((chosen, Select(Binary("ne", bit, zero), binary("mul", result, square), result)))
        result = chosen
        following = Var("s", dtype)
        lets.append((following, binary("mul", square, square)))
        square = following
    body: Expr = result
    if dt.is_signed(dtype):
        odd = Binary("ne", Binary("bitand", n, one), zero)
        minus = const(-1, dtype)
        inverse = Select(
            Binary("eq", x, minus),
            Select(odd, minus, one),
            Select(Binary("eq", x, one), one, zero),
        )
        body = Select(Binary("lt", n, zero), inverse, result)
    for var, value in reversed(lets):
        body = Let(var, value, body)
    return Let(x, call.args[0], Let(n, call.args[1], body))
