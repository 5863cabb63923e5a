"""The recurrence of an LSTM whose weights are bfloat16, by the instruction that adds the products of pairs.

A step takes the time of loading its weights: in pairs, half of the time that float32 takes. A state is the sum of two
bfloat16 (:func:`state_parts`), whose products with a weight that is in a register are added up.
"""

from __future__ import annotations

from collections.abc import Callable

from mlcc import te
from mlcc.ir import Buffer, Call, Expr, cast, const
from mlcc.te import StmtBuilder

from .recurrent import recurrent_words, tile_columns
from .recurrent_lstm import LstmRecurrence

#: Numbers of a word, and parts of a state.
_PAIR, _PARTS = 2, 2


def state_parts(value: Expr) -> tuple[Expr, Expr]:
    """Two bfloat16 whose sum is a float32 to 16 bits of its fraction: its value rounded, and what that leaves, which is
    nothing of an infinity."""
    rounded = cast("bfloat16", value)
    back = cast(value.dtype, rounded)
    left = te.select(back.equal(value), const(0, value.dtype), value - back)
    return rounded, cast("bfloat16", left)


class PairsLstmRecurrence(LstmRecurrence):
    """Recurrent weights are words of two bfloat16, as ``nn.pack_recurrent_words`` gives them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sums //= _PARTS  # parts have accumulators of their own, so that additions do not wait for each other

    @property
    def inner(self) -> int:
        return recurrent_words(self.hidden, _PAIR)

    def allocate(self, b: StmtBuilder, batch: Expr) -> None:
        super().allocate(b, batch)
        self.parts = b.alloc("state_parts", (_PARTS, batch, self.inner), "int32")

    def begin_step(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, t: Expr, batch: Expr) -> None:
        """Splits the states into two parts, as words of elements that are half of the state apart."""
        with b.loop("n", batch) as n, b.loop("w", self.inner, kind="vectorized") as w:
            low, high = (state_parts(self.element(b, t, n, w + half * self.inner)) for half in range(_PAIR))
            for part in range(_PARTS):
                b.store(self.parts, _word(low[part], high[part]), part, n, w)

    def element(self, b: StmtBuilder, t: Expr, n: Expr, j: Expr) -> Expr:
        """Element j of the state, 0 beyond the hidden size: products of what pads weights with NaN would be NaN."""
        value = b.load(self.state, t % 2, n, j)
        return value if self.padded == self.hidden else te.select(j < self.hidden, value, const(0, self.dtype))

    def tile(
        self, b: StmtBuilder, weights: Buffer, d: int, panel: tuple[Expr, Expr], low: Expr, rows: list[Expr],
        source: Callable[[Expr, Expr], Expr], target: Buffer,
    ) -> None:  # fmt: skip
        columns = min(self.width, tile_columns(len(rows), self.sums))
        p, start = panel
        acc = b.alloc("panel", (_PARTS, len(rows), columns), target.dtype, "local")
        for r, n in enumerate(rows):
            with b.loop("v", columns, kind="vectorized") as v:
                b.store(acc, b.load(target, n, low + v), 0, r, v)
                b.store(acc, const(0, target.dtype), 1, r, v)
        with b.loop("k", self.inner) as k:
            for r, n in enumerate(rows):
                for part in range(_PARTS):
                    with b.loop("v", columns, kind="vectorized") as v:
                        factor, weight = b.load(self.parts, part, n, k), b.load(weights, d, p, k, start + v)
                        b.store(acc, te.dot_bf16(factor, weight, b.load(acc, part, r, v)), part, r, v)
        for r, n in enumerate(rows):
            with b.loop("v", columns, kind="vectorized") as v:
                b.store(target, b.load(acc, 0, r, v) + b.load(acc, 1, r, v), n, low + v)


def _word(low: Expr, high: Expr) -> Expr:
    """Two bfloat16 as a word, the first in the lower half."""
    first, second = (Call("reinterpret", (cast("float32", v),), "int32") for v in (low, high))
    return (first >> 16) & 0xFFFF | second & const(-0x10000, "int32")
