"""ONNX's test suite and the operators' own tests, compiled for a target whose output is source text, and run.

    python tests/bench/source_targets.py --target c --sanitize [--every 5] [--only test_conv] [--parts onnx,topi]
    python tests/bench/source_targets.py --target c --sanitize clang
    python tests/bench/source_targets.py --target opencl
    python tests/bench/source_targets.py --target cuda [--on-cpu]
    python tests/bench/source_targets.py --target wasm32 [--results wasm.jsonl]

`--sanitize` compiles with the address and undefined behaviour sanitizers (`-fsanitize=address,undefined`) of GCC or
the compiler that is named, whose first finding ends the case; Clang takes a tenth of GCC's time. Every fiftieth case
is told, and `--first` leaves out those before a number. `--results` keeps the verdicts on cases of ONNX in a file, a
line of JSON each: a run that was cut off goes on with the cases that have none, and counts them all. Each case of ONNX
runs at most `--timeout` seconds, in one of `--workers` processes; one that found something is replaced. With
`--on-cpu` the CPU is the device of `--target cuda` (see docs/devices.md); without it that needs a graphics card.
`wasm32` needs the packages wasmtime, which runs the modules, and ziglang, which links them. A case is right, wrong
(other results than ONNX states), refused (with a code), or a finding: a crash, a sanitizer's report, an error without a
code, or no end. All but the right ones are told; those of `RANDOM` state random draws, which no two engines share. The
status is 1 if anything is wrong or found.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
#: Checks make code so long that optimisation takes minutes for a kernel with many tails.
SANITIZED = "-O0 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g"
#: What a library with sanitizers of a compiler needs: further options, and the libraries to load before it.
RUNTIMES = {
    "gcc": ("", ("libasan.so", "libubsan.so")),
    "clang": ("-shared-libasan", ("libclang_rt.asan-x86_64.so",)),
}
#: Of Linux's `prctl.h`.
PR_SET_PDEATHSIG = 1
RANDOM = ("bernoulli", "training_dropout", "random_uniform", "random_normal", "multinomial")


def sanitized(compiler: str) -> dict[str, str]:
    """The environment of processes that load libraries with the sanitizers of a compiler."""
    options, libraries = RUNTIMES[compiler]
    loaded = [
        subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout
        for name in libraries
    ]
    return {
        "MLCC_CC": f"{compiler} {SANITIZED} {options}", "LD_PRELOAD": " ".join(path.strip() for path in loaded),
        "ASAN_OPTIONS": "detect_leaks=0:halt_on_error=1", "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    }  # fmt: skip


def stand_in() -> str:
    """The folder of the libraries that make the CPU the device of CUDA, kept in the user's cache."""
    from mlcc.driver.cache import Cache
    from mlcc.runtime import cuda_on_cpu_digest, write_cuda_on_cpu

    folder = (Cache.default().folder or Path(tempfile.gettempdir())) / f"cuda-on-cpu-{cuda_on_cpu_digest()}"
    return str(write_cuda_on_cpu(folder))


def names(only: str, every: int) -> list[str]:
    """The cases of ONNX's suite of nodes."""
    from onnx.backend.test.loader import load_model_tests

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [case.name for case in load_model_tests(kind="node") if case.name.startswith(only)]
    return [name for name in found if not any(word in name for word in RANDOM)][::every]


