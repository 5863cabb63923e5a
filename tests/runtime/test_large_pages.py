"""Libraries with large weights ask Linux for large pages under them; others do not."""

from __future__ import annotations

import sys
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


def advised(path: Path) -> bool:
    """Whether a part of the file's mapping in this process has the flag `hg`, MADV_HUGEPAGE."""
    of_file = False
    for line in Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmFlags:"):
            if of_file and " hg" in line:
                return True
        elif "-" in line.split()[0]:
            of_file = line.endswith(f"/{path.name}")
    return False
