"""The key of this machine, by which records of several are told apart."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from mlcc.driver.limits import machine_name
from mlcc.target import Target


@lru_cache(maxsize=1)
def machine_fingerprint() -> str:
    """Its processor and cores, and a hash of what the operating system says of it: `znver4-2-1f00ba12`."""
    host = Target.host()
    return f"{host.mcpu}-{host.num_cores}-{hashlib.sha256(machine_name().encode()).hexdigest()[:8]}"
