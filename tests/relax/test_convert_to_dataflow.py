"""Pure bindings become dataflow blocks; conditionals, casts and side effects stand between."""

from __future__ import annotations

import numpy as np

from mlcc.ir import IRModule, structural_equal, verify
from mlcc.relax.transform import ConvertToDataflow, Normalize
from mlcc.script import parse_module

from .graphs import assert_close, compiled, normal

TEXT = """
@R.function
def main(x: R.Tensor(("n",), "float32"), c: R.Tensor((), "bool")):
    m = T.int64()
    a = R.exp(x)
    b = R.negative(a)
    d = R.match_cast(b, R.Tensor((m,), "float32"))
    e = R.add(d, d)
    if c:
        f = R.sqrt(e)
        g = R.negative(f)
    else:
        g = e
    h = R.multiply(g, b)
    i = R.negative(h)
    return (i, d)
"""


def blocks(module: IRModule, name: str = "main") -> list[tuple[bool, list[str]]]:
    """For each block: whether it is of dataflow, and the names that it binds."""
    body = module.graph_funcs[name].body
    return [(block.is_dataflow, [b.var.name for b in block.bindings]) for block in body.blocks]


def test_the_longest_runs_of_pure_bindings() -> None:
    module = ConvertToDataflow()(Normalize()(parse_module(TEXT)))
    verify(module)
    assert blocks(module) == [
        (True, ["a", "b"]), (False, ["d"]), (True, ["e"]), (False, ["g"]), (True, ["h", "i"]),
    ]  # fmt: skip


def test_what_is_used_later_outlives_its_block() -> None:
    module = ConvertToDataflow()(Normalize()(parse_module(TEXT)))
    local = {b.var.name: b.var.is_dataflow for b in module.graph_funcs["main"].bindings()}
    assert local == {"a": True, "b": False, "d": False, "e": False, "g": False, "h": True, "i": False}


def test_results_stay() -> None:
    before = Normalize()(parse_module(TEXT))
    after = ConvertToDataflow()(before)
    x = np.abs(normal(5))
    for flag in (True, False):
        given = (x, np.asarray(flag))
        assert_close(compiled(after, *given), compiled(before, *given))
        total = 2 * -np.exp(x)
        with np.errstate(invalid="ignore"):
            want = -np.sqrt(total) if flag else total
        assert_close(compiled(after, *given), [want * np.exp(x), -np.exp(x)])


def test_one_block_of_dataflow_stays() -> None:
    module = Normalize()(parse_module(TEXT))
    once = ConvertToDataflow()(module)
    assert structural_equal(ConvertToDataflow()(once), once)
    text = """
@R.function
def main(x: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.exp(x)
        R.output(a)
    return a
"""
    whole = Normalize()(parse_module(text))
    assert ConvertToDataflow()(whole) is whole


def test_calls_with_side_effects_stand_between() -> None:
    """Fresh memory is another tensor each time."""
    text = """
@R.function
def main(x: R.Tensor((4,), "float32")):
    a = R.builtin.alloc_tensor(R.shape([4]), dtype="float32", runtime_device_index=0)
    b = R.exp(x)
    d = R.builtin.alloc_tensor(R.shape([4]), dtype="float32", runtime_device_index=0)
    e = R.negative(b)
    return e
"""
    module = ConvertToDataflow()(Normalize()(parse_module(text)))
    verify(module)
    assert blocks(module) == [(False, ["a"]), (True, ["b"]), (False, ["d"]), (True, ["e"])]
    assert_close(compiled(module, normal(4)), [-np.exp(normal(4))])
