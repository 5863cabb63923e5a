"""`mlcc explain-schedule`: a schedule step by step, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.driver.modules import read_module
from mlcc.driver.scheduling import check_params, known_params, read_schedules
from mlcc.driver.sizes import human_size

from .nest import NestLine
from .steps import Changed, Recording, StepRecord, difference, hunks, record_steps

if TYPE_CHECKING:
    from mlcc.driver.specialize import Shapes
    from mlcc.target import Target

#: Styles of lines by their sign, as escape sequences of a terminal.
_STYLES = {"+": "\x1b[32m", "-": "\x1b[31m", "@": "\x1b[1m", "!": "\x1b[1;31m", "~": "\x1b[2m", " ": ""}
_RESET = "\x1b[0m"
#: The narrowest column of a program's text: the sizes stand to the right of it.
_NARROWEST = 44

#: A line of an explanation: its style (a key of `_STYLES`), and its text.
Styled = tuple[str, str]


def explain_schedule(
    kernel: str,
    schedules: Sequence[str],
    *,
    params: Mapping[str, Any],
    func: str | None = None,
    shapes: Shapes | None = None,
    target: str | Target | None = None,
    costs: str | None = None,
) -> Iterator[Styled | MlccError]:
    """The explanation of schedule files that are applied in order to the programs of a module, line by line.

    A refused step is the last: the error follows its line. Raises MlccError with P, V and S codes, and D126.
    """
    from mlcc.driver.cost_files import target_with_costs

    _, module = read_module(kernel, shapes)
    machine = target_with_costs(target, costs)
    scripts = [script for item in schedules for script in read_schedules(item)]
    check_params(params, [param.name for item in scripts for param in item.params])
    yield "~", _machine(machine)
    for script in scripts:
        for recording in record_steps(module, script, known_params(script, params), machine, func):
            yield from _explained(recording, machine)
            module = recording.module
            if recording.error is not None:
                yield recording.error
                return


def _machine(target: Target) -> str:
    sizes = ((name, getattr(target, f"{name.lower()}_bytes")) for name in ("L1", "L2", "L3"))
    caches = ", ".join(f"{name} {human_size(size, 2)}" for name, size in sizes if size)
    return f"for {target.mcpu}: {target.vector_bits}-bit vectors, {caches}; right: bytes that a loop touches"


def _explained(recording: Recording, target: Target) -> Iterator[Styled]:
    yield " ", ""
    yield "@", f"{recording.func}, by {recording.script.path}"
    yield from _outline([Changed(" ", line) for line in recording.given], target)
    for step in recording.steps:
        yield " ", ""
        yield from _step(step, target)
    yield " ", ""
    yield "@", f"{recording.func}, as it is now"
    last = recording.steps[-1].after if recording.steps else recording.given
    yield from _outline([Changed(" ", line) for line in last], target)
    if recording.error is None:
        yield from _loops(recording, target)


def _loops(recording: Recording, target: Target) -> Iterator[Styled]:
    """The code of the innermost loops, each with the line of the file that made the loop."""
    from .kernels import code_of

    try:
        _, _, loops, _ = code_of(recording.func, recording.module.prim_funcs[recording.func], target, 2)
    except MlccError:  # a build says it, and more of it
        return
    yield " ", ""
    yield "@", f"{recording.func}, code of its innermost loops"
    for loop in loops:
        maker = _maker(recording, loop.text)
        yield "!" if loop.reason else "+", f"    {loop.text}: {loop.said}{maker}"


def _maker(recording: Recording, text: str) -> str:
    """The line of the last step that made this loop, if one did."""
    loop = text.split()[:2]
    made = [
        step.line
        for step in recording.steps
        if step.changed
        for item in difference(step.before, step.after)
        if item.sign == "+" and item.line.text.split()[:2] == loop
    ]
    return f" ({recording.script.path}:{made[-1]})" if made else ""


def _step(step: StepRecord, target: Target) -> Iterator[Styled]:
    first, *more = step.text.splitlines()
    yield "@", f"step {step.number}, line {step.line}:  {first}"
    yield from (("@", f"    {line}") for line in more)
    yield "!" if step.error is not None else "~", f"    {step.fate}"
    rest = step.skipped if step.done else step.skipped[1:]
    yield from (("~", f"    {text}") for text in rest)
    if step.changed:
        yield from _outline(hunks(difference(step.before, step.after)), target)


def _outline(lines: Sequence[Changed | None], target: Target) -> Iterator[Styled]:
    texts = ["  ..." if item is None else f"{item.sign} {item.line.indented}" for item in lines]
    sized = [text for item, text in zip(lines, texts, strict=True) if item is not None and item.line.touched]
    width = max([_NARROWEST, *map(len, sized)])
    for item, text in zip(lines, texts, strict=True):
        size = "" if item is None or item.sign == "-" else _size(item.line, target)
        yield ("~" if item is None else item.sign), f"    {text:<{width}}  {size}".rstrip()


def _size(line: NestLine, target: Target) -> str:
    touched = line.touched
    if touched is None:
        return ""
    parts = []
    if touched.nbytes:
        unsure = "" if touched.exact else "about "
        wide = f" in {human_size(touched.lines, 2)} of lines" if touched.is_scattered(target) else ""
        parts.append(f"{unsure}{human_size(touched.nbytes, 2)}{wide}, {touched.level(target)}")
    elif not touched.exact:
        parts.append("of symbolic size")
    if 0 < touched.registers <= target.vector_registers * target.vector_bits // 8:  # more: each tile in its turn
        parts.append(f"{human_size(touched.registers, 2)} in registers")
    return " + ".join(parts)


def painted(line: Styled, *, color: bool) -> str:
    """A line with the escape sequences of its style, or as it is."""
    style, text = line
    return f"{_STYLES[style]}{text}{_RESET}" if color and _STYLES[style] else text
