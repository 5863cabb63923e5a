"""Times a kernel as a model runs it: weights come from memory, its other operands from the caches.

Weights are so many copies, used in turn, that the model's other weights would have evicted each before its next use.
Activations are touched before each call, as the kernel before would have written them.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlcc.driver.arrays import random_array

from .jobs import Answer, Job

if TYPE_CHECKING:
    from mlcc.runtime import Library

    #: Runs a prepared call once and gives its seconds.
    Timed = Callable[[], float]

#: Copies of weights take at most so many bytes, and are at most so many.
_MOST_COPIED, _MOST_COPIES = 1 << 27, 64
#: Samples of a candidate that is far behind, and how long a sample is at least.
_FEW, _SAMPLE_SECONDS = 3, 5e-4
#: Samples of others, whatever time they take.
_LEAST = 7
#: Elements of an output that are compared.
_CHECKED = 4096


def time_job(job: Job, folder: str) -> Answer:
    """Load the library of a job in this process, check and time it. Raises MlccError where it cannot be loaded."""
    from mlcc.runtime import load

    path = Path(folder) / "kernel.so"
    path.write_bytes(job.library)
    library = load(path)
    calls, outputs = _calls(library, job)
    with exclusive():
        calls[0]()
        check = tuple(summary(array) for array in outputs)
        samples = sampled(calls, job)
    return Answer("ok", "", samples, check)


def _calls(library: Library, job: Job) -> tuple[list[Timed], list[Any]]:
    """A timed call for each copy of the weights, and the outputs of the first."""
    import numpy as np

    from mlcc.runtime import aligned

    function = library[job.function]
    generator = np.random.default_rng(job.seed)
    given = [
        (argument, random_array(argument.shape, argument.dtype, generator))
        for argument, param in zip(job.arguments, function.spec.params, strict=True)
        if param.role != "output"
    ]
    bound = [function.bind([array for _, array in given])]
    for _ in range(1, copies(job)):
        arrays = [aligned(array.copy()) if argument.weight else array for argument, array in given]
        bound.append(function.bind(arrays, bound[0].outputs))
    inputs = [array for argument, array in given if not argument.weight]

    def timed(call: Any) -> Timed:
        def run() -> float:
            for array in inputs:  # as the kernel before would have left them
                array.reshape(-1).view(np.uint8)[::64].max(initial=0)
            begin = time.perf_counter()
            call()
            return time.perf_counter() - begin

        return run

    return [timed(call) for call in bound], list(bound[0].outputs)


def copies(job: Job) -> int:
    """How many copies of the weights are used in turn."""
    from mlcc.ir import dtype as dt

    own = 0
    for argument in job.arguments:
        if argument.weight:
            size = dt.nbytes(argument.dtype)
            for extent in argument.shape:
                size *= extent
            own += size
    if not own:
        return 1
    return max(1, min(_MOST_COPIES, job.weight_bytes // own, _MOST_COPIED // own))


def sampled(calls: list[Timed], job: Job) -> tuple[float, ...]:
    """Seconds per call: each sample is the median of as many calls as take :data:`_SAMPLE_SECONDS`.

    Calls use the copies in turn, whatever sample they are of: none is used again before all others were.
    """
    first = max(min(call() for call in calls[:2]), 1e-7)
    turn, count = cycle(calls), max(1, math.ceil(_SAMPLE_SECONDS / first))
    samples: list[float] = []
    until = time.monotonic() + job.seconds
    while len(samples) < job.samples and (len(samples) < _LEAST or time.monotonic() < until):
        spent = sorted(next(turn)() for _ in range(count))
        samples.append(spent[count // 2])
        behind = job.best and len(samples) >= _FEW and min(samples) > job.give_up * job.best
        if behind:
            break
    return tuple(samples)


def summary(array: Any) -> tuple[float, ...]:
    """Elements of an output at fixed places, then the sums of its parts: what two candidates are compared by."""
    import numpy as np

    flat = np.asarray(array).reshape(-1).astype(np.float64)
    if not flat.size:
        return ()
    step = max(1, flat.size // _CHECKED)
    places = (np.arange(min(flat.size, _CHECKED)) * step + np.arange(min(flat.size, _CHECKED)) % step) % flat.size
    with np.errstate(all="ignore"):
        sums = [float(part.sum()) for part in np.array_split(flat, min(flat.size, 64))]
        scale = float(np.abs(flat[np.isfinite(flat)]).max(initial=0.0))
    return (scale, float(flat.size), *map(float, flat[places]), *sums)


def disagreement(expected: Answer, actual: Answer, rtol: float) -> str:
    """Why two answers for the same inputs are not of one program; nothing where they agree up to rounding."""
    import numpy as np

    if len(expected.check) != len(actual.check):
        return "it has other outputs"
    for number, (want, have) in enumerate(zip(expected.check, actual.check, strict=True)):
        a, b = np.array(want), np.array(have)
        if a.shape != b.shape:
            return f"output {number} has another size"
        if not a.size:
            continue
        atol = rtol * max(a[0], 1e-30)
        elements = min(int(a[1]), _CHECKED)
        close = np.isclose(b[2 : 2 + elements], a[2 : 2 + elements], rtol=rtol, atol=atol, equal_nan=True)
        with np.errstate(all="ignore"):  # a sum of many roundings of its elements
            part = a[1] / max(1, min(int(a[1]), 64))
            sums = np.isclose(b[2 + elements :], a[2 + elements :], rtol=rtol, atol=atol * part, equal_nan=True)
        if not close.all():
            return f"{int(close.size - close.sum())} of {close.size} elements of output {number} differ"
        if not sums.all():
            return f"sums of output {number} differ"
    return ""


@contextmanager
def exclusive() -> Iterator[None]:
    """One timing at a time on this machine, of all searches of this user, and none while something is :func:`beside`
    it."""
    import fcntl  # not on Windows, where a search refuses to begin (D204)

    with _locked(fcntl.LOCK_EX):
        yield


@contextmanager
def beside() -> Iterator[None]:
    """Work that would disturb a timing of the same search, beside other such work."""
    import fcntl

    with _locked(fcntl.LOCK_SH):
        yield


@contextmanager
def _locked(kind: int) -> Iterator[None]:
    import fcntl

    path = Path(tempfile.gettempdir()) / f"mlcc-timing-{os.getuid()}.lock"
    with path.open("a") as file:
        fcntl.flock(file, kind)
        yield
