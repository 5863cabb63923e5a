"""16-bit floats in terms of float32: conversions, in hardware or in integer arithmetic.

The integer forms follow the usual round-to-nearest-even recipes: bfloat16 is the upper half of a
float32; float16 uses a multiplication by a power of two to normalise, as in Fabian Giesen's
"half to float done quick".

With AVX512-BF16, vectors and numbers are rounded to bfloat16 by its instruction, which takes subnormal float32
numbers for zeros of the same sign. The two formats have the same exponents, so those are the subnormal results.
"""

from __future__ import annotations

from itertools import zip_longest

from mlcc.ir import dtype as dt

from .emitter import Emitter
from .types import splat, with_lanes


def is_small_float(dtype: str) -> bool:
    """True for float16 and bfloat16, vectors included."""
    return dt.is_float(dtype) and dt.bits(dtype) == 16


def to_single(f: Emitter, operand: str, dtype: str) -> str:
    """A 16-bit float value as float32; for a value that was narrowed in this function, the float32 value is reused."""
    if operand in f.singles:
        return f.singles[operand]
    lanes = dt.lanes(dtype)
    single = with_lanes("float", lanes)
    if dt.parts(dtype).kind == "bfloat":
        wide = _op(f, "zext", operand, "i16", "i32", lanes)
        shifted = _int(f, "shl", wide, 16, lanes)
        return f.pure(f"bitcast {with_lanes('i32', lanes)} {shifted} to {single}", shifted)
    if f.native_half:
        return f.pure(f"fpext {with_lanes('half', lanes)} {operand} to {single}", operand)
    return _half_to_single(f, operand, lanes)


def from_single(f: Emitter, operand: str, dtype: str, *, exact: bool = False) -> str:
    """A float32 value rounded to a 16-bit float type; `exact`: it is representable in that type."""
    lanes = dt.lanes(dtype)
    if dt.parts(dtype).kind == "bfloat":
        if not exact and "avx512bf16" in f.target.features:
            return _by_instruction(f, operand, lanes)
        rounded = _bits(f, operand, lanes) if exact else _rounded_to_bfloat(f, operand, lanes)
        upper = _int(f, "lshr", rounded, 16, lanes)
        narrow = _op(f, "trunc", upper, "i32", "i16", lanes)
        f.singles[narrow] = operand if exact else _single(f, _int(f, "and", rounded, -0x10000, lanes), lanes)
        return narrow
    if f.native_half:
        half = with_lanes("half", lanes)
        narrow = f.pure(f"fptrunc {with_lanes('float', lanes)} {operand} to {half}", operand)
    else:
        narrow = _single_to_half(f, operand, lanes)
    if exact:
        f.singles[narrow] = operand
    return narrow


def _op(f: Emitter, op: str, operand: str, source: str, target: str, lanes: int) -> str:
    text = f"{op} {with_lanes(source, lanes)} {operand} to {with_lanes(target, lanes)}"
    return f.pure(text, operand)


def _int(f: Emitter, op: str, a: str, b: str | int, lanes: int) -> str:
    """An i32 operation; an integer operand is broadcast over the lanes."""
    right = splat("i32", str(b), lanes) if isinstance(b, int) else b
    return f.pure(f"{op} {with_lanes('i32', lanes)} {a}, {right}", a, right)


def _select(f: Emitter, condition: str, a: str, b: str, scalar: str, lanes: int) -> str:
    kind = with_lanes(scalar, lanes)
    flag = with_lanes("i1", lanes)
    return f.pure(f"select {flag} {condition}, {kind} {a}, {kind} {b}", condition, a, b)


def _bits(f: Emitter, operand: str, lanes: int) -> str:
    return _op(f, "bitcast", operand, "float", "i32", lanes)


def _single(f: Emitter, operand: str, lanes: int) -> str:
    return _op(f, "bitcast", operand, "i32", "float", lanes)


def _by_instruction(f: Emitter, operand: str, lanes: int) -> str:
    """float32 to bfloat16 by AVX512-BF16, as many lanes at a time as its registers have."""
    size = 16 if lanes > 8 or "avx512vl" not in f.target.features else 8
    bits, parts = f"<{size} x i16>", []
    for first in range(0, lanes, size):
        part = _piece(f, operand, lanes, first, size)
        name = f"llvm.x86.avx512bf16.cvtneps2bf16.{32 * size}"
        small = f.call(name, f"<{size} x bfloat>", (f"<{size} x float>", part), pure=True)
        parts.append(f.pure(f"bitcast <{size} x bfloat> {small} to {bits}", small))
    if lanes == 1:
        return f.pure(f"extractelement {bits} {parts[0]}, i32 0", parts[0])
    while len(parts) > 1:  # pairwise concatenation; an odd last part is extended by poison
        bits = f"<{size} x i16>"
        order = ", ".join(f"i32 {n}" for n in range(2 * size))
        pairs = [(a, b) for a, b in zip_longest(parts[::2], parts[1::2], fillvalue="poison")]
        parts = [f.pure(f"shufflevector {bits} {a}, {bits} {b}, <{2 * size} x i32> <{order}>", a, b) for a, b in pairs]
        size *= 2
    return _piece(f, parts[0], size, 0, lanes, "i16")


