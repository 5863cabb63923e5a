"""Schedules as YAML files: reading, matching, applying."""

from .apply import apply_composite
from .composites import Composite, library_steps
from .formatting import formatted
from .library import fallbacks, find_script, library, misfits, schedule_by, schedule_function, scheduled_by
from .model import Script, load_script, parse_script, parse_scripts
from .nodes import parse_mapping, parse_yaml
from .parameters import Parameter, shown
from .runner import Runner, apply_script
from .schema import schedule_schema, schema_text
from .space import Candidate, candidates

__all__ = [
    "Candidate",
    "Composite",
    "Parameter",
    "Runner",
    "Script",
    "apply_composite",
    "apply_script",
    "candidates",
    "fallbacks",
    "find_script",
    "formatted",
    "library",
    "library_steps",
    "load_script",
    "misfits",
    "parse_mapping",
    "parse_script",
    "parse_scripts",
    "parse_yaml",
    "schedule_by",
    "schedule_function",
    "schedule_schema",
    "scheduled_by",
    "shown",
    "schema_text",
]
