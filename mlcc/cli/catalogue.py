"""Everything that has a name and a manual entry, for `mlcc list` and `mlcc explain`.

The entries come from the registries themselves (docstrings and code tables), so there is no second
list to keep in step.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list (`name`, `summary`) and the whole manual entry (`text`)."""

    kind: str
    name: str
    summary: str
    text: str


def _summary(text: str) -> str:
    """The first sentence-like line of a docstring, for a list."""
    lines = text.strip().splitlines()
    return lines[0].strip() if lines else ""


def _documented(kind: str, name: str, thing: Any, *, signature: bool = False) -> Entry:
    doc = inspect.getdoc(thing) or ""
    text = f"{name}{inspect.signature(thing)}\n\n{doc}" if signature else doc
    return Entry(kind, name, _summary(doc), text)


def _codes() -> list[Entry]:
    from mlcc.diagnostics import all_codes

    return [
        Entry("code", name, code.title, f"{code.title}\n\n{code.explanation.strip()}")
        for name, code in all_codes().items()
    ]


# kind in the plural, as `mlcc list` takes it -> what gathers its entries
_SOURCES: dict[str, Callable[[], list[Entry]]] = {
    "codes": _codes,
}
KINDS = tuple(_SOURCES)


def entries(kind: str) -> list[Entry]:
    """The entries of one kind (a name of `KINDS`), sorted by name."""
    return sorted(_SOURCES[kind](), key=lambda entry: entry.name)


def find(name: str) -> list[Entry]:
    """Every entry called `name`, in any kind and any case."""
    if len(name) == 4 and name[0].isalpha() and name[1:].isdigit():
        # A code is looked up without importing the registries.
        return [entry for entry in entries("codes") if entry.name == name.upper()]
    wanted = name.lower()
    return [entry for kind in KINDS for entry in entries(kind) if entry.name.lower() == wanted]
