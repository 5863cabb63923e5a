"""Models that `run` and `bench` are given are built once: their libraries are kept beside the cache of kernels.

A library's name is the hash of the model's contents, of the settings and of the compiler's sources, so that nothing
stale is found. Where the cache is disabled, or mlcc is being edited, the model is built in memory each time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .cache import Cache
from .digests import file_digest
from .files import SUFFIXES

if TYPE_CHECKING:
    from mlcc.runtime import Library

Shapes = Mapping[str, Sequence[int]]
Say = Callable[[str], None]

#: The least recently used libraries beyond so many bytes are removed.
_MOST_BYTES = 4 << 30
_FOLDER = "models"


def is_model(name: str) -> bool:
    """Whether a file is a model or a program by its suffix, not a compiled library."""
    return Path(name).suffix.lower() in SUFFIXES


def built(
    name: str, shapes: Shapes, threads: int | None = None, *, profile: bool = False, say: Say = lambda text: None
) -> Library:
    """The library of a model for this machine, from the cache if it was built before; `say` hears of the build.

    `shapes` pins inputs and symbolic dimensions, as in `mlcc build --shape`. Raises what building raises.
    """
    library = _kept(name, shapes, profile, say)
    if threads is not None:
        library.set_num_threads(threads)
    return library


def _kept(name: str, shapes: Shapes, profile: bool, say: Say) -> Library:
    from mlcc.diagnostics import MlccError

    from .building import build

    path = _path(name, shapes, profile)
    if path is not None and path.exists():
        from mlcc.runtime import load

        with suppress(MlccError, OSError):  # one that is damaged is built again
            library = load(str(path))
            os.utime(path)
            return library
    say(f"build {name}")
    if path is not None:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        if os.access(path.parent, os.W_OK):
            library = build(name, shapes=shapes, profile=profile, output=path)
            _prune(path)
            return library
    return build(name, shapes=shapes, profile=profile)


def _path(name: str, shapes: Shapes, profile: bool) -> Path | None:
    """Where the library of these contents and settings is kept; None if it cannot be."""
    from mlcc.target import Target

    from .sources import compiler_digest

    folder, compiler = Cache.default().folder, compiler_digest()
    if folder is None or compiler is None:
        return None
    settings = {"shapes": {key: list(shape) for key, shape in shapes.items()}, "profile": profile}
    text = json.dumps(settings, sort_keys=True)
    key = Cache.key("model", compiler, str(Target.host()), os.path.basename(name), text, *content_digests(name))
    return folder / _FOLDER / f"{key}.so"


def content_digests(name: str) -> list[str]:
    """The SHA-256 digests of a file and, for an ONNX model, of the files of its large tensors. Raises D101, D102."""
    from .prerequisites import external_data

    paths = [Path(name)]
    if paths[0].suffix.lower() == ".onnx":
        with suppress(Exception):  # the build says what is wrong with the file
            paths += map(Path, external_data(paths[0]))
    return [file_digest(path) for path in paths]


def _prune(newest: Path) -> None:
    """Remove the libraries that were not used for longest; the newest stays."""
    entries = []
    for path in newest.parent.glob("*.so"):
        with suppress(OSError):
            status = path.stat()
            entries.append((path == newest, status.st_mtime_ns, status.st_size, path))
    total = 0
    for is_newest, _, size, path in sorted(entries, reverse=True):
        total += size
        if total > _MOST_BYTES and not is_newest:
            with suppress(OSError):
                path.unlink()
