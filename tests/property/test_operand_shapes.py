"""Operators of ONNX on operands of other shapes: a coded error, or no access beyond the operands."""

from __future__ import annotations

import pytest
from operand_shapes import faults, variants


@pytest.mark.slow
def test_no_program_reads_beyond_its_operands() -> None:
    """What was found has short tests (`tests/topi/test_refused_shapes.py`)."""
    assert faults(variants()) == {}
