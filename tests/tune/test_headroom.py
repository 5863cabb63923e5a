"""Which programs have time to lose, by the rates of the model's own kernels."""

from __future__ import annotations

import pytest

from mlcc.driver import BuildOptions, Compilation
from mlcc.driver.flops import count_flops
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.tune.headroom import headroom
from mlcc.tune.tasks import tasks_of

MODULE = parse_module("""
@R.function
def main(x: R.Tensor((32, 64), "float32"), w: R.Tensor((64, 96), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.cumsum(a, axis=1)
        R.output(b)
    return b
""")


def test_what_is_far_from_the_best_rates_comes_first() -> None:
    compilation = Compilation(MODULE, BuildOptions(Target.parse("llvm -mcpu=x86-64-v3 -num-cores=1")))
    tasks = tasks_of(compilation)
    by_work = sorted(tasks, key=lambda task: count_flops(compilation.legal, task.names[0]) or 0)
    slow, fast = by_work[0], by_work[-1]
    calls = [task.names[0] for task in tasks]
    seconds = {task.key: 1e-3 if task is slow else 1e-6 for task in tasks}
    found = headroom(tasks, compilation.legal, calls, seconds)
    assert set(found) == {task.key for task in tasks}
    assert found[fast.key] == 0.05, "no other has as many operations a second"
    assert 0.9 < found[slow.key] < 1
    often = headroom(tasks, compilation.legal, [*calls, *10 * [slow.names[0]]], seconds)
    assert often[slow.key] < found[slow.key], "more calls in the same time are a higher rate"


@pytest.mark.parametrize("seconds", [0.0, 1e-6])
def test_a_program_that_is_not_called_has_none(seconds: float) -> None:
    compilation = Compilation(MODULE, BuildOptions(Target.parse("llvm -mcpu=x86-64-v3 -num-cores=1")))
    tasks = tasks_of(compilation)
    assert headroom(tasks, compilation.legal, [], {task.key: seconds for task in tasks}) == {}
