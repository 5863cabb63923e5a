"""Measures the cost facts of this machine: what `mlcc bench --measure-limits -o FILE` writes."""

from __future__ import annotations

from collections.abc import Callable

from .cost_files import cost_file_text
from .limits import machine_limits
from .roofline import Limits


def measured_costs(vector: Limits, join_seconds: float, lanes: int, pair_rate: float = 0) -> dict[str, float]:
    """The cost facts that follow from measured limits, in vector FMAs.

    `vector` are the limits of one thread, `join_seconds` the time of a fork and join (0 for a single processor, which
    has none), `lanes` the float32 elements of a vector, `pair_rate` that of products of bfloat16 in pairs, beside FMAs
    (0: there are none). An FMA counts as two operations.
    """
    fma_seconds = 2 * lanes / vector.flops["float32"]
    memory = vector.bandwidths[-1].read  # the largest working set is in memory
    facts = {"memory_vector": lanes * 4 / memory / fma_seconds}
    if join_seconds:
        facts["fork_join"] = join_seconds / fma_seconds
    if pair_rate:
        facts["pair_rate"] = pair_rate
    return dict(sorted(facts.items()))


def cost_file(say: Callable[[str], None]) -> str:
    """Measure this machine, with the processors that this process may use, and return the file's text.

    Raises MlccError where the measuring kernels cannot be built.
    """
    from mlcc.target import Target

    from .probe import fork_join_seconds, pair_rate

    target = Target.host()
    limits = machine_limits(1, say, again=True)
    joining = fork_join_seconds(target.num_cores)
    facts = measured_costs(limits, joining, target.vector_lanes("float32"), pair_rate())
    return cost_file_text(facts, f"Measured for {target.mcpu} with {target.num_cores} processors.")
