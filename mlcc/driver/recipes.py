"""How an artefact was made, kept in its description: the settings of the build and the digests of the files it read.

`mlcc rebuild` builds again from it. Paths are not kept, only names: the same input gives the same bytes wherever it is.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError

from .digests import file_digest

if TYPE_CHECKING:
    from mlcc.target import Target

    from .files import InputFile

#: The key of the recipe in a module's metadata.
RECIPE = "recipe"
#: The key of the digest of what the machine code was made from, beside the constants.
CODE_DIGEST = "code_sha256"
#: The settings of a build that decide its bytes, and what they are where nothing was given.
SETTINGS: dict[str, Any] = {
    "runtime": None, "costs": None, "schedules": (), "params": {}, "shapes": {}, "weights": (), "prefix": "mlcc",
    "opt_level": 2, "winograd": True, "profile": False, "allow_extern": False, "extern": (), "records": (),
    "precision": "", "max_error": None, "calibrate": (), "rounding": "", "linker": "auto",
    "program": False, "selftest": False,
}  # fmt: skip


def recipe_of(
    source: InputFile, machines: Sequence[Target], given: Mapping[str, Any], files: Sequence[str]
) -> dict[str, Any]:
    """The recipe of a build: its target as it was given, unless that is this machine; the :data:`SETTINGS` that differ
    from their defaults; and the name and SHA-256 digest of the input and of each further file.
    """
    import hashlib

    target = given["target"]
    here = not isinstance(target, str) or "native" in target
    kept = {name: _plain(given[name]) for name, default in SETTINGS.items() if _differs(given[name], default)}
    digest = hashlib.sha256(source.data).hexdigest() if source.path is None else file_digest(source.path)
    names = [name for name in files if name not in ("-", "auto") and os.path.isfile(name)]
    return {
        "source": {"name": os.path.basename(source.name), "sha256": digest},
        "target": str(machines[0]) if here else target,
        "settings": kept,
        "files": {os.path.basename(name): file_digest(Path(name)) for name in names},
    }


def _differs(value: Any, default: Any) -> bool:
    """Whether a setting is not its default; options that nobody gave are empty or false."""
    return bool(value) if not default else value != default


def _plain(value: Any) -> Any:
    """A value as JSON has it; paths lose their folders."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return os.path.basename(value) if isinstance(value, str) and os.path.exists(value) else value


def find_file(name: str, digest: str, folders: Sequence[str]) -> str:
    """The path of a file of this name with these contents in one of the folders. Raises MlccError D199."""
    others = []
    for folder in folders:
        path = os.path.join(folder, name)
        if not os.path.isfile(path):
            continue
        if file_digest(Path(path)) == digest:
            return path
        others.append(path)
    if others:
        raise MlccError(
            "D199", f"`{others[0]}` is not what the library was built from: its contents differ",
            notes=[f"its SHA-256 was {digest}"], help="give the folder of the right one with --source",
        )  # fmt: skip
    places = ", ".join(f"`{folder or '.'}`" for folder in folders)
    raise MlccError("D199", f"there is no `{name}` in {places}", help="give its folder with --source")
