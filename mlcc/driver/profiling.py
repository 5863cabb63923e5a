"""`mlcc bench --profile`: the time of a call by kernel, with the nodes of the model that each kernel implements.

Nothing here imports the compiler unless a model has to be built first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError

from .call_inputs import Shapes, gather_inputs, symbol_sizes
from .execute import choose, default_threads, open_library
from .kernel_times import median_times
from .limits import known_limits
from .model_cache import built, is_model
from .profile import Profile, Site
from .timeline import recorded

if TYPE_CHECKING:
    from mlcc.runtime import Library


def profile_library(
    name: str,
    items: Sequence[str],
    *,
    func: str | None = None,
    threads: int | None = None,
    repeats: int = 20,
    warmup: float = 0.2,
    shapes: Shapes | None = None,
    measure_limits: bool = False,
    say: Callable[[str], None] = lambda text: None,
) -> Profile:
    """A function of a library built with a profile, or of a model (`.onnx`, `.tir` …), which is built here.

    The machine's limits are measured if they are not cached, or with `measure_limits`; `say` reports it.
    Raises MlccError D180 if the library was built without a profile.
    """
    library, open_shapes = _open(name, threads, shapes or {})
    return profile_of(
        library, name, items, func=func, threads=threads, repeats=repeats, warmup=warmup, shapes=open_shapes,
        measure_limits=measure_limits, say=say,
    )  # fmt: skip


def profile_of(
    library: Library,
    name: str,
    items: Sequence[str],
    *,
    func: str | None = None,
    threads: int | None = None,
    repeats: int = 20,
    warmup: float = 0.2,
    shapes: Shapes | None = None,
    measure_limits: bool = False,
    say: Callable[[str], None] = lambda text: None,
) -> Profile:
    """:func:`profile_library` of a library that is loaded, called `name` in the profile."""
    function = choose(library, func)
    profile = function.spec.metadata.get("profile")
    if not library.spec.profile_slots or not isinstance(profile, Mapping):
        raise MlccError(
            "D180", f"`{name}` takes no times of its kernels",
            help="build it with `mlcc build --profile`, or let `mlcc bench MODEL --profile` build the model in memory",
        )  # fmt: skip
    arrays = gather_inputs(function.spec, items, 0, shapes)
    call = function.bind(arrays)
    seconds, spent = median_times(library, call, warmup, repeats)
    names = [param.name for param in function.spec.inputs]
    sizes = symbol_sizes(function.spec, dict(zip(names, arrays, strict=True)), {})
    first = int(profile["first"])
    sites = tuple(_site(call, spent[first + index], sizes) for index, call in enumerate(profile["calls"]))
    used = threads or default_threads()
    limits, note = known_limits(used, say, again=measure_limits)
    if limits is not None:
        sites = tuple(site.limited(limits, library.spec.weights_bytes) for site in sites)
    line = recorded(library, call, first, len(sites))
    return Profile(name, function.name, used, seconds, sites, limits, note, line)


def _open(name: str, threads: int | None, shapes: Shapes) -> tuple[Library, Shapes]:
    """The library, and the shapes that it leaves open: a model is built for the given shapes."""
    if not is_model(name):
        return open_library(name, threads), shapes
    return built(name, shapes, threads, profile=True), {}


def _site(call: Mapping[str, Any], seconds: float, sizes: Mapping[str, int]) -> Site:
    from mlcc.runtime import evaluate_dim

    def size(key: str) -> int | None:
        value = call[key]
        return None if value is None else evaluate_dim(value, sizes)

    weights, activations = size("weight_bytes"), size("activation_bytes")
    nodes, flops = tuple(call["nodes"]), size("flops")
    return Site(call["kernel"], nodes, flops, weights, activations, seconds, call["dtype"], size("written_bytes"))
