"""Code that may crash runs in a process of its own."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

from mlcc.diagnostics import MlccError
from mlcc.verification.apart import Crashed, apart

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no copies of a process")


def test_results_come_back() -> None:
    arrays = apart(lambda: (np.arange(1 << 18), os.getpid()))
    assert (arrays[0] == np.arange(1 << 18)).all()
    assert arrays[1] != os.getpid()


def test_errors_come_back() -> None:
    def fail() -> None:
        raise MlccError("R306", "no such shape")

    with pytest.raises(MlccError, match="no such shape"):
        apart(fail)


def test_a_crash_is_named() -> None:
    with pytest.raises(Crashed, match="SIGSEGV"):
        apart(lambda: os.kill(os.getpid(), signal.SIGSEGV))
