"""Dependences between blocks: producers, consumers, and the properties of blocks that schedule primitives require.

The terms are TVM's. A *complete* block has only spatial axes, is the only writer of its buffers and does
not read them. A *reduction* block has an `init`, affine bindings, only spatial and reduce axes, is the
only writer, and stores at indices that do not depend on reduce axes. An *update* block is what
`decompose_reduction` leaves: no `init`, accumulating in place. A scope is a *stage pipeline* when each
consumer is proven to read only elements that were written, and nothing is overwritten after it was read.

An example of the last: ``B`` of 16 elements is written by the tile ``B[i_0 * 4 : i_0 * 4 + 4]`` and read by a consumer
below the same loop ``i_0 < 4``, as ``B[vi]`` with ``vi`` bound to ``i_0 * 4 + i_1``, ``i_1 < 4``. `FactCache.covers`
relaxes both regions over the loops below their common ancestor ``i_0``: the read over ``i_1`` is the box
``[i_0 * 4, i_0 * 4 + 3]`` in terms of ``i_0``, which lies inside the written box ``[i_0 * 4, i_0 * 4 + 3]``. For the
stencil ``B[vi + 1]`` the box ends at ``i_0 * 4 + 4``: not covered.
"""

from __future__ import annotations

from collections.abc import Iterable

from mlcc.ir import Block, Buffer, BufferRegion, For, IntImm, SeqStmt, Var, as_int, free_vars

from .affine import conjuncts
from .block_facts import BlockFacts
from .control import ControlReads, Regions, guards_of
from .cut_box import cut_box
from .filled import FilledRegions
from .harmless import guards_are_harmless, stores_always
from .instances import Instances
from .itermap import IterMap, NotAffine
from .joint import meet_everywhere
from .poly import Poly
from .regions import Box
from .relax import relax, steps_without_gaps
from .simplify import Analyzer
from .tree import Site


