"""Tables of pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def table(head: str, rows: Iterable[Iterable[Any]]) -> str:
    """A table; `head` has the names of its columns, with ` | ` between them."""
    columns = head.split(" | ")
    lines = [f"| {head} |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
