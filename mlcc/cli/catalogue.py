"""Everything that has a name and a manual entry, for `mlcc list` and `mlcc explain`.

The entries come from the registries themselves (docstrings and code tables), so there is no second
list to keep in step.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list (`name`, `summary`) and the whole manual entry (`text`)."""

    kind: str
    name: str
    summary: str
    text: str


def _summary(text: str) -> str:
    """The first sentence-like line of a docstring, for a list."""
    lines = text.strip().splitlines()
    return lines[0].strip() if lines else ""


def _codes() -> list[Entry]:
    from mlcc.diagnostics import all_codes

    return [
        Entry("code", name, code.title, f"{code.title}\n\n{code.explanation.strip()}")
        for name, code in all_codes().items()
    ]


def _operators() -> list[Entry]:
    from mlcc import topi

    rows = []
    for name in topi.list_ops():
        op = topi.get_op(name)
        doc = inspect.cleandoc(op.doc or "")
        inputs = ", ".join(_input_text(item.name, item.optional, item.variadic) for item in op.params)
        attributes = "".join(
            f"\n    {item.name}: {item.type}" + ("" if item.required else f" = {item.default!r}")
            for item in op.attrs.values()
        )
        also = f"\nAlso called {', '.join(op.aliases)}." if op.aliases else ""
        text = f"R.{op.name}({inputs})    fusion: {op.kind}{attributes}\n\n{doc}\n{also}"
        rows.append(Entry("operator", name, _summary(doc), text))
    return rows


def _input_text(name: str, optional: bool, variadic: bool) -> str:
    return f"*{name}" if variadic else f"[{name}]" if optional else name


def _onnx_operators() -> list[Entry]:
    from mlcc.importers.onnx import supported_ops

    return [
        Entry("ONNX operator", name, _opsets(since), f"imported; its converter follows {_opsets(since)}")
        for name, since in supported_ops().items()
    ]


def _opsets(since: list[int]) -> str:
    return "opset " + ", ".join(str(version) for version in sorted(since)) + " and later"


def _passes() -> list[Entry]:
    from mlcc.driver.phases import PROGRAM_PHASES, graph_phases
    from mlcc.lowering import PASSES as LOWERING
    from mlcc.relax.transform import PASSES, installed_passes

    by_name: dict[str, Entry] = {}
    known = {**PASSES, **installed_passes()}
    for phase in (*graph_phases(on_device=False), *PROGRAM_PHASES):
        thing = known.get(phase.name)
        doc = (inspect.getdoc(thing) or "") if thing is not None else ""
        here = f"{doc}\n\nIts position in the pipeline: {phase.why}."
        by_name.setdefault(phase.name, Entry("pass", phase.name, phase.why, here.strip()))
    for step in LOWERING:
        doc = inspect.getdoc(step.run) or ""
        text = f"{doc}\n\nA step of `lower`. Its position there: {step.why}."
        by_name.setdefault(step.name, Entry("pass", step.name, step.why, text))
    for name, thing in PASSES.items():
        doc = inspect.getdoc(thing) or ""
        by_name.setdefault(name, Entry("pass", name, _summary(doc), doc))
    return list(by_name.values())


def _generators() -> list[Entry]:
    """The code generators outside of mlcc's own that `--extern` names."""
    from mlcc.relax.generators import find_generator, generator_names

    rows = []
    for name in generator_names():
        item = find_generator(name)
        options = "".join(f"\n    {name}:{key}={value}" for key, value in item.options.items())
        about = inspect.cleandoc(item.doc or item.summary)
        text = f"{about}\n\nOptions:\n{options}" if options else about
        rows.append(Entry("code generator", name, item.summary, text))
    return rows


def _targets() -> list[Entry]:
    from mlcc.target import CPUS, Target

    host = Target.host()
    entries = [Entry("target", "host", f"this machine: {host.mcpu}", _target_text(str(host), host.facts()))]
    for name, cpu in CPUS.items():
        text = f"llvm -mcpu={name}"
        entries.append(
            Entry("target", name, f"{cpu.arch}, {cpu.level}", _target_text(text, Target.parse(text).facts()))
        )
    return entries


