"""Source locations: text files with offsets, and nodes of a model that has no text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass


class SourceFile:
    """A named text. Offsets are character indices into `text`; lines and columns count from 1.

    `name` is what the user typed (a path, `<stdin>`, or a phrase such as "after step 3 (`split`)").
    """

    __slots__ = ("_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts: list[int] | None = None

    def __repr__(self) -> str:
        return f"SourceFile({self.name!r}, {len(self.text)} characters)"

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts = [0]
            position = self.text.find("\n")
            while position >= 0:
                starts.append(position + 1)
                position = self.text.find("\n", position + 1)
            self._starts = starts
        return self._starts

    @property
    def line_count(self) -> int:
        """How many lines the text has; a final newline does not start another."""
        count = len(self._line_starts())
        return count - 1 if count > 1 and self.text.endswith("\n") else count

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, clamped to the text.

        The end of a text that ends in a newline is shown at the end of its last line.
        """
        end = len(self.text)
        if self.text.endswith("\n"):
            end -= 1
        offset = max(0, min(offset, end))
        line = bisect_right(self._line_starts(), offset)
        return line, offset - self._line_starts()[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The inverse of `position`, clamped to the text."""
        starts = self._line_starts()
        start = starts[max(0, min(line - 1, len(starts) - 1))]
        return max(0, min(start + column - 1, len(self.text)))

    def line(self, number: int) -> str:
        """The text of a line, without its line break."""
        starts = self._line_starts()
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def span(self, start: int, end: int | None = None) -> Span:
        """The span [start, end); one character when `end` is left out."""
        return Span(self, start, start + 1 if end is None else end)


class Span:
    """A half-open range of characters in one source. Cheap: lines are computed only when asked."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: SourceFile, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = max(start, end)

    def __repr__(self) -> str:
        return f"Span({self})"

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Span)
            and self.source is other.source
            and (self.start, self.end) == (other.start, other.end)
        )

    def __hash__(self) -> int:
        return hash((id(self.source), self.start, self.end))

    @property
    def line(self) -> int:
        """The line of the first character."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character."""
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line of the last character."""
        return self.source.position(max(self.start, self.end - 1))[0]

    @property
    def end_column(self) -> int:
        """The column just after the last character."""
        return self.source.position(max(self.start, self.end - 1))[1] + (self.end > self.start)

    @property
    def text(self) -> str:
        """The characters that the span covers."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other` (same source)."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def first_line(self) -> Span:
        """The part on the first line: what to underline of a statement with a body."""
        line_end = self.source.text.find("\n", self.start)
        return Span(self.source, self.start, self.end if line_end < 0 else min(self.end, line_end))


@dataclass(frozen=True, slots=True)
class NodePath:
    """A location in a model that has no text: `model.onnx`, graph/Conv_12 (Conv), input 1 "w".

    `members` are the paths of the nodes of which something was made, where it is more than one.
    """

    name: str
    path: str
    members: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}: {self.path}" if self.path else self.name

    @property
    def paths(self) -> tuple[str, ...]:
        """The single locations: several if nodes were merged."""
        return self.members or (self.path,)


Location = Span | NodePath


def joined(locations: Iterable[Location | None]) -> Location | None:
    """The location of a merged value: all its nodes of a model, in order and each once; in text, the first one."""
    found = [location for location in locations if location is not None]
    nodes = [location for location in found if isinstance(location, NodePath)]
    if not nodes:
        return found[0] if found else None
    paths = tuple(dict.fromkeys(path for node in nodes for path in node.paths))
    return nodes[0] if len(paths) == 1 else NodePath(nodes[0].name, ", ".join(paths), paths)
