"""What the commands do: reading inputs, the named phases, and writing outputs.

The commands of `mlcc.cli` parse options and call this package; Python callers use
:func:`build` and :func:`import_model`. Loading a name loads only what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .atomic import atomic_path, write_output, write_stdout
    from .files import InputFile, decode_utf8, read_bytes, read_input

_LAZY = {
    "InputFile": "files",
    "atomic_path": "atomic",
    "decode_utf8": "files",
    "read_bytes": "files",
    "read_input": "files",
    "write_output": "atomic",
    "write_stdout": "atomic",
}

__all__ = [
    "InputFile",
    "atomic_path",
    "decode_utf8",
    "read_bytes",
    "read_input",
    "write_output",
    "write_stdout",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _LAZY:
        raise AttributeError(f"module 'mlcc.driver' has no attribute {name!r}")
    return getattr(import_module(f".{_LAZY[name]}", __name__), name)