def _target_text(text: str, facts: Mapping[str, int | float]) -> str:
    width = max(map(len, facts))
    lines = [f'--target "{text}"', "", "Facts that schedules may name:"]
    return "\n".join([*lines, *(f"  {name:<{width}}  {value}" for name, value in facts.items())])


def _costs() -> list[Entry]:
    """The cost facts of this machine."""
    from mlcc.target import Target, cost_table

    rows = []
    host = Target.host()
    for row in cost_table(host.costs, measured=host.measured_costs):
        summary = f"{row.value:g} {row.unit}: {row.about}"
        here = f"On this machine: {row.value:g} {row.unit} ({row.origin}). Schedules read it as `target.{row.name}`."
        values = ", ".join(f"{row.value * factor:g}" for factor in row.search)
        tried = f" `mlcc tune` tries {values} too: graph passes decide by it." if values else ""
        text = f"{row.about}.\n\n{here}{tried}"
        rows.append(Entry("cost fact", row.name, summary, text))
    return rows


def _primitives() -> list[Entry]:
    from mlcc.schedule import primitive_table

    result = []
    for name, thing in primitive_table().items():
        doc = inspect.getdoc(thing) or ""
        result.append(Entry("primitive", name, _summary(doc), doc))
    return result


def _steps() -> list[Entry]:
    from mlcc.schedule import library_steps

    return [Entry("composite step", item.name, _summary(item.doc), item.manual()) for item in library_steps()]


def _schedules() -> list[Entry]:
    """The schedule files of the library for processors, with what may be searched."""
    from mlcc.schedule import library

    rows = []
    for script in library():
        searched = [item for item in script.params if item.search is not None]
        lines = ["\n\nParameters that a search may set, and `-p`:\n", *(item.manual() for item in searched)]
        text = "\n".join([script.doc.strip(), *(lines if searched else [])])
        rows.append(Entry("schedule", script.name, _summary(script.doc), text))
    return rows


def _intrinsics() -> list[Entry]:
    """The tensor intrinsics of the library; a file begins with a comment that says what it computes."""
    from mlcc.schedule import library_intrins, library_text

    texts = {name: library_text(name) for name in library_intrins()}
    return [Entry("tensor intrinsic", name, _summary(text).lstrip("# "), text) for name, text in texts.items()]


def _plugins() -> list[Entry]:
    """What installed packages add."""
    from mlcc.plugins import GROUPS, installed

    about = "The package {} adds `{}` by an entry point of the group `{}`, which names {}."
    return [
        Entry("plug-in", name, f"{group.removeprefix('mlcc.')}, of {package}",
              about.format(package, name, group, GROUPS[group][0]))
        for group, name, package in installed()
    ]  # fmt: skip


def _quantized() -> list[Entry]:
    from mlcc.quantization.operators import OPERATORS, about

    text = "{}.\n\nA row of the table by which `mlcc quantize` decides what becomes integers."
    return [Entry("quantised operator", name, about(name), text.format(about(name))) for name in OPERATORS]


# kind in the plural, as in `mlcc list` -> the function that collects its entries
_SOURCES: dict[str, Callable[[], list[Entry]]] = {
    "ops": _operators,
    "onnx": _onnx_operators,
    "primitives": _primitives,
    "steps": _steps,
    "schedules": _schedules,
    "intrinsics": _intrinsics,
    "targets": _targets,
    "costs": _costs,
    "passes": _passes,
    "generators": _generators,
    "plugins": _plugins,
    "quantize": _quantized,
    "codes": _codes,
}
# Kinds whose order is meaningful.
_IN_ORDER = frozenset({"passes", "costs"})
KINDS = tuple(_SOURCES)


def entries(kind: str) -> list[Entry]:
    """The entries of one kind (a name of `KINDS`), sorted by name; passes in the order they run."""
    listed = _SOURCES[kind]()
    return listed if kind in _IN_ORDER else sorted(listed, key=lambda entry: entry.name)


def find(name: str) -> list[Entry]:
    """Every entry called `name`, in any kind and any case."""
    if len(name) == 4 and name[0].isalpha() and name[1:].isdigit():
        # A code is looked up without importing the registries.
        return [entry for entry in entries("codes") if entry.name == name.upper()]
    wanted = name.lower()
    return [entry for kind in KINDS for entry in entries(kind) if entry.name.lower() == wanted]
