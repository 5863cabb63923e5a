"""`mlcc rebuild LIB`: build a library again as it says it was made, and compare the bytes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from .options import common_options, input_path, output_option, remember_input, source_option


@click.command("rebuild")
@click.argument("library", type=input_path)
@source_option
@click.option("--check", is_flag=True, help="Write nothing: say whether the bytes are the same (else D197).")
@output_option
@common_options
def command(library: str, folders: tuple[str, ...], check: bool, output: str | None) -> None:
    """Build LIB (.so, .o or .a of `mlcc build`) again from the model, the settings and the files that it names.

    A library keeps the digests of what it was made from, so that another model is not taken for its own. With the same
    version of mlcc the result has the same bytes: --check proves that a library comes from a model.

    \b
    Examples:
      mlcc rebuild model.so --check
      mlcc rebuild model.so --source models --source schedules -o again.so
      mlcc rebuild model.so -o model.relax           its graph as text, which `mlcc build` reads (.tir: its programs)
    """
    from mlcc.diagnostics import MlccError
    from mlcc.driver.inspection import ACCURACY, read_description
    from mlcc.runtime import temporary_folder

    remember_input(library)
    if check == (output is not None):
        raise click.UsageError("give --check, or -o with a file to write")
    source, settings = sources_of(library, folders)
    accuracy = read_description(library)["accuracy"]
    if accuracy is not None:  # it was measured, which need not give the same everywhere
        settings["conditions"] = [lambda artefact: {ACCURACY: accuracy}]
    if output is not None:
        build_again(source, settings, output)
        return
    with temporary_folder("rebuild") as folder:
        again = Path(folder) / os.path.basename(library)  # a library's name is part of it
        build_again(source, settings, str(again))
        if again.read_bytes() == Path(library).read_bytes():
            click.echo(f"{library}: the same bytes as from {source}")
            return
        raise MlccError(
            "D197",
            f"`{library}` has other bytes than a build from `{source}`",
            notes=_differences(library, str(again)),
        )


def places_of(library: str, folders: Sequence[str]) -> list[str]:
    """The folders in which the files of a library are looked for."""
    beside = os.path.dirname(library)
    return list(folders) or [beside, *([] if beside in ("", ".") else ["."])]


def build_again(source: str, settings: dict[str, Any], output: str, **others: Any) -> None:
    """Build from a source by the settings of a recipe; `others` are further arguments of `build_files`."""
    from mlcc.driver import build_files

    from .build_progress import BuildProgress
    from .session import report

    with BuildProgress(source) as progress:
        given = {"recipe": True, **settings, **others}
        build_files(source, output=output, observe=progress, on_warning=report, **given)


def settings_of(recipe: dict[str, Any], files: dict[str, str]) -> dict[str, Any]:
    """What a recipe gives to :func:`mlcc.driver.build_files`; `files` are the paths of those that it names."""
    from .build import precision_request

    settings = {key: _found(value, files) for key, value in recipe["settings"].items()}
    precise = {key: settings.pop(key, default) for key, default in _PRECISION.items()}
    return {**settings, "target": recipe["target"], "precision": precision_request(precise)}


def sources_of(library: str, folders: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The source of a library, and the settings of its build. Raises MlccError D199 where they are not to be found."""
    from mlcc.driver.inspection import source_of

    return source_of(library, places_of(library, folders)), settings_for(library, folders)


def settings_for(library: str, folders: Sequence[str]) -> dict[str, Any]:
    """The settings of the build of a library. Raises MlccError D199 where the files that they name are not found."""
    from mlcc.driver.inspection import read_recipe
    from mlcc.driver.recipes import find_file

    recipe, places = read_recipe(library), places_of(library, folders)
    return settings_of(recipe, {name: find_file(name, digest, places) for name, digest in recipe["files"].items()})


#: The settings that make up a request of precision, and what they are where none was given.
_PRECISION: dict[str, Any] = {"precision": "", "max_error": None, "calibrate": (), "report": None, "rounding": ""}


def _found(value: Any, files: dict[str, str]) -> Any:
    """A setting with the names of files as their paths."""
    if isinstance(value, list):
        return tuple(_found(item, files) for item in value)
    if isinstance(value, dict):
        return {key: tuple(item) if isinstance(item, list) else item for key, item in value.items()}
    return files.get(value, value) if isinstance(value, str) else value


def _differences(old: str, new: str) -> list[str]:
    """What differs, as far as the descriptions say."""
    from mlcc.driver.inspection import read_description

    have, want = read_description(old), read_description(new)
    notes = []
    for what, key in (("versions", "versions"), ("target", "triple"), ("weights", "weights_bytes")):
        if have[key] != want[key]:
            notes.append(f"{what}: {have[key]}, and {want[key]} now")
    sizes = have["file"]["bytes"], want["file"]["bytes"]
    notes.append(f"size: {sizes[0]:,} bytes, and {sizes[1]:,} now")
    return notes
