"""Names of temporary files and folders that say whose they are, so that what a killed process left is removed.

A process that ends by itself, by an error or by a signal that can be caught removes its own. One that is killed cannot:
the next that writes to the same folder removes them. It tells them by the process in their names, which runs no more,
and leaves alone those of other machines and containers, whose processes it cannot see.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

_NAME = re.compile(r"\bmlcc-([0-9a-f]{8})-(\d+)-")
#: The longest part of a target's name, in characters, that its temporary file has: names have at most 255 bytes.
_LONGEST = 40


def temporary_beside(final: Path) -> tuple[int, str]:
    """A new hidden file, open, in the folder of the file that it is to become, and its path; raises OSError."""
    _remove_once(final.parent)
    return tempfile.mkstemp(prefix=f".{final.name[:_LONGEST]}.{_mark()}", suffix=final.suffix, dir=final.parent)


def temporary_folder(what: str) -> tempfile.TemporaryDirectory[str]:
    """A new folder among the system's temporary ones, whose name says what it is for; raises OSError."""
    return tempfile.TemporaryDirectory(prefix=temporary_prefix(what))


def temporary_prefix(what: str) -> str:
    """How the name of a new file or folder among the system's temporary ones begins."""
    _remove_once(Path(tempfile.gettempdir()))
    return f"{_mark()}{what}-"


@cache
def _remove_once(folder: Path) -> None:
    remove_leftovers(folder)


def remove_leftovers(folder: Path | None = None) -> None:
    """Remove what processes that are gone left in a folder, by default that of the system's temporary files."""
    with suppress(OSError), os.scandir(folder or tempfile.gettempdir()) as entries:
        for entry in entries:
            found = _NAME.search(entry.name)
            if found is None or found[1] != _system() or _runs(int(found[2])):
                continue
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                with suppress(OSError):
                    os.unlink(entry.path)


def _mark() -> str:
    return f"mlcc-{_system()}-{os.getpid()}-"


@cache
def _system() -> str:
    """What processes have in common that see each other: the running kernel, and the container."""
    facts = []
    with suppress(OSError):
        facts.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii"))
        facts.append(os.readlink("/proc/self/ns/pid"))
    return hashlib.sha256("".join(facts or [_host()]).encode()).hexdigest()[:8]


def _host() -> str:
    import platform

    return platform.node()


def _runs(pid: int) -> bool:
    if os.name == "nt":  # where signals end processes, 0 too
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
