"""Machine facts as data: what is compiled for, and what schedules may ask about it."""

from __future__ import annotations

from .costs import Costs, Fact, Given, cost_table, costs_of, is_layer_fact, layer_fact, read_costs
from .detect import needed_bits, told_features
from .features import FEATURE_LEVELS, is_x86
from .forms import baseline, forms_text, parse_forms
from .known import CPUS, Caches, Cpu, has_system
from .target import DEVICE_KINDS, DEVICE_TRIPLE, RUNTIMES, Target

__all__ = [
    "DEVICE_KINDS",
    "DEVICE_TRIPLE",
    "CPUS",
    "FEATURE_LEVELS",
    "RUNTIMES",
    "Caches",
    "Costs",
    "Cpu",
    "Fact",
    "Given",
    "Target",
    "baseline",
    "cost_table",
    "costs_of",
    "forms_text",
    "has_system",
    "is_layer_fact",
    "is_x86",
    "layer_fact",
    "needed_bits",
    "parse_forms",
    "read_costs",
    "told_features",
]
