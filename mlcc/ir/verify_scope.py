"""What the parts of the verifier share: collecting problems and finding places for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mlcc.diagnostics import Diagnostic, Label, MlccError, Span

from .expr import Var
from .graph import GraphVar
from .node import Node
from .printer import PrintedText, printed_text


class Report:
    """Collects diagnostics about one function. Places come from the nodes' spans, else from the printed function."""

    def __init__(self, func: Node, name: str) -> None:
        self.func = func
        self.name = name
        self.problems: list[Diagnostic] = []
        self._printed: PrintedText | None = None
        self._seen: set[tuple[str, str]] = set()

    def place(self, *nodes: Any) -> Span | None:
        """The place of the first of `nodes` that has one (headers of loops and blocks, not their bodies).

        Variables are skipped: their place is where they are defined, not where they are used.
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
            except (TypeError, ValueError, AttributeError):  # too broken to print
                return None
        for item in nodes:
            found = self._printed.span(item)
            if found is not None:
                return found
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
        """Report a problem at the first of `nodes` that has a place; the same text is reported once."""
        if (code, message) in self._seen:
            return
        self._seen.add((code, message))
        shown = [Label(self.place(n), text) for n, text in labels]
        kept = tuple(label for label in shown if label.span is not None)
        self.problems.append(Diagnostic(code, message, self.place(*nodes), kept, tuple(notes), help))


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
