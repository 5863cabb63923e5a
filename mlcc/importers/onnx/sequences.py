"""Sequences in loops that are counted at run time; all others are plain lists, of which nothing is left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, eq=False)
class RowSequence:
    """As many values of one type as `stack` has rows."""

    stack: Any


@dataclass(eq=False)
class OpenSequence:
    """A sequence inside a loop: `items` were there before, and nothing can be done but to append."""

    items: list[Any]
    appended: list[Any] = field(default_factory=list)
