"""Pairs of accesses that are tied by a dependence: they may touch one element, one of them writes it, and their order
affects the result.

Updates of one accumulator by one operation commute (see `accumulation`), and so do stores of the same value: of a
literal, or by the same instance of a block that runs several times, as in the overlapping tiles that `compute_at`
produces for a stencil.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mlcc.ir import Block, BlockRealize, Buffer, Stmt, Var, as_int, free_vars

from .accesses import Access, AccessTable
from .conflicts import EARLIER, LATER, SAME, Conflict, Limits
from .simplify import Analyzer

#: By buffer, the accesses that write it while some loops run.
Writers = Mapping[Buffer, Sequence[Access]]


@dataclass(frozen=True, slots=True)
class Tie:
    """A dependence between two accesses; `loops` are the loops or axes in which their instances differ."""

    first: Access
    second: Access
    loops: tuple[Var, ...]


class Instances:
    """Dependences between the instances of a block, or between iterations of loops. Results are cached."""

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer
        self.accesses = AccessTable(analyzer)
        self._single: dict[tuple[int, int], tuple[Block, bool]] = {}
        self._overlaps: dict[tuple[int, int], tuple[Block, Tie | None]] = {}

    def groups(self, body: Stmt, loops: Iterable[Var], updates: bool) -> Iterator[Group]:
        """The accesses in the body of some loops, one group per written buffer.

        With `updates`, updates of one accumulator count as commuting.
        """
        accesses = self.accesses.below(body)
        yield from self._grouped(accesses.items, {*accesses.bound, *loops}, updates)

    def of_block(self, block: Block) -> Iterator[Group]:
        """The accesses of all instances of a block, one group per written buffer; updates of accumulators commute."""
        accesses = self.accesses.of_block(block)
        yield from self._grouped(accesses.items, {*accesses.bound, *(axis.var for axis in block.iters)}, True)

    def _grouped(self, items: Sequence[Access], moving: set[Var], updates: bool) -> Iterator[Group]:
        # What is only read has no dependences, so the groups are those of the buffers that are written.
        written = writers_of(items)
        by_buffer: dict[Buffer, list[Access]] = {buffer: [] for buffer in written}
        for item in items:
            if item.buffer in by_buffer:
                by_buffer[item.buffer].append(item)
        for buffer, accesses in by_buffer.items():
            yield Group(self, buffer, accesses, moving, written, updates)

    def apart(self, block: Block) -> bool:
        """Whether no two instances with different spatial axes share an element that one of them writes."""
        axes = [axis.var for axis in block.iters if axis.kind == "spatial" and as_int(axis.dom.extent) != 1]
        # One axis at a time is enough: instances that differ in any axes differ in one, whatever the others do.
        return not any(
            pair.tied([{axis: EARLIER}, {axis: LATER}])
            for group in self.of_block(block)
            for pair in group.pairs()
            for axis in pair.differing(axes)
        )

    def overlap(self, block: Block, buffer: Buffer) -> Tie | None:
        """Two stores by which instances with different spatial axes write one element of a buffer, if any."""
        key = (id(block), id(buffer))
        cached = self._overlaps.get(key)
        if cached is None:
            cached = self._overlaps[key] = (block, self._overlap(block, buffer))
        return cached[1]

    def _overlap(self, block: Block, buffer: Buffer) -> Tie | None:
        axes = [axis.var for axis in block.iters if axis.kind == "spatial" and as_int(axis.dom.extent) != 1]
        for group in self.of_block(block):
            if group.buffer is not buffer:
                continue
            # Updates commute, but they do write the same element: `single_valued` has to know.
            for pair in group.pairs(everything=True):
                if not (pair.first.writes and pair.second.writes):
                    continue
                for axis in pair.differing(axes):
                    if pair.tied([{axis: EARLIER}, {axis: LATER}]):
                        return Tie(pair.first, pair.second, (axis,))
        return None

    def shuffled(self, block: Block, order: Sequence[Var] | None) -> Tie | None:
        """A dependence that a new order of the block's instances would violate, if any.

        `order` is the new order of its axes, each of which still increases. None stands for any order in which, of the
        instances that differ in reduce axes only, the first one stays the first.

        For ``C[vi] = 0`` as the init and ``C[vi] = C[vi] + A[vi, vk]`` there is none with `order` None: the updates
        commute, and of the instances that touch ``C[vi]`` the first one, with the init, stays the first. With
        ``C[vi // 2]`` instances of two values of `vi` share an element, and the init of the second one may now come
        after an update by the first, and erase it: the answer is the dependence in `vi` and `vk`.
        """
        axes = [axis.var for axis in block.iters if as_int(axis.dom.extent) != 1]
        reduces = {axis.var for axis in block.iters if axis.kind == "reduce"}
        for group in self.of_block(block):
            for pair in group.pairs():
                if order is not None:
                    new = [var for var in order if var in axes]
                    for loops in pair.reorderings(axes, new, {v for both in exchanged(axes, new) for v in both}):
                        return Tie(pair.first, pair.second, loops)
                    continue
                # Any order: it is enough that two instances share an element. `zero` marks the accesses of the init.
                free = pair.differing(axes)
                started = pair.first.zero or pair.second.zero
                if not free or (started and reduces.issuperset(free)) or not pair.tied([{}]):
                    continue
                return Tie(pair.first, pair.second, tuple(free[:2]))
        return None

    def single_valued(self, block: Block, buffer: Buffer) -> bool:
        """Whether a block writes at most one value to each element of a buffer, without reading the buffer."""
        key = (id(block), id(buffer))
        cached = self._single.get(key)
        if cached is None:
            # An element has one value if one instance writes it. A reduce axis would mean several writes, a read of the
            # buffer a value that depends on what ran before.
            mine = [item for item in self.accesses.of_block(block).items if item.buffer is buffer]
            spatial = all(axis.kind == "spatial" for axis in block.iters)
            answer = spatial and not any(item.reads for item in mine) and self.overlap(block, buffer) is None
            cached = self._single[key] = (block, answer)
        return cached[1]

    def repeats(
        self,
        realize: BlockRealize,
        buffer: Buffer,
        written: Writers,
        moving: Container[Var],
        above: Sequence[Block] = (),
    ) -> bool:
        """Whether a block stores the same value in an element each time it runs while loops in `moving` run.

        That holds where the value depends on the block's axes alone: each element is written by one instance, and its
        inputs are not written in between, or only by blocks of which the same holds. `above` are the blocks whose
        inputs are being examined in this recursion: none of them may depend on itself.

        An example is what `compute_at` makes of ``C[i] = P[i] + P[i + 1] + P[i + 2]`` in tiles of 4:

            for t in range(4):
                for j in range(6): P[t * 4 + j] = A[t * 4 + j]
                for j in range(4): C[t * 4 + j] = P[t * 4 + j] + P[t * 4 + j + 1] + P[t * 4 + j + 2]

        ``P[4]`` is stored by t = 0 with j = 4 and by t = 1 with j = 0, both times by the instance 4 of the block, and
        so with the value ``A[4]``: the tiles may run in parallel. They may not if the loop over `t` also stores to `A`.
        """
        block = realize.block
        if block in above or not self.single_valued(block, buffer):
            return False
        # The value may depend on the block's own axes only. A nested block may use axes of the blocks around it, and a
        # block may use a loop without an axis: then one instance has another value in the next iteration.
        if any(var in moving for var in free_vars(block)):
            return False
        # What it reads must have the same value, too: never written here, or by a block that repeats its stores.
        inputs = dict.fromkeys(item.buffer for item in self.accesses.of_block(block).items if item.reads)
        return all(
            writer.block is not None and self.repeats(writer.block, read, written, moving, (*above, block))
            for read in inputs
            for writer in written.get(read, ())
        )

    def same_value(self, first: Access, second: Access, written: Writers, moving: Container[Var]) -> bool:
        """Whether two stores write the same value to the element that they share."""
        if not (first.writes and second.writes) or first.reads or second.reads:
            return False
        if first.literal is not None and first.literal == second.literal:
            return True
        # Two blocks, or stores outside of any block, may compute different values for one element.
        if first.block is None or first.block is not second.block:
            return False
        return self.repeats(first.block, first.buffer, written, moving)


def writers_of(items: Iterable[Access]) -> Writers:
    """By buffer, the accesses that write it."""
    result: dict[Buffer, list[Access]] = {}
    for item in items:
        if item.writes:
            result.setdefault(item.buffer, []).append(item)
    return result


@dataclass(frozen=True, eq=False)
class Group:
    """The accesses to one written buffer."""

    instances: Instances
    buffer: Buffer
    items: list[Access]
    moving: set[Var]
    written: Writers
    updates: bool

    def pairs(self, everything: bool = False) -> Iterator[Pair]:
        """Pairs of accesses of which at least one writes; accesses that differ in no relevant field are taken once.

        Without `everything`, pairs of updates that commute are left out. ``B[i] = B[i] * B[i] + A[i]`` has three
        accesses to `B`; the loads are alike, and of the pairs of a load and a store only (load, store) and
        (store, store) contain a write. The latter pairs instances of one access.
        """
        kinds: dict[object, Access] = {}
        for item in self.items:
            key = (
                item.index, item.reads, item.writes, item.accumulates, item.literal, item.zero, item.positive,
                item.initial, id(item.block),
            )  # fmt: skip
            kinds.setdefault(key, item)
        items = list(kinds.values())
        # The store and the load of `B[i]` have one index, so that all pairs of them share their equations.
        loose: dict[object, Conflict] = {}
        for number, first in enumerate(items):
            for second in items[number:]:
                pair = self.pair(first, second, loose, everything)
                if pair is not None:
                    yield pair

    def pair(
        self, first: Access, second: Access, loose: dict[object, Conflict] | None = None, everything: bool = False
    ) -> Pair | None:
        """A pair of the accesses; None where neither writes, or both update one accumulator and that commutes."""
        if not (first.writes or second.writes):
            return None
        same_operation = first.accumulates is not None and first.accumulates == second.accumulates
        if same_operation and self.updates and not everything:
            return None
        return Pair(self, first, second, {} if loose is None else loose)


class Pair:
    """Two accesses to one buffer.

    The equations are solved first without the conditions of the accesses (`loose`, shared between pairs with the same
    indices), and with them only where the first answer is "possible".

    An example: ``A[i * 4 + j + 1] = A[i * 4 + j]`` for i < 8 and j < 4 has two pairs. The store never meets itself
    (`differing` is empty). The load meets the store at the distances (di, dj) = (0, 1) and (1, -3), the load being the
    later of the two: `differing` is ``[i, j]``, `tied` says yes for di > 0 and no for di < 0, and `reorderings` has the
    interchange of `i` and `j`, since (1, -3) would become (-3, 1).
    """

    def __init__(self, group: Group, first: Access, second: Access, loose: dict[object, Conflict]) -> None:
        self.group = group
        self.first, self.second = first, second
        self._loose = loose
        self._same_value: bool | None = None

    def differing(self, loops: Sequence[Var]) -> list[Var]:
        """The loops in which two instances that touch one element may differ."""
        bounds = self._conflict(False).distances(loops)
        return [] if bounds is None else [var for var in loops if bounds[var] != SAME]

    def tied(self, cases: Sequence[Limits]) -> bool:
        """Whether the order of two instances with distances within one of `cases` may affect the result."""
        # The tests are in order of expense: equations that other pairs share, then whether the values are the same,
        # then equations of this pair alone.
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
        """The pairs of loops whose interchange may reverse the order of two instances that touch one element.

        For the loops ``i, j`` and the new order ``j, i`` these are instances with di < 0 and dj > 0, or the opposite.
        For ``i, j, k`` and the new order ``i, k, j`` these are instances with di == 0, dj < 0 and dk > 0, or the
        opposite: with di != 0, the loop `i` decides in both orders. For the new order ``k, j, i`` the pairs are
        (i, j), (i, k) and (j, k).
        """
        loose = self._conflict(False)
        # Loops of which the distance is always 0 decide no order. Fewer than two of the others: nothing is exchanged.
        free = self.differing(old)
        if sum(var in swapped for var in free) < 2 or self._commutes():
            return
        conflicts = [loose, self._conflict(True)] if self._has_conditions() else [loose]
        for p, q in exchanged(free, [var for var in new if var in free]):
            # `p` decides the old order where the loops before it in that order are the same, and `q` the new one
            # likewise. The order is reversed where their distances have opposite signs.
            before = {*free[: free.index(p)], *_before(new, q, free)}
            still: Limits = dict.fromkeys(before, SAME)
            for one, other in ((EARLIER, LATER), (LATER, EARLIER)):
                if all(c.possible({**still, p: one, q: other}) for c in conflicts):
                    yield p, q

    def _cases(self, cases: Sequence[Limits]) -> Sequence[Limits]:
        # Of an access and itself, a pair of instances counts in both directions: for each solution `d` there is `-d`,
        # so that of two opposite cases one is enough.
        return cases[:1] if self.first is self.second else cases

    def _has_conditions(self) -> bool:
        return any((self.first.zero, self.second.zero, self.first.positive, self.second.positive))

    def _commutes(self) -> bool:
        if self._same_value is None:
            group = self.group
            self._same_value = group.instances.same_value(self.first, self.second, group.written, group.moving)
        return self._same_value

    def _conflict(self, strict: bool) -> Conflict:
        """The equations of the pair, with the conditions of the accesses if `strict`, else cached by their indices."""
        first, second = self.first, self.second
        if not strict:
            key = (first.index, second.index)
            cached = self._loose.get(key)
            if cached is None:
                cached = self._loose[key] = self._new(_unconditional(first), _unconditional(second))
            return cached
        return self._new(first, second)

    def _new(self, first: Access, second: Access) -> Conflict:
        group = self.group
        return Conflict(group.instances.analyzer, group.moving, group.written, first, second)


def _unconditional(access: Access) -> Access:
    return Access(access.node, access.buffer, access.index, access.reads, access.writes)


def _before(order: Sequence[Var], var: Var, among: Sequence[Var]) -> list[Var]:
    return [v for v in order[: order.index(var)] if v in among]


def exchanged(old: Sequence[Var], new: Sequence[Var]) -> list[tuple[Var, Var]]:
    """Pairs of loops whose order changes, the outer one first."""
    # i, j, k in the new order k, i, j: (i, k) and (j, k), but not (i, j).
    position = {var: k for k, var in enumerate(new)}
    return [(p, q) for k, p in enumerate(old) for q in old[k + 1 :] if position[p] > position[q]]
