"""Schedules: transformations of tensor programs, from Python or from YAML files."""

from .primitive import Primitive, primitive_table
from .refs import BlockRV, LoopRV
from .schedule import Schedule
from .trace import Trace

__all__ = ["BlockRV", "LoopRV", "Primitive", "Schedule", "Trace", "primitive_table"]
