"""Candidates that workers make: a program and its schedule travel as text, what was made comes back as plain values.

For fleets whose machines compile while this one would be busy with it. A worker has the same version of this package:
the library's schedule files are named, with their hash; others travel if their text says all of them.
"""

from __future__ import annotations

import atexit
import queue
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.driver.records import facts_hash, script_hash
from mlcc.ir import IRModule, PrimFunc, script
from mlcc.schedule import Candidate, library, parse_script
from mlcc.schedule.script.nodes import parse_yaml
from mlcc.script import parse_module
from mlcc.target import Target

from .made import FUNCTION, Made, Task, make_one
from .maker import Lost, Maker

if TYPE_CHECKING:
    from mlcc.schedule import Script


@lru_cache(maxsize=64)
def program_text(func: PrimFunc) -> str:
    """A program as text, under the name :data:`FUNCTION`."""
    return script(IRModule({FUNCTION: func.with_attr("global_symbol", FUNCTION)}))


def as_data(func: PrimFunc, target: Target, option: Candidate, timeout: float, *, draft: bool) -> dict[str, Any] | None:
    """What a worker needs to make a candidate; None where a text does not say all of its schedule file."""
    digest = script_hash(option.script)
    is_library = any(item.name == option.script.name and script_hash(item) == digest for item in library(target))
    if not is_library and not _is_whole(option.script.text):
        return None
    return {
        "program": program_text(func), "target": str(target), "facts": facts_hash(target), "draft": draft,
        "schedule": option.script.name, "hash": digest, "text": "" if is_library else option.script.text,
        "params": [list(item) for item in option.params], "timeout": timeout,
    }  # fmt: skip


@lru_cache(maxsize=64)
def _is_whole(text: str) -> bool:
    """Whether a schedule file stands alone: it names no other file."""
    top, *more = parse_yaml(text, "<schedule>")
    if more:
        return False
    if top.kind == "list":
        return True
    define = top.get("define")
    items = [] if define is None else define.items if define.kind == "list" else [define]
    return top.get("base") is None and all(item.kind != "scalar" for item in items)


_MAKERS: queue.SimpleQueue[Maker] = queue.SimpleQueue()


def run_make(data: Mapping[str, Any]) -> dict[str, Any]:
    """What executors run: makes a candidate in a process of its own of the machine that this runs on."""
    try:
        maker = _MAKERS.get_nowait()
    except queue.Empty:
        maker = Maker()
        atexit.register(maker.close)
    try:
        (made,) = maker.run(_make, [dict(data)], float(data["timeout"]), 1)
        return asdict(Made(made.outcome, made.reason) if isinstance(made, Lost) else made)
    finally:
        _MAKERS.put(maker)


def _make(data: Mapping[str, Any]) -> Made:
    try:
        target = Target.parse(str(data["target"]))
        if facts_hash(target) != data["facts"]:
            return Made(
                "failed", f"the worker takes other facts for `{data['target']}`: it is another machine or version"
            )
        found = _script(data, target)
        func = parse_module(str(data["program"]))[FUNCTION]
    except MlccError as error:
        return Made("failed", f"{error.code}: {error.diagnostic.message}")
    assert isinstance(func, PrimFunc)
    params = tuple((name, value) for name, value in data["params"])
    return make_one(Task(func, target, Candidate(found, params), bool(data["draft"])))


def _script(data: Mapping[str, Any], target: Target) -> Script:
    name, digest = data["schedule"], data["hash"]
    if data["text"]:
        return parse_script(str(data["text"]), str(name))
    found = next((item for item in library(target) if item.name == name and script_hash(item) == digest), None)
    if found is None:
        raise MlccError("S112", f"the worker has no schedule `{name}` like the one here: it has another version")
    return found
