"""Schedules: transformations of tensor programs, from Python or from YAML files."""

from .intrinsics import TensorIntrin, library_intrins, library_text
from .primitive import Primitive, primitive_table
from .refs import BlockRV, LoopRV
from .renewing import renewed
from .schedule import Schedule
from .script import (
    Candidate,
    Composite,
    Script,
    apply_script,
    candidates,
    fallbacks,
    find_script,
    library,
    library_steps,
    load_script,
    misfits,
    parse_mapping,
    parse_script,
    parse_scripts,
    schedule_by,
    schedule_function,
    schema_text,
    shown,
)
from .stages import StageSchedule, create_schedule, thread_axis
from .trace import Trace
from .validity import check_valid

__all__ = [
    "BlockRV",
    "Candidate",
    "Composite",
    "LoopRV",
    "Primitive",
    "Schedule",
    "Script",
    "StageSchedule",
    "TensorIntrin",
    "Trace",
    "apply_script",
    "candidates",
    "check_valid",
    "create_schedule",
    "fallbacks",
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
    "schedule_by",
    "schedule_function",
    "schema_text",
    "shown",
    "thread_axis",
]
