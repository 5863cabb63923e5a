"""Data attached to objects, and written into finished libraries."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlcc as root
from mlcc.codegen.llvm import compile_ir, compile_to_object
from mlcc.diagnostics import MlccError
from mlcc.driver import build
from mlcc.runtime import DataSection, attach_data, late_data, link_with_data, platform_of, weights
from mlcc.runtime.attaching import ROOM_MARK, detach_data, find_room
from mlcc.runtime.objfile import parse_object
from mlcc.runtime.weights import reserved_weights, weights_section
from mlcc.script import parse_module
from mlcc.target import Target

TRIPLES = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf",
           "riscv64-unknown-linux-gnu", "s390x-unknown-linux-gnu")  # fmt: skip


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


def data_of(nbytes: int) -> DataSection:
    whole = np.random.default_rng(0).integers(0, 256, nbytes, np.uint8)
    chunks = [memoryview(whole[: nbytes // 3]), memoryview(whole[nbytes // 3 :])]
    return DataSection(".rodata.mine", "mine", nbytes, lambda: chunks)


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each link: whether the linker was given the data itself."""
    given = list[bool]()

    def attach(code: bytes, data: DataSection, *, contents: bool) -> Iterator[bytes | memoryview]:
        given.append(contents)
        return attach_data(code, data, contents=contents)

    monkeypatch.setattr(late_data, "attach_data", attach)
    return given


#: What needs no data, and comes first.
BESIDE = "define i32 @beside() { ret i32 7 }"


