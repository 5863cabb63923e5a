"""The schedule library: the YAML files of `schedules/`, and which of them matches a function."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mlcc import resources
from mlcc.ir import IRModule, PrimFunc
from mlcc.target import DEVICE_KINDS, Target

from ..schedule import Schedule
from ..trace import Trace
from .matching import matches_function, names_operator
from .model import Script, load_script
from .parameters import Setting
from .runner import Runner, apply_script, as_script

#: The schedules of machines that are no CPUs are in a folder of their own.
_DEVICES = "gpu"


def _folder(target: Any) -> str:
    return _DEVICES if Target.parse(target).kind in DEVICE_KINDS else ""


def library(target: Any = None) -> list[Script]:
    """Every schedule of the library for a target, higher `priority` first, then by path. Read once, and again when
    changed."""
    scripts = [load_script(path) for path in resources.schedule_files(_folder(target))]
    return sorted(scripts, key=lambda s: (-s.priority, s.path))


def fallbacks(names: Collection[str], target: Any = None) -> set[str]:
    """Those of file names that are of schedules of the library for what no other matches. Only these files are read."""
    files = (path for path in resources.schedule_files(_folder(target)) if path.name in names)
    return {path.name for path in files if load_script(path).fallback}


def find_script(
    func: PrimFunc, target: Any = None, scripts: Sequence[Script] | None = None, params: Mapping[str, Any] | None = None
) -> Script | None:
    """The first script with a `match` that matches the function, or None."""
    match = _first_fit(Schedule(func, target, enable_check=False), scripts, params)
    return match.script if match is not None else None


def schedule_function(
    func: PrimFunc, target: Any = None, scripts: Sequence[Script] | None = None, params: Mapping[str, Any] | None = None
) -> tuple[PrimFunc, Script | None, Trace]:
    """Apply the first script of the library (or of `scripts`) that matches; the function stays unchanged if none does.

    Gives the function, the script, and the trace of what was done.
    """
    result, chosen = schedule_by(func, target, scripts, params)
    return (result, None, Trace()) if chosen is None else (result, chosen.script, chosen.trace)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A schedule that was applied: its file, its steps, and the parameters that a search may set, with their values."""

    script: Script
    trace: Trace
    searched: Setting


def schedule_by(
    func: PrimFunc, target: Any = None, scripts: Sequence[Script] | None = None, params: Mapping[str, Any] | None = None
) -> tuple[PrimFunc, Chosen | None]:
    """As :func:`schedule_function`; None where no schedule matches."""
    sch = Schedule(func, target, enable_check=False)
    runner = _first_fit(sch, scripts, params)
    if runner is None:
        return func, None
    searched = tuple(runner.searched().items())
    runner.run()
    return sch.func, Chosen(runner.script, sch.trace, searched)


def scheduled_by(schedule: str, name: str, func: PrimFunc, target: Any, params: Sequence[str] = ()) -> PrimFunc:
    """The function `name` by a schedule: a file of the library, another path, or a text; `params` as ``rows=4``.

    Raises MlccError S112 for a file that cannot be read, S111 for one that does not match, and what its steps raise.
    """
    file = resources.schedules() / schedule
    script = load_script(file) if "\n" not in schedule and file.is_file() else as_script(schedule)
    given = {key: _number(value) for key, _, value in (param.partition("=") for param in params)}
    module, _ = apply_script(IRModule({name: func}), script, given, target, name)
    return module.prim_funcs[name]


def _number(text: str) -> int | str:
    return int(text) if text.removeprefix("-").isdigit() else text


def misfits(func: PrimFunc, target: Any = None) -> list[tuple[Script, str]]:
    """The schedules of the library that name the function's operator, and why each does not match."""
    sch = Schedule(func, target, enable_check=False)
    reasons = []
    for script in library(target):
        if names_operator(script, func):
            reason = Runner(sch, script, sch.state().name).bind()
            if reason is not None:
                reasons.append((script, reason))
    return reasons


def _first_fit(sch: Schedule, scripts: Sequence[Script] | None, params: Mapping[str, Any] | None) -> Runner | None:
    name = sch.state().name
    for script in library(sch.target) if scripts is None else scripts:
        if script.match is None or matches_function(script, sch.func) is not None:
            continue
        names = {item.name for item in script.params}
        own = {name: value for name, value in (params or {}).items() if name in names}
        runner = Runner(sch, script, name, own)
        if runner.bind() is None:
            return runner
    return None
