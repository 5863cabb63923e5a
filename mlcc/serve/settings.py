"""What a service allows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Bounds of a service: `batch` rows in one call at most (1: requests are never joined), `queue` requests that wait
    for each model, `timeout` seconds until an answer, `request` bytes of a body."""

    batch: int = 32
    queue: int = 256
    timeout: float = 30.0
    request: int = 256 * 2**20
