"""Rules that schedule a tensor program, and the pass that applies the first that does."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any, ClassVar

from mlcc.analysis.scheduled import is_scheduled
from mlcc.ir import IRModule, PrimFunc
from mlcc.ir.transform import CreatedPass, PassInfo
from mlcc.schedule import Schedule, library, schedule_by
from mlcc.target import Target


class ScheduleRule:
    """A rule of one's own: `apply` returns a Schedule, a program, a list of them (the first counts), or None."""

    def apply(self, func: PrimFunc, target: Target, tunable: bool) -> Any:
        """The program scheduled for the target, or None where the rule does not fit."""
        raise NotImplementedError


class LibraryRule(ScheduleRule):
    """The first file of the library, among those of the rule, whose pattern fits the program."""

    files: ClassVar[tuple[str, ...]] = ()

    def apply(self, func: PrimFunc, target: Target, tunable: bool = False) -> PrimFunc | None:
        """The program scheduled for the target, or None where no file fits. Raises what the file's steps raise."""
        scripts = [item for item in library(target) if PurePath(item.path).stem in self.files]
        scheduled, chosen = schedule_by(func, target, scripts)
        return None if chosen is None else scheduled


class ApplyDefaultSchedule(CreatedPass):
    """A pass: each tensor program that nobody has scheduled gets the first rule that fits, for the current target."""

    def __init__(self, *rules: ScheduleRule) -> None:
        super().__init__(lambda module, _: _applied(module, rules), PassInfo("ApplyDefaultSchedule"))


def _applied(module: IRModule, rules: tuple[ScheduleRule, ...]) -> IRModule:
    target = Target.current() or Target.parse("llvm")
    return module.map_prim_funcs(lambda func: func if is_scheduled(func) else _first(func, target, rules))


def _first(func: PrimFunc, target: Target, rules: tuple[ScheduleRule, ...]) -> PrimFunc:
    for rule in rules:
        found = rule.apply(func, target, False)
        if isinstance(found, list):
            found = found[0] if found else None
        if isinstance(found, Schedule):
            found = found.func
        if found is not None:
            result: PrimFunc = found
            return result
    return func
