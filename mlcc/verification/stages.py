"""Which pass or phase of a build changes what a model computes, by interpreting the program after each of them.

After a graph pass the module is made whole by LegalizeOps and run by the interpreter of `mlcc.reference`; after
scheduling the scheduled programs are. The first result that differs names its pass; where none does, the interpreter
computes what it should, and the generation of code does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import InternalError, MlccError

if TYPE_CHECKING:
    from mlcc.driver import BuildOptions
    from mlcc.ir import IRModule

#: Whether results, one for each output, are right.
Judge = Callable[[Sequence[Any]], bool]

IMPORT, SCHEDULE, CODEGEN = "import", "schedule", "code generation"
#: Where the fault does not show in a part by itself.
UNKNOWN = "not found: only with all values as outputs"


def first_wrong_stage(module: IRModule, options: BuildOptions, arrays: Sequence[Any], right: Judge) -> str:
    """The name of the first stage after which `module` computes something wrong on `arrays`: :data:`IMPORT`, a graph
    pass, :data:`SCHEDULE` or :data:`CODEGEN`. A stage that the interpreter cannot run is passed over.
    """
    from mlcc.driver import Compilation
    from mlcc.driver.phases import graph_phases

    compilation = Compilation(module, options)
    if _wrong(module, options, arrays, right):
        return IMPORT
    current = module
    for phase in graph_phases(on_device=False):
        after = Compilation(current, options).after([phase])
        if after is not current and _wrong(after, options, arrays, right):
            return phase.name
        current = after
    if _wrong(compilation.scheduled.module, options, arrays, right):
        return SCHEDULE
    return CODEGEN


def _wrong(module: IRModule, options: BuildOptions, arrays: Sequence[Any], right: Judge) -> bool:
    """Whether the interpreter's results are wrong; False where it has none."""
    from mlcc.reference import run
    from mlcc.relax import transform

    try:
        legal = transform.PASSES["LegalizeOps"].for_target(options.target)(module)
        results = run(legal, list(arrays))
    except (MlccError, InternalError, NotImplementedError):
        return False
    return not right(results)
