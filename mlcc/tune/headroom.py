"""How much of the time of programs another schedule may save, before anything is measured for it.

The limits of the machine are not known to a search; the best rates of the same model are: operations, bytes of weights
and bytes of other operands, each per second. A program that comes near one of them has little to gain.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mlcc.driver.flops import count_flops
from mlcc.ir import dtype as dt

if TYPE_CHECKING:
    from mlcc.ir import IRModule

    from .tasks import Task

#: What is left to every program: rates say nothing of what a program does beside its operations.
_LEAST = 0.05


def headroom(
    tasks: Sequence[Task], legal: IRModule, calls: Sequence[str], seconds: Mapping[str, float]
) -> dict[str, float]:
    """The part of its time, from 0 to 1, that each program may lose.

    `legal` has the programs, `calls` are the names of those that a call of the model calls, and `seconds` the time that
    each of `tasks` takes in it, by its key.
    """
    counts = Counter(calls)
    rates = {}
    for task in tasks:
        count, spent = sum(counts[name] for name in task.names), seconds[task.key]
        if count and spent > 0:
            rates[task.key] = [amount * count / spent for amount in _amounts(task, legal)]
    best = [max(column) for column in zip(*rates.values(), strict=True)]
    return {
        key: max(_LEAST, 1 - max((rate / most for rate, most in zip(row, best, strict=True) if most), default=0))
        for key, row in rates.items()
    }


def _amounts(task: Task, legal: IRModule) -> tuple[float, float, float]:
    """Operations, bytes of weights and bytes of other operands of one call."""
    size = [math.prod(argument.shape) * dt.nbytes(argument.dtype) for argument in task.arguments]
    weights = sum(nbytes for nbytes, argument in zip(size, task.arguments, strict=True) if argument.weight)
    return float(count_flops(legal, task.names[0]) or 0), float(weights), float(sum(size) - weights)