def _piece(f: Emitter, operand: str, lanes: int, first: int, size: int, scalar: str = "float") -> str:
    """`size` lanes from the `first` of an operand; what it lacks is undefined."""
    if lanes == 1:
        return f.pure(f"insertelement <{size} x {scalar}> poison, {scalar} {operand}, i32 0", operand)
    if lanes == size:
        return operand
    order = ", ".join(f"i32 {n}" if n < lanes else "i32 poison" for n in range(first, first + size))
    kind = f"<{lanes} x {scalar}>"
    return f.pure(f"shufflevector {kind} {operand}, {kind} poison, <{size} x i32> <{order}>", operand)


def _rounded_to_bfloat(f: Emitter, operand: str, lanes: int) -> str:
    """Bits whose upper half is the value rounded to bfloat16."""
    bits = _bits(f, operand, lanes)
    odd = _int(f, "and", _int(f, "lshr", bits, 16, lanes), 1, lanes)
    rounded = _int(f, "add", _int(f, "add", bits, 0x7FFF, lanes), odd, lanes)
    quiet = _int(f, "or", bits, 0x400000, lanes)
    nan = f.pure(f"fcmp uno {with_lanes('float', lanes)} {operand}, {operand}", operand)
    return _select(f, nan, quiet, rounded, "i32", lanes)


def _half_to_single(f: Emitter, operand: str, lanes: int) -> str:
    """Shift the exponent and mantissa into place and rescale by 2^112; infinities get their exponent."""
    bits = _op(f, "zext", operand, "i16", "i32", lanes)
    magnitude = _int(f, "shl", _int(f, "and", bits, 0x7FFF, lanes), 13, lanes)
    scale = splat("float", "0x46F0000000000000", lanes)
    single = with_lanes("float", lanes)
    scaled = f.pure(f"fmul {single} {_single(f, magnitude, lanes)}, {scale}", magnitude)
    value = _bits(f, scaled, lanes)
    special = f.pure(
        f"icmp uge {with_lanes('i32', lanes)} {magnitude}, {splat('i32', str(0x7C00 << 13), lanes)}",
        magnitude,
    )
    fixed = _int(f, "or", value, 0x7F800000, lanes)
    chosen = _select(f, special, fixed, value, "i32", lanes)
    sign = _int(f, "shl", _int(f, "and", bits, 0x8000, lanes), 16, lanes)
    return _single(f, _int(f, "or", chosen, sign, lanes), lanes)


def _single_to_half(f: Emitter, operand: str, lanes: int) -> str:
    """Three ranges: NaN and overflow, denormal results (rounded by a float addition), normal results."""
    kind = with_lanes("i32", lanes)
    bits = _bits(f, operand, lanes)
    sign = _int(f, "and", bits, -0x80000000, lanes)
    magnitude = _int(f, "xor", bits, sign, lanes)
    # denormal: adding 0.5 puts the result's bits at the bottom of the mantissa, rounded
    denormal_sum = f.pure(
        f"fadd {with_lanes('float', lanes)} {_single(f, magnitude, lanes)}, "
        f"{splat('float', '0x3FE0000000000000', lanes)}",
        magnitude,
    )
    denormal = _int(f, "sub", _bits(f, denormal_sum, lanes), 0x3F000000, lanes)
    odd = _int(f, "and", _int(f, "lshr", magnitude, 13, lanes), 1, lanes)
    rebased = _int(f, "add", magnitude, 0xFFF - (112 << 23), lanes)
    normal = _int(f, "lshr", _int(f, "add", rebased, odd, lanes), 13, lanes)
    small = f.pure(f"icmp ult {kind} {magnitude}, {splat('i32', str(113 << 23), lanes)}", magnitude)
    finite = _select(f, small, denormal, normal, "i32", lanes)
    # 65520 and above become infinity; NaN stays NaN
    large = f.pure(f"icmp uge {kind} {magnitude}, {splat('i32', str(143 << 23), lanes)}", magnitude)
    nan = f.pure(f"icmp ugt {kind} {magnitude}, {splat('i32', str(0x7F800000), lanes)}", magnitude)
    seven_e = splat("i32", str(0x7E00), lanes)
    seven_c = splat("i32", str(0x7C00), lanes)
    special = _select(f, nan, seven_e, seven_c, "i32", lanes)
    result = _select(f, large, special, finite, "i32", lanes)
    signed = _int(f, "or", result, _int(f, "lshr", sign, 16, lanes), lanes)
    return _op(f, "trunc", signed, "i32", "i16", lanes)
