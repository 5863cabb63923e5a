"""A program with the steps to be tried on it, and how it went."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

import yaml

from mlcc.schedule.yaml_text import flow

from .intrinsics import INTRINSICS

#: One step as in a YAML file: the primitive's name and its arguments.
Step = tuple[str, dict[str, Any]]


class Verdict(Enum):
    """How a pair ends; the first two are as it should be."""

    RIGHT = "right"
    REFUSED = "refused"
    WRONG = "wrong"
    INTERNAL = "internal error"
    BOUNDS = "out of bounds"
    RACE = "race"
    HANG = "hang"
    #: The program itself cannot be judged: its results speak of fresh memory, or its own parallel loops race.
    UNFIT = "unfit program"

    @property
    def is_fault(self) -> bool:
        return self not in (Verdict.RIGHT, Verdict.REFUSED, Verdict.UNFIT)


@dataclass(frozen=True)
class Pair:
    """A program as text, with the size of its symbolic dimension, and steps."""

    text: str
    size: int
    steps: tuple[Step, ...]

    def yaml(self) -> str:
        """The steps as a schedule file."""
        lines = []
        used = sorted({str(fields["tensor_intrin"]) for name, fields in self.steps if name == "tensorize"})
        known = [name for name in used if name in INTRINSICS]
        if known:
            lines.append("intrinsics:")
            for name in known:
                lines += [f"  {name}: |", *(f"    {line}" for line in INTRINSICS[name].splitlines())]
        lines.append("steps:" if self.steps else "steps: []")
        return "\n".join([*lines, *(step_text(step) for step in self.steps)]) + "\n"


def read_pair(program: Path) -> Pair:
    """The pair that a finding was written as: `NAME.tir` and `NAME.yaml`."""
    schedule = yaml.safe_load(program.with_suffix(".yaml").read_text(encoding="utf-8"))
    items = schedule["steps"] if isinstance(schedule, dict) else schedule
    steps = tuple((name, fields) for item in items for name, fields in item.items())
    return Pair(program.read_text(encoding="utf-8"), 3, steps)


def step_text(step: Step) -> str:
    name, fields = step
    return f"- {name}: {flow(fields)}"


@dataclass
class Outcome:
    """What judging a pair gave."""

    verdict: Verdict
    #: Where it showed (`apply split`, `interpret`, `lower`, `run`, …) and what was said.
    stage: str = ""
    message: str = ""
    #: What became of each step: None when it was done, else the code of the refusal.
    codes: list[str | None] = field(default_factory=list)
    text: str = ""

    @property
    def kind(self) -> str:
        """What findings of one kind have in common: for counting, and for the minimiser to keep."""
        code = re.search(r"error\[(\w+)\]", self.message)
        return f"{self.verdict.value} at {self.stage}" + (f" {code[1]}" if code else "")


@dataclass
class Tally:
    """Counts over many pairs."""

    verdicts: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)

    def add(self, pair: Pair, outcome: Outcome) -> None:
        self.verdicts[outcome.verdict.value] += 1
        for (name, _), code in zip(pair.steps, outcome.codes, strict=False):
            (self.accepted if code is None else self.refused)[name] += 1
            if code is not None:
                self.codes[f"{name} {code}"] += 1

    def table(self, names: list[str]) -> str:
        rows = [f"{name:28} {self.accepted[name]:7} {self.refused[name]:7}" for name in names]
        counts = [f"{verdict:28} {count:7}" for verdict, count in self.verdicts.most_common()]
        return "\n".join([*counts, "", f"{'primitive':28} {'done':>7} {'refused':>7}", *rows])
