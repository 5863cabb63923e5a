"""Machine facts as data: what is compiled for, and what schedules may ask about it."""

from __future__ import annotations

from .costs import Costs, Fact, Given, cost_table, costs_of, read_costs
from .features import FEATURE_LEVELS, is_x86
from .known import CPUS, Caches, Cpu
from .target import Target

__all__ = [
    "CPUS",
    "FEATURE_LEVELS",
    "Caches",
    "Costs",
    "Cpu",
    "Fact",
    "Given",
    "Target",
    "cost_table",
    "costs_of",
    "is_x86",
    "read_costs",
]
