"""Any program and any schedule: a coded error that changes nothing, or compiled code that computes the same."""

from __future__ import annotations

from typing import Any

import numpy as np
from guarded import Guarded
from hypothesis import given, note
from random_programs import Step, apply_step, programs, steps
from tolerances import assert_close

import mlcc
from mlcc import reference
from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, PrimFunc, structural_equal
from mlcc.schedule import Schedule, apply_script
from mlcc.script import parse_module


def scheduled(func: PrimFunc, drawn: list[Step]) -> Schedule:
    """As much of a schedule as is not refused."""
    sch = Schedule(func)
    for step in drawn:
        before = sch.func
        refused = refusal(sch, step)
        if refused is not None:
            assert refused.code.startswith("S"), refused
            assert sch.func is before, f"{step} was refused and changed the program"
    return sch


def refusal(sch: Schedule, step: Step) -> MlccError | None:
    try:
        apply_step(sch, step)
    except MlccError as error:
        return error
    return None


def compiled(func: PrimFunc, inputs: list[Any], like: Any) -> Any:
    arrays = [Guarded(array) for array in (*inputs, np.zeros_like(like))]
    mlcc.build(IRModule({"main": func}))["main"](*(guarded.array for guarded in arrays))
    for guarded in arrays:
        guarded.check()
    return arrays[-1].array


def inputs_of(func: PrimFunc) -> list[Any]:
    """Small whole numbers: sums of them are exact in every dtype, unless products make them large."""
    rng = np.random.default_rng(0)
    first, second, _ = (func.buffer_map[param] for param in func.params)
    return [rng.integers(-3, 4, [int(d) for d in b.shape]).astype(b.dtype) for b in (first, second)]


@given(programs, steps)
def test_schedules_keep_the_meaning(func: PrimFunc, drawn: list[Step]) -> None:
    inputs = inputs_of(func)
    (wanted,) = reference.run(func, inputs)
    sch = scheduled(func, drawn)
    note(sch.mod.script())
    note(sch.trace.to_yaml())
    got = compiled(sch.func, inputs, wanted)
    assert_close(got, wanted)


@given(programs, steps)
def test_traces_and_texts_say_everything(func: PrimFunc, drawn: list[Step]) -> None:
    """A replayed trace, and a printed and parsed program, are structurally what they came from."""
    sch = scheduled(func, drawn)
    note(sch.mod.script())
    replayed, _ = apply_script(func, sch.trace.to_yaml())
    assert structural_equal(replayed["main"], sch.func)
    assert structural_equal(parse_module(sch.mod.script(), "printed.tir"), sch.mod)
