"""A file that cannot be read, as a diagnostic: the reason, and for a missing one the nearest name that there is."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from .diagnostic import MlccError
from .suggest import closest

_MISSING = frozenset({errno.ENOENT, errno.ENOTDIR})


def unreadable(
    error: OSError, name: str | os.PathLike[str], *, missing: str = "D101", other: str = "D102"
) -> MlccError:
    """The diagnostic for an operating-system error on reading `name`; its code is `missing` where there is no file.

    >>> unreadable(FileNotFoundError(errno.ENOENT, ""), "nowhere/model.onnx").help
    'there is no folder `nowhere`'
    """
    text = os.fspath(name)
    if error.errno in _MISSING:
        return MlccError(missing, f"cannot read `{text}`: there is no such file", help=_nearby(Path(text)))
    return MlccError(other, f"cannot read `{text}`: {(error.strerror or str(error)).lower()}")


def _nearby(path: Path) -> str | None:
    try:
        suggestion = closest(path.name, [entry.name for entry in path.parent.iterdir()])
    except OSError:
        return f"there is no folder `{path.parent}`"
    return f"did you mean `{path.with_name(suggestion)}`?" if suggestion else None
