"""The shortest decimal text that reads as a floating-point number: digit by digit, with integers of any length.

A number is the fraction r / s of two long integers. What lies within half of the distance to its neighbours reads as
the number, so digits are written until what is left is less than that (Steele and White, with the scaling of Dragon4).
"""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Call, Expr, cast, const, maximum, minimum, select
from mlcc.ir import dtype as dt
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import need_rank

#: Of each type: bits of the significand, the exponent of the least number, and limbs of 32 bits for the long integers.
_FORMATS = {"float16": (11, -24, 8), "bfloat16": (8, -133, 8), "float32": (24, -149, 8), "float64": (53, -1074, 38)}
#: The characters of the longest number, and the most digits that any needs.
_WIDTH, _DIGITS = 24, 17
#: Numbers in [10**-4, 10**16) have no exponent.
_LEAST_PLAIN, _MOST_PLAIN = -4, 16
#: The long integers: the number, its unit, the distances to the neighbours above and below, and a sum.
_R, _S, _ABOVE, _BELOW, _SUM = range(5)
_LIMB, _MASK = 32, 0xFFFFFFFF


@register("strings.of_floats", "opaque")
def of_floats(numbers: Tensor) -> Tensor:
    """The shortest texts (N, 24) in bytes that read as the floating-point numbers (N,): ``0.1``, ``-2.0``, ``1e-05``,
    ``1.5e+16``, ``inf``, ``nan``. Raises T202 for another type."""
    need_rank("strings.of_floats", numbers, 1)
    if numbers.dtype not in _FORMATS:
        raise MlccError("T202", f"`strings.of_floats`: {numbers.dtype} is no floating-point type")

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(numbers.shape[0].dtype)
        writer = _Writer(b, outs[0], numbers.dtype)
        with b.loop("n", numbers.shape[0]) as n:
            writer.write(n, cast("float64", b.load(ins[0], n)))
        return b.finish()

    result: Tensor = te.extern((numbers.shape[0], _WIDTH), [numbers], build, "uint8", "of_floats")
    return result


