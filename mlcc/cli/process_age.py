"""How long this process has run."""

from __future__ import annotations

import os
import time
from pathlib import Path

#: The field of `/proc/self/stat` behind the name that says when the process began, in ticks since the system started.
_STARTED = 19


def process_age() -> float:
    """Seconds since this process began; 0 where the system does not say (Linux does)."""
    try:
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[_STARTED]) / os.sysconf("SC_CLK_TCK"))
    except (OSError, AttributeError, ValueError, IndexError):
        return 0.0
