"""Compiles kernels separately: in parallel processes, and cached between builds.

A unit is the LLVM text of one function; its result is optimised bitcode. Optimising them separately is much
cheaper than together, where LLVM would inline kernels into their callers for nothing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from .cache import Cache
from .processes import run_apart
from .target_texts import text_for_code

if TYPE_CHECKING:
    from mlcc.target import Target

#: Characters of text, or bytes of bitcode, that one worker must have to be worth its start.
_WORTHWHILE = 500_000


@dataclass(frozen=True, slots=True)
class Unit:
    """One function as LLVM text; `scheduled`: LLVM's vectorisers are not needed."""

    text: str
    scheduled: bool


def unit_key(unit: Unit, target: Target, opt_level: int) -> str:
    """The cache key of a unit's bitcode."""
    from mlcc.codegen.llvm import passes_digest

    settings = (str(unit.scheduled), text_for_code(target), target.feature_string, str(opt_level))
    return Cache.key("bitcode", passes_digest(), unit.text, *settings)


def object_key(code: str) -> str:
    """The cache key of the object of a unit, from that of its bitcode."""
    return Cache.key("object of a unit", code)


def compile_units(units: Sequence[Unit], target: Target, opt_level: int, jobs: int | None = None) -> list[bytes]:
    """Optimised bitcode of each unit, in order. `jobs` processes at most; default: :func:`processes`."""
    cache = Cache.default()
    keys = [unit_key(unit, target, opt_level) for unit in units]
    cached = [cache.read(key) for key in keys]
    todo = [index for index, done in enumerate(cached) if done is None]
    work = [_Optimize(units[index], target, opt_level) for index in todo]
    compiled = _run_all(work, target, jobs)
    for index, bitcode in zip(todo, compiled, strict=True):
        cached[index] = bitcode
        cache.write(keys[index], bitcode)
    return [bitcode for bitcode in cached if bitcode is not None]


def optimize_unit(unit: Unit, target: Target, opt_level: int) -> bytes:
    """Bitcode of one unit. Raises InternalError when LLVM refuses the text."""
    from mlcc.codegen.llvm import compile_ir

    return compile_ir(unit.text, target, "bc", opt_level, scheduled=unit.scheduled)


def processes() -> int:
    """The number of processes that compile in a build: as many as `MLCC_JOBS` says, where other builds run beside this
    one, or one for each core."""
    setting = os.environ.get("MLCC_JOBS", "")
    return int(setting) if setting.isdecimal() and len(setting) < 10 and int(setting) > 0 else cores()


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def emit_objects(codes: Sequence[bytes], target: Target, opt_level: int, jobs: int | None = None) -> list[bytes]:
    """An object file of each unit, from its optimised bitcode, in order. `jobs` as above."""
    return _run_all([_Emit(code, target, opt_level) for code in codes], target, jobs)


class _Task(Protocol):
    """Work on one unit; `size` says how much it is."""

    @property
    def size(self) -> int: ...

    def run(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class _Optimize:
    """Text to bitcode."""

    unit: Unit
    target: Target
    opt_level: int

    @property
    def size(self) -> int:
        return len(self.unit.text)

    def run(self) -> bytes:
        return optimize_unit(self.unit, self.target, self.opt_level)


@dataclass(frozen=True, slots=True)
class _Emit:
    """Bitcode to an object file."""

    code: bytes
    target: Target
    opt_level: int

    @property
    def size(self) -> int:
        return len(self.code)

    def run(self) -> bytes:
        from mlcc.codegen.llvm import emit_bitcode

        return emit_bitcode(self.code, self.target, self.opt_level)


@dataclass(frozen=True, slots=True)
class _Share:
    """What one process does."""

    tasks: list[_Task]

    def prepare(self) -> None:
        """Load LLVM."""
        from mlcc.codegen.llvm import initialize

        initialize()

    def run(self) -> list[bytes]:
        return [task.run() for task in self.tasks]


def _run_all(work: Sequence[_Task], target: Target, jobs: int | None) -> list[bytes]:
    """The results in order, by several processes of this interpreter where that is faster."""
    workers = min(jobs or processes(), len(work), sum(task.size for task in work) // _WORTHWHILE)
    if not work or (workers < 2 and target.is_host):  # for other machines LLVM may end the process
        return [task.run() for task in work]
    shares = _shares(work, max(workers, 1))
    result = run_apart([_Share([work[index] for index in share]) for share in shares], target)
    results: list[bytes] = [b""] * len(work)
    for share, codes in zip(shares, result, strict=True):
        for index, code in zip(share, codes, strict=True):
            results[index] = code
    return results


def _shares(work: Sequence[_Task], count: int) -> list[list[int]]:
    """Indices for each process, longest first to the one with least to do."""
    shares: list[list[int]] = [[] for _ in range(count)]
    loads = [0] * count
    for index in sorted(range(len(work)), key=lambda index: -work[index].size):
        least = loads.index(min(loads))
        shares[least].append(index)
        loads[least] += work[index].size
    return shares
