"""Bindings without aliases, outside of dataflow blocks, and sorted."""

from __future__ import annotations

import pytest

from mlcc import MlccError, script
from mlcc.ir import GraphFunction, IRModule, problems
from mlcc.relax.transform import CanonicalizeBindings, Normalize, ToNonDataflow, TopologicalSort

from .graphs import graph, interpret, normal

ALIASES = """
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        a = x
        b = R.exp(a)
        pair = (b, a)
        c = pair[1]
        d = R.match_cast(b, R.Tensor((2, 3), "float32"))
        e = R.add(c, d)
        out = e
        R.output(out)
    z = out
    return z
"""


def main_of(module: IRModule) -> GraphFunction:
    func = module["main"]
    assert isinstance(func, GraphFunction)
    return func


def test_aliases_are_gone() -> None:
    module = Normalize()(script.parse(ALIASES))
    made = CanonicalizeBindings()(module)
    assert not problems(made)
    assert [b.var.name for b in main_of(made).bindings()] == ["b", "pair", "out"]
    assert main_of(made).body.body.name == "out"  # type: ignore[attr-defined]
    assert not main_of(made).bindings()[-1].var.is_dataflow
    (want,), (got,) = interpret(module, normal(2, 3)), interpret(made, normal(2, 3))
    assert (got == want).all()


def test_blocks_are_ordinary() -> None:
    made = ToNonDataflow()(graph(lambda o, x: (o.exp(o.add(x, x)), o.sin(x)), x=(3,)))
    assert not problems(made)
    assert not any(block.is_dataflow for block in main_of(made).body.blocks)
    assert not any(b.var.is_dataflow for b in main_of(made).bindings())
    assert len(interpret(made, normal(3))) == 2


@pytest.mark.parametrize(
    ("order", "direction", "want"),
    [
        ("depth-first", "from-inputs", "abdce"),
        ("breadth-first", "from-inputs", "acbde"),
        ("breadth-first", "from-outputs", "abcde"),
        ("depth-first", "from-outputs", "abdce"),
    ],
)
def test_orders(order: str, direction: str, want: str) -> None:
    text = """
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        a = R.exp(x)
        c = R.sin(x)
        b = R.negative(a)
        d = R.abs(b)
        e = R.add(d, c)
        R.output(e)
    return e
"""
    module = Normalize()(script.parse(text))
    made = TopologicalSort(order, direction)(module)
    assert not problems(made)
    names = "".join(b.var.name for b in main_of(made).bindings())
    assert sorted(names) == sorted(want)
    assert names == want
    assert (interpret(made, normal(2))[0] == interpret(module, normal(2))[0]).all()


def test_another_order() -> None:
    with pytest.raises(MlccError, match="T141"):
        TopologicalSort("by-name")(graph(lambda o, x: o.exp(x), x=(3,)))
