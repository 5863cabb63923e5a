"""The recurrence of an LSTM, a panel of weights at a time.

A panel holds all gates of 16 units: the thread that multiplies the state by it also finishes these units, so that there
is one barrier per step. The state is double-buffered: a panel may write its part while others still read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mlcc import te
from mlcc.ir import Buffer, Expr, cast, const
from mlcc.te import StmtBuilder

from .recurrent import Recurrence

#: Units of a panel.
UNITS = 16


class LstmRecurrence(Recurrence):
    """Gates in the order input, output, forget, cell; peepholes input, output, forget."""

    def allocate(self, b: StmtBuilder, batch: Expr) -> None:
        self.state = b.alloc("state_h", (2, batch, self.padded), self.dtype)
        self.memory = b.alloc("state_c", (batch, self.padded), self.dtype)

    @property
    def totals(self) -> Buffer:
        """What panels add to: the gates."""
        return self.g

    def start(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, batch: Expr) -> None:
        with b.loop("n", batch) as n:
            self.start_with(b, ops, "h0", d, self.state, 0, n)
            self.start_with(b, ops, "c0", d, self.memory, n)

    def steps(self, b: StmtBuilder, ops: dict[str, Buffer], outs: list[Buffer], d: int, reverse: bool) -> None:
        steps, batch = self.extents(ops)
        with b.loop("t", steps) as t:
            self.begin_step(b, ops, d, t, batch)
            with b.loop("p", self.padded // UNITS, kind="parallel" if self.shared else "serial") as p:
                with b.loop("n", batch) as n:
                    self.copy_panel(b, ops, self.step_of(ops, t, n, steps, reverse, b), n, d, p)
                self.panel(b, ops, d, batch, p, 0, lambda n, k: self.multiplied(b, t, n, k), self.totals)
                with b.loop("n", batch) as n:
                    self.finish_units(b, ops, outs, d, t, self.step_of(ops, t, n, steps, reverse, b), n, p)

    @property
    def shared(self) -> bool:
        """Whether threads share the panels of a step."""
        return self.gates * self.padded * self.hidden >= self.parallel_from and self.padded > UNITS

    def begin_step(self, b: StmtBuilder, ops: dict[str, Buffer], d: int, t: Expr, batch: Expr) -> None:
        """Statements before the panels of step t of direction d."""

    def multiplied(self, b: StmtBuilder, t: Expr, n: Expr, k: Expr) -> Expr:
        """The factor of recurrent weight k in step t: the state."""
        return b.load(self.state, t % 2, n, k)

    @contextmanager
    def units(self, b: StmtBuilder, p: Expr) -> Iterator[Expr]:
        """A vector loop over the units of a panel that there are."""
        with b.loop("lane", UNITS, kind="vectorized") as lane:
            if self.padded == self.hidden:
                yield lane
            else:
                with b.when(p * UNITS + lane < self.hidden):
                    yield lane

    def copy_panel(self, b: StmtBuilder, ops: dict[str, Buffer], s: Expr, n: Expr, d: int, p: Expr) -> None:
        """What the input adds to the gates of a panel's units."""
        for gate in range(self.gates):
            with b.loop("lane", UNITS, kind="vectorized") as lane:
                value = b.load(ops["gates"], s, n, d, p * UNITS + lane + gate * self.hidden)
                b.store(self.g, self.of_unit(p, lane, value), n, p * self.width + gate * UNITS + lane)

    def of_unit(self, p: Expr, lane: Expr, value: Expr) -> Expr:
        """A gate of a unit; 0 for units that pad the last panel: arithmetic on what memory happens to hold is slow
        where that is a denormal number."""
        if self.padded == self.hidden:
            return value
        return te.if_then_else(p * UNITS + lane < self.hidden, value, const(0, self.dtype))

    def finish_units(
        self, b: StmtBuilder, ops: dict[str, Buffer], outs: list[Buffer], d: int, t: Expr, s: Expr, n: Expr, p: Expr
    ) -> None:
        """The next state of a panel's units, and their output at step s; past a sequence's end that is zero."""
        new = (t + 1) % 2

        def output(value: Any) -> None:
            with self.units(b, p) as lane:
                j = p * UNITS + lane
                b.store(outs[0], value(j), s, d, n, j)

        def step() -> None:
            with b.loop("lane", UNITS, kind="vectorized") as lane:
                self.cell_of(b, ops, d, s, n, p, lane, new)
            output(lambda j: b.load(self.state, new, n, j))

        if "lens" not in ops:
            step()
            return
        with b.when(t < b.idx(b.load(ops["lens"], n))):
            step()
        with b.otherwise():
            with b.loop("lane", UNITS, kind="vectorized") as lane:
                j = p * UNITS + lane
                b.store(self.state, b.load(self.state, t % 2, n, j), new, n, j)
            output(lambda j: const(0, self.dtype))

    def gate_of(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, s: Expr, n: Expr, p: Expr, lane: Expr, gate: int
    ) -> Expr:
        """A gate of a unit before its activation."""
        value: Expr = b.load(self.g, n, p * self.width + gate * UNITS + lane)
        return value

    def cell_of(
        self, b: StmtBuilder, ops: dict[str, Buffer], d: int, s: Expr, n: Expr, p: Expr, lane: Expr, new: Expr
    ) -> None:
        """One unit: its memory and its state."""
        j = p * UNITS + lane
        old = b.load(self.memory, n, j)

        def peeped(gate: int, c: Expr) -> Expr:
            value = self.gate_of(b, ops, d, s, n, p, lane, gate)
            if "p" not in ops or gate == 3:
                return value
            at = te.min(j, self.hidden - 1) if self.padded > self.hidden else j
            return value + cast(self.dtype, b.load(ops["p"], d, at + gate * self.hidden)) * c

        with b.let("input_gate", self.act(d, 0, peeped(0, old))) as i:
            forget: Expr = 1.0 - i if self.options["input_forget"] else self.act(d, 0, peeped(2, old))
            value = forget * old + i * self.act(d, 1, peeped(3, old))
            with b.let("cell_value", value) as c:
                b.store(self.state, self.act(d, 0, peeped(1, c)) * self.activations[d][2](c), new, n, j)
                b.store(self.memory, c, n, j)

    def store_state(self, b: StmtBuilder, ops: dict[str, Buffer], outs: list[Buffer], d: int) -> None:
        steps, batch = self.extents(ops)
        last = steps % 2
        with b.loop("n", batch) as n, b.loop("j", self.hidden) as j:
            b.store(outs[1], b.load(self.state, last, n, j), d, n, j)
            b.store(outs[2], b.load(self.memory, n, j), d, n, j)
