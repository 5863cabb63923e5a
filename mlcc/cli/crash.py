"""Reports an internal error, and writes a folder with the inputs that reproduce it."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import sys
import tempfile
import traceback
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from mlcc import __version__
from mlcc.diagnostics import dump_of, locations_of

from .session import SESSION

EXIT_CODE = 70
_LARGEST_COPY = 64 << 20
_PACKAGES = ("click", "numpy", "lark", "llvmlite", "onnx", "pyyaml")


def report_crash(error: Exception) -> int:
    """Report the bug on stderr, write the reproducer, and return the exit code."""
    if SESSION.debug:
        traceback.print_exception(error)
    said = str(error).splitlines()[0] if str(error).strip() else type(error).__name__
    lines = [f"internal error: {said}", *(f"note: {position}" for position in locations_of(error))]
    lines.append("This is a fault in mlcc, not in your input. Sorry.")
    folder = _write_reproducer(error)
    if folder is not None:
        lines.append(f"A reproducer (command line, inputs, traceback, versions) is in {folder}")
    if not SESSION.debug:
        lines.append("Run again with --debug to see the traceback.")
    sys.stderr.write("\n".join(lines) + "\n")
    return EXIT_CODE


def _write_reproducer(error: Exception) -> Path | None:
    """The folder, under $MLCC_CRASH_DIR or the temporary folder; None if it cannot be written."""
    parent = os.environ.get("MLCC_CRASH_DIR") or tempfile.gettempdir()
    try:
        folder = Path(tempfile.mkdtemp(prefix="mlcc-crash-", dir=parent))
        (folder / "command.txt").write_text(shlex.join(["mlcc", *SESSION.argv]) + "\n", encoding="utf-8")
        (folder / "traceback.txt").write_text("".join(traceback.format_exception(error)), encoding="utf-8")
        (folder / "versions.txt").write_text(_versions(), encoding="utf-8")
        for name in SESSION.inputs:
            _copy(name, folder)
        _dump(error, folder)
    except OSError:
        return None
    return folder


def _dump(error: Exception, folder: Path) -> None:
    """The program before the step that failed, if it can be printed."""
    dump = dump_of(error)
    if dump is not None:
        name, text = dump
        with suppress(Exception):
            (folder / name).write_text(text(), encoding="utf-8")


def _copy(name: str, folder: Path) -> None:
    source = Path(name)
    with suppress(OSError):
        if os.path.isfile(source) and source.stat().st_size <= _LARGEST_COPY:
            shutil.copy(source, folder / source.name)


def _versions() -> str:
    lines = [f"mlcc {__version__}", f"python {platform.python_version()}", f"platform {platform.platform()}"]
    for package in _PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            lines.append(f"{package} {metadata.version(package)}")
    return "\n".join(lines) + "\n"
