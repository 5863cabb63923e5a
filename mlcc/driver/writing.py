"""Writes the outputs of commands: files, atomically, and standard output."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from mlcc.diagnostics import MlccError

from .files import file_error


def _failure(error: OSError, name: str) -> MlccError:
    if isinstance(error, IsADirectoryError):
        return MlccError("D111", f"cannot write `{name}`: it is a folder", help="give the name of a file")
    return file_error(error, name, writing=True)


def atomic_path(
    target: str | os.PathLike[str], *, executable: bool = False, restat: bool = False
) -> AbstractContextManager[Path]:
    """A temporary path for another program (a linker) to write; renamed to `target` on success, but with `restat` only
    if the bytes differ.

    Raises MlccError D110 (folder missing), D111 (not writable), D112 (disk full), D113 (other).
    """
    from mlcc import runtime

    return runtime.atomic_path(target, executable=executable, restat=restat, failure=_failure)


def is_replaceable(target: str) -> bool:
    """Whether an output is a file, and not standard output, a device or a pipe, which are written as they are."""
    return target != "-" and (not os.path.exists(target) or os.path.isfile(target))


def check_apart(outputs: Iterable[str], inputs: Iterable[str]) -> None:
    """Raise MlccError D203 for an output that is one of the inputs: it would be lost."""
    read = [name for name in inputs if name != "-" and os.path.isfile(name)]
    for output in outputs:
        if output != "-" and os.path.isfile(output):
            same = next((name for name in read if os.path.samefile(name, output)), None)
            if same is not None:
                raise MlccError(
                    "D203", f"`{output}` is the input `{same}`: it would be overwritten", notes=["nothing was written"],
                    help="give the output another name with -o",
                )  # fmt: skip


def check_folders(files: Iterable[str], stems: Iterable[str] = ()) -> None:
    """Raise MlccError D110 for an output in a folder that does not exist, D111 for one that is a folder itself.

    It is found when the output is written, too, but that may be after minutes. `stems` get a suffix.
    """
    for name in files:
        if name != "-" and os.path.isdir(name):
            raise _failure(IsADirectoryError(errno.EISDIR, "it is a folder"), name)
    for name in (*files, *stems):
        if name != "-" and not os.path.isdir(os.path.dirname(name) or "."):
            raise file_error(FileNotFoundError(errno.ENOENT, "no such folder"), name, writing=True)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A temporary folder, gone at the end. Raises MlccError D112, D113 when the disk is in the way."""
    from mlcc.runtime import temporary_folder

    try:
        with temporary_folder("scratch") as folder:
            yield Path(folder)
    except OSError as error:
        raise file_error(error, error.filename or tempfile.gettempdir(), writing=True) from error


def write_output(
    target: str | os.PathLike[str], data: bytes | str, *, executable: bool = False, restat: bool = False
) -> None:
    """Write `data` (text as UTF-8) to a file, atomically, or to stdout when `target` is `-`.

    Raises MlccError as :func:`atomic_path` does.
    """
    if os.fspath(target) == "-":
        write_stdout(data.encode("utf-8") if isinstance(data, str) else data)
        return
    from mlcc.runtime import write_atomic

    write_atomic(target, data, executable=executable, restat=restat, failure=_failure)


def write_stdout(raw: bytes) -> None:
    """Write bytes to standard output and flush, so that a full disk is an error and not silence."""
    if sys.stdout is None:
        raise MlccError("D113", "cannot write standard output: it is closed")
    try:
        stream = sys.stdout.buffer
    except AttributeError:  # a test's or a notebook's text-only replacement
        sys.stdout.write(raw.decode("utf-8", "replace"))
        return
    try:
        sys.stdout.flush()
        stream.write(raw)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise file_error(error, "<stdout>", writing=True) from error
