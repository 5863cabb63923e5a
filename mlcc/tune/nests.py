"""A lowered program as a tree of loops with the accesses and instructions of each, for the cost model.

Loops have their extents; a branch of an `if` is a node too, whose extent is the part of the executions that take it, so
that products of extents count what is executed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING

from mlcc.ir import (
    Binary,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    IntImm,
    Node,
    Not,
    PrimFunc,
    Ramp,
    Stmt,
    Var,
    as_int,
    children,
    fold_int,
    free_vars,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.ir.linear import linear

if TYPE_CHECKING:
    from mlcc.target import Target

#: A size that is known at run time only counts as this; all candidates of a program share it.
USUAL = 128
#: Buffers in this scope are registers once their loops are unrolled.
REGISTERS = "local"
_ARITHMETIC = frozenset({"add", "sub", "mul", "div", "min", "max"})
#: A function of one value, in arithmetic instructions.
_CALL = 12.0
#: A condition is tried with so many values of each loop around it, and so many combinations, at most.
_VALUES, _COMBINATIONS = 8, 128


@dataclass(frozen=True, slots=True)
class Access:
    """One load or store: the loops that its address depends on, and the bytes of one execution.

    `elements` are addresses that are not neighbours, each a load or store of its own.
    """

    buffer: Buffer
    index: Expr
    depends: frozenset[Var]
    nbytes: int
    stored: bool
    elements: int = 1
    #: Whether it is of a buffer that is kept in registers.
    is_register: bool = False

    @property
    def steps(self) -> tuple[list[tuple[int, Var]], set[Var]]:
        """By how many elements each loop moves the address, and the loops for which that is no constant."""
        form = linear(self.index.base if isinstance(self.index, Ramp) else self.index)
        steps = [(abs(factor), term) for term, factor in form.terms.values() if isinstance(term, Var)]
        return steps, set(self.depends) - {var for _, var in steps}


@dataclass(slots=True)
class Loop:
    """A loop, or a branch (of kind `branch`), with what it holds in order; the program itself has one iteration."""

    var: Var | None
    first: int
    extent: float
    kind: str
    body: list[Access | Loop] = field(default_factory=list)
    #: Vector instructions of arithmetic, and others that take their time alone, in one iteration.
    arithmetic: float = 0.0
    branches: int = 0
    #: Calls for their effects, such as prefetches and tile instructions.
    calls: int = 0

    @property
    def loops(self) -> list[Loop]:
        return [item for item in self.body if isinstance(item, Loop)]

    @property
    def accesses(self) -> list[Access]:
        return [item for item in self.body if isinstance(item, Access)]

    @property
    def is_written_out(self) -> bool:
        """Whether its iterations are instructions one after the other."""
        return self.kind == "unroll"


def nest_of(func: PrimFunc, target: Target) -> Loop:
    """The tree of a lowered program."""
    root = Loop(None, 0, 1, "serial")
    vector = target.vector_bits // 8
    _Collecting(vector).statement(func.body, root, [])
    given = set(func.buffer_map.values())
    kept: dict[Buffer, bool] = {}
    _find_registers(root, frozenset(), kept)
    room = vector * target.vector_registers
    small = {buffer for buffer, constant in kept.items() if constant and buffer not in given and _size(buffer) <= room}
    _mark_registers(root, small)
    return root


def _find_registers(loop: Loop, running: frozenset[Var], kept: dict[Buffer, bool]) -> None:
    """Which buffers have addresses that are constants once loops are written out."""
    if loop.var is not None and not loop.is_written_out:
        running |= {loop.var}
    for access in loop.accesses:
        kept[access.buffer] = kept.get(access.buffer, True) and not access.depends & running
    for inner in loop.loops:
        _find_registers(inner, running, kept)


def _mark_registers(loop: Loop, small: set[Buffer]) -> None:
    loop.body = [
        replace(item, is_register=True)
        if isinstance(item, Access) and (item.buffer.scope == REGISTERS or item.buffer in small)
        else item
        for item in loop.body
    ]
    for inner in loop.loops:
        _mark_registers(inner, small)


def _size(buffer: Buffer) -> int:
    return math.prod(as_int(dim) or USUAL for dim in buffer.shape) * nbytes_of(buffer.dtype)


@dataclass(slots=True)
class _Collecting:
    """Puts what statements hold into the loops around them; `vector` is the bytes of a register."""

    vector: int

    def statement(self, stmt: Node, loop: Loop, around: list[Loop]) -> None:
        if isinstance(stmt, For):
            first = as_int(stmt.min) or 0
            inner = Loop(stmt.var, first, as_int(stmt.extent) or USUAL, stmt.kind)
            loop.body.append(inner)
            self.statement(stmt.body, inner, [*around, inner])
        elif isinstance(stmt, BufferStore):
            self._store(stmt, loop)
        elif isinstance(stmt, IfThenElse):
            self._branches(stmt, loop, around)
        else:
            loop.calls += isinstance(stmt, Evaluate)
            for child in children(stmt):
                if isinstance(child, Stmt):
                    self.statement(child, loop, around)

    def _store(self, stmt: BufferStore, loop: Loop) -> None:
        loads = [node for node in walk(stmt.value) if isinstance(node, BufferLoad)]
        loop.body += [_access(node.buffer, node.indices, node.dtype, False) for node in loads]
        loop.arithmetic += sum(_instructions(node, self.vector) for node in _values(stmt.value))
        loop.body.append(_access(stmt.buffer, stmt.indices, stmt.value.dtype, True))

    def _branches(self, stmt: IfThenElse, loop: Loop, around: list[Loop]) -> None:
        loop.branches += 1
        part = taken(stmt.condition, around)
        for body, share in ((stmt.then_body, part), (stmt.else_body, 1 - part)):
            if body is not None and share > 0:
                inner = Loop(None, 0, share, "branch")
                loop.body.append(inner)
                self.statement(body, inner, around)


def taken(condition: Expr, around: Sequence[Loop]) -> float:
    """The part of the iterations of the loops around it in which a condition holds; half where that is not known."""
    names = free_vars(condition)
    loops = [loop for loop in around if loop.var in names]
    found: list[int | None] = []
    for values in product(*(_some(loop) for loop in loops)):
        if len(found) >= _COMBINATIONS:
            break
        given = {loop.var: value for loop, value in zip(loops, values, strict=True) if loop.var is not None}
        found.append(evaluated(condition, given))
    known = [value for value in found if value is not None]
    return sum(map(bool, known)) / len(known) if known else 0.5


def _some(loop: Loop) -> list[int]:
    """Values of a loop: the first and the last, and some in between."""
    last, count = int(loop.extent) - 1, min(_VALUES, int(loop.extent))
    return [loop.first + last * n // max(1, count - 1) for n in range(count)]


def evaluated(expr: Expr, given: Mapping[Var, int]) -> int | None:
    """The value of an integer expression, None where it depends on more than the variables that are given."""
    if isinstance(expr, IntImm):
        return expr.value
    if isinstance(expr, Var):
        return given.get(expr)
    if isinstance(expr, Not):
        value = evaluated(expr.a, given)
        return None if value is None else int(not value)
    if isinstance(expr, Binary):
        a, b = evaluated(expr.a, given), evaluated(expr.b, given)
        folded = None if a is None or b is None else fold_int(expr.op, a, b, expr.dtype)
        return None if folded is None else folded.value
    return None


def _values(expr: Expr) -> Iterator[Node]:
    """The nodes that compute the value; not those of indices."""
    pending: list[Node] = [expr]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, BufferLoad):
            pending += children(node)


def _instructions(node: Node, vector: int) -> float:
    if isinstance(node, Binary) and node.op in _ARITHMETIC:
        return max(1.0, nbytes_of(node.dtype) / vector)
    if isinstance(node, Call):
        return _CALL * max(1.0, nbytes_of(node.dtype) / vector)
    return 0.0


def nbytes_of(dtype: str) -> int:
    """The bytes of a value, all lanes of a vector."""
    return dt.nbytes(dt.element(dtype)) * dt.lanes(dtype)


def _access(buffer: Buffer, indices: tuple[Expr, ...], dtype: str, stored: bool) -> Access:
    index = indices[-1]
    apart = isinstance(index, Ramp) and as_int(index.stride) != 1
    depends = frozenset(var for item in indices for var in free_vars(item))
    return Access(buffer, index, depends, nbytes_of(dtype), stored, dt.lanes(dtype) if apart else 1)
