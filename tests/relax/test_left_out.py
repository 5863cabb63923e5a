"""Passes of TVM that are not there say what to use instead, as the manual does."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlcc.relax import analysis, transform
from mlcc.relax.transform.left_out import LEFT_OUT

MANUAL = (Path(__file__).parents[2] / "docs" / "tvm.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(LEFT_OUT))
def test_the_error_and_the_manual_name_it(name: str) -> None:
    with pytest.raises(AttributeError, match=f"{name}.*: .*"):
        getattr(transform, name)
    assert f"`{name}`" in MANUAL


def test_others_are_unknown() -> None:
    with pytest.raises(AttributeError, match="no attribute"):
        transform.FuseEverything
    with pytest.raises(AttributeError, match="inspect"):
        analysis.estimate_memory_usage
