"""Schedules as YAML files: reading, matching, applying."""

from .library import find_script, library, schedule_function
from .model import Script, load_script, parse_script, parse_scripts
from .runner import Runner, apply_script
from .schema import schedule_schema, schema_text

__all__ = [
    "Runner",
    "Script",
    "apply_script",
    "find_script",
    "library",
    "load_script",
    "parse_script",
    "parse_scripts",
    "schedule_function",
    "schedule_schema",
    "schema_text",
]