@pytest.mark.parametrize(("linker_option", "links"), [("", [False]), ("-fuse-ld=gold", [False, True])])
@pytest.mark.parametrize("nbytes", [1, 64, 4097, 1_000_003])
def test_data_written_into_the_finished_library(
    nbytes: int,
    linker_option: str,
    links: list[bool],
    linker: str,
    copied: list[bool],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One link does not see the data; gold gives a section without contents no room, so that it has to copy."""
    if linker_option:
        if shutil.which("ld.gold") is None:
            pytest.skip("another linker is not installed")
        monkeypatch.setenv("MLCC_CC", f"{linker} {linker_option}")
    codes = [compile_to_object(text, Target.host()) for text in (BESIDE, LOAD)]
    triple, data = Target.host().triple, data_of(nbytes)
    for name in ("x.so", "again.so"):
        link_with_data(codes, data, tmp_path / name, triple, soname="x.so")
    assert copied == links * 2
    assert (tmp_path / "x.so").read_bytes() == (tmp_path / "again.so").read_bytes()
    whole = b"".join(data.chunks())
    library = ctypes.CDLL(str(tmp_path / "x.so"))
    library.get.argtypes = [ctypes.c_int64]
    indices = {0, nbytes - 1, nbytes // 2}
    assert {at: library.get(at) for at in indices} == {at: whole[at] + 1000 * (at % 4 + 1) for at in indices}
    assert library.beside() == 7
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.so", "x.so"]


@pytest.mark.parametrize("triple", [t for t in TRIPLES if "s390x" not in t])
def test_data_in_libraries_for_other_machines(triple: str, copied: list[bool], tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    code, data = compile_to_object(LOAD, Target.parse(f"llvm -mtriple={triple}")), data_of(4097)
    link_with_data([code], data, tmp_path / "x.so", triple)
    assert copied == [False]
    assert b"".join(data.chunks()) in (tmp_path / "x.so").read_bytes()


@pytest.mark.parametrize("between", [b"", bytes(63), bytes(65), bytes(64) + b"1", bytes(128)])
def test_only_room_of_the_right_size_is_taken(between: bytes) -> None:
    """A linker may put the section elsewhere, and what stands after the mark can be zeros of others."""
    assert find_room(b"code" + ROOM_MARK + bytes(64) + ROOM_MARK, 50) == 68
    assert find_room(b"code" + ROOM_MARK + between + ROOM_MARK, 50) is None
    assert find_room(b"code" + ROOM_MARK + between, 50) is None
    assert find_room(bytes(200), 50) is None


def test_a_linker_that_leaves_no_room(copied: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the linker copies the data."""
    code, data = compile_to_object(LOAD, Target.host()), data_of(5000)
    monkeypatch.setattr(late_data, "find_room", lambda *_: None)
    link_with_data([code], data, tmp_path / "x.so", Target.host().triple)
    assert copied == [False, True]
    library = ctypes.CDLL(str(tmp_path / "x.so"))
    library.get.argtypes = [ctypes.c_int64]
    assert library.get(4999) == b"".join(data.chunks())[4999] + 4000


def test_a_library_that_needs_no_data(copied: list[bool], tmp_path: Path) -> None:
    link_with_data([compile_to_object(BESIDE, Target.host())], data_of(9), tmp_path / "x.so", Target.host().triple)
    assert not copied
    assert ctypes.CDLL(str(tmp_path / "x.so")).beside() == 7


def test_a_failing_linker_is_reported(tmp_path: Path) -> None:
    missing = LOAD.replace("@get", "@put").replace("ret i32 %sum", "call void @nowhere()\n  ret i32 %sum")
    code = compile_to_object(missing + "declare void @nowhere()\n", Target.host())
    with pytest.raises(MlccError) as caught:
        link_with_data([code], data_of(100), tmp_path / "x.so", Target.host().triple)
    assert caught.value.code == "R333"
    assert not list(tmp_path.iterdir())


HEAD = """
from mlcc.script import ir as I
from mlcc.script import relax as R
"""
SHIFT = """
@R.function
def main(x: R.Tensor((3,), "float32")):
    y = R.add(x, R.const([1.0, 2.0, 3.0], "float32"))
    return y
"""


def test_linked_weights(tmp_path: Path) -> None:
    path, again = tmp_path / "lib.so", tmp_path / "again" / "lib.so"
    again.parent.mkdir()
    for file in (path, again):
        build(parse_module(SHIFT), output=file, name="lib")
    np.testing.assert_array_equal(root.load(path)(np.zeros(3, np.float32)), [1, 2, 3])
    assert path.read_bytes() == again.read_bytes()


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights of any size are treated as large ones."""
    monkeypatch.setattr(weights, "FAR_BYTES", 1)


@pytest.mark.parametrize("kind", ["so", "o"])
def test_far_weights(far: None, kind: str, copied: list[bool], tmp_path: Path) -> None:
    """The linker makes room for them in the library, though nothing else is in their section."""
    path = tmp_path / f"lib.{kind}"
    build(parse_module(SHIFT), output=path)
    np.testing.assert_array_equal(root.load(path)(np.zeros(3, np.float32)), [1, 2, 3])
    assert copied == [False] * (kind == "so")
    section = parse_object(path.read_bytes(), "here").sections
    assert any(name.startswith(".lrodata") for name in section)


def test_far_weights_in_an_archive(far: None, mlcc: Any, linker: str, tmp_path: Path) -> None:
    (tmp_path / "k.relax").write_text(HEAD + SHIFT)
    assert mlcc("build", tmp_path / "k.relax", "--emit", "a,h", "-o", tmp_path / "k").code == 0
    main = """
#include "k.h"
#include <stdio.h>
int main(void) {
  float x[3] = {10, 20, 30}, y[3];
  int64_t shape[1] = {3};
  DLTensor a = {x, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, 0, 0}, b = a;
  b.data = y;
  DLTensor *args[2] = {&a, &b};
  if (mlcc_main(args, 2)) return 1;
  printf("%g %g %g", y[0], y[1], y[2]);
  return 0;
}
"""
    (tmp_path / "main.c").write_text(main)
    run = partial(subprocess.run, cwd=tmp_path, check=True, capture_output=True, text=True)
    run([linker, "main.c", "k.a", "-o", "main", "-lm", "-lpthread"])
    assert run(["./main"]).stdout == "11 22 33"


def test_more_weights_than_code_can_refer_past() -> None:
    with pytest.raises(MlccError) as caught:
        weights_section("mlcc", 1 << 31, list, platform_of("riscv64-unknown-linux-gnu"))
    assert caught.value.code == "R336"
    assert weights_section("mlcc", 1 << 40, list, platform_of("x86_64-unknown-linux-gnu")).flags


@pytest.mark.parametrize("triple", TRIPLES)
@pytest.mark.parametrize("nbytes", [1, 1000])
def test_data_attached_to_code(triple: str, nbytes: int) -> None:
    """The section is defined, the symbol is, and what was there before is where it was."""
    code = compile_to_object(LOAD, Target.parse(f"llvm -mtriple={triple}"))
    data = data_of(nbytes)
    whole = b"".join(attach_data(code, data))
    info, before = parse_object(whole, "here"), parse_object(code, "here")
    begin, size = info.sections[".rodata.mine"]
    assert (begin % 64, size, whole[begin : begin + size]) == (0, nbytes, b"".join(data.chunks()))
    assert {
        k: v for k, v in info.sections.items() if k != ".rodata.mine" and "str" not in k
    }.items() <= before.sections.items()
    symbols = {s.name: (s.defined, s.hidden) for s in info.symbols}
    assert symbols["mine"] == (True, True)
    assert symbols["get"][0]
    slim = detach_data(whole, begin, size)
    assert len(slim) < len(whole) or nbytes < 64
    assert parse_object(slim, "here").symbols == info.symbols


@pytest.mark.parametrize("triple", TRIPLES)
def test_room_for_data(triple: str) -> None:
    """An object without the contents is small; its section has the size of the data."""
    code = compile_to_object(LOAD, Target.parse(f"llvm -mtriple={triple}"))
    data = DataSection(".rodata.mine", "mine", 10**9 + 1, list)
    whole = b"".join(attach_data(code, data, contents=False))
    assert len(whole) < len(code) + 1000
    assert parse_object(whole, "here").arch == platform_of(triple).arch
    assert {s.name: s.defined for s in parse_object(whole, "here").symbols} == {"mine": True, "get": True}


def test_data_that_code_does_not_need_is_left_out() -> None:
    code = compile_to_object("define void @f() { ret void }", Target.host())
    assert b"".join(attach_data(code, data_of(10))) == code


@pytest.mark.parametrize("triple", ["arm64-apple-darwin", "x86_64-apple-darwin"])
def test_loads_of_reserved_weights_are_not_folded(triple: str) -> None:
    """What LLVM takes for zeros is written later; every pass is asked to fold it."""
    target = Target.parse(f"llvm -mtriple={triple}")
    load = LOAD.replace("@mine = external hidden constant [0 x i8], align 64\n", "").replace("@mine", "@mlcc_weights")
    text = reserved_weights("mlcc", 64, platform_of(triple)) + load
    assert b"load i8" in compile_ir(text, target, "ll", 3)
    code = compile_to_object(text, target, 3)
    data = DataSection("__TEXT,__mlcc_weights", "mlcc_weights", 64, lambda: [bytes(range(32)), bytes(range(32, 64))])
    whole = b"".join(attach_data(code, data))
    begin, size = parse_object(whole, "here").sections["__TEXT,__mlcc_weights"]
    assert (size, whole[begin : begin + size]) == (64, bytes(range(64)))
    assert (whole[:begin], whole[begin + 64 :]) == (code[:begin], code[begin + 64 :])
    assert code[begin : begin + 64] == bytes(64)


def test_the_name_inside_is_that_of_the_file(mlcc: Any, linker: str, tmp_path: Path) -> None:
    (tmp_path / "k.relax").write_text(HEAD + SHIFT)
    assert mlcc("build", tmp_path / "k.relax", "-o", tmp_path / "lib, of 1.so").code == 0
    assert b"\0lib, of 1.so\0" in (tmp_path / "lib, of 1.so").read_bytes()


@pytest.mark.slow
def test_three_gigabytes_of_weights(tmp_path: Path) -> None:
    """Built in a third of the memory that the weights would fill; what code adds to them is as for small ones."""
    text = """
import threading, time
import numpy as np, onnx
from onnx import TensorProto, helper
columns = 3 * 2**30 // 4 // 4096
with open("w.bin", "wb") as file:
    for row in range(4096):
        file.write((np.arange(columns, dtype=np.float32) * (row + 1)).tobytes())
weight = onnx.TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[4096, columns])
weight.data_location = TensorProto.EXTERNAL
for key, value in (("location", "w.bin"), ("offset", "0"), ("length", str(4096 * columns * 4))):
    entry = weight.external_data.add()
    entry.key, entry.value = key, value

