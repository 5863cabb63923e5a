"""Code for another processor, on an emulated board (`board.py` makes it).

The whole way: built here for aarch64, run and timed by a server that runs there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from board import board_command
from served import Served, mlcc_command

from mlcc import MlccError, rpc

ROOT = Path(__file__).resolve().parents[2]
BOARD = os.environ.get("MLCC_TEST_BOARD")

pytestmark = [
    pytest.mark.skipif(BOARD is None, reason="needs a board: python tests/rpc/board.py FOLDER, MLCC_TEST_BOARD=FOLDER"),
    pytest.mark.skipif(shutil.which("qemu-aarch64") is None, reason="needs qemu-user"),
    pytest.mark.skipif(not (find_spec("ziglang") or os.environ.get("MLCC_CC")), reason="needs a linker for aarch64"),
]

_SOURCE = """
@T.prim_func
def main(a: T.handle, b: T.handle, c: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 33), "float32")
    B = T.match_buffer(b, (33, 17), "float32")
    C = T.match_buffer(c, (n, 17), "float32")
    for i, j, k in T.grid(n, 17, 33):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    assert BOARD is not None
    command, variables = board_command(Path(BOARD), ROOT)
    folder = str(tmp_path_factory.mktemp("board"))
    process = subprocess.Popen(
        [*command, "rpc", "serve", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **variables, "TMPDIR": folder},
    )  # fmt: skip
    yield Served(process)
    process.terminate()
    process.communicate()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arm")
    (folder / "mm.tir").write_text(_SOURCE)
    target = "llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72"
    mlcc_command("build", str(folder / "mm.tir"), "--target", target, "-o", str(folder / "mm.so"))
    return folder / "mm.so"


def test_code_for_the_board(board: Served, library: Path) -> None:
    generator = np.random.default_rng(0)
    a, b = (generator.standard_normal(shape).astype("float32") for shape in ((11, 33), (33, 17)))
    with rpc.connect(board.url) as session:
        assert session.info()["machine"] == "aarch64"
        session.upload(str(library))
        module = session.load_module(library.name)
        # sums of 33 products, in another order than NumPy's
        np.testing.assert_allclose(module(a, b), a @ b, rtol=1e-5, atol=1e-5)
        assert module.time_evaluator(number=2, repeat=2)(a, b).mean > 0
        with pytest.raises(MlccError, match="R306"):
            module(a, b[:5])


def test_code_of_this_machine_is_refused_there(board: Served, add_library: Path) -> None:
    with rpc.connect(board.url) as session:
        session.upload(str(add_library))
        with pytest.raises(MlccError, match="R323"):
            session.load_module("add.so")
        assert session.info()


def test_from_the_shell(board: Served, library: Path) -> None:
    said = mlcc_command("bench", str(library), "--shape", "n=5", "--repeats", "2", "--warmup", "0.01", "--device",
                        board.url)  # fmt: skip
    assert "mm.so" in said.stdout
