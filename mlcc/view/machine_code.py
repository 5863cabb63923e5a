"""A program as LLVM text and assembly: each line with the line of the program that it comes from, and counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mlcc.codegen.llvm import Titles, emit_module, is_scheduled, optimize, parse_ir, target_machine
from mlcc.ir import PrimFunc
from mlcc.target import Target


@dataclass(frozen=True, slots=True)
class Located:
    """A text by lines, and for each the line of the program that it comes from (0: of none)."""

    lines: tuple[str, ...]
    origins: tuple[int, ...]

    def runs(self) -> str:
        """The origins run-length encoded: ``0*3 12*8`` for three lines of none and eight of line 12."""
        parts: list[str] = []
        count = 0
        for number, origin in enumerate(self.origins):
            count += 1
            if number + 1 == len(self.origins) or self.origins[number + 1] != origin:
                parts.append(f"{origin}*{count}" if count > 1 else str(origin))
                count = 0
        return " ".join(parts)


@dataclass(slots=True)
class AsmLoop:
    """An innermost loop of the assembly: its depth, its instructions, those of them on vectors, on tile registers, and
    those that spill or reload registers."""

    label: str
    depth: int
    line: int = 0
    instructions: int = 0
    vector: int = 0
    tiles: int = 0
    spills: int = 0


@dataclass(slots=True)
class Facts:
    """Counts over the assembly of a program. `registers` are the numbers of the vector registers that it uses, `bits`
    the width of the widest, `tiles` those of the tile registers; `spilled_bytes` go to the stack and come back."""

    instructions: int = 0
    spills: int = 0
    reloads: int = 0
    spilled_bytes: int = 0
    bits: int = 0
    registers: set[int] = field(default_factory=set)
    tiles: set[int] = field(default_factory=set)
    loops: list[AsmLoop] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MachineCode:
    """The optimised LLVM text and the assembly of one program."""

    llvm: Located
    assembly: Located
    facts: Facts


def machine_code(name: str, lowered: PrimFunc, target: Target, opt_level: int = 2) -> MachineCode:
    """Compile a lowered program whose statements have lines (see `codegen.llvm.debug`)."""
    text = emit_module({name: lowered}, target, linkage="hidden", messages=False, titles=Titles())
    machine = target_machine(target, opt_level)
    machine.set_asm_verbosity(True)
    module = parse_ir(text, target, machine)
    optimize(module, machine, opt_level, scheduled=is_scheduled(lowered))
    assembly = str(machine.emit_assembly(module)).splitlines()
    return MachineCode(_llvm(str(module)), _assembly(assembly), facts_of(assembly))


_PLACE = re.compile(r"^!(\d+) = (?:distinct )?!DILocation\(line: (\d+)")
_MARK = re.compile(r", !dbg !(\d+)")
_HEAD = re.compile(r" !dbg !\d+")


def _llvm(text: str) -> Located:
    """Functions and constants, without metadata and attributes."""
    lines = text.splitlines()
    numbers = {m[1]: int(m[2]) for m in map(_PLACE.match, lines) if m}
    kept: list[str] = []
    origins: list[int] = []
    for line in lines:
        if line.startswith(("!", "attributes ", "source_filename", "target ", "; ModuleID")):
            continue
        mark = _MARK.search(line)
        if not line.strip() and (not kept or not kept[-1].strip()):
            continue
        kept.append(_HEAD.sub("", _MARK.sub("", line)))
        origins.append(numbers.get(mark[1], 0) if mark else 0)
    while kept and not kept[-1].strip():
        del kept[-1], origins[-1]
    return Located(tuple(kept), tuple(origins))


_LOC = re.compile(r"\s+\.loc\s+\d+ (\d+)")
_LABEL = re.compile(r"^([\w.$@]+):")
#: Labels that debug sections refer to.
_MARKS = (".Lfunc", ".Ltmp")
_COMMENT = re.compile(r"\s*(?:#|//|@)\s.*$")
_NOTE = re.compile(r"(\d+)-byte (?:Folded )?(Spill|Reload)")
_LOOP = re.compile(r"=>\s*This (Inner )?Loop Header: Depth=(\d+)")


def _instruction(line: str) -> bool:
    return line.startswith("\t") and line[1:2].isalpha()


def _assembly(lines: Sequence[str]) -> Located:
    """Labels and instructions; of the comments, those of loops, spills and reloads."""
    kept, origins, line_of = [], [], 0
    for line in _code(lines):
        if line.startswith((".LCPI", ".Lswitch")):  # constants
            continue
        mark = _LOC.match(line)
        if mark:
            line_of = int(mark[1])
            continue
        loop, note = _LOOP.search(line), _NOTE.search(line)
        bare = _COMMENT.sub("", line).rstrip()
        if _instruction(line):
            text = bare.expandtabs(8)
            kept.append(f"{text:<48}# {note[0]}" if note else text)
            origins.append(line_of)
        elif _LABEL.match(line) and not line.startswith(_MARKS):
            kept.append(bare)
            origins.append(0)
        if loop:
            kept.append(f"        # {'inner ' if loop[1] else ''}loop, depth {loop[2]}")
            origins.append(0)
    return Located(tuple(kept), tuple(origins))


def _code(lines: Sequence[str]) -> Iterator[str]:
    """The lines up to the debug sections."""
    for line in lines:
        if ".section" in line and "debug" in line:
            return
        yield line


_X86 = re.compile(r"%([xyz])mm(\d+)")
_TILE = re.compile(r"%tmm(\d)")
_ARM = re.compile(r"\b([vq])(\d+)\b(?:\.\d*[bhsd])?")
_BITS = {"x": 128, "y": 256, "z": 512, "v": 128, "q": 128}


def facts_of(lines: Sequence[str]) -> Facts:
    """The counts of an assembly text with LLVM's comments."""
    facts, current, line_of = Facts(), None, 0
    loops: dict[str, AsmLoop] = {}
    label = ""
    for line in _code(lines):
        mark = _LOC.match(line)
        named = _LABEL.match(line) if not line.startswith(_MARKS) else None
        if line.startswith("# %bb."):  # a block without a label: the loop has ended, or the next comment names it
            current = None
        if mark:
            line_of = int(mark[1])
        elif named:
            label, current = named[1].removeprefix(".L"), None
        loop = _LOOP.search(line)
        if loop and loop[1]:
            current = loops[label] = AsmLoop(label, int(loop[2]))
        within = re.search(r"in Loop: Header=(\w+) Depth", line)
        if within:
            current = loops.get(within[1])
        if _instruction(line):
            _count(facts, current, line, line_of)
    facts.loops = list(loops.values())
    return facts


