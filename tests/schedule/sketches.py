"""Programs from the sketches in docstrings: only the body is written, the signature is worked out."""

from __future__ import annotations

import re

from mlcc.ir import IRModule
from mlcc.script import parse_module

_LOOP = re.compile(r"for ([\w, ]+) in (?:T\.\w+|range)\((.*?)(?:, (?:annotations|thread)=.*)?\):")
_AXIS = re.compile(r"(\w+) = T\.axis\.\w+\((?:\(\d+, )?(\d+)\)?, ")
_REMAP = re.compile(r"([\w, ]+) = T\.axis\.remap\(\"\w+\", \[([^\]]*)\]\)")
_USE = re.compile(r"\b([A-Z]\w*)\[([^\[\]]*)\]")
_ALLOC = re.compile(r"(\w+) = T\.alloc_buffer")


def shapes_of(body: str) -> dict[str, tuple[int, ...]]:
    """The least shape of every buffer that is used and not allocated, in order of first use."""
    largest: dict[str, int] = {}
    for names, extents in _LOOP.findall(body):
        parts = [int(e) for e in extents.split(",") if e.strip().isdigit()]
        for loop, extent in zip(names.split(","), parts, strict=False):
            largest[loop.strip()] = max(extent - 1, largest.get(loop.strip(), 0))
    for name, extent in _AXIS.findall(body):
        largest[name] = max(int(extent) - 1, largest.get(name, 0))
    for names, loops in _REMAP.findall(body):
        for name, loop in zip(names.split(","), loops.split(","), strict=True):
            largest[name.strip()] = largest[loop.strip()]
    allocated = set(_ALLOC.findall(body))
    result: dict[str, tuple[int, ...]] = {}
    for name, indices in _USE.findall(body):
        if name in allocated or name == "T":
            continue
        shape = tuple(_size(i, largest) for i in re.split(r",\s*", indices))
        known = result.get(name, shape)
        result[name] = tuple(map(max, known, shape)) if len(known) == len(shape) else max(known, shape)
    return dict(sorted(result.items()))


def _size(index: str, largest: dict[str, int]) -> int:
    """The least size of a dimension that holds an index, or a slice `low:high`."""
    _, colon, end = index.rpartition(":")
    return int(eval(end, {}, largest)) + (0 if colon else 1)


def sketch(body: str, shapes: dict[str, tuple[int, ...]] | None = None) -> IRModule:
    """The module with one function `main` around a body; a text that has its signature is taken as it is."""
    if "@T.prim_func" in body:
        return parse_module(body, "sketch.tir")
    shapes = shapes_of(body) if shapes is None else shapes
    params = ", ".join(f'{n}: T.Buffer({s}, "float32")' for n, s in shapes.items())
    lines = "\n".join("    " + line for line in body.strip("\n").splitlines())
    return parse_module(f"@T.prim_func\ndef main({params}):\n{lines}\n", "sketch.tir")
