"""Objects of data alone: linkers take them beside code for the same machine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc.codegen.llvm import compile_to_object
from mlcc.driver import build
from mlcc.runtime import platform_of, write_data_object
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
