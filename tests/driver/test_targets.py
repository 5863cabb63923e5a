"""Whatever a target's text says: code is made for it, or an error has a code. LLVM never ends this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mlcc.runtime.objfile import parse_object

KERNEL = """
from mlcc.script import tir as T

@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in T.parallel(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = T.exp(A[vi]) + T.float32(1)
"""
SHIFT = """
from mlcc.script import ir as I
from mlcc.script import relax as R

@R.function
def main(x: R.Tensor((3,), "float32")):
    y = R.add(x, R.const([1.0, 2.0, 3.0], "float32"))
    return y
"""
Mlcc = Callable[..., Any]


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    (tmp_path / "k.tir").write_text(KERNEL)
    return tmp_path / "k.tir"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ("-mtriple=arm-linux-gnueabi", "G105"),  # no instruction for a hint
        ("-mattr=-64bit", "G105"),
        ("-mtriple=x86_64-pc-windows-msvc", "R331"),
        ("-mtriple=amdgcn-amd-amdhsa", "R331"),
        ("-mtriple=nonsense-linux", "G102"),
        ("-mtriple=----", "G102"),
        ('-mtriple=x86_64-"linux"', "R331"),
        ("-mtriple=x86_64-unknown-linux-gnu -mcpu=nonsense", "G103"),
        ('-mtriple=x86_64-unknown-linux-gnu -mcpu="x"', "G103"),
        ("-mtriple=x86_64-unknown-linux-gnu -mattr=+nonsense", "G104"),
    ],
)
@pytest.mark.parametrize("form", ["o", "s"])
def test_targets_for_which_nothing_is_made(options: str, code: str, form: str, kernel: Path, mlcc: Mlcc) -> None:
    ran = mlcc("build", kernel, "--target", f"llvm {options}", "-o", kernel.with_suffix(f".{form}"))
    assert (ran.code, f"error[{code}]" in ran.err) == (1, True), ran.err
    assert [path.name for path in kernel.parent.iterdir()] == ["k.tir"]


@pytest.mark.parametrize(
    "triple",
    ["arm64-apple-darwin", "x86_64-apple-darwin", "aarch64-linux-gnu", "riscv64-linux-gnu", "powerpc64le-linux-gnu",
     "x86_64-windows-gnu", "aarch64-w64-mingw32"],
)  # fmt: skip
def test_objects_with_weights_for_other_machines(triple: str, tmp_path: Path, mlcc: Mlcc) -> None:
    (tmp_path / "k.relax").write_text(SHIFT)
    ran = mlcc("build", tmp_path / "k.relax", "--target", f"llvm -mtriple={triple}", "-o", tmp_path / "k.o")
    assert ran.code == 0, ran.err
    whole = (tmp_path / "k.o").read_bytes()
    info = parse_object(whole, "here")
    assert info.kind == "object"
    ((begin, size),) = (
        position for name, position in info.sections.items() if name.endswith(("mlcc_weights", "mlccwts"))
    )
    np.testing.assert_array_equal(np.frombuffer(whole[begin : begin + size], "<f4")[:3], [1, 2, 3])


@pytest.mark.parametrize("triple", ["arm64-apple-darwin", "x86_64-apple-darwin"])
def test_libraries_with_weights_for_darwin(triple: str, tmp_path: Path, mlcc: Mlcc) -> None:
    """The linker finds the reserved section, its symbol, and in it the weights."""
    pytest.importorskip("ziglang")
    (tmp_path / "k.relax").write_text(SHIFT)
    ran = mlcc("build", tmp_path / "k.relax", "--target", f"llvm -mtriple={triple}", "-o", tmp_path / "k.so")
    assert ran.code == 0, ran.err
    whole = (tmp_path / "k.so").read_bytes()
    info = parse_object(whole, "here")
    assert info.kind == "shared"
    begin, _ = info.sections["__TEXT,__mlcc_weights"]
    np.testing.assert_array_equal(np.frombuffer(whole, "<f4", 3, begin), [1, 2, 3])