def value(name, kind, shape):
    return helper.make_tensor_value_info(name, kind, shape)

calls = (("Gather", ["w", "i"], ["g"]), ("Neg", ["g"], ["y"]), ("Add", ["z", "b"], ["s"]))
graph = helper.make_graph(
    [helper.make_node(*call) for call in calls],
    "g",
    [value("i", TensorProto.INT64, [2]), value("z", TensorProto.FLOAT, [3])],
    [value("y", TensorProto.FLOAT, None), value("s", TensorProto.FLOAT, [3])],
    [weight, helper.make_tensor("b", TensorProto.FLOAT, [3], [1, 2, 3])],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
open("m.onnx", "wb").write(model.SerializeToString())
from mlcc.cli import app
most = 0

def watch():
    global most
    while True:
        with open("/proc/self/status") as file:  # mapped files are no memory of ours
            most = max(most, *(int(line.split()[1]) for line in file if line.startswith("RssAnon")))
        time.sleep(0.02)

threading.Thread(target=watch, daemon=True).start()
for kind in ("so", "o", "a"):
    assert app.run(["build", "m.onnx", "-o", f"m.{kind}"]) == 0
assert 0 < most < 1 << 20, f"{most} KiB"
import mlcc
for kind in ("so", "o"):
    rows, shifted = mlcc.load(f"m.{kind}")(np.array([5, 4095]), np.zeros(3, np.float32))
    np.testing.assert_array_equal(rows, -np.arange(columns, dtype=np.float32) * np.array([[6], [4096]], np.float32))
    np.testing.assert_array_equal(shifted, [1, 2, 3])
"""
    environment = dict(os.environ, PYTHONPATH=str(Path(root.__file__).parents[1]))
    subprocess.run([sys.executable, "-c", text], cwd=tmp_path, check=True, env=environment)
    for file in tmp_path.iterdir():
        file.unlink()
