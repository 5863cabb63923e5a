"""Files of cost facts: what `mlcc bench --measure-limits -o FILE` writes and `--costs FILE` reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.target import Given, Target, cost_table, costs_of, parse_forms, read_costs

from .files import decode_utf8, read_bytes


def read_cost_file(name: str) -> Given:
    """The facts of a YAML file, a mapping of names to numbers. Raises MlccError D101, D102, S1xx and G106."""
    from mlcc.schedule import parse_mapping

    text = decode_utf8(name, read_bytes(name))
    if all(line.startswith("#") or not line.strip() for line in text.splitlines()):
        return ()  # of a machine on which the table is right
    values, spans = parse_mapping(text, name, "a file of cost facts")
    return read_costs(values, name, spans)


def target_with_costs(target: str | Target | None, costs: str | None) -> Target:
    """A target with the facts of a file, if one is named."""
    machine = Target.parse(target)
    return machine if costs is None else machine.with_costs(read_cost_file(costs))


def targets_with_costs(
    target: str | Mapping[str, Any] | Target | None, costs: str | None, runtime: str | None = None
) -> tuple[Target, ...]:
    """The targets of an artefact, plainest first; G107 for facts of one machine with several of them."""
    machines = parse_forms(Target.parse(target) if isinstance(target, Mapping) else target)
    machines = machines if runtime is None else tuple(machine.with_runtime(runtime) for machine in machines)
    if costs is None:
        return machines
    if len(machines) > 1:
        raise MlccError("G107", "`--costs` states facts of one machine, and the target is several", help="leave it out")
    return (machines[0].with_costs(read_cost_file(costs)),)


def _number(unit: str, value: float) -> float:
    """A measured number without digits that vary: ratios have one."""
    return round(value, 1) if unit == "ratio" else round(value)


def cost_file_text(values: Mapping[str, float], comment: str, *, exact: bool = False) -> str:
    """The text of a cost file: one fact per line, with its unit and meaning as a comment. `exact` are not measured."""
    rows = {row.name: row for row in cost_table(costs_of(facts=tuple(values.items())))}
    lines = [f"# {line}" for line in comment.splitlines()]
    for name, value in values.items():
        shown = value if exact else _number(rows[name].unit, value)
        lines += [f"# {rows[name].unit}: {rows[name].about}", f"{name}: {shown}"]
    return "\n".join(lines) + "\n"
