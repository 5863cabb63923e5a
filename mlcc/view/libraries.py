"""What a page shows of a compiled library: its description, the schedules that it contains, and its times."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.driver.execute import open_library
from mlcc.driver.inspection import description_lines, read_description

from .times import times_of

if TYPE_CHECKING:
    from mlcc.driver.call_inputs import Shapes


def library_report(
    name: str, *, threads: int | None, shapes: Shapes, run: bool, say: Callable[[str], None]
) -> dict[str, Any]:
    """The data of a page about a library. Code and graphs are not in it: a page about the model shows them.

    Its kernels are those that a schedule was applied to, and those that a profile names. Raises MlccError R32x for what
    is no library.
    """
    data = read_description(name)
    target = data["target"]
    calls = [call for function in data["functions"] for call in _calls(function)]
    nodes: dict[str, dict[str, None]] = {}
    for call in calls:
        nodes.setdefault(call["kernel"], {}).update(dict.fromkeys(call["nodes"]))
    names = dict.fromkeys([*nodes, *data["schedules"]])
    kernels = []
    for kernel in names:
        kept = data["schedules"].get(kernel, {"from": "", "text": ""})
        kernels.append({
            "name": kernel, "nodes": list(nodes.get(kernel, ())), "schedule": kept["from"], "applied": kept["text"],
        })  # fmt: skip
    library = why = None
    if run:
        try:
            library = open_library(name, threads)
        except MlccError as error:
            say(why := f"not measured: {error.diagnostic.message}")
    head = {
        "title": Path(name).name,
        "version": data["versions"].get("mlcc", ""),
        "description": "\n".join(description_lines(data, name)),
        "target": {"text": f"{target.get('mcpu', '')} ({data['triple']})", "vector_bits": target.get("vector_bits", 0),
                   "registers": target.get("vector_registers", 0), "l1": target.get("l1_bytes", 0),
                   "l2": target.get("l2_bytes", 0), "l3": target.get("l3_bytes", 0)},
    }  # fmt: skip
    times = times_of(library, name, func=None, threads=threads, shapes=shapes, say=say, why=why)
    body = {"graphs": [], "passes": [], "kernels": kernels, "arenas": {}, "weights_bytes": data["weights_bytes"]}
    return {**head, **body, "times": times}


def _calls(function: dict[str, Any]) -> list[dict[str, Any]]:
    profile = function["metadata"].get("profile") or {}
    calls: list[dict[str, Any]] = profile.get("calls", [])
    return calls
