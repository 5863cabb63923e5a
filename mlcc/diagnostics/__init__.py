"""Diagnostics: errors and warnings for the person who can fix them. Imports nothing else of mlcc.

    raise MlccError("S211", "cannot split loop `k`", span=span, labels=[Label(other, "made here")],
                    notes=["..."], help="...")

`MlccError` is for what the user can fix, `InternalError` for what we must. Rendering is separate
from raising: the same diagnostic prints as text with carets, as one line, or as JSON.
"""

from __future__ import annotations

from .codes import Code, all_codes, find_code
from .diagnostic import Diagnostic, InternalError, Label, MlccError, Severity
from .faults import dump_of, fault_location, locations_of, note_location
from .notebook import notes, traceback_lines
from .render import render_concise, render_json, render_text, stream_has_color
from .source import Location, NodePath, SourceFile, Span, joined
from .suggest import choices_help, closest
from .unreadable import unreadable

MlccError._render_traceback_ = traceback_lines
MlccError.__notes__ = notes  # type: ignore[assignment]

__all__ = [
    "Code",
    "Diagnostic",
    "InternalError",
    "Label",
    "Location",
    "MlccError",
    "NodePath",
    "Severity",
    "SourceFile",
    "Span",
    "all_codes",
    "choices_help",
    "closest",
    "dump_of",
    "fault_location",
    "find_code",
    "joined",
    "note_location",
    "locations_of",
    "render_concise",
    "render_json",
    "render_text",
    "stream_has_color",
    "unreadable",
]
