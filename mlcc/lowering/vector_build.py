"""Building blocks of mathematical functions as vector arithmetic: polynomials, bit tricks and selections."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mlcc.ir import Call, Expr, Let, Select, StringImm, Var, binary, const
from mlcc.ir import dtype as dt


@dataclass(frozen=True)
class Format:
    """The layout of a floating-point type."""

    integer: str
    mantissa: int
    bias: int
    smallest_normal: float
    exp_high: float  # exp(x) is infinity for x above this
    exp_low: float  # exp(x) is 0 for x below this


FORMATS = {
    "float32": Format("int32", 23, 127, 2.0**-126, 89.0, -103.98),
    "float64": Format("int64", 52, 1023, 2.0**-1022, 710.0, -745.2),
}


class Build:
    """Terse construction for one dtype (vector types included)."""

    def __init__(self, dtype: str) -> None:
        self.dtype = dtype
        self.format = FORMATS[dt.element(dtype)]
        self.integer = dt.with_lanes(self.format.integer, dt.lanes(dtype))

    def num(self, value: float) -> Expr:
        return const(value, self.dtype)

    def int(self, value: int) -> Expr:
        return const(value, self.integer)

    def fma(self, a: Expr, b: Expr, c: Expr) -> Expr:
        return Call("fma", (a, b, c), self.dtype)

    def poly(self, x: Expr, coefficients: Sequence[float]) -> Expr:
        """The polynomial with the given coefficients, highest power first, by Horner's scheme."""
        result = self.num(coefficients[0])
        for c in coefficients[1:]:
            result = self.fma(result, x, self.num(c))
        return result

    def call(self, op: str, *args: Expr) -> Expr:
        return Call(op, args, self.dtype)

    def bits(self, x: Expr) -> Expr:
        return Call("reinterpret", (x,), self.integer)

    def from_bits(self, x: Expr) -> Expr:
        return Call("reinterpret", (x,), self.dtype)

    def abs(self, x: Expr) -> Expr:
        return Call("fabs", (x,), self.dtype)

    def is_nan(self, x: Expr) -> Expr:
        return binary("ne", x, x)

    def rounded(self, x: Expr, factor: float, body: Callable[[Expr, Expr], Expr]) -> Expr:
        """``body(n, i)`` with x * factor rounded to the nearest integer, as a float n and as an integer i.

        Adding 1.5 * 2**mantissa leaves the integer in the low bits, so that no conversion is needed: in float32,
        1.5 * 2**23 + 5.3 is 0x4B400005. |x * factor| must be below 2**(mantissa - 2).
        """
        magic = 1.5 * 2.0**self.format.mantissa
        shifted = self.fma(x, self.num(factor), self.num(magic))

        def parts(t: Expr) -> Expr:
            integer = self.bits(t) - self.int(float_bits(magic, dt.element(self.dtype)))
            return shared(t - self.num(magic), lambda n: shared(integer, lambda i: body(n, i)))

        return shared(shifted, parts)

    def scale(self, x: Expr, n: Expr) -> Expr:
        """x * 2**n for an integral n within twice the exponent range; denormal results are rounded once."""
        return self.call("scalef", x, n)

    def choose(self, condition: Expr, a: Expr, b: Expr) -> Expr:
        return Select(condition, a, b)

    def copysign(self, magnitude: Expr, sign: Expr) -> Expr:
        return Call("copysign", (magnitude, sign), self.dtype)


def shared(value: Expr, body: Callable[[Expr], Expr]) -> Expr:
    """``body(v)`` with a variable v bound to `value`, so that it is computed once."""
    var = Var("t", value.dtype)
    return Let(var, value, body(var))


def all_lanes(flags: Expr) -> Expr:
    """A scalar bool: whether a flag holds in every lane."""
    return flags if dt.lanes(flags.dtype) == 1 else Call("reduce_lanes", (StringImm("and"), flags), "bool")


def float_bits(value: float, dtype: str) -> int:
    code = ("<f", "<i") if dtype == "float32" else ("<d", "<q")
    return int(struct.unpack(code[1], struct.pack(code[0], value))[0])
