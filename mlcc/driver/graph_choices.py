"""By which cost facts graph passes decide, where records of measurements prove others than the table's to be faster.

A record of the setting `graph` is of one model, weights included, and a target: whether Winograd's method, a wider
block of channels, a norm's fusion or fewer threads pay there. By hand, a file for `--costs` says the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from mlcc.ir import structural_hash
from mlcc.target import read_costs

from .measure import Measurement, compare
from .records import Record, facts_hash

if TYPE_CHECKING:
    from mlcc.ir import IRModule
    from mlcc.target import Target


def module_key(module: IRModule) -> str:
    """The key of a module as it was read: a structural hash, weights included."""
    return structural_hash(module)


def graph_facts(records: Iterable[Record], key: str, target: Target) -> dict[str, Any]:
    """The cost facts that a record proves to be faster for a module; none where no record does."""
    own = [row for row in _of(records, target) if row.kernel == key and row.outcome == "ok"]
    proven = [(ratio, row) for row in own if (ratio := _ratio(row)) is not None]
    return dict(min(proven, key=lambda item: (item[0], item[1].line()))[1].params) if proven else {}


def target_for(records: Iterable[Record], module: IRModule, target: Target) -> Target:
    """The target with the cost facts by which the passes decide for a module. Raises G106 for a fact that is none."""
    rows = list(_of(records, target))
    facts = graph_facts(rows, module_key(module), target) if rows else {}
    return target.with_costs(read_costs(facts, "a record")) if facts else target


def targets_of(records: Iterable[Record], target: Target) -> list[Target]:
    """A target, and those with the cost facts of records of models, which the records of their programs name."""
    found = {str(sorted(row.params.items())): row.params for row in _of(records, target) if row.outcome == "ok"}
    return [target, *(target.with_costs(read_costs(params, "a record")) for _, params in sorted(found.items()))]


def _of(records: Iterable[Record], target: Target) -> Iterable[Record]:
    facts = facts_hash(target)
    return (row for row in records if row.setting == "graph" and row.facts == facts)


def _ratio(row: Record) -> float | None:
    """The ratio to the model's time with the table, if it is below 1 beyond the noise."""
    found = compare(Measurement(row.base, 1), Measurement(row.samples, 1))
    return found.ratio if found.high is not None and found.high < 1 else None
