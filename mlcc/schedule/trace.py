"""The list of the steps that were applied, printable as a YAML schedule that replays to the same program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mlcc.ir import Buffer

from .fields import Kind, is_required, kind_of, step_fields
from .intrinsics import TensorIntrin
from .layouts import index_map_text
from .primitive import Primitive
from .refs import RV, BlockRV, LoopRV
from .yaml_text import flow


@dataclass(frozen=True)
class Entry:
    """One step with its results, and the function it was done in."""

    step: Primitive
    result: Any
    func: str

    def results(self) -> list[RV]:
        """The references that it returned."""
        items = self.result if isinstance(self.result, list) else [self.result]
        return [r for r in items if isinstance(r, (LoopRV, BlockRV))]


class Trace:
    """The steps applied so far, in order."""

    def __init__(self, entries: list[Entry] | None = None) -> None:
        self.entries: list[Entry] = list(entries or [])
        #: The function to name at the top, when the module has several.
        self.func: str | None = None
        #: The tensor intrinsics that steps may name.
        self.intrinsics: dict[str, TensorIntrin] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __repr__(self) -> str:
        return self.to_yaml()

    def show(self) -> None:
        """Print the steps as a YAML schedule."""
        print(self.to_yaml())  # noqa: T201

    @property
    def steps(self) -> list[Primitive]:
        """The steps that changed something."""
        return [e.step for e in self.entries if not e.step.is_lookup]

    def to_yaml(self) -> str:
        """The steps as a YAML schedule. Look-ups whose results nobody uses are left out."""
        used = {ref for e in self.entries for ref in e.step.references()}
        names: dict[RV, str] = {}
        taken: set[str] = set()
        lines = [f"func: {flow(self.func)}"] if self.func is not None else []
        lines += [*self._intrinsics(), "steps:"]
        functions = {e.func for e in self.entries}
        for entry in self.entries:
            results = entry.results()
            if entry.step.is_lookup and not any(r in used for r in results):
                continue
            fields = self._fields(entry.step, names)
            if entry.step.step_name == "get_block":
                fields.pop("func_name", None)
                if len(functions) > 1:
                    fields["func_name"] = entry.func
            if results and any(r in used for r in results):
                labels = [_name(ref, names, taken) for ref in results]
                fields["as"] = labels if isinstance(entry.result, list) else labels[0]
            lines.append(f"- {entry.step.step_name}: {flow(fields)}")
        if lines[-1] == "steps:":
            lines[-1] = "steps: []"
        return "\n".join(lines) + "\n"

    def _intrinsics(self) -> list[str]:
        """The tensor intrinsics that steps name, as a part of the schedule, without those of the library."""
        used = dict.fromkeys(getattr(s, "tensor_intrin", None) for s in self.steps)
        named = [name for name in used if name in self.intrinsics]
        lines = ["intrinsics:"] if named else []
        for name in named:
            lines.append(f"  {flow(name)}: |")
            lines += [f"    {line}".rstrip() for line in self.intrinsics[name].text().rstrip().splitlines()]
        return lines

    def _fields(self, step: Primitive, names: dict[RV, str]) -> dict[str, Any]:
        given_fields: dict[str, Any] = {}
        for item in step_fields(type(step)):
            value = getattr(step, item.name)
            if not is_required(item) and value == item.default:
                continue
            given_fields[item.name] = _plain(value, kind_of(item), names)
        return given_fields


def _plain(value: Any, kind: Any, names: dict[RV, str]) -> Any:
    if isinstance(value, (LoopRV, BlockRV)):
        return names[value]
    if kind in (Kind.INDEX_MAP, Kind.RANGES) or callable(value):
        return index_map_text(value)
    if isinstance(value, Buffer):
        return value.name
    if isinstance(value, tuple):
        return [_plain(v, kind, names) for v in value]
    return value


def _name(ref: RV, names: dict[RV, str], taken: set[str]) -> str:
    """A readable name for a result that no other live result has."""
    base = "".join(c if c.isalnum() or c == "_" else "_" for c in ref.name)
    if isinstance(ref, BlockRV):
        base = f"block_{base}"
    name, count = base, 1
    while name in taken:
        count += 1
        name = f"{base}__{count}"
    taken.add(name)
    names[ref] = name
    return name
