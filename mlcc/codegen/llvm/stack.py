"""The stack that compiled functions take: the frames that LLVM lays out, and a bound over the calls between them."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from mlcc.target import Target

from .compile import emitted, initialize, target_machine

#: A definition up to its parameters, and what LLVM says of its frame when every frame is too large.
_DEFINE = re.compile(r'^(define\b[^@\n]*@("[^"]+"|[\w.$-]+)\(.*\)(?: (?:local_)?unnamed_addr)?)', re.MULTILINE)
_FRAME = re.compile(r"stack frame size \((\d+)\) exceeds limit \(0\) in function '(.+)'$", re.MULTILINE)
_NAME = re.compile(r'@("[^"]+"|[\w.$-]+)')
_ALIGN = re.compile(r"= alloca .*align (\d+)")
_DYNAMIC = re.compile(r"= alloca [^,\n]+, i\d+ %")
#: Stack pointers are aligned to so many bytes by all conventions of calls that mlcc generates code for.
_ALIGNED = 8


@dataclass(frozen=True)
class Frame:
    """One function's own part of the stack in bytes, its alignment included, and the functions that it refers to.

    A frame that is `dynamic` has memory of a size known at run time besides.
    """

    nbytes: int
    refers: tuple[str, ...]
    dynamic: bool = False


@dataclass(frozen=True, slots=True)
class StackFrames:
    """A task: the frames of the functions of a module, given as optimised bitcode.

    LLVM reports them on the process's standard error only, which is why this runs in a process of its own
    (`mlcc.driver.processes`): it is redirected while the code is generated.
    """

    bitcode: bytes
    target: Target
    opt_level: int

    def prepare(self) -> None:
        """Load LLVM."""
        initialize()

    def run(self) -> dict[str, Frame]:
        """By the name of the function."""
        import llvmlite.binding as llvm

        machine = target_machine(self.target, self.opt_level)
        text = str(llvm.parse_bitcode(self.bitcode))
        module = llvm.parse_assembly(_DEFINE.sub(r'\1 "warn-stack-size"="0"', text))
        with _standard_error() as file:
            emitted(module, machine, "o")
            file.seek(0)
            said = file.read().decode("utf-8", "replace")
        sizes = {name: int(size) for size, name in _FRAME.findall(said)}
        return {name: _frame(name, body, sizes.get(name, 0)) for name, body in _bodies(text)}


def _bodies(text: str) -> Iterator[tuple[str, str]]:
    """The name and the text of each function that is defined."""
    for found in _DEFINE.finditer(text):
        yield found[2].strip('"'), text[found.end() : text.index("\n}", found.start())]


def _frame(name: str, body: str, nbytes: int) -> Frame:
    aligned = max((int(align) for align in _ALIGN.findall(body)), default=0)
    slack = aligned if aligned > _ALIGNED and nbytes else 0  # the stack pointer is rounded down to it
    refers = dict.fromkeys(item.strip('"') for item in _NAME.findall(body))
    refers.pop(name, None)
    return Frame(nbytes + slack, tuple(refers), bool(_DYNAMIC.search(body)))


@contextmanager
def _standard_error() -> Iterator[IO[bytes]]:
    """A file in place of the process's standard error."""
    kept = os.dup(2)
    try:
        with tempfile.TemporaryFile() as file:
            os.dup2(file.fileno(), 2)
            yield file
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def stack_bound(frames: Mapping[str, Frame], name: str, pointer_bytes: int) -> int | None:
    """The most bytes of stack that a call of `name` takes: the deepest chain of references, with return addresses.

    A reference counts as a call, so that functions that are handed over are included. Functions from outside are not.
    None where functions refer to each other in a circle, or a frame is of a size known at run time.
    """
    depths: dict[str, int] = {}

    def visit(current: str, above: frozenset[str]) -> bool:
        frame = frames[current]
        if current in above or frame.dynamic:
            return False
        inner = [other for other in frame.refers if other in frames]
        if current not in depths:
            if not all(visit(other, above | {current}) for other in inner):
                return False
            depths[current] = frame.nbytes + pointer_bytes + max((depths[other] for other in inner), default=0)
        return True

    return depths[name] if visit(name, frozenset()) else None


def outside_calls(frames: Mapping[str, Frame], names: frozenset[str], name: str) -> tuple[str, ...]:
    """Of the functions `names`, which come from elsewhere, those that `name` may call: it reaches them, or nothing
    refers to them before code is generated (arithmetic that is a call on this machine)."""
    referred = {other for frame in frames.values() for other in frame.refers}
    return tuple(sorted((_reached(frames, name) & names) | (names - referred)))


def _reached(frames: Mapping[str, Frame], name: str) -> set[str]:
    seen, todo = {name}, [name]
    while todo:
        frame = frames.get(todo.pop())
        for other in frame.refers if frame is not None else ():
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen
