"""The cases of ONNX's own suite for single nodes, made once in a run of the tests: that takes ten seconds."""

from __future__ import annotations

import os
import pickle
import tempfile
import warnings
from functools import cache
from pathlib import Path
from typing import Any

#: The folder of a run, which its processes share; `tests/conftest.py` makes it.
RUN = "MLCC_TEST_RUN"


@cache
def node_cases() -> tuple[Any, ...]:
    """All of them, each with a name, a model, inputs and outputs. Nobody changes them."""
    import numpy as np  # not by `tests/conftest.py`, which decides how many threads it has
    import onnx

    folder = os.environ.get(RUN)
    kept = Path(folder, f"cases-{onnx.__version__}") if folder else None
    if kept is not None and kept.exists():
        return tuple(pickle.loads(kept.read_bytes()))
    from onnx.backend.test.loader import load_model_tests

    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases = tuple(load_model_tests(kind="node"))
    if kept is not None:
        with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as file:
            pickle.dump(cases, file)
        os.replace(file.name, kept)  # another process may have made it, too
    return cases
