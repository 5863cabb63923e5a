"""A model in several precisions, for several targets and numbers of threads, or a program with several values of its
schedule's parameters, side by side: sizes, times and errors, and which are best.

A variant is on the Pareto front if no other one is at least as small, as fast and as exact, and better in one of these.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.driver import build_files
from mlcc.driver.call_inputs import gather_inputs
from mlcc.driver.measure import human_time, measure_in_turns
from mlcc.driver.precision import PrecisionRequest
from mlcc.driver.sizes import human_size

from .building import IntegerRequest

if TYPE_CHECKING:
    from mlcc.driver.summary import Built
    from mlcc.runtime import Library

Say = Callable[[str], None]
#: The target of this machine, to which something is added.
HERE = "llvm -mcpu=native"
#: What is tried where nothing else is asked for.
PRECISIONS = ("float32", "bfloat16", "float16", "int8")
#: What may lie between two times that are called equal, as a share.
_NOISE = 0.02
#: How many random calls an error is measured on.
_CALLS = 4
HEADER = ("", "precision", "target", "parameters", "threads", "size", "arena", "time", "error")


@dataclass(frozen=True, slots=True)
class Variant:
    """`size` and `arena` in bytes; `seconds` is the median of a call here, and `error` that of the outputs by their
    norm against float32: the largest of some random calls. Both are None for another machine. `best`: on the front.
    `parameters` are those of a schedule as text, `threads` the number that it is built and measured for, None for that
    of all variants."""

    precision: str
    target: str
    path: Path
    size: int
    arena: int | str
    seconds: float | None = None
    error: float | None = None
    best: bool = False
    parameters: str = ""
    threads: int | None = None

    @property
    def label(self) -> str:
        """What it is, in words."""
        threads = "" if self.threads is None else f" with {self.threads} thread{'' if self.threads == 1 else 's'}"
        return f"{self.precision} for {self.target}{threads}{f', {self.parameters}' if self.parameters else ''}"

    def cells(self) -> tuple[str, ...]:
        """A row of the table."""
        time = "-" if self.seconds is None else human_time(self.seconds)
        error = "-" if self.error is None else f"{self.error:.1e}"
        arena = human_size(self.arena) if isinstance(self.arena, int) else "symbolic"
        mark = "*" if self.best else ""
        threads = "" if self.threads is None else str(self.threads)
        return (
            mark, self.precision, self.target, self.parameters, threads, human_size(self.size), arena, time, error
        )  # fmt: skip

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        names = ("precision", "target", "parameters", "threads", "size", "arena", "seconds", "error", "best")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a variant must keep to; None for anything. Bytes, seconds, and a share of the norm."""

    size: int | None = None
    arena: int | None = None
    seconds: float | None = None
    error: float | None = None

    def excess(self, variant: Variant) -> dict[str, float]:
        """By what factor a variant exceeds each bound that it does not keep to; infinite where it is not known."""
        result = {}
        for name in ("size", "arena", "seconds", "error"):
            bound, value = getattr(self, name), getattr(variant, name)
            if bound is not None and not (isinstance(value, int | float) and value <= bound):
                result[name] = value / bound if isinstance(value, int | float) else float("inf")
        return result


def variants(
    model: str,
    folder: Path,
    *,
    precisions: Sequence[str] = PRECISIONS,
    targets: Sequence[str | None] = (None,),
    shapes: Mapping[str, Sequence[int]] | None = None,
    schedules: Sequence[str] = (),
    params: Sequence[Mapping[str, Any]] = ({},),
    calibrate: Sequence[str] = (),
    threads: Sequence[int | None] = (None,),
    repeats: int = 20,
    say: Say = lambda text: None,
) -> tuple[list[Variant], dict[str, str]]:
    """The variants of a model, built into `folder`, those on the front marked; and why others could not be built.

    There is one for each of `params`, the values of the parameters of `schedules`, and each of several `threads`. A
    single number of threads is that of the calls alone.

    Raises MlccError where none can be built, or not float32 for this machine, which errors are measured against.
    """
    made: list[Variant] = []
    failed: dict[str, str] = {}
    last: MlccError | None = None
    for target, values, count in itertools.product(targets, params, threads if len(threads) > 1 else (None,)):
        machine = target if count is None else f"{target or HERE} -num-cores={count}"
        text = " ".join(f"{name}={value}" for name, value in values.items())
        for precision in precisions:
            plan = Variant(
                precision, target or "this machine", folder / f"{len(made)}.so", 0, 0, parameters=text, threads=count
            )
            say(f"build {plan.label}")
            request = (IntegerRequest if precision == "int8" else PrecisionRequest)(
                precision, calibrate=tuple(calibrate) or ("random",) if precision == "int8" else ()
            )
            built: list[Built] = []
            try:
                build_files(
                    model, output=str(plan.path), target=machine, precision=request, shapes=shapes,
                    schedules=schedules, params=values, on_built=built.append,
                )  # fmt: skip
            except MlccError as error:
                last, failed[plan.label] = error, f"{error.code}: {error.message}"
                continue
            made.append(replace(plan, size=plan.path.stat().st_size, arena=built[0].arena))
    if not made and last is not None:
        raise last
    reference = _reference(model, folder, made, shapes, say)
    say("measure")
    return front(_measured(made, reference, shapes or {}, threads[0] if len(threads) == 1 else None, repeats)), failed


