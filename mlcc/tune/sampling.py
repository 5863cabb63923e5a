"""Search by TVM's names: schedule functions that draw their choices, and databases of what was fastest.

`mlcc.meta_schedule` shows these as `tune_tir`, `space_generator.ScheduleFn` and `tir_integration.compile_tir`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.driver import write_output
from mlcc.driver.files import file_error
from mlcc.driver.measure import Measurement
from mlcc.driver.records import kernel_hash
from mlcc.ir import IRModule, PrimFunc, structural_hash
from mlcc.schedule import Candidate, Schedule, Trace, candidates, parse_script
from mlcc.target import Target

from .trials import Drawn, Trials

#: What a schedule function is tried with: so many seeds for each trial, since many draw the same.
_DRAWS = 4

#: The file of a work folder in which a search keeps its records.
DATABASE = "database_tuning_record.json"

#: TVM's name of a space that needs no function of the user.
_LIBRARY = "post-order-apply"


@dataclass(frozen=True, slots=True)
class ScheduleFn:
    """A space that a function spans: called with a Schedule, it draws by `sample_perfect_tile` and the like."""

    sch_fn: Callable[[Schedule], Any]


@dataclass(frozen=True, slots=True)
class TuningRecord:
    """A schedule of a program: its trace as a schedule file, and the seconds of its samples."""

    workload: str
    trace: str
    run_secs: tuple[float, ...]
    target: str

    @property
    def median(self) -> float:
        """The time of the schedule in seconds."""
        return Measurement(self.run_secs, 1).median


@dataclass
class Database:
    """What was measured; with a `path`, a file of JSON lines that outlives the process."""

    path: str | None = None
    records: list[TuningRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.path is not None and Path(self.path).exists():
            lines = Path(self.path).read_text(encoding="utf-8").splitlines()
            self.records += [_read(line, f"{self.path}:{number}") for number, line in enumerate(lines, 1)]

    def commit_tuning_record(self, record: TuningRecord) -> None:
        """Add a record."""
        self.records.append(record)
        if self.path is not None:
            lines = [
                json.dumps({name: getattr(item, name) for name in TuningRecord.__slots__}) for item in self.records
            ]
            write_output(self.path, "".join(f"{line}\n" for line in lines))

    def get_top_k(self, workload: IRModule | PrimFunc, top_k: int, target: Target | None = None) -> list[TuningRecord]:
        """The fastest records of a program, fastest first; with a `target` only those that were measured for it."""
        key = kernel_hash(_program(workload))
        fitting = (item for item in self.records if item.workload == key and str(target or item.target) == item.target)
        return sorted(fitting, key=lambda item: item.median)[:top_k]

    def query_schedule(
        self, mod: IRModule | PrimFunc, target: Any = None, workload_name: str = "main"
    ) -> Schedule | None:
        """The program by its fastest schedule, with its trace; None if nothing was measured for it.

        What was measured for another target counts only where nothing was for this one.
        """
        machine = Target.parse(target)
        best = self.get_top_k(mod, 1, machine) or self.get_top_k(mod, 1)
        if not best:
            return None
        return Candidate(parse_script(best[0].trace)).schedule(IRModule({_name(mod): _program(mod)}), machine)


def _read(line: str, where: str) -> TuningRecord:
    """A line of a database. Raises MlccError D195 for one that is none."""
    try:
        data = json.loads(line)
        return TuningRecord(**{**data, "run_secs": tuple(map(float, data["run_secs"]))})
    except (ValueError, TypeError, KeyError) as error:
        raise MlccError("D195", f"{where} is not a record of a search: {error}", help="remove the line") from error


def _name(mod: IRModule | PrimFunc) -> str:
    return "main" if isinstance(mod, PrimFunc) else next(iter(mod.prim_funcs))


def _program(mod: IRModule | PrimFunc) -> PrimFunc:
    if isinstance(mod, PrimFunc):
        return mod
    if len(mod.prim_funcs) != 1:
        raise MlccError("D174", f"a search takes one tensor program, and the module has {len(mod.prim_funcs)}")
    return next(iter(mod.prim_funcs.values()))


def tune_tir(
    mod: IRModule | PrimFunc,
    target: Any = None,
    work_dir: str | os.PathLike[str] | None = None,
    max_trials_global: int = 64,
    *,
    max_trials_per_task: int | None = None,
    num_trials_per_iter: int = 16,
    space: ScheduleFn | Callable[[Schedule], Any] | str | None = None,
    database: Database | None = None,
    seed: int | None = None,
    **_: Any,
) -> Database:
    """Measure schedules of a tensor program; the database that is returned has the fastest.

    The schedules are drawn by the function of `space`, or are those that the library's files allow: without a space,
    and for TVM's default, "post-order-apply". Other arguments of TVM's (builders, runners, cost models) are accepted
    and ignored. `work_dir` is made where it is missing.
    Raises MlccError D174 for several programs, T135 for another space, D110 to D113 for a folder that cannot be made.
    """
    machine, func, name = Target.parse(target), _program(mod), _name(mod)
    function = _function(space)
    path = None if work_dir is None else str(_folder(work_dir) / DATABASE)
    found = database if database is not None else Database(path)
    most = min(max_trials_global, max_trials_per_task or max_trials_global)
    with Trials(func, machine) as trials:
        options = _options(trials.task.func, name, machine, function, most, seed or 0)
        for first in range(0, len(options), num_trials_per_iter):
            batch = options[first : first + num_trials_per_iter]
            for option, trial in zip(batch, trials.run(batch), strict=True):
                if trial.outcome == "ok":
                    found.commit_tuning_record(
                        TuningRecord(kernel_hash(func), option.trace, trial.samples, str(machine))
                    )
    return found


def _function(space: ScheduleFn | Callable[[Schedule], Any] | str | None) -> Callable[[Schedule], Any] | None:
    """What draws schedules; None for the library's files. Raises MlccError T135."""
    if space is None or (isinstance(space, str) and space == _LIBRARY):
        return None
    function = space.sch_fn if isinstance(space, ScheduleFn) else space
    if not callable(function):
        raise MlccError(
            "T135",
            f"there is no space {function!r}",
            help=f"give a function of a schedule, or `{_LIBRARY}` for the schedules of the library",
        )
    return function


