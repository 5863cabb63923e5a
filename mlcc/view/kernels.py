"""Every program of a build in all its forms: schedule and steps, text, LLVM, assembly, and what can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from mlcc.codegen.llvm import is_scheduled
from mlcc.diagnostics import MlccError
from mlcc.driver.scheduling import AUTO, known_params, read_schedules
from mlcc.ir import For, IRModule, PrimFunc, script, walk
from mlcc.lowering import lower
from mlcc.schedule import load_script
from mlcc.script import parse_module

from .machine_code import MachineCode, gathers, lanes_by_line, machine_code
from .nest import NestLine, nest_lines
from .steps import Recording, StepRecord, difference, record_steps
from .vectors import LoopCode, loop_codes

if TYPE_CHECKING:
    from mlcc.driver.options import BuildOptions
    from mlcc.driver.pipeline import Compilation
    from mlcc.driver.scheduling import Applied
    from mlcc.target import Target


@dataclass(frozen=True, slots=True)
class KernelView:
    """One program: the text after its schedule, and everything that was made of it, as data for a page."""

    name: str
    data: dict[str, Any]


def kernel_views(compilation: Compilation, nodes: dict[str, tuple[str, ...]]) -> list[KernelView]:
    """The programs of a compilation in order of the module; `nodes` are those of the model that each computes."""
    options = compilation.options
    given, after = compilation.legal, compilation.scheduled
    views = []
    for name in given.prim_funcs:
        func = after.module.prim_funcs[name]
        applied = after.applied.get(name)
        data: dict[str, Any] = {"name": name, "nodes": list(nodes.get(name, ()))}
        data |= _schedule(applied, name)
        data |= _steps(given.prim_funcs[name], applied, name, options)
        data |= code_data(name, func, options.target, options.opt_level)
        views.append(KernelView(name, data))
    return views


def _schedule(applied: Applied | None, name: str) -> dict[str, Any]:
    from mlcc.driver.scheduling import schedule_text

    if applied is None:
        return {"schedule": "", "applied": ""}
    return {"schedule": PurePath(applied.origin).name, "applied": schedule_text(name, applied)}


def _steps(func: PrimFunc, applied: Applied | None, name: str, options: BuildOptions) -> dict[str, Any]:
    """The steps of the schedule file that was applied, with the difference of the outline that each made."""
    if applied is None:
        return {"given": _outline(nest_lines(func, options.target), options.target), "steps": []}
    try:
        recordings = _recordings(func, applied, name, options)
    except MlccError as error:  # a file that was replaced meanwhile
        given = _outline(nest_lines(func, options.target), options.target)
        return {"given": given, "steps": [], "steps_note": error.diagnostic.message}
    steps = [_step(step, options.target) for recording in recordings for step in recording.steps]
    return {"given": _outline(recordings[0].given, options.target), "steps": steps}


def _recordings(func: PrimFunc, applied: Applied, name: str, options: BuildOptions) -> Sequence[Recording]:
    module = IRModule({name: func})
    if applied.origin not in options.schedules:
        return record_steps(module, load_script(applied.origin), {}, options.target, name)
    result: list[Recording] = []
    for origin in options.schedules:
        for item in read_schedules(origin) if origin != AUTO else ():
            try:
                recordings = record_steps(module, item, known_params(item, options.params), options.target)
            except MlccError:  # a file for other programs of the module
                continue
            result += recordings
            module = recordings[-1].module
    return result


def _step(step: StepRecord, target: Target) -> dict[str, Any]:
    data: dict[str, Any] = {"line": step.line, "text": step.text, "fate": step.fate, "skipped": step.skipped}
    if step.changed:
        data["diff"] = [
            [item.sign, *_line(item.line, target)] for item in difference(step.before, step.after)
        ]  # fmt: skip
    return data


def _outline(lines: Sequence[NestLine], target: Target) -> list[list[Any]]:
    return [_line(line, target) for line in lines]


def _line(line: NestLine, target: Target) -> list[Any]:
    """Depth, text, and of a loop the bytes that it touches, their cache, the bytes in registers, whether all
    this is exact, and the bytes of cache lines where these are what counts."""
    if line.touched is None:
        return [line.depth, line.text]
    registers = line.touched.registers
    held = registers if registers <= target.vector_registers * target.vector_bits // 8 else 0
    lines = line.touched.lines if line.touched.is_scattered(target) else 0
    exact = int(line.touched.exact)
    return [line.depth, line.text, line.touched.nbytes, line.touched.level(target), held, exact, lines]


def code_of(name: str, func: PrimFunc, target: Target, opt_level: int) -> tuple[str, MachineCode, list[LoopCode], bool]:
    """The text of a scheduled program, and the code made of exactly this text, so that lines are known in both; its
    innermost loops, and whether LLVM's vectoriser ran on them."""
    named = str(func.attrs.get("global_symbol", "main"))
    text = script(func).replace(f"def {named}(", f"def {name}(", 1)
    located = parse_module(text, f"{name}.tir").prim_funcs[name]
    lowered = lower(located, target)
    code = machine_code(name, lowered, target, opt_level)
    by_llvm = not is_scheduled(lowered)
    asked = any(isinstance(node, For) and node.kind == "vectorized" for node in walk(located.body))
    found = loop_codes(
        lowered, lanes_by_line(code.llvm), by_llvm=by_llvm, gathers=gathers(code.llvm),
        by="schedule" if asked else "lowering",
    )  # fmt: skip
    return text, code, list(dict.fromkeys(found)), by_llvm


def code_data(name: str, func: PrimFunc, target: Target, opt_level: int) -> dict[str, Any]:
    """What :func:`code_of` gives, as data for a page."""
    text, code, loops, by_llvm = code_of(name, func, target, opt_level)
    return {
        "tir": text,
        "llvm": "\n".join(code.llvm.lines),
        "llvm_lines": code.llvm.runs(),
        "asm": "\n".join(code.assembly.lines),
        "asm_lines": code.assembly.runs(),
        "by_llvm": by_llvm,
        "loops": [[item.line, item.text, item.lanes, item.by, item.reason, item.said] for item in loops],
        **_counts(code, target),
    }


def _counts(code: MachineCode, target: Target) -> dict[str, Any]:
    facts = code.facts
    inner = [[loop.line, loop.instructions, loop.vector, loop.tiles, loop.spills] for loop in facts.loops]
    return {
        "instructions": facts.instructions,
        "vector_bits": facts.bits,
        "registers": len(facts.registers),
        "tiles": len(facts.tiles),
        "of_registers": target.vector_registers,
        "spills": facts.spills,
        "reloads": facts.reloads,
        "spilled_bytes": facts.spilled_bytes,
        "inner_loops": inner,
    }
