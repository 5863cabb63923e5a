"""The cases of releases of ONNX, from their wheels, and which of them differ from newer ones."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import onnx
from onnx import numpy_helper

#: The last patch of every minor release; those before 1.12 have no wheels for a Python that is still in use.
RELEASES = (
    *("1.22.0", "1.21.0", "1.20.1", "1.19.1", "1.18.0", "1.17.0", "1.16.2", "1.15.0", "1.14.1", "1.13.1", "1.12.0"),
)
_KINDS = ("node", "simple", "pytorch-converted", "pytorch-operator")
_DATA = "onnx/backend/test/data"
_PYTHONS = ("3.12", "3.11", "3.10")
_PLATFORMS = ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")


@dataclass(frozen=True)
class Case:
    """A case of a release: a folder with a model and its data."""

    release: str
    folder: Path

    @property
    def name(self) -> str:
        return f"{self.folder.parent.name}/{self.folder.name}"

    def model(self) -> onnx.ModelProto:
        return onnx.load(str(self.folder / "model.onnx"))

    def data_sets(self, model: onnx.ModelProto) -> list[tuple[list[Any], list[Any]]]:
        """Inputs and expected outputs of each run."""
        return [
            (_values(part, "input", model.graph.input), _values(part, "output", model.graph.output))
            for part in sorted(self.folder.glob("test_data_set_*"))
        ]


def _values(folder: Path, kind: str, declared: Any) -> list[Any]:
    files = sorted(folder.glob(f"{kind}_*.pb"), key=lambda file: int(file.stem.rsplit("_", 1)[1]))
    return [
        _value(file.read_bytes(), item.type.WhichOneof("value")) for file, item in zip(files, declared, strict=False)
    ]


def _value(raw: bytes, form: str) -> Any:
    if form == "sequence_type":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(raw))
    if form == "optional_type":
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(raw))
    return numpy_helper.to_array(onnx.TensorProto.FromString(raw))


def fetch(release: str, folder: Path) -> None:
    """The release's cases in `folder`, out of its wheel; nothing where they are there. Raises CalledProcessError."""
    target = folder / release
    if target.exists():
        return
    with tempfile.TemporaryDirectory(dir=folder) as place:
        for python in _PYTHONS:
            platforms = [word for name in _PLATFORMS for word in ("--platform", name)]
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", *platforms]
            got = subprocess.run([*command, "--python-version", python, "-d", place, f"onnx=={release}"])
            if got.returncode == 0:
                break
        got.check_returncode()
        (wheel,) = Path(place).glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(f"{place}/whole", [name for name in packed.namelist() if name.startswith(_DATA)])
        (Path(place) / "whole").rename(target)


def of_release(release: str, folder: Path) -> list[Case]:
    """All cases of a release that is fetched."""
    data = folder / release / _DATA
    return [Case(release, model.parent) for kind in _KINDS for model in sorted((data / kind).glob("*/model.onnx"))]


def _key(model: onnx.ModelProto) -> str:
    """What a model computes: all but names of producers and texts."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    for field in ("producer_version", "producer_name", "ir_version", "doc_string"):
        copy.ClearField(field)
    copy.graph.ClearField("name")
    return hashlib.sha256(copy.SerializeToString(deterministic=True)).hexdigest()


def differing(folder: Path) -> list[Case]:
    """The cases of all releases whose models neither a newer release nor the installed one has, newest first."""
    from onnx.backend.test.loader import load_model_tests

    seen = set()
    for kind in _KINDS:
        for known in load_model_tests(kind=kind):
            seen.add(_key(known.model or onnx.load(f"{known.model_dir}/model.onnx")))
    cases = []
    for release in RELEASES:
        for case in of_release(release, folder):
            key = _key(onnx.load(str(case.folder / "model.onnx"), load_external_data=False))
            if key not in seen:
                seen.add(key)
                cases.append(case)
    return cases
