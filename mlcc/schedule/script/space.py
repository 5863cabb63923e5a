"""The search space of a program: the schedule files that fit it, each with the values that its parameters may have."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, PrimFunc

from ..schedule import Schedule
from ..trace import Trace
from .library import library
from .matching import matches_function
from .model import Script
from .parameters import Setting, Value, shown
from .runner import Runner

#: How many combinations of one file are listed; of more, a sample is taken: several times what a search measures.
MOST_LISTED = 192
#: A sample ends after so many draws for each that is listed, or so many in a row that were drawn before.
_DRAWS, _MISSES = 4, 48


@dataclass(frozen=True, slots=True)
class Candidate:
    """A schedule file for one program, with the parameters that differ from its defaults.

    `searched` are all parameters that a search may set, with their values here.
    """

    script: Script
    params: Setting = ()
    searched: Setting = ()

    def apply(self, func: PrimFunc, target: Any = None) -> tuple[PrimFunc, Trace]:
        """The program by this schedule, and what was done. Raises MlccError S111, and what the steps raise."""
        sch = self.schedule(func, target)
        return sch.func, sch.trace

    def schedule(self, program: PrimFunc | IRModule, target: Any = None) -> Schedule:
        """A program, or a module of one, with the steps of this schedule. Raises what :meth:`apply` raises."""
        sch = Schedule(program, target, enable_check=False)
        runner = Runner(sch, self.script, sch.state().name, dict(self.params))
        runner.prepare()
        runner.run()
        return sch

    def text(self) -> str:
        """`conv2d_nchwc rows=2 unroll=8`."""
        return " ".join([self.script.name, *(f"{name}={shown(value)}" for name, value in self.params)])


def candidates(
    func: PrimFunc, target: Any = None, scripts: Sequence[Script] | None = None, most: int = MOST_LISTED, seed: int = 0
) -> list[Candidate]:
    """What may be tried for a program: of each file of the library (or of `scripts`) that fits it the defaults first,
    then at most `most` other settings. The first of all is what a build takes.

    A file for programs that no other file matches is an alternative only where that is so.
    """
    found: list[Candidate] = []
    for script in library(target) if scripts is None else scripts:
        if script.match is not None and matches_function(script, func) is not None:
            continue
        if script.fallback and found:
            continue
        found += _of_file(script, func, target, most, seed)
    return found


def _of_file(script: Script, func: PrimFunc, target: Any, most: int, seed: int) -> Iterator[Candidate]:
    """The settings of one file under which it fits the program, its defaults first; nothing if it does not fit then."""
    sch = Schedule(func, target, enable_check=False)
    runner = Runner(sch, script, sch.state().name)
    try:
        if runner.bind() is not None:
            return
    except MlccError:
        return
    names = [item.name for item in script.params if item.search is not None]
    seen = {_identity(runner)}
    yield Candidate(script, (), _picked(runner, names))
    if not names:
        return
    for chosen in _settings(runner, most, random.Random(seed)):
        if len(seen) > most:
            return
        try:
            fits = runner.rebind(chosen) is None
        except MlccError:
            continue
        identity = _identity(runner)
        if fits and identity not in seen:
            seen.add(identity)
            given = tuple((name, chosen[name]) for name in names if name in chosen)
            yield Candidate(script, given, _picked(runner, names))


def _settings(runner: Runner, most: int, rng: random.Random) -> Iterator[dict[str, Value]]:
    """Values for the searched parameters: all combinations in order if they are few, else a sample.

    What may be tried may depend on the parameters before, so the combinations form a tree.
    """
    listed = list(_all(runner, {}, most + 1))
    if len(listed) <= most:
        yield from listed
        return
    # each parameter by itself first: most of the gain is near the defaults
    yield from _each_alone(runner)
    drawn: set[str] = set()
    misses = 0
    for _ in range(_DRAWS * most):
        chosen = _random(runner, rng)
        misses = misses + 1 if repr(chosen) in drawn else 0
        if misses >= _MISSES:
            return
        if not misses:
            drawn.add(repr(chosen))
            yield chosen


def _all(runner: Runner, given: dict[str, Value], most: int) -> Iterator[dict[str, Value]]:
    """Every combination of values that extends `given`, until there are `most`."""
    count = 0
    stack: list[dict[str, Value]] = [given]
    while stack and count < most:
        current = stack.pop()
        step = runner.next_choice(current)
        if step is None:
            count += 1
            yield _stated(current)
            continue
        name, default, values = step
        # `None` stands for the default, which needs no statement
        options = [None, *(value for value in values if not _same(value, default))]
        stack += [{**current, name: value} for value in reversed(options)]  # type: ignore[dict-item]


def _each_alone(runner: Runner) -> Iterator[dict[str, Value]]:
    """The defaults with one parameter changed."""
    current: dict[str, Value] = {}
    while (step := runner.next_choice(current)) is not None:
        name, default, values = step
        yield from ({name: value} for value in values if not _same(value, default))
        current = {**current, name: None}  # type: ignore[dict-item]


def _random(runner: Runner, rng: random.Random) -> dict[str, Value]:
    """One combination: each parameter has its default in half of the draws."""
    current: dict[str, Value] = {}
    while (step := runner.next_choice(current)) is not None:
        name, _, values = step
        value = rng.choice(values) if values and rng.random() < 0.5 else None
        current = {**current, name: value}  # type: ignore[dict-item]
    return _stated(current)


def _stated(values: dict[str, Value]) -> dict[str, Value]:
    return {name: value for name, value in values.items() if value is not None}


def _same(a: Any, b: Any) -> bool:
    return bool(a == b)


def _identity(runner: Runner) -> tuple[Any, ...]:
    """What the steps see of the parameters: settings of equal values are one."""
    return tuple(repr(runner.names.get(item.name)) for item in runner.script.params)


def _picked(runner: Runner, names: Sequence[str]) -> Setting:
    return tuple((name, runner.names[name]) for name in names)
