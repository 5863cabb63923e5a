"""The recurrence of an LSTM whose weights are bfloat16, by tile registers (AMX).

A state is the sum of two bfloat16 (:func:`state_parts`): two rows of a register, whose sums are added up. Eight
sequences fill a register; what one of them takes, all of them take. The time is that of loading the weights, since no
instruction widens them.
"""

from __future__ import annotations

from collections.abc import Callable

from mlcc.ir import TILE_ROWS, TILE_SCOPE, Buffer, BufferLoad, Call, Evaluate, Expr, const
from mlcc.te import StmtBuilder

from .recurrent_lstm import UNITS, LstmRecurrence
from .recurrent_pairs import state_parts

#: Sequences of a register, of two rows each; weights along the state of a step.
SEQUENCES, DEPTH = TILE_ROWS // 2, 32
#: Parts of a state, and the registers of weights that are loaded in turn.
_PARTS, _LOADED = 2, 2


class TilesLstmRecurrence(LstmRecurrence):
    """Recurrent weights are (D, P, H' / 32, G, 16, 16, 2): for each gate of a panel the units of a register, and pairs
    of elements of the state, H padded to H'."""

    @property
    def inner(self) -> int:
        return -(-self.hidden // DEPTH)

    def allocate(self, b: StmtBuilder, batch: Expr) -> None:
        super().allocate(b, batch)
        self.blocks = (batch + (SEQUENCES - 1)) // SEQUENCES
        rows = (self.blocks, _PARTS * SEQUENCES, self.inner * DEPTH)
        self.parts = b.alloc("state_parts", rows, "bfloat16")

    def start(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr) -> None:
        super().start(b, ops, d, batch)
        with (
            b.loop("block", self.blocks) as block,
            b.loop("row", _PARTS * SEQUENCES) as row,
            b.loop("j", self.inner * DEPTH) as j,
        ):
            b.store(self.parts, const(0, "bfloat16"), block, row, j)

    def begin_step(self, b: StmtBuilder, ops: dict[str, Buffer], t: Expr, batch: Expr) -> None:
        """Splits the states into two parts."""
        with b.loop("n", batch) as n, self.lanes(b) as j:
            block, row = n // SEQUENCES, n % SEQUENCES
            for part, value in enumerate(state_parts(b.load(self.state, t % 2, n, j))):
                b.store(self.parts, value, block, row + part * SEQUENCES, j)

    def panel(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr, p: Expr, shift: int,
        source: Callable[[Expr, Expr], Expr], target: Buffer,
    ) -> None:  # fmt: skip
        weights = ops["r"]
        if d == 0 or self.padded > UNITS:  # loops over panels have registers of their own
            self.registers = (
                b.alloc("sums", (self.gates, TILE_ROWS, UNITS), "float32", TILE_SCOPE),
                b.alloc("states", (TILE_ROWS, DEPTH), "bfloat16", TILE_SCOPE),
                b.alloc("weights", (_LOADED, DEPTH // 2, UNITS, 2), "bfloat16", TILE_SCOPE),
            )
        sums, left, right = self.registers
        results = b.alloc("results", (self.gates, TILE_ROWS, UNITS), "float32", "local")

        def tile(op: str, *operands: BufferLoad) -> None:
            b.emit(Evaluate(Call(op, operands, "handle")))

        with b.loop("block", self.blocks) as block:
            for gate in range(self.gates):
                tile("amx_tilezero", b.load(sums, gate, 0, 0))
            with b.loop("k", self.inner) as k:
                rows = (b.load(self.parts, block, row, k * DEPTH) for row in (0, 1))
                tile("amx_tileload", b.load(left, 0, 0), *rows)
                for gate in range(self.gates):
                    loaded = b.load(right, gate % _LOADED, 0, 0, 0)
                    tile("amx_tileload", loaded, *(b.load(weights, d, p, k, gate, row, 0, 0) for row in (0, 1)))
                    tile("amx_tdpbf16ps", b.load(sums, gate, 0, 0), b.load(left, 0, 0), loaded)
            for gate in range(self.gates):
                tile("amx_tilestore", *(b.load(results, gate, row, 0) for row in (0, 1)), b.load(sums, gate, 0, 0))
            with b.loop("row", SEQUENCES) as row, b.when(block * SEQUENCES + row < batch):
                for gate in range(self.gates):
                    with b.loop("lane", UNITS, kind="vectorized") as lane:
                        at = block * SEQUENCES + row, p * self.width + gate * UNITS + lane
                        low, high = (b.load(results, gate, row + part * SEQUENCES, lane) for part in range(_PARTS))
                        b.store(target, b.load(target, *at) + low + high, *at)
