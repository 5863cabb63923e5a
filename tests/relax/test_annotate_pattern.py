"""The attribute by which calls of tensor programs are fused."""

from __future__ import annotations

from mlcc.relax.transform import AnnotateTIROpPattern, Normalize
from mlcc.script import parse_module

from .graphs import CALLS


def test_programs_get_the_attribute_and_keep_one_that_they_have() -> None:
    module = AnnotateTIROpPattern()(Normalize()(parse_module(CALLS)))
    assert module.prim_funcs["double"].attrs["op_pattern"] == 0
    forced = module.with_function("double", module.prim_funcs["double"].with_attr("op_pattern", 8))
    assert AnnotateTIROpPattern()(forced).prim_funcs["double"].attrs["op_pattern"] == 8
