"""What `mlcc records` does with files of records: showing, merging, pruning, and exporting schedules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mlcc.driver import write_output
from mlcc.driver.cost_files import cost_file_text
from mlcc.driver.graph_choices import graph_facts, targets_of
from mlcc.driver.measure import Measurement, human_time
from mlcc.driver.records import Record, facts_hash, read_records, script_hash, sorted_text
from mlcc.driver.scheduling import read_schedules
from mlcc.driver.tuned import choices_of
from mlcc.schedule import library, shown

if TYPE_CHECKING:
    from mlcc.schedule import Script
    from mlcc.target import Target

HEADER = ("program", "schedule", "parameters", "where", "machine", "outcome", "time", "by default")


def table(records: Iterable[Record]) -> list[tuple[str, ...]]:
    """Records as rows, those of a program together, faster ones first; `by default` is the ratio to its time."""
    rows = list(records)
    base = {_group(row): _median(row) for row in rows if row.default and row.samples and row.setting == "kernel"}

    def order(row: Record) -> tuple[object, ...]:
        return (row.op, *_group(row), row.setting, row.outcome != "ok", _median(row), row.line())

    return [_cells(row, base.get(_group(row))) for row in sorted(rows, key=order)]


def _group(row: Record) -> tuple[str, str, str]:
    return row.kernel, row.facts, row.machine


def _median(row: Record) -> float:
    return Measurement(row.samples, 1).median if row.samples else 0.0


def _cells(row: Record, default: float | None) -> tuple[str, ...]:
    time = human_time(_median(row)) if row.samples else ""
    ratio = f"{_median(row) / default:.2f}x" if default and row.samples and row.setting == "kernel" else ""
    if row.base and row.samples:
        pairs = [own / base for own, base in zip(row.samples, row.base, strict=True)]
        ratio = f"{Measurement(tuple(pairs), 1).median:.2f}x"
    outcome = row.outcome if not row.reason else f"{row.outcome}: {row.reason[:60]}"
    values = "(default)" if row.default else row.parameters()
    return (
        f"{row.op} {row.kernel[:8]}", row.schedule, values, row.setting, row.machine, outcome, time, ratio,
    )  # fmt: skip


def merge(names: Sequence[str], output: str) -> int:
    """Write the records of several files as one, sorted and each once; returns their number."""
    records = read_records(names)
    write_output(output, sorted_text(records))
    return len(records)


def _scripts(target: Target, schedules: Sequence[str]) -> list[Script]:
    """The schedules that records may name: those of files of the user, and the library's."""
    return [*(item for name in schedules for item in read_schedules(name)), *library(target)]


def prune(
    names: Sequence[str], output: str, target: Target, schedules: Sequence[str] = (), *, failed: bool = False
) -> tuple[int, int]:
    """Keep the records for a target with the present schedule files (without failed trials, if asked to drop them).

    Schedule files are those of the library and `schedules`.

    Returns how many were kept, and of how many.
    """
    records = read_records(names)
    present = {(script.name, script_hash(script)) for script in _scripts(target, schedules)}
    facts = {facts_hash(item) for item in targets_of(records, target)}
    kept = [
        row
        for row in records
        if row.facts in facts
        and (row.setting == "graph" or (row.schedule, row.schedule_hash) in present)
        and not (failed and row.outcome != "ok")
    ]
    write_output(output, sorted_text(kept))
    return len(kept), len(records)


def export(names: Sequence[str], folder: str, target: Target, schedules: Sequence[str] = ()) -> list[str]:
    """Write the schedule of each program that a build would take from these records, as a file for `-s`.

    `schedules` are files of the user that records may name beside those of the library.
    """
    records = read_records(names)
    labels = {row.kernel: row.op or "program" for row in records}
    scripts = {(script.name, script_hash(script)): script for script in _scripts(target, schedules)}
    written = _export_costs(records, folder, target)
    chosen = {key: choice for item in targets_of(records, target) for key, choice in choices_of(records, item).items()}
    for kernel, choice in chosen.items():
        script = scripts.get((choice.schedule, choice.schedule_hash))
        if script is None:
            continue
        path = Path(folder) / f"{labels[kernel].replace('/', '_')}-{kernel[:8]}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        comment = f"# For the program {kernel}: {choice.schedule}.yaml with the parameters of a record.\n"
        write_output(path, comment + with_defaults(script, dict(choice.params)))
        written.append(str(path))
    return written


def _export_costs(records: Sequence[Record], folder: str, target: Target) -> list[str]:
    """Files for `--costs`: the facts by which graph passes decide, one for each model."""
    written = []
    models = {row.kernel: row.op for row in records if row.setting == "graph"}
    for key, name in sorted(models.items()):
        facts = graph_facts(records, key, target)
        if facts:
            path = Path(folder) / f"{name}-{key[:8]}.costs.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_output(path, cost_file_text(facts, f"For the model {name} ({key}), by records.", exact=True))
            written.append(str(path))
    return written


def with_defaults(script: Script, params: dict[str, object]) -> str:
    """The text of a schedule file in which parameters have other defaults."""
    text = script.text
    changes: list[tuple[int, int, str]] = []
    missing: list[str] = []
    for item in script.params:
        if item.name not in params:
            continue
        value = shown(params[item.name])  # type: ignore[arg-type]
        span = item.default.span
        if span.source.text == text:
            changes.append((span.start, span.end, value))
        else:  # inherited from the base
            missing.append(f"  {item.name}: {value}\n")
    for start, end, value in sorted(changes, reverse=True):
        text = text[:start] + value + text[end:]
    if missing:
        head = "params:\n"
        text = text.replace(head, head + "".join(missing), 1) if head in text else text + head + "".join(missing)
    return text
