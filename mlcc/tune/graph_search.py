"""Tries other decisions of the graph passes in the whole model: cost facts that say what a search may try.

Winograd's method or a direct convolution, the block of channels, the fusion of a norm, one product for several,
threads: each follows from a fact of the target (`mlcc list costs`), and `search` of the fact states other values. A
value under which the model has the same programs is not built. Each is tried in a process of its own, so that one that
crashes or hangs is one failed trial.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import InternalError, MlccError
from mlcc.driver import Compilation
from mlcc.driver.graph_choices import graph_facts, module_key
from mlcc.driver.measure import Measurement, compare, measure_in_turns
from mlcc.driver.records import COSTS, Record, facts_hash, kernel_hash
from mlcc.driver.units import cores
from mlcc.schedule import library
from mlcc.target import cost_table, read_costs

from . import model_times
from .fingerprint import machine_fingerprint
from .maker import Lost, Request, forked
from .timing import exclusive

if TYPE_CHECKING:
    from mlcc.driver import BuildOptions
    from mlcc.driver.specialize import Shapes
    from mlcc.ir import IRModule
    from mlcc.target import Target

    from .log import Log

#: Samples by which a value that is slower is given up.
_FEW = 5
#: A model with other facts is given up after so many seconds, and several times those of a build.
_PATIENCE = 20.0

Facts = dict[str, Any]
Answer = tuple[str, str, Measurement, Measurement]


def alternatives(target: Target) -> Iterator[Facts]:
    """The facts to try, one at a time, each with one other value; those of whole convolutions first."""
    for row in reversed(cost_table(target.costs)):
        for factor in row.search:
            value = row.value * factor
            yield {row.name: round(value) if isinstance(row.value, int) else round(value, 3)}


@dataclass
class GraphSearch:
    """The search for one module, until `until` (of `time.monotonic`); results go to `log`."""

    module: IRModule
    options: BuildOptions
    log: Log
    shapes: Shapes | None
    until: float
    say: Callable[[str], None]
    #: How long a build of the model took.
    build_seconds: float = 10.0

    def __post_init__(self) -> None:
        self._target = self.options.target
        self._key, self._machine = module_key(self.module), machine_fingerprint()
        self._scripts = [script.text for script in library(self._target)]

    def run(self, base: model_times.Timed) -> Facts:
        """The facts that are proven to be faster than the target's; `base` is the model with the target's."""
        done = {repr(dict(row.params)) for row in self._own()}
        fresh = [facts for facts in alternatives(self._target) if repr(facts) not in done]
        for facts in self._different(fresh):
            if time.monotonic() >= self.until:
                break
            self._try(facts, base)
        proven = [row for row in self._own() if len(row.params) == 1 and graph_facts([row], self._key, self._target)]
        together = {name: value for row in sorted(proven, key=Record.line) for name, value in row.params.items()}
        if len(together) > 1 and repr(together) not in done and time.monotonic() < self.until:
            self._try(together, base)
        return graph_facts(self._own(), self._key, self._target)

    def _own(self) -> list[Record]:
        facts = facts_hash(self._target)
        return [
            row
            for row in self.log.records
            if row.setting == "graph" and (row.kernel, row.facts, row.machine) == (self._key, facts, self._machine)
        ]

    def _with(self, facts: Facts) -> Target:
        return self._target.with_costs(read_costs(facts, "the search"))

    def _programs(self, target: Target) -> list[str]:
        legal = Compilation(self.module, replace(self.options, target=target, schedules=())).legal
        return sorted(kernel_hash(func) for func in legal.prim_funcs.values())

    def _different(self, options: list[Facts]) -> Iterator[Facts]:
        """The facts with which a build is another: a schedule reads what changed, or programs are others. As many are
        looked at together as there are cores, when they are asked for."""
        if not options:
            return
        own = self._programs(self._target)
        together = 2 * cores()
        for first in range(0, len(options), together):
            some = options[first : first + together]
            asked = [facts for facts in some if not self._is_read(facts)]
            request = Request(self._programs_with, tuple(asked), self._patience(), cores(), "making its programs")
            found = dict(zip(map(repr, asked), forked(request), strict=True))
            yield from (facts for facts in some if found.get(repr(facts), []) not in (own, None))

    def _is_read(self, facts: Facts) -> bool:
        """Whether a schedule reads what changes with the facts."""
        old, new = self._target.costs.facts(), self._with(facts).costs.facts()
        changed = [name for name, value in new.items() if value != old[name]]
        return any(f"target.{name}" in text for name in changed for text in self._scripts)

    def _programs_with(self, facts: Facts) -> list[str] | None:
        """The programs of the model with the facts; None where it cannot be built with them."""
        try:
            return self._programs(self._with(facts))
        except (MlccError, InternalError):
            return None

    def _patience(self) -> float:
        """The seconds that a build, and timing it, may take: several times what the build of the model took."""
        return _PATIENCE + 3 * self.build_seconds

    def _try(self, facts: Facts, base: model_times.Timed) -> None:
        text = " ".join(f"{name}={value:g}" for name, value in facts.items())
        self.say(f"trying the model with {text}")
        task = partial(self._measured, base=base)
        (found,) = forked(Request(task, (facts,), self._patience(), 1, "the model"))
        none = Measurement((), 1)
        answer = (found.outcome, found.reason, none, none) if isinstance(found, Lost) else found
        outcome, reason, own, other = answer
        self.log.add(Record(
            self._key, facts_hash(self._target), COSTS, "", facts, setting="graph", outcome=outcome, reason=reason,
            samples=other.samples, base=own.samples, machine=self._machine, target=str(self._target),
            op=self.options.name,
        ))  # fmt: skip

    def _measured(self, facts: Facts, base: model_times.Timed) -> Answer:
        none = Measurement((), 1)
        try:
            made = model_times.load_timed(self.module, replace(self.options, target=self._with(facts)), {}, self.shapes)
        except (MlccError, InternalError) as error:
            return "failed", str(error), none, none
        if reason := model_times.wrong_outputs(base, made):
            return "wrong", reason, none, none
        calls = [base.call, made.call]
        with exclusive():
            first = measure_in_turns(calls, warmup=model_times.WARM_UP, repeats=_FEW)
            if compare(*first).ratio >= 1:
                return "ok", "", first[0], first[1]
            own, other = measure_in_turns(calls, warmup=model_times.WARM_UP, repeats=model_times.PAIRS)
            return "ok", "", own, other
