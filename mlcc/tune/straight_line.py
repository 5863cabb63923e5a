"""What the straight-line code in a loop needs: its own statements and those of the unrolled loops in it, in order.

LLVM loads each address of it once and keeps the value until its last use, and sums stay in registers while the loop
runs. So as many registers are wanted as values live at a time; where the machine has fewer, uses find theirs in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from mlcc.ir import Buffer, Expr, Ramp, Var, free_vars
from mlcc.ir.linear import linear

from .nests import Access, Loop, evaluated

#: Longer code is looked at up to here only.
_MOST = 20_000
#: A register is for what is computed next.
_TAKEN = 1

_Key = tuple[Buffer, tuple[object, ...], int]


@dataclass(frozen=True, slots=True)
class StraightLine:
    """`memory` are the accesses of memory, each address once; `live` the most registers that are wanted at a time,
    `spilled` the uses of values that are not in a register, `chain` the sums that wait for each other, and `length` the
    instructions, all of one execution."""

    memory: tuple[Access, ...]
    arithmetic: float
    live: float
    spilled: float
    chain: float
    length: float


@dataclass(slots=True)
class _Value:
    """What is in a register from its first to its last access."""

    first: int
    last: int
    loaded: bool
    stored: bool
    width: float
    is_register: bool
    #: How often it is stored.
    stores: int = 0

    @property
    def is_carried(self) -> bool:
        """Whether an iteration of the loop begins with what the one before it left."""
        return self.is_register and self.loaded and self.stored


def straight_line(loop: Loop, registers: int, vector: int) -> StraightLine:
    """The straight-line code of a loop for a machine with so many registers of `vector` bytes."""
    values: dict[_Key, _Value] = {}
    memory: dict[tuple[_Key, bool], Access] = {}
    forms: dict[int, _Form] = {}
    count = 0
    for access, given in _in_order(loop, {}):
        if count >= _MOST:
            break
        if id(access) not in forms:
            forms[id(access)] = _form(access, given)
        form = forms[id(access)]
        offset = form.constant + sum(factor * (evaluated(term, given) or 0) for term, factor in form.unrolled)
        key = access.buffer, form.rest, offset
        if not access.is_register:
            memory.setdefault((key, access.stored), access)
        if access.is_register or not access.stored:
            _use(values, key, access, count, vector)
        count += 1
    live = _live(values, count)
    room = max(1, registers - _TAKEN)
    spilled = sum(1 - room / wanted for wanted in live if wanted > room)
    arithmetic = _arithmetic(loop)
    length = arithmetic / 2 + sum(access.elements for access in memory.values())
    chain = max((float(value.stores) for value in values.values() if value.is_carried), default=0.0)
    return StraightLine(tuple(memory.values()), arithmetic, max(live, default=0.0), spilled, chain, length)


def _use(values: dict[_Key, _Value], key: _Key, access: Access, at: int, vector: int) -> None:
    found = values.get(key)
    if found is None:
        width = max(1.0, access.nbytes / vector)
        values[key] = _Value(at, at, not access.stored, access.stored, width, access.is_register, int(access.stored))
    else:
        found.last, found.stored = at, access.stored
        found.stores += access.stored


def _live(values: Mapping[_Key, _Value], count: int) -> list[float]:
    """The registers that are wanted at each access: what is loaded before it is stored, or stored last, stays."""
    steps = [0.0] * (count + 1)
    for value in values.values():
        steps[0 if value.is_register and value.loaded else value.first] += value.width
        steps[count if value.is_register and value.stored else value.last + 1] -= value.width
    return list(accumulate(steps[:count]))


def _in_order(loop: Loop, given: dict[Var, int]) -> Iterator[tuple[Access, dict[Var, int]]]:
    """The accesses in order, with the values of the unrolled loops around each."""
    for item in loop.body:
        if isinstance(item, Access):
            yield item, given
        elif item.is_written_out and item.var is not None:
            for value in range(item.first, item.first + int(item.extent)):
                yield from _in_order(item, {**given, item.var: value})


def _arithmetic(loop: Loop) -> float:
    inner = (item for item in loop.loops if item.is_written_out)
    return loop.arithmetic + sum(item.extent * _arithmetic(item) for item in inner)


@dataclass(frozen=True, slots=True)
class _Form:
    """An index as a part that unrolled loops do not change, a constant, and multiples of what they change."""

    rest: tuple[object, ...]
    constant: int
    unrolled: tuple[tuple[Expr, int], ...]


def _form(access: Access, given: Mapping[Var, int]) -> _Form:
    index: Expr = access.index.base if isinstance(access.index, Ramp) else access.index
    form = linear(index)
    own, rest = [], []
    for key, (term, factor) in form.terms.items():
        names = free_vars(term)
        if names and all(name in given for name in names):
            own.append((term, factor))
        else:
            rest.append((key, factor))
    return _Form(tuple(rest), form.constant, tuple(own))
