"""Kernels compiled one by one: in parallel processes, and remembered from build to build.

A unit is the LLVM text of one function; its result is optimised bitcode. Optimising them apart is much
cheaper than together, where LLVM would inline kernels into their callers for nothing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .cache import Cache
from .processes import run_apart

if TYPE_CHECKING:
    from mlcc.target import Target

#: Characters of text that one worker must have to be worth its start.
_WORTHWHILE = 150_000


@dataclass(frozen=True, slots=True)
class Unit:
    """One function as LLVM text; `scheduled` says that LLVM's vectorisers have nothing to do in it."""

    text: str
    scheduled: bool


def unit_key(unit: Unit, target: Target, opt_level: int) -> str:
    """The name of a unit's bitcode in the cache."""
    from mlcc.codegen.llvm import passes_digest

    settings = (str(unit.scheduled), str(target), target.feature_string, str(opt_level))
    return Cache.key("bitcode", passes_digest(), unit.text, *settings)


def compile_units(units: Sequence[Unit], target: Target, opt_level: int, jobs: int | None = None) -> list[bytes]:
    """Optimised bitcode of each unit, in order. `jobs` processes at most; default: the cores we may use."""
    cache = Cache.default()
    keys = [unit_key(unit, target, opt_level) for unit in units]
    found = [cache.read(key) for key in keys]
    todo = [index for index, known in enumerate(found) if known is None]
    work = [units[index] for index in todo]
    workers = min(jobs or cores(), sum(len(unit.text) for unit in work) // _WORTHWHILE)
    if work and (workers > 1 or not target.is_host):  # for other machines LLVM may end the process
        made = _in_processes(work, target, opt_level, max(workers, 1))
    else:
        made = [optimize_unit(unit, target, opt_level) for unit in work]
    for index, bitcode in zip(todo, made, strict=True):
        found[index] = bitcode
        cache.write(keys[index], bitcode)
    return [bitcode for bitcode in found if bitcode is not None]


def optimize_unit(unit: Unit, target: Target, opt_level: int) -> bytes:
    """Bitcode of one unit. Raises InternalError when LLVM refuses the text."""
    from mlcc.codegen.llvm import compile_ir

    return compile_ir(unit.text, target, "bc", opt_level, scheduled=unit.scheduled)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class _Share:
    """What one process compiles."""

    units: list[Unit]
    target: Target
    opt_level: int

    def run(self) -> list[bytes]:
        return [optimize_unit(unit, self.target, self.opt_level) for unit in self.units]


def _in_processes(work: Sequence[Unit], target: Target, opt_level: int, count: int) -> list[bytes]:
    """The same by several processes of this interpreter."""
    shares = _shares(work, count)
    made = run_apart([_Share([work[index] for index in share], target, opt_level) for share in shares], target)
    results: list[bytes] = [b""] * len(work)
    for share, codes in zip(shares, made, strict=True):
        for index, bitcode in zip(share, codes, strict=True):
            results[index] = bitcode
    return results


def _shares(work: Sequence[Unit], count: int) -> list[list[int]]:
    """Indices for each process, longest first to the one with least to do."""
    shares: list[list[int]] = [[] for _ in range(count)]
    loads = [0] * count
    for index in sorted(range(len(work)), key=lambda index: -len(work[index].text)):
        least = loads.index(min(loads))
        shares[least].append(index)
        loads[least] += len(work[index].text)
    return shares
