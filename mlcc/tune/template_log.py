"""Logs of template searches: a line of JSON for each trial, in autotvm's form.

{"input": ["llvm", "matmul", [512], {}], "config": {"index": 7, "code_hash": null, "entity": [["tile", "sp", [-1,
8]]]}, "result": [[0.0012], 0, 0.81, 1763900000.0], "version": 0.2, "mlcc_version": "0.1.0"}
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TextIO

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.driver import write_output
from mlcc.driver.files import decode_utf8, read_bytes
from mlcc.target import Target

from .knobs import ConfigEntity
from .templates import Task, Workload, asking

_VERSION = 0.2


class MeasureErrorNo(IntEnum):
    """What became of a trial."""

    NO_ERROR = 0
    INSTANTIATION_ERROR = 1
    COMPILE_HOST = 2
    RUNTIME_DEVICE = 4
    WRONG_ANSWER = 5
    BUILD_TIMEOUT = 6
    RUN_TIMEOUT = 7
    UNKNOWN_ERROR = 8


#: The outcomes of trials, by their names here.
ERRORS = {
    "ok": MeasureErrorNo.NO_ERROR,
    "refused": MeasureErrorNo.INSTANTIATION_ERROR,
    "failed": MeasureErrorNo.COMPILE_HOST,
    "crash": MeasureErrorNo.RUNTIME_DEVICE,
    "wrong": MeasureErrorNo.WRONG_ANSWER,
    "timeout": MeasureErrorNo.RUN_TIMEOUT,
}


@dataclass(frozen=True)
class MeasureInput:
    """What was tried: a configuration of a task."""

    target: Target
    task: Task
    config: ConfigEntity


class MeasureResult(NamedTuple):
    """What came of it: `costs` are seconds per call, or the reason why there are none; `error_no` says which."""

    costs: tuple[Any, ...]
    error_no: MeasureErrorNo
    all_cost: float
    timestamp: float

    @property
    def seconds(self) -> float:
        """The mean of the samples; infinite for a trial that failed."""
        return sum(self.costs) / len(self.costs) if self.error_no == MeasureErrorNo.NO_ERROR else float("inf")


Measured = tuple[MeasureInput, MeasureResult]


def encode(inp: MeasureInput, result: MeasureResult) -> str:
    """A line of a log."""
    return json.dumps(
        {
            "input": [str(inp.target), inp.task.name, list(inp.task.workload[1:]), {}],
            "config": inp.config.to_json_dict(),
            "result": [list(result.costs), int(result.error_no), result.all_cost, result.timestamp],
            "version": _VERSION,
            "mlcc_version": mlcc.__version__,
        }
    )


def decode(line: str) -> Measured:
    """What :func:`encode` wrote, or autotvm. D195 for a line that is none."""
    try:
        data = json.loads(line)
        target, name, args, _ = data["input"]
        costs, error, seconds, stamp = data["result"]
        task = Task(name, tuple(args), Target.parse(target))
        config = ConfigEntity.from_json_dict(data["config"])
        return MeasureInput(task.target, task, config), MeasureResult(
            tuple(costs), MeasureErrorNo(error), float(seconds), float(stamp)
        )
    except (KeyError, ValueError, TypeError) as error:
        raise MlccError(
            "D195", f"a line of a template's log cannot be read: {error}", notes=[f"the line is {line.strip()[:120]}"]
        ) from error


def load_from_file(path: str) -> Iterator[Measured]:
    """The trials of a log, in order."""
    yield from (decode(line) for line in decode_utf8(path, read_bytes(path)).splitlines() if line.strip())


def _best(items: Iterable[Measured]) -> dict[str, Measured]:
    """The fastest trial of each workload on each kind of target."""
    found: dict[str, Measured] = {}
    for inp, result in items:
        if result.error_no == MeasureErrorNo.NO_ERROR:
            key = _key(inp.task.workload, inp.target)
            if key not in found or result.seconds < found[key][1].seconds:
                found[key] = (inp, result)
    return found


def _key(workload: Workload, target: Target) -> str:
    return json.dumps([target.kind, target.mcpu, *workload])


def pick_best(in_file: str, out_file: str) -> None:
    """Write the fastest trial of each workload of a log to another."""
    rows = [encode(inp, result) for inp, result in _best(load_from_file(in_file)).values()]
    write_output(out_file, "".join(f"{row}\n" for row in rows))


def apply_history_best(records: str | Iterable[Measured]) -> AbstractContextManager[None]:
    """Within the context, templates take the fastest configuration of a log (a path, or its trials)."""
    best = _best(load_from_file(records) if isinstance(records, str) else records)

    def query(workload: Workload, target: Target) -> ConfigEntity | None:
        found = best.get(_key(workload, target))
        return found[0].config if found is not None else None

    return asking(query)


class Progress(Protocol):
    """What a callback sees of a tuner."""

    best_config: ConfigEntity | None
    best_flops: float


Callback = Callable[[Any, Sequence[MeasureInput], Sequence[MeasureResult]], None]


def log_to_file(file_out: str | TextIO) -> Callback:
    """A callback of a tuner that appends each trial to a log."""

    def callback(tuner: Progress, inputs: Sequence[MeasureInput], results: Sequence[MeasureResult]) -> None:
        rows = "".join(f"{encode(*pair)}\n" for pair in zip(inputs, results, strict=True))
        if isinstance(file_out, str):
            with Path(file_out).open("a", encoding="utf-8") as file:
                file.write(rows)
        else:
            file_out.write(rows)

    return callback


def progress_bar(total: int, prefix: str = "") -> Callback:
    """A callback of a tuner that says on standard error how far it is, and the best so far."""
    import sys

    begin, done = time.monotonic(), 0

    def callback(tuner: Progress, inputs: Sequence[MeasureInput], results: Sequence[MeasureResult]) -> None:
        nonlocal done
        done += len(results)
        text = f"{prefix} {done}/{total} trials, best {tuner.best_flops / 1e9:.2f} GFLOP/s"
        sys.stderr.write(f"\r{text}, {time.monotonic() - begin:.0f} s" + ("\n" if done >= total else ""))
        sys.stderr.flush()

    return callback


__all__ = [
    "ERRORS", "Callback", "MeasureErrorNo", "MeasureInput", "MeasureResult", "apply_history_best", "decode", "encode",
    "load_from_file", "log_to_file", "pick_best", "progress_bar",
]  # fmt: skip
