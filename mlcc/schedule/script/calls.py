"""Calls of composite steps: the names that their steps see, and errors that lead back to the argument at fault."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mlcc.diagnostics import Label, MlccError, Span

from .composites import Composite
from .nodes import YNode
from .steps import Step, steps_within

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(slots=True)
class Frame:
    """A composite step while it runs, with the steps that it has done."""

    composite: Composite
    done: list[Step] = field(default_factory=list)

    def arguments_in(self, text: str) -> frozenset[str]:
        """The arguments of the call that the names in a text were computed from."""
        made_of = {item.name: frozenset({item.name}) for item in self.composite.args}

        def source(words: str) -> frozenset[str]:
            return frozenset().union(*(made_of.get(word, frozenset()) for word in _WORD.findall(words)))

        for step in self.done:
            origin = frozenset().union(*(source(node.span.text) for node in _values(step)))
            made_of.update(dict.fromkeys(step.binds(), origin))
        return source(text)


def _values(step: Step) -> Iterator[YNode]:
    if step.args.kind == "map":
        yield from (value for key, value in step.args.pairs if key.value != "as")
    else:
        yield step.args


def through_call(error: MlccError, call: Step, args: YNode, frame: Frame) -> MlccError:
    """The error of a step of a composite step, reported at the call: its location is the argument of the call at fault,
    or the name of the step; the location in the composite step is shown below."""
    first = error.diagnostic
    inner, location = first.span, call.span
    if isinstance(inner, Span):
        is_name = any(inner == step.span for step in steps_within(frame.composite.steps))
        named = frozenset() if is_name else frame.arguments_in(inner.text)
        location = next((value.span for key, value in args.pairs if key.value in named), location)
    labels = [Label(inner, f"in `{frame.composite.name}` here"), *first.labels]
    new = MlccError(
        first.code, first.message, span=location, labels=labels, notes=first.notes, help=first.help, field=error.field
    )
    new.diagnostics = (*new.diagnostics, *error.diagnostics[1:])
    return new


def results_of(composite: Composite, names: Mapping[str, Any]) -> dict[str, Any]:
    """Those results of a composite step that its steps gave."""
    return {name: names[name] for name in composite.results if name in names}
