"""What a cost model sees of a lowered program: counts of instructions, registers, and bytes per level of memory.

Loops stand in the program with their extents, so counts are products; a load is executed once for each iteration of the
loops down to the innermost one that its address depends on, since LLVM hoists the others, and one address in
straight-line code is loaded once. Traffic follows the usual rule for a cache of `size` bytes: a loop whose footprint
fits loads it once, another one what its body loads in each iteration.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mlcc.ir import Buffer, PrimFunc, Var
from mlcc.ir import dtype as dt

from .nests import Access, Loop, nest_of
from .straight_line import straight_line

if TYPE_CHECKING:
    from mlcc.target import Target

#: Instructions that the first cache of code holds, of usual length: longer loops are fetched and decoded anew.
_CODE = 4_000
#: A sum waits for the one before it as long as so many multiply-adds take that do not.
_LATENCY = 8


def features(func: PrimFunc, target: Target) -> dict[str, float]:
    """The features of a lowered program, in the units of the cost table where they are times."""
    root, vector = nest_of(func, target), target.vector_bits // 8
    cores = max(1, target.num_cores)
    counts = _Counts(target)
    counts.add(root, [])
    near, far = (_traffic(root, size) / vector for size in (target.l1_bytes, target.l2_bytes))
    return {
        "arithmetic": counts.arithmetic,
        "loads": counts.loads,
        "stores": counts.stores,
        "apart": counts.apart,
        "chain": counts.chain,
        "calls": counts.calls,
        "branches": counts.branches,
        "iterations": counts.iterations,
        "code": counts.code,
        "fetched": counts.fetched,
        "registers": counts.live / max(1, target.vector_registers),
        "spills": counts.spilled,
        "near": near,
        "far": far,
        "touched": sum(_footprint(root).values()) / vector,
        "imbalance": _imbalance(root, cores),
        "forks": float(sum(1 for loop in _parallel(root)) * (cores > 1)),
        "shared": _shared(root) if cores > 1 else 1.0,
    }


def predicted(values: Mapping[str, float], target: Target) -> float:
    """The time of a program by its features, in FMAs of a vector: the analytic model, a roofline with spills."""
    costs, cores = target.costs, max(1, target.num_cores)
    busy = max(
        values["arithmetic"] / 2, values["loads"] * costs.load_vector, values["stores"], values["chain"] * _LATENCY
    )
    own = busy + values["spills"] * costs.spilled_vector + values["branches"] + values["iterations"]
    own += values["near"] * costs.near_vector + values["apart"] + values["fetched"] / 4
    # operands are in a cache that the cores share when a kernel begins; what is loaded again comes from there too
    own += values["far"] * costs.near_vector * 2
    serial = 1.0 - values["shared"]
    threads = serial + values["shared"] * values["imbalance"] / cores
    return own * threads + values["forks"] * costs.fork_join


@dataclass(slots=True)
class _Counts:
    """Sums over all loops, weighted by how often each is executed."""

    target: Target
    arithmetic: float = 0.0
    loads: float = 0.0
    stores: float = 0.0
    apart: float = 0.0
    chain: float = 0.0
    calls: float = 0.0
    branches: float = 0.0
    iterations: float = 0.0
    code: float = 0.0
    fetched: float = 0.0
    spilled: float = 0.0
    live: float = 0.0

    def add(self, loop: Loop, around: Sequence[Loop]) -> float:
        """Count a loop that is no unrolled one, with what is in it; the length of its code."""
        nest = [*around, loop]
        times, vector = math.prod(item.extent for item in nest), self.target.vector_bits // 8
        code = straight_line(loop, self.target.vector_registers, vector)
        self.spilled += times * code.spilled
        if times > 1:
            self.live = max(self.live, code.live)
        self.branches += times * _branches(loop)
        self.calls += times * _calls(loop)
        self.chain += times * code.chain
        self.iterations += times if loop.kind != "branch" else 0
        for access in code.memory:
            self._access(access, nest)
        length = code.length
        for inner, unrolled in _inside(loop):
            length += self.add(inner, [*nest, *unrolled]) * math.prod(item.extent for item in unrolled)
        self.arithmetic += times * code.arithmetic
        self.code += code.length
        if length > _CODE:
            self.fetched += times * code.length
        return length

    def _access(self, access: Access, nest: Sequence[Loop]) -> None:
        vector = self.target.vector_bits // 8
        count = _executed(access, nest)
        vectors = count * max(1.0, access.nbytes / vector)
        if access.elements > 1:
            self.apart += count * access.elements
        if access.stored:
            self.stores += vectors
        else:
            self.loads += vectors


def _inside(loop: Loop) -> Iterator[tuple[Loop, list[Loop]]]:
    """The loops in a loop that are not written out, each with those between that are."""
    for inner in loop.loops:
        if not inner.is_written_out:
            yield inner, []
            continue
        for deeper, between in _inside(inner):
            yield deeper, [inner, *between]


def _branches(loop: Loop) -> float:
    return loop.branches + sum(inner.extent * _branches(inner) for inner in loop.loops if inner.is_written_out)


def _calls(loop: Loop) -> float:
    return loop.calls + sum(inner.extent * _calls(inner) for inner in loop.loops if inner.is_written_out)


def _executed(access: Access, nest: Sequence[Loop]) -> float:
    """How often an access is executed after hoisting."""
    inner = max(
        (n for n, loop in enumerate(nest) if loop.var in access.depends and not loop.is_written_out), default=-1
    )
    serial = math.prod(loop.extent for loop in nest[: inner + 1] if not loop.is_written_out)
    taken = math.prod(loop.extent for loop in nest[inner + 1 :] if loop.kind == "branch")
    return (
        serial * taken * math.prod(loop.extent for loop in nest if loop.is_written_out and loop.var in access.depends)
    )


def _footprint(loop: Loop) -> dict[Buffer, float]:
    """The bytes of each buffer that all iterations of a loop touch: of its access that touches most."""
    found: dict[Buffer, float] = {}
    for access, extents in _below(loop, {}):
        if not access.is_register:
            found[access.buffer] = max(found.get(access.buffer, 0.0), _touched(access, extents))
    return found


def _below(loop: Loop, extents: Mapping[Var, float]) -> Iterator[tuple[Access, Mapping[Var, float]]]:
    own = extents if loop.var is None else {**extents, loop.var: loop.extent}
    for access in loop.accesses:
        yield access, own
    for inner in loop.loops:
        yield from _below(inner, own)


def _touched(access: Access, extents: Mapping[Var, float]) -> float:
    """The bytes that an access touches while loops run: steps that are smaller than what is touched so far overlap."""
    steps, apart = access.steps
    size = dt.nbytes(dt.element(access.buffer.dtype))
    count = span = access.nbytes / size
    for step, var in sorted(steps, key=lambda item: item[0]):
        extent = extents.get(var, 1)
        count = count + step * (extent - 1) if step <= span and count >= span else count * extent
        span += step * (extent - 1)
    return count * size * math.prod(extents.get(var, 1) for var in apart)


def _traffic(loop: Loop, size: int) -> float:
    """The bytes that all iterations of a loop load into a cache."""
    footprint = sum(_footprint(loop).values())
    if loop.kind != "branch" and (footprint <= size or not loop.loops):
        return footprint
    own = sum(access.nbytes for access in loop.accesses if not access.is_register)
    return loop.extent * (own + sum(_traffic(inner, size) for inner in loop.loops))


def _parallel(loop: Loop) -> Iterator[Loop]:
    for inner in loop.loops:
        if inner.kind == "parallel":
            yield inner
        else:
            yield from _parallel(inner)


def _work(loop: Loop) -> float:
    return loop.extent * (loop.arithmetic + len(loop.accesses) + sum(_work(inner) for inner in loop.loops))


def _shared(root: Loop) -> float:
    """The part of the work that is in parallel loops, from 0 to 1."""
    total = _work(root)
    return min(1.0, sum(_work(loop) for loop in _parallel(root)) / total) if total else 0.0


def _imbalance(root: Loop, cores: int) -> float:
    """By how much the busiest core has more to do than an equal share, over all parallel loops."""
    loops = list(_parallel(root))
    total = sum(map(_work, loops))
    if not total:
        return 1.0
    worst = sum(_work(loop) / loop.extent * math.ceil(loop.extent / cores) * cores for loop in loops)
    return worst / total
