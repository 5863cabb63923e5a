"""Schedules: transformations of tensor programs, from Python or from YAML files."""

from .intrinsics import TensorIntrin, library_intrins, library_text
from .primitive import Primitive, primitive_table
from .refs import BlockRV, LoopRV
from .renewing import renewed
from .schedule import Schedule
from .script import (
    Composite,
    Script,
    apply_script,
    find_script,
    library,
    library_steps,
    load_script,
    misfits,
    parse_mapping,
    parse_script,
    parse_scripts,
    schedule_function,
    schema_text,
)
from .stages import StageSchedule, create_schedule, thread_axis
from .trace import Trace
from .validity import check_valid

__all__ = [
    "BlockRV",
    "Composite",
    "LoopRV",
    "Primitive",
    "Schedule",
    "Script",
    "StageSchedule",
    "TensorIntrin",
    "Trace",
    "apply_script",
    "check_valid",
    "create_schedule",
    "find_script",
    "library",
    "library_intrins",
    "library_steps",
    "library_text",
    "load_script",
    "misfits",
    "parse_mapping",
    "parse_script",
    "parse_scripts",
    "primitive_table",
    "renewed",
    "schedule_function",
    "schema_text",
    "thread_axis",
]
