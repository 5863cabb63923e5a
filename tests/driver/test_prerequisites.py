"""What a build depends on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver import prerequisites
from mlcc.driver.files import InputFile
from mlcc.driver.prerequisites import compiler_files, read_files
from mlcc.driver.writing import check_apart


def test_shards_samples_and_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prerequisites, "compiler_files", lambda: ["RECORD"])
    index = tmp_path / "w.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {"a": "1.safetensors", "b": "2.safetensors", "c": "1.safetensors"}}))
    samples = tmp_path / "samples"
    samples.mkdir()
    (samples / "x.npy").touch()
    source = InputFile("k.tir", "text", Path("k.tir"), b"")
    names = read_files(source, ["auto", "-", str(index), str(samples)])
    inner = ["1.safetensors", "2.safetensors"]
    assert names == [
        "k.tir", str(index), *(str(tmp_path / name) for name in inner), str(samples), str(samples / "x.npy"), "RECORD",
    ]  # fmt: skip


def test_a_checkout_has_no_list_of_installed_files() -> None:
    assert all(Path(name).is_file() for name in compiler_files())


def test_an_output_under_another_name_of_the_input(tmp_path: Path) -> None:
    (tmp_path / "k.tir").touch()
    (tmp_path / "link.tir").symlink_to(tmp_path / "k.tir")
    check_apart(["-", str(tmp_path / "new.tir")], [str(tmp_path / "k.tir"), "-"])
    with pytest.raises(MlccError, match="D203"):
        check_apart([str(tmp_path / "link.tir")], [str(tmp_path / "k.tir")])
