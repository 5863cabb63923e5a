"""What installed packages add to mlcc: operators, targets, passes and folders of schedules, by entry points.

A package names them in its `pyproject.toml`:

    [project.entry-points."mlcc.operators"]     # a module whose functions with `@onnx_op` are converters
    mine = "my_package.operators"
    [project.entry-points."mlcc.targets"]       # a mapping of names to `mlcc.target.Cpu`
    mine = "my_package.targets:CPUS"
    [project.entry-points."mlcc.passes"]        # a class derived from `mlcc.relax.transform.Pass`, with `before`
    mine = "my_package.passes:MyPass"
    [project.entry-points."mlcc.schedules"]     # the path of a folder of schedule files
    mine = "my_package:SCHEDULES"

Code generators have the group `mlcc.generators` (see `mlcc.extern`). Nothing is loaded before it is needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from mlcc.diagnostics import MlccError


@dataclass(frozen=True, slots=True)
class Plugin:
    """What an entry point gives: `package` is the name and version of the package that has it."""

    name: str
    package: str
    value: Any

    def error(self, message: str, help: str | None = None) -> MlccError:
        """A fault of the plug-in."""
        return MlccError("D226", f"the plug-in `{self.name}` of the package {self.package} {message}", help=help)


def _is_folder(value: Any) -> bool:
    return isinstance(value, str | os.PathLike) and Path(value).is_dir()


#: What the entry points of each group must give, in words and as a test.
GROUPS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "mlcc.operators": ("a module of converters", lambda value: isinstance(value, ModuleType)),
    "mlcc.targets": ("a mapping of names to `mlcc.target.Cpu`", lambda value: isinstance(value, Mapping)),
    "mlcc.passes": ("a class derived from `mlcc.relax.transform.Pass`", lambda value: isinstance(value, type)),
    "mlcc.schedules": ("the path of a folder", _is_folder),
}


@cache
def _everywhere() -> Any:
    """The entry points of all groups: a question reads the metadata of every package, 10 ms for a hundred."""
    return entry_points()


def found(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group; nothing is loaded."""
    return tuple(_everywhere().select(group=group))


@cache
def plugins(group: str) -> tuple[Plugin, ...]:
    """The plug-ins of a group (of :data:`GROUPS`), by name. Raises MlccError D226 for one that cannot be loaded, or
    gives something else."""
    return tuple(_loaded(item, group) for item in sorted(found(group), key=lambda item: item.name))


def installed() -> list[tuple[str, str, str]]:
    """Group, name and package of every plug-in; nothing is loaded."""
    return sorted((group, item.name, _package(item)) for group in GROUPS for item in found(group))


def _package(item: EntryPoint) -> str:
    return f"{item.dist.name} {item.dist.version}" if item.dist is not None else "that has it"


def _loaded(item: EntryPoint, group: str) -> Plugin:
    what, fits = GROUPS[group]
    try:
        plugin = Plugin(item.name, _package(item), item.load())
    except Exception as error:  # whatever a package does when it is imported
        plugin = Plugin(item.name, _package(item), None)
        reason = f"`{item.value}`: {type(error).__name__}: {error}"
        raise plugin.error(f"cannot be loaded: {reason}", help="update or remove the package") from error
    if not fits(plugin.value):
        kind = type(plugin.value).__name__
        raise plugin.error(f"gives a {kind}: `{item.value}`", help=f"an entry point of `{group}` names {what}")
    return plugin
