"""Dataflow blocks by TVM's names, and changes of one by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc as tvm
from mlcc import MlccError, relax
from mlcc.ir import BindingBlock, IRModule, verify
from mlcc.script import parse_module

MODEL: Any = parse_module("""
@R.function
def main(x: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.sin(a)
        c = R.add(b, b)
        R.output(c)
    d = R.negative(c)
    return d
""")
FUNC = relax.normalize(MODEL["main"])
MODULE = IRModule({"main": FUNC})


def test_blocks_by_kind() -> None:
    first, second = FUNC.body.blocks
    assert isinstance(first, relax.DataflowBlock)
    assert not isinstance(second, relax.DataflowBlock)
    made: Any = relax.DataflowBlock(first.bindings)
    assert isinstance(made, BindingBlock)
    assert made.is_dataflow
    assert relax.TensorType((2,), "int8").script() == 'R.Tensor((2,), dtype="int8")'


def test_a_block_is_changed_by_hand() -> None:
    block = FUNC.body.blocks[0]
    change = relax.DataflowBlockRewrite(block, FUNC)
    a, b, c = (binding.var for binding in block.bindings)
    change.add(relax.op.negative(relax.op.negative(relax.op.cos(a))), "b", is_dfvar=True)
    new = change.mutated_dfb().bindings[-1].var
    assert new.name == "b_1"
    change.add(relax.op.multiply(new, new), "e")
    change.replace_all_uses(c, change.mutated_dfb().bindings[-1].var)
    with pytest.raises(MlccError, match="T142"):
        change.remove_unused(a)
    change.remove_unused(c)
    change.remove_unused(c, allow_undef=True)
    change.remove_all_unused()
    assert [binding.var.name for binding in change.mutated_dfb().bindings] == ["a", "lv", "lv1", "b_1", "e"]
    module = change.mutate_irmodule(MODULE)
    verify(module)
    x = np.arange(4, dtype="float32") / 4
    np.testing.assert_allclose(tvm.build(module)(x), -(np.cos(np.exp(x)) ** 2), rtol=1e-4)  # wide: squares of cosines
    with pytest.raises(MlccError, match="T142"):
        relax.DataflowBlockRewrite(FUNC.body.blocks[1], FUNC)
    with pytest.raises(MlccError, match="T142"):
        change.mutate_irmodule(MODEL)
