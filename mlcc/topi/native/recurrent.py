"""Recurrent networks over whole sequences: LSTM, GRU and RNN with every option of ONNX.

The products with the inputs of all time steps are one matrix product (an operator of its own for its schedule); what
remains, the recurrence, runs step by step here. Recurrent weights are packed in panels of columns: a panel's
accumulators stay in registers while its weights are loaded once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, as_int, cast, const, minimum
from mlcc.target import costs_of
from mlcc.te import StmtBuilder, Tensor

from ..activations_by_name import activation_list
from ..registry import register
from ..shapes import accumulator, can_equal, choice, define, need_rank, need_shape, show, static

#: Gates per cell, columns that one gate is padded to a multiple of, and columns per panel. A panel that has room for a
#: unit of every gate holds these, gate after gate; otherwise the panels of one gate follow those of another.
CELLS = {"lstm": (4, 16, 64), "gru": (3, 32, 32), "rnn": (1, 32, 32)}
#: Multiply-adds of one step from which its panels are shared among threads, where the target's fact is not given.
PARALLEL_FROM = int(costs_of().parallel_products)
#: Rows of a tile, which share the loaded weights.
_ROWS = 6
#: Accumulators that fit in 16 registers of 8 elements.
SUMS = 96
DIRECTIONS = ("forward", "reverse", "bidirectional")


@register("nn.pack_recurrent", "injective")
def pack_recurrent(r: Tensor, cell: str = "lstm") -> Tensor:
    """Recurrent weights (D, G * H, H) of a `cell` (lstm, gru, rnn) in panels (D, P, H, n), gates padded with 0."""
    gates, unit, width = CELLS[choice("nn.pack_recurrent", "cell", cell, tuple(CELLS))]
    need_rank("nn.pack_recurrent", r, 3, "weight")
    hidden = static(r.shape[2], "the hidden size")
    padded = -(-hidden // unit) * unit
    panels = gates * padded // width

    def element(d: Expr, p: Expr, k: Expr, c: Expr) -> Expr:
        together = gates * unit == width
        gate = c // unit if together else (p * width + c) // padded
        j = p * unit + c % unit if together else (p * width + c) % padded
        value = r(d, gate * hidden + j, k)
        if padded == hidden:
            return value
        return te.if_then_else(j < hidden, value, const(0, r.dtype))

    return define((r.shape[0], panels, hidden, width), element, "pack_recurrent")


@register("nn.pack_recurrent_words", "injective")
def pack_recurrent_words(packed: Tensor) -> Tensor:
    """Packed int8 weights (D, P, H, n) as words of four bytes: int32 (D, P, H' / 4, n), for H' = H padded to panels.

    Byte i of word w is weight ``i * H' / 4 + w`` of a column, or 0 beyond H: the bytes of adjacent words are adjacent
    elements of the state, so that a vector of words is made of four vectors.
    """
    need_rank("nn.pack_recurrent_words", packed, 4, "weight")
    count, panels, inner, width = packed.shape
    hidden = static(inner, "the hidden size")
    words = recurrent_words(hidden)

    def element(d: Expr, p: Expr, w: Expr, c: Expr) -> Expr:
        word: Expr = const(0, "int32")
        for byte in range(4):
            k = w + byte * words
            value = te.if_then_else(k < hidden, packed(d, p, k, c), const(0, packed.dtype))
            word = word | (cast("int32", value) & 255) << 8 * byte
        return word

    return define((count, panels, words, width), element, "pack_recurrent_words")


def recurrent_words(hidden: int, numbers: int = 4) -> int:
    """Words of so many numbers per column of an LSTM's recurrent weights."""
    unit = CELLS["lstm"][1]
    return -(-hidden // unit) * unit // numbers


def input_gates(x: Tensor, w: Tensor, b: Tensor | None, gates: int, split: bool) -> Tensor:
    """X Wᵀ + Wb + Rb for all steps: (S, B, D, G * H). With `split` the last gate is left without its Rb."""
    wide = accumulator(x.dtype)
    rows = w.shape[1]
    k = te.reduce_axis((0, w.shape[2]), "k")
    total = define(
        (x.shape[0], x.shape[1], w.shape[0], rows),
        lambda s, b, d, j: te.sum(cast(wide, x(s, b, k)) * cast(wide, w(d, j, k)), axis=k),
        "input_gates",
        {"op": "nn.dense"},
    )
    if b is None:
        return total
    hidden = rows // gates

    def element(s: Expr, n: Expr, d: Expr, j: Expr) -> Expr:
        own, other = cast(wide, b(d, j)), cast(wide, b(d, rows + j))
        if split:
            other = te.select(j < hidden * (gates - 1), other, const(0, wide))
        return total(s, n, d, j) + own + other

    return define(total.shape, element, "input_gates_bias")


def row_tiles(batch: Expr) -> list[tuple[Expr | int, Expr | int, int]]:
    """Row tiles of nearly equal size: first row, number of tiles, rows of each.

    What remains of a symbolic number is a tile of three rows or none, then one of two or of one: rows of one tile share
    what they load of the weights.
    """
    sequences = as_int(batch)
    if sequences is None:
        rest, last = batch % _ROWS, batch % 3  # after whole tiles; after one of three as well
        return [(0, batch // _ROWS, _ROWS), (batch - rest, rest // 3, 3),
                (batch - last, last // 2, 2), (batch - last % 2, last % 2, 1)]  # fmt: skip
    tiles = -(-sequences // _ROWS)
    rows, larger = divmod(sequences, max(tiles, 1))
    groups = [(0, larger, rows + 1), (larger * (rows + 1), tiles - larger, rows)]
    return [(first, count, size) for first, count, size in groups if count > 0]


def tile_columns(rows: int, sums: int) -> int:
    """Columns of a tile of so many rows: up to a panel of 64, with at most `sums` accumulators."""
    return next(columns for columns in (64, 32, 16) if rows * columns <= sums or columns == 16)


@dataclass
class Recurrence:
    """One recurrence being built: operands by name (buffers), and options. LSTMs have a subclass."""

    cell: str
    hidden: int
    reverse: tuple[bool, ...]
    dtype: str
    clip: float
    activations: Sequence[Any]
    options: dict[str, bool]
    sums: int = SUMS
    parallel_from: int = PARALLEL_FROM

    def __post_init__(self) -> None:
        self.gates, unit, self.width = CELLS[self.cell]
        self.padded = -(-self.hidden // unit) * unit

    def build(self, ops: dict[str, Buffer], outs: list[Buffer]) -> Any:
        """The statement: per direction the steps, and the state after them."""
        b = StmtBuilder(ops["gates"].shape[0].dtype)
        _, batch = self.extents(ops)
        self.allocate(b, batch)
        self.g = b.alloc("gate_values", (batch, self.gates * self.padded), self.dtype)
        for d, reverse in enumerate(self.reverse):
            self.start(b, ops, d, batch)
            self.steps(b, ops, outs, d, reverse)
            self.store_state(b, ops, outs, d)
        return b.finish()

    def extents(self, ops: dict[str, Buffer]) -> tuple[Expr, Expr]:
        """Steps and sequences."""
        steps, batch = ops["gates"].shape[:2]
        return steps, batch

    def allocate(self, b: StmtBuilder, batch: Expr) -> None:
        """The state between steps."""
        self.state = b.alloc("state_h", (batch, self.padded), self.dtype)
        if self.cell == "gru":
            self.mix = b.alloc("mixed", (batch, self.padded), self.dtype)

    def steps(self, b: StmtBuilder, ops: dict[str, Buffer], outs: list[Buffer], d: int, reverse: bool) -> None:
        """All steps of a direction: the products with the state, then the cell."""
        steps, batch = self.extents(ops)
        with b.loop("t", steps) as t:
            self.step = partial(self.step_of, ops, t, steps=steps, reverse=reverse, b=b)
            with b.loop("n", batch) as n:
                self.copy_gates(b, ops, self.step(n), n, d, range(self.gates))
            self.products(b, ops, d, batch)
            with b.loop("n", batch) as n:
                self.finish_step(b, ops, outs, d, t, self.step(n), n)

    def start(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr) -> None:
        """The state before the first step: as given, or zero."""
        with b.loop("n", batch) as n:
            self.start_with(b, ops, "h0", d, self.state, n)

    def start_with(self, b: StmtBuilder, ops: dict[str, Buffer], name: str, d: int, state: Buffer, *at: Any) -> None:
        """Fills a row of a state buffer from the operand `name`, whose row is the last of `at`."""
        with b.loop("j", self.padded) as j:
            b.store(state, const(0, self.dtype), *at, j)
        if name in ops:
            with b.loop("j", self.hidden) as j:
                b.store(state, b.load(ops[name], d, at[-1], j), *at, j)

    def step_of(self, ops: dict[str, Buffer], t: Expr, n: Expr, steps: Expr, reverse: bool, b: StmtBuilder) -> Expr:
        """The time index of step t of batch entry n; inside [0, steps) even after the end of a short sequence."""
        if not reverse:
            return t
        if "lens" not in ops:
            return steps - 1 - t
        length = minimum(b.idx(b.load(ops["lens"], n)), steps)
        return te.select(t < length, length - 1 - t, t)

    def copy_gates(self, b: StmtBuilder, ops: dict[str, Buffer], s: Expr, n: Expr, d: int, gates: range) -> None:
        for gate in gates:
            with b.loop("j", self.hidden) as j:
                value = b.load(ops["gates"], s, n, d, j + gate * self.hidden)
                b.store(self.g, value, n, j + gate * self.padded)
            if self.padded > self.hidden:
                with b.loop("j", self.padded - self.hidden) as j:
                    b.store(self.g, const(0, self.dtype), n, j + (gate * self.padded + self.hidden))

    def products(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr) -> None:
        """Adds the state's products to the gates; a GRU's last gate may wait for its reset gate."""
        panels = self.gates * self.padded // self.width
        if self.cell != "gru":
            self.panels(b, ops, d, batch, 0, panels, self.state, self.g)
            return
        early = 2 * self.padded // self.width
        self.panels(b, ops, d, batch, 0, early, self.state, self.g)
        at_reset = self.padded  # the column where the reset gate begins
        if self.options["linear_before_reset"]:
            with b.loop("n", batch) as n, b.loop("j", self.padded) as j:
                b.store(self.mix, const(0, self.dtype), n, j)
            if "rb" in ops:
                with b.loop("n", batch) as n, b.loop("j", self.hidden) as j:
                    b.store(self.mix, b.load(ops["rb"], d, j), n, j)
            self.panels(b, ops, d, batch, early, panels, self.state, self.mix)
        with b.loop("n", batch) as n, self.lanes(b) as j:
            reset = self.act(d, 0, b.load(self.g, n, j + at_reset))
            if self.options["linear_before_reset"]:
                old = b.load(self.g, n, j + 2 * self.padded)
                b.store(self.g, old + reset * b.load(self.mix, n, j), n, j + 2 * self.padded)
            else:
                b.store(self.mix, reset * b.load(self.state, n, j), n, j)
        if not self.options["linear_before_reset"]:
            self.panels(b, ops, d, batch, early, panels, self.mix, self.g)

    def panels(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr, low: int, high: int,
        source: Buffer, target: Buffer,
    ) -> None:  # fmt: skip
        """Adds ``source @ panel`` to `target` for the panels [low, high)."""
        shift = low * self.width if target is not self.g else 0
        with b.loop("p", high - low, low, kind="parallel" if self.shares(high - low) else "serial") as p:
            self.panel(b, ops, d, batch, p, shift, lambda n, k: b.load(source, n, k), target)

    @property
    def shared(self) -> bool:
        """Whether threads share the panels of a step."""
        return self.shares(self.gates * self.padded // self.width)

    def shares(self, panels: int) -> bool:
        """Whether threads share so many panels of a step."""
        return panels * self.width * self.hidden >= self.parallel_from

    def panel(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr, p: Expr, shift: int,
        source: Callable[[Expr, Expr], Expr], target: Buffer,
    ) -> None:  # fmt: skip
        """The same for one panel, whose columns begin `shift` earlier in `target`."""
        for first, count, rows in row_tiles(batch):
            columns = min(self.width, tile_columns(rows, self.sums))
            with b.loop("n", count) as n, b.loop("c", self.width // columns) as c:
                at = [n * rows + (first + r) for r in range(rows)]
                low = p * self.width - shift + c * columns
                self.tile(b, ops["r"], d, (p, c * columns), low, at, source, target)

    def tile(
        self, b: StmtBuilder, weights: Buffer, d: int, panel: tuple[Expr, Expr], low: Expr, rows: list[Expr],
        source: Callable[[Expr, Expr], Expr], target: Buffer,
    ) -> None:  # fmt: skip
        """The same for some rows, and for columns from `low` on: those of a panel from a column on.

        Each tile has accumulators of its own: those that several parallel loops share would be in memory.
        """
        columns = min(self.width, tile_columns(len(rows), self.sums))
        acc = b.alloc("panel", (len(rows) * columns,), target.dtype, "local")
        p, start = panel

        def each(body: Any) -> None:
            for r, n in enumerate(rows):
                with b.loop("v", columns, kind="vectorized") as v:
                    body(v + r * columns, n, v)

        each(lambda slot, n, v: b.store(acc, b.load(target, n, low + v), slot))
        with b.loop("k", self.inner) as k:

            def update(slot: Expr, n: Expr, v: Expr) -> None:
                b.store(acc, self.added(b.load(acc, slot), source(n, k), b.load(weights, d, p, k, start + v)), slot)

            each(update)
        each(lambda slot, n, v: b.store(target, b.load(acc, slot), n, low + v))

    @property
    def inner(self) -> int:
        """The steps of a tile: weights per column of a panel."""
        return self.hidden

    def added(self, total: Expr, factor: Expr, weight: Expr) -> Expr:
        """An accumulator after one step."""
        return total + factor * cast(self.dtype, weight)

    def lanes(self, b: StmtBuilder) -> Any:
        """A loop over the padded hidden units in vectors of 16."""
        return _Lanes(b, self.padded)

    def act(self, d: int, which: int, value: Expr) -> Expr:
        """An activation of direction d, its input clamped by `clip`."""
        if self.clip > 0:
            value = te.min(te.max(value, -self.clip), self.clip)
        result: Expr = self.activations[d][which](value)
        return result

    def finish_step(
        self, b: StmtBuilder, ops: dict[str, Buffer], outs: list[Buffer], d: int, t: Expr, s: Expr, n: Expr
    ) -> None:
        """The cell's elementwise part and the output of step s; past a sequence's end the output is zero."""

        def step() -> None:
            with self.lanes(b) as j:
                getattr(self, f"{self.cell}_cell")(b, ops, d, n, j)
            with b.loop("j", self.hidden) as j:
                b.store(outs[0], b.load(self.state, n, j), s, d, n, j)

        if "lens" not in ops:
            step()
            return
        with b.when(t < b.idx(b.load(ops["lens"], n))):
            step()
        with b.otherwise(), b.loop("j", self.hidden) as j:
            b.store(outs[0], const(0, self.dtype), s, d, n, j)

    def gru_cell(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, n: Expr, j: Expr) -> None:
        """Gates in the order update, reset, hidden."""
        with b.let("update_gate", self.act(d, 0, b.load(self.g, n, j))) as z:
            hidden = self.act(d, 1, b.load(self.g, n, j + 2 * self.padded))
            b.store(self.state, (1.0 - z) * hidden + z * b.load(self.state, n, j), n, j)

    def rnn_cell(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, n: Expr, j: Expr) -> None:
        b.store(self.state, self.act(d, 0, b.load(self.g, n, j)), n, j)

    def store_state(self, b: StmtBuilder, ops: dict[str, Buffer], outs: list[Buffer], d: int) -> None:
        with b.loop("n", ops["gates"].shape[1]) as n, b.loop("j", self.hidden) as j:
            b.store(outs[1], b.load(self.state, n, j), d, n, j)


class _Lanes:
    """``for j0: for lane in vectorized(16)``: gives the unit j."""

    def __init__(self, b: StmtBuilder, extent: int) -> None:
        self.outer = b.loop("j0", extent // 16)
        self.inner = b.loop("lane", 16, kind="vectorized")

    def __enter__(self) -> Expr:
        outer = self.outer.__enter__()
        return outer * 16 + self.inner.__enter__()

    def __exit__(self, *error: Any) -> None:
        self.inner.__exit__(*error)
        self.outer.__exit__(*error)


def recurrence(
    kind: type[Recurrence],
    cell: str,
    gates: Tensor,
    r: Tensor,
    hidden: int,
    direction: str,
    activations: Sequence[str] | None,
    alphas: Sequence[float] | None,
    betas: Sequence[float] | None,
    clip: float,
    options: dict[str, bool],
    extra: dict[str, Tensor | None],
    sums: int = SUMS,
    parallel_from: int = PARALLEL_FROM,
) -> tuple[Tensor, ...]:
    """The recurrence of a `cell`, built by `kind`, for input gates (S, B, D, G * H), with `sums` accumulators per tile.
    Steps of `parallel_from` multiply-adds or more are shared among threads.

    Results: Y (S, D, B, H), Y_h (D, B, H) and, of LSTM, Y_c (D, B, H).
    """
    choice(f"nn.{cell}", "direction", direction, DIRECTIONS)
    reverse = {"forward": (False,), "reverse": (True,), "bidirectional": (False, True)}[direction]
    need_rank(f"nn.{cell}", gates, 4, "tensor of input gates")
    if as_int(gates.shape[2]) != len(reverse):
        raise MlccError("T203", f"`nn.{cell}`: {show(gates.shape)} has not {len(reverse)} direction(s)")
    rows = CELLS[cell][0] * hidden
    need_shape(f"nn.{cell}", "the tensor of input gates", gates, (*gates.shape[:3], rows))
    need_shape(
        f"nn.{cell}",
        "the recurrent weight",
        r,
        (len(reverse), rows, hidden) if r.ndim == 3 else (len(reverse), *r.shape[1:]),
    )
    packed = pack_recurrent(r, cell) if r.ndim == 3 else r
    steps, batch, count, _ = gates.shape
    if (x := extra.get("x")) is not None:
        steps, batch = x.shape[:2]
    dtype = gates.dtype
    wanted = {"h0": (count, batch, hidden), "c0": (count, batch, hidden), "lens": (batch,), "p": (count, 3 * hidden)}
    wanted |= {"rb": (count, hidden), "r_scale": (count, rows), "r_sums": (count, rows)}
    for name, tensor in extra.items():
        if tensor is not None and name in wanted:
            _need_shape(f"nn.{cell}", name, tensor, wanted[name])
    functions = activation_list(cell, len(reverse), activations, alphas, betas)
    state = kind(cell, hidden, reverse, dtype, clip, functions, options, sums, parallel_from)
    operands = {name: t for name, t in {"gates": gates, "r": packed, **extra}.items() if t is not None}

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        return state.build(dict(zip(operands, ins, strict=True)), outs)

    shapes = [(steps, count, batch, hidden), (count, batch, hidden)]
    shapes += [(count, batch, hidden)] if cell == "lstm" else []
    results: tuple[Tensor, ...] = te.extern(shapes, list(operands.values()), build, dtype, cell, {"op": f"nn.{cell}"})
    return results


def _need_shape(cell: str, name: str, tensor: Tensor, wanted: Sequence[Expr | int]) -> None:
    """Raises T203 if an operand cannot have the required shape."""
    fits = tensor.ndim == len(wanted) and all(can_equal(a, b) for a, b in zip(tensor.shape, wanted, strict=True))
    if not fits:
        raise MlccError("T203", f"`{cell}` takes `{name}` of {show(wanted)}, not {show(tensor.shape)}")
