"""Where `grammars/` and `schedules/` are: the only module that knows.

In a checkout they stand beside the `mlcc` package and are read from there, so that an edit counts
at once; in an installed wheel they are package data inside it.
"""

from __future__ import annotations

from pathlib import Path

from mlcc.plugins import plugins

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


def _folder(name: str) -> Path:
    checkout = _CHECKOUT / name
    # The neighbour folder counts only in a real checkout: site-packages may hold a `schedules` too.
    if checkout.is_dir() and (_CHECKOUT / "pyproject.toml").is_file():
        return checkout
    return _PACKAGE / name


def grammars() -> Path:
    """The folder of `.lark` files that define the text format."""
    return _folder("grammars")


def schedules() -> Path:
    """The folder of the schedule library: YAML files and their JSON schema."""
    return _folder("schedules")


def grammar_text(name: str) -> str:
    """The text of one grammar file, such as `script.lark`."""
    return (grammars() / name).read_text(encoding="utf-8")


def schedule_files(machine: str = "") -> list[Path]:
    """Every schedule of the library, and of the folders of installed packages, sorted by path: those for CPUs, or those
    of the folder for another machine."""
    folders = (schedules(), *schedule_folders())
    return [path for folder in folders for path in sorted((folder / machine).glob("*.yaml"))]


def schedule_folders() -> tuple[Path, ...]:
    """The folders of schedules of installed packages. Raises MlccError D226."""
    return tuple(Path(plugin.value) for plugin in plugins("mlcc.schedules"))


def steps() -> Path:
    """The folder of the library's composite steps, one YAML file each."""
    return schedules() / "steps"


def intrinsics() -> Path:
    """The folder of the library's tensor intrinsics, one `.tir` file each."""
    return schedules() / "intrinsics"
