"""The files of an artefact: what is in them, that they are the same each time, and bad ones."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from artefact_kernels import ADD, FUNCTIONS, HOST, compile_module, make_library, make_object, module, tensor

from mlcc.diagnostics import MlccError, find_code
from mlcc.runtime import (
    FunctionSpec,
    ModuleSpec,
    ScalarSpec,
    atomic_path,
    check_spec,
    inspect,
    link_shared,
    load,
    make_archive,
    platform_of,
    write_atomic,
)
from mlcc.runtime.ffi import ffi_symbols
from mlcc.runtime.processor import check_features

AARCH64 = "aarch64-unknown-linux-gnu"
FOREIGN = (AARCH64, "armv7-unknown-linux-gnueabihf", "riscv64-unknown-linux-gnu", "i686-unknown-linux-gnu",
           "x86_64-unknown-freebsd", "arm64-apple-darwin23", "s390x-unknown-linux-gnu")  # fmt: skip

# libc, libm and pthread, and nothing else.
ALLOWED = {
    "clock_gettime", "free", "getenv", "getpid", "madvise", "malloc", "memset", "mmap", "mprotect", "mremap",
    "munmap", "posix_memalign", "pthread_attr_destroy", "pthread_attr_init", "pthread_attr_setstacksize",
    "pthread_create", "pthread_getspecific", "pthread_join", "pthread_key_create", "pthread_key_delete",
    "pthread_setspecific", "pthread_sigmask", "sched_getaffinity", "sched_getcpu", "sched_setaffinity",
    "sched_yield", "sigdelset", "sigfillset", "snprintf", "strcmp", "strtol", "syscall",
    "dlsym",  # weak: what raises errors for tvm-ffi is looked up, where there is a loader
}  # fmt: skip


def code(call: Any) -> str:
    with pytest.raises(MlccError) as caught:
        call()
    assert find_code(caught.value.code) is not None
    return caught.value.code


def only_add(triple: str = HOST) -> ModuleSpec:
    return ModuleSpec("one", (FUNCTIONS[0],), triple)


def test_undefined_symbols(demo_library: Path) -> None:
    info, _ = inspect(demo_library)
    assert {s.name for s in info.dynamic if not s.defined} <= ALLOWED
    assert {s.name for s in info.dynamic if s.defined} == {*module().exports(), *ffi_symbols(module())}
    nm = shutil.which("nm")
    if nm:
        listed = subprocess.run([nm, "-D", "--undefined-only", str(demo_library)], capture_output=True, text=True)
        assert {line.split()[-1].split("@")[0] for line in listed.stdout.splitlines()} <= ALLOWED


def test_identical_bytes(demo_library: Path, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    assert make_object() == make_object()
    again = make_library(tmp_path / "one")
    assert again.read_bytes() == demo_library.read_bytes()
    assert str(tmp_path).encode() not in again.read_bytes()
    assert again.stat().st_mode & 0o111
    assert [p.name for p in (tmp_path / "one").iterdir()] == [again.name]


def test_description_is_read_unexecuted(demo_library: Path, demo_object: Path, tmp_path: Path) -> None:
    archive = tmp_path / "demo.a"
    archive.write_bytes(make_archive([("demo.o", demo_object.read_bytes())]))
    for path, kind in ((demo_library, "shared"), (demo_object, "object"), (archive, "archive")):
        info, spec = inspect(path)
        assert info.kind == kind
        assert [f.name for f in spec.functions] == [f.name for f in FUNCTIONS]
        assert spec.functions[2].params == FUNCTIONS[2].params
        assert spec.functions[4].workspace_bytes == "n * 4"
        assert spec.weights_bytes == 256
        assert spec.extern_names == ("env.twice",)


@pytest.mark.parametrize("triple", FOREIGN)
def test_other_machines(triple: str, tmp_path: Path) -> None:
    path = tmp_path / "foreign.o"
    path.write_bytes(compile_module(ADD, only_add(triple)))
    info, spec = inspect(path)
    assert spec.triple == triple
    assert info.arch == platform_of(triple).arch
    if info.arch != platform_of(HOST).arch:
        assert code(lambda: load(path)) == "R323"


def test_symbols_of_an_archive(demo_object: Path, tmp_path: Path) -> None:
    nm = shutil.which("nm")
    if nm is None:
        pytest.skip("no nm")
    path = tmp_path / "lib.a"
    data = demo_object.read_bytes()
    path.write_bytes(make_archive([("a-rather-long-member-name.o", data), ("b.o", data)]))
    listed = subprocess.run([nm, "-s", str(path)], capture_output=True, text=True, check=True).stdout
    assert "mlcc_add in a-rather-long-member-name.o" in listed
    assert "mlcc_add in b.o" in listed


def test_files_that_cannot_be_loaded(demo_library: Path, demo_object: Path, tmp_path: Path) -> None:
    assert code(lambda: load(tmp_path / "missing.so")) == "R321"
    near = demo_library.with_name(f"x{demo_library.name}")
    with pytest.raises(MlccError) as caught:
        load(near)
    assert caught.value.diagnostic.help == f"did you mean `{demo_library}`?"
    assert code(lambda: load(tmp_path)) == "R321"
    for name, data in {
        "empty": b"",
        "text": b"hello, this is not a library\n" * 100,
        "magic": b"\x7fELF",
        "header": demo_library.read_bytes()[:64],
        "garbage": b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 20,
    }.items():
        (tmp_path / name).write_bytes(data)
        assert code(lambda name=name: load(tmp_path / name)) == "R322", name
    shortened = tmp_path / "cut"
    for source in (demo_library, demo_object):
        whole = source.read_bytes()
        for part in (0.2, 0.5, 0.9, 0.99):
            shortened.write_bytes(whole[: int(len(whole) * part)])
            assert code(lambda: load(shortened)) == "R322", (source, part)

    libm = next((p for p in Path("/lib").glob("*/libm.so.6")), None)
    if libm is not None:
        assert code(lambda: load(libm)) == "R322"
    archive = tmp_path / "lib.a"
    archive.write_bytes(make_archive([("demo.o", demo_object.read_bytes())]))
    assert code(lambda: load(archive)) == "R322"


def test_newer_description(demo_library: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.so"
    newer.write_bytes(demo_library.read_bytes().replace(b'"format":1', b'"format":7'))
    assert code(lambda: load(newer)) == "R325"
    broken = tmp_path / "broken.so"
    broken.write_bytes(demo_library.read_bytes().replace(b'"format":1', b'"farmat":1'))
    assert code(lambda: load(broken)) == "R322"


@pytest.mark.skipif(sys.platform != "linux", reason="reads ELF's names")
def test_the_name_inside_may_have_commas(tmp_path: Path, linker: str) -> None:
    output = tmp_path / "out.so"
    link_shared([compile_module(ADD, only_add())], output, HOST, soname="ij,jk.so")
    assert b"\0ij,jk.so\0" in output.read_bytes()


def test_link_failures_leave_nothing(tmp_path: Path, linker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "out" / "lib.so"
    output.parent.mkdir()
    undefined = ADD.replace(
        "call void @mlcc_rt_parallel(ptr @add_body, ptr %ctx, i64 %n)", "call void @nobody_has_this()"
    ).replace("declare void @mlcc_rt_parallel(ptr, ptr, i64)", "declare void @nobody_has_this()")
    data = compile_module(undefined, only_add())
    with pytest.raises(MlccError, match="failed") as caught:
        link_shared([data], output, HOST)
    assert caught.value.code == "R333"
    assert any("nobody_has_this" in note for note in caught.value.diagnostic.notes)
    good = compile_module(ADD, only_add())
    assert code(lambda: link_shared([good], tmp_path / "no" / "lib.so", HOST)) == "R334"
    assert code(lambda: link_shared([good], output.parent, HOST)) == "R334"
    assert code(lambda: link_shared([b"no object"], output, HOST)) == "R333"
    monkeypatch.setenv("MLCC_CC", "/nonexistent/cc")
    assert code(lambda: link_shared([good], output, HOST)) == "R333"
    monkeypatch.delenv("MLCC_CC")
    monkeypatch.setattr("mlcc.runtime.link.find_spec", lambda name: None)
    assert code(lambda: link_shared([good], output, "riscv64-unknown-linux-gnu")) == "R332"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert code(lambda: link_shared([good], output, HOST, linker="cc")) == "R332"
    assert code(lambda: link_shared([good], output, "riscv64-unknown-linux-gnu", linker="mlcc")) == "R332"
    assert list(output.parent.iterdir()) == []


def test_cross_linking(tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    output = tmp_path / "lib.so"
    link_shared([compile_module(ADD, only_add(AARCH64))], output, AARCH64)
    info, spec = inspect(output)
    assert (info.kind, info.arch, spec.name) == ("shared", "aarch64", "one")
    assert {s.name for s in info.dynamic if s.defined} == {*only_add().exports(), *ffi_symbols(only_add())}
    assert {s.name for s in info.dynamic if not s.defined} <= ALLOWED


def test_atomic_outputs(tmp_path: Path) -> None:
    target = tmp_path / "file"
    write_atomic(target, "one")
    write_atomic(target, b"two")
    assert target.read_bytes() == b"two"

    def fail_half_way() -> None:
        with atomic_path(target) as temporary:
            temporary.write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_half_way()
    assert target.read_bytes() == b"two"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
    assert code(lambda: write_atomic(tmp_path / "no" / "file", "x")) == "R334"
    assert code(lambda: write_atomic(tmp_path, "x")) == "R334"
    if os.path.exists("/dev/full"):
        assert code(lambda: write_atomic("/dev/full", "x")) == "R334"


@pytest.mark.parametrize(
    "functions",
    [
        (FunctionSpec("f", (), "f"), FunctionSpec("f_raw", (), "f_raw")),
        (FunctionSpec("describe", (), "k"),),
        (FunctionSpec("a b", (), "k"), FunctionSpec("a_b", (), "k")),
        (FunctionSpec("f", (tensor("x", 1), tensor("x", 2)), "k"),),
        (FunctionSpec("f", (tensor("x", "n * 2"),), "k"),),
        (FunctionSpec("f", (tensor("x", "n"),), "k", "m * 4"),),
        (FunctionSpec("f", (tensor("x", 1, dtype="float33"),), "k"),),
        (FunctionSpec("f", (tensor("x", "n +"), ScalarSpec("n", "int64")), "k"),),
    ],
)
def test_modules_that_cannot_be(functions: tuple[FunctionSpec, ...]) -> None:
    assert code(lambda: check_spec(ModuleSpec("m", functions, HOST))) == "R335"


def test_other_bad_modules() -> None:
    assert code(lambda: check_spec(ModuleSpec("m", (), HOST, prefix="1x"))) == "R335"
    assert code(lambda: platform_of("x86_64-pc-windows-msvc")) == "R331"


def test_kernels_named_like_c_functions(tmp_path: Path, linker: str) -> None:
    functions = tuple(replace(FUNCTIONS[0], name=name, kernel_symbol=name) for name in ("free", "mlcc_free"))
    kernels = ADD.replace("add_kernel", "free") + ADD.replace("add_kernel", "mlcc_free").replace(
        "add_body", "other_body"
    ).replace("declare void @mlcc_rt_parallel(ptr, ptr, i64)", "")
    path = tmp_path / "lib.so"
    link_shared([compile_module(kernels, ModuleSpec("m", functions, HOST))], path, HOST)
    x = np.ones(4, np.float32)
    for name in ("free", "mlcc_free"):
        np.testing.assert_array_equal(load(path)[name](x, x), x + x)


def test_processor_without_the_instructions(tmp_path: Path) -> None:
    flags = frozenset({"avx", "avx2", "fma", "sse4_2"})
    check_features(["avx2", "sse4.2", "unknown-to-us"], flags, "it")
    check_features(["avx512f"], frozenset(), "it")
    with pytest.raises(MlccError, match="needs avx512bw, avx512f") as caught:
        check_features(["avx512f", "avx512bw", "fma"], flags, "it")
    assert caught.value.code == "R326"
    path = tmp_path / "one.o"
    path.write_bytes(compile_module(ADD, replace(only_add(), target={"features": ["sve2", "avx512fp16", "amx-tile"]})))
    assert code(lambda: load(path)) == "R326"