def _folder(name: str | os.PathLike[str]) -> Path:
    """A folder for a database, made where there is none. Raises MlccError D110 to D113."""
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(error, os.fspath(name), writing=True) from error
    return Path(name)


def _options(
    func: PrimFunc, name: str, target: Target, function: Callable[[Schedule], Any] | None, most: int, seed: int
) -> list[Drawn]:
    """Different programs of the space of a function, or of the library's for None; at most `most`."""
    drawn: Iterable[tuple[PrimFunc, Trace]]
    if function is None:
        drawn = (item for option in candidates(func, target, seed=seed) if (item := _tried(option.apply, func, target)))
    else:
        drawn = (_sampled(function, func, name, target, seed + number) for number in range(most * _DRAWS))
    found: dict[str, Drawn] = {}
    for scheduled, trace in drawn:
        found.setdefault(structural_hash(scheduled), Drawn(scheduled, trace.to_yaml()))
        if len(found) >= most:
            break
    return list(found.values())


def _tried(apply: Callable[..., Any], func: PrimFunc, target: Target) -> Any:
    try:
        return apply(func, target)
    except MlccError:
        return None


def _sampled(
    function: Callable[[Schedule], Any], func: PrimFunc, name: str, target: Target, seed: int
) -> tuple[PrimFunc, Trace]:
    """The program with one set of draws; what the function raises is the user's to see."""
    sch = Schedule(IRModule({name: func}), target, seed=seed + 1)
    made = function(sch)
    chosen = made if isinstance(made, Schedule) else sch
    return chosen.mod.prim_funcs[name], chosen.trace


def compile_tir(database: Database, mod: IRModule | PrimFunc, target: Any = None) -> Schedule | None:
    """The program by the fastest schedule of a database: `mlcc.build(sch.mod)` builds it; None if there is none."""
    return database.query_schedule(mod, target)
