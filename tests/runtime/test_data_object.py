"""Objects of data alone: linkers take them beside code for the same machine."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc.codegen.llvm import compile_to_object
from mlcc.diagnostics import MlccError
from mlcc.driver import build
from mlcc.runtime import DataSection, late_data, link_with_data, platform_of, write_data_object
from mlcc.runtime.objfile import parse_object
from mlcc.script import parse_module
from mlcc.target import Target

TRIPLES = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf",
           "riscv64-unknown-linux-gnu", "s390x-unknown-linux-gnu")  # fmt: skip


@pytest.mark.parametrize("triple", TRIPLES)
@pytest.mark.parametrize("nbytes", [1, 64, 1000])
def test_sections(triple: str, nbytes: int, tmp_path: Path) -> None:
    code = compile_to_object("define void @f() { ret void }", Target.parse(f"llvm -mtriple={triple}"))
    data = bytes(range(256)) * 4
    path = tmp_path / "data.o"
    write_data_object(path, code, ".rodata.mine", "mine", [data[: nbytes // 2], data[nbytes // 2 : nbytes]], nbytes)
    whole = path.read_bytes()
    info = parse_object(whole, "here")
    assert (info.kind, info.format, info.arch) == ("object", "elf", platform_of(triple).arch)
    assert info.sections[".rodata.mine"] == (64, nbytes)
    assert whole[64 : 64 + nbytes] == data[:nbytes]


@pytest.mark.parametrize("triple", TRIPLES)
def test_a_size_without_contents(triple: str, tmp_path: Path) -> None:
    code = compile_to_object("define void @f() { ret void }", Target.parse(f"llvm -mtriple={triple}"))
    path = tmp_path / "data.o"
    write_data_object(path, code, ".rodata.mine", "mine", None, 10**9 + 1)
    assert path.stat().st_size < 1000
    info = parse_object(path.read_bytes(), "here")
    assert (info.kind, info.arch) == ("object", platform_of(triple).arch)
    assert info.sections[".rodata.mine"] == (64, 10**9 + 1)
    assert [symbol.name for symbol in info.symbols] == ["mine"]


LOAD = """
@mine = external hidden constant [0 x i8], align 64
@other = private constant [4 x i32] [i32 1000, i32 2000, i32 3000, i32 4000]
define i32 @get(i64 %at) {
  %p = getelementptr i8, ptr @mine, i64 %at
  %v = load i8, ptr %p
  %n = and i64 %at, 3
  %q = getelementptr i32, ptr @other, i64 %n
  %more = load i32, ptr %q
  %r = zext i8 %v to i32
  %sum = add i32 %r, %more
  ret i32 %sum
}
"""


def data_of(nbytes: int, used: list[bool]) -> DataSection:
    whole = np.random.default_rng(0).integers(0, 256, nbytes, np.uint8)

    def chunks() -> list[memoryview]:
        used.append(True)
        return [memoryview(whole[: nbytes // 3]), memoryview(whole[nbytes // 3 :])]

    return DataSection(".rodata.mine", "mine", nbytes, chunks)


@pytest.mark.parametrize("nbytes", [1, 4097, 1_000_003])
def test_data_written_after_linking_gives_the_same_library(
    nbytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, used = compile_to_object(LOAD, Target.host()), list[bool]()
    triple, data = Target.host().triple, data_of(nbytes, used)
    link_with_data(code, data, tmp_path / "ordinary.so", triple, soname="x.so")
    monkeypatch.setattr(late_data, "LATE_BYTES", 1)
    monkeypatch.setattr(late_data, "write_data_object", without_contents)
    link_with_data(code, data, tmp_path / "late.so", triple, soname="x.so")
    assert (tmp_path / "late.so").read_bytes() == (tmp_path / "ordinary.so").read_bytes()
    library = ctypes.CDLL(str(tmp_path / "late.so"))
    whole = b"".join(data.chunks())
    library.get.argtypes = [ctypes.c_int64]
    places = {0, nbytes - 1, nbytes // 2}
    assert {at: library.get(at) for at in places} == {at: whole[at] + 1000 * (at % 4 + 1) for at in places}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["late.so", "ordinary.so"]


def without_contents(path: Path, like: bytes, section: str, symbol: str, chunks: object, nbytes: int) -> None:
    """What writes the object here must not be given the data."""
    assert chunks is None
    write_data_object(path, like, section, symbol, None, nbytes)


def test_a_linker_that_leaves_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the data goes through the linker."""
    code, used = compile_to_object(LOAD, Target.host()), list[bool]()
    data, triple = data_of(5000, used), Target.host().triple
    link_with_data(code, data, tmp_path / "ordinary.so", triple, soname="x.so")
    monkeypatch.setattr(late_data, "LATE_BYTES", 1)
    for name in ("contents_at", "symbol_address"):
        with monkeypatch.context() as patch:
            patch.setattr(late_data, name, lambda *_: None)
            link_with_data(code, data, tmp_path / "late.so", triple, soname="x.so")
        assert (tmp_path / "late.so").read_bytes() == (tmp_path / "ordinary.so").read_bytes()


@pytest.mark.parametrize("late", [1, 10**9])
def test_a_failing_linker_is_told_of(late: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_data, "LATE_BYTES", late)
    missing = LOAD.replace("@get", "@put").replace("ret i32 %sum", "call void @nowhere()\n  ret i32 %sum")
    code = compile_to_object(missing + "declare void @nowhere()\n", Target.host())
    with pytest.raises(MlccError) as caught:
        link_with_data(code, data_of(100, []), tmp_path / "x.so", Target.host().triple)
    assert caught.value.code == "R333"
    assert not list(tmp_path.iterdir())


SHIFT = """
@R.function
def main(x: R.Tensor((3,), "float32")):
    y = R.add(x, R.const([1.0, 2.0, 3.0], "float32"))
    return y
"""


def test_linked_weights(tmp_path: Path) -> None:
    path = tmp_path / "lib.so"
    build(parse_module(SHIFT), output=path)
    np.testing.assert_array_equal(mlcc.load(path)(np.zeros(3, np.float32)), [1, 2, 3])
    again = tmp_path / "again.so"
    build(parse_module(SHIFT), output=again, name="lib")
    build(parse_module(SHIFT), output=path, name="lib")
    assert path.read_bytes() == again.read_bytes()


def test_weights_written_after_linking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for late in (1, 10**9):
        monkeypatch.setattr(late_data, "LATE_BYTES", late)
        build(parse_module(SHIFT), output=tmp_path / f"{late}.so", name="lib")
        made.append((tmp_path / f"{late}.so").read_bytes())
        np.testing.assert_array_equal(build(parse_module(SHIFT))(np.zeros(3, np.float32)), [1, 2, 3])
    assert made[0] == made[1]
