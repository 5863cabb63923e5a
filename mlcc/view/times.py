"""Times of a build on this machine: of every call of a graph function, or of a program as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.driver.call_inputs import gather_inputs
from mlcc.driver.execute import choose, default_threads
from mlcc.driver.limits import known_limits
from mlcc.driver.measure import measure
from mlcc.driver.profile import Profile, Site
from mlcc.driver.profiling import profile_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from mlcc.driver.call_inputs import Shapes
    from mlcc.runtime import Library


def measured(
    library: Library,
    name: str,
    *,
    func: str | None,
    threads: int | None,
    shapes: Shapes,
    say: Callable[[str], None],
) -> Profile:
    """The times of a library's function: of each call where it has a profile, else of the whole.

    Raises MlccError for inputs whose sizes are not known.
    """
    function = choose(library, func)
    if threads is not None:
        library.set_num_threads(threads)
    if function.spec.metadata.get("profile"):
        return profile_of(library, name, (), func=func, threads=threads, shapes=shapes, say=say)
    import numpy as np

    arrays = gather_inputs(function.spec, (), 0, shapes)
    seconds = measure(function.bind(arrays), repeats=10).median
    used = threads or default_threads()
    limits, note = known_limits(used, say)
    outputs = function(*arrays)
    results = list(outputs) if isinstance(outputs, (tuple, list)) else [outputs]
    written = sum(np.asarray(item).nbytes for item in results)
    flops = function.spec.metadata.get("flops")
    site = Site(
        function.name, (), flops if isinstance(flops, int) else None, 0, written + sum(a.nbytes for a in arrays),
        seconds, written_bytes=written,
    )  # fmt: skip
    site = site if limits is None else site.limited(limits, 0)
    return Profile(name, function.name, used, seconds, (site,), limits, note)


def times_of(
    library: Library | None,
    name: str,
    *,
    func: str | None,
    threads: int | None,
    shapes: Shapes,
    say: Callable[[str], None],
    why: str | None = None,
) -> dict[str, Any]:
    """The profile as data, or the reason why there is none: without a library `why`, or that none was asked for."""
    if library is None:
        return {"note": why or "not measured: the page was made with --no-run"}
    try:
        return measured(library, name, func=func, threads=threads, shapes=shapes, say=say).as_data()
    except MlccError as error:
        return {"note": f"not measured: {error.diagnostic.message}"}
