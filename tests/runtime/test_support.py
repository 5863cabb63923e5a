"""The support code as an object of its own: what it offers, what it asks for, and that one serves all modules."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

import mlcc
from mlcc.driver import build_files
from mlcc.runtime import load, platform_of
from mlcc.runtime.support import ASKED, support_declarations, support_module, support_text

KERNEL = """
@T.prim_func
def {name}(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n, {size}), "float32")
    B = T.match_buffer(b, (n, {size}), "float32")
    for i, j in T.grid(n, {size}):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
"""


def head(triple: str) -> str:
    """The first lines of an LLVM text."""
    machine = llvm.Target.from_triple(triple).create_target_machine()
    return f'target triple = "{triple}"\ntarget datalayout = "{machine.target_data}"\n'


@pytest.mark.parametrize("runtime", ["full", "minimal"])
@pytest.mark.parametrize(
    "triple", ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf"]
)
def test_what_is_shared_is_declared_and_hidden(triple: str, runtime: str) -> None:
    llvm.initialize_all_targets()
    module = support_module(triple, head(triple), runtime)
    values = [*module.functions, *module.global_variables]
    offered = {value.name for value in values if not value.is_declaration and value.name.startswith("mlcc_rt_")}
    declared = llvm.parse_assembly(head(triple) + support_declarations(platform_of(triple), runtime))
    others = [*declared.functions, *declared.global_variables]
    assert {value.name for value in others if not value.name.startswith("llvm.")} == offered
    types = {value.name: str(value.global_value_type) for value in values}
    assert {value.name: str(value.global_value_type) for value in others if value.name in offered} == {
        name: types[name] for name in offered
    }
    for value in values:
        if value.name in offered:
            assert (value.linkage.name, value.visibility.name) == ("external", "hidden")
    asked = {value.name for value in values if value.is_declaration and value.name.startswith("mlcc_")}
    assert asked == (set(ASKED) if runtime == "full" else {"mlcc_kernel_message"})


def test_one_object_serves_all_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two libraries in one process have threads, workspaces and messages of their own."""
    from mlcc.driver import assembling

    made: list[str] = []
    make = assembling.Support.make

    def counted(support: assembling.Support) -> bytes:
        made.append(support.key)
        return make(support)

    monkeypatch.setattr(assembling.Support, "make", counted)
    monkeypatch.setenv("MLCC_CACHE_DIR", str(tmp_path / "cache"))
    libraries = []
    for name, size in (("twice", 3), ("doubled", 5)):
        source = tmp_path / f"{name}.tir"
        source.write_text(KERNEL.format(name=name, size=size), encoding="utf-8")
        build_files(str(source), output=str(tmp_path / f"{name}.so"))
        libraries.append(load(tmp_path / f"{name}.so"))
    assert len(made) == 1
    for library, (name, size) in zip(libraries, (("twice", 3), ("doubled", 5)), strict=True):
        x = np.random.default_rng(1).random((4, size), dtype=np.float32)
        y = np.empty_like(x)
        library[name](x, y)
        np.testing.assert_array_equal(y, x * 2)
    with pytest.raises(mlcc.MlccError, match="R306"):
        libraries[0]["twice"](np.zeros((2, 5), np.float32), np.zeros((2, 5), np.float32))


def test_an_object_after_a_library_is_whole(tmp_path: Path) -> None:
    """The cache has the entries with and without the support code under different keys."""
    source = tmp_path / "k.tir"
    source.write_text(KERNEL.format(name="kept", size=7), encoding="utf-8")
    for suffix in (".so", ".o", ".so", ".o"):
        build_files(str(source), output=str(tmp_path / f"k{suffix}"))
        x = np.ones((3, 7), np.float32)
        y = np.empty_like(x)
        load(tmp_path / f"k{suffix}")["kept"](x, y)
        np.testing.assert_array_equal(y, x * 2)


def test_nothing_of_it_is_exported(tmp_path: Path) -> None:
    source = tmp_path / "k.tir"
    source.write_text(KERNEL.format(name="k", size=2), encoding="utf-8")
    build_files(str(source), output=str(tmp_path / "k.so"))
    opened = ctypes.CDLL(str(tmp_path / "k.so"))
    names = re.findall(r"^define .*?@([\w.]+)\(", support_text(platform_of("x86_64-linux-gnu"), "full"), re.M)
    assert len(names) > 20
    assert [name for name in (*names, *ASKED) if hasattr(opened, name)] == []
    assert hasattr(opened, "mlcc_k")


def test_each_target_has_its_own() -> None:
    from mlcc.driver.assembling import Support
    from mlcc.target import Target

    keys = {Support(runtime, Target.parse(target), level).key
            for runtime in ("full", "minimal") for target in ("llvm -mcpu=haswell", "llvm -mcpu=cortex-a72")
            for level in (1, 2)}  # fmt: skip
    assert len(keys) == 8
