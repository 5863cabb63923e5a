"""The host machine, as reported by LLVM, sysfs and the scheduler, queried once per process."""

from __future__ import annotations

import functools
import os
import platform
from pathlib import Path
from typing import NamedTuple

from .known import CPUS, Caches


class HostCpu(NamedTuple):
    """LLVM's names: the CPU, its features (those present), the triple."""

    name: str
    features: frozenset[str]
    absent: frozenset[str]
    triple: str


#: CPUs that can be identified by their features, newest first. LLVM identifies a CPU by its model number; where a
#: virtual machine hides that, it reports an older one, whose latencies lead to a schedule for another machine.
_PROVED_BY = {
    "graniterapids": frozenset({"amx-fp16", "prefetchi", "avx512fp16"}),
    "sapphirerapids": frozenset({"amx-tile", "avx512fp16"}),
}


def cpu_name(name: str, features: frozenset[str]) -> str:
    """LLVM's name for a CPU, or that of a newer one that its features identify."""
    if "rapids" in name:
        return name
    return next((newer for newer, proof in _PROVED_BY.items() if proof <= features), name)


@functools.lru_cache(maxsize=1)
def host_cpu() -> HostCpu:
    """The CPU this process runs on. Imports llvmlite."""
    import llvmlite.binding as llvm

    flags = dict(llvm.get_host_cpu_features())
    present = frozenset(name for name, on in flags.items() if on)
    absent = frozenset(name for name, on in flags.items() if not on)
    # Libraries for Windows are linked against MinGW's C library, which has other support functions than Microsoft's.
    triple = llvm.get_process_triple().replace("-windows-msvc", "-windows-gnu")
    return HostCpu(cpu_name(llvm.get_host_cpu_name(), present), present, absent, triple)


def host_triple_arch() -> str:
    """The architecture by name, without asking LLVM."""
    return platform.machine().lower()


def host_cores() -> int:
    """CPUs this process may run on (the affinity mask)."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def default_cores(cpu_name: str | None) -> int:
    """The processors that code is made for on this machine: all of them where its CPU is named, so that a build is the
    same under `taskset`; else those that this process may use."""
    return host_cores() if cpu_name in (None, "host", "native") else os.cpu_count() or 1


@functools.lru_cache(maxsize=1)
def host_caches(root: str = "/sys/devices/system/cpu/cpu0/cache") -> Caches | None:
    """Data caches of the first CPU as the kernel reports them, or None when it does not."""
    levels: dict[int, int] = {}
    line = 64
    for index in sorted(Path(root).glob("index*")):
        try:
            kind = (index / "type").read_text().strip()
            level = int((index / "level").read_text())
            size = _parse_size((index / "size").read_text().strip())
            line = int((index / "coherency_line_size").read_text())
        except (OSError, ValueError):
            continue
        if kind in ("Data", "Unified"):
            levels[level] = size
    if 1 not in levels:
        return None
    return Caches(levels[1], levels.get(2, levels[1]), levels.get(3, 0), line)


def _parse_size(text: str) -> int:
    units = {"K": 1024, "M": 1024**2, "G": 1024**3}
    return int(text[:-1]) * units[text[-1]] if text[-1:] in units else int(text)


def known_cpu_caches(name: str) -> Caches:
    """Caches of a CPU by name, or those of a common machine."""
    cpu = CPUS.get(name)
    return cpu.caches if cpu is not None else Caches()
