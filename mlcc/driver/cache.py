"""A cache of build results on disk, keyed by the hash of everything that they depend on.

The folder is `$MLCC_CACHE_DIR`, else in `mlcc` under `$XDG_CACHE_HOME` or `~/.cache`; an empty
MLCC_CACHE_DIR disables the cache. Failures to read or write it are ignored.
"""

from __future__ import annotations

import functools
import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from mlcc import __version__
from mlcc.runtime import temporary_beside

#: Limits on the number and total size of entries; beyond them, the least recently used are evicted.
_MOST_ENTRIES = 16384
_MOST_BYTES = 2**31


@functools.cache
def _llvmlite() -> str:
    """The version of llvmlite; to read it takes a millisecond."""
    return metadata.version("llvmlite")


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of entries, or None if the cache is disabled."""

    folder: Path | None

    @classmethod
    def default(cls) -> Cache:
        """The cache configured by the environment."""
        setting = os.environ.get("MLCC_CACHE_DIR")
        if setting is not None:
            return cls(Path(setting) if setting else None)
        base = os.environ.get("XDG_CACHE_HOME")
        with suppress(RuntimeError):  # no home folder
            return cls((Path(base) if base else Path.home() / ".cache") / "mlcc")
        return cls(None)

    @staticmethod
    def key(*parts: str) -> str:
        """The key of a result: a hash of `parts`, the version of mlcc and that of llvmlite."""
        state = hashlib.sha256()
        for part in (__version__, _llvmlite(), *parts):
            state.update(part.encode())
            state.update(b"\0")
        return state.hexdigest()

    def read(self, key: str) -> bytes | None:
        """The result, or None. A damaged entry (checksum mismatch) counts as absent."""
        if self.folder is None:
            return None
        path = self.folder / key[:2] / key
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        body = data[32:]
        return body if hashlib.sha256(body).digest() == data[:32] else None

    def write(self, key: str, body: bytes) -> None:
        """Store a result atomically: other processes may be reading."""
        if self.folder is None:
            return
        folder = self.folder / key[:2]
        temporary: str | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = temporary_beside(folder / key)
            with open(handle, "wb") as file:
                file.write(hashlib.sha256(body).digest() + body)
            os.replace(temporary, folder / key)
            temporary = None
            self._prune(folder)
        except OSError:
            pass
        finally:
            if temporary is not None:
                with suppress(OSError):
                    os.unlink(temporary)

    @staticmethod
    def _prune(folder: Path) -> None:
        """Evict the least recently used entries of one of the 256 subfolders; the most recent one always stays."""
        entries = []
        with os.scandir(folder) as found:  # in each write: `Path` takes several times as long
            for entry in found:
                with suppress(OSError):
                    status = entry.stat()
                    entries.append((status.st_mtime_ns, status.st_size, entry.path))
        entries.sort(key=lambda entry: entry[0], reverse=True)
        total = 0
        for number, (_, size, path) in enumerate(entries):
            total += size
            if number and (number >= _MOST_ENTRIES // 256 or total > _MOST_BYTES // 256):
                with suppress(OSError):
                    os.unlink(path)
