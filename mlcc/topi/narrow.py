"""Number formats of at most 8 bits: float8 in its five kinds, float4, and integers of 2 and 4 bits.

No buffer has such elements; a tensor of them is kept as one byte per element (the bits of a float as uint8, an integer
as int8 or uint8), and these two operators convert.
"""

from __future__ import annotations

from dataclasses import dataclass

from mlcc import te
from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import Call, Expr, cast, const, logical_not, select
from mlcc.ir import dtype as dt
from mlcc.narrow_types import INTEGERS, storage_dtype
from mlcc.te import Tensor

from .elementwise import elementwise
from .limits import saturate_between
from .registry import register


@dataclass(frozen=True)
class FloatFormat:
    """A float format: sign, `exponent` and `mantissa` bits, and the meaning of the largest bit patterns.

    `infinite`: the largest exponent holds infinity and NaN, as in IEEE. `unsigned_zero`: NaN is the pattern of minus
    zero ("fnuz"). Otherwise NaN has all bits set, if the format has one (`nan`). `largest` is the pattern of the
    largest finite number. A format without NaN encodes NaN as minus zero.
    """

    exponent: int
    mantissa: int
    bias: int
    largest: int
    infinite: bool = False
    unsigned_zero: bool = False
    nan: bool = True

    @property
    def sign_bit(self) -> int:
        """The position of the sign bit."""
        return self.exponent + self.mantissa


FLOATS: dict[str, FloatFormat] = {
    "float8e4m3fn": FloatFormat(4, 3, 7, 0x7E),
    "float8e4m3fnuz": FloatFormat(4, 3, 8, 0x7F, unsigned_zero=True),
    "float8e5m2": FloatFormat(5, 2, 15, 0x7B, infinite=True),
    "float8e5m2fnuz": FloatFormat(5, 2, 16, 0x7F, unsigned_zero=True),
    "float4e2m1": FloatFormat(2, 1, 1, 0x7, nan=False),
}
#: Bits, and whether negative numbers exist.
#: A power of two and no sign: the scales of microscaled tensors.
POWER = "float8e8m0"
FORMATS = (*FLOATS, *INTEGERS, POWER)


def _known(name: str, op: str) -> str:
    if name not in FORMATS:
        help_text = choices_help(name, FORMATS, "formats")
        raise MlccError("T205", f"`{op}`: unknown format `{name}`", help=help_text)
    return name


def _bits(value: Expr) -> Expr:
    """The bits of a float32 as int32."""
    return Call("reinterpret", (value,), "int32")


def _float(bits: Expr) -> Expr:
    return Call("reinterpret", (bits,), "float32")


def _nan() -> Expr:
    return _float(const(0x7FC00000, "int32"))


def _decode_float(code: Expr, f: FloatFormat) -> Expr:
    sign, mask = (code >> f.sign_bit) & 1, (1 << f.sign_bit) - 1
    rest = code & mask
    normal = _float((rest << (23 - f.mantissa)) + ((127 - f.bias) << 23))
    small = cast("float32", rest) * const(2.0 ** (1 - f.bias - f.mantissa), "float32")
    value = select(rest < (1 << f.mantissa), small, normal)
    if f.infinite:
        top = rest >= (((1 << f.exponent) - 1) << f.mantissa)
        special = _float((rest << (23 - f.mantissa)) | const(0x7F800000, "int32"))
        value = select(top, special, value)
    elif f.nan and not f.unsigned_zero:
        value = select(rest.equal(mask), _nan(), value)
    value = select(sign.equal(1), -value, value)
    return select(code.equal(1 << f.sign_bit), _nan(), value) if f.unsigned_zero else value


@register("decode_narrow", "elemwise")
def decode_narrow(x: Tensor, format: str, dtype: str = "float32") -> Tensor:
    """The numbers that bytes of a `format` (float8e4m3fn, float8e5m2, float4e2m1, int4, …) represent."""
    _known(format, "decode_narrow")

    def element(v: Expr) -> Expr:
        code = cast("int32", v)
        if format in INTEGERS:
            return cast(dtype, code)
        if format == POWER:
            tiny = const(2.0**-127, "float32")
            value = select(code.equal(0), tiny, _float(code << 23))
            return cast(dtype, select(code.equal(255), _nan(), value))
        return cast(dtype, _decode_float(code, FLOATS[format]))

    return elementwise("decode_narrow", x, element)


