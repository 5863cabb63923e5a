"""Whether a block stores every element of a region that it declares as written.

A region says what a block may write: a box around all its stores, or more where the program or `annotate_buffer_access`
says so. ``B[vi * 3] = 0`` and ``B[vi * 3 + 2] = 0`` have the region ``B[vi * 3:vi * 3 + 3]``, and leave its middle as
it was; ``B[P[vi]] = 0`` has all of `B`. Conditions are another question, see `harmless`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from mlcc.ir import Binary, Block, BufferRegion, Var, as_int

from .accesses import Access, AccessTable
from .joint import meet_everywhere
from .poly import Opaque, Poly
from .relax import relax, steps_without_gaps
from .simplify import Analyzer

#: First and last element of each dimension, counted from the region's first one.
Part = tuple[tuple[int, int], ...]


class FilledRegions:
    """Answers per declared region, cached: a region belongs to one block."""

    def __init__(self, analyzer: Analyzer, accesses: AccessTable) -> None:
        self.analyzer = analyzer
        self.accesses = accesses
        self._known: dict[int, tuple[BufferRegion, bool]] = {}

    def fills(self, block: Block, region: BufferRegion) -> bool:
        """Whether the stores of an instance of a block, whose conditions hold, are all of a region."""
        cached = self._known.get(id(region))
        if cached is None:
            cached = self._known[id(region)] = (region, self._fills(block, region))
        return cached[1]

    def _fills(self, block: Block, region: BufferRegion) -> bool:
        inside = self.accesses.of_block(block)
        stores = [item for item in inside.items if item.writes and item.buffer is region.buffer]
        # What a call does behind an address, and where a vector of indices points to, is what the region says.
        if not stores or any(index is None for item in stores for index in item.index):
            return True
        starts = [self.analyzer.poly(part.min) for part in region.region]
        sizes = [as_int(part.extent) for part in region.region]
        if all(size == 1 for size in sizes) and any(list(item.index) == starts for item in stores):
            return True
        parts: list[Part] = []
        for item in stores:
            box = self._box(item, inside.bound)
            if box is None:
                continue
            if self._is_all(box, region):
                return True
            part = _constant([(low - start, high - start) for (low, high), start in zip(box, starts, strict=True)])
            parts += [part] if part is not None else []
        return any(
            all(low <= 0 and size and high >= size - 1 for (low, high), size in zip(part, sizes, strict=True))
            for part in _merged(parts, len(sizes))
        )

    def _box(self, item: Access, inner: Container[Var]) -> list[tuple[Poly, Poly]] | None:
        """The first and last element of each dimension, if a store takes all between while the loops in a block run."""
        box: list[tuple[Poly, Poly]] = []
        indices = [index for index in item.index if index is not None]
        for index in indices:
            values = relax(self.analyzer, index, inner)
            if values is None or not (values.exact or steps_without_gaps(self.analyzer, index, 1, inner)):
                return None
            box.append((values.low, values.high))
        return box if meet_everywhere(self.analyzer, indices, inner) else None

    def _is_all(self, box: list[tuple[Poly, Poly]], region: BufferRegion) -> bool:
        """Whether a box has all of a region, or all of it that lies within the buffer.

        The last of copies of 2 rows of 7 stores ``min(2, 7 - v * 2)``: rows up to `v * 2 + 1`, or up to 6.
        """
        for (low, high), part, extent in zip(box, region.region, region.buffer.shape, strict=True):
            start = self.analyzer.poly(part.min)
            end = (start + self.analyzer.poly(part.extent)).shift(-1)
            last = self.analyzer.poly(extent).shift(-1)
            if not self.analyzer.nonneg(start - low):
                return False
            for value in self._alternatives(high):
                if not (self.analyzer.nonneg(value - end) or self.analyzer.nonneg(value - last)):
                    return False
        return True

    def _alternatives(self, poly: Poly) -> list[Poly]:
        """Values of which `poly` is the least: one for each operand of a minimum that it adds."""
        for mono, coef in poly.terms.items():
            least = mono[0].expr if len(mono) == 1 and coef > 0 and isinstance(mono[0], Opaque) else None
            if isinstance(least, Binary) and least.op == "min":
                rest = Poly({other: number for other, number in poly.terms.items() if other != mono})
                sums = [rest + self.analyzer.poly(operand).scaled(coef) for operand in (least.a, least.b)]
                return [value for item in sums for value in self._alternatives(item)]
        return [poly]


def _constant(ends: list[tuple[Poly, Poly]]) -> Part | None:
    """The part between these ends, if all of them are known numbers."""
    numbers = [(low.value(), high.value()) for low, high in ends]
    part = tuple((low, high) for low, high in numbers if low is not None and high is not None)
    return part if len(part) == len(ends) else None


def _merged(parts: list[Part], rank: int) -> list[Part]:
    """The parts, joined along each dimension where they meet: an unrolled loop has one for each element."""
    for axis in reversed(range(rank)):
        rows: dict[Part, list[tuple[int, int]]] = {}
        for part in parts:
            rows.setdefault((*part[:axis], *part[axis + 1 :]), []).append(part[axis])
        parts = [(*rest[:axis], span, *rest[axis:]) for rest, spans in rows.items() for span in _joined(spans)]
    return parts


def _joined(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans of integers, joined where one begins inside of another or directly behind it."""
    first, last = min(spans)
    for low, high in sorted(spans):
        if low > last + 1:
            yield first, last
            first, last = low, high
        last = max(last, high)
    yield first, last