def _count(facts: Facts, loop: AsmLoop | None, line: str, line_of: int) -> None:
    facts.instructions += 1
    found = _X86.findall(line) or _ARM.findall(_COMMENT.sub("", line))
    tiles = _TILE.findall(line)
    facts.tiles.update(map(int, tiles))
    for kind, number in found:
        facts.registers.add(int(number))
        facts.bits = max(facts.bits, _BITS[kind])
    note = _NOTE.search(line)
    if note:
        facts.spilled_bytes += int(note[1]) if note[2] == "Spill" else 0
        facts.spills += note[2] == "Spill"
        facts.reloads += note[2] == "Reload"
    if loop is not None:
        loop.instructions += 1
        loop.line = loop.line or line_of
        loop.vector += bool(found)
        loop.tiles += bool(tiles)
        loop.spills += bool(note)


_VECTOR = re.compile(r"<(\d+) x (?:float|double|half|bfloat|i\d+)>")
#: Instructions of LLVM that move or compute elements of arrays; others build vectors from parts.
_WORK = re.compile(r"\b(load|store|fadd|fmul|fsub|fdiv|add|mul|sub|call)\b")


_GATHER = re.compile(r"@llvm\.masked\.(?:gather|scatter)\.")


def gathers(llvm: Located) -> set[int]:
    """The lines of the program whose vectors LLVM loads or stores one element at a time."""
    return {origin for text, origin in zip(llvm.lines, llvm.origins, strict=True) if _GATHER.search(text)} - {0}


def lanes_by_line(llvm: Located) -> dict[int, int]:
    """The number of elements of the widest vector that the instructions of each line of the program work on."""
    result: dict[int, int] = {}
    for text, origin in zip(llvm.lines, llvm.origins, strict=True):
        if origin and _WORK.search(text):
            widest = max((int(n) for n in _VECTOR.findall(text)), default=1)
            result[origin] = max(result.get(origin, 1), widest)
    return result
