"""Writing a library from Python in each form, loading it again, and libraries for other machines."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.runtime import get_global_func, register_func


def add_one() -> mlcc.IRModule:
    a = te.placeholder((37,), name="A")
    return mlcc.IRModule({"add_one": te.create_prim_func([a, te.compute((37,), lambda i: a[i] + 1.0, name="B")])})


@pytest.fixture(scope="module")
def library() -> mlcc.Library:
    return mlcc.build(add_one(), target="llvm")


@pytest.mark.parametrize("suffix", ["so", "o", "tar"])
def test_an_exported_library_runs(library: mlcc.Library, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"add_one.{suffix}"
    library.export_library(path)
    again = mlcc.load(path)
    x = np.random.default_rng(0).random(37, np.float32)
    np.testing.assert_array_equal(again(x), x + 1)
    assert again.entry_name == "add_one"
    assert repr(again) == "Module(llvm, add_one)"
    again.export_library(tmp_path / f"copy.{suffix}")
    assert (tmp_path / f"copy.{suffix}").read_bytes() == path.read_bytes()
    with pytest.raises(MlccError, match="R343"):
        again.export_library(tmp_path / "other.a")


def test_a_tar_is_the_object_file_and_reproducible(library: mlcc.Library, tmp_path: Path) -> None:
    for name in ("a.tar", "b.tar", "m.o"):
        library.export_library(tmp_path / name)
    assert (tmp_path / "a.tar").read_bytes() == (tmp_path / "b.tar").read_bytes()
    with tarfile.open(tmp_path / "a.tar") as archive:
        (member,) = archive.getmembers()
        content = archive.extractfile(member)
        assert content is not None
        assert content.read() == (tmp_path / "m.o").read_bytes()


@pytest.mark.parametrize("names", [(), ("a.o", "b.o"), ("readme.txt",)])
def test_a_tar_of_something_else_is_refused(names: tuple[str, ...], tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "x.tar", "w") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name), io.BytesIO())
    with pytest.raises(MlccError, match="R322"):
        mlcc.load(tmp_path / "x.tar")


def test_a_library_for_another_machine_is_returned_and_does_not_run(tmp_path: Path) -> None:
    library = mlcc.build(add_one(), target="llvm -mtriple=armv7l-linux-gnueabihf")
    assert library.functions == ("add_one",)
    assert library.entry_name == "add_one"
    assert library.describe()["target"]["triple"].startswith("armv7")
    library.export_library(tmp_path / "arm.o")
    assert (tmp_path / "arm.o").read_bytes()[:5] == b"\x7fELF\x01"
    with pytest.raises(MlccError, match="R323"):
        library(np.zeros(37, np.float32))
    with pytest.raises(MlccError, match="R323"):
        library.set_num_threads(1)
    written = mlcc.build(
        add_one(), target="llvm -mtriple=armv7l-linux-gnueabihf", output=tmp_path / "again.o"
    )  # the file is written, and what is returned says why it does not run
    assert (tmp_path / "again.o").is_file()
    with pytest.raises(MlccError, match="R323"):
        written["add_one"]


@pytest.mark.parametrize(("target", "suffix"), [("llvm -mcpu=cortex-m4", ".a"), ("wasm32", ".o")])
def test_a_library_for_a_machine_without_a_system_is_returned_and_does_not_run(
    target: str, suffix: str, tmp_path: Path
) -> None:
    library = mlcc.build(add_one(), target=target)
    with pytest.raises(MlccError, match="R323"):
        library(np.zeros(37, np.float32))
    library.export_library(tmp_path / f"m{suffix}")
    written = mlcc.build(add_one(), target=target, output=tmp_path / f"again{suffix}")
    assert (tmp_path / f"again{suffix}").read_bytes() == (tmp_path / f"m{suffix}").read_bytes()
    with pytest.raises(MlccError, match="R323"):
        written["add_one"]


def test_registered_functions_are_found_by_name() -> None:
    register_func("test.twice", lambda x: 2 * x, override=True)
    found = get_global_func("test.twice")
    assert found is not None
    assert found(21) == 42
    assert get_global_func("test.twise", allow_missing=True) is None
    with pytest.raises(MlccError, match="R344"):
        get_global_func("test.twise")
