"""Times of the kernels of a library that was built with a profile: samples of all its slots."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

from .measure import run_times, warm_up

if TYPE_CHECKING:
    from mlcc.runtime import Library


def median_times(library: Library, call: Callable[[], Any], warmup: float, repeats: int) -> tuple[float, list[float]]:
    """Seconds per call and per slot: of each slot, and of the time outside of all, the median of the samples by itself.

    A kernel that was preempted in one sample does not count, and the slots and the rest add up to the total.
    """
    samples = samples_of(library, call, warmup, repeats)
    slots = [median(times) for times in zip(*(spent for _, spent in samples), strict=True)]
    rest = median([max(seconds - sum(spent), 0.0) for seconds, spent in samples])
    return sum(slots) + rest, slots


def samples_of(
    library: Library, call: Callable[[], Any], warmup: float, repeats: int
) -> list[tuple[float, list[float]]]:
    """Seconds per call and per slot of each of `repeats` samples."""
    clock = time.perf_counter
    calls = warm_up(call, warmup)
    samples: list[tuple[float, list[float]]] = []
    for _ in range(repeats):
        library.profile()
        begin = clock()
        run_times(call, calls)
        seconds = clock() - begin
        samples.append((seconds / calls, [spent / calls / 1e9 for spent in library.profile()]))
    return samples


def layer_seconds(library: Library, arrays: Sequence[Any], layers: Sequence[str], repeats: int = 9) -> dict[str, float]:
    """The seconds per call of the kernels that compute each layer of a profiled library's main function.

    A layer is named by its nodes, separated by commas; a kernel of several layers counts for each of them.
    """
    function = library.main
    profile = function.spec.metadata.get("profile")
    if not isinstance(profile, Mapping):
        return {}
    samples = samples_of(library, function.bind(list(arrays)), 0.1, repeats)
    spent = [median(times) for times in zip(*(slots for _, slots in samples), strict=True)]
    first, seconds = int(profile["first"]), dict[str, float]()
    for index, call in enumerate(profile["calls"]):
        nodes = set(call["nodes"])
        for layer in dict.fromkeys(layers):
            if nodes.issuperset(layer.split(", ")):
                seconds[layer] = seconds.get(layer, 0.0) + spent[first + index]
    return seconds
