"""Servers and trackers as processes of their own, as users start them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Served, Start

from mlcc import build, parse

_ADD = """
@T.prim_func
def add_one(a: T.handle, b: T.handle):
    T.func_attr({"global_symbol": "add_one"})
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in T.serial(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = A[vi] + T.float32(1)
"""

# Too many dependent steps to end within a test.
_ENDLESS = """
@T.prim_func
def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    for i, j in T.grid(1000000000, 1000000):
        with T.block("B"):
            vi, vj = T.axis.remap("RR", [i, j])
            with T.init():
                B[0] = T.float32(0)
            B[0] = B[0] * T.float32(0.5) + A[0]
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts `mlcc rpc ARGS --port 0`; all that were started end with the test."""
    started: list[subprocess.Popen[str]] = []

    def run(*args: str, key: str | None = None) -> Served:
        environment = {k: v for k, v in os.environ.items() if k != "MLCC_RPC_KEY"} | {"TMPDIR": str(tmp_path)}
        if key is not None:
            environment["MLCC_RPC_KEY"] = key
        process = subprocess.Popen(
            [sys.executable, "-m", "mlcc", "rpc", *args, "--port", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        started.append(process)
        return Served(process)

    yield run
    for process in started:
        process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


@pytest.fixture(scope="session")
def add_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`add_one(A: float32 [n]) -> B`"""
    path = tmp_path_factory.mktemp("rpc") / "add.so"
    build(parse(_ADD), output=str(path))
    return path


@pytest.fixture(scope="session")
def endless_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A function whose call takes years."""
    path = tmp_path_factory.mktemp("rpc") / "endless.so"
    build(parse(_ENDLESS), output=str(path))
    return path
