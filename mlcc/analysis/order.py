"""Which iterations of loops may run in another order or in parallel: those without a dependence between them.

`instances` defines which accesses are dependent. A buffer that each iteration writes before it reads (a temporary that
could be private to the iteration, see `Order.renewed`) carries no value between iterations: such dependences are
ignored.

An example: in ``for i in range(8): for j in range(4): A[i * 4 + j] = A[i * 4 + j - 1]`` the pair of the store and the
load has the distances (di, dj) = (0, -1) and (-1, 3), see `conflicts`. So both loops carry a dependence
(`carried(i)` limits di to < 0 or > 0 and finds the second; `carried(j)`, with `i` fixed, the first), and `reversed_by`
reports the interchange of `i` and `j`, because of di < 0 and dj > 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mlcc.ir import BlockRealize, Buffer, Var, as_int, walk

from .accesses import Access, with_values
from .conflicts import EARLIER, LATER, SAME, Limits
from .control import guards_of
from .dependence import FactCache, Scope, common_ancestor
from .instances import Group, Tie, exchanged, writers_of
from .simplify import same, uses_any
from .tree import Site


class Order:
    """Dependences between the iterations of loops of one scope.

    Each method returns a dependence (`Tie`) that forbids a transformation, or None where the transformation is legal.
    """

    def __init__(self, cache: FactCache, scope: Scope) -> None:
        self.cache = cache
        self.scope = scope

    # -- questions ---------------------------------------------------------------------------

    def carried(self, loop: Site, updates: bool = False) -> Tie | None:
        """A dependence carried by a loop, with the loops around it at fixed values; None: its iterations are parallel.

        With `updates`, dependences between updates of one accumulator are ignored.
        """
        return next(self.ties(loop, updates), None)

    def ties(self, loop: Site, updates: bool = False) -> Iterator[Tie]:
        """The dependences that a loop carries (see `carried`), one per buffer."""
        var = loop.loop.var
        # One iteration depends on no other.
        if as_int(loop.loop.extent) == 1:
            return
        for group in self.cache.instances.groups(loop.loop.body, [var], updates):
            for pair in group.pairs():
                if pair.tied([{var: EARLIER}, {var: LATER}]) and not self.renewed(group.buffer, loop, {var}):
                    yield Tie(pair.first, pair.second, (var,))
                    break

    def reversed_by(self, chain: Sequence[Site], order: Sequence[Var]) -> Tie | None:
        """A dependence that a new order of nested loops would reverse; None: the order is legal.

        `chain` holds all loops from the outermost to the innermost, `order` their variables in the new order.
        """
        # Loops of one iteration may stand anywhere.
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
        """A dependence that fusing two consecutive loop nests would reverse; None: the fusion is legal.

        `first` and `second` are the loops of the nests, which are fused pairwise. An instance of the second nest must
        not run before an instance of the first that it depends on.
        """
        instances, analyzer = self.cache.instances, self.cache.analyzer
        loops = [s.loop.var for s in first]
        # In the fused loop both bodies use the variables of the first nest. After it, the distance of two instances in
        # these variables says which one runs first; of the same iteration, the first body runs first, as before.
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
        """A dependence that moving the initialisation of a block in front of `loop` would reverse; None: it is legal.

        `loop` is a loop over the block. The initialisation must not overtake an access below the loop that runs before
        it and touches the same element.
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
                    # Between two instances of the initialisation nothing changes: they keep their order.
                    if mine != [True, False]:
                        continue
                    # The other access ran before the initialisation: in an earlier iteration of the loops over both, or
                    # in the same one and further up in the text. These are the cases that would be reversed.
                    common = self._common(chain, second)
                    cases = _later(common, second.block is None or id(second.block) in earlier)
                    if pair.tied(_swapped(cases, first is not pair.first)):
                        return Tie(first, second, (loop.loop.var,))
        return None

    def overtaken(self, site: Site, loops: Sequence[Site]) -> Tie | None:
        """A store in a later iteration that overwrites an input of a block, if any.

        `loops` are loops over the block, outermost first. A block that is moved behind these loops would read the
        values of their last iterations.
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
                        continue  # it stores the same value again, as overlapping tiles do
                    cases = _later(self._common(loops, writer), False)
                    if pair.tied(_swapped(cases, writer is not pair.first)):
                        return Tie(writer, reader, (loops[0].loop.var,))
        return None

    def rewritten(self, site: Site, loops: Sequence[Site]) -> Tie | None:
        """Two stores by which a block gives one element another value in different iterations of loops over it.

        `loops` are the outermost ones over the block, outermost first.
        """
        # The outermost loop in which two instances differ: those around it have the same value.
        for depth, loop in enumerate(loops):
            var, fixed = loop.loop.var, {s.loop.var: SAME for s in loops[:depth]}
            for group in self.cache.instances.groups(loops[0].loop.body, [loops[0].loop.var], False):
                for pair in group.pairs():
                    stores = all(item.writes and item.block is site.realize for item in (pair.first, pair.second))
                    if stores and pair.tied([{**fixed, var: EARLIER}, {**fixed, var: LATER}]):
                        return Tie(pair.first, pair.second, (var,))
        return None

    def _earlier_blocks(self, site: Site, loop: Site) -> set[int]:
        """The ids of the realisations of the blocks below a loop that precede a block in program order."""
        below = loop.blocks_below()
        return {id(other.realize) for other in below[: below.index(site)]}

    def _common(self, chain: Sequence[Site], other: Access) -> list[Var]:
        """The loops of a chain that are loops over an access, too."""
        sites = {id(s.realize): s for s in chain[0].blocks_below()}
        block = sites.get(id(other.block))
        return [s.loop.var for s in chain if block is not None and s.is_above(block)]

    # -- buffers that are private to each iteration --------------------------------------------

    def renewed(self, buffer: Buffer, loop: Site, changed: set[Var]) -> bool:
        """Whether each iteration of a loop reads only elements of a buffer that it has written itself.

        Then the order of iterations affects only the final contents. So, in addition, nothing else may read the buffer,
        or the values stored in each element must all be equal. `changed` are the loops whose order changes.

        In ``for i: t[0] = A[i]; B[i] = t[0] * t[0]`` all iterations use ``t[0]``, each what it wrote itself, and may
        run in another order. If something behind the loop read ``t[0]``, it would find the value of another iteration
        than the last.
        """
        users = self._users(buffer, loop, changed)
        if users is None:
            return False
        instances = self.cache.instances
        accesses = instances.accesses.below(loop.loop.body)
        written, moving = writers_of(accesses.items), {*accesses.bound, *changed}
        writers = [site for site in users if buffer in self.cache.of(site).writes]
        if all(instances.repeats(site.realize, buffer, written, moving) for site in writers):
            return True
        return self._lives_below(buffer, loop)

    def is_private(self, buffer: Buffer, loop: Site) -> bool:
        """Whether each iteration of a loop reads only elements of a buffer that it has written itself, and nothing
        outside of the loop accesses the buffer: an iteration may be left out together with what reads the buffer."""
        return self._users(buffer, loop, {loop.loop.var}) is not None and self._lives_below(buffer, loop)

    def _users(self, buffer: Buffer, loop: Site, changed: set[Var]) -> list[Site] | None:
        """The blocks below a loop that access a buffer; None where one may read what another iteration has written."""
        items = self.cache.instances.accesses.below(loop.loop.body).items
        # Declared regions of blocks are what is compared below: an access outside of any block has none.
        if any(item.block is None and item.buffer is buffer for item in items):
            return None
        users = [site for site in loop.blocks_below() if buffer in self._touched(site)]
        return users if all(self._reads_own(site, buffer, loop, changed) for site in users) else None

    def _touched(self, site: Site) -> set[Buffer]:
        return {item.buffer for item in self.cache.instances.accesses.below(site.realize).items}

    def _reads_own(self, site: Site, buffer: Buffer, loop: Site, changed: set[Var]) -> bool:
        """Whether everything that a block reads of a buffer is proven to be written in the same iteration of `loop`."""
        block, realize = site.block, site.realize
        inside = {id(item.node) for item in self.cache.instances.accesses.of_block(block).items}
        for item in self.cache.instances.accesses.below(realize).items:
            if item.buffer is buffer and item.reads and id(item.node) not in inside:
                return False  # a guard or a binding reads it
        # A reduction reads what its earlier instances wrote: in the same iteration, unless a reduce axis moves with a
        # loop that changes, as in `for k: S[0] = S[0] + A[k]; B[k] = S[0]`.
        if buffer in self.cache.of(site).writes and block.init is not None:
            for axis, value in zip(block.iters, realize.values, strict=True):
                if axis.kind != "spatial" and uses_any(value, changed):
                    return False
        reading = [r for r in block.reads if r.buffer is buffer]
        own = any(i.reads and i.buffer is buffer for i in self.cache.instances.accesses.of_block(block).items)
        # It reads what it does not declare: an accumulation without an init goes on from an earlier iteration.
        if own and not reading and block.init is None:
            return False
        here = self.scope.position[id(site)]
        for region in reading:
            writers = [w for w in self.scope.writers.get(buffer, ()) if self.scope.position[id(w)] < here]
            if not any(
                loop.is_above(w)
                and _at_or_below(common_ancestor(w, site), loop)
                and self._runs_with(w, site, loop)
                and self.cache.stores_always(w, buffer)
                and self.cache.covers(w, site, region)
                for w in reversed(writers)
            ):
                return False
        return True

    def _runs_with(self, writer: Site, reader: Site, loop: Site) -> bool:
        """Whether a writer runs in each iteration of a loop in which a reader does.

        A guard of the writer on the loop, or on outer ones, must be a guard of the reader too: the guarded last
        iteration of a ragged loop writes nothing, and would read what another iteration has written.
        """
        inner = {s.loop.var for s in writer.loops() if loop.is_above(s)}
        reader_guards = guards_of(reader)
        return all(
            uses_any(guard, inner) or self.cache.analyzer.can_prove(guard) or any(same(guard, g) for g in reader_guards)
            for guard in guards_of(writer)
        )

    def _lives_below(self, buffer: Buffer, loop: Site) -> bool:
        """Whether nothing outside of a loop accesses a buffer."""
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
    """The cases in which the first of two instances runs after the second; with `textually` also the same iteration.

    For the loops i, j: di > 0; or di == 0 and dj > 0; and with `textually`, di == 0 and dj == 0.
    """
    cases: list[Limits] = [{**dict.fromkeys(loops[:k], SAME), var: LATER} for k, var in enumerate(loops)]
    return [*cases, dict.fromkeys(loops, SAME)] if textually else cases


def _swapped(cases: Sequence[Limits], swap: bool) -> Sequence[Limits]:
    """The same cases with the two instances swapped, if `swap`: distances change their sign."""
    if not swap:
        return cases
    return [{var: (-high, -low) for var, (low, high) in limits.items()} for limits in cases]
