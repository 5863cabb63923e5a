"""Conditions of a build: what an artefact must keep to, or nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError

from .call_inputs import gather_inputs
from .measure import human_time, measure
from .sizes import parse_size, parse_time
from .summary import arena_bytes

if TYPE_CHECKING:
    from .artefact import Artefact

#: Raises MlccError for an artefact that does not keep to it; what it found out may become a part of its metadata.
Condition = Callable[["Artefact"], "Mapping[str, Any] | None"]


def max_arena(text: str) -> Condition:
    """`--max-arena 512KiB`: at most so many bytes for intermediate values. Raises MlccError D184 for no size."""
    limit = parse_size(text, "--max-arena")

    def check(artefact: Artefact) -> None:
        size = arena_bytes(artefact)
        if isinstance(size, str):
            raise MlccError(
                "D193", f"the arena depends on the sizes of the call, and --max-arena is a number: {size} bytes",
                help="give the sizes: `--shape n=8`",
            )  # fmt: skip
        if size > limit:
            used = {function.name: function.metadata.get("live_bytes") for function in artefact.spec.functions}
            live = [f"`{name}`: {n:,} bytes are in use at once" for name, n in used.items() if isinstance(n, int)]
            raise MlccError(
                "D193", f"the arena is larger than --max-arena: {size:,} bytes of at most {limit:,}",
                notes=[*live, "nothing was written"],
                help="a smaller batch or image (`--shape`), or fewer threads (`-num-cores=1`), need less",
            )  # fmt: skip

    return check


def max_latency(text: str, shapes: Mapping[str, Sequence[int]]) -> Condition:
    """`--max-latency 2ms`: the median time of a call on this machine, all threads, random inputs.

    Raises MlccError D120 for no time.
    """
    limit = parse_time(text, "--max-latency")

    def check(artefact: Artefact) -> None:
        from .emit import load_compiled

        function = load_compiled(artefact).main
        open_shapes = {name: shape for name, shape in shapes.items() if name in function.spec.symbols}
        taken = measure(function.bind(gather_inputs(function.spec, (), 0, open_shapes)))
        if taken.median > limit:
            raise MlccError(
                "D194", f"a call takes longer than --max-latency: {human_time(taken.median)} of {human_time(limit)}",
                notes=[f"the fastest of {len(taken.samples)} samples: {human_time(taken.best)}", "nothing was written"],
                help="`mlcc bench MODEL --profile` says which kernels take the time",
            )  # fmt: skip

    return check
