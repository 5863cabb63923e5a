"""Schedules of a build: the user's files, and the library's choice for each program."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError, Span, choices_help
from mlcc.ir import IRModule, as_int

from .files import decode_utf8, read_bytes

if TYPE_CHECKING:
    from mlcc.ir import PrimFunc
    from mlcc.schedule import Script, Trace

    from .options import BuildOptions

#: The name of a schedule file that selects the library's schedules, for given programs too.
AUTO = "auto"


@dataclass(frozen=True)
class Applied:
    """The schedule of one program: its origin, its steps, and the values of parameters that a search may set."""

    origin: str
    trace: Trace
    searched: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Scheduled:
    """A module after scheduling, and the schedule of each program that was changed."""

    module: IRModule
    applied: Mapping[str, Applied]


def apply_given(module: IRModule, options: BuildOptions) -> Scheduled:
    """A module with the user's schedules. Raises MlccError D126 and what the schedules raise."""
    applied: dict[str, Applied] = {}
    for name in options.schedules:
        if name == AUTO:
            continue
        from mlcc.schedule import apply_script, check_valid  # with all primitives, and a build may need none

        for schedule in read_schedules(name):
            given, recorded = known_params(schedule, options.params), recorded_params(module, schedule, options)
            after, trace = apply_script(module, schedule, given, options.target, own_params=recorded)
            check_valid(module, after)
            for program in module.prim_funcs:
                if after[program] is not module[program]:
                    applied[program] = Applied(name, trace)
            module = after
    _check_params(options)
    return Scheduled(module, applied)


def recorded_params(module: IRModule, schedule: Script, options: BuildOptions) -> dict[str, Mapping[str, Any]]:
    """By program: the parameters that records choose for this schedule, as the file is now."""
    from .tuned import choice_for, is_current

    found = ((name, choice_for(func, options.tuned)) for name, func in module.prim_funcs.items())
    return {
        name: dict(choice.params)
        for name, choice in found
        if choice is not None and choice.schedule == schedule.name and is_current(schedule, choice.schedule_hash)
    }


def from_library(
    name: str, func: PrimFunc, options: BuildOptions, warn: Callable[[MlccError, str], None]
) -> tuple[PrimFunc, Applied | None]:
    """A program with the schedule that a record chose, or the first of the library that matches.

    A schedule that matches and then fails is a bug of mlcc that only costs speed: the next one is tried, and a
    warning reports it. Programs with tensors without elements stay as they are: sizes that schedules divide by are 0.
    """
    from mlcc.schedule import library, schedule_by

    if any(as_int(dim) == 0 for buffer in func.buffer_map.values() for dim in buffer.shape):
        return func, None
    tuned = _from_record(name, func, options, warn)
    if tuned is not None:
        return tuned
    scripts = library(options.target)
    while True:
        try:
            result, chosen = schedule_by(func, options.target, scripts)
        except MlccError as error:
            failed = _script_of(error, scripts)
            if failed is None:
                raise
            warn(error, f"`{name}` is built without this schedule of the library; please report it")
            scripts = [item for item in scripts if item is not failed]
            continue
        return result, None if chosen is None else Applied(chosen.script.path, chosen.trace, chosen.searched)


def _from_record(
    name: str, func: PrimFunc, options: BuildOptions, warn: Callable[[MlccError, str], None]
) -> tuple[PrimFunc, Applied] | None:
    """A program with the schedule that a record chose; None if there is none for it, or its file has changed."""
    from mlcc.schedule import schedule_by

    from .tuned import choice_for

    choice = choice_for(func, options.tuned)
    candidate = None if choice is None else choice.candidate(options.target)
    if candidate is None:
        return None
    try:
        result, chosen = schedule_by(func, options.target, [candidate.script], dict(candidate.params))
    except MlccError as error:
        warn(error, f"`{name}` is built without the record that names this schedule")
        return None
    return None if chosen is None else (result, Applied(chosen.script.path, chosen.trace, chosen.searched))


def _script_of(error: MlccError, scripts: Sequence[Script]) -> Script | None:
    """The schedule whose text an error points into."""
    if isinstance(error.span, Span):
        for item in scripts:
            if item.path == error.span.source.name:
                return item
    return None


def known_params(schedule: Script, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that a schedule has; others may be for another file."""
    names = {item.name for item in schedule.params}
    return {name: value for name, value in params.items() if name in names}


def _check_params(options: BuildOptions) -> None:
    check_params(options.params, [item.name for schedule in given_schedules(options) for item in schedule.params])


def check_params(params: Mapping[str, Any], names: Collection[str]) -> None:
    """Raises MlccError D126 for a `-p` that no schedule has."""
    for name in params:
        if name not in names:
            raise MlccError(
                "D126", f"no schedule has a parameter `{name}`", help=choices_help(name, names, "parameters")
            )


_READ: dict[str, list[Script]] = {}


def read_schedules(name: str) -> list[Script]:
    """The schedules of a YAML file, or of stdin for `-`. Raises MlccError D101, D102, S1xx."""
    from mlcc.schedule import parse_scripts

    if name == "-":
        # Standard input can be read once, and a build asks twice.
        if name not in _READ:
            _READ[name] = parse_scripts(decode_utf8("<stdin>", read_bytes(name)), "<stdin>")
        return _READ[name]
    return parse_scripts(decode_utf8(name, read_bytes(name)), name)


def given_schedules(options: BuildOptions) -> list[Script]:
    """The schedules of the user's files, in order. Raises what :func:`read_schedules` raises."""
    return [schedule for name in options.schedules if name != AUTO for schedule in read_schedules(name)]


def schedule_text(name: str, applied: Applied) -> str:
    """What was applied to a program as a YAML file that can be edited and given to `mlcc build -s`."""
    from mlcc.schedule import shown

    values = " ".join(f"{key}={shown(value)}" for key, value in applied.searched)
    noted = f"# searched parameters: {values}\n" if values else ""
    return f"# {name}: from {applied.origin}\n{noted}func: {name}\n{applied.trace.to_yaml()}"