class Scope:
    """The blocks directly under one block, and their dependences."""

    def __init__(self, site: Site, facts: FactCache) -> None:
        self.site = site
        self.cache = facts
        self.blocks = site.blocks_below()
        self.position = {id(b): k for k, b in enumerate(self.blocks)}
        self.writers: dict[Buffer, list[Site]] = {}
        self.readers: dict[Buffer, list[Site]] = {}
        for block in self.blocks:
            block_facts = facts.of(block)
            for buffer in block_facts.writes:
                self.writers.setdefault(buffer, []).append(block)
            for buffer in block_facts.reads:
                self.readers.setdefault(buffer, []).append(block)

    def producers(self, block: Site) -> list[Site]:
        """Earlier blocks that write what `block` reads or writes, in order."""
        # Also what it writes: of two writers of one element the order counts, as for an init and its update.
        facts = self.cache.of(block)
        return self._collect(block, self.writers, (*facts.reads, *facts.writes), before=True)

    def consumers(self, block: Site) -> list[Site]:
        """Later blocks that read or write what `block` writes, in order."""
        writes = self.cache.of(block).writes
        result = {id(b): b for b in self._collect(block, self.readers, writes, before=False)}
        # A later writer need not read: it must stay behind, or its value would be overwritten.
        for item in self._collect(block, self.writers, writes, before=False):
            result.setdefault(id(item), item)
        return sorted(result.values(), key=lambda b: self.position[id(b)])

    def _collect(
        self, block: Site, table: dict[Buffer, list[Site]], buffers: Iterable[Buffer], before: bool
    ) -> list[Site]:
        here = self.position[id(block)]
        result: dict[int, Site] = {}
        for buffer in buffers:
            for other in table.get(buffer, ()):
                there = self.position[id(other)]
                if there < here if before else there > here:
                    result[there] = other
        return [result[k] for k in sorted(result)]

    def readers_of(self, block: Site) -> list[Site]:
        """Other blocks that read what `block` writes."""
        result = {
            self.position[id(o)]: o
            for buffer in self.cache.of(block).writes
            for o in self.readers.get(buffer, ())
            if o is not block
        }
        return [result[k] for k in sorted(result)]

    def sole_writer(self, block: Site, within: Site | None = None) -> bool:
        """Whether no other block (below `within`, when given) writes what `block` writes."""
        return all(
            other is block or (within is not None and not within.is_above(other))
            for buffer in self.cache.of(block).writes
            for other in self.writers[buffer]
        )

    def is_output(self, block: Site) -> bool:
        """Whether it writes a buffer that this scope does not allocate."""
        return any(b not in self.site.block.allocs for b in self.cache.of(block).writes)

    # -- properties --------------------------------------------------------------------------

    def why_not_complete(self, block: Site, within: Site | None = None) -> str | None:
        """None for a complete block, else what is wrong with it."""
        facts = self.cache.of(block)
        if not facts.spatial:
            return "it has axes that are not spatial"
        if facts.in_place:
            return "it reads a buffer that it also writes"
        if not self.sole_writer(block, within):
            return "another block writes the same buffer"
        return self._overlap(block)

    def _overlap(self, block: Site) -> str | None:
        """Which spatial axis is not parallel: several of its values write one element, and the last value persists."""
        for buffer in self.cache.of(block).writes:
            tie = self.cache.instances.overlap(block.block, buffer)
            if tie is not None:
                return f"several values of its axis `{tie.loops[0].name}` may write one element of `{buffer.name}`"
        return None

    def why_not_reduction(self, block: Site, within: Site | None = None) -> str | None:
        """None for a reduction block, else what is wrong with it."""
        facts = self.cache.of(block)
        if facts.block.init is None:
            return "it has no `T.init()`"
        if not facts.data_parallel:
            return "it has axes that are neither spatial nor reduce"
        if self.cache.iter_map(block) is None:
            return "its bindings are not an affine map of the loops"
        if not self.sole_writer(block, within):
            return "another block writes the same buffer"
        if facts.writes_use_reduce:
            return "it stores at indices that depend on a reduce axis"
        return self._overlap(block)

    def is_complete(self, block: Site, within: Site | None = None) -> bool:
        return self.why_not_complete(block, within) is None

    def is_reduction(self, block: Site, within: Site | None = None) -> bool:
        return self.why_not_reduction(block, within) is None

    def is_update_pair(self, block: Site) -> bool:
        """Whether `block` is the init or the update of a decomposed reduction.

        All writers of the buffer then have the same spatial axes: inits store without reading, and one update
        accumulates, so that distinct spatial instances share no element.
        """
        # For Y[vi] = 0 and Y[vi] = Y[vi] + A[vi, vk]: the first has spatial axes and does not read, the second is an
        # update. A third block Y[vi] = Y[vi - 1] reads what other instances write, and is neither: no such pair.
        for buffer in self.cache.of(block).writes:
            for other in self.writers[buffer]:
                facts = self.cache.of(other)
                if not facts.is_update and (facts.in_place or not facts.spatial):
                    return False
        return True

    # -- coverage ----------------------------------------------------------------------------

    def why_not_pipeline(self) -> tuple[str, Site | None] | None:
        """None for a stage pipeline, else the reason and the block at fault.

        Of ``B[i] = A[i]``, ``C[i] = B[i]``, ``B[i] = 0``, each in a loop of its own, the third block writes `B` after
        the second has read it: moving the second behind the third would change what it reads. An accumulation
        ``B[i] = B[i] + 1`` as the last writer reads its own buffer, which is no fault.
        """
        bad = _other_statement(self.site)
        if bad is not None:
            return f"it contains {bad} outside of any block", None
        for buffer, writers in self.writers.items():
            # A reader may stand before the last writer only where it is that writer: an update of its own result.
            last = max(self.position[id(w)] for w in writers)
            for reader in self.readers.get(buffer, ()):
                here = self.position[id(reader)]
                if here < last and not any(w is reader and self.position[id(w)] == last for w in writers):
                    return f"`{buffer.name}` is written again after block `{reader.block.name}` has read it", reader
        for block in self.blocks:
            gap = self.uncovered(block)
            if gap is not None:
                return f"block `{block.block.name}` may read parts of `{gap.name}` that were not written yet", block
        return None

    def uncovered(self, consumer: Site) -> Buffer | None:
        """A buffer of which `consumer` may read elements that its producers did not write, if any.

        One producer must cover each region alone. Of ``B[i] = 0`` for i < 8, ``B[i + 8] = 1`` for i < 8 and a reader of
        ``B[0:16]`` the answer is `B`: that the two together cover it is not tried.
        """
        here = self.position[id(consumer)]
        for region in self.cache.reads(consumer):
            writers = [w for w in self.writers.get(region.buffer, ()) if self.position[id(w)] < here]
            # Parameters have a value from the start, and an update reads its own accumulator, not what others produce.
            if not writers:
                if region.buffer in self.site.block.allocs and not self.cache.of(consumer).is_update:
                    return region.buffer
                continue
            # The last writer first: it is the one that most often covers the region.
            if not any(self.cache.covers(w, consumer, region) for w in reversed(writers)):
                return region.buffer
        return None


