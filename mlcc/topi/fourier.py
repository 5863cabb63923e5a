"""The operator for discrete Fourier transforms: columns are fetched, transformed LANES at a time, and put in place."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, as_int, const
from mlcc.te import StmtBuilder, Tensor

from .butterflies import Complex, Let, conjugate
from .fourier_passes import LANES, Passes, Plan
from .registry import register
from .shapes import static


@dataclass(frozen=True)
class _Columns:
    """Transforms of the columns of `source`: [outer, size, parts, inner], to `out`: [outer, count, 2 or 1, inner].

    `size`, `parts` and `count` are integers, as are the other attributes of `dft`.
    """

    b: StmtBuilder
    plan: Plan
    source: Buffer
    out: Buffer
    size: int
    parts: int
    count: int
    inverse: bool
    hermitian: bool

    @property
    def swapped(self) -> bool:
        """Whether real and imaginary parts are exchanged before and after: a transform is its own inverse then."""
        return self.inverse and not self.plan.real

    def each_lane(self, first: Expr, body: Any) -> None:
        """``body(lane)`` for the lanes of the group from column `first` that exist."""
        b, inner = self.b, self.source.shape[3]
        with b.when(first + LANES <= inner), b.loop("lane", LANES, kind="vectorized") as lane:
            body(lane)
        with b.otherwise(), b.loop("lane", inner - first) as lane:
            body(lane)

    def fetch(self, o: Expr, first: Expr, work: Buffer) -> None:
        """A group of columns into `work`: [points, 2, LANES]; what they lack is zero."""
        b, plan = self.b, self.plan
        wanted = plan.length // 2 + 1 if self.hermitian else plan.length
        if self.size < wanted or plan.real and not plan.half:
            with b.loop("n", plan.points) as n, b.loop("lane", LANES, kind="vectorized") as lane:
                for part in (0, 1):
                    b.store(work, 0, n, part, lane)
        with b.loop("n", min(self.size, wanted)) as n:
            for part in range(self.parts):
                at = (n // 2, n % 2) if plan.half else (n, 1 - part if self.swapped else part)

                def copy(lane: Expr, part: int = part, at: Any = at) -> None:
                    b.store(work, b.load(self.source, o, n, part, first + lane), *at, lane)

                self.each_lane(first, copy)
        if self.hermitian:
            self.mirror(work)

    def mirror(self, work: Buffer) -> None:
        """The second half of a spectrum is the conjugate of the first; its parts are exchanged."""
        b, last = self.b, self.plan.length - 1
        with b.loop("n", last // 2) as n, b.loop("lane", LANES, kind="vectorized") as lane:
            b.store(work, const(0, work.dtype) - b.load(work, n + 1, 0, lane), last - n, 0, lane)
            b.store(work, b.load(work, n + 1, 1, lane), last - n, 1, lane)

    def put(self, o: Expr, first: Expr, passes: Passes, result: Buffer) -> None:
        """The frequencies of a group of columns, from `result`: [points, 2, LANES]."""
        b, plan, length = self.b, self.plan, self.plan.length
        scale = const(1.0 / length if self.inverse else 1.0, result.dtype)
        # of real numbers the second half is the conjugate of the first
        both = plan.half and self.count > plan.points + 1

        def write(value: Complex, point: Expr, lane: Expr) -> None:
            for part in range(1 if self.hermitian else 2):
                b.store(self.out, value[part] * scale, o, point, part, first + lane)

        with b.loop("f", plan.points + 1 if both else self.count) as f:

            def cell(lane: Expr) -> None:
                with ExitStack() as stack:
                    let = Let(b, stack)
                    value = let(passes.separate(result, f, lane, let) if plan.half else passes.load(result, f, lane))
                    if self.swapped:
                        value = value[1], value[0]
                    elif self.inverse:
                        value = conjugate(value)
                    if both:
                        write(conjugate(value), (length - f) % length, lane)
                    write(value, f, lane)

            self.each_lane(first, cell)


@register("dft", "opaque")
def dft(
    data: Tensor, table: Tensor, length: int = 1, count: int = 1, inverse: bool = False, hermitian: bool = False
) -> Tensor:
    """The discrete Fourier transforms along axis 1 of `data`: float [outer, size, parts, inner], to
    float [outer, count, 2, inner].

    `parts` is 1 for real numbers and 2 for real and imaginary parts; `length` points are transformed (shorter data is
    padded with zeros, longer data truncated), of which the first `count` frequencies are kept. `inverse` divides by
    `length`. With `hermitian` data holds the first half of a spectrum whose other half is its conjugate, and the result
    is real: [outer, count, 1, inner]. `table` is `Plan.tables` in data's dtype. Raises T206 for symbolic sizes but
    `outer` and `inner`, T205 for a table of another plan and for a count other than `length` and up to
    ``length // 2 + 1``.
    """
    size, parts = static(data.shape[1], "the length of a transform"), static(data.shape[2], "the number of parts")
    plan = Plan(length, parts == 1)
    if as_int(table.shape[0]) != len(plan.tables()):
        raise MlccError("T205", f"the table of a transform of {length} points has {len(plan.tables())} entries")
    if count != length and not 0 < count <= length // 2 + 1:
        raise MlccError("T205", f"of {length} frequencies all or the first {length // 2 + 1} are kept, not {count}")

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(ins[0].shape[0].dtype)
        columns = _Columns(b, plan, ins[0], outs[0], size, parts, count, inverse, hermitian)
        passes = Passes(b, plan, ins[1], data.dtype)
        with b.loop("o", data.shape[0]) as o, b.loop("group", (data.shape[3] + (LANES - 1)) // LANES) as group:
            columns.fetch(o, group * LANES, passes.now)
            columns.put(o, group * LANES, passes, passes.run())
        return b.finish()

    shape = (data.shape[0], count, 1 if hermitian else 2, data.shape[3])
    result: Tensor = te.extern(shape, [data, table], build, data.dtype, "dft")
    return result
