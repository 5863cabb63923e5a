"""A diagnostic as text with carets, as one line, or as JSON."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from .diagnostic import Diagnostic, Label, MlccError, Severity
from .source import NodePath, SourceFile, Span
from .width import display_width, printable

_RESET = "\x1b[0m"
_SEVERITY_COLOR = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.NOTE: "\x1b[1;32m",
}
_BOLD, _BLUE, _CYAN = "\x1b[1m", "\x1b[1;34m", "\x1b[1;36m"
# Longer lines are truncated around their carets: generated files may be one line of megabytes.
_WIDEST = 160
_LEAD = 40


def stream_has_color(stream: TextIO) -> bool:
    """Colour on a terminal, and elsewhere with FORCE_COLOR; never against NO_COLOR (https://no-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return os.environ.get("TERM") != "dumb" and stream.isatty()


@dataclass(frozen=True, slots=True)
class _Mark:
    """One underline on one line, in display columns from 0 of the printable text."""

    start: int
    end: int
    text: str
    primary: bool


class _Painter:
    """Wraps text in colours, or does nothing."""

    def __init__(self, color: bool, severity: Severity) -> None:
        self.color = color
        self.severity = _SEVERITY_COLOR[severity]

    def paint(self, text: str, style: str) -> str:
        return f"{style}{text}{_RESET}" if self.color and text else text

    def mark(self, text: str, primary: bool) -> str:
        return self.paint(text, self.severity if primary else _BLUE)


def render_text(problem: Diagnostic | MlccError, *, color: bool = False) -> str:
    """The full form, ending in a newline; several diagnostics are separated by an empty line.

    The primary location comes first, locations in the same text share its window, and locations in other
    texts follow as notes with windows of their own.
    """
    if isinstance(problem, MlccError):
        return "\n".join(render_text(item, color=color) for item in problem.diagnostics)
    painter = _Painter(color, problem.severity)
    title = painter.paint(f"{problem.severity.value}[{problem.code}]", painter.severity)
    lines = [title + painter.paint(f": {problem.message}", _BOLD)]
    span = problem.span
    others: list[tuple[SourceFile, list[Label]]] = []
    same: list[Label] = []
    for label in problem.labels:
        in_window = isinstance(span, Span) and _source(label.span) is span.source
        if in_window or (span is not None and label.span == span):
            same.append(label)
        else:
            _add_to_group(others, label)
    width = _gutter_width(problem)
    if isinstance(span, Span):
        lines += _window(span, same, width, painter)
    elif isinstance(span, NodePath):
        lines += [" " * width + painter.paint("-->", _BLUE) + f" {span}"]
        lines += [f"{painter.paint('note', _BOLD)}: {label.text}" for label in same]
    for _, labels in others:
        lines += _other_place(labels, width, _Painter(color, Severity.NOTE))
    lines += [_remark("note", note, painter) for note in problem.notes]
    if problem.help is not None:
        lines.append(_remark("help", problem.help, painter))
    return "\n".join(lines) + "\n"


def _source(span: Span | NodePath | None) -> SourceFile | None:
    return span.source if isinstance(span, Span) else None


def _add_to_group(groups: list[tuple[SourceFile, list[Label]]], label: Label) -> None:
    """Labels of one other source make one window; a location without text has a window of its own."""
    source = _source(label.span)
    for owner, labels in groups:
        if source is owner and source is not None:
            labels.append(label)
            return
    groups.append((source or SourceFile(str(label.span), ""), [label]))


def _other_place(labels: list[Label], width: int, painter: _Painter) -> list[str]:
    first = labels[0]
    lines = [_remark("note", first.text, painter)]
    if isinstance(first.span, Span):
        return lines + _window(first.span, labels[1:], width, painter)
    return [*lines, " " * width + painter.paint("-->", _BLUE) + f" {first.span}"]


def _remark(kind: str, text: str, painter: _Painter) -> str:
    """`note: …` and `help: …`, with further lines indented under the first."""
    style = _CYAN if kind == "help" else _BOLD
    indented = text.replace("\n", "\n" + " " * (len(kind) + 2))
    return f"{painter.paint(kind, style)}: {indented}"


def _gutter_width(problem: Diagnostic) -> int:
    spans = [problem.span, *(label.span for label in problem.labels)]
    last = max((span.end_line for span in spans if isinstance(span, Span)), default=0)
    return max(2, len(str(last)) + 1)


def _window(span: Span, labels: Sequence[Label], width: int, painter: _Painter) -> list[str]:
    """The marked lines of one source, with a rule at the left."""
    rule = " " * (width + 1) + painter.paint("|", _BLUE)
    arrow = painter.paint("-->", _BLUE) + f" {span}"
    lines = [" " * width + arrow, rule]
    marks: dict[int, list[_Mark]] = {}
    own = "; ".join(label.text for label in labels if label.span == span and label.text)
    _mark_span(marks, span, own, primary=True)
    for label in labels:
        if isinstance(label.span, Span) and label.span != span:
            _mark_span(marks, label.span, label.text, primary=False)
    previous: int | None = None
    for number in sorted(marks):
        if previous is not None and number == previous + 2:
            lines.append(_numbered(span.source, number - 1, width, painter))
        elif previous is not None and number > previous + 2:
            lines.append("...")
        text = printable(span.source.line(number))
        cut, shift = _cut(text, marks[number])
        lines.append(_numbered(span.source, number, width, painter, cut))
        lines += [f"{rule} {row}".rstrip() for row in _underline(marks[number], shift, painter)]
        previous = number
    return [*lines, rule]


def _numbered(source: SourceFile, number: int, width: int, painter: _Painter, text: str | None = None) -> str:
    shown = printable(source.line(number)) if text is None else text
    gutter = painter.paint(f"{number:>{width}} |", _BLUE)
    return f"{gutter} {shown}".rstrip()


def _cut(text: str, marks: list[_Mark]) -> tuple[str, int]:
    """The part of an over-long line around its marks, and by how much columns shift left."""
    if len(text) <= _WIDEST:
        return text, 0
    start = max(0, min(mark.start for mark in marks) - _LEAD)
    head = "…" if start else ""
    tail = "…" if start + _WIDEST < len(text) else ""
    return head + text[start : start + _WIDEST] + tail, start - len(head)


def _mark_span(marks: dict[int, list[_Mark]], span: Span, text: str, *, primary: bool) -> None:
    """Marks for a span: one line, or the first and the last of several (with the text there)."""
    source = span.source
    first, last = span.line, span.end_line

    def add(number: int, start: int, end: int, words: str) -> None:
        line = source.line(number)
        left = display_width(line[:start])
        right = left + max(1, display_width(line[start:end]))
        marks.setdefault(number, []).append(_Mark(left, right, words, primary))

    start = span.column - 1
    if first == last:
        add(first, start, span.end_column - 1, text)
        return
    add(first, start, len(source.line(first)), "")
    line = source.line(last)
    add(last, len(line) - len(line.lstrip()), span.end_column - 1, text)


def _underline(marks: list[_Mark], shift: int, painter: _Painter) -> list[str]:
    """The rows under a line: carets (primary) and dashes, the last text beside them, then the
    other texts on rows of their own, tied to their marks by `|`."""
    marks = sorted(marks, key=lambda mark: (mark.start, mark.primary))
    cells: dict[int, tuple[str, bool]] = {}
    for mark in sorted(marks, key=lambda mark: mark.primary):
        for column in range(mark.start - shift, min(mark.end - shift, _WIDEST + 2)):
            cells[column] = ("^" if mark.primary else "-", mark.primary)
    texts = [mark for mark in marks if mark.text]
    # The last text fits beside the underline unless another mark begins after it.
    beside = texts[-1] if texts and texts[-1] is marks[-1] else None
    row = _draw(cells, painter)
    rows = [row + (" " + painter.mark(beside.text, beside.primary) if beside else "")]
    hanging = [mark for mark in texts if mark is not beside]
    if hanging:
        rows.append(_draw({m.start - shift: ("|", m.primary) for m in hanging}, painter))
    while hanging:
        mark = hanging.pop()
        bars = {m.start - shift: ("|", m.primary) for m in hanging if m.start < mark.start}
        lead = _draw(bars, painter, mark.start - shift)
        rows.append(lead + painter.mark(mark.text, mark.primary))
    return rows


def _draw(cells: dict[int, tuple[str, bool]], painter: _Painter, width: int = 0) -> str:
    """Characters at their columns, runs of one kind painted together, padded to `width`."""
    out: list[str] = []
    run, kind = "", False
    length = max(cells, default=-1) + 1
    for column in range(length):
        character, primary = cells.get(column, (" ", kind))
        if run and primary != kind:
            out.append(painter.mark(run, kind))
            run = ""
        run, kind = run + character, primary
    if run:
        out.append(painter.mark(run, kind))
    return "".join(out) + " " * max(0, width - length)


def render_concise(problem: Diagnostic | MlccError) -> str:
    """One line per diagnostic: `file:line:column: error[CODE]: message`."""
    items = problem.diagnostics if isinstance(problem, MlccError) else (problem,)
    return "".join(str(item).replace("\n", " ") + "\n" for item in items)


def render_json(problem: Diagnostic | MlccError) -> str:
    """One JSON object per line and diagnostic; lines and columns count from 1."""
    import json

    items = problem.diagnostics if isinstance(problem, MlccError) else (problem,)
    return "".join(json.dumps(_as_data(item), ensure_ascii=False) + "\n" for item in items)


def _as_data(item: Diagnostic) -> dict[str, Any]:
    return {
        "severity": item.severity.value,
        "code": item.code,
        "message": item.message,
        "span": _span_data(item.span),
        "labels": [{"span": _span_data(label.span), "text": label.text} for label in item.labels],
        "notes": list(item.notes),
        "help": item.help,
    }


def _span_data(span: Span | NodePath | None) -> dict[str, Any] | None:
    if isinstance(span, Span):
        return {
            "file": span.source.name,
            "line": span.line,
            "column": span.column,
            "end_line": span.end_line,
            "end_column": span.end_column,
        }
    if isinstance(span, NodePath):
        return {"file": span.name, "node": span.path}
    return None
