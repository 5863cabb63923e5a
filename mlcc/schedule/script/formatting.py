"""The canonical spacing of schedule files: `mlcc fmt tile.yaml`.

Lines stay lines, and comments and quotes stay what they are; what changes is the space between tokens and at the
beginning of lines. A list stands at the column of its key, anything else two columns further:

    steps:
      -  split: { loop:  j,factors : [ null,8 ] } # a comment      before
    steps:
    - split: {loop: j, factors: [null, 8]}  # a comment            after
"""

from __future__ import annotations

from dataclasses import dataclass, field

import yaml

_OPENING = (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken)
_CLOSING = (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)
_BLOCKS = (yaml.BlockMappingStartToken, yaml.BlockSequenceStartToken)
_STEP = 2


def formatted(text: str) -> str:
    """A schedule file in canonical spacing. The text must be YAML; it stays the same document."""
    if not text.strip():
        return ""
    writer = _Writer(text)
    for token in yaml.scan(text, yaml.SafeLoader):
        writer.take(token)
    result = writer.ended()
    if _content(result) != _content(text):  # something that these rules do not know: only ends of lines are canonical
        return "\n".join(line.rstrip() for line in text.split("\n")).rstrip("\n") + "\n"
    return result


def _content(text: str) -> list[tuple[str, object]]:
    """The document without its marks."""
    return [(type(event).__name__, getattr(event, "value", None)) for event in yaml.parse(text, yaml.SafeLoader)]


@dataclass
class _Writer:
    """Takes the tokens of a text in order, and writes them."""

    text: str
    parts: list[str] = field(default_factory=list)
    #: The open blocks: whether it is a list, its column, and what that becomes.
    blocks: list[tuple[bool, int, int]] = field(default_factory=list)
    #: How many flow collections are open, and how far their first line has moved.
    depth: int = 0
    moved: int = 0
    last: yaml.Token | None = None
    #: The column at which the next token goes, behind a dash on the same line.
    column: int = 0

    def take(self, token: yaml.Token) -> None:
        """The next token; those without characters open and close blocks."""
        if isinstance(token, _BLOCKS):
            self.blocks.append((
                isinstance(token, yaml.BlockSequenceStartToken), token.start_mark.column, self._begin(token)
            ))  # fmt: skip
        elif isinstance(token, yaml.BlockEndToken):
            self.blocks.pop()
        elif token.start_mark.index < token.end_mark.index:
            self._write(token)
            self.last = token
            self.depth += isinstance(token, _OPENING) - isinstance(token, _CLOSING)

    def _first(self, token: yaml.Token) -> bool:
        """Whether a token is the first of its line."""
        return self.last is None or "\n" in self.text[self._end() : token.start_mark.index]

    def _end(self) -> int:
        """Where the last token ended; that of a literal is in a later line."""
        if self.last is None:
            return 0
        begin: int = self.last.start_mark.index
        end = self.last.end_mark.index
        return begin + len(self.text[begin:end].rstrip(" \n"))

    def _begin(self, token: yaml.Token) -> int:
        """The column of a block that begins here."""
        if not self._first(token):
            return self.column
        if not self.blocks:
            return 0
        in_list, _, parent = self.blocks[-1]
        same = isinstance(token, yaml.BlockSequenceStartToken) and not in_list
        return parent if same else parent + _STEP

    def _write(self, token: yaml.Token) -> None:
        begin, end = token.start_mark.index, token.end_mark.index
        gap = self.text[self._end() : begin]
        if self._first(token):
            self.column = self._indent(token)
            self.moved = self.moved if self.depth else self.column - token.start_mark.column
            self.parts.append(_lines(gap, self.column, begins=self.last is None))
        else:
            between = self._between(token, gap)
            self.parts.append(between)
            self.column += len(between)
        body = self.text[begin:end].rstrip(" \n")
        if "\n" in body:
            body = _shifted(body, self.moved)
        self.parts.append(body)
        self.column += len(body) + isinstance(token, yaml.BlockEntryToken)  # and the space behind the dash

    def _indent(self, token: yaml.Token) -> int:
        """The column of a token that is the first of its line."""
        column: int = token.start_mark.column
        if self.depth:
            return max(0, column + self.moved)
        if not self.blocks:
            return 0
        _, original, became = self.blocks[-1]
        return became if column == original or isinstance(token, yaml.BlockEntryToken) else became + _STEP

    def _between(self, token: yaml.Token, gap: str) -> str:
        """What stands between two tokens of one line."""
        before = self.last
        if isinstance(before, yaml.BlockEntryToken):
            self.column -= 1  # it counts the space already
            return " "
        if isinstance(before, _OPENING) or isinstance(token, (*_CLOSING, yaml.FlowEntryToken, yaml.ValueToken)):
            return ""
        return " " if isinstance(before, yaml.FlowEntryToken | yaml.ValueToken) else gap

    def ended(self) -> str:
        """The whole text."""
        rest = self.text[self._end() :]
        return ("".join(self.parts) + _lines(rest, 0, begins=self.last is None)).strip("\n") + "\n"


def _lines(gap: str, column: int, *, begins: bool) -> str:
    """The rest of a line, comments and empty lines, and the indentation of what follows them at `column`."""
    first, *rest = gap.split("\n")
    rest, first = ([first, *rest], "") if begins else (rest, first.strip())
    made = [f"  {first}" if first else ""]
    made += [" " * column + line.strip() if line.strip() else "" for line in rest[:-1]]
    last = rest[-1].strip() if rest else ""
    if not rest:
        return made[0]
    made.append(" " * column + last)
    return "\n".join(made[1:] if begins else made)


def _shifted(body: str, columns: int) -> str:
    """A text of several lines whose lines but the first move to the right."""
    first, *rest = body.split("\n")
    moved = [
        " " * max(0, len(line) - len(line.lstrip(" ")) + columns) + line.lstrip(" ") if line.strip() else ""
        for line in rest
    ]
    return "\n".join([first.rstrip(), *moved])
