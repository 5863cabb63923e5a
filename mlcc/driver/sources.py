"""A digest of the compiler's sources: results of another version must not be taken from the cache."""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import mlcc
from mlcc import resources
from mlcc.plugins import plugins

#: The clock of a file system lags behind; what changed so shortly before the start may have changed after it.
_MARGIN_NS = 100_000_000


def compiler_digest() -> str | None:
    """The digest of all sources, schedules and grammars; None where the files are not what this process runs.

    That is when one was changed after the process had begun to load them.
    """
    folders = (Path(mlcc.__file__).parent, resources.schedules(), resources.grammars(), *_of_plugins())
    return _digest(folders, mlcc.LOADED_NS)


@functools.cache
def _of_plugins() -> tuple[Path, ...]:
    """The folders of what installed packages add: their schedules, and the modules of their passes and operators."""
    values = [plugin.value for group in ("mlcc.operators", "mlcc.passes") for plugin in plugins(group)]
    modules = {value.__name__ if isinstance(value, ModuleType) else value.__module__ for value in values}
    names = {name.partition(".")[0] for name in modules}
    files = sorted(path for name in names if (path := sys.modules[name].__file__) is not None)
    return (*(Path(path).parent for path in files), *resources.schedule_folders())


@functools.lru_cache(maxsize=4)
def _digest(folders: tuple[Path, ...], loaded_ns: int) -> str | None:
    state = hashlib.sha256()
    for number, folder in enumerate(folders):
        for path in _files(folder):
            try:
                with open(path, "rb", buffering=0) as file:
                    about, data = os.fstat(file.fileno()), file.read()
            except OSError:
                return None
            if max(about.st_mtime_ns, about.st_ctime_ns) > loaded_ns - _MARGIN_NS:
                return None
            name = path[len(os.path.join(folder, "")) :]  # `relpath` takes longer than to read the file
            state.update(f"{number} {name} {len(data)}\0".encode())
            state.update(data)
    return state.hexdigest()


def _files(folder: Path) -> Iterator[str]:
    """Every file below a folder, in order; what Python compiled of them is no source."""
    for parent, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if name != "__pycache__")
        for name in sorted(names):
            yield os.path.join(parent, name)
