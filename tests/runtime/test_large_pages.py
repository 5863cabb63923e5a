"""Libraries with large weights or a large arena ask Linux for large pages under them; others do not."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc import relax
from mlcc.driver import build
from mlcc.runtime import ModuleSpec, inspect, platform_of
from mlcc.runtime.large_pages import has_large_pages, large_pages_modules

ONE_PAGE = 1 << 19  # elements of float32 in 2 MiB


def add_constant(elements: int) -> mlcc.IRModule:
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((elements,), "float32"))
    with builder.function("main", [x]):
        builder.emit_func_output(builder.emit(relax.op.add(x, relax.const(np.arange(elements, dtype=np.float32)))))
    return builder.get()


def asks(path: Path) -> bool:
    return any(symbol.name == "madvise" for symbol in inspect(path)[0].dynamic)


@pytest.mark.parametrize(
    ("elements", "triple", "wanted"),
    [(2 * ONE_PAGE - 1, "x86_64-unknown-linux-gnu", False), (2 * ONE_PAGE, "aarch64-unknown-linux-gnu", True),
     (2 * ONE_PAGE, "armv7-unknown-linux-gnueabihf", False), (2 * ONE_PAGE, "x86_64-unknown-freebsd", False)],
)  # fmt: skip
def test_who_asks(elements: int, triple: str, wanted: bool) -> None:
    spec = ModuleSpec("m", (), triple, weights_bytes=4 * elements)
    assert has_large_pages(spec, platform_of(triple)) == wanted
    assert any("@madvise" in text for text in large_pages_modules(spec, platform_of(triple))) == wanted


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_weights_get_large_pages(tmp_path: Path) -> None:
    path = tmp_path / "large.so"
    build(add_constant(2 * ONE_PAGE), output=path)
    library = mlcc.load(path)
    assert asks(path)
    assert not advised(path)
    x = np.ones(2 * ONE_PAGE, np.float32)
    np.testing.assert_array_equal(library(x), x + np.arange(2 * ONE_PAGE, dtype=np.float32))
    # The kernel of this machine may have none.
    assert advised(path) or not Path("/sys/kernel/mm/transparent_hugepage").exists()
    np.testing.assert_array_equal(library(2 * x), 2 * x + np.arange(2 * ONE_PAGE, dtype=np.float32))


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_the_arena_gets_large_pages(tmp_path: Path) -> None:
    """A product between two others is working memory of 5 MB."""
    builder, extent = relax.BlockBuilder(), 1130
    x = relax.Var("x", relax.TensorStructInfo((extent, extent), "float32"))
    with builder.function("main", [x]):
        square = builder.emit(relax.op.matmul(x, x))
        builder.emit_func_output(builder.emit(relax.op.matmul(square, x)))
    path = tmp_path / "working.so"
    build(builder.get(), output=path)
    library = mlcc.load(path)
    data = np.random.default_rng(0).integers(-1, 2, (extent, extent)).astype(np.float32)
    np.testing.assert_array_equal(library(data), data @ data @ data)  # whole numbers below 2**24
    assert asks(path)
    assert advised(path) or not Path("/sys/kernel/mm/transparent_hugepage").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_a_copy_takes_the_place_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that multiply meanwhile read the same weights."""
    monkeypatch.setenv("MLCC_WEIGHTS", "copy")
    path, elements = tmp_path / "copied.so", 3 * ONE_PAGE
    build(add_constant(elements), output=path)
    library = mlcc.load(path)
    assert mapped_bytes(path) > 4 * elements
    x = np.ones(elements, np.float32)
    with ThreadPoolExecutor(4) as pool:
        for result in pool.map(lambda _: library(x), range(8)):
            np.testing.assert_array_equal(result, x + np.arange(elements, dtype=np.float32))
    assert mapped_bytes(path) < 1 << 20


def mapped_bytes(path: Path) -> int:
    """How much of the file this process has mapped."""
    lines = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
    bounds = [line.split()[0].split("-") for line in lines if line.endswith(f"/{path.name}")]
    return sum(int(end, 16) - int(begin, 16) for begin, end in bounds)


def advised(path: Path) -> bool:
    """Whether a part of the library in this process, or the zeros behind it, has the flag `hg`: MADV_HUGEPAGE."""
    of_file, end = False, ""
    for line in Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmFlags:"):
            if of_file and " hg" in line:
                return True
        elif "-" in line.split()[0]:
            begin, following = line.split()[0].split("-")
            of_file = line.endswith(f"/{path.name}") or (of_file and begin == end and line.split()[4] == "0")
            end = following
    return False
