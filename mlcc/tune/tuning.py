"""The entry points of a search, for the command and for Python."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from mlcc.diagnostics import Diagnostic, MlccError
from mlcc.driver import BuildOptions, read_module
from mlcc.driver.cost_files import target_with_costs
from mlcc.driver.records import Record, read_records

from .executors import TimerExecutor, close_executor, open_executor
from .log import Log
from .outcome import Limits, Outcome
from .search import Say, Search

if TYPE_CHECKING:
    from mlcc.driver.specialize import Shapes
    from mlcc.ir import IRModule
    from mlcc.target import Target


def tune_file(
    model: str,
    output: str,
    *,
    target: str | Target | None = None,
    costs: str | None = None,
    seconds: float = 60.0,
    trials: int = 20,
    resume: bool = False,
    records: Sequence[str] = (),
    schedules: Sequence[str] = (),
    executor: str = "local:1",
    compile_there: bool = False,
    shapes: Shapes | None = None,
    say: Say = lambda text: None,
    on_warning: Callable[[Diagnostic], None] | None = None,
) -> Outcome:
    """Tune the programs of a file (`.onnx`, `.tir`, …), and write every measurement to `output`.

    `records` are files of other machines' measurements, whose best candidates are tried first; `schedules` are tried
    instead of the library's. With `compile_there` the executor's workers compile too.
    Raises MlccError: D223 for an output that exists without `resume`, D221 for an executor,
    D222 for a target whose code does not run where it is measured, and what reading and building raise.
    """
    begin = time.monotonic()
    machine = target_with_costs(target, costs)
    source, module = read_module(model, shapes, mapped=True, on_warning=on_warning)
    hints = read_records(records)
    where = open_executor(executor)
    left = seconds - (time.monotonic() - begin)
    try:
        return tune_module(
            module, output, target=machine, name=source.stem, seconds=left, trials=trials, resume=resume,
            hints=hints, schedules=schedules, executor=where, compile_there=compile_there, shapes=shapes, say=say,
        )  # fmt: skip
    finally:
        close_executor(where)


def tune_module(
    module: IRModule,
    output: str,
    *,
    target: Target,
    name: str = "module",
    seconds: float = 60.0,
    trials: int = 20,
    resume: bool = False,
    hints: Sequence[Record] = (),
    schedules: Sequence[str] = (),
    executor: Executor | None = None,
    compile_there: bool = False,
    shapes: Shapes | None = None,
    say: Say = lambda text: None,
) -> Outcome:
    """As :func:`tune_file`, of a module. Without `executor`, measures in a process of this machine."""
    where = open_executor("local:1") if executor is None else executor
    if executor is None or _is_local(where):
        _check_runs_here(target)
    if compile_there and isinstance(where, TimerExecutor) and not where.is_local:
        raise MlccError("D221", "workers of `ssh:` and `rpc:` only measure", help="leave out `--compile workers`")
    log = Log(output, resume=resume)
    try:
        options = BuildOptions(target, name, schedules=tuple(schedules))
        limits = Limits(seconds, trials)
        return Search(
            module, options, log, where, limits, hints=hints, shapes=shapes, say=say, compile_there=compile_there
        ).run()
    finally:
        log.close()
        if executor is None:
            close_executor(where)


def _is_local(executor: Executor) -> bool:
    return isinstance(executor, TimerExecutor) and executor.is_local


def _check_runs_here(target: Target) -> None:
    """D222 for a target of another architecture or system, or with instructions that this machine lacks."""
    host = type(target).host()
    if target.kind != "llvm" or target.triple != host.triple or not set(target.features) <= set(host.features):
        raise MlccError(
            "D222", f"candidates for `{target}` cannot run here",
            help="`--executor rpc:HOST:PORT` measures on such a machine (`mlcc rpc serve` there)",
        )  # fmt: skip
