"""The texts from which a library was made, so that they build the same bytes: what `mlcc extract` prints."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlcc.analysis.scheduled import is_without_trace
from mlcc.diagnostics import MlccError
from mlcc.ir import SCHEDULED, script

from . import recipes
from .inspection import ACCURACY, SCHEDULES, read_description
from .modules import mark_scheduled
from .origin import SETTINGS, with_origin
from .recipes import CODE_DIGEST, RECIPE

if TYPE_CHECKING:
    from .artefact import Artefact

#: What a description says of a build that a build of its text could not find out.
_KEPT = (RECIPE, CODE_DIGEST, SCHEDULES, ACCURACY)
#: Those that a graph does not have in it either.
_OF_GRAPH = {**SETTINGS, "winograd": "--no-winograd", "precision": "--precision", "rounding": "--rounding"}
#: Settings that name files, or depend on measurements: a graph with them cannot be built by its text alone.
_FILES = ("costs", "schedules", "records", "extern", "max_error", "calibrate")


def extracted(library: str, artefact: Artefact, kind: str) -> str:
    """The text of kind `tir` or `relax` of an artefact that was built again as `library` says.

    Its first line is the command that builds the library. Raises MlccError D174 for a library without a graph, D206 for
    a graph whose build took files.
    """
    described = read_description(library)
    metadata = {key: value for key, value in artefact.spec.metadata.items() if key in _KEPT}
    if kind == "tir":
        module = mark_scheduled(artefact.compilation.scheduled.module).map_prim_funcs(
            lambda func: func.with_attr(SCHEDULED, True) if is_without_trace(func) else func
        )
    elif artefact.module.graph_funcs:
        module = artefact.module
    else:
        raise MlccError("D174", f"`{library}` comes from a program: it has no graph", help="--tir gives its programs")
    kept = {
        "name": artefact.spec.name,
        "final": kind == "tir",
        "metadata": metadata,
        "flops": {f.name: f.metadata["flops"] for f in artefact.spec.functions if "flops" in f.metadata},
    }
    text = script(with_origin(module, kept))
    command = _command(library, described["metadata"][RECIPE], kind)
    return f"# {command}\n{text}" + ("" if text.endswith("\n") else "\n")


def _command(library: str, recipe: Mapping[str, Any], kind: str) -> str:
    """The command that builds the library from its text."""
    settings, options = recipe["settings"], SETTINGS if kind == "tir" else _OF_GRAPH
    files = [name for name in _FILES if settings.get(name)] if kind == "relax" else []
    if files:
        raise MlccError(
            "D206",
            f"the graph of `{library}` is not all that its build took: it was given `{'`, `'.join(files)}`",
            help="--tir gives the programs that came of it; `mlcc rebuild` takes the model and the files",
        )
    words = ["mlcc", "build", f"{Path(library).stem}.{kind}", "--target", recipe["target"]]
    for name, option in options.items():
        value = settings.get(name, recipes.SETTINGS[name])
        if value == recipes.SETTINGS[name] or value is None:
            continue
        words += [option] if isinstance(value, bool) else [option, str(value)]
    return shlex.join([*words, "-o", Path(library).name])
