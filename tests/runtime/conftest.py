"""The artefact that the tests of the runtime call, built once."""

from __future__ import annotations

from pathlib import Path

import pytest
from artefact_kernels import make_library, make_object

from mlcc.runtime import Library, load


@pytest.fixture(scope="session")
def demo_object(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The test artefact as an object file."""
    folder = tmp_path_factory.mktemp("object")
    path = folder / "demo.o"
    path.write_bytes(make_object())
    return path


@pytest.fixture(scope="session")
def demo_library(tmp_path_factory: pytest.TempPathFactory, linker: str) -> Path:
    """The test artefact as a shared library."""
    return make_library(tmp_path_factory.mktemp("library"))


@pytest.fixture(params=["so", "o"])
def lib(request: pytest.FixtureRequest) -> Library:
    """The loaded test artefact, as a shared library and through the JIT."""
    name = "demo_library" if request.param == "so" else "demo_object"
    return load(request.getfixturevalue(name))
