"""The CPUs and features that LLVM supports for a triple.

LLVM reacts to an unknown name with a warning on stderr and compiles for another CPU, so names are
checked here first. LLVM only prints the list as text (CPU "help"), at most once per process:
a child process does so, and only for a name that is not in mlcc's tables.
"""

from __future__ import annotations

import functools
import subprocess
import sys
from typing import NamedTuple

from mlcc.diagnostics import InternalError, MlccError

_ASK = """
import sys
import llvmlite.binding as llvm
llvm.initialize_all_targets()
try:
    target = llvm.Target.from_triple(sys.argv[1])
except RuntimeError:
    sys.exit(3)
target.create_target_machine(cpu="help")
"""
_NO_SUCH_TRIPLE = 3


class LlvmNames(NamedTuple):
    cpus: frozenset[str]
    features: frozenset[str]


def check_triple(triple: str) -> None:
    """Raise MlccError G102 when LLVM has no code generator for the triple. Imports llvmlite."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    try:
        llvm.Target.from_triple(triple)
    except RuntimeError:
        raise _no_triple(triple) from None


@functools.cache
def llvm_names(triple: str) -> LlvmNames:
    """CPUs and features of the triple's architecture. Raises MlccError G102."""
    done = subprocess.run([sys.executable, "-c", _ASK, triple], capture_output=True, text=True, check=False)
    if done.returncode == _NO_SUCH_TRIPLE:
        raise _no_triple(triple)
    if done.returncode < 0:
        raise MlccError("G102", f"LLVM cannot make code for `{triple}`", notes=done.stderr.strip().splitlines()[-1:])
    if done.returncode != 0:
        raise InternalError(f"asking LLVM for its CPUs failed: {done.stderr[-500:]}")
    return _parse_help(done.stderr)


def _no_triple(triple: str) -> MlccError:
    return MlccError(
        "G102",
        f"no code generator for target triple `{triple}`",
        help="triples look like `x86_64-unknown-linux-gnu`, `aarch64-linux-gnu`, "
        "`armv7-linux-gnueabihf`, `riscv64-linux-gnu`",
    )


def _parse_help(text: str) -> LlvmNames:
    cpus: set[str] = set()
    features: set[str] = set()
    into: set[str] | None = None
    for line in text.splitlines():
        if line.startswith("Available CPUs"):
            into = cpus
        elif line.startswith("Available features"):
            into = features
        elif line.startswith("Use +feature"):
            break
        elif into is not None and line.startswith("  ") and " - " in line:
            into.add(line.split(" - ", 1)[0].strip())
    return LlvmNames(frozenset(cpus), frozenset(features))
