"""Layout tokens: text to a list of tokens with line ends and indentation made explicit.

The token patterns come from the grammar; this module adds what a grammar cannot express: lines, comments, indentation,
brackets that suspend line ends. Non-breaking spaces count as spaces (programs copied from web pages have them);
tabs are rejected, because their width is ambiguous.
"""

from __future__ import annotations

import functools
import re
from typing import NoReturn

from mlcc.diagnostics import Label, MlccError, SourceFile, Span

from .tables import Tables, load_tables

#: (token name, start, end) with offsets into the text
Token = tuple[str, int, int]

_SPACES = " \f\u00a0\u2007\u202f\u3000\ufeff"
_OPEN = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"}
_CLOSE = {close: open_ for open_, close in _OPEN.items()}
# A line end, the comment before it, the blank and comment lines after it, and the next line's indentation.
_LINE = r"[\t ]*(?:#[^\n]*)?(?:\r?\n[\t{0}]*(?:#[^\n]*)?)+|#[^\n]*"


@functools.lru_cache(maxsize=1)
def _compiled(tables: Tables) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """One pattern for everything, and the token names by group number."""
    names = ["", "LINE"]
    parts = [f"({_LINE.format(_SPACES)})"]
    for name, pattern in tables.patterns:
        names.append(name)
        parts.append(f"({pattern})")
    for sign in sorted(tables.punctuation, key=len, reverse=True):
        names.append(tables.punctuation[sign])
        parts.append(f"({re.escape(sign)})")
    names.append("BAD")
    parts.append("(.)")
    skip = rf"(?:[{_SPACES}]|\\\r?\n)*"
    return re.compile(skip + "(?:" + "|".join(parts) + ")", re.DOTALL), tuple(names)


def tokenize(source: SourceFile, start: int = 0, end: int | None = None) -> list[Token]:
    """All tokens of a part of a text, ending in ``$END``.

    Raises MlccError P101 (character), P102 (tab), P103 (indentation), P104 (bracket), P105 (string).
    """
    tables = load_tables()
    pattern, names = _compiled(tables)
    end = len(source.text) if end is None else end
    return _Layout(source, tables.keywords).run(pattern, names, start, end)


_LINE_STARTS = ("_NEWLINE", "_INDENT", "_DEDENT")
_COMPOUND = ("for", "with", "if", "elif", "else", "while", "def", "class")