def _reference(
    model: str, folder: Path, made: Sequence[Variant], shapes: Mapping[str, Sequence[int]] | None, say: Say
) -> Path:
    """The library in float32 for this machine."""
    for variant in made:
        if (variant.precision, variant.target) == ("float32", "this machine"):
            return variant.path
    say("build float32, to compare with")
    path = folder / "float32.so"
    build_files(model, output=str(path), precision=PrecisionRequest("float32"), shapes=shapes)
    return path


def _measured(
    made: Sequence[Variant], reference: Path, shapes: Mapping[str, Sequence[int]], threads: int | None, repeats: int
) -> list[Variant]:
    from mlcc.runtime import load

    libraries: dict[Path, Library] = {}
    for path in dict.fromkeys((reference, *(variant.path for variant in made))):
        try:
            libraries[path] = load(path)
        except MlccError:  # for another machine
            continue
        count = next((variant.threads for variant in made if variant.path == path), None) or threads
        if count is not None:
            libraries[path].set_num_threads(count)
    spec = libraries[reference].main.spec
    open_shapes = {name: size for name, size in shapes.items() if name in spec.symbols}
    calls = [gather_inputs(spec, (), seed, open_shapes) for seed in range(_CALLS)]
    wanted = [_outputs(libraries[reference], call) for call in calls]
    here = [variant for variant in made if variant.path in libraries]
    times = measure_in_turns([libraries[v.path].main.bind(list(calls[0])) for v in here], repeats=repeats)
    seconds = {variant.path: time.median for variant, time in zip(here, times, strict=True)}
    errors = {
        variant.path: max(
            _difference(want, _outputs(libraries[variant.path], call)) for call, want in zip(calls, wanted, strict=True)
        )
        for variant in here
    }
    return [replace(v, seconds=seconds.get(v.path), error=errors.get(v.path)) for v in made]


def _outputs(library: Library, call: Sequence[Any]) -> list[Any]:
    bound = library.main.bind(list(call))
    bound()
    return [array.copy() for array in bound.results()]


def _difference(wanted: Sequence[Any], actual: Sequence[Any]) -> float:
    """The largest error of an output by its norm."""
    import numpy as np

    worst = 0.0
    for want, have in zip(wanted, actual, strict=True):
        one, other = (np.asarray(array, np.float64).ravel() for array in (want, have))
        scale = float(np.linalg.norm(one)) or 1.0
        error = float(np.linalg.norm(one - other)) / scale
        worst = max(worst, error if error == error else float("inf"))
    return worst


def front(made: Sequence[Variant]) -> list[Variant]:
    """The variants, those on the Pareto front marked."""
    return [replace(one, best=not any(_dominates(other, one) for other in made if other is not one)) for one in made]


def _dominates(one: Variant, other: Variant) -> bool:
    """Whether `one` is at least as good in everything that both know, and better in something; times are noisy."""
    better = False
    for name, noise in (("size", 0.0), ("arena", 0.0), ("seconds", _NOISE), ("error", 0.0)):
        mine, theirs = getattr(one, name), getattr(other, name)
        if not (isinstance(mine, int | float) and isinstance(theirs, int | float)):
            if type(mine) is not type(theirs):
                return False  # of two machines: nothing is to be said
            continue
        if mine > theirs * (1 + noise):
            return False
        better |= mine < theirs * (1 - noise)
    return better


def fastest(made: Sequence[Variant], bounds: Bounds) -> Variant:
    """The fastest variant that keeps to the bounds, or the smallest where no time is known.

    Raises MlccError D205, with the nearest miss, where none does.
    """
    kept = [variant for variant in made if not bounds.excess(variant)]
    if kept:
        return min(kept, key=lambda v: (v.seconds is None, v.seconds or 0.0, v.size))
    near = min(made, key=lambda variant: max(bounds.excess(variant).values()))
    names = {"size": "--max-size", "arena": "--max-arena", "seconds": "--max-latency", "error": "--max-error"}
    misses = [f"{names[name]} {factor:.3g} times" for name, factor in bounds.excess(near).items()]
    raise MlccError(
        "D205", "no variant keeps to the bounds",
        notes=[f"nearest: {near.label}, which exceeds {' and '.join(misses)}"],
        help="allow more, or try other precisions, targets and parameters",
    )  # fmt: skip