def _encode_float(x: Expr, f: FloatFormat, saturate: bool) -> Expr:
    bits = _bits(x)
    sign, size = (bits >> 31) & 1, bits & 0x7FFFFFFF
    drop = 23 - f.mantissa
    rounded = (size + ((1 << (drop - 1)) - 1) + ((size >> drop) & 1)) >> drop
    normal = rounded - ((127 - f.bias) << f.mantissa)
    # Below the normal numbers the steps are equal: rounding to an integer counts them, and may reach the first normal.
    steps = te.nearbyint(te.min(_float(size), 1.0) * const(2.0 ** (f.bias - 1 + f.mantissa), "float32"))
    code = select(size < ((128 - f.bias) << 23), cast("int32", steps), normal)
    mask = (1 << f.sign_bit) - 1
    is_nan = size > 0x7F800000
    nan = 1 << f.sign_bit if f.unsigned_zero else mask
    if f.infinite:
        nan = (((1 << f.exponent) - 1) << f.mantissa) | (1 << (f.mantissa - 1))
    over = f.largest
    if not saturate and f.nan:
        over = ((1 << f.exponent) - 1) << f.mantissa if f.infinite else nan
    code = select(code > f.largest, const(over, "int32"), code)
    if f.nan:
        code = select(is_nan, const(nan, "int32"), code)
    if f.unsigned_zero:
        plain = code.equal(0)
        signed = code | (sign << f.sign_bit)
        return select(plain, code, signed)
    signed = code | (sign << f.sign_bit)
    return signed if f.nan else select(is_nan, const(1 << f.sign_bit, "int32"), signed)


def _encode_power(x: Expr, saturate: bool, round_mode: str) -> Expr:
    """The exponent of a positive number, its fraction rounded up, down, or to the nearest."""
    size = _bits(x) & 0x7FFFFFFF
    exponent, fraction = size >> 23, size & 0x7FFFFF
    # A subnormal's exponent is that of the smallest code, 2**-127, which is 0x400000 as a float32.
    if round_mode == "up":
        step = select(exponent.equal(0), cast("int32", fraction > 0x400000), cast("int32", fraction > 0))
    elif round_mode == "nearest":
        step = select(exponent.equal(0), cast("int32", fraction >= 0x600000), cast("int32", fraction >= 0x400000))
    else:
        step = const(0, "int32")
    code = exponent + step
    code = select(code > 254, const(254 if saturate else 255, "int32"), code)
    if not saturate:
        code = select(size.equal(0), const(255, "int32"), code)
        code = select(size.equal(0x7F800000), const(255, "int32"), code)
    return select(size > 0x7F800000, const(255, "int32"), code)


@register("encode_narrow", "elemwise")
def encode_narrow(x: Tensor, format: str, saturate: bool = True, round_mode: str = "up") -> Tensor:
    """The bytes that hold numbers in a `format`: floats rounded half to even, integers truncated to their bits.

    `saturate`: a float too large becomes the largest number, not infinity or NaN. `round_mode` (up, down, nearest) is
    for float8e8m0 alone.
    """
    _known(format, "encode_narrow")
    if round_mode not in ("up", "down", "nearest"):
        raise MlccError("T205", f"`encode_narrow`: unknown round_mode `{round_mode}`")
    storage = storage_dtype(format)

    def element(v: Expr) -> Expr:
        if format in INTEGERS:
            width, signed = INTEGERS[format]
            whole = cast("int32", te.trunc(cast("float32", v)) if dt.is_float(v.dtype) else v)
            low = whole & ((1 << width) - 1)
            if signed:
                low = select(low >= (1 << (width - 1)), low - (1 << width), low)
            return cast(storage, low)
        wide = cast("float32", v)
        if format == POWER:
            return cast(storage, _encode_power(wide, saturate, round_mode))
        return cast(storage, _encode_float(wide, FLOATS[format], saturate))

    return elementwise("encode_narrow", x, element)


@register("quantize_narrow", "broadcast")
def quantize_narrow(x: Tensor, format: str) -> Tensor:
    """Like ``encode_narrow`` of integers, but rounded half to even and limited to the range; NaN to its low end."""
    width, signed = INTEGERS[_known(format, "quantize_narrow")]
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)

    def element(v: Expr) -> Expr:
        return saturate_between(te.nearbyint(cast("float32", v)), storage_dtype(format), low, high)

    return elementwise("quantize_narrow", x, element)


@register("bitcast", "elemwise", aliases=["reinterpret"])
def bitcast(x: Tensor, dtype: str) -> Tensor:
    """The same bits as another dtype of the same width."""
    if dt.nbytes(x.dtype) != dt.nbytes(dtype):
        raise MlccError("T204", f"`bitcast` of {x.dtype} to {dtype}: the widths differ")
    if dtype == "bool":
        return elementwise("bitcast", x, lambda v: logical_not(v.equal(0)))
    if x.dtype == "bool":
        return elementwise("bitcast", x, lambda v: cast(dtype, v))
    return elementwise("bitcast", x, lambda v: Call("reinterpret", (v,), dtype))
