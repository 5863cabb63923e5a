"""Which schedule a build takes for a program by records of measurements.

A schedule is taken only if it was measured to be faster than the one without records: in the whole model by paired
samples, where the interval of the ratio is below 1; or, where a program was measured by itself only, if the middle half
of its samples is below that of the default. So records never make a build slower beyond what was measured.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import Diagnostic, Severity
from mlcc.ir import PrimFunc

from .measure import Measurement, compare
from .records import Record, facts_hash, kernel_hash, script_hash

if TYPE_CHECKING:
    from collections.abc import Callable

    from mlcc.schedule import Candidate, Script
    from mlcc.target import Target


@dataclass(frozen=True, slots=True)
class Choice:
    """A schedule file of the library, by name and hash, and the parameters that differ from its defaults."""

    schedule: str
    schedule_hash: str
    params: tuple[tuple[str, Any], ...]

    def text(self) -> str:
        """For a cache key."""
        return repr(self)

    def candidate(self, target: Target) -> Candidate | None:
        """The schedule, if the library has this file unchanged."""
        from mlcc.schedule import Candidate, library

        script = next((item for item in library(target) if item.name == self.schedule), None)
        return Candidate(script, self.params) if script is not None and is_current(script, self.schedule_hash) else None


def is_current(script: Script, digest: str) -> bool:
    """Whether a file is the one that was measured."""
    return script_hash(script) == digest


#: Choices by the hash of the program.
Choices = Mapping[str, Choice]


def choices_of(records: Iterable[Record], target: Target) -> dict[str, Choice]:
    """The schedules that records prove to be faster for a target than a build without them."""
    facts, by_kernel = facts_hash(target), defaultdict[str, list[Record]](list)
    for record in records:
        if record.facts == facts and (record.outcome == "ok" or record.setting == "model"):
            by_kernel[record.kernel].append(record)
    found = {kernel: _best(rows) for kernel, rows in sorted(by_kernel.items())}
    return {kernel: choice for kernel, choice in found.items() if choice is not None}


def _best(rows: Sequence[Record]) -> Choice | None:
    """The best choice for one program, by the machine that measured it most: times of several do not compare."""
    counts = Counter(row.machine for row in rows)
    machine = min(counts, key=lambda name: (-counts[name], name))
    own = [row for row in rows if row.machine == machine]
    compared = [row for row in own if row.setting == "model"]
    if compared:  # what failed in the whole model is not taken for its time alone
        proven = [(ratio, row) for row in compared if row.outcome == "ok" and (ratio := _ratio(row)) is not None]
        return _choice(min(proven, key=lambda item: (item[0], item[1].line()))[1]) if proven else None
    return _by_itself([row for row in own if row.setting == "kernel" and row.samples])


def _ratio(row: Record) -> float | None:
    """The ratio to the default's time in the model, if it is below 1 beyond the noise."""
    found = compare(Measurement(row.base, 1), Measurement(row.samples, 1))
    return found.ratio if found.high is not None and found.high < 1 else None


def _by_itself(rows: Sequence[Record]) -> Choice | None:
    base = [Measurement(row.samples, 1) for row in rows if row.default]
    if not base:
        return None
    ranked = sorted(rows, key=lambda row: (Measurement(row.samples, 1).median, row.line()))
    best = next((row for row in ranked if not row.default), None)
    if best is None or min(best.samples) >= min(item.best for item in base):
        return None
    if Measurement(best.samples, 1).quantile(0.75) >= min(item.quantile(0.25) for item in base):
        return None
    return _choice(best)


def _choice(row: Record) -> Choice:
    return Choice(row.schedule, row.schedule_hash, tuple(row.params.items()))


def choice_for(func: PrimFunc, choices: Choices) -> Choice | None:
    """The choice for a program, if there is one."""
    return choices.get(kernel_hash(func)) if choices else None


def tell_unused(
    records: Sequence[Record], targets: Sequence[Target], given: Sequence[Script], tell: Callable[[Diagnostic], None]
) -> None:
    """Tell of records that a build for these targets cannot use (D196).

    `given` are the schedules of the user, to which records may belong as well as to the library's.
    """
    note = _unused(records, targets, given)
    if note is not None:
        tell(note)


def _unused(records: Sequence[Record], targets: Sequence[Target], given: Sequence[Script]) -> Diagnostic | None:
    from mlcc.schedule import library

    facts = {facts_hash(target) for target in targets}
    other = Counter(record.target for record in records if record.facts not in facts)
    scripts = [*(item for target in targets for item in library(target)), *given]
    hashes = {item.name: script_hash(item) for item in scripts}
    own = [record for record in records if record.facts in facts and record.setting != "graph"]
    stale = Counter(row.schedule for row in own if hashes.get(row.schedule) != row.schedule_hash)
    notes = [f"{count} for `{target}`" for target, count in sorted(other.items())]
    notes += [f"{count} for another version of the schedule `{name}`" for name, count in sorted(stale.items())]
    if not notes:
        return None
    count = sum(other.values()) + sum(stale.values())
    return Diagnostic(
        "D196", f"{count} of {len(records)} records are not used in this build", notes=tuple(notes),
        help="`mlcc tune` measures for this target and these files; `mlcc records prune` drops what is outdated",
        severity=Severity.NOTE,
    )  # fmt: skip
