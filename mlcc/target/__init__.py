"""Machine facts as data: what is compiled for, and what schedules may ask about it."""

from __future__ import annotations

from .features import FEATURE_LEVELS, is_x86
from .known import CPUS, Caches, Cpu
from .target import Target

__all__ = ["CPUS", "FEATURE_LEVELS", "Caches", "Cpu", "Target", "is_x86"]
