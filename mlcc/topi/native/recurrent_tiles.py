"""Recurrences whose weights are bfloat16 or bytes, by tile registers (AMX): LSTM, GRU and RNN.

A state is the sum of two bfloat16 (:func:`state_parts`). Up to eight sequences have two rows of one register each,
whose sums are added up; what one of them takes, all of them take. More sequences have a row in each of two registers,
whose products are added up in one, and the inputs, which have one part, are multiplied once. The time is that of
loading the weights, since no instruction widens them. Of bytes, a state is one row.

Where the inputs x of an LSTM are an operand, their weights are above those of the state: a step multiplies (x, h), and
the gates that are given are the same for all steps and sequences, a bias.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any

from mlcc import te
from mlcc.ir import (
    TILE_DOTS,
    TILE_ROWS,
    TILE_SCOPE,
    Buffer,
    BufferLoad,
    Call,
    Evaluate,
    Expr,
    TileDot,
    as_int,
    cast,
    const,
    tile_elements,
)
from mlcc.te import StmtBuilder

from ..shapes import static
from .recurrent import Recurrence
from .recurrent_lstm import UNITS, LstmRecurrence
from .recurrent_pairs import state_parts
from .recurrent_quantized import BytesLstmRecurrence

#: The registers of weights that are loaded in turn, blocks of sequences that share what is loaded, and registers of
#: sums: those of all columns of a block, or of half of the columns of two.
_LOADED, _TOGETHER, _SUMS = 2, 2, 4


class TileSums(Recurrence):
    """Panels of weights are (D, P, K' / 32, C, 16, 16, 2): C registers of 16 columns, and pairs of the K elements that
    a step multiplies, padded to K'. Bytes are groups of four, 64 of them a row."""

    inner = 0
    #: The registers of a block of sequences, one for each part, or one whose rows are the parts.
    planes = 1
    #: The parts whose sum a state is.
    PARTS = 2
    #: The instruction that multiplies registers, whose operands say what states and weights are.
    DOT = "amx_tdpbf16ps"

    @property
    def inputs(self) -> int:
        """The elements of K before those of the state, which have one part."""
        return 0

    @property
    def kinds(self) -> TileDot:
        """The types of states, weights and sums."""
        return TILE_DOTS[self.DOT]

    @property
    def sequences(self) -> int:
        """The sequences of a register."""
        return TILE_ROWS // self.row_parts

    @property
    def row_parts(self) -> int:
        """The rows of a register that a sequence has."""
        return self.PARTS // self.planes

    @property
    def depth(self) -> int:
        """The elements along the state of a register."""
        return tile_elements(self.kinds.left)

    def build(self, ops: dict[str, Buffer], outs: list[Buffer]) -> Any:
        self.inner = static(ops["r"].shape[2], "the depth of recurrent weights")
        return super().build(ops, outs)

    @property
    def columns(self) -> int:
        """C: the registers that a panel's columns fill."""
        return self.width // UNITS

    def allocate(self, b: StmtBuilder, batch: Expr) -> None:
        super().allocate(b, batch)
        count = as_int(batch)
        self.planes = self.PARTS if count is not None and count > TILE_ROWS // self.PARTS else 1
        self.blocks = (batch + (self.sequences - 1)) // self.sequences
        shape = (self.blocks, self.planes, TILE_ROWS, self.inner * self.depth)
        self.parts = b.alloc("state_parts", shape, self.kinds.left)
        if not self.shared:  # parallel loops have registers of their own
            self.registers = self.tiles(b)

    def tiles(self, b: StmtBuilder) -> tuple[Buffer, Buffer, Buffer]:
        """The registers of sums, states and weights."""
        kinds, group = self.kinds, self.depth // TILE_ROWS
        return (
            b.alloc("sums", (_SUMS, TILE_ROWS, UNITS), kinds.sums, TILE_SCOPE),
            b.alloc("states", (_TOGETHER, TILE_ROWS, self.depth), kinds.left, TILE_SCOPE),
            b.alloc("weights", (_LOADED, TILE_ROWS, UNITS, group), kinds.right, TILE_SCOPE),
        )

    def start(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr) -> None:
        super().start(b, ops, d, batch)
        with (
            b.loop("block", self.blocks) as block,
            b.loop("plane", self.planes) as plane,
            b.loop("row", TILE_ROWS) as row,
            b.loop("j", self.inner * self.depth) as j,
        ):
            b.store(self.parts, const(0, self.kinds.left), block, plane, row, j)

    def store_part(self, b: StmtBuilder, value: Expr, part: int, n: Expr, j: Expr) -> None:
        """Element j of a part of what sequence n multiplies."""
        plane, low = (part, 0) if self.planes > 1 else (0, part * self.sequences)
        b.store(self.parts, value, n // self.sequences, plane, n % self.sequences + low, j)

    def panel(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr, p: Expr, shift: int,
        source: Callable[[Expr, Expr], Expr], target: Buffer,
    ) -> None:  # fmt: skip
        """Multiplies `parts` by one panel; the products are added up by :meth:`store_sums`."""
        if self.shared:
            self.registers = self.tiles(b)
        self.results = b.alloc("results", (_SUMS, TILE_ROWS, UNITS), self.kinds.sums, "local")
        known = as_int(self.blocks)
        # Two blocks of sequences share the weights that are loaded: if they are all, no cache but L2 needs these again.
        load = "amx_tileload" if known is None or known > _TOGETHER else "amx_tileloaddt1"
        if known is None or known >= _TOGETHER:
            with b.loop("pair", self.blocks // _TOGETHER) as pair:
                pairs = [pair * _TOGETHER + each for each in range(_TOGETHER)]
                for first in range(0, self.columns, _SUMS // _TOGETHER):
                    columns = range(first, first + _SUMS // _TOGETHER)
                    self.sums_of(b, ops["r"], d, p, pairs, columns, load)
                    self.store_sums(b, batch, p * self.width - shift, pairs, columns, target)
        if known is None or known % _TOGETHER:
            with b.loop("last", self.blocks % _TOGETHER) as last:
                blocks = [self.blocks // _TOGETHER * _TOGETHER + last]
                self.sums_of(b, ops["r"], d, p, blocks, range(self.columns), load)
                self.store_sums(b, batch, p * self.width - shift, blocks, range(self.columns), target)

    def sums_of(
        self, b: StmtBuilder, weights: Buffer, d: int, p: Expr, blocks: list[Expr], columns: range, load: str
    ) -> None:
        """Multiplies blocks of states by the weights of some registers of panel p, and stores the sums to `results`:
        those of the first register with all blocks, then of the next."""
        sums, left, right = self.registers
        pairs = [(column, which) for column in columns for which in range(len(blocks))]

        def tile(op: str, *operands: BufferLoad) -> None:
            b.emit(Evaluate(Call(op, operands, "handle")))

        for slot in range(len(pairs)):
            tile("amx_tilezero", b.load(sums, slot, 0, 0))

        def product(column: int, which: int, register: int) -> None:
            slot = pairs.index((column, which))
            operands = b.load(left, register, 0, 0), b.load(right, column % _LOADED, 0, 0, 0)
            tile(self.DOT, b.load(sums, slot, 0, 0), *operands)

        def step(k: Expr, planes: range) -> None:
            def load_state(which: int, plane: int, register: int) -> None:
                rows = (b.load(self.parts, blocks[which], plane, row, k * self.depth) for row in (0, 1))
                tile("amx_tileload", b.load(left, register, 0, 0), *rows)

            def load_weights(column: int) -> None:
                rows = (b.load(weights, d, p, k, column, row, 0, 0) for row in (0, 1))
                tile(load, b.load(right, column % _LOADED, 0, 0, 0), *rows)

            if len(blocks) == 1:  # all parts of a state stay in registers
                for plane in planes:
                    load_state(0, plane, plane)
                for column in columns:
                    load_weights(column)
                    for plane in planes:
                        product(column, 0, plane)
                return
            for plane in planes:  # the weights stay in registers
                for which in range(len(blocks)):
                    load_state(which, plane, which)
                for column in columns:
                    if plane == 0:
                        load_weights(column)
                    for which in range(len(blocks)):
                        product(column, which, which)

        before = self.inputs // self.depth if self.planes > 1 else 0
        for first, count, planes in ((0, before, 1), (before, self.inner - before, self.planes)):
            if count > 0:
                with b.loop("k", count, first) as k:
                    step(k, range(planes))
        for slot in range(len(pairs)):
            tile("amx_tilestore", *(b.load(self.results, slot, row, 0) for row in (0, 1)), b.load(sums, slot, 0, 0))

    def store_sums(
        self, b: StmtBuilder, batch: Expr, low: Expr, blocks: list[Expr], columns: range, target: Buffer
    ) -> None:
        """Adds up the products of the parts of a state, for a panel whose columns begin at `low`."""
        for which, block in enumerate(blocks):
            with b.loop("row", self.sequences) as row, b.when(block * self.sequences + row < batch):
                for index, column in enumerate(columns):
                    slot = index * len(blocks) + which
                    with b.loop("lane", UNITS, kind="vectorized") as lane:
                        of = [b.load(self.results, slot, row + i * self.sequences, lane) for i in range(self.row_parts)]
                        n, first = block * self.sequences + row, low + column * UNITS
                        b.store(target, self.summed(reduce(add, of), n, first, lane), n, first + lane)

    def summed(self, products: Expr, n: Expr, first: Expr, lane: Expr) -> Expr:
        """What is stored for a column, that of `lane` from the column `first` on, where its products are `products`."""
        return products


class TilesRecurrence(TileSums):
    """GRU and RNN: a panel holds columns of one gate. What the inputs add is added where sums are stored."""

    #: The buffer whose parts are in `parts`.
    divided: Buffer | None = None
    #: What is added to the products of a column, as for :meth:`summed`.
    given: Callable[[Expr, Expr, Expr], Expr]

    def shares(self, panels: int) -> bool:
        """The same for each part of a step, since registers belong to a thread."""
        return super().shares(self.gates * self.padded // self.width)

    def steps(self, b: StmtBuilder, ops: dict[str, Buffer], outs: list[Buffer], d: int, reverse: bool) -> None:
        self.divided = None
        super().steps(b, ops, outs, d, reverse)

    def panels(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr, low: int, high: int,
        source: Buffer, target: Buffer,
    ) -> None:  # fmt: skip
        if source is not self.divided:
            self.divide(b, source, batch)

        def gates(n: Expr, first: Expr, lane: Expr) -> Expr:
            gate, unit = first // self.padded, first % self.padded + lane
            value = b.load(ops["gates"], self.step(n), n, d, gate * self.hidden + unit)
            return self.of_unit(unit, value)

        self.given = gates if target is self.g else lambda n, first, lane: b.load(target, n, first + lane)
        super().panels(b, ops, d, batch, low, high, source, target)

    def copy_gates(self, b: StmtBuilder, ops: dict[str, Buffer], s: Expr, n: Expr, d: int, gates: range) -> None:
        """Only the gate that is no sum of products with the state."""
        late = self.options.get("linear_before_reset", False)
        super().copy_gates(b, ops, s, n, d, gates[-1:] if late else gates[:0])

    def summed(self, products: Expr, n: Expr, first: Expr, lane: Expr) -> Expr:
        return self.given(n, first, lane) + products

    def of_unit(self, j: Expr, value: Expr) -> Expr:
        """The value for a unit; 0 for those that pad the last panel."""
        return value if self.padded == self.hidden else te.if_then_else(j < self.hidden, value, const(0, self.dtype))

    def divide(self, b: StmtBuilder, source: Buffer, batch: Expr) -> None:
        """Splits what the next panels multiply into two parts; 0 beyond the hidden size."""
        self.divided = source
        with b.loop("n", batch) as n, self.lanes(b) as j:
            for part, number in enumerate(state_parts(self.of_unit(j, b.load(source, n, j)))):
                self.store_part(b, number, part, n, j)


class TilesLstmRecurrence(TileSums, LstmRecurrence):
    """A panel holds all gates of 16 units, a register each. Of the K elements the first I are those of the inputs,
    padded to I', where they are an operand."""

    def extents(self, ops: dict[str, Buffer]) -> tuple[Expr, Expr]:
        steps, batch = ops["x" if "x" in ops else "gates"].shape[:2]
        return steps, batch

    @property
    def inputs(self) -> int:
        """I': the rows of weights before those of the state."""
        return (self.inner - -(-self.hidden // self.depth)) * self.depth

    def begin_step(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, t: Expr, batch: Expr) -> None:
        """Splits the states into two parts, and copies the inputs, whose other part stays 0."""
        with b.loop("n", batch) as n:
            with self.lanes(b) as j:
                for part, value in enumerate(state_parts(b.load(self.state, t % 2, n, j))):
                    self.store_part(b, value, part, n, j + self.inputs)
            if "x" in ops:
                s = self.step_of(ops, t, n, self.extents(ops)[0], self.reverse[d], b)
                with b.loop("i", ops["x"].shape[2], kind="vectorized") as i:
                    self.store_part(b, b.load(ops["x"], s, n, i), 0, n, i)

    def copy_panel(self, b: StmtBuilder, ops: dict[str, Buffer], s: Expr, n: Expr, d: int, p: Expr) -> None:
        """Nothing: what the input adds to the gates is added where they are read."""

    def gate_of(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, s: Expr, n: Expr, p: Expr, lane: Expr, gate: int
    ) -> Expr:
        at = (0, 0) if "x" in ops else (s, n)
        own = b.load(ops["gates"], *at, d, p * UNITS + lane + gate * self.hidden)
        return super().gate_of(b, ops, d, s, n, p, lane, gate) + self.of_unit(p, lane, own)


class TilesBytesLstmRecurrence(TileSums, BytesLstmRecurrence):
    """An LSTM of bytes: a row of a register holds a sequence's state, quantised to uint8."""

    PARTS = 1
    DOT = "amx_tdpbusd"

    def allocate_levels(self, b: StmtBuilder, batch: Expr) -> None:
        self.allocate_sums(b, batch)

    def store_levels(self, b: StmtBuilder, t: Expr, n: Expr, scale: Expr, zero: Expr) -> None:
        b.store(self.step_zero, zero, 0)
        with self.lanes(b) as j:
            level = cast("uint8", self.level(b, t, n, j, scale, zero))
            self.store_part(b, level, 0, n, j)

    def copy_panel(self, b: StmtBuilder, ops: dict[str, Buffer], s: Expr, n: Expr, d: int, p: Expr) -> None:
        """Nothing: sums begin in registers."""
