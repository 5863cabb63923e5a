"""Schedules as YAML files: reading, matching, applying."""

from .apply import apply_composite
from .composites import Composite, library_steps
from .library import find_script, library, misfits, schedule_function, scheduled_by
from .model import Script, load_script, parse_script, parse_scripts
from .nodes import parse_mapping
from .runner import Runner, apply_script
from .schema import schedule_schema, schema_text

__all__ = [
    "Composite",
    "Runner",
    "Script",
    "apply_composite",
    "apply_script",
    "find_script",
    "library",
    "library_steps",
    "load_script",
    "misfits",
    "parse_mapping",
    "parse_script",
    "parse_scripts",
    "schedule_function",
    "schedule_schema",
    "scheduled_by",
    "schema_text",
]
