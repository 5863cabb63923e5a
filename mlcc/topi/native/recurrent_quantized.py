"""The recurrence of an LSTM with integer weights, whose state is quantised to uint8 before every product.

One scale and one zero point hold for the states of the whole batch, as onnxruntime's DynamicQuantizeLSTM computes with
one thread: they cover the range of the states, and 0. Weights of int8 are multiplied four at a time with the bytes of
the state, and summed as int32. Those of int16, which uint8 weights may become without their zero point, are multiplied
and summed as float32, which is exact up to 2**24; larger sums are rounded as the conversion of an int32 would be.
"""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.ir import Buffer, Expr, cast, const
from mlcc.te import StmtBuilder

from .recurrent import recurrent_words
from .recurrent_lstm import UNITS, LstmRecurrence

_LEVELS = 255.0


class QuantizedLstmRecurrence(LstmRecurrence):
    """Recurrent weights are integers with a scale per gate and unit; the gates of the inputs are floats."""

    def allocate(self, b: StmtBuilder, batch: Expr) -> None:
        super().allocate(b, batch)
        self.allocate_levels(b, batch)
        self.step_scale = b.alloc("state_scale", (1,), self.dtype)
        self.low = b.alloc("state_low", (UNITS,), self.dtype, "local")
        self.high = b.alloc("state_high", (UNITS,), self.dtype, "local")

    def allocate_levels(self, b: StmtBuilder, batch: Expr) -> None:
        self.levels = b.alloc("state_levels", (batch, self.padded), self.dtype)  # quantised, without the zero point

    def multiplied(self, b: StmtBuilder, t: Expr, n: Expr, k: Expr) -> Expr:
        return b.load(self.levels, n, k)

    def begin_step(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, t: Expr, batch: Expr) -> None:
        """Quantises the states."""
        self.find_range(b, ops, t, batch)
        low, high = b.load(self.low, 0), b.load(self.high, 0)
        spread = te.select(high.equal(low), const(1.0, self.dtype), (high - low) / _LEVELS)
        with b.let("scale", spread) as scale, b.let("zero", _level(-low / scale)) as zero:
            b.store(self.step_scale, scale, 0)
            with b.loop("n", batch) as n:
                self.store_levels(b, t, n, scale, zero)

    def store_levels(self, b: StmtBuilder, t: Expr, n: Expr, scale: Expr, zero: Expr) -> None:
        """The state of a row as integers."""
        with self.lanes(b) as j:
            b.store(self.levels, self.level(b, t, n, j, scale, zero) - zero, n, j)

    def level(self, b: StmtBuilder, t: Expr, n: Expr, j: Expr, scale: Expr, zero: Expr) -> Expr:
        """Element j of the state as one of the integers of uint8, a float."""
        return _level(te.nearbyint(b.load(self.state, t % 2, n, j) / scale) + zero)

    def find_range(self, b: StmtBuilder, ops: dict[str, Buffer], t: Expr, batch: Expr) -> None:
        """The least and the largest element of the states and 0. The state of a sequence counts until the step after
        its end."""
        with b.loop("lane", UNITS, kind="vectorized") as lane:
            b.store(self.low, const(0, self.dtype), lane)
            b.store(self.high, const(0, self.dtype), lane)

        def widen(n: Expr) -> None:
            with b.loop("j0", self.padded // UNITS) as j0, b.loop("lane", UNITS, kind="vectorized") as lane:
                j = j0 * UNITS + lane
                value: Expr = b.load(self.state, t % 2, n, j)
                if self.padded > self.hidden:
                    value = te.select(j < self.hidden, value, const(0, self.dtype))
                b.store(self.low, te.min(b.load(self.low, lane), value), lane)
                b.store(self.high, te.max(b.load(self.high, lane), value), lane)

        with b.loop("n", batch) as n:
            if "lens" not in ops:
                widen(n)
            else:
                with b.when(t <= b.idx(b.load(ops["lens"], n))):
                    widen(n)
        with b.loop("lane", UNITS - 1, 1) as lane:
            b.store(self.low, te.min(b.load(self.low, 0), b.load(self.low, lane)), 0)
            b.store(self.high, te.max(b.load(self.high, 0), b.load(self.high, lane)), 0)

    def copy_panel(self, b: StmtBuilder, ops: dict[str, Buffer], s: Expr, n: Expr, d: int, p: Expr) -> None:
        """The sums of integers begin with 0; `gate_of` adds the gates of the inputs."""
        for gate in range(self.gates):
            with b.loop("lane", UNITS, kind="vectorized") as lane:
                b.store(self.totals, const(0, self.totals.dtype), n, p * self.width + gate * UNITS + lane)

    def total(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, j: Expr, at: tuple[Any, ...]) -> Expr:
        """A sum of products of integers, of gate and unit j, as a float."""
        return b.load(self.totals, *at)

    def gate_of(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, s: Expr, n: Expr, p: Expr, lane: Expr, gate: int
    ) -> Expr:
        j = p * UNITS + lane + gate * self.hidden
        factor = b.load(self.step_scale, 0) * b.load(ops["r_scale"], d, j)
        products = self.total(b, ops, d, j, (n, p * self.width + gate * UNITS + lane)) * factor
        return self.of_unit(p, lane, b.load(ops["gates"], s, n, d, j) + products)


class BytesLstmRecurrence(QuantizedLstmRecurrence):
    """Recurrent weights are words of int8, as ``nn.pack_recurrent_words`` gives them, and have sums per gate and unit:

    Σ w (level - zero) = Σ w level - zero Σ w
    """

    @property
    def inner(self) -> int:
        return recurrent_words(self.hidden)

    @property
    def totals(self) -> Buffer:
        return self.integers

    def allocate_levels(self, b: StmtBuilder, batch: Expr) -> None:
        self.levels = b.alloc("state_levels", (batch, self.inner), "int32")
        self.allocate_sums(b, batch)

    def allocate_sums(self, b: StmtBuilder, batch: Expr) -> None:
        self.integers = b.alloc("gate_totals", (batch, self.gates * self.padded), "int32")
        self.step_zero = b.alloc("state_zero", (1,), "int32")

    def store_levels(self, b: StmtBuilder, t: Expr, n: Expr, scale: Expr, zero: Expr) -> None:
        b.store(self.step_zero, zero, 0)
        with b.loop("w", self.inner, kind="vectorized") as w:
            word: Expr = const(0, "int32")
            for byte in range(4):
                level = cast("int32", self.level(b, t, n, w + byte * self.inner, scale, zero))
                word = word | level << 8 * byte
            b.store(self.levels, word, n, w)

    def added(self, total: Expr, factor: Expr, weight: Expr) -> Expr:
        return te.dp4a(factor, weight, total)

    def total(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, j: Expr, at: tuple[Any, ...]) -> Expr:
        own = b.load(self.step_zero, 0) * b.load(ops["r_sums"], d, j)
        return cast(self.dtype, b.load(self.totals, *at) - own)


def _level(value: Expr) -> Expr:
    """A float rounded to one of the integers of uint8."""
    return te.nearbyint(te.max(te.min(value, _LEVELS), 0.0))
