"""What a cost model sees of a lowered program: counts of instructions, registers, and bytes per level of memory.

Loops stand in the program with their extents, so counts are products; a load is executed once for each iteration of the
loops down to the innermost one that its index depends on, and of unrolled loops once for each that it depends on, since
LLVM hoists and shares the others. Traffic follows the usual rule for a cache of `size` bytes: a loop whose footprint
fits loads it once, another one what its body loads in each iteration.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mlcc.ir import (
    Binary,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Expr,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    Stmt,
    Var,
    as_int,
    children,
    free_vars,
    walk,
)
from mlcc.ir import dtype as dt

if TYPE_CHECKING:
    from mlcc.target import Target

#: A size that is known at run time only counts as this; all candidates of a program share it.
_USUAL = 128
#: Buffers in this scope are registers once their loops are unrolled.
_REGISTERS = "local"
_ARITHMETIC = frozenset({"add", "sub", "mul", "div", "min", "max"})
#: A function of one value, in arithmetic instructions.
_CALL = 12.0


@dataclass(frozen=True, slots=True)
class _Access:
    """One load or store in a loop nest: the loops that its address depends on, and the bytes of one execution."""

    buffer: Buffer
    depends: frozenset[Var]
    nbytes: int
    stored: bool


@dataclass(slots=True)
class _Loop:
    """A loop with what its body holds; the program itself is a loop of one iteration."""

    var: Var | None
    extent: int
    kind: str
    loops: list[_Loop] = field(default_factory=list)
    accesses: list[_Access] = field(default_factory=list)
    #: Vector instructions of arithmetic, and others that take their time alone, in one iteration.
    arithmetic: float = 0.0
    branches: int = 0


def features(func: PrimFunc, target: Target) -> dict[str, float]:
    """The features of a lowered program, in the units of the cost table where they are times."""
    root = _nest(func, target)
    cores = max(1, target.num_cores)
    counts = _Counts(target.vector_bits // 8)
    counts.add(root, [])
    tile = _register_bytes(func) / max(1, target.vector_registers * target.vector_bits // 8)
    vector = target.vector_bits // 8
    return {
        "arithmetic": counts.arithmetic,
        "loads": counts.loads,
        "stores": counts.stores,
        "branches": counts.branches,
        "iterations": counts.iterations,
        "code": counts.code,
        "registers": tile,
        "spills": max(0.0, tile - 1.0) * counts.arithmetic,
        "near": _traffic(root, target.l1_bytes) / vector,
        "far": _traffic(root, target.l2_bytes) / vector,
        "imbalance": _imbalance(root, cores),
        "forks": float(sum(1 for loop in _parallel(root)) * (cores > 1)),
        "shared": _shared(root) if cores > 1 else 1.0,
    }


def predicted(values: Mapping[str, float], target: Target) -> float:
    """The time of a program by its features, in FMAs of a vector: the analytic model, a roofline with spills."""
    costs, cores = target.costs, max(1, target.num_cores)
    busy = max(values["arithmetic"] / 2, values["loads"] * costs.load_vector, values["stores"])
    own = busy + values["spills"] * costs.spilled_vector + values["branches"] + values["iterations"]
    serial = 1.0 - values["shared"]
    threads = serial + values["shared"] * values["imbalance"] / cores
    memory = values["near"] * costs.near_vector * threads + values["far"] * costs.memory_vector
    return own * threads + memory + values["forks"] * costs.fork_join


@dataclass(slots=True)
class _Counts:
    """Sums over all loops, weighted by how often each is executed."""

    vector: int
    arithmetic: float = 0.0
    loads: float = 0.0
    stores: float = 0.0
    branches: float = 0.0
    iterations: float = 0.0
    code: float = 0.0

    def add(self, loop: _Loop, around: list[_Loop]) -> None:
        nest = [*around, loop]
        times = math.prod(item.extent for item in nest)
        unrolled = math.prod(item.extent for item in nest if item.kind == "unroll")
        self.arithmetic += times * loop.arithmetic
        self.branches += times * loop.branches
        self.code += unrolled * (loop.arithmetic + len(loop.accesses))
        if loop.kind != "unroll":
            self.iterations += times
        for access in loop.accesses:
            if access.buffer.scope == _REGISTERS:
                continue
            count = _executed(access, nest) * max(1.0, access.nbytes / self.vector)
            if access.stored:
                self.stores += count
            else:
                self.loads += count
        for inner in loop.loops:
            self.add(inner, nest)


def _executed(access: _Access, nest: list[_Loop]) -> float:
    """How often an access is executed after hoisting."""
    inner = max((n for n, loop in enumerate(nest) if loop.var in access.depends and loop.kind != "unroll"), default=-1)
    serial = math.prod(loop.extent for loop in nest[: inner + 1] if loop.kind != "unroll")
    return float(
        serial * math.prod(loop.extent for loop in nest if loop.kind == "unroll" and loop.var in access.depends)
    )


def _nest(func: PrimFunc, target: Target) -> _Loop:
    root = _Loop(None, 1, "serial")
    _collect(func.body, root, target.vector_bits // 8)
    return root


def _collect(stmt: Node, loop: _Loop, vector: int) -> None:
    """Put what a statement holds into the loop around it."""
    if isinstance(stmt, For):
        inner = _Loop(stmt.var, as_int(stmt.extent) or _USUAL, stmt.kind)
        loop.loops.append(inner)
        _collect(stmt.body, inner, vector)
        return
    if isinstance(stmt, BufferStore):
        loop.arithmetic += sum(_instructions(node, vector) for node in _values(stmt.value))
        loop.accesses.append(_access(stmt.buffer, stmt.indices, stmt.value.dtype, True))
        loop.accesses += [
            _access(node.buffer, node.indices, node.dtype, False)
            for node in walk(stmt.value)
            if isinstance(node, BufferLoad)
        ]
        return
    if isinstance(stmt, IfThenElse):
        loop.branches += 1
    for child in children(stmt):
        if isinstance(child, Stmt):
            _collect(child, loop, vector)


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
        return max(1.0, _nbytes(node.dtype) / vector)
    if isinstance(node, Call):
        return _CALL * max(1.0, _nbytes(node.dtype) / vector)
    return 0.0


def _nbytes(dtype: str) -> int:
    return dt.nbytes(dt.element(dtype)) * dt.lanes(dtype)


def _access(buffer: Buffer, indices: tuple[Expr, ...], dtype: str, stored: bool) -> _Access:
    return _Access(buffer, frozenset(var for index in indices for var in free_vars(index)), _nbytes(dtype), stored)


def _footprint(loop: _Loop) -> dict[Buffer, float]:
    """The bytes of each buffer that all iterations of a loop touch; overlaps of different accesses are not seen."""
    found: dict[Buffer, float] = {}
    for access, factor in _below(loop, 1, {}):
        if access.buffer.scope != _REGISTERS:
            found[access.buffer] = max(found.get(access.buffer, 0.0), access.nbytes * factor)
    return found


def _below(loop: _Loop, _: int, extents: dict[Var, int]) -> Iterator[tuple[_Access, float]]:
    own = extents if loop.var is None else {**extents, loop.var: loop.extent}
    for access in loop.accesses:
        yield access, float(math.prod(extent for var, extent in own.items() if var in access.depends))
    for inner in loop.loops:
        yield from _below(inner, 1, own)


def _traffic(loop: _Loop, size: int) -> float:
    """The bytes that all iterations of a loop load into a cache."""
    footprint = sum(_footprint(loop).values())
    if footprint <= size or not loop.loops:
        return footprint
    own = sum(access.nbytes for access in loop.accesses if access.buffer.scope != _REGISTERS)
    return loop.extent * (own + sum(_traffic(inner, size) for inner in loop.loops))


def _parallel(loop: _Loop) -> Iterator[_Loop]:
    for inner in loop.loops:
        if inner.kind == "parallel":
            yield inner
        else:
            yield from _parallel(inner)


def _work(loop: _Loop) -> float:
    return loop.extent * (loop.arithmetic + len(loop.accesses) + sum(_work(inner) for inner in loop.loops))


def _shared(root: _Loop) -> float:
    """The part of the work that is in parallel loops, from 0 to 1."""
    total = _work(root)
    return min(1.0, sum(_work(loop) for loop in _parallel(root)) / total) if total else 0.0


def _imbalance(root: _Loop, cores: int) -> float:
    """By how much the busiest core has more to do than an equal share, over all parallel loops."""
    loops = list(_parallel(root))
    total = sum(map(_work, loops))
    if not total:
        return 1.0
    worst = sum(_work(loop) / loop.extent * math.ceil(loop.extent / cores) * cores for loop in loops)
    return worst / total


def _register_bytes(func: PrimFunc) -> float:
    """The bytes of the largest buffer that is kept in registers."""
    sizes = {
        node.buffer: math.prod(as_int(dim) or _USUAL for dim in node.buffer.shape) * _nbytes(node.buffer.dtype)
        for node in walk(func.body)
        if isinstance(node, BufferStore) and node.buffer.scope == _REGISTERS
    }
    return float(max(sizes.values(), default=0))
