"""Records of measurements: one JSON line each, which a build reads to choose schedules.

A line names the program by its structural hash, the facts of the target, a schedule file with its hash and parameters,
and holds all samples. Lines are independent of each other and sorted, so that git merges two files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.ir import PrimFunc, structural_hash

from .files import decode_utf8, read_bytes

if TYPE_CHECKING:
    from mlcc.schedule import Script
    from mlcc.target import Target

VERSION = 1
#: How a trial ended: measured, or why it was not.
OUTCOMES = ("ok", "refused", "failed", "crash", "timeout", "wrong")
#: Where a time was taken: of the kernel by itself with the caches as the model leaves them, in the whole model, or of a
#: whole model whose graph passes decide by other cost facts.
SETTINGS = ("kernel", "model", "graph")
#: What graph passes decide by, in the place of a schedule file: a record's parameters are facts of it.
COSTS = "costs"
#: Samples are seconds with so many significant digits.
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Record:
    """One measurement.

    `params` are the parameters that differ from the file's defaults; none with `default` is the schedule that a build
    takes without records. In the setting `model`, `base` are the samples of that schedule, one beside each of
    `samples`. `features` are what the cost model of the search sees. In the setting `graph`, `kernel` is a whole
    module, `params` are cost facts (see :data:`COSTS`), and `base` are samples of the module with the target's.
    """

    kernel: str
    facts: str
    schedule: str
    schedule_hash: str
    params: Mapping[str, Any] = field(default_factory=dict)
    default: bool = False
    setting: str = "kernel"
    outcome: str = "ok"
    reason: str = ""
    samples: tuple[float, ...] = ()
    base: tuple[float, ...] = ()
    machine: str = ""
    target: str = ""
    op: str = ""
    features: Mapping[str, float] = field(default_factory=dict)

    def line(self) -> str:
        """The record as a line of JSON. Fields stand in the order in which lines are to be sorted."""
        data: dict[str, Any] = {"kernel": self.kernel, "op": self.op, "facts": self.facts, "schedule": self.schedule,
                "params": dict(self.params), "setting": self.setting, "machine": self.machine,
                "outcome": self.outcome}  # fmt: skip
        data |= {"default": True} if self.default else {}
        data |= {"reason": self.reason} if self.reason else {}
        data |= {"samples": [_rounded(value) for value in self.samples]} if self.samples else {}
        data |= {"base": [_rounded(value) for value in self.base]} if self.base else {}
        data |= {"features": {k: _rounded(v) for k, v in self.features.items()}} if self.features else {}
        data |= {"schedule_hash": self.schedule_hash, "target": self.target, "version": VERSION}
        return json.dumps(data, separators=(", ", ": "), ensure_ascii=False)

    def parameters(self) -> str:
        """`rows=2 unroll=8`."""
        from mlcc.schedule import shown

        return " ".join(f"{name}={shown(value)}" for name, value in self.params.items())


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


def kernel_hash(func: PrimFunc) -> str:
    """The key of a program: a structural hash without the names of the program and of what is in it."""
    return structural_hash(func.with_attr({"global_symbol": ""}))


def script_hash(script: Script) -> str:
    """The key of a schedule file: a hash of its text, and of the parameters that it has from its base."""
    parts = [script.text, *(item.manual() for item in script.params), *(item.text for item in script.when)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def facts_hash(target: Target) -> str:
    """The key of a target: a hash of all facts that schedules and code depend on."""
    from .target_texts import target_text

    return hashlib.sha256(target_text(target).encode()).hexdigest()[:16]


def read_records(names: Iterable[str]) -> list[Record]:
    """The records of files, each once. Raises MlccError D101, D102, and D195 for a line that is none.

    A last line without an end is what an interrupted search left of a trial: it is skipped.
    """
    found: dict[Record | str, Record] = {}
    for name in names:
        text = decode_utf8(name, read_bytes(name))
        *lines, rest = text.split("\n")
        for number, line in enumerate(lines, 1):
            if line.strip():
                found.setdefault(line, parse_record(line, f"{name}:{number}"))
        if rest.strip() and (last := _complete(rest, name)) is not None:
            found.setdefault(rest, last)
    return list(found.values())


def _complete(line: str, name: str) -> Record | None:
    try:
        return parse_record(line, name)
    except MlccError:
        return None


_KINDS: dict[str, type | tuple[type, ...]] = {
    "kernel": str, "facts": str, "schedule": str, "schedule_hash": str, "params": dict, "default": bool, "setting": str,
    "outcome": str, "reason": str, "samples": list, "base": list, "machine": str, "target": str, "op": str,
    "features": dict,
}  # fmt: skip
#: What git writes around the lines of two sides.
_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_UNION = "keep the lines of both sides: with `*.jsonl merge=union` in .gitattributes git does"
_NEEDED = ("kernel", "facts", "schedule", "schedule_hash", "outcome")


def parse_record(line: str, where: str) -> Record:
    """The record of a line. Raises MlccError D195."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        if line.startswith(_MARKS):
            raise _bad(where, "it is a mark of a conflict of git", _UNION) from None
        raise _bad(where, "it is not JSON") from None
    if not isinstance(data, dict):
        raise _bad(where, "it is not a mapping")
    if data.get("version") != VERSION:
        raise _bad(where, f"its version is {data.get('version')!r}, not {VERSION}")
    for name in _NEEDED:
        if name not in data:
            raise _bad(where, f"it has no `{name}`")
    own = {name: value for name, value in data.items() if name in _KINDS}
    for name, value in own.items():
        if not isinstance(value, _KINDS[name]):
            raise _bad(where, f"`{name}` is {value!r}")
    for name in ("samples", "base"):
        own[name] = _times(own.get(name, []), where, name)
    for name, known in (("outcome", OUTCOMES), ("setting", SETTINGS)):
        if own.get(name, known[0]) not in known:
            raise _bad(where, f"`{name}` is none of {', '.join(known)}")
    for name, value in own["params"].items() if "params" in own else ():
        if not isinstance(value, (int, float, bool, str)):
            raise _bad(where, f"parameter `{name}` is {value!r}")
    if own.get("setting") in ("model", "graph") and len(own["samples"]) != len(own["base"]):
        raise _bad(where, "`samples` and `base` are not pairs")
    return Record(**own)


def _times(values: Sequence[Any], where: str, name: str) -> tuple[float, ...]:
    for value in values:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < float("inf"):
            raise _bad(where, f"`{name}` holds {value!r}, which is no time")
    return tuple(float(value) for value in values)


def _bad(where: str, why: str, fix: str = "`mlcc tune` writes records, one in a line") -> MlccError:
    return MlccError("D195", f"{where} is not a record: {why}", help=fix)


def sorted_text(records: Iterable[Record]) -> str:
    """Records as a file: sorted lines, each once."""
    return "".join(f"{line}\n" for line in sorted({record.line() for record in records}))
