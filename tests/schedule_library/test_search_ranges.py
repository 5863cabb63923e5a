"""What the library's files say may be tried: every setting gives an equal program, or is refused with a code."""

from __future__ import annotations

import random

import pytest
from test_library_schedules import CASES, TARGET, program

from mlcc.diagnostics import MlccError
from mlcc.driver.verify import verify_schedule
from mlcc.ir import IRModule
from mlcc.schedule import candidates

#: One case for each file and operator; these in each run.
CHOSEN = {(case[0], case[1]): case for case in CASES if case[0] != "generic"}
QUICK = {("matmul_dots", "nn.dense"), ("reduce_columns", "sum"), ("rowwise", "nn.softmax"), ("blocks", "nn.to_blocked")}
KEYS = [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in CHOSEN]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: "-".join(key))
def test_settings_of_the_library(key: tuple[str, str]) -> None:
    name, op, shapes, attrs = CHOSEN[key]
    func = program(op, shapes, attrs)
    found = candidates(func, TARGET, most=60)
    own = [item for item in found if item.script.name == name and item.params]
    others = [item for item in found if item.script.name != name]
    rng = random.Random(repr(key))
    tried = [*rng.sample(own, min(2, len(own))), *rng.sample(others, min(1, len(others)))]
    fitted = 0
    for item in tried:
        try:
            result, _ = item.apply(func, TARGET)
        except MlccError:  # a setting that does not fit; any other error is a fault
            continue
        fitted += 1
        verify_schedule(IRModule({"main": func}), IRModule({"main": result}), "main", TARGET)
    assert fitted or not own
