"""The files that a build depends on, for depfiles: the user's, those that these name, and the compiler."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import mlcc

from .files import InputFile
from .outputs import Output, depfile_text
from .writing import write_output


def write_depfile(
    name: str | None, outputs: Sequence[Output], source: InputFile, files: Sequence[str], targets: Sequence[str] = ()
) -> None:
    """The Makefile rule of what was built from `source` and further files; nothing without a name.

    It makes the `targets`, by default the outputs.
    """
    if name is not None:
        made = targets or [item.path for item in outputs if item.path != "-"]
        write_output(name, depfile_text(made, read_files(source, files)))


def read_files(source: InputFile, files: Sequence[str]) -> list[str]:
    """What a build from `source` and further files (names or `-`, `auto`) has read."""
    names = [] if source.path is None else [str(source.path)]
    if source.kind == "onnx" and source.path is not None:
        names += external_data(source.path)
    for name in files:
        if name not in ("-", "auto"):
            names += [name, *_inside(Path(name))]
    return names + compiler_files()


def external_data(model: Path) -> list[str]:
    """The files beside a model that hold its large tensors, in order."""
    import onnx
    from onnx.external_data_helper import ExternalDataInfo, uses_external_data

    graph = onnx.load(model, load_external_data=False).graph
    locations = [ExternalDataInfo(tensor).location for tensor in graph.initializer if uses_external_data(tensor)]
    return [str(model.parent / name) for name in dict.fromkeys(locations)]


def _inside(path: Path) -> Iterator[str]:
    """The files of a folder of samples, or those that an index of safetensors names."""
    if path.is_dir():
        yield from sorted(str(inner) for inner in path.iterdir() if inner.is_file())
    elif path.name.endswith(".safetensors.index.json"):
        shards = set(json.loads(path.read_text(encoding="utf-8"))["weight_map"].values())
        yield from sorted(str(path.parent / shard) for shard in shards)


def compiler_files() -> list[str]:
    """A file that changes when mlcc is installed anew: the list of its files. Empty in a checkout, whose sources change
    without an installation."""
    try:
        installed = distribution("mlcc")
    except PackageNotFoundError:
        return []
    record = next((file for file in installed.files or () if file.name == "RECORD"), None)
    package = installed.locate_file("mlcc")
    if record is None or not os.path.exists(str(package)) or not os.path.samefile(str(package), mlcc.__path__[0]):
        return []
    return [str(installed.locate_file(record))]
