"""Shared by the parts of the verifier: collecting problems and their source locations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mlcc.diagnostics import Diagnostic, Label, MlccError, Span

from .expr import Var
from .graph import GraphVar
from .node import Node
from .printer import PrintedText, printed_text


class Report:
    """Collects diagnostics about one function. Locations are the nodes' spans, else those in the printed function."""

    def __init__(self, func: Node, name: str) -> None:
        self.func = func
        self.name = name
        self.problems: list[Diagnostic] = []
        self._printed: PrintedText | None = None
        self._seen: set[tuple[str, str]] = set()

    def location(self, *nodes: Any) -> Span | None:
        """The location of the first of `nodes` that has one (headers of loops and blocks, not their bodies).

        Variables are skipped: their location is their definition, not their use.
        """
        nodes = tuple(n for n in _flat(nodes) if not isinstance(n, (Var, GraphVar)))
        for item in nodes:
            span = getattr(item, "span", None)
            if isinstance(span, Span):
                return span.first_line()
        if getattr(self.func, "span", None) is not None:
            return None
        if self._printed is None:
            try:
                self._printed = printed_text(self.func, f"<function {self.name}>")
            except (TypeError, ValueError, AttributeError):  # too malformed to be printed
                return None
        for item in nodes:
            printed = self._printed.span(item)
            if printed is not None:
                return printed
        return None

    def add(
        self,
        code: str,
        message: str,
        *nodes: Any,
        labels: Iterable[tuple[Any, str]] = (),
        notes: Iterable[str] = (),
        help: str | None = None,
    ) -> None:
        """Report a problem at the first of `nodes` that has a location; the same text is reported once."""
        if (code, message) in self._seen:
            return
        self._seen.add((code, message))
        shown = [Label(self.location(n), text) for n, text in labels]
        kept = tuple(label for label in shown if label.span is not None)
        self.problems.append(Diagnostic(code, message, self.location(*nodes), kept, tuple(notes), help))


def _flat(nodes: tuple[Any, ...]) -> Iterator[Any]:
    for item in nodes:
        if isinstance(item, tuple):
            yield from _flat(item)
        else:
            yield item


def raise_problems(problems: list[Diagnostic]) -> None:
    """Raise one error with all `problems`, if there are any."""
    if problems:
        raise MlccError.many(problems)
