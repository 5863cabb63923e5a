"""Writes output files atomically: completely or not at all.

A file is written beside its target under a temporary name and renamed over it at the end, so that
a failure, a full disk or Ctrl-C leaves no partial file and keeps the old one; the temporary file of a
process that was killed is removed by the next one that writes to the folder. Devices and pipes
(`/dev/stdout`, a FIFO) are written directly, for a rename would replace them.
"""

from __future__ import annotations

import errno
import filecmp
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mlcc.diagnostics import MlccError

from .leftovers import temporary_beside

#: Converts an operating-system error on a file to a diagnostic.
Failure = Callable[[OSError, str], MlccError]


def _cannot_write(error: OSError, name: str) -> MlccError:
    return MlccError("R334", f"cannot write `{name}`: {error.strerror or error}", notes=["nothing was written"])


def _is_special(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _usual_mode(executable: bool) -> int:
    mask = os.umask(0)
    os.umask(mask)
    return (0o777 if executable else 0o666) & ~mask


@contextmanager
def atomic_path(
    target: str | os.PathLike[str], *, executable: bool = False, restat: bool = False, failure: Failure = _cannot_write
) -> Iterator[Path]:
    """A temporary path for another program (a linker) to write; renamed to `target` on success.

    With `restat`, a target that has the same bytes and mode is left as it is, with its time of modification.
    An OSError, inside or on the way, is converted by `failure`, by default to R334.
    """
    try:
        final = Path(os.path.realpath(target))  # write through a symbolic link, as `cc -o` does
        if os.path.isdir(final):
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        handle, name = temporary_beside(final)
    except OSError as error:
        raise failure(error, os.fspath(target)) from error
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(_usual_mode(executable))
        if _is_special(final):
            final.write_bytes(temporary.read_bytes())
        elif not (restat and _same(temporary, final)):
            os.replace(temporary, final)
    except OSError as error:
        raise failure(error, os.fspath(target)) from error
    except MlccError as error:
        inner = error.__cause__
        if error.code != "R334" or not isinstance(inner, OSError):
            raise
        raise failure(inner, os.fspath(target)) from inner  # a file at the temporary path, whose name says nothing
    finally:
        with suppress(OSError):
            temporary.unlink()


def _same(one: Path, other: Path) -> bool:
    """Whether two files have the same bytes and the same mode."""
    return other.is_file() and one.stat().st_mode == other.stat().st_mode and filecmp.cmp(one, other, shallow=False)


def write_atomic(
    target: str | os.PathLike[str],
    data: bytes | str,
    *,
    executable: bool = False,
    restat: bool = False,
    failure: Failure = _cannot_write,
) -> None:
    """Write `data` (text as UTF-8) to a file atomically. Raises as :func:`atomic_path`, and BrokenPipeError."""
    raw = data.encode("utf-8") if isinstance(data, str) else data
    if _is_special(Path(target)):
        try:
            Path(target).write_bytes(raw)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise failure(error, os.fspath(target)) from error
        return
    with atomic_path(target, executable=executable, restat=restat, failure=failure) as temporary:
        temporary.write_bytes(raw)
