"""Outputs appear whole or not at all.

A file is written beside its target under a temporary name and renamed over it at the end, so that
a failure, a full disk or Ctrl-C leaves no partial file and keeps the old one. Devices and pipes
(`/dev/stdout`, a FIFO) are written directly, for a rename would replace them.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mlcc.diagnostics import MlccError

from .files import file_error


def _is_special(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def atomic_path(target: str | os.PathLike[str], *, executable: bool = False) -> Iterator[Path]:
    """A temporary path for another program (a linker) to write; renamed to `target` on success.

    Raises MlccError D110 (folder missing), D111 (not writable), D112 (disk full), D113 (other).
    """
    final = Path(os.path.realpath(target))  # write through a symbolic link, as `cc -o` does
    if final.is_dir():
        raise MlccError("D111", f"cannot write `{target}`: it is a folder", help="give the name of a file")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{final.name}.", suffix=final.suffix, dir=final.parent)
    except OSError as error:
        raise file_error(error, str(target), writing=True) from error
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod((0o777 if executable else 0o666) & ~_umask())
        if _is_special(final):
            final.write_bytes(temporary.read_bytes())
            temporary.unlink()
        else:
            os.replace(temporary, final)
    except OSError as error:
        raise file_error(error, str(target), writing=True) from error
    finally:
        with suppress(OSError):
            temporary.unlink()


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A temporary folder, gone at the end. Raises MlccError D112, D113 when the disk is in the way."""
    try:
        with tempfile.TemporaryDirectory(prefix="mlcc-") as folder:
            yield Path(folder)
    except OSError as error:
        raise file_error(error, error.filename or tempfile.gettempdir(), writing=True) from error


def write_output(target: str | os.PathLike[str], data: bytes | str, *, executable: bool = False) -> None:
    """Write `data` (text as UTF-8) to a file, atomically, or to stdout when `target` is `-`."""
    raw = data.encode("utf-8") if isinstance(data, str) else data
    if os.fspath(target) == "-":
        write_stdout(raw)
    elif _is_special(Path(target)):
        try:
            Path(target).write_bytes(raw)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise file_error(error, str(target), writing=True) from error
    else:
        with atomic_path(target, executable=executable) as temporary:
            temporary.write_bytes(raw)


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
