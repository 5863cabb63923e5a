"""The operator for discrete Fourier transforms: LANES columns or rows at a time are fetched, transformed and stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, as_int, const
from mlcc.te import StmtBuilder, Tensor

from .butterflies import Let, conjugate
from .fourier_passes import LANES, Passes, Plan
from .registry import register
from .shapes import show, static

#: Frequencies of real numbers that are computed before they are stored: with both parts a square of LANES.
_TOGETHER = LANES // 2


@dataclass(frozen=True)
class _Group:
    """Up to LANES transforms of `source` to `out`: columns of [outer, size, parts, inner] from `at` = (outer, column),
    or rows of [rows, size, parts] from `at` = (row,).

    `size`, `parts` and `count` are integers, as are the other attributes of `dft`.
    """

    b: StmtBuilder
    passes: Passes
    source: Buffer
    out: Buffer
    at: tuple[Expr, ...]
    size: int
    parts: int
    count: int
    inverse: bool
    hermitian: bool

    @property
    def plan(self) -> Plan:
        return self.passes.plan

    @property
    def kept(self) -> int:
        """The parts of a result."""
        return 1 if self.hermitian else 2

    @cached_property
    def ahead_and_behind(self) -> tuple[Buffer, Buffer]:
        """Frequencies before they are stored, and their mirrors."""
        return self.passes.points("ahead", _TOGETHER + 1), self.passes.points("behind", _TOGETHER + 1)

    @property
    def rows(self) -> bool:
        return len(self.at) == 1

    def cell(self, point: Any, part: Any, lane: Expr) -> tuple[Any, ...]:
        """The indices of a number of `source` or `out`."""
        return (self.at[0] + lane, point, part) if self.rows else (self.at[0], point, part, self.at[1] + lane)

    def run(self) -> None:
        """Fetch, transform and store."""
        b, lanes = self.b, self.source.shape[0 if self.rows else 3]
        work, plan = self.passes.source, self.plan
        wanted = plan.length // 2 + 1 if self.hermitian else plan.length
        if self.size < wanted or self.parts == 1 and not plan.half:
            with self.passes.each("n", plan.points) as (n, lane):
                for part in (0, 1):
                    b.store(work, 0, n, part, lane)
        with b.when(self.at[-1] + LANES <= lanes):
            self.fetch(min(self.size, wanted), None)
        with b.otherwise():
            self.fetch(min(self.size, wanted), lanes - self.at[-1])
        if self.hermitian:
            self.mirror(work)
        # a spectrum of packed pairs is conjugated where it is separated
        result = self.passes.run(self.inverse and not plan.half)
        with b.when(self.at[-1] + LANES <= lanes):
            self.put(result, None)
        with b.otherwise():
            self.put(result, lanes - self.at[-1])

    def fetch(self, size: int, lanes: Expr | None) -> None:
        """`size` numbers of each lane: of all, or of the first `lanes`."""
        b, flat = self.b, self.passes.source
        # where the numbers of a point lie: pairs of real ones are the parts of one, other real ones have no second part
        step = 2 // self.parts if not self.plan.half else 1

        def copy(p: Expr, lane: Expr) -> None:
            value = b.load(self.source, *self.cell(p // self.parts, p % self.parts, lane))
            b.store(flat, value, p * step // 2, p * step % 2, lane)

        for n, count in _squares(size * self.parts):
            with b.loop("p", count) as p, self.lanes(lanes) as lane:
                copy(p + n, lane)

    def lanes(self, count: Expr | None) -> Any:
        return self.b.loop("lane", LANES if count is None else count, kind="vectorized" if count is None else "serial")

    def mirror(self, work: Buffer) -> None:
        """The second half of a spectrum is the conjugate of the first."""
        b, last = self.b, self.plan.length - 1
        with self.passes.each("n", last // 2) as (n, lane):
            b.store(work, b.load(work, n + 1, 0, lane), last - n, 0, lane)
            b.store(work, const(0, work.dtype) - b.load(work, n + 1, 1, lane), last - n, 1, lane)

    def put(self, result: Buffer, lanes: Expr | None) -> None:
        """The frequencies of all lanes, or of the first `lanes`, from `result`."""
        if self.plan.half:
            self.put_separated(result, lanes)
        else:
            self.write(result, 0, self.count, lanes)

    def write(self, values: Buffer, first: Expr | int, count: int, lanes: Expr | None) -> None:
        """Frequencies from `first` of `out` are the first `count` of `values`, divided for an inverse transform."""
        b, kept = self.b, self.kept
        scale = const(1.0 / self.plan.length if self.inverse else 1.0, values.dtype)

        def copy(p: Expr, lane: Expr) -> None:
            value = b.load(values, p // kept, p % kept, lane)
            b.store(self.out, value * scale if self.inverse else value, *self.cell(p // kept + first, p % kept, lane))

        for n, extent in _squares(count * kept):
            if self.rows:  # the last index inside, so that squares are transposed in registers
                with b.loop("lane", LANES if lanes is None else lanes) as lane, b.loop("p", extent) as p:
                    copy(p + n, lane)
            else:
                with b.loop("p", extent) as p, self.lanes(lanes) as lane:
                    copy(p + n, lane)

    def put_separated(self, result: Buffer, lanes: Expr | None) -> None:
        """The spectra of real numbers from transforms of their pairs; the second half mirrors the first."""
        b, plan = self.b, self.plan
        both = self.count > plan.points + 1
        ahead, behind = self.ahead_and_behind
        taken = min(self.count, plan.points if both else plan.points + 1)

        def chunk(first: Expr | int, count: int) -> None:
            """Frequencies from `first`, and their mirrors: those that end `first` before the last."""
            with self.passes.each("f", count + both) as (f, lane), ExitStack() as stack:
                let = Let(b, stack)
                value = let(self.passes.separate(result, f + first, lane, let))
                mirrored = conjugate(value)
                if self.inverse:
                    value, mirrored = mirrored, value
                self.passes.store(ahead, value, f, lane)
                if both:
                    self.passes.store(behind, mirrored, count - f, lane)
            self.write(ahead, first, count, lanes)
            if both:
                self.write(behind, plan.length - count - first, count, lanes)

        whole = taken // _TOGETHER
        with b.loop("chunk", whole) as n:
            chunk(n * _TOGETHER, _TOGETHER)
        if taken % _TOGETHER:
            chunk(whole * _TOGETHER, taken % _TOGETHER)


def _squares(extent: int) -> Iterator[tuple[int, int]]:
    """A loop in parts that are multiples of LANES, of 4, and the rest: first index and extent."""
    first = 0
    for side in (LANES, 4, 1):
        count = (extent - first) // side * side
        if count:
            yield first, count
        first += count


@register("dft", "opaque")
def dft(
    data: Tensor, table: Tensor, length: int = 1, count: int = 1, inverse: bool = False, hermitian: bool = False
) -> Tensor:
    """The discrete Fourier transforms along axis 1 of `data`: float [outer, size, parts, inner] or [rows, size, parts],
    to float [outer, count, 2, inner] or [rows, count, 2].

    `parts` is 1 for real numbers and 2 for real and imaginary parts; `length` points are transformed (shorter data is
    padded with zeros, longer data truncated), of which the first `count` frequencies are kept. `inverse` divides by
    `length`. With `hermitian` data holds the first half of a spectrum whose other half is its conjugate, and the result
    is real: 1 in the place of 2. `table` is `Plan.tables` in data's dtype. Raises T206 for symbolic sizes but
    `rows`, `outer` and `inner`, T205 for a table of another plan and for a count other than `length` and up to
    ``length // 2 + 1``.
    """
    if data.ndim not in (3, 4) or table.ndim != 2 or as_int(table.shape[1]) != 2:
        raise MlccError(
            "T203", f"`dft` takes 3 or 4 dimensions and a table of 2, got {show(data.shape)}, {show(table.shape)}"
        )
    size, parts = static(data.shape[1], "the length of a transform"), static(data.shape[2], "the number of parts")
    plan = Plan(length, parts == 1)
    if as_int(table.shape[0]) != len(plan.tables()):
        raise MlccError("T205", f"the table of a transform of {length} points has {len(plan.tables())} entries")
    if count != length and not 0 < count <= length // 2 + 1:
        raise MlccError("T205", f"of {length} frequencies all or the first {length // 2 + 1} are kept, not {count}")

    rows = len(data.shape) == 3

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(ins[0].shape[0].dtype)
        passes = Passes(b, plan, ins[1], data.dtype)

        def group(*at: Expr) -> None:
            _Group(b, passes, ins[0], outs[0], at, size, parts, count, inverse, hermitian).run()

        if rows:
            with b.loop("group", (data.shape[0] + (LANES - 1)) // LANES) as n:
                group(n * LANES)
        else:
            with b.loop("o", data.shape[0]) as o, b.loop("group", (data.shape[3] + (LANES - 1)) // LANES) as n:
                group(o, n * LANES)
        return b.finish()

    kept = 1 if hermitian else 2
    shape = (data.shape[0], count, kept) if rows else (data.shape[0], count, kept, data.shape[3])
    result: Tensor = te.extern(shape, [data, table], build, data.dtype, "dft")
    return result
