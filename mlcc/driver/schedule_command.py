"""`mlcc schedule`: applies YAML files to the programs of a module and writes it as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import Diagnostic
from mlcc.ir import script

from .modules import OnWarning, mark_scheduled, read_module
from .outputs import Output, depfile_path
from .prerequisites import write_depfile
from .scheduling import check_params, known_params, read_schedules
from .specialize import Shapes
from .verify import verify_schedule
from .writing import write_output

if TYPE_CHECKING:
    from mlcc.schedule import Schedule
    from mlcc.target import Target

Show = Callable[[str, str], None]


def schedule_files(
    kernel: str,
    schedules: Sequence[str],
    *,
    params: Mapping[str, Any],
    func: str | None = None,
    shapes: Shapes | None = None,
    target: str | Target | None = None,
    costs: str | None = None,
    show: Show | None = None,
    trace: str | None = None,
    verify: bool = False,
    output: str = "-",
    depfile: str | bool = False,
    depfile_targets: Sequence[str] = (),
    restat: bool = False,
    on_warning: OnWarning | None = None,
) -> None:
    """`mlcc schedule`: apply YAML files in order to the programs of a module and write the module.

    `show` is called with a title and the program's text before the first step and after each.
    Raises MlccError with P, V and S codes, and D126, D130, D131.
    """
    from mlcc.schedule import Trace as Steps
    from mlcc.schedule import apply_script, check_valid

    from .cost_files import target_with_costs

    path = depfile_path(depfile, output, depfile_targets)
    doubts: list[Diagnostic] = []
    source, before = read_module(kernel, shapes, on_warning=doubts.append)
    machine = target_with_costs(target, costs)
    scripts = [schedule for item in schedules for schedule in read_schedules(item)]
    check_params(params, [param.name for item in scripts for param in item.params])
    if show is not None:
        show("before", script(before))
    after = before
    steps = Steps()
    for item in scripts:
        after, done = apply_script(after, item, known_params(item, params), machine, func, _on_step(show))
        steps = Steps([*steps.entries, *done.entries])
    check_valid(before, after)
    if verify:
        for name in before.prim_funcs:
            if after[name] is not before[name]:
                verify_schedule(before, after, name, machine, shapes=shapes)
    if on_warning is not None:  # after the steps: one that refuses shows the accesses itself
        for doubt in doubts:
            on_warning(doubt)
    text = script(mark_scheduled(after))
    if trace is not None:
        write_output(trace, steps.to_yaml())
    write_output(output, text if text.endswith("\n") else text + "\n", restat=restat)
    write_depfile(path, [Output("tir", output)], source, [*schedules, costs or "-"], depfile_targets)


def _on_step(show: Show | None) -> Callable[[int, str, Schedule], None] | None:
    if show is None:
        return None
    return lambda number, title, sch: show(title, script(sch.mod))
