"""What several tests of pages look at: the report about a small convolutional network, which takes seconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

CPU = "llvm -mcpu=znver4 -mtriple=x86_64-unknown-linux-gnu"


@pytest.fixture(scope="session")
def convnet() -> dict[str, Any]:
    from mlcc.view.report import report

    return report(str(Path(__file__).parents[2] / "samples/models/convnet.onnx"), target=CPU, run=False)
