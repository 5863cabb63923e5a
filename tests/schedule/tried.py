"""One step on a small program: what it leaves, that it computes the same, and what it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from sketches import sketch
from tolerances import tolerance

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, PrimFunc, Var, as_int, const, numpy_dtype, script, structural_equal, substitute
from mlcc.ir.verify import verify
from mlcc.reference import output_buffers, run
from mlcc.schedule import Schedule, apply_script, parse_script
from mlcc.schedule.script import Runner
from mlcc.script import parse_module


def program(body: str | PrimFunc) -> IRModule:
    """The module of a sketch, of a complete text, or of a function."""
    if isinstance(body, PrimFunc):
        return IRModule({"main": body})
    return parse_module(body, "sketch.tir") if "@T.prim_func" in body else sketch(body)


def only(module: IRModule) -> PrimFunc:
    """The only tensor program of a module."""
    (func,) = module.prim_funcs.values()
    return func


def arguments(func: PrimFunc, sizes: Mapping[str, int] | None = None) -> list[Any]:
    """Random values for all parameters, also for results: what a program leaves alone must stay. `sizes` are those of
    symbolic dimensions."""
    rng = np.random.default_rng(5)
    values: dict[Var, Any] = {}
    for var in func.symbolic_vars():
        values[var] = const((sizes or {})[var.name], var.dtype)
    arrays = []
    for buffer in func.buffers:
        shape = tuple(as_int(substitute(dim, values)) for dim in buffer.shape)
        if buffer.dtype.startswith("int"):
            arrays.append(rng.integers(-2, 9, shape).astype(buffer.dtype))
        else:
            arrays.append(rng.standard_normal(shape).astype(numpy_dtype(buffer.dtype)))
    return arrays


def check(before: PrimFunc, module: IRModule, compiled: bool = True, sizes: Mapping[str, int] | None = None) -> None:
    """A valid program that leaves the same in every parameter, interpreted and compiled."""
    verify(module, coverage=False)
    after = only(module)
    given = arguments(before, sizes)
    written = [buffer in output_buffers(before) for buffer in before.buffers]
    want, results = run(before, given), [run(after, given)]
    if compiled:
        mlcc.build(module)[next(iter(module.prim_funcs))](*given)
        results.append([array for array, changes in zip(given, written, strict=True) if changes])
    for arrays in results:
        for a, b in zip(want, arrays, strict=True):
            bound = tolerance(a.dtype) * float(np.abs(a).max(initial=1.0))
            np.testing.assert_allclose(b, a, rtol=0, atol=bound)


def kept(before: PrimFunc, sch: Schedule, compiled: bool = True, sizes: Mapping[str, int] | None = None) -> str:
    """The text of a scheduled program, which computes what it did, and which its trace gives again."""
    check(before, sch.mod, compiled, sizes)
    replayed, _ = apply_script(before, sch.trace.to_yaml())
    assert structural_equal(replayed, sch.mod)
    return script(sch.func)


def applied(
    body: str | PrimFunc, steps: str, compiled: bool = True, sizes: Mapping[str, int] | None = None
) -> PrimFunc:
    """The program after the steps of a text; it computes what it did, and its trace gives it again."""
    module = program(body)
    after, trace = apply_script(module, steps + "\n")  # without a line break it would be a file's name
    check(only(module), after, compiled, sizes)
    replayed, _ = apply_script(module, trace.to_yaml())
    assert structural_equal(replayed, after)
    return only(after)


def text_after(body: str | PrimFunc, steps: str, compiled: bool = True, sizes: Mapping[str, int] | None = None) -> str:
    """The text of the program after the steps; see `applied`."""
    return script(applied(body, steps, compiled, sizes))


def refused(code: str, body: str | PrimFunc, steps: str) -> None:
    """The last of the steps is refused with this code, at one of its arguments, and changes nothing."""
    sch = Schedule(program(body))
    runner = Runner(sch, parse_script("steps:\n" + steps, "steps.yaml"), "main")
    *first, last = runner.script.steps
    for step in first:
        runner.run_step(step)
    before, length = sch.func, len(sch.trace.steps)
    with pytest.raises(MlccError) as caught:
        runner.run_step(last)
    assert caught.value.code == code
    assert caught.value.span is not None
    assert caught.value.span.source.name == "steps.yaml"
    if last.args.kind == "map":  # the caret stands under an argument, not under the step's name
        assert any(value.span.start <= caught.value.span.start < value.span.end for _, value in last.args.pairs)
    assert sch.func is before
    assert len(sch.trace.steps) == length
