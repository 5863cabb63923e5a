"""What debuggers and profilers show of a library that is built with `--symbols`: a text of its programs, and names.

Programs that come from a file lead to its lines. Those that mlcc made are printed into one text after their schedules;
they are compiled from this text, so that the lines are those that a reader of it sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mlcc.diagnostics import MlccError, NodePath, Span
from mlcc.ir import GlobalVar, GraphCall, IRModule, PrimFunc, script, walk
from mlcc.target import Target

from .outputs import Output


@dataclass(frozen=True, slots=True)
class Listing:
    """The text of programs, and the programs that it gives."""

    text: str
    programs: Mapping[str, PrimFunc]


def listing(programs: Mapping[str, PrimFunc], file: str) -> Listing:
    """Those programs of a build that come from no file, as a text that will stand in `file`."""
    from mlcc.script import parse_module

    made = {name: func for name, func in programs.items() if not _from_file(func)}
    if not made:
        return Listing("", {})
    text = script(IRModule(made)) + "\n"
    return Listing(text, parse_module(text, file).prim_funcs)


def _from_file(func: PrimFunc) -> bool:
    return isinstance(func.span, Span) and Path(func.span.source.name).is_file()


def titles(module: IRModule) -> dict[str, str]:
    """The programs of a legalised module with the nodes of the model that each computes: `dense (Gemm_2)`."""
    nodes: dict[str, dict[str, None]] = {}
    for func in module.graph_funcs.values():
        for call in walk(func):
            if isinstance(call, GraphCall) and isinstance(call.span, NodePath):
                for callee in (call.op, *call.args[:1]):
                    if isinstance(callee, GlobalVar):
                        nodes.setdefault(callee.name, {}).update(dict.fromkeys(call.span.paths))
    return {name: f"{name} ({', '.join(paths)})" for name, paths in nodes.items()}


def listing_file(outputs: Sequence[Output], targets: Sequence[Target]) -> str:
    """The name of the text beside a build's first output.

    Raises MlccError D120 where symbols have no use: on stdout, for several CPUs, or for a target of source text.
    """
    reason = "the output is stdout" if outputs[0].path == "-" else ""
    if targets[0].kind != "llvm":
        reason = f"the target `{targets[0].kind}` has no machine code"
    elif len(targets) > 1:
        reason = "the target is several CPUs"
    if reason:
        raise MlccError("D120", f"no `--symbols`: {reason}", help="leave it out, or build a library for one CPU")
    return f"{Path(outputs[0].path).name}.tir"
