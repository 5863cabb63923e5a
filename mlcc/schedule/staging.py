"""Copies of the part of a buffer that one iteration of a loop uses: the common part of read_at and write_at."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.analysis import Poly, to_expr
from mlcc.analysis.control import guards_of
from mlcc.analysis.dependence import Scope
from mlcc.analysis.regions import Box, RegionUnion
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Expr,
    IterVar,
    Range,
    Stmt,
    Var,
    binary,
    const,
    substitute,
    update,
    walk,
)  # fmt: skip

from .caching import check_scope, pick_region
from .conditions import check_not_in_bounds, check_pipeline
from .domains import values_of_loop
from .loops import new_loop
from .refs import BlockRV
from .rewriting import Moves, copy_name, replace_buffer, touches
from .state import State, statements_of

#: Of one dimension: (first, last) index, or (start, length).
Part = tuple[Poly, Poly]


@dataclass
class Staging:
    """A copy below `loop` of what `site` reads (or writes) of the buffer `which`."""

    state: State
    loop: Site
    site: Site
    which: int | str | Buffer
    storage: str
    writes: bool

    def __post_init__(self) -> None:
        self.scope: Scope = self.state.scope(self.loop)
        check_scope(self.state, self.storage)
        self.buffer = pick_region(self.state, self.site, self.which, self.writes).buffer
        self.what = f"cannot copy `{self.buffer.name}` under loop `{self.loop.loop.var.name}`"

    # -- conditions --------------------------------------------------------------------------

    def check(self) -> None:
        """S240, S253, S258, S262 unless every use of the copy reads the same values as from the buffer."""
        check_not_in_bounds(self.state, self.scope, self.buffer, self.what)
        check_pipeline(self.state, self.scope, self.site, "copy what is used by")
        reading, writing = self._places(False), self._places(True)
        if self.writes:
            self._check_written(reading, writing)
        elif not reading or (writing and writing[-1] >= reading[0]):
            why = "it is written again after it has been read" if reading else "nothing below the loop reads it"
            raise self.state.refuse("S258", f"{self.what}: {why}", self.loop, labels=[(self.site, "this block")])

    def _check_written(self, reading: list[int], writing: list[int]) -> None:
        if not writing or (reading and reading[-1] > writing[-1]):
            why = "it is read after it has been written" if writing else "nothing below the loop writes it"
            raise self.state.refuse("S258", f"{self.what}: {why}", self.loop, labels=[(self.site, "this block")])
        writer = next(s for s in self.scope.writers[self.buffer] if self.loop.is_above(s))
        reason = self._why_not_whole(writer)
        if reason is not None:
            raise self.state.refuse("S262", f"{self.what}: {reason}", self.loop, labels=[(writer, "this block")])
        for reader in self.scope.readers.get(self.buffer, ()):
            if self.loop.is_above(reader) and reader is not writer:
                self._check_reader(writer, reader)

    def _why_not_whole(self, writer: Site) -> str | None:
        """The reason why a block may leave elements of the copy unwritten, or None."""
        name = f"block `{writer.block.name}`"
        if not (self.scope.is_complete(writer) or self.scope.is_reduction(writer)):
            return f"{name} is neither complete nor a reduction"
        region = next(r for r in writer.block.writes if r.buffer is self.buffer)
        box, _ = self.state.cache.region_box(writer, region, self._inner(writer))
        cache = self.state.cache
        if not (cache.fills_box(writer, region, self._inner(writer)) and cache.guards_are_harmless(writer)):
            return f"what {name} writes there is not a whole box"
        if not cache.stores_always(writer, self.buffer):
            return f"{name} stores under a condition inside"
        if self._guarded(writer) and self.state.cache.full_box(writer.block, region) is None:
            return f"what {name} writes is not a whole box"
        if box != self.state.cache.region_box(writer, region, self.state.cache.loops_between(self.loop, writer))[0]:
            return f"the threads over the copy write parts of what {name} writes"
        return None

    def _check_reader(self, writer: Site, reader: Site) -> None:
        regions = [r for r in self.state.cache.reads(reader) if r.buffer is self.buffer]
        if not all(self.state.cache.covers(writer, reader, r) for r in regions):
            raise self.state.refuse(
                "S262", f"{self.what}: block `{reader.block.name}` reads other parts", reader,
                labels=[(writer, "what this block writes is not all")], field="buffer"
            )  # fmt: skip

    def _guarded(self, site: Site) -> bool:
        return bool(guards_of(site))

    # -- positions and regions ---------------------------------------------------------------

    def _blocks(self) -> list[list[Site]]:
        """The blocks of each statement below the loop."""
        return [[s] if s.is_block else s.blocks_below() for s in statements_of(self.loop)]

    def _places(self, writes: bool) -> list[int]:
        """The positions of the statements below the loop whose blocks read (or write) the buffer."""
        return [
            n
            for n, blocks in enumerate(self._blocks())
            if any(
                r.buffer is self.buffer for b in blocks for r in self._regions(b, writes)
            )
        ]  # fmt: skip

    def _regions(self, site: Site, writes: bool) -> tuple[BufferRegion, ...]:
        """The regions that a block writes, or reads (also in its guard)."""
        return site.block.writes if writes else self.state.cache.reads(site)

    def _inner(self, site: Site) -> dict[Var, None]:
        """The loops that one copy spans: those below, and the threads that share the memory."""
        inner = self.state.cache.loops_between(self.loop, site)
        if self.storage.startswith("shared"):
            for above in (self.loop, *self.loop.loops()):
                if (above.loop.thread or "").startswith("threadIdx"):
                    inner[above.loop.var] = None
        return inner

    def _parts(self) -> list[tuple[Part, Part]]:
        """The box that one iteration uses: per dimension (start, length), as declared and as clipped to the buffer."""
        analyzer = self.state.analyzer
        union = RegionUnion(analyzer)
        limits: Box = [(Poly.const(0), analyzer.poly(size).shift(-1)) for size in self.buffer.shape]
        inner: Box | None = None
        for site in (s for blocks in self._blocks() for s in blocks):
            for region in self._regions(site, self.writes):
                if region.buffer is self.buffer:
                    union.add(self.buffer, self.state.cache.region_box(site, region, self._inner(site))[0])
                    if self.writes and self._guarded(site):  # the only writer
                        inner = self.state.cache.full_box(site.block, region)
        parts: list[tuple[Part, Part]] = []
        for dim, limit, own in zip(union.boxes[self.buffer], limits, inner or limits, strict=True):
            assert limit is not None
            assert own is not None
            wanted = limit if dim is None else dim
            exists = self._clipped(wanted, own)
            if own != limit:  # what a block says that it writes may reach beyond the buffer
                exists = self._clipped((exists[0], (exists[0] + exists[1]).shift(-1)), limit)
            parts.append(((wanted[0], (wanted[1] - wanted[0]).shift(1)) if own == limit else exists, exists))
        return parts

    def _clipped(self, dim: Part, limit: Part) -> Part:
        """(start, length) of the intersection with the limits."""
        analyzer = self.state.analyzer
        low = dim[0] if analyzer.nonneg(dim[0] - limit[0]) else analyzer.minmax("max", limit[0], dim[0])
        size, most = (dim[1] - low).shift(1), (limit[1] - low).shift(1)
        return low, size if analyzer.nonneg(most - size) else analyzer.minmax("min", size, most)

    # -- the change --------------------------------------------------------------------------

    def apply(self) -> BlockRV:
        """Insert the copy, and let the statements after (for a write: before) it use the cache."""
        buffer, blocks = self.buffer, self._blocks()
        cache = update(
            buffer, name=copy_name(buffer, self.storage), scope=self.storage, strides=(), elem_offset=None
        )  # fmt: skip
        positions = self._places(self.writes)
        position = positions[-1] + 1 if self.writes else positions[0]
        served = blocks[:position] if self.writes else blocks[position:]
        copy = self._copy(cache)
        moves: Moves = {}
        edits: dict[Site, Stmt | None] = {
            s: replace_buffer(s.realize, buffer, cache, moves)
            for group in served
            for s in group
            if touches(s.realize, buffer)
        }
        owner = self.scope.site.block
        self.state.commit(
            edits,
            moves=moves,
            fields={owner: {"allocs": (*owner.allocs, cache)}},
            inserts=[(self.loop, position, copy)],
        )
        return self.state.block_ref_of(copy.block)

    def _copy(self, cache: Buffer) -> BlockRealize:
        """One block that copies the box, with an axis for each loop on which the box depends."""
        source, target = (cache, self.buffer) if self.writes else (self.buffer, cache)
        analyzer = self.state.analyzer
        loops = {s.loop.var: s for s in (*self.loop.visible_loops(), self.loop)}
        axes: dict[Var, Var] = {}

        def ranges(parts: list[Part]) -> tuple[Range, ...]:
            result: list[Range] = []
            for part, size in zip(parts, self.buffer.shape, strict=True):
                ends = [to_expr(analyzer.merge(p), size.dtype) for p in part]
                for var in (n for e in ends for n in walk(e) if isinstance(n, Var) and n in loops):
                    axes.setdefault(var, Var(f"v{len(axes)}", var.dtype))
                result.append(Range(*(substitute(e, dict(axes)) for e in ends)))
            return tuple(result)

        parts = self._parts()
        declared, inside = ranges([p for p, _ in parts]), ranges([p for _, p in parts])
        inner = [Var(f"ax{k}", r.min.dtype) for k, r in enumerate(inside)]
        at: tuple[Expr, ...] = tuple(binary("add", r.min, v) for r, v in zip(inside, inner, strict=True))
        body: Stmt = BufferStore(target, BufferLoad(source, at), at)
        for var, part in reversed(list(zip(inner, inside, strict=True))):
            body = new_loop(var, part.extent, body)
        iters = tuple(IterVar(new, values_of_loop(analyzer, loops[v]), "spatial") for v, new in axes.items())
        for item in iters:
            analyzer.bind(item.var, item.dom.min, item.dom.extent)
        block = Block(
            f"{self.buffer.name}_{self.storage}", iters, (BufferRegion(source, declared),),
            (BufferRegion(target, declared),), body, annotations={"auto_copy": True},
        )  # fmt: skip
        return BlockRealize(tuple(axes), const(True), block)
