"""When each thread ran what in one call of a library that was built with a profile."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlcc.runtime import Library

#: A call is recorded this often, and the shortest recording is kept: it was disturbed least.
_RECORDINGS = 5
_SECONDS = 1e-9


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a call: `site` is the number of the kernel's call, `thread` 0 for the caller; seconds from the call's
    begin."""

    thread: int
    site: int
    begin: float
    end: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """`calls` of kernels, in order, and `chunks` of their parallel loops; those of the caller are within its calls."""

    calls: tuple[Span, ...]
    chunks: tuple[Span, ...]

    @property
    def threads(self) -> int:
        """How many threads took part."""
        return len({0, *(span.thread for span in self.chunks)})

    @property
    def seconds(self) -> float:
        """From the begin of the first call to the end of the last."""
        return max((span.end for span in self.calls), default=0.0)

    def as_data(self) -> dict[str, Any]:
        """For JSON: lists of thread, number of the call, begin and end in seconds."""
        both = (("calls", self.calls), ("chunks", self.chunks))
        return {key: [[s.thread, s.site, s.begin, s.end] for s in spans] for key, spans in both}


def recorded(library: Library, call: Callable[[], object], first: int, count: int) -> Timeline | None:
    """The time line of a call whose kernels have the slots from `first` on, `count` of them; None without events."""
    lines = [line_of(library.timeline(call), first, count) for _ in range(_RECORDINGS)]
    found = [line for line in lines if line.calls]
    return min(found, key=lambda line: line.seconds, default=None)


def line_of(events: Sequence[tuple[int, int, int, int]], first: int, count: int) -> Timeline:
    """Events of a library (see `Library.timeline`) as a time line. A chunk belongs to the call during which it began;
    one of a loop inside of a chunk is part of that."""
    marks = [event for event in events if first <= event[1] < first + count]
    if not marks:
        return Timeline((), ())
    start, caller = marks[0][2], marks[0][0]
    calls = [Span(0, slot - first, (b - start) * _SECONDS, (e - start) * _SECONDS) for _, slot, b, e in marks]
    begins, numbers, busy = [begin for _, _, begin, _ in marks], {caller: 0}, dict[int, int]()
    chunks = []
    for thread, slot, begin, end in events:
        at = bisect_right(begins, begin) - 1
        if slot >= 0 or at < 0 or begin < busy.get(thread, start):
            continue
        busy[thread] = end
        number = numbers.setdefault(thread, len(numbers))
        chunks.append(Span(number, calls[at].site, (begin - start) * _SECONDS, (end - start) * _SECONDS))
    return Timeline(tuple(calls), tuple(chunks))
