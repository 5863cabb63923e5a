"""The memory of an artefact as readable text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mlcc.tables import table_lines

from .memory import Bytes, FunctionMemory, Layer, Memory

_HEADER = ("layer", "workspace", "weights", "code", "stack")


def memory_lines(memory: Memory, width: int | None = None) -> Iterator[str]:
    """Flash, RAM per function, and a row per layer, in bytes; the rows have at most `width` characters."""
    how = "built" if memory.built else "before building"
    yield f"{memory.name}: {memory.target}, runtime {memory.runtime} ({how})"
    yield ""
    flash = memory.flash
    code = (
        "the C compiler's" if flash.code is None else _number(flash.code) + ("" if flash.measured else "  (estimate)")
    )
    yield from _rows("flash", [
        ("code", code), ("constants", _number(flash.constants)), ("weights", _number(flash.weights)),
        ("total", "" if flash.total is None else _number(flash.total)),
    ])  # fmt: skip
    if memory.variables:
        yield from _rows("RAM", [("variables", _number(memory.variables))])
    for function in memory.functions:
        yield from _rows(f"RAM of {function.name}", _parts(function))
    if memory.layers:
        yield ""
        yield from _table(memory.layers, width)


def _parts(function: FunctionMemory) -> list[tuple[str, str]]:
    live = "" if function.live is None else f"  ({_number(function.live)} in use at once)"
    stack = "not recorded" if function.stack is None else f"{_number(function.stack)}  (at most)"
    if function.outside:
        stack += f", and that of {', '.join(function.outside[:4])}" + (" …" if len(function.outside) > 4 else "")
    return [
        ("workspace", _number(function.workspace) + live), ("stack", stack), ("inputs", _number(function.inputs)),
        ("outputs", _number(function.outputs)), ("total", "" if function.total is None else _number(function.total)),
    ]  # fmt: skip


def _rows(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield title
    yield from (f"  {name:<10}{text}" for name, text in rows if text)


def _number(value: Bytes) -> str:
    return f"{value:,}" if isinstance(value, int) else value


def _table(layers: Sequence[Layer], width: int | None) -> list[str]:
    """The calls in order; `*` marks those that need the most of the workspace."""
    peak = max((layer.memory or 0 for layer in layers), default=0)
    return table_lines(_HEADER, [_cells(layer, peak) for layer in layers], width=width)


def _cells(layer: Layer, peak: int) -> tuple[str, ...]:
    mark = "*" if peak and layer.memory == peak else ""
    return (
        layer.kernel, mark + _cell(layer.memory), _cell(layer.weights), _cell(layer.code), _cell(layer.stack)
    )  # fmt: skip


def _cell(value: Bytes | None) -> str:
    return "" if value is None else _number(value)
