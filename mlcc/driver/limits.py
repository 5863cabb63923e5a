"""What a machine can do at most: arithmetic and memory, measured once and kept.

The roofline model (Williams, Waterman, Patterson 2009): a kernel takes at least the time that its arithmetic takes
at the peak rate, and at least the time that its bytes take at the bandwidth of the memory that they lie in. Nothing
here imports the compiler unless there is something to measure.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mlcc.diagnostics import InternalError, MlccError

from .cache import Cache


@dataclass(frozen=True, slots=True)
class Bandwidth:
    """Bytes per second of `nbytes` that are read, or written, again and again by all threads together."""

    nbytes: int
    read: float
    write: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a number of threads: floating-point operations per second by dtype, and bandwidths by size.

    `steady` says that nothing disturbed the measurement.
    """

    threads: int
    flops: Mapping[str, float]
    bandwidths: tuple[Bandwidth, ...]
    steady: bool = True

    def bandwidth(self, nbytes: int) -> Bandwidth:
        """The best that was seen with at least `nbytes` bytes: a smaller set fits wherever a larger one does."""
        fitting = [item for item in self.bandwidths if item.nbytes >= nbytes] or list(self.bandwidths[-1:])
        return Bandwidth(nbytes, max(item.read for item in fitting), max(item.write for item in fitting))

    def seconds(
        self, *, flops: int, dtype: str, weights: int, all_weights: int, activations: int, written: int
    ) -> float:
        """The least time of a kernel; all sizes in bytes.

        `activations` (`written` of them results) have just been made and lie where so many bytes fit. Its `weights`
        come from where `all_weights` of the model fit, for the others were used since.
        """
        near, far = self.bandwidth(weights + activations), self.bandwidth(max(all_weights, weights + activations))
        reading = weights / far.read + (activations - written) / near.read
        return max(flops / self.flops[dtype], reading, written / near.write)

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Limits:
        """What :meth:`as_data` gave. Raises KeyError or TypeError for anything else."""
        rows = tuple(Bandwidth(**row) for row in data["bandwidths"])
        return cls(data["threads"], dict(data["flops"]), rows, data["steady"])


def machine_limits(threads: int, say: Callable[[str], None], *, again: bool = False) -> Limits:
    """The limits of this machine: as measured before (not with `again`), otherwise measured now, which `say` tells.

    A measurement that was disturbed is used and not kept. Raises MlccError or InternalError when the machine cannot
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
    """What the operating system says of the processor and the CPUs that we may use; asked without LLVM."""
    told = [platform.machine(), platform.processor(), str(sorted(_affinity()))]
    try:
        first = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").split("\n\n")[0]
    except OSError:
        return "\n".join(told)
    changing = ("cpu mhz", "bogomips")  # while the machine runs
    return "\n".join([*told, *(line for line in first.splitlines() if not line.lower().startswith(changing))])


def _affinity() -> set[int]:
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))


def _probe_text() -> str:
    """The hash of the measuring program: other kernels give other numbers."""
    return hashlib.sha256(Path(__file__).with_name("probe.py").read_bytes()).hexdigest()