def ends_with_parent() -> None:
    """Lets this process end when that which forked it does, which may be killed."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    if parent is not None and os.getppid() != parent.pid:  # it ended before it was asked for
        os._exit(1)


def judge(connection: Any, output: str) -> None:
    """Runs the cases that come in this process, which leads a group of its own and writes to a file; sends verdicts."""
    os.setsid()
    ends_with_parent()
    file = os.open(output, os.O_WRONLY | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "importers")]
    from test_onnx_backend import test_a_case_of_the_suite

    import mlcc.backend
    from mlcc import MlccError

    if os.environ.get("MLCC_TARGET", "").startswith("wasm"):
        import on_wasm

        patch.object(mlcc.backend, "build", on_wasm.build).start()
    warnings.simplefilter("ignore")
    while True:
        name = connection.recv()
        try:
            test_a_case_of_the_suite(name.removeprefix("test_"))
            verdict = "right", ""
        except MlccError as error:
            own = error.code.startswith(("X", "R350"))  # an internal error, or what a device's driver says
            verdict = "finding" if own else "refused", str(error).splitlines()[0]
        except AssertionError as error:
            verdict = "wrong", " ".join(str(error).split())[:200]
        except Exception as error:
            verdict = "finding", f"{type(error).__name__}: {error}"[:200]
        connection.send(verdict)


class Judge:
    """A process that judges case after case; one that ends, hangs or finds something is replaced by another."""

    def __init__(self) -> None:
        self._process: Any = None

    def case(self, name: str, timeout: float) -> tuple[str, str, str]:
        """The verdict of a case, and what was said."""
        if self._process is None:
            self._start()
        said_before = self._output.stat().st_size
        self._connection.send(name)
        try:
            if not self._connection.poll(timeout):
                self.close()
                return name, "finding", f"no end within {timeout:g} s"
            verdict, said = self._connection.recv()
        except (EOFError, ConnectionError):  # the process ended without a verdict
            with self._output.open("rb") as file:
                file.seek(said_before)
                text = file.read().decode(errors="replace").split("\n")
            lines = [line for line in text if "ERROR: " in line or "runtime error" in line] or text[-3:]
            self._process.join()
            status = self._process.exitcode
            self.close()
            return name, "finding", f"ended with {status}: {' '.join(lines)[:300]}"
        if verdict == "finding":  # what a device's driver refuses once it may refuse from then on
            self.close()
        return name, verdict, said

    def _start(self) -> None:
        file, path = tempfile.mkstemp(prefix="mlcc-case-")
        os.close(file)
        self._output = Path(path)
        self._connection, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("fork").Process(target=judge, args=(theirs, path), daemon=True)
        self._process.start()
        theirs.close()

    def close(self) -> None:
        """Ends the process, and the compilers that it started."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):  # it has ended, or does not lead its group yet
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._connection.close()
        self._output.unlink()
        self._process = None


def kept(path: Path | None) -> dict[str, tuple[str, str]]:
    """The verdicts that a file has, by case, and what was said; a line that is not whole was being written."""
    found: dict[str, tuple[str, str]] = {}
    if path is not None and path.exists():
        for line in path.read_text().splitlines():
            with contextlib.suppress(json.JSONDecodeError):
                name, verdict, said = json.loads(line)
                found[name] = verdict, said
    return found


def suite(given: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """The verdicts of ONNX's cases: of those in `--results`, then of the others, which are added to it."""
    known = kept(given.results)
    chosen = names(given.only, given.every)[given.first :]
    yield from ((name, *known[name]) for name in chosen if name in known)
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(given.results.open("a")) if given.results is not None else None
        for found in judged_here([name for name in chosen if name not in known], given):
            if file is not None:
                # On a line of its own, whatever a run that was cut off has left of its last one.
                print(f"\n{json.dumps(found)}", end="", file=file, flush=True)
            yield found


def judged_here(wanted: list[str], given: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """The verdicts of cases, in their order, by `--workers` processes."""
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "importers")]
    import test_onnx_backend

    import mlcc

    # Once, before processes are forked: the cases, and what a build imports.
    mlcc.build(test_onnx_backend.suite()["test_not_2d"].model, target="llvm")
    judges = [Judge() for _ in range(given.workers)]
    idle = SimpleQueue[Judge]()
    for one in judges:
        idle.put(one)

    def judged(name: str) -> tuple[str, str, str]:
        mine = idle.get()
        try:
            return mine.case(name, given.timeout)
        finally:
            idle.put(mine)

    try:
        with ThreadPoolExecutor(given.workers) as pool:
            yield from pool.map(judged, wanted)
    finally:
        for one in judges:
            one.close()


def operators(given: argparse.Namespace) -> int:
    """The tests of `tests/topi`, each operator built for the target beside its interpretation; pytest's status."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(given.workers), "--no-header", str(ROOT / "tests/topi")]
    return subprocess.run([*command, *(["-k", given.only] if given.only else [])], cwd=ROOT, check=False).returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="c")
    parser.add_argument("--sanitize", nargs="?", const="gcc", choices=RUNTIMES)
    parser.add_argument("--parts", default="onnx,topi")
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--on-cpu", action="store_true")
    given = parser.parse_args()
    wanted = {"MLCC_TARGET": given.target, **(sanitized(given.sanitize) if given.sanitize else {})}
    wanted |= {"LD_LIBRARY_PATH": stand_in()} if given.on_cpu else {}
    if any(os.environ.get(key) != value for key, value in wanted.items()):  # libraries are preloaded at the start only
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **wanted})
    bad = 0
    if "onnx" in given.parts:
        counts: Counter[str] = Counter()
        for number, (name, verdict, said) in enumerate(suite(given), given.first):
            counts[verdict] += 1
            if number % 50 == 0:
                print(f"{number}: {name}", file=sys.stderr, flush=True)
            if verdict != "right":
                print(f"{verdict:8} {name}: {said}", flush=True)
        print("ONNX: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())), flush=True)
        bad = counts["wrong"] + counts["finding"]
    if "topi" in given.parts:
        bad += operators(given)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
