"""Which iterations of loops may run in another order, or at once: those that no access to memory ties together.

Two instances are tied when they touch one element, one of them writes it, and the two do not commute. Updates of one
accumulator by one operation commute (see `accumulation`), and so do stores of the same value: of a literal, or by the
same instance of a block that is computed several times, as the tiles of `compute_at` with a halo do.

A buffer may also be used anew by each iteration: then no value passes from one to another (see `renewed`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from mlcc.ir import Block, Buffer, Stmt, Var, as_int, free_vars

from .accesses import Access
from .conflicts import EARLIER, LATER, SAME, Conflict, Limits
from .dependence import FactCache, Scope, common_ancestor
from .simplify import uses_any
from .tree import Site


@dataclass(frozen=True, slots=True)
class Tie:
    """Two accesses to one element whose order shows; `loops` are those whose change of order is at fault."""

    first: Access
    second: Access
    loops: tuple[Var, ...]


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
        for group in self._groups(loop.loop.body, [var], updates):
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
        swapped = _swapped(old, new)
        if not swapped:
            return None
        for group in self._groups(chain[0].loop.body, old, True):
            for pair in group.pairs():
                for limits in pair.reorderings(old, new, swapped):
                    if self.renewed(group.buffer, chain[-1], set(old)):
                        break
                    return Tie(pair.first, pair.second, limits)
        return None

    def single_valued(self, block: Block, buffer: Buffer) -> bool:
        """Whether an element that a block writes has one value: different instances write different elements.

        The block must be no accumulation.
        """
        key = (id(block), id(buffer))
        found = self.cache.single_valued.get(key)
        if found is None:
            found = self.cache.single_valued[key] = (block, self._single_valued(block, buffer))
        return found[1]

    def _single_valued(self, block: Block, buffer: Buffer) -> bool:
        accesses = self.cache.accesses.of_block(block)
        mine = [item for item in accesses.items if item.buffer is buffer]
        if any(item.reads for item in mine) or any(axis.kind != "spatial" for axis in block.iters):
            return False
        return self.distinct(block, buffer) is None

    def distinct(self, block: Block, buffer: Buffer) -> Tie | None:
        """Two stores by which instances with different spatial axes write one element of a buffer, if any."""
        axes = [axis.var for axis in block.iters if axis.kind == "spatial" and as_int(axis.dom.extent) != 1]
        for group in self._instances(block, axes):
            if group.buffer is buffer:
                for pair in group.pairs():
                    if pair.first.writes and pair.second.writes:
                        for axis in axes:
                            if pair.tied([{axis: EARLIER}, {axis: LATER}]):
                                return Tie(pair.first, pair.second, (axis,))
        return None

    def apart(self, block: Block) -> bool:
        """Whether instances with different spatial axes share no element that one of them writes."""
        axes = [axis.var for axis in block.iters if axis.kind == "spatial" and as_int(axis.dom.extent) != 1]
        return not any(
            pair.tied([{axis: EARLIER}, {axis: LATER}])
            for group in self._instances(block, axes)
            for pair in group.pairs()
            for axis in axes
        )

    # -- buffers that each iteration uses anew ------------------------------------------------

    def renewed(self, buffer: Buffer, loop: Site, changed: set[Var]) -> bool:
        """Whether each iteration of a loop reads of a buffer only what it has written before.

        Then the order of iterations shows in what is left in the end only: nothing else may look at that, or each
        element has one value. `changed` are the loops whose order changes.
        """
        below = loop.blocks_below()
        table = self.cache.accesses
        if any(item.block is None and item.buffer is buffer for item in table.below(loop.loop.body).items):
            return False
        users = [site for site in below if buffer in self._touched(site)]
        if not all(self._reads_own(site, buffer, loop, changed) for site in users):
            return False
        if all(self.single_valued(s.block, buffer) for s in users if buffer in self.cache.of(s).writes):
            return True
        return self._lives_below(buffer, loop)

    def _touched(self, site: Site) -> set[Buffer]:
        return {item.buffer for item in self.cache.accesses.below(site.realize).items}

    def _reads_own(self, site: Site, buffer: Buffer, loop: Site, changed: set[Var]) -> bool:
        """Whether what a block reads of a buffer was surely written in the same iteration of the loop."""
        block, realize = site.block, site.realize
        inside = {id(item.node) for item in self.cache.accesses.of_block(block).items}
        for item in self.cache.accesses.below(realize).items:
            if item.buffer is buffer and item.reads and id(item.node) not in inside:
                return False  # a guard or a binding reads it
        if buffer in self.cache.of(site).writes and block.init is not None:
            for axis, value in zip(block.iters, realize.values, strict=True):
                if axis.kind != "spatial" and uses_any(value, changed):
                    return False
        reading = [r for r in block.reads if r.buffer is buffer]
        own = any(i.reads and i.buffer is buffer for i in self.cache.accesses.of_block(block).items)
        if own and not reading and block.init is None:
            return False
        here = self.scope.position[id(site)]
        for region in reading:
            writers = [w for w in self.scope.writers.get(buffer, ()) if self.scope.position[id(w)] < here]
            if not any(
                loop.is_above(w) and _at_or_below(common_ancestor(w, site), loop) and self.cache.covers(w, site, region)
                for w in reversed(writers)
            ):
                return False
        return True

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

    # -- pairs of accesses ---------------------------------------------------------------------

    def _groups(self, body: Stmt, loops: Iterable[Var], updates: bool) -> Iterator[_Group]:
        accesses = self.cache.accesses.below(body)
        moving = {*accesses.bound, *loops}
        yield from self._grouped(accesses.items, moving, updates)

    def _instances(self, block: Block, axes: Iterable[Var]) -> Iterator[_Group]:
        accesses = self.cache.accesses.of_block(block)
        moving = {*accesses.bound, *axes, *(axis.var for axis in block.iters)}
        yield from self._grouped(accesses.items, moving, True)

    def _grouped(self, items: Sequence[Access], moving: set[Var], updates: bool) -> Iterator[_Group]:
        written = dict.fromkeys(item.buffer for item in items if item.writes)
        by_buffer: dict[Buffer, list[Access]] = {buffer: [] for buffer in written}
        for item in items:
            if item.buffer in by_buffer:
                by_buffer[item.buffer].append(item)
        for buffer, found in by_buffer.items():
            yield _Group(self, buffer, found, moving, written, updates)

    def same_value(self, first: Access, second: Access, moving: Container[Var]) -> bool:
        """Whether two stores put the same value in the element that they share."""
        if not (first.writes and second.writes) or first.reads or second.reads:
            return False
        if first.literal is not None and first.literal == second.literal:
            return True
        if first.block is None or first.block is not second.block:
            return False
        block = first.block.block
        # what a nested block computes may depend on axes of the blocks around it
        return self.single_valued(block, first.buffer) and not any(v in moving for v in free_vars(block))


@dataclass(frozen=True, eq=False)
class _Group:
    """The accesses to one written buffer."""

    order: Order
    buffer: Buffer
    items: list[Access]
    moving: set[Var]
    written: dict[Buffer, None]
    updates: bool

    def pairs(self) -> Iterator[_Pair]:
        """Pairs with a write, that do not commute; those that are alike in all that counts once."""
        kinds: dict[object, Access] = {}
        for item in self.items:
            key = (
                item.index, item.reads, item.writes, item.accumulates, item.literal, item.zero, item.positive,
                id(item.block),
            )  # fmt: skip
            kinds.setdefault(key, item)
        items = list(kinds.values())
        loose: dict[object, Conflict] = {}
        for number, first in enumerate(items):
            for second in items[number:]:
                if not (first.writes or second.writes):
                    continue
                if self.updates and first.accumulates is not None and first.accumulates == second.accumulates:
                    continue
                yield _Pair(self, first, second, loose)


class _Pair:
    """Two accesses to one buffer."""

    def __init__(self, group: _Group, first: Access, second: Access, loose: dict[object, Conflict]) -> None:
        self.group = group
        self.first, self.second = first, second
        self._known = loose
        self._same_value: bool | None = None

    def tied(self, cases: Sequence[Limits]) -> bool:
        """Whether the order of two instances within one of the limits may show."""
        loose = self._conflict(False)
        if not any(loose.possible(limits) for limits in self._cases(cases)):
            return False
        if self._commutes():
            return False
        if not self._has_conditions():
            return True
        strict = self._conflict(True)
        return any(strict.possible(limits) for limits in self._cases(cases))

    def reorderings(self, old: Sequence[Var], new: Sequence[Var], swapped: set[Var]) -> Iterator[tuple[Var, ...]]:
        """The pairs of loops by whose exchange the order of two instances would be turned round."""
        loose = self._conflict(False)
        bounds = loose.distances(old)
        if bounds is None:
            return
        free = [var for var in old if bounds[var] != SAME]
        if sum(var in swapped for var in free) < 2 or self._commutes():
            return
        conflicts = [loose, self._conflict(True)] if self._has_conditions() else [loose]
        for p, q in _exchanged(free, [var for var in new if var in free]):
            before = {*free[: free.index(p)], *_before(new, q, free)}
            still: Limits = dict.fromkeys(before, SAME)
            for one, other in ((EARLIER, LATER), (LATER, EARLIER)):
                if all(c.possible({**still, p: one, q: other}) for c in conflicts):
                    yield p, q

    def _cases(self, cases: Sequence[Limits]) -> Sequence[Limits]:
        return cases[:1] if self.first is self.second else cases

    def _has_conditions(self) -> bool:
        return any((self.first.zero, self.second.zero, self.first.positive, self.second.positive))

    def _commutes(self) -> bool:
        if self._same_value is None:
            self._same_value = self.group.order.same_value(self.first, self.second, self.group.moving)
        return self._same_value

    def _conflict(self, strict: bool) -> Conflict:
        """The equations, with the conditions of the accesses or without: what is alike is solved once."""
        first, second = self.first, self.second
        if not strict:
            key = (first.index, second.index)
            known = self._known.get(key)
            if known is None:
                known = self._known[key] = self._new(_unconditional(first), _unconditional(second))
            return known
        return self._new(first, second)

    def _new(self, first: Access, second: Access) -> Conflict:
        group = self.group
        return Conflict(group.order.cache.analyzer, group.moving, group.written, first, second)


def _unconditional(access: Access) -> Access:
    return Access(access.node, access.buffer, access.index, access.reads, access.writes)


def _at_or_below(site: Site, loop: Site) -> bool:
    return site is loop or loop.is_above(site)


def _before(order: Sequence[Var], var: Var, among: Sequence[Var]) -> list[Var]:
    return [v for v in order[: order.index(var)] if v in among]


def _exchanged(old: Sequence[Var], new: Sequence[Var]) -> list[tuple[Var, Var]]:
    """Pairs of loops whose order changes, the outer one first."""
    place = {var: k for k, var in enumerate(new)}
    return [(p, q) for k, p in enumerate(old) for q in old[k + 1 :] if place[p] > place[q]]


def _swapped(old: Sequence[Var], new: Sequence[Var]) -> set[Var]:
    return {var for pair in _exchanged(old, new) for var in pair}