def _other_statement(scope: Site) -> str | None:
    """A statement of the scope that is neither a loop nor a block nor a sequence, as text for a message."""
    stack = [c for c in scope.children if not c.init]
    while stack:
        site = stack.pop()
        if site.is_block:
            continue
        if not isinstance(site.node, (For, SeqStmt)):
            return f"a `{type(site.node).__name__}`"
        stack.extend(site.children)
    return None


class FactCache:
    """Cached results about blocks and pairs of blocks, for the lifetime of a schedule.

    Statements are immutable and the range of a loop variable never changes, so a result about an object is valid as
    long as the object lives. Keys are ids of objects; each entry holds a reference to its object.
    """

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer
        self._facts: dict[int, BlockFacts] = {}
        self._control = ControlReads()
        self._maps: dict[int, tuple[object, IterMap | str]] = {}
        self._covers: dict[tuple[int, ...], tuple[object, bool]] = {}
        self._full: dict[int, tuple[object, Box | None]] = {}
        self._binds: dict[int, tuple[object, dict[Var, Poly]]] = {}
        self.instances = Instances(analyzer)
        self._filled = FilledRegions(analyzer, self.instances.accesses)

    def of(self, site: Site) -> BlockFacts:
        """The facts of a block."""
        block = site.block
        control = self._control.of(site)
        if control:
            return BlockFacts(block, control)
        cached = self._facts.get(id(block))
        if cached is None:
            cached = self._facts[id(block)] = BlockFacts(block)
        return cached

    def control(self, site: Site) -> Regions:
        """The regions read to decide whether, where and how often a block runs, in terms of its loops."""
        return self._control.of(site)

    def control_over(self, site: Site) -> Regions:
        """The part of `control` that the loops and branches over a block read."""
        return self._control.over(site)

    def reads(self, site: Site) -> Regions:
        """All regions that a block reads: declared ones, over its axes, and those of its control, over its loops.

        `region_box` accepts both kinds.
        """
        control = self._control.of(site)
        return (*site.block.reads, *control) if control else site.block.reads

    def guards_are_harmless(self, site: Site, reader: Site | None = None) -> bool:
        """Whether a block's guard, and the branches around it, only keep its axes inside their domains; those that a
        `reader` is in too do not count."""
        return guards_are_harmless(self.analyzer, self.binds(site), site, reader)

    def stores_always(self, site: Site, buffer: Buffer) -> bool:
        """Whether no branch and no guard inside a block may leave what it writes of a buffer as it was."""
        return stores_always(self.guards_are_harmless, site, buffer)

    def iter_map(self, site: Site) -> IterMap | None:
        """The recognised form of a block's bindings over its loops, or None."""
        result = self.iter_map_or_reason(site)
        return None if isinstance(result, str) else result

    def iter_map_or_reason(self, site: Site) -> IterMap | str:
        """The recognised form of a block's bindings over its loops, or why there is none."""
        key = id(site.realize)
        cached = self._maps.get(key)
        if cached is not None:
            return cached[1]
        loops = [s.loop.var for s in site.loops()]
        result: IterMap | str
        try:
            result = IterMap(site.realize.values, loops, self.analyzer, site.realize.predicate)
        except NotAffine as reason:
            result = str(reason)
        self._maps[key] = (site.realize, result)
        return result

    def binds(self, site: Site) -> dict[Var, Poly]:
        """The normal forms that a block's axes are bound to."""
        key = id(site.realize)
        cached = self._binds.get(key)
        if cached is None:
            axes = site.block.iters
            values = {
                a.var: self.analyzer.merge(self.analyzer.poly(v))
                for a, v in zip(axes, site.realize.values, strict=True)
            }
            cached = self._binds[key] = (site.realize, values)
        return cached[1]

    def loops_between(self, top: Site | None, site: Site) -> dict[Var, None]:
        """The loops strictly below `top` (a loop or block) and over `site`, within its scope."""
        result: dict[Var, None] = {}
        for above in site.ancestors():
            if above is top or above.is_block:
                break
            if above.is_loop:
                result[above.loop.var] = None
        return result

    def region_box(self, site: Site, region: BufferRegion, inner: dict[Var, None]) -> tuple[Box, bool]:
        """The box of a region relaxed over the loops `inner`, and whether the block accesses every element of it.

        ``B[vi]`` with `vi` bound to ``i * 4 + j``, over j < 4, is ``[i * 4, i * 4 + 3]``, every element of it. With
        `vi` bound to ``i * 8 + j * 2`` it is ``[i * 8, i * 8 + 6]``, with gaps.
        """
        binds = self.binds(site)
        analyzer = self.analyzer
        box: Box = []
        exact = True
        starts: list[Poly] = []
        for item in region.region:
            start = analyzer.replace(analyzer.poly(item.min), binds)
            starts.append(start)
            first = relax(analyzer, start, inner)
            if first is None:
                box.append(None)
                exact = False
                continue
            # A fixed number of elements from `start`; otherwise the end has to be relaxed by itself, and whether the
            # parts between meet is not known.
            size = item.extent.value if isinstance(item.extent, IntImm) else None
            if size is not None:
                box.append((first.low, first.high.shift(size - 1)))
                exact = exact and (first.exact or steps_without_gaps(analyzer, start, size, inner))
                continue
            stop = analyzer.replace(analyzer.poly(item.min + item.extent), binds)
            last = relax(analyzer, stop, inner)
            box.append(None if last is None else (first.low, last.high.shift(-1)))
            exact = False
        return box, exact and meet_everywhere(analyzer, starts, inner) and self._is_filled(site.block, region)

    def _is_filled(self, block: Block, region: BufferRegion) -> bool:
        """Whether an instance of a block accesses all of one of its regions; what it reads counts as accessed."""
        return all(region is not written for written in block.writes) or self._filled.fills(block, region)

    def fills_box(self, site: Site, region: BufferRegion, inner: dict[Var, None]) -> bool:
        """Whether a block is proven to access all elements of a region's box over loops, also with ragged tiles."""
        exact = self.region_box(site, region, inner)[1]
        return exact and meet_everywhere(self.analyzer, self._starts(site, region), inner, strict=True)

    def _starts(self, site: Site, region: BufferRegion) -> list[Poly]:
        """The first index of a region in each dimension, in terms of the loops."""
        binds = self.binds(site)
        return [self.analyzer.replace(self.analyzer.poly(item.min), binds) for item in region.region]

    def full_box(self, block: Block, region: BufferRegion) -> Box | None:
        """The box of a region over the full domains of the block's axes; None unless every element is accessed."""
        # ``B[vi]`` for vi < 16 is [0, 15]. The loops do not matter here, only the domains of the axes.
        # A region is one object for as long as its block lives, and the domains of axes belong to the block.
        key = id(region)
        cached = self._full.get(key)
        if cached is None:
            inner = {axis.var: None for axis in block.iters}
            box: Box | None = []
            starts = [self.analyzer.poly(item.min) for item in region.region]
            if (
                not meet_everywhere(self.analyzer, starts, inner)
                or _uses_loops(block, region)
                or not self._is_filled(block, region)
            ):
                box = None
            for item, start in zip(region.region, starts, strict=True):
                interval = relax(self.analyzer, start, inner)
                size = item.extent.value if isinstance(item.extent, IntImm) else None
                if interval is None or size is None or box is None:
                    box = None
                    break
                if not (interval.exact or steps_without_gaps(self.analyzer, start, size, inner)):
                    box = None
                    break
                box.append((interval.low, interval.high.shift(size - 1)))
            cached = self._full[key] = (region, box)
        return cached[1]

    def covers(self, producer: Site, consumer: Site, read: BufferRegion) -> bool:
        """Whether `producer` is proven to have written all that `consumer` reads of a buffer.

        The regions are compared for one iteration of the loops over both; reads are clipped to the buffer, writes to
        the domains of the producer's axes. An example, with a `B` of 10 elements in tiles of 4:

            for t in range(3):
                for j in range(4):
                    if t * 4 + j < 10: B[t * 4 + j] = A[t * 4 + j]
                for j in range(4):
                    if t * 4 + j < 10: C[t * 4 + j] = B[t * 4 + j]

        The producer's domain is 0 .. 9, which is all that is read in the end; in one iteration it writes
        ``[t * 4, t * 4 + 3]`` but for what its guard skips, which lies outside of its domain; and the consumer reads
        ``[t * 4, t * 4 + 3]``. Were the producer's guard ``t * 4 + j < 9``, the last element would never be written.
        """
        top = common_ancestor(producer, consumer)
        key = (id(producer.realize), id(consumer.realize), id(read), id(top.node.var) if top.is_loop else 0)  # type: ignore[attr-defined]
        cached = self._covers.get(key)
        if cached is None:
            answer = self._covers_now(producer, consumer, read, top)
            keep = (producer.realize, consumer.realize, read, top.node)
            cached = self._covers[key] = (keep, answer)
        return cached[1]

    def _covers_now(self, producer: Site, consumer: Site, read: BufferRegion, top: Site) -> bool:
        written = [r for r in producer.block.writes if r.buffer is read.buffer]
        if len(written) != 1:
            return False
        # Which of two regions of the block writes an element is not examined.
        # Two conditions. Over its whole domain the producer writes all that is read: then some instance writes each
        # element. And, unless all instances have run, those that run below the common loop do.
        full = self.full_box(producer.block, written[0])
        if full is None:
            return False
        needed = self._guarded(consumer, read, self.loops_between(top, consumer))
        if not self._inside(needed, full, read.buffer):
            return False
        if top.is_block:  # every instance of the producer has run
            return True
        inner = self.loops_between(top, producer)
        # An instance that is skipped by its guard has not written, unless the guard only skips what is outside.
        if self.guards_are_harmless(producer, consumer):
            produced, exact = self.region_box(producer, written[0], inner)
            return exact and self._inside(needed, produced, read.buffer)
        cut = self._cut(producer, written[0], inner, consumer)
        return cut is not None and self._inside(needed, cut, read.buffer)

    def _cut(self, site: Site, region: BufferRegion, inner: dict[Var, None], reader: Site) -> Box | None:
        """The box of single elements that a block accesses all of under its guards; None if that is not proven."""
        if any(as_int(item.extent) != 1 for item in region.region) or not self._is_filled(site.block, region):
            return None
        return cut_box(self.analyzer, self._starts(site, region), guards_of(site, beside=reader), inner)

    def _guarded(self, site: Site, region: BufferRegion, inner: dict[Var, None]) -> Box:
        """The box of a region relaxed over loops, with upper ends that the block's guard lowers where it does."""
        box, _ = self.region_box(site, region, inner)
        parts = conjuncts(site.realize.predicate)
        signs = [s for part in parts for s in self.analyzer.comparison_polys(part) or ()]
        for n, (item, start) in enumerate(zip(region.region, self._starts(site, region), strict=True)):
            size = item.extent.value if isinstance(item.extent, IntImm) else None
            bounds = box[n]
            if bounds is None or size is None:
                continue
            # The guard gives sign >= 0, so start + sign is another upper bound of start, possibly a lower one:
            # for start = i * 4 + j and the guard i * 4 + j < 10, it is the constant 9.
            for sign in signs:
                bound = relax(self.analyzer, start + sign, inner)
                if bound is not None and self.analyzer.nonneg(bounds[1] - bound.high.shift(size - 1)):
                    bounds = (bounds[0], bound.high.shift(size - 1))
            box[n] = bounds
        return box

    def _inside(self, needed: Box, produced: Box, buffer: Buffer) -> bool:
        """Whether `needed`, clipped to the buffer, is proven to lie inside `produced`."""
        analyzer = self.analyzer
        for read, written, size in zip(needed, produced, buffer.shape, strict=True):
            if written is None:
                return False
            # What lies outside of the buffer is read by no instance: a read is clipped to [0, size - 1].
            low = read[0] if read is not None else Poly.const(0)
            last = analyzer.poly(size).shift(-1)
            high = read[1] if read is not None else last
            if not (analyzer.nonneg(low - written[0]) or analyzer.nonneg(Poly.const(0) - written[0])):
                return False
            if not (analyzer.nonneg(written[1] - high) or analyzer.nonneg(written[1] - last)):
                return False
        return True


def _uses_loops(block: Block, region: BufferRegion) -> bool:
    """Whether a region depends on the loops over a block: possible only for a block without axes."""
    return not block.iters and any(True for part in region.region for _ in free_vars(part))


def common_ancestor(a: Site, b: Site) -> Site:
    """The lowest loop or block above both."""
    above = {id(s) for s in a.ancestors()}
    for site in b.ancestors():
        if id(site) in above and (site.is_loop or site.is_block):
            return site
    raise ValueError("the sites are not in one tree")
