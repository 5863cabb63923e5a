"""Output files that are either whole or not there."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mlcc.diagnostics import MlccError


def _cannot_write(path: Path, error: OSError) -> MlccError:
    return MlccError(
        "R334",
        f"cannot write `{path}`: {error.strerror or error}",
        notes=["nothing was written"],
    )


def _is_special(path: Path) -> bool:
    """A device or a pipe: it must be written to, not replaced."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def _usual_mode(executable: bool) -> int:
    mask = os.umask(0)
    os.umask(mask)
    return (0o777 if executable else 0o666) & ~mask


@contextlib.contextmanager
def atomic_path(path: str | os.PathLike[str], *, executable: bool = False) -> Iterator[Path]:
    """Yields the path of a temporary file beside `path`; at the end it takes the place of `path`.

    Whatever fails inside, or on the way, leaves an older file at `path` as it was and no other.
    OSError becomes R334.
    """
    target = Path(path)
    if target.is_dir():
        raise MlccError("R334", f"cannot write `{target}`: it is a folder")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    except OSError as error:
        raise _cannot_write(target, error) from error
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(_usual_mode(executable))
        temporary.replace(target)
    except OSError as error:
        raise _cannot_write(target, error) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def write_atomic(path: str | os.PathLike[str], data: bytes | str, *, executable: bool = False) -> None:
    """Writes a whole file at once; R334 when that fails, and then nothing has changed.

    A device or a named pipe is written to as it is.
    """
    payload = data.encode() if isinstance(data, str) else data
    target = Path(path)
    if _is_special(target) and not target.is_dir():
        try:
            target.write_bytes(payload)
        except OSError as error:
            raise _cannot_write(target, error) from error
        return
    with atomic_path(target, executable=executable) as temporary:
        temporary.write_bytes(payload)
