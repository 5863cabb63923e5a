"""Numbers as strings and back; strings are rows of bytes (see `strings`)."""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Call, Expr, cast, const, maximum, minimum, select
from mlcc.ir import dtype as dt
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import need_rank
from .strings import blank_length, byte_at, need_bytes

#: The most digits of a decimal number that an int64 holds, and the powers of ten that a float64 has.
_DIGITS, _TENS = 18, 308
#: The characters of the longest int64.
_INTEGER_WIDTH = 20
_MINUS, _PLUS, _POINT, _ZERO = (ord(c) for c in "-+.0")


@register("strings.of_integers", "opaque")
def of_integers(numbers: Tensor) -> Tensor:
    """Integers (N,) in decimal, as rows of bytes (N, 20); bools are ``True`` and ``False``."""
    need_rank("strings.of_integers", numbers, 1)
    if dt.is_float(numbers.dtype):
        raise MlccError("T202", f"`strings.of_integers`: {numbers.dtype} is no integer type")
    wide = "uint64" if numbers.dtype == "uint64" else "int64"

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(numbers.shape[0].dtype)
        rest, size = b.alloc("rest", (1,), "uint64", "local"), b.alloc("size", (1,), b.index, "local")
        with b.loop("n", numbers.shape[0]) as n:
            with b.loop("w", _INTEGER_WIDTH) as w:
                b.store(outs[0], 0, n, w)
            if numbers.dtype == "bool":
                _write_word(b, outs[0], n, b.load(ins[0], n))
            else:
                _write_integer(b, outs[0], n, cast(wide, b.load(ins[0], n)), rest, size)
        return b.finish()

    shape = (numbers.shape[0], _INTEGER_WIDTH)
    result: Tensor = te.extern(shape, [numbers], build, "uint8", "of_integers")
    return result


