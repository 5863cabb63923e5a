"""The width of text on a terminal, and text sanitised for printing there."""

from __future__ import annotations

from unicodedata import category, east_asian_width

_TAB = "    "
_JOINER = "\N{ZERO WIDTH JOINER}"


def printable(text: str) -> str:
    """`text` with tabs as four spaces and control characters visible (no escape sequence of a
    hostile file reaches the terminal)."""
    if text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character == "\t":
        return _TAB
    # Combining marks and joiners belong to the character before them and stay.
    if character.isprintable() or character == _JOINER or category(character) in ("Mn", "Me"):
        return character
    return "\N{REPLACEMENT CHARACTER}"


def display_width(text: str) -> int:
    """Columns that `printable(text)` takes: two for East Asian wide, none for combining marks."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if character == "\t":
        return len(_TAB)
    if category(character) in ("Mn", "Me") or character == _JOINER:
        return 0
    return 2 if east_asian_width(character) in ("W", "F") else 1
