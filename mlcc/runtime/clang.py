"""C and C++ to LLVM text by clang, and LLVM text to object code by the same: for kernels that call functions in C."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from mlcc.diagnostics import MlccError

from .link import is_host, run_linker, work_folder, zig_target
from .platform import platform_of

_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".m")


def find_clang(required: bool = True) -> list[list[str]]:
    """The commands of the clangs that are here, the first to be used first: CLANG, the system's, ziglang's.

    Raises R332 without any, if one is `required`.
    """
    names = ["clang", *(f"clang-{version}" for version in range(30, 10, -1))]
    found = [[path] for path in map(shutil.which, names) if path is not None]
    if os.environ.get("CLANG"):
        found.insert(0, os.environ["CLANG"].split())
    if find_spec("ziglang") is not None:
        found.append([sys.executable, "-m", "ziglang", "cc"])
    if required and not found:
        raise MlccError(
            "R332", "there is no clang",
            notes=["looked for the environment variable CLANG, clang, clang-11 to clang-30 and the package ziglang"],
            help="`apt install clang`, or `pip install ziglang`",
        )  # fmt: skip
    return found


def llvm_of(text: str, options: Sequence[str] = (), command: Sequence[str] | None = None) -> str:
    """LLVM text of C or C++ text, or of the file that it names. Raises R332 without a clang, R381 with what it said."""
    lines = text.splitlines()
    is_file = len(lines) == 1 and lines[0].endswith(_SOURCES)
    with work_folder() as folder:
        source, output = Path(lines[0]) if is_file else Path(folder) / "text.cc", Path(folder) / "text.ll"
        if not is_file:
            source.write_text(text, encoding="utf-8")
        _run([*(command or find_clang()[0]), *_plain(command), "-O3", *options, "-emit-llvm", "-S", str(source),
              "-o", str(output)], folder, "the C text")  # fmt: skip
        return output.read_text(encoding="utf-8")


def object_of_llvm(text: str, triple: str, opt_level: int, what: str) -> bytes:
    """The object file of LLVM text, as clang writes it, or of the file that it names. Its functions are visible to the
    linker only. Raises R332 without a clang, R381 for text that it refuses."""
    platform = platform_of(triple)
    is_file = "\n" not in text.strip() and text.strip().endswith((".ll", ".bc"))
    with work_folder() as folder:
        source, output = Path(text.strip()) if is_file else Path(folder) / "text.ll", Path(folder) / "text.o"
        if not is_file:
            source.write_text(text, encoding="utf-8")
        command = find_clang()[0]
        target = [] if is_host(platform) else ["-target", zig_target(platform)]
        _run([*command, *_plain(command), *target, f"-O{min(opt_level, 3)}", "-fPIC", "-c", str(source),
              "-o", str(output)], folder, what)  # fmt: skip
        return output.read_bytes()


def _plain(command: Sequence[str] | None) -> list[str]:
    """What keeps zig from adding its sanitizers."""
    return ["-fno-sanitize=undefined"] if command is not None and "ziglang" in command else []


def _run(command: list[str], folder: str, what: str) -> None:
    try:
        run_linker(command, folder, zig="ziglang" in command)
    except MlccError as error:
        if error.code != "R333" or not error.diagnostics[0].notes:
            raise
        raise MlccError("R381", f"clang refuses {what}", notes=error.diagnostics[0].notes) from error
