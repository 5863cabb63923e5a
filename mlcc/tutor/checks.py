"""Checks of an exercise: each kind is a function of the folder and of what the lesson's file says.

    run: [schedule, kernel.tir, -s, answer.yaml, --verify]      a command of mlcc that must succeed
    prints: REGEX, lacks: REGEX                                 what it must print, and must not
    same_as: {file: kernel.tir, reference: TEXT}                two programs that must compute the same
    answers: {file: answers.yaml, expected: {name: value}}      what was read
    faster: {kernel: k.tir, schedule: answer.yaml, than: slow.yaml, times: 2}      measured here; `than` may be missing

`says` is what a learner reads where the check fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from mlcc.diagnostics import MlccError, render_text

from .lessons import Lesson

#: Runs a command line of mlcc in a folder: its exit code, and what it wrote to stdout and stderr.
Execute = Callable[[list[str], Path], "tuple[int, str, str]"]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an exercise is not solved: a sentence, and what a command said."""

    what: str
    output: str = ""


def check(lesson: Lesson, folder: Path, execute: Execute, *, timed: bool = True) -> Failure | None:
    """Run the checks of a lesson on the files of a folder; the first that fails, or None. Without `timed` nothing is
    measured."""
    for item in lesson.checks:
        kind = next(name for name in _KINDS if name in item)
        if kind == "faster" and not timed:
            continue
        failure = _KINDS[kind](item, folder, execute)
        if failure is not None:
            return Failure(str(item["says"]).strip(), failure.output or failure.what) if "says" in item else failure
    return None


def _run(item: Mapping[str, Any], folder: Path, execute: Execute) -> Failure | None:
    arguments = [str(word) for word in item["run"]]
    shown = "mlcc " + " ".join(arguments)
    code, output, messages = execute(arguments, folder)
    if code:
        return Failure(f"`{shown}` fails", messages)
    if "prints" in item and not re.search(item["prints"], output, re.MULTILINE):
        return Failure(f"`{shown}` does not print what it should", output)
    if "lacks" in item and re.search(item["lacks"], output, re.MULTILINE):
        return Failure(f"`{shown}` prints what it should not", output)
    return None


def _same_as(item: Mapping[str, Any], folder: Path, execute: Execute) -> Failure | None:
    from mlcc.driver.modules import read_module
    from mlcc.driver.verify import verify_schedule
    from mlcc.script import parse
    from mlcc.target import Target

    named = item["same_as"]
    try:
        _, written = read_module(str(folder / named["file"]))
        reference = parse(named["reference"], "reference")
        (name,) = reference.prim_funcs
        if name not in written.prim_funcs:
            return Failure(f"{named['file']} has no program `{name}`")
        verify_schedule(reference, written, name, Target.host())
    except MlccError as error:
        if error.code == "D130":
            return Failure(f"{named['file']} computes something else", "\n".join(error.diagnostic.notes))
        return Failure(f"{named['file']} is not a correct program", render_text(error.diagnostic))
    return None


def _answers(item: Mapping[str, Any], folder: Path, execute: Execute) -> Failure | None:
    named = item["answers"]
    try:
        given = yaml.safe_load((folder / named["file"]).read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        return Failure(f"{named['file']} cannot be read", str(error))
    given = given if isinstance(given, Mapping) else {}
    wrong = [name for name, value in named["expected"].items() if str(given.get(name)).strip() != str(value)]
    return Failure(f"not right yet: {', '.join(wrong)}") if wrong else None


def _faster(item: Mapping[str, Any], folder: Path, execute: Execute) -> Failure | None:
    named = item["faster"]
    libraries = []
    for label, file in (("before", named.get("than")), ("after", named["schedule"])):
        command = ["build", named["kernel"], *(["-s", file] if file else []), "-o", f"{label}.so"]
        code, _, messages = execute(command, folder)
        if code:
            return Failure(f"`mlcc {' '.join(command)}` fails", messages)
        libraries.append(f"{label}.so")
    code, output, messages = execute(["bench", *libraries, "--threads", str(named.get("threads", 1)), "--json"], folder)
    if code:
        return Failure("`mlcc bench` fails", messages)
    before, after = (float(text) for text in re.findall(r'"median_s": ([0-9.e+-]+)', output))
    if before / after >= float(named["times"]):
        return None
    return Failure(f"{before / after:.2f} times as fast as before; {named['times']} times is asked for")


_KINDS: dict[str, Callable[[Mapping[str, Any], Path, Execute], Failure | None]] = {
    "run": _run,
    "same_as": _same_as,
    "answers": _answers,
    "faster": _faster,
}