class _Layout:
    """The state while reading: open brackets and open indentations."""

    def __init__(self, source: SourceFile, keywords: dict[str, str]) -> None:
        self.source = source
        self.keywords = keywords
        self.brackets: list[Token] = []
        self.indents: list[int] = []
        self.tokens: list[Token] = []

    def run(self, pattern: re.Pattern[str], names: tuple[str, ...], start: int, end: int) -> list[Token]:
        text, tokens, keywords, brackets = self.source.text, self.tokens, self.keywords, self.brackets
        # The first line's indentation is the base: a method's source may be parsed as it stands.
        line_start = text.rfind("\n", 0, start) + 1
        first = re.compile(rf"[\t{_SPACES}]*").match(text, line_start, end)
        self.pending = (line_start, first.end() if first is not None and first.end() > start else start)
        for match in pattern.finditer(text, start, end):
            group = match.lastindex or 0
            name = names[group]
            begin, stop = match.span(group)
            if name == "LINE":
                if not brackets:
                    self.line(begin, stop)
                continue
            if self.pending is not None:
                self.indent(begin)
            if name == "NAME":
                name = keywords.get(text[begin:stop], name)
            elif name in _OPEN:
                brackets.append((name, begin, stop))
            elif name in _CLOSE:
                self.close(name, begin, stop)
            elif name == "BAD":
                self.separator(begin)
                continue
            tokens.append((name, begin, stop))
        return self.finish(end)

    def line(self, begin: int, stop: int) -> None:
        """A line end; the indentation that follows counts when a token comes."""
        if self.tokens and self.tokens[-1][0] != "_NEWLINE":
            self.tokens.append(("_NEWLINE", begin, begin + 1))
        self.pending = (self.source.text.rfind("\n", begin, stop) + 1, stop)

    def indent(self, begin: int) -> None:
        """Compare the indentation before the first token of a line with the open ones."""
        assert self.pending is not None
        line_start, line_stop = self.pending
        self.pending = None
        white = self.source.text[line_start:begin]
        if "\t" in white:
            at = line_start + white.index("\t")
            raise MlccError(
                "P102", "tab in the indentation", span=Span(self.source, at, at + 1),
                help="indent with spaces, four per level",
            )  # fmt: skip
        width = begin - line_start
        if not self.indents:
            self.indents.append(width)
            return
        if width > self.indents[-1]:
            self.indents.append(width)
            self.tokens.append(("_INDENT", line_start, begin))
            return
        while width < self.indents[-1] and len(self.indents) > 1:
            self.indents.pop()
            self.tokens.append(("_DEDENT", line_start, begin))
        if width != self.indents[-1]:
            levels = ", ".join(str(level) for level in self.indents)
            raise MlccError(
                "P103", f"this line is indented by {width}, which fits no line above",
                span=Span(self.source, begin, self.source.text.find("\n", begin) % (len(self.source.text) + 1)),
                notes=[f"the open blocks are indented by {levels}"],
                help="indent lines of one block alike",
            )  # fmt: skip

    def close(self, name: str, begin: int, stop: int) -> None:
        text = self.source.text
        if not self.brackets:
            raise MlccError("P104", f"`{text[begin:stop]}` closes nothing", span=Span(self.source, begin, stop))
        opened, at, at_stop = self.brackets.pop()
        if _OPEN[opened] != name:
            raise MlccError(
                "P104", f"`{text[begin:stop]}` does not close `{text[at:at_stop]}`",
                span=Span(self.source, begin, stop),
                labels=[Label(Span(self.source, at, at_stop), "opened here")],
            )  # fmt: skip

    def separator(self, begin: int) -> None:
        """``;`` ends a simple statement; after ``for …:`` on the same line it is refused, as anything unknown."""
        text, tokens = self.source.text, self.tokens
        first = next((k for k in range(len(tokens), 0, -1) if tokens[k - 1][0] in _LINE_STARTS), 0)
        word = text[tokens[first][1] : tokens[first][2]] if first < len(tokens) else ""
        if text[begin] != ";" or self.brackets or not word or word in _COMPOUND:
            self.bad(begin)
        tokens.append(("_NEWLINE", begin, begin + 1))

    def bad(self, begin: int) -> NoReturn:
        char = self.source.text[begin]
        span = Span(self.source, begin, begin + 1)
        if char == "\t":
            raise MlccError("P102", "tab between words", span=span, help="use spaces")
        if char in "\"'":
            raise MlccError(
                "P105", "this string is never closed", span=span.to(Span(self.source, begin, begin + 1)),
                help=f"end it with {char} on the same line, or use three quotes for several lines",
            )  # fmt: skip
        name = "" if char.isprintable() else f" (U+{ord(char):04X})"
        shown = char if char.isprintable() else "\ufffd"
        help_ = {"!": "`not` negates, `!=` compares", ";": "put each statement on a line of its own",
                 "$": None, "?": "write `a if condition else b`"}.get(char)  # fmt: skip
        raise MlccError("P101", f"`{shown}`{name} has no meaning here", span=span, help=help_)

    def finish(self, end: int) -> list[Token]:
        tokens = self.tokens
        if self.brackets:
            _, at, stop = self.brackets[-1]
            sign = self.source.text[at:stop]
            raise MlccError("P104", f"`{sign}` is never closed", span=Span(self.source, at, stop))
        if tokens and tokens[-1][0] != "_NEWLINE":
            tokens.append(("_NEWLINE", end, end))
        tokens.extend([("_DEDENT", end, end)] * (len(self.indents) - 1))
        tokens.append(("$END", end, end))
        return tokens

    pending: tuple[int, int] | None = None
