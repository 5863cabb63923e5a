"""What mlcc makes of a text: the command lines run in a forked child with limits of time and memory."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from tolerances import TOLERANCE, tolerance

from mlcc.reference.tensor import TensorInterpreter

_SECONDS = 60
_MEGABYTES = 4096
_ALLOCATE = TensorInterpreter.allocate
CODED = re.compile(r"error\[[A-Z]\d{3}\]")
#: More elements than these are not computed by the interpreter.
_MOST_ELEMENTS = 1 << 20


def verdicts(judge: Callable[[int], str | None], seeds: Sequence[int]) -> dict[int, str]:
    """What `judge` finds wrong with each seed; a child does a share of them, and one that ends names the seed."""
    result: dict[int, str] = {}
    left = list(seeds)
    while left:
        done, end = _in_child(judge, left[:40], result)
        left = left[done:]
        if end is not None:
            result[left[0]] = end
            left = left[1:]
    return result


def _in_child(
    judge: Callable[[int], str | None], seeds: Sequence[int], faults: dict[int, str]
) -> tuple[int, str | None]:
    """How many seeds were judged, and how the child ended if not as it should."""
    read, write = os.pipe()
    sys.stdout.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a fork beside threads: the child calls none of them
        child = os.fork()
    if child == 0:
        os.close(read)
        _limit_memory()
        with os.fdopen(write, "w") as pipe:
            for seed in seeds:
                signal.setitimer(signal.ITIMER_PROF, _SECONDS)  # of processor time; the signal ends the child
                try:
                    said = judge(seed)
                except BaseException:
                    said = traceback.format_exc()[-3000:]
                pipe.write(json.dumps([seed, said]) + "\n")
                pipe.flush()
        os._exit(0)
    os.close(write)
    count = 0
    with os.fdopen(read) as pipe:
        for line in pipe:
            seed, said = json.loads(line)
            count += 1
            if said is not None:
                faults[seed] = said
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return count, None if code == 0 else f"the process ended with {code}"


def _limit_memory() -> None:
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (_MEGABYTES << 20),) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)


class Shell:
    """Command lines run in this process, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0
        self.err = ""

    def call(self, *words: str) -> int:
        """The exit code of a command, whose messages are kept; its input is empty."""
        from mlcc.cli.app import run

        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, open(os.devnull, "rb") as nothing:
            kept = os.dup(0), os.dup(1), os.dup(2)
            for number, file in enumerate((nothing, out, err)):
                os.dup2(file.fileno(), number)
            streams = sys.stdin, sys.stdout, sys.stderr
            sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
            sys.stderr = open(2, "w", closefd=False, errors="backslashreplace")  # noqa: SIM115
            try:
                self.code = run(list(words))
                for stream in (sys.stdout, sys.stderr):
                    stream.flush()
            finally:
                sys.stdin, sys.stdout, sys.stderr = streams
                for number, old in enumerate(kept):
                    os.dup2(old, number)
                    os.close(old)
            err.seek(0)
            self.err = err.read().decode("utf-8", "replace")
        return self.code

    def run(self, *words: str) -> bool:
        """Whether a command did what it should. Raises AssertionError for an end without a code."""
        self.call(*words)
        assert self.code in (0, 1), f"{words[0]}: exit code {self.code}: {self.err[-2500:]}"
        assert "Traceback" not in self.err, self.err[-2500:]
        assert self.code == 0 or CODED.search(self.err), f"{words[0]}: no code: {self.err[-2500:]}"
        return self.code == 0


def judge_program(text: bytes, folder: Path, build: bool) -> str | None:
    """A program is refused with a code, or reads back as it is printed and computes what the interpreter computes."""
    shell = Shell(folder)
    source, printed, library = folder / "k.tir", folder / "p.tir", folder / "k.so"
    source.write_bytes(text)
    if not shell.run("fmt", str(source), "-o", str(printed)):
        return None
    if not shell.run("fmt", str(printed), "--check"):
        return f"the printed text does not read back: {shell.err[-1500:]}"
    if not build or not shell.run("build", str(source), "-o", str(library), "--target", "llvm -num-cores=1"):
        return None
    return _compare(source, library)


def judge_schedule(kernel: str, text: bytes, folder: Path, verify: bool) -> str | None:
    """A schedule is refused with a code, or keeps what the program computes."""
    shell = Shell(folder)
    (folder / "k.tir").write_text(kernel)
    (folder / "s.yaml").write_bytes(text)
    words = ["schedule", str(folder / "k.tir"), "-s", str(folder / "s.yaml"), "-o", str(folder / "o.tir")]
    if not shell.run(*words) or not verify:
        return None
    if shell.run(*words, "--verify") or "error[D131]" in shell.err:  # D131: too long to run
        return None
    return f"changed what is computed: {shell.err[-1500:]}"


def _compare(source: Path, library: Path) -> str | None:
    """What a library computes in another way than the interpreter, on random inputs."""
    import mlcc
    from mlcc import reference
    from mlcc.ir import PrimFunc

    module = mlcc.parse(source.read_text(encoding="utf-8-sig"))
    loaded = mlcc.load(str(library), num_threads=1)
    for name, func in module.functions.items():
        if not isinstance(func, PrimFunc) or not func.attrs.get("global_symbol") or len(module.functions) > 1:
            continue
        if func.symbolic_vars() or not _is_small(func):
            continue
        inputs = reference.random_inputs(func, 0)
        try:
            expected = reference.run(func, inputs)
            with patch.object(TensorInterpreter, "allocate", _filled):
                other = reference.run(func, inputs)
        except (mlcc.MlccError, MemoryError):
            continue  # out of range, division by zero: the program has no result; buffers that fill the memory
        got = _called(loaded.main, inputs, mlcc.MlccError)
        if got is None:
            continue
        for result in zip(got, expected, other, strict=True):
            mine, theirs, changed = map(np.asarray, result)
            if mine.shape != theirs.shape:
                return f"`{name}` gives {mine.shape}, not {theirs.shape}"
            known = (theirs == changed) | ((theirs != theirs) & (changed != changed))
            if not _same(mine[known], theirs[known]):
                return f"`{name}` computes {mine[known][:6]}, not {theirs[known][:6]}"
    return None


def _filled(interpreter: TensorInterpreter, buffer: Any) -> None:
    """Fresh memory that holds other values: what a program makes of it is no result."""
    _ALLOCATE(interpreter, buffer)
    interpreter.state.data[buffer][...] = 1 if buffer.dtype != "bool" else 0


def _called(function: Any, inputs: Sequence[Any], refusal: type[Exception]) -> list[Any] | None:
    try:
        result = function(*inputs)
    except refusal:
        return None
    if result is None:  # a function that writes none of its arguments
        return []
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _is_small(func: Any) -> bool:
    shapes = [[getattr(d, "value", _MOST_ELEMENTS) for d in buffer.shape] for buffer in func.buffers]
    return all(np.prod(shape, dtype=np.float64) <= _MOST_ELEMENTS for shape in shapes)


def _same(a: Any, b: Any) -> bool:
    if a.shape != b.shape:
        return False
    if a.dtype.kind in "biu":
        return bool((a == b).all())
    x, y = a.astype(np.float64), b.astype(np.float64)
    bound = tolerance(a.dtype) or TOLERANCE["bfloat16"]  # 8-bit floats
    with np.errstate(all="ignore"):
        scale = np.max(np.abs(y[np.isfinite(y)]), initial=1.0)
        return bool(np.isclose(x, y, rtol=bound, atol=bound * scale, equal_nan=True).all())
