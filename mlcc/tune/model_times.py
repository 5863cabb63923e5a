"""Times in the whole model: how its time is shared among programs, and what candidates change there."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from numpy import isfinite

from mlcc.driver import Artefact, BuildOptions, Compilation
from mlcc.driver.call_inputs import gather_inputs
from mlcc.driver.compare import difference
from mlcc.driver.emit import load_compiled
from mlcc.driver.measure import Measurement, run_times, seconds_of, warm_up
from mlcc.driver.verify import RTOL
from mlcc.ir import IRModule

from .timing import exclusive

if TYPE_CHECKING:
    from mlcc.driver.specialize import Shapes
    from mlcc.driver.tuned import Choices
    from mlcc.runtime import Library

#: Pairs of samples: enough for an interval with a confidence of 99 %, and the fewest that have one.
PAIRS, _FEWEST_PAIRS = 31, 8
#: More of them prove nothing that is worth it.
_MOST_PAIRS = 301
#: Seconds of calls before the first sample, and of a sample where a call takes less.
WARM_UP, SAMPLE = 0.1, 0.01


@dataclass(frozen=True, slots=True)
class Timed:
    """A library with a profile, and the call that is timed; `names` are the kernels of its slots.

    `linked` are the seconds that a build took beside its graph phases and kernels: one with a few other kernels takes
    so long.
    """

    library: Library
    call: Any
    names: tuple[str, ...]
    first: int
    linked: float = 0.0


def load_timed(compilation: Compilation, tuned: Choices, shapes: Shapes | None) -> Timed:
    """Build a module with a profile and load it; what `compilation` has computed of the graph is not computed again."""
    made = compilation.with_programs(replace(compilation.options, profile=True, tuned=tuned))
    assert made.kernels is not None  # compiled, or from the cache
    begin = time.monotonic()
    library = load_compiled(Artefact([made]))
    function = library.main
    facts = function.spec.metadata.get("profile") or {"first": 0, "calls": []}
    call = function.bind(gather_inputs(function.spec, [], 0, shapes))
    names = tuple(item["kernel"] for item in facts["calls"])
    return Timed(library, call, names, int(facts["first"]), time.monotonic() - begin)


def wrong_outputs(base: Timed, other: Timed) -> str:
    """Why two libraries do not compute the same from the same inputs; nothing where they do, up to rounding."""
    for timed in (base, other):
        timed.call()
    for number, (want, have) in enumerate(zip(base.call.outputs, other.call.outputs, strict=True)):
        rtol = RTOL.get(str(want.dtype), 0.0)
        numbers = want.dtype.kind in "fc"
        scale = float(abs(want[isfinite(want)]).max(initial=0.0)) if numbers else 0.0
        line = difference(f"output {number}", want, have, rtol=rtol, atol=rtol * scale)
        if line is not None:
            return line
    return ""


def kernel_seconds(timed: Timed, calls: int) -> dict[str, float]:
    """Seconds per call of each kernel of a library, from one sample."""
    timed.library.profile()
    run_times(timed.call, calls)
    slots = timed.library.profile()
    found: dict[str, float] = {}
    for name, spent in zip(timed.names, slots[timed.first :], strict=False):
        found[name] = found.get(name, 0.0) + spent / calls / 1e9
    return found


def shares(timed: Timed, repeats: int = 5) -> dict[str, float]:
    """The seconds of each kernel in a call of the model: the medians of samples."""
    with exclusive():
        calls = warm_up(timed.call, WARM_UP, SAMPLE)
        rows = [kernel_seconds(timed, calls) for _ in range(repeats)]
    return {name: sorted(row[name] for row in rows)[repeats // 2] for name in rows[0]}


def pair_seconds(seconds: float) -> float:
    """The seconds that :data:`PAIRS` pairs of samples take, of calls that take so many."""
    return 2 * (PAIRS * max(seconds, SAMPLE) + WARM_UP)


def paired(base: Timed, other: Timed, until: float | None = None) -> list[tuple[dict[str, float], dict[str, float]]]:
    """Samples of two libraries in turns: seconds of each kernel. As many as the time `until` (of `time.monotonic`)
    allows, a few at least; :data:`PAIRS` without it."""
    with exclusive():
        counts = [warm_up(timed.call, WARM_UP, SAMPLE) for timed in (base, other)]
        rows: list[tuple[dict[str, float], dict[str, float]]] = []
        while _wants_more(len(rows), until):
            number = len(rows)
            both = [(base, counts[0]), (other, counts[1])]
            order = both if number % 2 == 0 else both[::-1]
            taken = [kernel_seconds(timed, calls) for timed, calls in order]
            rows.append((taken[0], taken[1]) if number % 2 == 0 else (taken[1], taken[0]))
    return rows


def sums(row: Mapping[str, float], names: Sequence[str]) -> float:
    """The seconds of kernels that are one program."""
    return max(sum(row.get(name, 0.0) for name in names), 1e-9)


def changed(
    rows: Sequence[tuple[Mapping[str, float], Mapping[str, float]]], names: Sequence[str]
) -> tuple[Measurement, Measurement]:
    """Seconds of all kernels of the first library, and the same with those of `names` as the second takes them."""
    base = [sum(row.values()) for row, _ in rows]
    other = [total - sums(row, names) + sums(second, names) for total, (row, second) in zip(base, rows, strict=True)]
    return Measurement(tuple(base), 1), Measurement(tuple(other), 1)


def alone(
    module: IRModule, name: str, options: BuildOptions, tuned: Choices, until: float
) -> tuple[Measurement, Measurement]:
    """One program of a module by itself, without and with choices, in turns: paired samples."""
    calls = []
    for choices in ({}, tuned):
        library = load_compiled(Artefact.of(IRModule({name: module[name]}), replace(options, tuned=choices)))
        calls.append(library[name].bind(gather_inputs(library[name].spec, [], 0, {})))
    return _in_turns(calls, until)


def compared(base: Timed, other: Timed, until: float) -> tuple[Measurement, Measurement]:
    """Two builds of a model in turns, as :func:`paired`."""
    return _in_turns([base.call, other.call], until)


def _in_turns(calls: Sequence[Any], until: float) -> tuple[Measurement, Measurement]:
    with exclusive():
        counts = [warm_up(call, WARM_UP, SAMPLE) for call in calls]
        taken: tuple[list[float], list[float]] = [], []
        while _wants_more(len(taken[0]), until):
            for index in (0, 1) if len(taken[0]) % 2 == 0 else (1, 0):
                taken[index].append(seconds_of(calls[index], counts[index]) / counts[index])
    own, others = (Measurement(tuple(samples), count) for samples, count in zip(taken, counts, strict=True))
    return own, others


def _wants_more(pairs: int, until: float | None) -> bool:
    if until is None:
        return pairs < PAIRS
    return pairs < _FEWEST_PAIRS or (time.monotonic() < until and pairs < _MOST_PAIRS)
