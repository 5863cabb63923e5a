"""The search for one program: which candidates to draft, which of them to measure, and what came of them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlcc.driver.records import Record
from mlcc.schedule import Candidate

from .jobs import Answer
from .ranking import Ranker
from .tasks import Task

#: Of the candidates in a batch, one in so many is taken regardless of its score: the model may be wrong.
_EXPLORE = 4
#: Another file with its defaults is as far from the default as so many doublings of a number.
_OTHER_FILE = 2.0
#: So many undrafted candidates are drafted for each that is measured.
_DRAFTS = 3

Key = tuple[str, tuple[tuple[str, Any], ...]]


def key_of(candidate: Candidate) -> Key:
    """What identifies a candidate of a program: a file and parameters."""
    return candidate.script.name, candidate.params


def distance(default: Candidate, other: Candidate) -> float:
    """How far a candidate is from the default: the doublings of its numbers, and steps of other kinds."""
    if default.script.name != other.script.name:
        return _OTHER_FILE + len(other.params)
    return sum(_steps(a, b) for (_, a), (_, b) in zip(default.searched, other.searched, strict=True))


def _steps(one: Any, other: Any) -> float:
    if one == other:
        return 0.0
    numbers = all(isinstance(value, int) and not isinstance(value, bool) and value > 0 for value in (one, other))
    return abs(math.log2(one / other)) if numbers else 1.0


@dataclass
class Hunt:
    """The state of the search for one program; `options` has the default first.

    `share` is of the model's time, `headroom` the part of it that may be saved.
    """

    task: Task
    options: list[Candidate]
    share: float
    headroom: float = 1.0
    seed: int = 0
    hints: list[Key] = field(default_factory=list)
    features: dict[int, Mapping[str, float]] = field(default_factory=dict)
    done: dict[int, Record] = field(default_factory=dict)
    base: Answer | None = None
    idle: int = 0
    #: Nothing can be compared: the default was not measured.
    closed: bool = False
    #: The first candidate of each lowered program, and the others, which need no trial.
    programs: dict[str, int] = field(default_factory=dict)
    twins: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._rng = random.Random(f"{self.seed} {self.task.key}")
        self._numbers = {key_of(option): number for number, option in enumerate(self.options)}
        self._order = [self._numbers[key] for key in self.hints if key in self._numbers]
        rest = list(range(1, len(self.options)))
        self._rng.shuffle(rest)
        # near the default first: the formulas are rarely far from what is best
        self._order += sorted(rest, key=lambda n: distance(self.options[0], self.options[n]))

    # ------------------------------------------------------------------ results
    @property
    def trials(self) -> int:
        """Candidates that were measured, or tried to."""
        return sum(record.outcome != "refused" for record in self.done.values())

    @property
    def best(self) -> int:
        """The number of the fastest candidate, 0 for the default."""
        timed = {n: seconds_of(record) for n, record in self.done.items() if record.outcome == "ok"}
        return min(timed, key=lambda n: (timed[n], n), default=0)

    @property
    def gain(self) -> float:
        """The best time by the default's."""
        base = self.done.get(0)
        if base is None or base.outcome != "ok":
            return 1.0
        return min(1.0, seconds_of(self.done[self.best]) / seconds_of(base))

    def recall(self, records: Iterable[Record]) -> None:
        """Take over what was measured before, on this machine with these files."""
        for record in records:
            number = self._numbers.get((record.schedule, tuple(record.params.items())))
            if number is not None and record.setting == "kernel":
                self.done[number] = record
                if record.features:
                    self.features[number] = record.features

    def saw(self, number: int, features: Mapping[str, float], program: str) -> None:
        """Take over what a draft says of a candidate: one whose program another has needs no trial."""
        self.features[number] = {**features, "distance": distance(self.options[0], self.options[number])}
        if self.programs.setdefault(program, number) != number:
            self.twins.add(number)

    def measured(self) -> list[tuple[Mapping[str, float], float]]:
        """Features and seconds of what was measured, for the ranker."""
        return [
            (record.features, seconds_of(record))
            for record in self.done.values()
            if record.outcome == "ok" and record.features
        ]

    # ------------------------------------------------------------------ what is next
    def urgency(self) -> float:
        """How much time a batch may save: what the program may lose, less with every trial that did not help."""
        return 0.0 if self.exhausted() else self.share * self.headroom / (1 + self.trials / 4 + 2 * self.idle)

    def exhausted(self) -> bool:
        """Whether everything was tried, or nothing can be."""
        return self.closed or len(self.done.keys() | self.twins) >= len(self.options)

    def to_draft(self, count: int) -> list[int]:
        """Candidates whose features are to be computed: neighbours of the best, and others in the order of the seed."""
        free = [n for n in self._order if n not in self.done and n not in self.features]
        near = [n for n in free if self._is_near(n, self.best)] if self.done else []
        self._rng.shuffle(near)
        near.sort(key=lambda n: distance(self.options[self.best], self.options[n]))
        chosen = near[: count * _DRAFTS // 2]
        chosen += [n for n in free if n not in chosen][: count * _DRAFTS - len(chosen)]
        return chosen

    def _is_near(self, one: int, other: int) -> bool:
        a, b = self.options[one], self.options[other]
        if a.script.name != b.script.name:
            return False
        return sum(x != y for x, y in zip(a.searched, b.searched, strict=True)) <= 1

    def to_measure(self, ranker: Ranker, count: int) -> list[int]:
        """The drafted candidates to measure next, best score first."""
        ready = [n for n in self.features if n not in self.done and n not in self.twins]
        ranked = sorted(ready, key=lambda n: (ranker.score(self.features[n]), n))
        hinted = [self._numbers[key] for key in self.hints if self._numbers.get(key) in ready][:count]
        chosen = [*hinted, *(n for n in ranked if n not in hinted)][: max(1, count - count // _EXPLORE)]
        rest = [n for n in ranked if n not in chosen]
        self._rng.shuffle(rest)
        return chosen + rest[: count - len(chosen)]


def seconds_of(record: Record) -> float:
    """The time of a candidate: the least, since what disturbs a measurement only adds to it."""
    return min(record.samples)


def hints_for(task: Task, records: Sequence[Record], machine: str, facts: str, most: int = 4) -> list[Key]:
    """The best candidates that other machines, or searches for other targets, found for a program."""
    found: dict[Key, float] = {}
    groups: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        if record.kernel == task.key and record.outcome == "ok" and record.setting == "kernel" and record.samples:
            groups.setdefault((record.machine, record.facts), []).append(record)
    for (name, target), rows in groups.items():
        if (name, target) == (machine, facts):
            continue
        least = min(map(seconds_of, rows))
        for row in rows:
            key = row.schedule, tuple(row.params.items())
            found[key] = min(found.get(key, 9.0), seconds_of(row) / least)
    return sorted(found, key=lambda key: (found[key], repr(key)))[:most]
