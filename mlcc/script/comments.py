"""Comments of a source text, put back into the canonical text of the module that was read from it.

A statement of the source and a line of the canonical text belong together where a node that the line prints has its
span in the statement. Statements without a node of their own (`else:`, `T.reads(…)`, decorators) are paired by their
first word, between the neighbours that have one. A comment stays before, behind or after the statement at which it
stood; strings that stand alone (documentation) are kept like comments.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from mlcc.diagnostics import SourceFile
from mlcc.ir.printing.dialect import DIALECTS
from mlcc.ir.printing.lines import Lines

from .lexer import Token, tokenize
from .metadata import split_metadata

#: The lines that the canonical text has at its head are comments too: they are written anew.
_HEADERS = frozenset(line for dialect in DIALECTS.values() for line in (*dialect.header, dialect.relax_header))
_LAYOUT = frozenset(("_NEWLINE", "_INDENT", "_DEDENT", "$END"))


@dataclass(slots=True)
class _Statement:
    """A statement, or the header of a compound one: its lines (from 1), its column, its first word."""

    first: int
    last: int
    column: int
    word: str


@dataclass(slots=True)
class _Comment:
    """`behind`: code precedes it on its line. `above` is the last line above that is not empty.
    `closes`: it follows the statement above, and an empty line separates it from the one below.
    """

    line: int
    column: int
    text: str
    behind: bool
    above: int
    closes: bool = False

    @property
    def end(self) -> int:
        """Its last line."""
        return self.line + self.text.count("\n")

    @property
    def apart(self) -> bool:
        """Whether an empty line separates it from what is above."""
        return not self.behind and self.above < self.line - 1


@dataclass(slots=True)
class _Kept:
    """What is to be written at a line of the canonical text."""

    before: list[_Comment] = field(default_factory=list)
    behind: list[_Comment] = field(default_factory=list)
    after: list[_Comment] = field(default_factory=list)


def keep_comments(source: SourceFile, out: Lines) -> None:
    """Insert the comments of `source` into `out`, the lines of the module that was parsed from it."""
    statements, comments = _read(source)
    if not comments:
        return
    places = _paired(source, statements, out)
    kept: dict[int, _Kept] = {}
    starts = [item.first for item in statements]
    for comment in comments:
        at, how = _place(comment, statements, starts, places, out.lines)
        getattr(kept.setdefault(at, _Kept()), how).append(comment)
    out.lines[:] = _woven(out.lines, kept)


# ---------------------------------------------------------------- the source
def _read(source: SourceFile) -> tuple[list[_Statement], list[_Comment]]:
    """The statements and comments of a text that the parser accepts, in order."""
    statements: list[_Statement] = []
    comments: list[_Comment] = []
    current: list[Token] = []
    (begin, until), _ = split_metadata(source)
    end = begin
    for token in tokenize(source, begin, until):
        name, begin, stop = token
        if name in _LAYOUT:
            if name == "_NEWLINE" and current:
                if all(part[0] == "STRING" for part in current):
                    _add(source, comments, current[0][1], current[-1][2])
                else:
                    statements.append(_statement(source, current))
                current = []
            continue
        _gap(source, comments, end, begin)
        current.append(token)
        end = stop
    _gap(source, comments, end, until)
    comments.sort(key=lambda item: item.line)
    _mark_closing(source, comments)
    return statements, comments


def _mark_closing(source: SourceFile, comments: list[_Comment]) -> None:
    """Mark the comments that follow a statement, up to the last empty line before the next statement."""
    group: list[_Comment] = []
    for index, comment in enumerate(comments):
        if not group or comment.above != group[-1].end or comment.behind:
            group = [comment]
        else:
            group.append(comment)
        following = comments[index + 1] if index + 1 < len(comments) else None
        empty = comment.end < source.line_count and not source.line(comment.end + 1).strip()
        if empty and not group[0].apart:
            for item in group:
                item.closes = True
        if following is None or following.above != comment.end:
            group = []


def _statement(source: SourceFile, tokens: list[Token]) -> _Statement:
    first, column = source.position(tokens[0][1])
    return _Statement(first, source.position(tokens[-1][2] - 1)[0], column, _word(source.text[tokens[0][1] :]))


def _gap(source: SourceFile, comments: list[_Comment], begin: int, end: int) -> None:
    """Add the comments between two tokens."""
    for match in re.finditer(r"#[^\n]*", source.text[begin:end]):
        _add(source, comments, begin + match.start(), begin + match.end())


def _add(source: SourceFile, comments: list[_Comment], start: int, end: int) -> None:
    text = source.text[start:end].rstrip()
    if text in _HEADERS:
        return
    line, column = source.position(start)
    head = source.line(line)[: column - 1]
    above = next((number for number in range(line - 1, 0, -1) if source.line(number).strip()), 0)
    comments.append(_Comment(line, column, text, bool(head.strip()), above))


def _word(text: str) -> str:
    """The first word of a statement; all decorators are alike."""
    match = re.match(r"[\w.]+|@", text.lstrip())
    return match[0] if match is not None else ""


# ---------------------------------------------------------------- pairs
def _paired(source: SourceFile, statements: list[_Statement], out: Lines) -> list[int | None]:
    """For each statement the line of the canonical text that states it, if there is one."""
    candidates: dict[int, list[int]] = {}
    starts = [item.first for item in statements]
    same: dict[SourceFile, bool] = {}
    for span, line in out.anchors:
        if span.source not in same:
            same[span.source] = span.source.text == source.text
        if same[span.source]:
            candidates.setdefault(bisect_right(starts, source.position(span.start)[0]) - 1, []).append(line)
    pairs: list[int | None] = [None] * len(statements)
    for index, lines in candidates.items():
        if index >= 0:
            word = statements[index].word
            pairs[index] = next((line for line in lines if _word(out.lines[line]) == word), lines[0])
    taken = {line for line in pairs if line is not None}
    for run in _runs(pairs):
        _by_word(run, statements, pairs, taken, out.lines)
    return pairs


def _runs(pairs: list[int | None]) -> Iterator[range]:
    """The ranges of statements without a line between those that have one."""
    start = 0
    for index in [*(i for i, line in enumerate(pairs) if line is not None), len(pairs)]:
        if index > start:
            yield range(start, index)
        start = index + 1


def _by_word(
    run: range, statements: list[_Statement], pairs: list[int | None], taken: set[int], lines: list[str]
) -> None:
    """Pair the statements of a run with lines that begin with the same word, the last ones first."""
    above = pairs[run.start - 1] if run.start else None
    below = pairs[run.stop] if run.stop < len(pairs) else None
    low = -1 if above is None else above
    high = len(lines) if below is None else below
    for index in reversed(run):
        word = statements[index].word
        for line in range(high - 1, low, -1):
            if line not in taken and word and _word(lines[line]) == word:
                pairs[index] = high = line
                taken.add(line)
                break


# ---------------------------------------------------------------- places
def _place(
    comment: _Comment, statements: list[_Statement], starts: list[int], pairs: list[int | None], lines: list[str]
) -> tuple[int, str]:
    """The line of the canonical text at which a comment belongs, and which list of `_Kept` takes it."""
    own = bisect_right(starts, comment.line) - 1
    if own >= 0 and comment.line <= statements[own].last:
        line = pairs[own]
        if line is not None:
            ends = comment.behind and comment.line == statements[own].last
            return line, "behind" if ends else "before"
        return _before(own, pairs, lines)
    if own < 0:  # of the file
        return next(number for number, line in enumerate(lines) if _word(line) == "@"), "before"
    following = bisect_left(starts, comment.line)
    if following < len(statements):
        above, below = statements[own].column, statements[following].column
        closes = comment.closes and above >= comment.column
        if below > above or (not closes and (below >= comment.column or below == above)):
            return _before(following, pairs, lines)
    for index in range(own, -1, -1):
        if pairs[index] is not None and statements[index].column <= comment.column:
            return pairs[index] or 0, "after"
    return _before(following, pairs, lines)


def _before(index: int, pairs: list[int | None], lines: list[str]) -> tuple[int, str]:
    line = next((line for line in pairs[index:] if line is not None), None)
    return (line, "before") if line is not None else (len(lines) - 1, "after")


# ---------------------------------------------------------------- the result
def _woven(lines: list[str], kept: dict[int, _Kept]) -> list[str]:
    """The lines with the comments; those after a statement follow its suite."""
    after: dict[int, list[tuple[str, list[_Comment]]]] = {}
    for line in sorted(kept, reverse=True):  # suites that end together: the inner one first
        if kept[line].after:
            after.setdefault(_suite_end(lines, line), []).append((_indentation(lines[line]), kept[line].after))
    result: list[str] = []
    end: int | None = None  # the last line of the comment that was written last, with no code since
    for number, text in enumerate(lines):
        here = kept.get(number, _Kept())
        # A line has room for one comment at its end, if that has no second line.
        last = here.behind[-1] if here.behind and "\n" not in here.behind[-1].text else None
        first = [item for item in (*here.before, *here.behind) if item is not last]
        result += _as_lines(first, _indentation(text), end)
        result.append(f"{text}  {last.text}" if last is not None else text)
        end = None
        for indentation, comments in after.get(number, ()):
            result += _as_lines(comments, indentation, end)
            end = max(item.end for item in comments)
    return result


def _as_lines(comments: list[_Comment], indentation: str, end: int | None) -> Iterator[str]:
    for comment in sorted(comments, key=lambda item: item.line):
        if comment.apart and end is not None and comment.above == end:
            yield ""
        yield indentation + comment.text
        end = comment.end


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _suite_end(lines: list[str], start: int) -> int:
    """The last line of the suite that begins at a line (the line itself if it has none)."""
    width = len(_indentation(lines[start]))
    end = start
    for number in range(start + 1, len(lines)):
        if lines[number] and len(_indentation(lines[number])) <= width:
            break
        if lines[number]:
            end = number
    return end
