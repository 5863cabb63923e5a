"""Models in which each size follows from the one before: the text of a size grows with each step, sizes share parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import FLOAT, model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.ir import IRModule, TensorStructInfo, VarBinding, script, structural_equal, walk_once
from mlcc.script import parse

pytestmark = pytest.mark.onnxruntime


class Chain:
    """A model that is written step by step; numbers are constants by their values."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: dict[str, Any] = {}

    def op(self, kind: str, *inputs: str | list[int], **attrs: Any) -> str:
        names = [value if isinstance(value, str) else self.number(value) for value in inputs]
        self.nodes.append(node(kind, names, [f"v{len(self.nodes)}"], **attrs))
        return str(self.nodes[-1].output[0])

    def number(self, value: list[int]) -> str:
        name = "c" + "_".join(map(str, value))
        self.weights[name] = np.array(value, "i8")
        return name

    def rows(self, x: str) -> str:
        """The number of rows, as a tensor of one element."""
        return self.op("Gather", self.op("Shape", x), [0], axis=0)

    def model(self, result: str) -> onnx.ModelProto:
        return model_of(self.nodes, {"x": (FLOAT, ["n", 4])}, [result], self.weights)


def expanded(c: Chain, x: str, k: int) -> str:
    rows = c.rows(x)
    more = c.op("Div", c.op("Add", c.op("Add", rows, rows), [3]), [2])
    mean = c.op("ReduceMean", x, axes=[0], keepdims=1)
    return c.op("Expand", mean, c.op("Concat", c.op("Min", more, [40 + k]), [4], axis=0))


def cut(c: Chain, x: str, k: int) -> str:
    both = c.op("Concat", x, x, axis=0)
    end = c.op("Min", c.op("Div", c.op("Mul", c.rows(both), [2]), [3]), [50])
    return c.op("Tanh", c.op("Slice", both, [0], end, [0]))


def padded(c: Chain, x: str, k: int) -> str:
    fill = c.op("Mod", c.op("Sub", [4], c.op("Mod", c.rows(x), [4])), [4])
    more = c.op("Pad", x, c.op("Concat", [0, 0], c.op("Add", fill, [1]), [0], axis=0))
    return c.op("Slice", c.op("Tanh", more), [1], c.op("Sub", c.rows(more), [1 - k % 2]), [0])


def tiled(c: Chain, x: str, k: int) -> str:
    times = c.op("Sub", [3], c.op("Min", [1], c.rows(x)))
    more = c.op("Tile", x, c.op("Concat", times, [1], axis=0))
    return c.op("Tanh", c.op("Slice", more, [0], c.op("Div", c.op("Add", c.rows(more), [1]), [2]), [0]))


def reshaped(c: Chain, x: str, k: int) -> str:
    flat = c.op("Reshape", x, c.op("Mul", c.rows(x), [4]))
    halves = c.op("Concat", c.op("Div", c.op("Add", c.rows(flat), [8]), [12]), [4], axis=0)
    end = c.op("Mul", c.op("Gather", halves, [0], axis=0), [4])
    return c.op("Reshape", c.op("Sin", c.op("Slice", flat, [0], end, [0])), halves) if k % 2 else cut(c, x, k)


def arithmetic(c: Chain, x: str, k: int) -> str:
    """Many steps of arithmetic before a size is used."""
    rows = c.rows(x)
    for n in range(40):
        half = c.op("Div", rows, [2])
        rows = c.op("Add", c.op("Mod", c.op("Max", c.op("Add", rows, half), half), [17 + n]), [1])
    return c.op("Expand", c.op("ReduceMean", x, axes=[0], keepdims=1), c.op("Concat", rows, [4], axis=0))


def values_of(module: IRModule) -> list[TensorStructInfo]:
    bindings = module.graph_funcs["main"].bindings()
    infos = [b.var.sinfo for b in bindings if isinstance(b, VarBinding)]
    return [info for info in infos if isinstance(info, TensorStructInfo)]


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("step", "count"),
    [(expanded, 24), (cut, 16), (padded, 8), (tiled, 8), (reshaped, 12), (arithmetic, 3)],
)
def test_each_size_follows_from_the_one_before(step: Callable[[Chain, str, int], str], count: int) -> None:
    chain, result = Chain(), "x"
    for k in range(count):
        result = step(chain, result, k)
    model = chain.model(result)
    ort = pytest.importorskip("onnxruntime")
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    module = from_onnx(model)
    infos = values_of(module)
    # A size has as many parts after the last step as after the first ones.
    assert max(len(list(walk_once(dim))) for info in infos for dim in info.shape or ()) < 100
    assert structural_equal(parse(script(module)), module)
    library = mlcc.build(module)
    for rows in (5, 9):
        x = np.random.default_rng(rows).standard_normal((rows, 4)).astype("f4")
        (want,) = session.run(None, {"x": x})
        got = library(x)
        assert got.shape == want.shape
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)


#: Sizes by divisions of numbers below zero, which are rounded toward it, and their remainders.
DIVIDED: dict[str, Callable[[Chain, str], str]] = {
    "negated twice": lambda c, n: c.op("Neg", c.op("Div", c.op("Neg", n), [20])),
    "by a negative number": lambda c, n: c.op("Neg", c.op("Div", n, [-20])),
    "of either sign": lambda c, n: c.op("Add", c.op("Div", c.op("Sub", n, [9]), [4]), [7]),
    "of either sign, by a size": lambda c, n: c.op("Add", c.op("Div", c.op("Sub", [9], n), n), [60]),
    "remainder of the dividend": lambda c, n: c.op("Add", c.op("Mod", c.op("Neg", n), [7], fmod=1), [9]),
    "remainder of the divisor": lambda c, n: c.op("Mod", c.op("Neg", n), [7]),
}


@pytest.mark.parametrize("case", DIVIDED)
def test_divisions_round_toward_zero(case: str) -> None:
    chain = Chain()
    size = chain.op("Concat", DIVIDED[case](chain, chain.rows("x")), [4], axis=0)
    row = chain.op("ReduceMean", "x", axes=[0], keepdims=1)
    model = chain.model(chain.op("Expand", row, size))
    library = mlcc.build(from_onnx(model))
    for rows in (1, 6, 8, 31, 40):
        x = np.random.default_rng(rows).standard_normal((rows, 4)).astype(np.float32)
        want = onnxruntime_results(model, {"x": x})[0]
        assert library["main"](x).shape == want.shape
