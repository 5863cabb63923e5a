"""Tries other decisions of the graph passes in the whole model: cost facts that say what a search may try.

Winograd's method or a direct convolution, the block of channels, the fusion of a norm, one product for several,
threads: each follows from a fact of the target (`mlcc list costs`), and `search` of the fact states other values. A
value under which the model has the same programs is not built.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import InternalError, MlccError
from mlcc.driver import Compilation
from mlcc.driver.graph_choices import graph_facts, module_key
from mlcc.driver.measure import Measurement, compare, measure_in_turns
from mlcc.driver.records import COSTS, Record, facts_hash, kernel_hash
from mlcc.schedule import library
from mlcc.target import cost_table, read_costs

from . import model_times
from .fingerprint import machine_fingerprint
from .timing import exclusive

if TYPE_CHECKING:
    from mlcc.driver import BuildOptions
    from mlcc.driver.specialize import Shapes
    from mlcc.ir import IRModule
    from mlcc.target import Target

    from .log import Log

#: Samples by which a value that is slower is given up.
_FEW = 5

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

    def __post_init__(self) -> None:
        self._target = self.options.target
        self._key, self._machine = module_key(self.module), machine_fingerprint()
        self._scripts = [script.text for script in library(self._target)]

    def run(self, base: model_times.Timed) -> Facts:
        """The facts that are proven to be faster than the target's; `base` is the model with the target's."""
        done = {repr(dict(row.params)) for row in self._own()}
        programs = self._programs(self._target)
        for facts in alternatives(self._target):
            if time.monotonic() >= self.until:
                break
            if repr(facts) not in done and self._differs(facts, programs):
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

    def _differs(self, facts: Facts, programs: list[str]) -> bool:
        """Whether a build with the facts is another: a schedule reads what changed, or programs are others."""
        target = self._with(facts)
        old, new = self._target.costs.facts(), target.costs.facts()
        changed = [name for name, value in new.items() if value != old[name]]
        if any(f"target.{name}" in text for name in changed for text in self._scripts):
            return True
        try:
            return self._programs(target) != programs
        except (MlccError, InternalError):
            return False

    def _try(self, facts: Facts, base: model_times.Timed) -> None:
        text = " ".join(f"{name}={value:g}" for name, value in facts.items())
        self.say(f"trying the model with {text}")
        outcome, reason, own, other = self._measured(facts, base)
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
