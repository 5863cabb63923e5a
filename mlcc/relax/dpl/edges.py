"""What a context of patterns is told: which value is an operand of which, and which have one shape."""

from __future__ import annotations

import copy
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from mlcc.diagnostics import MlccError

#: A `DFPattern`; patterns are told of edges, and not the other way round.
Pattern = Any


@dataclass(frozen=True)
class Edge:
    """`producer` is operand `index` of `consumer` (-1: any), and with `only` it has no other user."""

    producer: Pattern
    consumer: Pattern
    index: int = -1
    only: bool = False


@dataclass
class Constraints:
    """What was stated in one context."""

    edges: list[Edge] = field(default_factory=list)
    equal_shapes: list[tuple[Pattern, ...]] = field(default_factory=list)

    def patterns(self) -> list[Pattern]:
        """All patterns that are named, in the order in which they were."""
        named = [p for edge in self.edges for p in (edge.producer, edge.consumer)]
        return list(dict.fromkeys([*named, *(p for group in self.equal_shapes for p in group)]))


#: The constraints of the contexts that are entered, outermost first.
OPEN: ContextVar[tuple[Constraints, ...]] = ContextVar("open_pattern_contexts", default=())


def current() -> Constraints | None:
    """The constraints of the innermost context, None outside of all."""
    return OPEN.get()[-1] if OPEN.get() else None


def needed(what: str) -> Constraints:
    """The same. Raises T142 outside of all contexts."""
    found = current()
    if found is None:
        raise MlccError("T142", f"`{what}` is stated outside of a pattern context",
                        help="write `with relax.dpl.PatternContext() as ctx:` around it")  # fmt: skip
    return found


class PatternSeq:
    """Patterns of which each is an operand of the next: what ``a ^ b`` and ``a >> b`` make."""

    def __init__(self, patterns: list[Pattern], only_use: bool = False) -> None:
        self.patterns = list(patterns)
        for one, other in zip(self.patterns, self.patterns[1:], strict=False):
            needed("PatternSeq").edges.append(Edge(one, other, -1, only_use))

    def used_by(self, other: Pattern | PatternSeq, index: int = -1) -> PatternSeq:
        """The last value is an operand of the (first) other one: operand `index`, or any."""
        return self._before(other, index, only=False)

    def only_used_by(self, other: Pattern | PatternSeq, index: int = -1) -> PatternSeq:
        """As `used_by`, and it has no other user."""
        return self._before(other, index, only=True)

    def _before(self, other: Pattern | PatternSeq, index: int, *, only: bool) -> PatternSeq:
        rest = other.patterns if isinstance(other, PatternSeq) else [other]
        needed("only_used_by" if only else "used_by").edges.append(Edge(self.patterns[-1], rest[0], index, only))
        joined = PatternSeq([])
        joined.patterns = [*self.patterns, *rest]
        return joined

    def dup(self) -> PatternSeq:
        """Other patterns of the same form, with the same edges between them."""
        twins = {pattern: copy.copy(pattern) for pattern in self.patterns}
        edges = needed("dup").edges
        edges += [
            Edge(twins[e.producer], twins[e.consumer], e.index, e.only)
            for e in edges
            if e.producer in twins and e.consumer in twins
        ]
        made = PatternSeq([])
        made.patterns = list(twins.values())
        return made

    def __getitem__(self, index: int) -> Pattern:
        return self.patterns[index]

    def __len__(self) -> int:
        return len(self.patterns)

    def __xor__(self, other: Pattern | PatternSeq) -> PatternSeq:
        return self.used_by(other)

    def __rshift__(self, other: Pattern | PatternSeq) -> PatternSeq:
        return self.only_used_by(other)
