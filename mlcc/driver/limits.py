"""The peak arithmetic rate and bandwidths of this machine: measured once and cached.

Nothing here imports the compiler unless there is something to measure.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import platform
from collections.abc import Callable
from pathlib import Path

from mlcc.diagnostics import InternalError, MlccError

from .cache import Cache
from .roofline import Limits


def machine_limits(threads: int, say: Callable[[str], None], *, again: bool = False) -> Limits:
    """The limits of this machine: from the cache, or (always with `again`) measured now, which `say` reports.

    A disturbed measurement is used but not cached. Raises MlccError or InternalError when the machine cannot
    run the measuring kernels.
    """
    cache, key = Cache.default(), Cache.key("limits", _probe_text(), machine_name(), str(threads))
    kept = None if again else cache.read(key)
    if kept is not None:
        return Limits.from_data(json.loads(kept))
    say(f"measuring what this machine can do with {threads} thread{'s' if threads > 1 else ''} ...")
    from .probe import measure_limits

    limits = measure_limits(threads)
    if limits.steady:
        cache.write(key, json.dumps(limits.as_data()).encode())
    else:
        say("the machine is busy: its limits are not certain, and will be measured again next time")
    return limits


def known_limits(threads: int, say: Callable[[str], None], *, again: bool = False) -> tuple[Limits | None, str]:
    """:func:`machine_limits`, or None and the reason why there are none."""
    try:
        return machine_limits(threads, say, again=again), ""
    except (MlccError, InternalError, OSError, MemoryError) as error:
        return None, f"the limits of this machine cannot be measured: {error}"


@functools.cache
def machine_name() -> str:
    """The processor and the usable CPUs as reported by the operating system, without loading LLVM."""
    facts = [platform.machine(), platform.processor(), str(sorted(_affinity()))]
    try:
        first = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").split("\n\n")[0]
    except OSError:
        return "\n".join(facts)
    changing = ("cpu mhz", "bogomips")  # vary between reads
    return "\n".join([*facts, *(line for line in first.splitlines() if not line.lower().startswith(changing))])


def _affinity() -> set[int]:
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))


def _probe_text() -> str:
    """The hash of the measuring program: other kernels measure other values."""
    return hashlib.sha256(Path(__file__).with_name("probe.py").read_bytes()).hexdigest()
