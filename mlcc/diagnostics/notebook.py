"""Errors where Python prints them: the message of the command, in notebooks and IPython under the lines of the user."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from .diagnostic import MlccError
from .render import render_text

#: Frames that the user did not write: those of the package, and of what runs cells.
_PACKAGE = str(Path(__file__).resolve().parents[1])
_RUNNERS = ("IPython", "ipykernel", "runpy")


def traceback_lines(error: MlccError) -> list[str]:
    """What IPython prints of an error: no frames of the compiler, but the carets, notes and helps."""
    import traceback

    lines = []
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename.startswith(_PACKAGE) or any(f"{part}/" in frame.filename for part in _RUNNERS):
            continue
        place = "cell" if frame.filename.startswith(("<ipython", "/tmp/ipykernel")) else frame.filename
        where = "" if frame.name == "<module>" else f", in {frame.name}"
        lines.append(f"{place}, line {frame.lineno}{where}:  {frame.line or ''}".rstrip(": "))
    return [*lines, *([""] if lines else []), *render_text(error, color=True).rstrip("\n").split("\n")]


def _notes_of(error: MlccError) -> list[str]:
    """What Python (from 3.11 on) prints below an error that nothing catches: the carets, notes and helps."""
    text = render_text(error).rstrip("\n")
    return ["", text] if "\n" in text else []


#: For ``MlccError.__notes__``. It is kept where it was asked for, so that notes can be added.
notes = cached_property(_notes_of)
notes.__set_name__(MlccError, "__notes__")
