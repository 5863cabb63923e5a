"""The recurrence of an LSTM with integer weights, whose state is quantised to uint8 before every product.

One scale and one zero point hold for the states of the whole batch, as onnxruntime's DynamicQuantizeLSTM computes with
one thread: they cover the range of the states, and 0. The integers are multiplied and summed as float32, which is exact
up to 2**24; larger sums are rounded as the conversion of an int32 sum to float32 would round them.
"""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.ir import Buffer, Expr, const
from mlcc.te import StmtBuilder

from .recurrent_lstm import UNITS, LstmRecurrence

_LEVELS = 255.0


class QuantizedLstmRecurrence(LstmRecurrence):
    """Recurrent weights are integers with a scale per gate and unit; the gates of the inputs are floats."""

    def allocate(self, b: StmtBuilder, batch: Expr) -> None:
        super().allocate(b, batch)
        self.levels = b.alloc("state_levels", (batch, self.padded), self.dtype)  # quantised, without the zero point
        self.step_scale = b.alloc("state_scale", (1,), self.dtype)
        self.low = b.alloc("state_low", (UNITS,), self.dtype, "local")
        self.high = b.alloc("state_high", (UNITS,), self.dtype, "local")

    def multiplied(self, b: StmtBuilder, t: Expr, n: Expr, k: Expr) -> Expr:
        return b.load(self.levels, n, k)

    def begin_step(self, b: StmtBuilder, ops: dict[str, Buffer], t: Expr, batch: Expr) -> None:
        """Quantises the states."""
        self.find_range(b, ops, t, batch)
        low, high = b.load(self.low, 0), b.load(self.high, 0)
        spread = te.select(high.equal(low), const(1.0, self.dtype), (high - low) / _LEVELS)
        with b.let("scale", spread) as scale, b.let("zero", _level(-low / scale)) as zero:
            b.store(self.step_scale, scale, 0)
            with b.loop("n", batch) as n, self.lanes(b) as j:
                level = _level(te.nearbyint(b.load(self.state, t % 2, n, j) / scale) + zero)
                b.store(self.levels, level - zero, n, j)

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
        """The sums of integers begin with 0; `finish_units` adds the gates of the inputs."""
        for gate in range(self.gates):
            with b.loop("lane", UNITS, kind="vectorized") as lane:
                b.store(self.g, const(0, self.dtype), n, p * self.width + gate * UNITS + lane)

    def finish_units(
        self, b: StmtBuilder, ops: dict[str, Buffer], outs: list[Buffer], d: int, t: Expr, s: Expr, n: Expr, p: Expr
    ) -> None:
        for gate in range(self.gates):
            with self.units(b, p) as lane:
                j = p * UNITS + lane + gate * self.hidden
                at: tuple[Any, ...] = (n, p * self.width + gate * UNITS + lane)
                factor = b.load(self.step_scale, 0) * b.load(ops["r_scale"], d, j)
                b.store(self.g, b.load(ops["gates"], s, n, d, j) + b.load(self.g, *at) * factor, *at)
        super().finish_units(b, ops, outs, d, t, s, n, p)


def _level(value: Expr) -> Expr:
    """A float rounded to one of the integers of uint8."""
    return te.nearbyint(te.max(te.min(value, _LEVELS), 0.0))
