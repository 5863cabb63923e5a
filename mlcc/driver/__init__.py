"""What the commands do: reading inputs, the named phases, and writing outputs.

The commands of `mlcc.cli` parse options and call this package; Python callers use
:func:`build` and :func:`import_model`. Loading a name loads only what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlcc.late_names import loader, names_of

if TYPE_CHECKING:
    from .artefact import Artefact
    from .building import build, build_files, import_model, lower
    from .files import InputFile, decode_utf8, read_bytes, read_input
    from .modules import read_module
    from .options import BuildOptions
    from .pipeline import Compilation
    from .schedule_command import schedule_files
    from .writing import atomic_path, write_output, write_stdout

_LAZY = {
    "Artefact": "artefact",
    "BuildOptions": "options",
    "Compilation": "pipeline",
    "InputFile": "files",
    "atomic_path": "writing",
    "build": "building",
    "build_files": "building",
    "import_model": "building",
    "lower": "building",
    "read_module": "modules",
    "schedule_files": "schedule_command",
    "decode_utf8": "files",
    "read_bytes": "files",
    "read_input": "files",
    "write_output": "writing",
    "write_stdout": "writing",
}

__all__ = [
    "Artefact",
    "BuildOptions",
    "Compilation",
    "InputFile",
    "atomic_path",
    "build",
    "build_files",
    "decode_utf8",
    "import_model",
    "lower",
    "read_bytes",
    "read_input",
    "read_module",
    "schedule_files",
    "write_output",
    "write_stdout",
]

__getattr__ = loader(__name__, names_of(_LAZY))