class _Writer:
    """The statements that write one number."""

    def __init__(self, b: StmtBuilder, out: Buffer, dtype: str) -> None:
        self.b, self.out = b, out
        self.precision, self.least, self.limbs = _FORMATS[dtype]
        assert dt.is_float(dtype)
        self.long = b.alloc("long", (5, self.limbs + 1), "uint64", "local")
        self.digits = b.alloc("digits", (_DIGITS + 1,), "int64", "local")
        self.fraction = b.alloc("fraction", (1,), "uint64", "local")
        self.carry = b.alloc("carry", (1,), "uint64", "local")
        names = ("exponent", "scale", "count", "at", "order", "digit", "low", "high", "tens")
        self.exponent, self.scale, self.count, self.at, self.order, self.digit, self.low, self.high, self.tens = (
            b.alloc(name, (1,), "int64", "local") for name in names
        )

    # ------------------------------------------------------------ long integers
    def _set(self, row: int, value: Expr, shift: Expr) -> None:
        """``long[row] = value << shift``"""
        b = self.b
        with b.loop("i", self.limbs + 1) as i:
            b.store(self.long, 0, row, i)
        bits = cast("uint64", shift % _LIMB)
        mask = const(_MASK, "uint64")
        low = (value & mask) << bits
        high = (value >> const(_LIMB, "uint64")) << bits
        with b.let("limb", shift // _LIMB) as first:
            last = const(self.limbs, "int64")
            b.store(self.long, low & mask, row, minimum(first, last))
            b.store(self.carry, (low >> const(_LIMB, "uint64")) + (high & mask), 0)
            b.store(self.long, b.load(self.carry, 0) & mask, row, minimum(first + 1, last))
            rest = (b.load(self.carry, 0) >> const(_LIMB, "uint64")) + (high >> const(_LIMB, "uint64"))
            b.store(self.long, rest, row, minimum(first + 2, last))

    def _times(self, row: int, factor: Expr) -> None:
        b = self.b
        b.store(self.carry, 0, 0)
        with b.loop("i", self.limbs) as i:
            b.store(self.carry, b.load(self.long, row, i) * factor + b.load(self.carry, 0), 0)
            b.store(self.long, b.load(self.carry, 0) & const(_MASK, "uint64"), row, i)
            b.store(self.carry, b.load(self.carry, 0) >> const(_LIMB, "uint64"), 0)

    def _compare(self, left: int, right: int) -> None:
        """``order = -1, 0 or 1``: the last limb that differs decides."""
        b = self.b
        b.store(self.order, 0, 0)
        with b.loop("i", self.limbs) as i:
            a, c = b.load(self.long, left, i), b.load(self.long, right, i)
            one = const(1, "int64")
            b.store(self.order, select(a > c, one, select(a < c, -one, b.load(self.order, 0))), 0)

    def _add(self, left: int, right: int) -> None:
        """``sum = long[left] + long[right]``"""
        b = self.b
        b.store(self.carry, 0, 0)
        with b.loop("i", self.limbs) as i:
            b.store(self.carry, b.load(self.long, left, i) + b.load(self.long, right, i) + b.load(self.carry, 0), 0)
            b.store(self.long, b.load(self.carry, 0) & const(_MASK, "uint64"), _SUM, i)
            b.store(self.carry, b.load(self.carry, 0) >> const(_LIMB, "uint64"), 0)

    def _subtract(self) -> None:
        """``r -= s``"""
        b = self.b
        b.store(self.carry, 0, 0)
        with b.loop("i", self.limbs) as i:
            difference = b.load(self.long, _R, i) - b.load(self.long, _S, i) - b.load(self.carry, 0)
            with b.let("difference", difference) as rest:
                b.store(self.long, rest & const(_MASK, "uint64"), _R, i)
                b.store(self.carry, rest >> const(63, "uint64"), 0)

    def _reaches(self) -> None:
        """``order >= 0`` where r and half of the distance above it are the unit or more (more, if that reads as the
        next number: where the fraction is odd)."""
        b = self.b
        self._add(_R, _ABOVE)
        self._compare(_SUM, _S)
        b.store(self.order, b.load(self.order, 0) - select(self._is_even(), const(0, "int64"), const(1, "int64")), 0)

    def _is_even(self) -> Expr:
        return (self.b.load(self.fraction, 0) & const(1, "uint64")).equal(const(0, "uint64"))

    # ------------------------------------------------------------ one number
    def write(self, n: Expr, number: Expr) -> None:
        """Writes row `n`."""
        b = self.b
        with b.loop("w", _WIDTH) as w:
            b.store(self.out, 0, n, w)
        b.store(self.at, 0, 0)
        bits = Call("reinterpret", (number,), "uint64")
        with b.let("bits", bits) as all_bits:
            magnitude = all_bits & const((1 << 63) - 1, "uint64")
            infinite = const(0x7FF << 52, "uint64")
            with b.when(te.all(all_bits > magnitude, magnitude <= infinite)):
                self._put(n, const(ord("-"), "int64"))
            with b.when(magnitude > infinite):
                self._word(n, "nan")
            with b.when(magnitude.equal(infinite)):
                self._word(n, "inf")
            with b.when(magnitude.equal(const(0, "uint64"))):
                self._word(n, "0.0")
            with b.when(te.all(magnitude > const(0, "uint64"), magnitude < infinite)):
                self._split(magnitude)
                self._scaled()
                self._generate()
                self._format(n)

    def _split(self, magnitude: Expr) -> None:
        """The number as ``fraction * 2 ** exponent``, with the significand and the least exponent of its type."""
        b = self.b
        field = cast("int64", magnitude >> const(52, "uint64"))
        mantissa = magnitude & const((1 << 52) - 1, "uint64")
        hidden = select(field > 0, const(1 << 52, "uint64"), const(0, "uint64"))
        b.store(self.exponent, maximum(field, const(1, "int64")) - 1075, 0)
        exponent = b.load(self.exponent, 0)
        with b.let("drop", maximum(const(53 - self.precision, "int64"), const(self.least, "int64") - exponent)) as drop:
            b.store(self.fraction, (mantissa + hidden) >> cast("uint64", drop), 0)
            b.store(self.exponent, exponent + drop, 0)

    def _scaled(self) -> None:
        """The fraction r / s in [0.1, 1) and the power of ten `scale` by which the number is larger."""
        b = self.b
        exponent, fraction = b.load(self.exponent, 0), b.load(self.fraction, 0)
        zero = const(0, "int64")
        up, down = maximum(exponent, zero), maximum(-exponent, zero)
        # The neighbour below a power of two is half as far.
        is_power = fraction.equal(const(1 << (self.precision - 1), "uint64"))
        nearer = te.all(is_power, exponent > self.least)
        self._set(_R, fraction << const(2, "uint64"), up)
        self._set(_S, const(4, "uint64"), down)
        self._set(_ABOVE, const(2, "uint64"), up)
        self._set(_BELOW, select(nearer, const(1, "uint64"), const(2, "uint64")), up)
        # log10(2) = 0.30103; what is wrong by one is mended below
        b.store(self.scale, ((exponent + self.precision - 1) * 30103) // 100000, 0)
        b.store(self.tens, b.load(self.scale, 0), 0)
        self._by_tens([_S], 1)
        self._by_tens([_R, _ABOVE, _BELOW], -1)
        self._reaches()
        with b.repeat_while(b.load(self.order, 0) >= 0):
            self._times(_S, const(10, "uint64"))
            b.store(self.scale, b.load(self.scale, 0) + 1, 0)
            self._reaches()
        self._times_ten()
        self._reaches()
        with b.repeat_while(b.load(self.order, 0) < 0):
            b.store(self.scale, b.load(self.scale, 0) - 1, 0)
            self._times_ten()
            self._reaches()

    def _by_tens(self, rows: list[int], sign: int) -> None:
        """The rows times ten to the power of ``sign * tens``, where that is positive."""
        b = self.b
        with b.repeat_while(b.load(self.tens, 0) * sign > 0):
            is_far = b.load(self.tens, 0) * sign >= 9
            factor = select(is_far, const(10**9, "uint64"), const(10, "uint64"))
            for row in rows:
                self._times(row, factor)
            step = select(is_far, const(9, "int64"), const(1, "int64"))
            b.store(self.tens, b.load(self.tens, 0) - step * sign, 0)

    def _times_ten(self) -> None:
        for row in (_R, _ABOVE, _BELOW):
            self._times(row, const(10, "uint64"))

    def _generate(self) -> None:
        """The digits; r is ten times what is left when it begins."""
        b = self.b
        zero, one = const(0, "int64"), const(1, "int64")
        b.store(self.count, 0, 0)
        b.store(self.low, 0, 0)
        b.store(self.high, 0, 0)
        with b.repeat_while(te.all((b.load(self.low, 0) + b.load(self.high, 0)).equal(0), self._has_room())):
            with b.when(b.load(self.count, 0) > 0):
                self._times_ten()
            b.store(self.digit, 0, 0)
            self._compare(_R, _S)
            with b.repeat_while(b.load(self.order, 0) >= 0):
                self._subtract()
                b.store(self.digit, b.load(self.digit, 0) + 1, 0)
                self._compare(_R, _S)
            self._compare(_R, _BELOW)
            below = te.any(b.load(self.order, 0) < 0, te.all(b.load(self.order, 0).equal(0), self._is_even()))
            b.store(self.low, select(below, one, zero), 0)
            self._reaches()
            b.store(self.high, select(b.load(self.order, 0) >= 0, one, zero), 0)
            with b.when(b.load(self.high, 0) > 0):
                self._add(_R, _R)
                self._compare(_SUM, _S)
                digit = b.load(self.digit, 0)
                is_middle = te.all(b.load(self.order, 0).equal(0), (digit & 1).equal(1))
                is_up = te.any(b.load(self.low, 0).equal(0), b.load(self.order, 0) > 0, is_middle)
                b.store(self.digit, digit + select(is_up, one, zero), 0)
            b.store(self.digits, b.load(self.digit, 0), b.load(self.count, 0))
            b.store(self.count, b.load(self.count, 0) + 1, 0)

    def _has_room(self) -> Expr:
        return self.b.load(self.count, 0) < _DIGITS

    # ------------------------------------------------------------ its text
    def _put(self, n: Expr, byte: Expr) -> None:
        b = self.b
        b.store(self.out, byte, n, minimum(b.load(self.at, 0), const(_WIDTH - 1, "int64")))
        b.store(self.at, b.load(self.at, 0) + 1, 0)

    def _word(self, n: Expr, word: str) -> None:
        for character in word:
            self._put(n, const(ord(character), "int64"))

    def _put_digit(self, n: Expr, at: Expr) -> None:
        """The digit at a place, zero beyond those that were generated."""
        b = self.b
        known = te.all(at >= 0, at < b.load(self.count, 0))
        value = b.load(self.digits, minimum(maximum(at, const(0, "int64")), const(_DIGITS, "int64")))
        self._put(n, select(known, value, const(0, "int64")) + ord("0"))

    def _format(self, n: Expr) -> None:
        b = self.b
        scale, count = b.load(self.scale, 0), b.load(self.count, 0)
        plain = te.all(scale > _LEAST_PLAIN, scale <= _MOST_PLAIN)
        with b.when(plain):
            # places before the point, from 0 where the number is less than one
            whole, first = maximum(scale, const(1, "int64")), minimum(scale - 1, const(0, "int64"))
            with b.loop("d", whole) as d:
                self._put_digit(n, cast("int64", d) + first)
            self._word(n, ".")
            with b.loop("d", maximum(count - scale, const(1, "int64"))) as d:
                self._put_digit(n, cast("int64", d) + scale)
        with b.otherwise():
            self._put_digit(n, const(0, "int64"))
            with b.when(count > 1):
                self._word(n, ".")
                with b.loop("d", count - 1) as d:
                    self._put_digit(n, cast("int64", d) + 1)
            self._exponent(n, scale - 1)

    def _exponent(self, n: Expr, power: Expr) -> None:
        self._word(n, "e")
        size = maximum(power, -power)
        self._put(n, select(power < 0, const(ord("-"), "int64"), const(ord("+"), "int64")))
        with self.b.when(size >= 100):
            self._put(n, size // 100 + ord("0"))
        self._put(n, size // 10 % 10 + ord("0"))
        self._put(n, size % 10 + ord("0"))
