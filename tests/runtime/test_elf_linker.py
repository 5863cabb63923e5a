"""mlcc's own linker: what it makes is loaded, called, debugged; what it cannot link has a code."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest
from artefact_kernels import HOST, make_object

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.runtime import DataSection, inspect, link, link_shared, link_with_data, load
from mlcc.runtime.elf import ARCHITECTURES
from mlcc.runtime.elf import link as link_elf
from mlcc.runtime.elf.dynamic import buckets_of, hash_of, ordered
from mlcc.runtime.elf.reading import refused
from mlcc.runtime.platform import platform_of

HERE = platform_of(HOST)
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or HERE.arch not in ARCHITECTURES, reason="links for Linux on x86-64 and aarch64"
)
MODEL = Path(__file__).parents[2] / "samples/models/mlp.onnx"


def compiled(text: str, triple: str = HOST, reloc: str = "pic") -> bytes:
    """LLVM text as an object."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc=reloc, codemodel="small")
    module = llvm.parse_assembly(f'target triple = "{triple}"\ntarget datalayout = "{machine.target_data}"\n{text}')
    return bytes(machine.emit_object(module))


def linked(path: Path, *texts: str, strip: bool = True) -> Path:
    """The library of a few objects."""
    link_elf([compiled(text) for text in texts], path, HERE, soname=path.name, strip=strip)
    return path


def refusal(path: Path, *objects: bytes) -> str:
    """Why objects are not linked."""
    with pytest.raises(MlccError) as caught:
        link_shared(objects, path, HOST, linker="mlcc")
    assert caught.value.code == "R333"
    assert not path.exists()
    return str(caught.value)


#: Two objects that call each other; data of every kind, and a pointer to each way of being defined.
FIRST = """
@table = hidden constant [3 x ptr] [ptr @one, ptr @two, ptr @strlen]
@count = hidden global i32 40
@room = hidden global [1000 x i64] zeroinitializer, align 128
declare i32 @two()
declare i64 @strlen(ptr)
define i32 @one() uwtable {
  %n = load i32, ptr @count
  %m = add i32 %n, 1
  store i32 %m, ptr @count
  ret i32 %m
}
define hidden i32 @unseen() uwtable {
  ret i32 7
}
"""
SECOND = """
@table = external hidden constant [3 x ptr]
@room = external hidden global [1000 x i64]
@text = private constant [5 x i8] c"four\\00"
@absent = extern_weak global i8
declare i32 @unseen()
declare double @exp(double)
define i32 @two() uwtable {
  %f = getelementptr ptr, ptr @table, i64 0
  %p = load ptr, ptr %f
  %a = call i32 %p()
  %b = call i32 @unseen()
  %c = add i32 %a, %b
  ret i32 %c
}
define i64 @three(i64 %n) uwtable {
  %at = getelementptr i64, ptr @room, i64 %n
  store i64 %n, ptr %at
  %f = getelementptr ptr, ptr @table, i64 2
  %p = load ptr, ptr %f
  %l = call i64 %p(ptr @text)
  %v = load i64, ptr %at
  %s = add i64 %l, %v
  ret i64 %s
}
define i1 @lacks() uwtable {
  %none = icmp eq ptr @absent, null
  ret i1 %none
}
define double @power(double %x) uwtable {
  %y = call double @exp(double %x)
  ret double %y
}
"""


def test_objects_that_refer_to_each_other(tmp_path: Path) -> None:
    library = ctypes.CDLL(str(linked(tmp_path / "x.so", FIRST, SECOND)))
    library.three.restype, library.three.argtypes = ctypes.c_int64, [ctypes.c_int64]
    library.power.restype, library.power.argtypes = ctypes.c_double, [ctypes.c_double]
    assert library.one() == 41
    assert library.two() == 42 + 7
    assert library.three(999) == 999 + 4
    assert library.lacks() & 1
    assert library.power(1.0) == pytest.approx(2.718281828459045)
    for hidden in ("unseen", "table", "nothing"):
        with pytest.raises(AttributeError):
            getattr(library, hidden)


@pytest.mark.parametrize("count", [0, 1, 2, 70])
def test_the_loader_finds_every_name(tmp_path: Path, count: int) -> None:
    text = "\n".join(f"define i32 @f{number}() {{\n  ret i32 {number}\n}}" for number in range(count))
    library = ctypes.CDLL(str(linked(tmp_path / f"x{count}.so", text)))
    assert [getattr(library, f"f{number}")() for number in range(count)] == list(range(count))
    with pytest.raises(AttributeError):
        _ = library.f70
    names = ordered([f"f{number}" for number in range(count)])
    assert [hash_of(name) % buckets_of(count) for name in names] == sorted(
        hash_of(n) % buckets_of(count) for n in names
    )


