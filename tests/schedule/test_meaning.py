"""Any schedule on any program: a coded error that changes nothing, or a program that computes the same."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from kernels import KERNELS
from random_steps import Steps

from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, PrimFunc, structural_equal
from mlcc.ir.verify import verify
from mlcc.reference import random_inputs, run
from mlcc.schedule import Schedule, apply_script


def check_same(before: PrimFunc, after: PrimFunc) -> None:
    verify(IRModule({"main": after}), coverage=False)
    inputs = random_inputs(before, seed=1)
    for wanted, result in zip(run(before, inputs), run(after, inputs), strict=True):
        np.testing.assert_allclose(result, wanted, rtol=1e-5, atol=1e-5)


def refusal(step: Callable[[], None]) -> MlccError | None:
    try:
        step()
    except MlccError as error:
        return error
    return None


def try_seed(kernel: Callable[[], PrimFunc], seed: int) -> None:
    rng = random.Random(seed)
    func = kernel()
    sch = Schedule(func)
    for _ in range(rng.randint(5, 14)):
        before = sch.func
        refused = refusal(Steps(sch, rng).one)
        if refused is not None:
            assert refused.code[0] == "S"
            assert sch.func is before, "a refused step changed the program"
    check_same(func, sch.func)
    replayed, _ = apply_script(func, sch.trace.to_yaml())
    assert structural_equal(replayed["main"], sch.func)


@pytest.mark.every(4)
@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.__name__)
def test_random_schedules_keep_the_meaning(kernel: Callable[[], PrimFunc], seed: int) -> None:
    try_seed(kernel, seed)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.__name__)
def test_many_random_schedules_keep_the_meaning(kernel: Callable[[], PrimFunc]) -> None:
    for seed in range(1000, 1400):
        try_seed(kernel, seed)