def _write_integer(b: StmtBuilder, out: Buffer, row: Expr, value: Expr, rest: Buffer, size: Buffer) -> None:
    negative = value < const(0, value.dtype)
    # The unsigned difference is right for the smallest integer, too.
    bits = cast("uint64", value)
    bits = select(negative, const(0, "uint64") - bits, bits)
    first = te.if_then_else(negative, const(1, b.index), const(0, b.index))
    b.store(rest, bits, 0)
    b.store(size, first, 0)
    _count_digits(b, rest, size)
    with b.when(negative):
        b.store(out, _MINUS, row, 0)
    b.store(rest, bits, 0)
    with b.loop("d", b.load(size, 0) - first) as d:
        digit = b.load(rest, 0) % const(10, "uint64") + const(_ZERO, "uint64")
        b.store(out, digit, row, minimum(maximum(b.load(size, 0) - 1 - d, 0), _INTEGER_WIDTH - 1))
        b.store(rest, b.load(rest, 0) // const(10, "uint64"), 0)


def _count_digits(b: StmtBuilder, rest: Buffer, size: Buffer) -> None:
    """Adds the number of digits of `rest` to `size`, and makes `rest` 0."""
    b.store(size, b.load(size, 0) + 1, 0)
    with b.repeat_while(b.load(rest, 0) >= const(10, "uint64")):
        b.store(rest, b.load(rest, 0) // const(10, "uint64"), 0)
        b.store(size, b.load(size, 0) + 1, 0)


def _write_word(b: StmtBuilder, out: Buffer, row: Expr, value: Expr) -> None:
    for word, condition in ((b"True", value), (b"False", te.if_then_else(value, const(False), const(True)))):
        with b.when(condition):
            for at, byte in enumerate(word):
                b.store(out, byte, row, at)


@register("strings.to_numbers", "opaque")
def to_numbers(rows: Tensor, dtype: str = "float32") -> tuple[Tensor, ...]:
    """The decimal numbers that strings (N, W) say, (N,), and how many strings say none, (1,) of int64.

    White space may stand around a number. Integers have a sign and digits; floats also a point, an exponent, or are
    ``inf`` or ``nan``, in any case. Floats of up to 15 digits and small exponents are rounded correctly to float64,
    others may differ in its last digit; more than 18 digits are cut off.
    """
    need_bytes("strings.to_numbers", rows)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(rows.shape[0].dtype)
        reader = _Reader(b, ins[0], dtype)
        b.store(outs[1], 0, 0)
        with b.loop("n", rows.shape[0]) as n:
            reader.read(n)
            b.store(outs[0], reader.value(), n)
            with b.when(b.load(reader.valid, 0).equal(0)):
                b.store(outs[1], b.load(outs[1], 0) + 1, 0)
        return b.finish()

    count = rows.shape[0]
    results: tuple[Tensor, ...] = te.extern([(count,), (1,)], [rows], build, [dtype, "int64"], "to_numbers")
    return results


class _Reader:
    """The statements that read one number."""

    def __init__(self, b: StmtBuilder, rows: Buffer, dtype: str) -> None:
        self.b, self.rows, self.dtype = b, rows, dtype
        self.is_float = dt.is_float(dtype)
        names = ("at", "negative", "digits", "tens", "exponent", "below", "valid", "special")
        self.at, self.negative, self.digits, self.tens, self.exponent, self.below, self.valid, self.special = (
            b.alloc(name, (1,), "int64" if name != "at" else b.index, "local") for name in names
        )
        self.mantissa = b.alloc("mantissa", (1,), "int64", "local")
        self.scaled = b.alloc("scaled", (1,), "float64", "local")

    def read(self, n: Expr) -> None:
        """Reads string `n`."""
        b = self.b
        for buffer in (self.at, self.mantissa, self.digits, self.tens, self.exponent, self.special):
            b.store(buffer, 0, 0)
        self._skip_blanks(n)
        self._sign(n, self.negative)
        self._digits(n, behind_point=False)
        if self.is_float:
            with b.when(self._byte(n).equal(_POINT)):
                self._step(1)
                self._digits(n, behind_point=True)
        b.store(self.valid, te.if_then_else(b.load(self.digits, 0) > 0, const(1, "int64"), const(0, "int64")), 0)
        if self.is_float:
            self._exponent(n)
            for number, words in ((1, ("infinity", "inf")), (2, ("nan",))):
                for word in words:
                    self._word(n, word, number)
        self._skip_blanks(n)
        ended = self._byte(n).equal(0)
        fits = ended if self.is_float else te.all(ended, b.load(self.digits, 0) <= _DIGITS + 1)
        b.store(self.valid, te.if_then_else(fits, b.load(self.valid, 0), const(0, "int64")), 0)

    def value(self) -> Expr:
        """The number read; what a string says that is no number does not matter."""
        b = self.b
        negative = b.load(self.negative, 0) > 0
        if not self.is_float:
            whole: Expr = b.load(self.mantissa, 0)
            return cast(self.dtype, te.if_then_else(negative, -whole, whole))
        self._scale()
        wide: Expr = b.load(self.scaled, 0)
        special = b.load(self.special, 0)
        infinite = Call("reinterpret", (const(0x7FF0000000000000, "int64"),), "float64")
        missing = Call("reinterpret", (const(0x7FF8000000000000, "int64"),), "float64")
        wide = te.if_then_else(special.equal(1), infinite, te.if_then_else(special.equal(2), missing, wide))
        return cast(self.dtype, te.if_then_else(negative, -wide, wide))

    def _scale(self) -> None:
        """The mantissa times a power of ten. Dividing by a power that float64 has exactly rounds once."""
        b = self.b
        tens = b.load(self.tens, 0)
        b.store(self.scaled, cast("float64", b.load(self.mantissa, 0)), 0)
        # By steps that are themselves floats.
        for sign in (1, -1):
            amount = tens * sign
            with b.repeat_while(amount > 0):
                step = te.min(amount, const(22, "int64"))
                with b.let("step", step) as power:
                    factor = _power_of_ten(power)
                    old = b.load(self.scaled, 0)
                    b.store(self.scaled, old * factor if sign > 0 else old / factor, 0)
                    b.store(self.tens, tens - power * sign, 0)

    def _byte(self, n: Expr, ahead: int = 0) -> Expr:
        return byte_at(self.b, self.rows, n, self.b.load(self.at, 0) + ahead)

    def _step(self, count: int) -> None:
        self.b.store(self.at, self.b.load(self.at, 0) + count, 0)

    def _skip_blanks(self, n: Expr) -> None:
        b = self.b
        with b.repeat_while(blank_length(lambda k: self._byte(n, k)) > 0):
            b.store(self.at, b.load(self.at, 0) + cast(b.index, blank_length(lambda k: self._byte(n, k))), 0)

    def _sign(self, n: Expr, result: Buffer) -> None:
        b = self.b
        byte = self._byte(n)
        b.store(result, te.if_then_else(byte.equal(_MINUS), const(1, "int64"), const(0, "int64")), 0)
        with b.when(te.any(byte.equal(_MINUS), byte.equal(_PLUS))):
            self._step(1)

    def _digits(self, n: Expr, behind_point: bool) -> None:
        b, byte = self.b, self._byte(n)
        with b.repeat_while(te.all(byte >= _ZERO, byte <= _ZERO + 9)):
            with b.when(b.load(self.mantissa, 0) < const(10 ** (_DIGITS - 1), "int64")):
                digit = cast("int64", byte) - _ZERO
                b.store(self.mantissa, b.load(self.mantissa, 0) * 10 + digit, 0)
                if behind_point:
                    b.store(self.tens, b.load(self.tens, 0) - 1, 0)
            with b.otherwise():
                self._too_long(byte, behind_point)
            b.store(self.digits, b.load(self.digits, 0) + 1, 0)
            self._step(1)

    def _too_long(self, byte: Expr, behind_point: bool) -> None:
        """A digit that the mantissa has no room for: a float's is cut off, an integer takes one more."""
        b = self.b
        if self.is_float:
            b.store(self.tens, b.load(self.tens, 0) + (0 if behind_point else 1), 0)
        else:
            b.store(self.mantissa, b.load(self.mantissa, 0) * 10 + cast("int64", byte) - _ZERO, 0)

    def _exponent(self, n: Expr) -> None:
        """``e``, a sign and digits."""
        b = self.b

        def digit(ahead: int) -> Expr:
            return te.all(self._byte(n, ahead) >= _ZERO, self._byte(n, ahead) <= _ZERO + 9)

        signed = te.any(self._byte(n, 1).equal(_MINUS), self._byte(n, 1).equal(_PLUS))
        marked = (self._byte(n) | 32).equal(ord("e"))
        with b.when(te.all(marked, te.any(digit(1), te.all(signed, digit(2))), b.load(self.valid, 0).equal(1))):
            self._step(1)
            self._sign(n, self.below)
            byte = self._byte(n)
            with b.repeat_while(te.all(byte >= _ZERO, byte <= _ZERO + 9)):
                new = b.load(self.exponent, 0) * 10 + cast("int64", byte) - _ZERO
                b.store(self.exponent, te.min(new, const(4 * _TENS, "int64")), 0)
                self._step(1)
            exponent = b.load(self.exponent, 0)
            b.store(
                self.tens, b.load(self.tens, 0) + te.if_then_else(b.load(self.below, 0) > 0, -exponent, exponent), 0
            )

    def _word(self, n: Expr, word: str, number: int) -> None:
        b = self.b
        same = [(self._byte(n, k) | 32).equal(ord(c)) for k, c in enumerate(word)]
        with b.when(te.all(b.load(self.digits, 0).equal(0), b.load(self.special, 0).equal(0), *same)):
            b.store(self.special, number, 0)
            b.store(self.valid, 1, 0)
            self._step(len(word))


def _power_of_ten(power: Expr) -> Expr:
    """Ten to the power of an integer in [0, 22], which a float64 has exactly, by its binary digits."""
    result: Expr = const(1.0, "float64")
    for bit in range(5):
        factor = const(float(10 ** (1 << bit)), "float64")
        result = result * te.if_then_else(((power >> bit) & 1).equal(1), factor, const(1.0, "float64"))
    return result
