"""The table of codes: a letter for the phase and three digits, stable for ever, never reused.

Each phase has one file beside this one whose `CODES` maps a code to its title and explanation.
The files are loaded only when somebody asks (`mlcc explain`), never to raise an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

PHASES: dict[str, str] = {
    "P": "parse",
    "V": "verify",
    "T": "tensor",
    "I": "importing",
    "S": "schedule",
    "L": "lowering",
    "G": "codegen",
    "R": "runtime",
    "D": "driver",
    "Q": "quantizing",
}


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means: a title (one line), and an explanation in Markdown with an example."""

    title: str
    explanation: str


def phase_codes(letter: str) -> dict[str, Code]:
    """The table of one phase, by its letter."""
    table: dict[str, Code] = import_module(f"{__name__}.{PHASES[letter]}").CODES
    return table


def all_codes() -> dict[str, Code]:
    """Every code of every phase, sorted."""
    merged: dict[str, Code] = {}
    for letter in PHASES:
        merged.update(phase_codes(letter))
    return dict(sorted(merged.items()))


def find_code(code: str) -> Code | None:
    """The entry for `code` (any case), or None."""
    code = code.upper()
    if code[:1] not in PHASES:
        return None
    return phase_codes(code[0]).get(code)
