"""Tries other decisions of the graph passes in the whole model: cost facts that say what a search may try.

Winograd's method or a direct convolution, the block of channels, the fusion of a norm, one product for several,
threads: each follows from a fact of the target (`mlcc list costs`), and `search` of the fact states other values. A
value under which the model has the same programs is not built. First, all layers that may take Winograd's method or the
direct one are changed at once: what each layer takes says for which the other is faster (see `layers`). Each trial has
a process of its own, so that one that crashes or hangs is one failed trial.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
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
from mlcc.target import cost_table, is_layer_fact, read_costs

from . import model_times
from .fingerprint import machine_fingerprint
from .layers import Layer, faster, layers_of
from .maker import Lost, Request, forked
from .tasks import constant_bytes
from .timing import beside, exclusive

if TYPE_CHECKING:
    from mlcc.driver.specialize import Shapes
    from mlcc.target import Target

    from .log import Log

#: Samples by which a value that is slower is given up.
_FEW = 5
#: A model with other facts is given up after so many seconds, and several times those of a build.
_PATIENCE = 20.0

#: Models that are built at a time, at most: each holds its weights.
_TOGETHER = 2

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came of other facts: `outcome` is empty where the model has the same kernels with them. `own` are times of
    the model, `other` those with the facts, and `better` the facts of the layers that are faster with theirs."""

    outcome: str = ""
    reason: str = ""
    own: Measurement = Measurement((), 1)
    other: Measurement = Measurement((), 1)
    better: tuple[str, ...] = ()


def alternatives(target: Target) -> Iterator[Facts]:
    """The facts to try, one at a time, each with one other value; those of whole convolutions first."""
    for row in reversed(cost_table(target.costs)):
        for factor in row.search:
            value = row.value * factor
            yield {row.name: round(value) if isinstance(row.value, int) else round(value, 3)}


