"""Which iterations of loops may run in another order, or at once: those that no access to memory ties together.

See `instances` for which accesses are tied. A buffer may also be used anew by each iteration: then no value passes from
one to another.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.ir import BlockRealize, Buffer, Var, as_int, walk

from .accesses import Access, with_values
from .conflicts import EARLIER, LATER, SAME, Limits
from .control import guards_of
from .dependence import FactCache, Scope, common_ancestor
from .instances import Group, Tie, exchanged, writers_of
from .simplify import same, uses_any
from .tree import Site


class Order:
    """Questions about the iterations of loops of one scope."""

    def __init__(self, cache: FactCache, scope: Scope) -> None:
        self.cache = cache
        self.scope = scope

    # -- questions ---------------------------------------------------------------------------

    def carried(self, loop: Site, updates: bool = False) -> Tie | None:
        """What ties iterations of one loop, the loops above it at fixed values; None when they may run at once.

        With `updates`, those of one accumulator do not count.
        """
        var = loop.loop.var
        if as_int(loop.loop.extent) == 1:
            return None
        for group in self.cache.instances.groups(loop.loop.body, [var], updates):
            for pair in group.pairs():
                if pair.tied([{var: EARLIER}, {var: LATER}]) and not self.renewed(group.buffer, loop, {var}):
                    return Tie(pair.first, pair.second, (var,))
        return None

    def reversed_by(self, chain: Sequence[Site], order: Sequence[Var]) -> Tie | None:
        """What the new order of a chain of nested loops would turn round; None when nothing.

        `chain` holds all loops from the outermost to the innermost, `order` their variables as they are to be.
        """
        old = [s.loop.var for s in chain if as_int(s.loop.extent) != 1]
        new = [var for var in order if var in old]
        swapped = {var for pair in exchanged(old, new) for var in pair}
        if not swapped:
            return None
        for group in self.cache.instances.groups(chain[0].loop.body, old, True):
            for pair in group.pairs():
                for limits in pair.reorderings(old, new, swapped):
                    if self.renewed(group.buffer, chain[-1], set(old)):
                        break
                    return Tie(pair.first, pair.second, limits)
        return None

    def interleaved(self, first: Sequence[Site], second: Sequence[Site]) -> Tie | None:
        """What ties two nests that follow each other and are to run as one, their loops taken together in pairs.

        An instance of the second nest must not come before one of the first that it shares an element with.
        """
        instances, analyzer = self.cache.instances, self.cache.analyzer
        loops = [s.loop.var for s in first]
        bound = {b.loop.var: analyzer.poly(a.loop.var) for a, b in zip(first, second, strict=True)}
        before, after = (instances.accesses.below(nest[-1].loop.body) for nest in (first, second))
        moving = {*before.bound, *after.bound, *loops}
        moved = [with_values(analyzer, item, bound) for item in after.items]
        written = writers_of((*before.items, *moved))
        cases = _later(loops, False)
        for one in before.items:
            for other in moved:
                if one.buffer is other.buffer and (one.writes or other.writes):
                    pair = Group(instances, one.buffer, [one, other], moving, written, True).pair(one, other)
                    if pair is not None and pair.tied(cases):
                        return Tie(one, other, (loops[-1],))
        return None

    def hoisted(self, site: Site, loop: Site) -> Tie | None:
        """What ties the initialisation of a block to something that runs before it below a loop over the block.

        Whatever it shares an element with there would see it too early, when it goes before the loop.
        """
        block = site.block
        assert block.init is not None
        nodes = {id(node) for node in walk(block.init)}
        chain = [s for s in site.loops() if s is loop or loop.is_above(s)]
        earlier = self._earlier_blocks(site, loop)
        for group in self.cache.instances.groups(loop.loop.body, [loop.loop.var], False):
            for pair in group.pairs():
                for first, second in ((pair.first, pair.second), (pair.second, pair.first)):
                    mine = [id(item.node) in nodes and item.block is site.realize for item in (first, second)]
                    if mine != [True, False]:
                        continue
                    common = self._common(chain, second)
                    cases = _later(common, second.block is None or id(second.block) in earlier)
                    if pair.tied(_turned(cases, first is not pair.first)):
                        return Tie(first, second, (loop.loop.var,))
        return None

    def overtaken(self, site: Site, loops: Sequence[Site]) -> Tie | None:
        """What a later iteration of loops over a block overwrites of its inputs, if anything; outermost loop first.

        A block that leaves these loops would find what their last iterations left.
        """
        if not loops:
            return None
        own = {id(node) for node in walk(site.realize) if isinstance(node, BlockRealize)}
        instances = self.cache.instances
        for group in instances.groups(loops[0].loop.body, [loops[0].loop.var], False):
            for pair in group.pairs():
                for reader, writer in ((pair.first, pair.second), (pair.second, pair.first)):
                    if not (reader.reads and id(reader.block) in own and writer.writes) or id(writer.block) in own:
                        continue
                    if writer.block is not None and instances.repeats(
                        writer.block, group.buffer, group.written, group.moving
                    ):
                        continue  # it stores the same value again, as tiles with a halo do
                    cases = _later(self._common(loops, writer), False)
                    if pair.tied(_turned(cases, writer is not pair.first)):
                        return Tie(writer, reader, (loops[0].loop.var,))
        return None

    def _earlier_blocks(self, site: Site, loop: Site) -> set[int]:
        """The blocks below a loop that come before a block in the text, by their realisations."""
        below = loop.blocks_below()
        return {id(other.realize) for other in below[: below.index(site)]}

    def _common(self, chain: Sequence[Site], other: Access) -> list[Var]:
        """The loops of a chain that are over an access, too."""
        sites = {id(s.realize): s for s in chain[0].blocks_below()}
        there = sites.get(id(other.block))
        return [s.loop.var for s in chain if there is not None and s.is_above(there)]

    # -- buffers that each iteration uses anew ------------------------------------------------

    def renewed(self, buffer: Buffer, loop: Site, changed: set[Var]) -> bool:
        """Whether each iteration of a loop reads of a buffer only what it has written before.

        Then the order of iterations shows in what is left in the end only: nothing else may look at that, or each
        element has one value. `changed` are the loops whose order changes.
        """
        below = loop.blocks_below()
        instances = self.cache.instances
        accesses = instances.accesses.below(loop.loop.body)
        if any(item.block is None and item.buffer is buffer for item in accesses.items):
            return False
        users = [site for site in below if buffer in self._touched(site)]
        if not all(self._reads_own(site, buffer, loop, changed) for site in users):
            return False
        written, moving = writers_of(accesses.items), {*accesses.bound, *changed}
        writers = [site for site in users if buffer in self.cache.of(site).writes]
        if all(instances.repeats(site.realize, buffer, written, moving) for site in writers):
            return True
        return self._lives_below(buffer, loop)

    def _touched(self, site: Site) -> set[Buffer]:
        return {item.buffer for item in self.cache.instances.accesses.below(site.realize).items}

    def _reads_own(self, site: Site, buffer: Buffer, loop: Site, changed: set[Var]) -> bool:
        """Whether what a block reads of a buffer was surely written in the same iteration of the loop."""
        block, realize = site.block, site.realize
        inside = {id(item.node) for item in self.cache.instances.accesses.of_block(block).items}
        for item in self.cache.instances.accesses.below(realize).items:
            if item.buffer is buffer and item.reads and id(item.node) not in inside:
                return False  # a guard or a binding reads it
        if buffer in self.cache.of(site).writes and block.init is not None:
            for axis, value in zip(block.iters, realize.values, strict=True):
                if axis.kind != "spatial" and uses_any(value, changed):
                    return False
        reading = [r for r in block.reads if r.buffer is buffer]
        own = any(i.reads and i.buffer is buffer for i in self.cache.instances.accesses.of_block(block).items)
        if own and not reading and block.init is None:
            return False
        here = self.scope.position[id(site)]
        for region in reading:
            writers = [w for w in self.scope.writers.get(buffer, ()) if self.scope.position[id(w)] < here]
            if not any(
                loop.is_above(w)
                and _at_or_below(common_ancestor(w, site), loop)
                and self._runs_with(w, site, loop)
                and self.cache.covers(w, site, region)
                for w in reversed(writers)
            ):
                return False
        return True

    def _runs_with(self, writer: Site, reader: Site, loop: Site) -> bool:
        """Whether a writer runs in all iterations of a loop in which a reader does.

        It may have a guard on the loop, or on ones over it, only where the reader has the same one: the last iteration
        of a ragged loop, which writes nothing, would read what another one has written.
        """
        inner = {s.loop.var for s in writer.loops() if loop.is_above(s)}
        theirs = guards_of(reader)
        return all(
            uses_any(guard, inner) or self.cache.analyzer.can_prove(guard) or any(same(guard, g) for g in theirs)
            for guard in guards_of(writer)
        )

    def _lives_below(self, buffer: Buffer, loop: Site) -> bool:
        """Whether nothing outside of a loop looks at a buffer."""
        scope: Scope = self.scope
        inside: Site = loop
        while True:
            for other in scope.blocks:
                if other is inside or inside.is_above(other):
                    continue
                if buffer in self._touched(other):
                    return False
            owner = scope.site
            if buffer in owner.block.allocs:
                return True
            top = owner.scope()
            if top is None:
                return False
            inside, scope = owner, Scope(top, self.cache)


def _at_or_below(site: Site, loop: Site) -> bool:
    return site is loop or loop.is_above(site)


def _later(loops: Sequence[Var], textually: bool) -> list[Limits]:
    """The cases in which the first of two instances runs after the second; also in one iteration, if `textually`."""
    cases: list[Limits] = [{**dict.fromkeys(loops[:k], SAME), var: LATER} for k, var in enumerate(loops)]
    return [*cases, dict.fromkeys(loops, SAME)] if textually else cases


def _turned(cases: Sequence[Limits], turn: bool) -> Sequence[Limits]:
    """The same cases with the instances named the other way round."""
    if not turn:
        return cases
    return [{var: (-high, -low) for var, (low, high) in limits.items()} for limits in cases]
