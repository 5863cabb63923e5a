"""Times of the kernels of a library that was built with a profile: samples of all its slots."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .measure import warm_up

if TYPE_CHECKING:
    from mlcc.runtime import Library


def median_sample(library: Library, call: Callable[[], Any], warmup: float, repeats: int) -> tuple[float, list[float]]:
    """Seconds per call and per slot of the median sample: a single sample, so that the slots add up to the total."""
    samples = sorted(samples_of(library, call, warmup, repeats), key=lambda sample: sample[0])
    return samples[(len(samples) - 1) // 2]


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
        for _ in range(calls):
            call()
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
    # Each slot by itself: a kernel that was interrupted in one sample does not count.
    spent = [sorted(times)[len(times) // 2] for times in zip(*(slots for _, slots in samples), strict=True)]
    first, seconds = int(profile["first"]), dict[str, float]()
    for index, call in enumerate(profile["calls"]):
        nodes = set(call["nodes"])
        for layer in dict.fromkeys(layers):
            if nodes.issuperset(layer.split(", ")):
                seconds[layer] = seconds.get(layer, 0.0) + spent[first + index]
    return seconds
