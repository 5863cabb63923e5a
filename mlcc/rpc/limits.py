"""What a server allows its clients."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of a server's sessions. Times are in seconds, sizes in bytes.

    `sessions` clients at a time; `timeout` for one request; `idle` between two requests; `memory` of a session's
    process (address space; 0 for none); `payload` of one file or array; `handshake` for a client to say who it is,
    and `strangers` that may be doing so at a time.
    """

    sessions: int = 4
    timeout: float = 600.0
    idle: float = 600.0
    memory: int = 0
    payload: int = 2**32
    handshake: float = 5.0
    strangers: int = 32
