"""Lines of indented text, and the position of each node in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mlcc.diagnostics import Span

INDENT = "    "


class Lines:
    """Collects lines; records the line of each node that is passed to :meth:`add`."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.prefix = ""
        #: id of a node to (line index, first column, end column).
        self.positions: dict[int, tuple[int, int, int]] = {}
        #: Where nodes come from in a source text, and the index of the line that prints them.
        self.anchors: list[tuple[Span, int]] = []

    def add(self, text: str, *nodes: Any) -> None:
        """Add one line at the current indentation; `nodes` are the nodes that it prints."""
        start = len(self.prefix)
        for item in nodes:
            self.positions.setdefault(id(item), (len(self.lines), start, start + len(text)))
            span = getattr(item, "span", None)
            if isinstance(span, Span):
                self.anchors.append((span, len(self.lines)))
        self.lines.append(self.prefix + text if text else "")

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Deepen the indentation for a suite."""
        before = self.prefix
        self.prefix = before + INDENT
        yield
        self.prefix = before

    def text(self) -> str:
        return "\n".join(self.lines)
