"""The state of one run of the command line: the form of messages, and the files for a reproducer."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

from mlcc.diagnostics import Diagnostic, MlccError

FORMATS = ("text", "concise", "json")


@dataclass(slots=True)
class Session:
    """Settings of this process, filled by the common options."""

    message_format: str = "text"
    debug: bool = False
    #: Tables are not fitted to the terminal.
    wide: bool = False
    argv: list[str] = field(default_factory=list)
    # Input files that the command has read: copied into the reproducer of an internal error.
    inputs: list[str] = field(default_factory=list)


SESSION = Session()


def report(problem: MlccError | Diagnostic) -> None:
    """Print a diagnostic to stderr in the chosen form."""
    from mlcc.diagnostics import render_concise, render_json, render_text, stream_has_color

    if SESSION.message_format == "json":
        text = render_json(problem)
    elif SESSION.message_format == "concise":
        text = render_concise(problem)
    else:
        text = render_text(problem, color=stream_has_color(sys.stderr))
    sys.stderr.write(text)
    sys.stderr.flush()


def tell(summary: Any) -> None:
    """Print what was done (something with `as_data`) to stderr: a line of text, or of JSON."""
    import json

    text = json.dumps(summary.as_data()) if SESSION.message_format == "json" else str(summary)
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
