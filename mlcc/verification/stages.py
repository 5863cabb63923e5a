"""Which pass or phase of a build changes what a model computes, by interpreting the program after each of them.

After a graph pass the module is made whole by LegalizeOps and run by the interpreter of `mlcc.reference`; after
scheduling the scheduled programs are, then those after each step of the schedule that makes the results wrong, or after
each pass of the lowering. The first result that differs names its pass or step; where none does, the interpreter
computes what it should, and the generation of code does not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import InternalError, MlccError

if TYPE_CHECKING:
    from mlcc.driver import BuildOptions
    from mlcc.driver.scheduling import Applied, Scheduled
    from mlcc.ir import IRModule

#: Whether results, one for each output, are right.
Judge = Callable[[Sequence[Any]], bool]

IMPORT, SCHEDULE, LOWERING, CODEGEN = "import", "schedule", "lowering", "code generation"
#: Where the fault does not show in a part by itself.
UNKNOWN = "not found: only with all values as outputs"


def first_wrong_stage(module: IRModule, options: BuildOptions, arrays: Sequence[Any], right: Judge) -> str:
    """The name of the first stage after which `module` computes something wrong on `arrays`: :data:`IMPORT`, a graph
    pass, a step of a schedule, a pass of the lowering (both with the program), or :data:`CODEGEN`.

    A stage that the interpreter cannot run is passed over.
    """
    from mlcc.driver import Compilation
    from mlcc.driver.phases import graph_phases

    def wrong(stage: IRModule) -> bool:
        return _wrong(stage, options, arrays, right)

    compilation = Compilation(module, options)
    if wrong(module):
        return IMPORT
    current = module
    for phase in graph_phases(on_device=False):
        after = Compilation(current, options).after([phase])
        if after is not current and wrong(after):
            return phase.name
        current = after
    if wrong(compilation.scheduled.module):
        return _wrong_step(current, compilation.scheduled, options, wrong)
    return _wrong_lowering(compilation.scheduled.module, options, wrong) or CODEGEN


def _wrong_step(legal: IRModule, scheduled: Scheduled, options: BuildOptions, wrong: Callable[[IRModule], bool]) -> str:
    """The step, its schedule and the program: the first after which the program makes the results wrong."""
    from mlcc.ir import IRModule
    from mlcc.schedule import Trace, apply_script

    for name, applied in scheduled.applied.items():
        if name not in legal.functions or not wrong(legal.with_function(name, scheduled.module[name])):
            continue
        alone, steps = IRModule({name: legal[name]}), len(applied.trace)

        def wrong_after(count: int, name: str = name, applied: Applied = applied, alone: IRModule = alone) -> bool:
            part = Trace(applied.trace.entries[:count])
            part.intrinsics = applied.trace.intrinsics
            after, _ = apply_script(alone, part.to_yaml(), None, options.target, name)
            return wrong(legal.with_function(name, after[name]))

        last = bisect_left(range(1, steps + 1), True, key=wrong_after)
        step = applied.trace.entries[min(last, steps - 1)].step.step_name
        return f"{SCHEDULE}: {step}, step {min(last, steps - 1) + 1} of {PurePath(applied.origin).name}, on {name}"
    return SCHEDULE


def _wrong_lowering(module: IRModule, options: BuildOptions, wrong: Callable[[IRModule], bool]) -> str | None:
    """The pass and the program; None where all passes that can be interpreted keep the results."""
    from mlcc.lowering import PASSES

    for name, func in module.prim_funcs.items():
        for step in PASSES:
            func = step.run(func, options.target)
            if wrong(module.with_function(name, func)):
                return f"{LOWERING}: {step.name}, on {name}"
    return None


def _wrong(module: IRModule, options: BuildOptions, arrays: Sequence[Any], right: Judge) -> bool:
    """Whether the interpreter's results are wrong; False where it has none."""
    from mlcc.reference import run
    from mlcc.relax import transform

    try:
        legal = transform.PASSES["LegalizeOps"].for_target(options.target)(module)
        results = run(legal, list(arrays))
    except (MlccError, InternalError, NotImplementedError, ValueError, IndexError):  # NumPy's, of vectors with masks
        return False
    return not right(results)
