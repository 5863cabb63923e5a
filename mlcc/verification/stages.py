"""Which pass or phase of a build changes what a model computes, by running the program after each of them.

After a graph pass the module is made whole by LegalizeOps and run by the interpreter of `mlcc.reference`, operator by
operator; after scheduling the scheduled programs are, then those after each step of the schedule that makes the results
wrong, or after each pass of the lowering. The first result that differs names its pass or step. Where none does, the
programs run as machine code, in the interpreter's graph: what is wrong then is the code of one of them or, where they
are right, what puts them together. Programs with instructions that the interpreter does not have are compiled after
each step of their schedules.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import InternalError, MlccError

from .apart import Crashed, apart

if TYPE_CHECKING:
    from mlcc.driver import BuildOptions
    from mlcc.driver.scheduling import Applied, Scheduled
    from mlcc.ir import IRModule, PrimFunc
    from mlcc.reference.graph import RunProgram

#: Whether results, one for each output, are right.
Judge = Callable[[Sequence[Any]], bool]
#: Whether a program instead of the one of that name makes the results wrong.
WrongWith = Callable[[str, "PrimFunc"], bool]

IMPORT, SCHEDULE, LOWERING, CODEGEN = "import", "schedule", "lowering", "code generation"
#: Programs are right, and the whole is not: the phases that put them together.
ASSEMBLY = "plan-memory or assemble"
#: Where the fault does not show in a part by itself.
UNKNOWN = "not found: only with all values as outputs"
#: What the interpreter and the build raise for a stage that they cannot run; NumPy's for vectors with masks.
_CANNOT = (MlccError, InternalError, NotImplementedError, ValueError, IndexError)


def first_wrong_stage(module: IRModule, options: BuildOptions, arrays: Sequence[Any], right: Judge) -> str:
    """The name of the first stage after which `module` computes something wrong on `arrays`: :data:`IMPORT` with the
    operators that a module was imported to, a graph pass, a step of a schedule, a pass of the lowering or
    :data:`CODEGEN`, these with the program, or :data:`ASSEMBLY`.

    A stage that the interpreter cannot run is passed over.
    """
    from mlcc.driver import Compilation
    from mlcc.driver.phases import graph_phases

    def wrong(stage: IRModule) -> bool:
        return _wrong(stage, options, arrays, right)

    compilation = Compilation(module, options)
    if wrong(module):
        return _imported(module)
    current = module
    for phase in graph_phases(on_device=False):
        after = Compilation(current, options).after([phase])
        if after is not current and wrong(after):
            return phase.name
        current = after
    scheduled = compilation.scheduled

    def wrong_in(whole: IRModule) -> WrongWith:
        return lambda name, func: wrong(whole.with_function(name, func))

    if wrong(scheduled.module):
        return _wrong_step(current, scheduled, options, wrong_in(current)) or SCHEDULE
    return _wrong_lowering(scheduled.module, options, wrong_in(scheduled.module)) or _wrong_code(
        current, scheduled, options, arrays, right
    )


def _imported(module: IRModule) -> str:
    """What is wrong after the import: a converter, or the definition of an operator that it made of the nodes."""
    from mlcc.ir import GraphCall, Op, walk

    calls = [node for func in module.graph_funcs.values() for node in walk(func) if isinstance(node, GraphCall)]
    names = list(dict.fromkeys(call.op.name for call in calls if isinstance(call.op, Op)))
    more = ", …" if len(names) > 6 else ""
    return f"{IMPORT}, to {', '.join(names[:6])}{more}" if names else f"{IMPORT}, of constants"


def _wrong_step(legal: IRModule, scheduled: Scheduled, options: BuildOptions, wrong: WrongWith) -> str | None:
    """The step, its schedule and the program: the first after which the program makes the results wrong."""
    for name, applied in scheduled.applied.items():
        program = scheduled.module.prim_funcs[name]
        if name not in legal.functions or not wrong(name, program):
            continue
        steps = len(applied.trace)
        after = _after_steps(legal, name, applied, options)
        last = bisect_left(range(1, steps + 1), True, key=lambda count: wrong(name, after(count)))
        step = applied.trace.entries[min(last, steps - 1)].step.step_name
        return f"{SCHEDULE}: {step}, step {min(last, steps - 1) + 1} of {PurePath(applied.origin).name}, on {name}"
    return None


def _after_steps(legal: IRModule, name: str, applied: Applied, options: BuildOptions) -> Callable[[int], PrimFunc]:
    """A program after the first steps of its schedule."""
    from mlcc.ir import IRModule
    from mlcc.schedule import Trace, apply_script

    alone = IRModule({name: legal[name]})

    def after(count: int) -> PrimFunc:
        part = Trace(applied.trace.entries[:count])
        part.intrinsics = applied.trace.intrinsics
        return apply_script(alone, part.to_yaml(), None, options.target, name)[0].prim_funcs[name]

    return after


def _wrong_lowering(module: IRModule, options: BuildOptions, wrong: WrongWith) -> str | None:
    """The pass and the program; None where all passes that can be interpreted keep the results."""
    from mlcc.lowering import PASSES

    for name, func in module.prim_funcs.items():
        for step in PASSES:
            func = step.run(func, options.target)
            if wrong(name, func):
                return f"{LOWERING}: {step.name}, on {name}"
    return None


def _wrong_code(
    legal: IRModule, scheduled: Scheduled, options: BuildOptions, arrays: Sequence[Any], right: Judge
) -> str:
    """The program whose machine code makes the results wrong, with the step since which it does where the interpreter
    cannot run it; where the code of all of them together is right, what is made of them."""

    def wrong(programs: Mapping[str, PrimFunc]) -> bool:
        try:
            compiled = _compiled(legal, programs, options)
            return bool(apart(lambda: _wrong(legal, options, arrays, right, compiled)))
        except Crashed:
            return True
        except _CANNOT:
            return False

    programs = scheduled.module.prim_funcs
    if not wrong(programs):
        return ASSEMBLY
    name = next((name for name, func in programs.items() if wrong({name: func})), None)
    if name is None:
        return CODEGEN
    if _runs(scheduled.module, options, arrays):
        return f"{CODEGEN}, on {name}"
    step = _wrong_step(legal, scheduled, options, lambda name, func: wrong({name: func}))
    return step or f"{CODEGEN}, on {name}"


def _compiled(legal: IRModule, programs: Mapping[str, PrimFunc], options: BuildOptions) -> RunProgram:
    """Runs these programs as machine code, and leaves others to the interpreter."""
    from mlcc.driver import build
    from mlcc.ir import IRModule

    code = {id(legal[name]): build(IRModule({name: func}), options.target) for name, func in programs.items()}

    def run(program: PrimFunc, inputs: list[Any], outputs: list[Any], extra: list[int]) -> Any:
        if id(program) not in code or extra:
            return NotImplemented
        return code[id(program)](*inputs, *outputs)

    return run


def _wrong(
    module: IRModule, options: BuildOptions, arrays: Sequence[Any], right: Judge, program: RunProgram | None = None
) -> bool:
    """Whether the results are wrong; False where there are none."""
    try:
        return not right(_results(module, options, arrays, program))
    except _CANNOT:
        return False


def _runs(module: IRModule, options: BuildOptions, arrays: Sequence[Any]) -> bool:
    try:
        _results(module, options, arrays)
    except _CANNOT:
        return False
    return True


def _results(
    module: IRModule, options: BuildOptions, arrays: Sequence[Any], program: RunProgram | None = None
) -> list[Any]:
    """The interpreter's results, of groups operator by operator: that they become one program is another stage."""
    from mlcc.reference import run
    from mlcc.relax import transform

    for name, func in module.graph_funcs.items():
        if "Primitive" in func.attrs:
            attrs = {key: value for key, value in func.attrs.items() if key != "Primitive"}
            module = module.with_function(name, replace(func, attrs=attrs))
    for step in ("InlineCalls", "LegalizeOps"):
        module = transform.PASSES[step].for_target(options.target)(module)
    return run(module, list(arrays), program=program)