@dataclass
class GraphSearch:
    """The search for one module, until `until` (of `time.monotonic`); results go to `log`."""

    compilation: Compilation
    log: Log
    shapes: Shapes | None
    until: float
    say: Callable[[str], None]
    #: A trial that has not ended at this time is given up, as if it had not begun.
    latest: float = math.inf
    #: How long a trial is expected to take: a build of the model.
    build_seconds: float = 10.0

    def __post_init__(self) -> None:
        self._options = self.compilation.options
        self._target = self._options.target
        self._key, self._machine = module_key(self.compilation.module), machine_fingerprint()
        self._better: tuple[str, ...] = ()
        self._scripts = [script.text for script in library(self._target)]

    def run(self, base: model_times.Timed) -> Facts:
        """The facts that are proven to be faster than the target's; `base` is the model with the target's."""
        self._run(self._layers(), base)
        self._run(iter(alternatives(self._target)), base)
        proven = [row for row in self._own() if graph_facts([row], self._key, self._target)]
        together = {name: value for row in sorted(proven, key=Record.line) for name, value in row.params.items()}
        self._run(iter([together] if len(proven) > 1 else []), base)
        return graph_facts(self._own(), self._key, self._target)

    def _layers(self) -> Iterator[Facts]:
        """All layers with the other method, then those that were faster with it."""
        layers = layers_of(self.compilation.legal)
        cold = constant_bytes(self.compilation) > self._target.l2_bytes
        others = {fact: layer.other(self._target, cold=cold) for fact, layer in layers.items()}
        if others:
            yield others
            if 0 < len(self._better) < len(others):
                yield {fact: others[fact] for fact in self._better}

    def _own(self) -> list[Record]:
        facts = facts_hash(self._target)
        return [
            row
            for row in self.log.records
            if row.setting == "graph" and (row.kernel, row.facts, row.machine) == (self._key, facts, self._machine)
        ]

    def _with(self, facts: Facts) -> Target:
        return self._target.with_costs(read_costs(facts, "the search"))

    def _is_read(self, facts: Facts) -> bool:
        """Whether a schedule reads what changes with the facts."""
        old, new = self._target.costs.facts(), self._with(facts).costs.facts()
        changed = [name for name, value in new.items() if value != old[name]]
        return any(f"target.{name}" in text for name in changed for text in self._scripts)

    def _patience(self) -> float:
        """The seconds that a build, and timing it, may take: several times what the build of the model took."""
        return _PATIENCE + 3 * self.build_seconds * min(_TOGETHER, cores())

    def _run(self, options: Iterator[Facts], base: model_times.Timed) -> None:
        """Try facts, some at a time, and log what came of them: none that was tried before, and none that is not
        expected to end in time."""
        done = {repr(dict(row.params)) for row in self._own()}
        while time.monotonic() + self.build_seconds < self.until:
            some = []
            for facts in options:
                if repr(facts) not in done:
                    some.append(facts)
                if len(some) == min(_TOGETHER, cores()) or _is_of_layers(facts):
                    break
            if not some:
                return
            self._try(some, base)

    def _try(self, some: Sequence[Facts], base: model_times.Timed) -> None:
        texts = (" ".join(f"{name}={value:g}" for name, value in facts.items()) for facts in some)
        self.say(f"trying the model with {', or '.join(texts)}")
        begin = time.monotonic()
        work = partial(self._tried, base=base)
        request = Request(work, tuple(some), self._patience(), cores(), "the model", self.latest)
        for facts, found in zip(some, forked(request), strict=True):
            if isinstance(found, Lost) and found.outcome == "late":
                continue
            answer = _Answer(found.outcome, found.reason) if isinstance(found, Lost) else found
            if answer.outcome:
                self._better = answer.better
                self.log.add(Record(
                    self._key, facts_hash(self._target), COSTS, "", facts, setting="graph", outcome=answer.outcome,
                    reason=answer.reason, samples=answer.other.samples, base=answer.own.samples,
                    machine=self._machine, target=str(self._target), op=self._options.name,
                ))  # fmt: skip
        self.build_seconds = time.monotonic() - begin

    def _tried(self, facts: Facts, base: model_times.Timed) -> _Answer:
        """What comes of facts, in the process that tries them."""
        compilation = Compilation(self.compilation.module, replace(self._options, target=self._with(facts)))
        try:
            with beside():
                if self._is_same(facts, compilation):
                    return _Answer()
                made = model_times.load_timed(compilation, {}, self.shapes)
                if reason := model_times.wrong_outputs(base, made):
                    return _Answer("wrong", reason)
        except (MlccError, InternalError) as error:
            return _Answer("failed", str(error))
        if _is_of_layers(facts):
            return self._by_layer(base, made, layers_of(compilation.legal))
        calls = [base.call, made.call]
        with exclusive():
            own, other = measure_in_turns(calls, warmup=model_times.WARM_UP, repeats=_FEW)
            if compare(own, other).ratio < 1:
                own, other = measure_in_turns(calls, warmup=model_times.WARM_UP, repeats=model_times.PAIRS)
        return _Answer("ok", "", own, other)

    def _by_layer(self, base: model_times.Timed, made: model_times.Timed, after: dict[str, Layer]) -> _Answer:
        rows = model_times.paired(base, made)
        own, other = (Measurement(tuple(sum(row[side].values()) for row in rows), 1) for side in (0, 1))
        return _Answer("ok", "", own, other, tuple(faster(rows, layers_of(self.compilation.legal), after)))

    def _is_same(self, facts: Facts, compilation: Compilation) -> bool:
        """Whether the model has the same kernels: the same programs, which schedules do not make differ."""
        if _programs(compilation) != _programs(self.compilation):
            return False
        return not self._is_read(facts) or _codes(compilation) == _codes(self.compilation)


def _is_of_layers(facts: Facts) -> bool:
    return all(map(is_layer_fact, facts))


def _programs(compilation: Compilation) -> list[str]:
    return sorted(kernel_hash(func) for func in compilation.legal.prim_funcs.values())


def _codes(compilation: Compilation) -> list[str]:
    return sorted(kernel.code for kernel in compilation.kernels.values())
