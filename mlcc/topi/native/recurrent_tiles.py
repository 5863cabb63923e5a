"""The recurrence of an LSTM whose weights are bfloat16, by tile registers (AMX).

A state is the sum of two bfloat16 (:func:`state_parts`): two rows of a register, whose sums are added up. Eight
sequences fill a register; what one of them takes, all of them take. The time is that of loading the weights, since no
instruction widens them.

Where the inputs x are an operand, their weights are above those of the state: a step multiplies (x, h), and the gates
that are given are the same for all steps and sequences, a bias.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc.ir import TILE_ROWS, TILE_SCOPE, Buffer, BufferLoad, Call, Evaluate, Expr, as_int, const
from mlcc.te import StmtBuilder

from ..shapes import static
from .recurrent_lstm import UNITS, LstmRecurrence
from .recurrent_pairs import state_parts

#: Sequences of a register, of two rows each; weights along the state of a step.
SEQUENCES, DEPTH = TILE_ROWS // 2, 32
#: Parts of a state, the registers of weights that are loaded in turn, blocks of sequences that share what is loaded,
#: and registers of sums: those of all gates of a block, or of half of the gates of two.
_PARTS, _LOADED, _TOGETHER, _SUMS = 2, 2, 2, 4


class TilesLstmRecurrence(LstmRecurrence):
    """Recurrent weights are (D, P, (I' + H') / 32, G, 16, 16, 2): for each gate of a panel the units of a register, and
    pairs of elements of the inputs and the state, I and H padded to I' and H'; I is 0 where inputs are no operand."""

    inner = 0

    def build(self, ops: dict[str, Buffer], outs: list[Buffer]) -> Any:
        self.inner = static(ops["r"].shape[2], "the depth of recurrent weights")
        return super().build(ops, outs)

    def extents(self, ops: dict[str, Buffer]) -> tuple[Expr, Expr]:
        steps, batch = ops["x" if "x" in ops else "gates"].shape[:2]
        return steps, batch

    @property
    def inputs(self) -> int:
        """I': the rows of weights before those of the state."""
        return (self.inner - -(-self.hidden // DEPTH)) * DEPTH

    def allocate(self, b: StmtBuilder, batch: Expr) -> None:
        super().allocate(b, batch)
        self.blocks = (batch + (SEQUENCES - 1)) // SEQUENCES
        rows = (self.blocks, _PARTS * SEQUENCES, self.inner * DEPTH)
        self.parts = b.alloc("state_parts", rows, "bfloat16")

        if not self.shared:  # parallel loops have registers of their own
            self.registers = self.tiles(b)

    def tiles(self, b: StmtBuilder) -> tuple[Buffer, Buffer, Buffer]:
        """The registers of sums, states and weights."""
        return (
            b.alloc("sums", (_SUMS, TILE_ROWS, UNITS), "float32", TILE_SCOPE),
            b.alloc("states", (_TOGETHER, TILE_ROWS, DEPTH), "bfloat16", TILE_SCOPE),
            b.alloc("weights", (_LOADED, DEPTH // 2, UNITS, 2), "bfloat16", TILE_SCOPE),
        )

    def start(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr) -> None:
        super().start(b, ops, d, batch)
        with (
            b.loop("block", self.blocks) as block,
            b.loop("row", _PARTS * SEQUENCES) as row,
            b.loop("j", self.inner * DEPTH) as j,
        ):
            b.store(self.parts, const(0, "bfloat16"), block, row, j)

    def begin_step(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, t: Expr, batch: Expr) -> None:
        """Splits the states into two parts, and copies the inputs, whose other part stays 0."""
        with b.loop("n", batch) as n:
            block, row = n // SEQUENCES, n % SEQUENCES
            with self.lanes(b) as j:
                for part, value in enumerate(state_parts(b.load(self.state, t % 2, n, j))):
                    b.store(self.parts, value, block, row + part * SEQUENCES, j + self.inputs)
            if "x" in ops:
                s = self.step_of(ops, t, n, self.extents(ops)[0], self.reverse[d], b)
                with b.loop("i", ops["x"].shape[2], kind="vectorized") as i:
                    b.store(self.parts, b.load(ops["x"], s, n, i), block, row, i)

    def copy_panel(self, b: StmtBuilder, ops: dict[str, Buffer], s: Expr, n: Expr, d: int, p: Expr) -> None:
        """Nothing: what the input adds to the gates is added where they are read."""

    def gate_of(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, s: Expr, n: Expr, p: Expr, lane: Expr, gate: int
    ) -> Expr:
        at = (0, 0) if "x" in ops else (s, n)
        own = b.load(ops["gates"], *at, d, p * UNITS + lane + gate * self.hidden)
        return super().gate_of(b, ops, d, s, n, p, lane, gate) + self.of_unit(p, lane, own)

    def panel(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr, p: Expr, shift: int,
        source: Callable[[Expr, Expr], Expr], target: Buffer,
    ) -> None:  # fmt: skip
        if self.shared:
            self.registers = self.tiles(b)
        self.results = b.alloc("results", (_SUMS, TILE_ROWS, UNITS), "float32", "local")
        known = as_int(self.blocks)
        # Two blocks of sequences share the weights that are loaded: if they are all, no cache but L2 needs these again.
        load = "amx_tileload" if known is None or known > _TOGETHER else "amx_tileloaddt1"
        if known is None or known >= _TOGETHER:
            with b.loop("pair", self.blocks // _TOGETHER) as pair:
                pairs = [pair * _TOGETHER + each for each in range(_TOGETHER)]
                for first in range(0, self.gates, _SUMS // _TOGETHER):
                    gates = range(first, first + _SUMS // _TOGETHER)
                    self.sums_of(b, ops["r"], d, p, pairs, gates, load)
                    self.store_sums(b, batch, p, pairs, gates, target)
        if known is None or known % _TOGETHER:
            with b.loop("last", self.blocks % _TOGETHER) as last:
                blocks = [self.blocks // _TOGETHER * _TOGETHER + last]
                self.sums_of(b, ops["r"], d, p, blocks, range(self.gates), load)
                self.store_sums(b, batch, p, blocks, range(self.gates), target)

    def sums_of(
        self, b: StmtBuilder, weights: Buffer, d: int, p: Expr, blocks: list[Expr], gates: range, load: str
    ) -> None:
        """Multiplies blocks of states by the weights of some gates of panel p, and stores the sums to `results`: those
        of the first gate with all blocks, then of the next."""
        sums, left, right = self.registers
        pairs = [(gate, which) for gate in gates for which in range(len(blocks))]

        def tile(op: str, *operands: BufferLoad) -> None:
            b.emit(Evaluate(Call(op, operands, "handle")))

        for slot in range(len(pairs)):
            tile("amx_tilezero", b.load(sums, slot, 0, 0))
        with b.loop("k", self.inner) as k:
            for which, block in enumerate(blocks):
                rows = (b.load(self.parts, block, row, k * DEPTH) for row in (0, 1))
                tile("amx_tileload", b.load(left, which, 0, 0), *rows)
            for slot, (gate, which) in enumerate(pairs):
                loaded = b.load(right, gate % _LOADED, 0, 0, 0)
                if which == 0:
                    tile(load, loaded, *(b.load(weights, d, p, k, gate, row, 0, 0) for row in (0, 1)))
                tile("amx_tdpbf16ps", b.load(sums, slot, 0, 0), b.load(left, which, 0, 0), loaded)
        for slot in range(len(pairs)):
            tile("amx_tilestore", *(b.load(self.results, slot, row, 0) for row in (0, 1)), b.load(sums, slot, 0, 0))

    def store_sums(
        self, b: StmtBuilder, batch: Expr, p: Expr, blocks: list[Expr], gates: range, target: Buffer
    ) -> None:
        """Adds up the products of the parts of a state."""
        for which, block in enumerate(blocks):
            with b.loop("row", SEQUENCES) as row, b.when(block * SEQUENCES + row < batch):
                for index, gate in enumerate(gates):
                    slot = index * len(blocks) + which
                    with b.loop("lane", UNITS, kind="vectorized") as lane:
                        low, high = (b.load(self.results, slot, row + i * SEQUENCES, lane) for i in range(_PARTS))
                        at = block * SEQUENCES + row, p * self.width + gate * UNITS + lane
                        b.store(target, low + high, *at)