def test_an_artefact_is_what_a_compiler_would_have_linked(tmp_path: Path) -> None:
    path = tmp_path / "libdemo.so"
    link_shared([make_object()], path, HOST, linker="mlcc")
    library = load(path)
    x = np.random.default_rng(0).standard_normal(10_001).astype(np.float32)
    np.testing.assert_array_equal(library["add"](x, x), x + x)  # in two threads
    again = tmp_path / "again.so"
    link_shared([make_object()], again, HOST, soname=path.name, linker="mlcc")
    assert path.read_bytes() == again.read_bytes()
    info, _ = inspect(path)
    assert {symbol.name for symbol in info.dynamic if symbol.defined} >= {"mlcc_add", "mlcc_describe"}


@pytest.mark.skipif(shutil.which("readelf") is None, reason="needs readelf")
def test_readelf_finds_nothing_wrong(tmp_path: Path) -> None:
    path = linked(tmp_path / "x.so", FIRST, SECOND, strip=False)
    said = subprocess.run(
        ["readelf", "-aW", "--debug-dump=frames", path], capture_output=True, text=True, check=True,
        env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert said.stderr == ""
    assert "[libm.so.6]" in said.stdout
    assert "[libc.so.6]" in said.stdout
    assert "soname: [x.so]" in said.stdout
    stack = next(line for line in said.stdout.splitlines() if "GNU_STACK" in line)
    assert "RWE" not in stack
    loads = [line.split()[-4:] for line in said.stdout.splitlines() if line.strip().startswith("LOAD ")]
    assert not any({"W", "E"} <= set("".join(fields)) for fields in loads)
    assert said.stdout.count("FDE cie=") == 6


def test_debuggers_have_symbols_and_lines(tmp_path: Path) -> None:
    if shutil.which("gdb") is None:
        pytest.skip("needs gdb")
    path = linked(tmp_path / "x.so", FIRST, SECOND, strip=False)
    said = subprocess.run(
        ["gdb", "-batch", "-nx", "-ex", "info symbol unseen", "-ex", "disassemble two", path],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert "unseen in section .text" in said.stdout
    assert "<unseen>" in said.stdout


def test_data_is_written_into_the_room_left_for_it(tmp_path: Path) -> None:
    text = """
@data = external hidden constant [0 x i8]
define i64 @get(i64 %at) {
  %p = getelementptr i64, ptr @data, i64 %at
  %v = load i64, ptr %p
  ret i64 %v
}
"""
    values = np.random.default_rng(1).integers(0, 1 << 60, 3001)
    for section, flags in ((".rodata.mlcc_weights", 0), (".lrodata.mlcc_weights", 0x10000000)):
        data = DataSection(section, "data", values.nbytes, lambda: [values.tobytes()], flags)
        path = tmp_path / f"x{flags}.so"
        other = compiled("define i32 @other() {\n  ret i32 1\n}")
        link_with_data([compiled(text), other], data, path, HOST, linker="mlcc")
        library = ctypes.CDLL(str(path))
        library.get.restype, library.get.argtypes = ctypes.c_int64, [ctypes.c_int64]
        assert [library.get(at) for at in (0, 1234, 3000)] == values[[0, 1234, 3000]].tolist()


def test_refusals(tmp_path: Path) -> None:
    path = tmp_path / "x.so"
    lacking = "declare void @nobody()\ndefine void @f() {\n  call void @nobody()\n  ret void\n}"
    assert "nothing defines `nobody`" in refusal(path, compiled(lacking))
    same = compiled("define i32 @f() {\n  ret i32 1\n}")
    assert "two objects define `f`" in refusal(path, same, same)
    assert "no relocatable object" in refusal(path, b"no object")
    other = next(arch for arch in ARCHITECTURES if arch != HERE.arch)
    foreign = compiled("define i32 @f() {\n  ret i32 1\n}", f"{other}-unknown-linux-gnu")
    assert "no relocatable object for this target" in refusal(path, foreign)
    local = "@v = thread_local global i32 3\ndefine i32 @f() {\n  %x = load i32, ptr @v\n  ret i32 %x\n}"
    assert "`.tdata`" in refusal(path, compiled(local))
    fixed = '@t = constant [1 x ptr] [ptr @f], section ".rodata"\ndefine i32 @f() {\n  ret i32 1\n}'
    assert "an address in the read-only section `.rodata`" in refusal(path, compiled(fixed, reloc="static"))


def test_weak_definitions_give_way(tmp_path: Path) -> None:
    weak = "define weak i32 @f() {\n  ret i32 1\n}"
    strong = "define i32 @f() {\n  ret i32 2\n}"
    for number, texts in enumerate(([weak, strong], [strong, weak])):
        assert ctypes.CDLL(str(linked(tmp_path / f"x{number}.so", *texts))).f() == 2
    assert ctypes.CDLL(str(linked(tmp_path / "y.so", weak, weak))).f() == 1


@pytest.mark.parametrize(
    ("triple", "needed"),
    [("x86_64-linux-gnu", b"libc.so.6"), ("aarch64-linux-gnu", b"libc.so.6"), ("x86_64-linux-musl", b"libc.so")],
)
def test_libraries_are_those_of_the_target(tmp_path: Path, triple: str, needed: bytes) -> None:
    text = "declare i64 @strlen(ptr)\ndefine i64 @f(ptr %p) {\n  %n = call i64 @strlen(ptr %p)\n  ret i64 %n\n}"
    path = tmp_path / "x.so"
    link_elf([compiled(text, triple)], path, platform_of(triple), soname="x.so")
    assert b"\0" + needed + b"\0" in path.read_bytes()


@pytest.mark.parametrize("triple", ["x86_64-linux-gnu", "aarch64-linux-gnu"])
def test_an_object_of_no_bytes_has_an_address(tmp_path: Path, triple: str) -> None:
    """The arena of a library whose kernels need none, which the code of another object refers to."""
    user = "@arena = external hidden global [0 x i8]\ndefine ptr @f() {\n  ret ptr @arena\n}"
    owner = "@arena = hidden global [0 x i8] zeroinitializer, align 64\ndefine i32 @g() {\n  ret i32 1\n}"
    path = tmp_path / "x.so"
    link_elf([compiled(text, triple) for text in (user, owner)], path, platform_of(triple), soname="x.so")
    if HERE.arch == triple.partition("-")[0]:
        library = ctypes.CDLL(str(path))
        library.f.restype = ctypes.c_void_p
        assert library.f()


def test_a_build_without_any_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The package alone makes libraries, and says that it linked them."""
    from mlcc.cli.app import run

    path = tmp_path / "mlp.so"
    with monkeypatch.context() as patch:
        patch.delenv("MLCC_CC", raising=False)
        patch.setenv("PATH", str(tmp_path))
        patch.setattr(link, "find_spec", lambda name: None)
        assert run(["build", str(MODEL), "-o", str(path)]) == 0
    assert "linked by mlcc" in capsys.readouterr().err
    x = np.random.default_rng(2).random((1, 784), dtype=np.float32)
    np.testing.assert_allclose(load(path)(x), mlcc.build(str(MODEL))(x), rtol=1e-6)


def test_what_is_only_loaded_starts_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that nobody keeps is linked by mlcc, unless it cannot, MLCC_CC names a linker, or C is compiled."""
    ran: list[str] = []
    run_linker = link.run_linker

    def recorded(command: list[str], folder: str, zig: bool) -> None:
        ran.append(command[0])
        run_linker(command, folder, zig)

    monkeypatch.delenv("MLCC_CC", raising=False)
    compiler = link.find_linker(HERE).command[0]
    monkeypatch.setattr(link, "run_linker", recorded)
    x = np.random.default_rng(3).random((1, 784), dtype=np.float32)
    alone = mlcc.build(str(MODEL))
    assert not ran
    kept = mlcc.build(str(MODEL), output=tmp_path / "mlp.so")
    assert ran == [compiler]
    np.testing.assert_array_equal(alone(x), kept(x))

    def unable(*_: object, **__: object) -> None:
        raise refused("it is not able to")

    with monkeypatch.context() as patch:
        patch.setattr("mlcc.runtime.elf.link", unable)
        np.testing.assert_array_equal(mlcc.build(str(MODEL))(x), kept(x))
    assert ran == [compiler] * 2
    monkeypatch.setenv("MLCC_CC", compiler)
    np.testing.assert_array_equal(mlcc.build(str(MODEL))(x), kept(x))
    assert ran == [compiler] * 3
