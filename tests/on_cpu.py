"""CUDA on the CPU for tests, made once; they are skipped without a C++ compiler."""

from __future__ import annotations

import shutil

import pytest

from mlcc.driver.execute import ON_CPU, open_session


def cuda_on_cpu() -> None:
    """Let libraries for `cuda` run on this CPU from now on."""
    if shutil.which("g++") is None:
        pytest.skip("there is no g++")
    assert open_session(ON_CPU) is None
