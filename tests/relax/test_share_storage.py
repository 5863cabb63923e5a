"""Operands of a concatenation are computed in its result where the batch turns out to be 1, and copied elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper

import mlcc
from mlcc.analysis import simplify
from mlcc.ir import Call, IfThenElse, StringImm, Var, as_int, const, substitute, walk
from mlcc.lowering import lower
from mlcc.relax import WeightBlob, lower_main
from mlcc.relax.transform import DeadCodeElimination, FuseOps, LegalizeOps

from .graphs import graph

SIZES = ((1, 8, 8), (3, 5, 7), (1, 1, 1), (2, 1, 9), (1, 13, 6))


def model(nodes: list[Any], outputs: list[str], batch: str | int = "n") -> onnx.ModelProto:
    """A model over x (batch, 6, h, w)."""
    shape = [batch, 6, "h", "w"]
    graph = helper.make_graph(
        nodes,
        "joins",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def node(op: str, inputs: str, output: str, **attrs: Any) -> Any:
    return helper.make_node(op, inputs.split(), [output], **attrs)


def pool(data: str, output: str) -> Any:
    return node("MaxPool", data, output, kernel_shape=[3, 3], pads=[1, 1, 1, 1])


MODELS = {
    "siblings": [pool("x", "a"), pool("a", "b"), node("Concat", "a b", "c", axis=1), pool("c", "y")],
    "an operand is read later": [
        pool("x", "a"), pool("a", "b"), node("Concat", "b a", "c", axis=1), pool("c", "d"),
        node("Concat", "a a", "e", axis=1), node("Add", "d e", "y"),
    ],
    "a chain": [
        pool("x", "a"), pool("a", "b"), node("Concat", "a b", "c", axis=1), pool("c", "d"),
        node("Concat", "c d", "e", axis=1), pool("e", "f"), node("Concat", "f e c", "g", axis=1), pool("g", "y"),
    ],
    "an operand twice, an input, a result": [
        pool("x", "a"), node("Concat", "a a", "b", axis=1), pool("b", "c"), node("Concat", "x c", "d", axis=1),
        pool("d", "e"), pool("e", "f"), node("Concat", "e f", "y", axis=1),
    ],
    "overwritten by the next operator": [
        pool("x", "a"), pool("a", "b"), node("Concat", "a b", "c", axis=1), pool("c", "d"),
        node("Exp", "a", "e"), node("Concat", "e d", "f", axis=1), pool("f", "y"),
    ],
    "rows": [pool("x", "a"), pool("a", "b"), node("Concat", "a b", "c", axis=2), pool("c", "y")],
}  # fmt: skip


@pytest.mark.every(2)
@pytest.mark.parametrize("name", MODELS)
def test_any_batch_gives_what_onnxruntime_gives(name: str) -> None:
    proto = model(MODELS[name], ["y"])
    library, session = mlcc.build(proto), onnxruntime.InferenceSession(proto.SerializeToString())
    rng = np.random.default_rng(0)
    for n, h, w in (*SIZES, *SIZES):
        x = rng.standard_normal((n, 6, h, w)).astype(np.float32)
        np.testing.assert_allclose(np.asarray(library.main(x)), session.run(None, {"x": x})[0], rtol=2e-6)


def joined(body: Any, *shape: Any) -> tuple[int, int]:
    """The calls of concatenations in a program, and how many of them are left out under a condition."""
    legal = DeadCodeElimination()(LegalizeOps()(FuseOps()(graph(body, x=shape))))
    kernels = {name: lower(func, "llvm") for name, func in legal.prim_funcs.items()}
    func = lower_main(legal.graph_funcs["main"], "main", kernels, WeightBlob()).func

    def count(node: Any) -> int:
        calls = (n for n in walk(node) if isinstance(n, Call) and n.op == "call_kernel")
        return sum(isinstance(c.args[0], StringImm) and c.args[0].value.startswith("concatenate") for c in calls)

    return count(func.body), sum(count(n) for n in walk(func.body) if isinstance(n, IfThenElse))


def test_only_concatenations_of_symbolic_batches_have_a_condition() -> None:
    def siblings(o: Any, x: Any) -> Any:
        a = o.nn_softmax(x)
        return o.nn_softmax(o.concat([a, o.nn_softmax(a)], axis=1))

    def rows(o: Any, x: Any) -> Any:
        a = o.nn_softmax(x)
        return o.nn_softmax(o.concat([a, o.nn_softmax(a)], axis=2))

    def an_input(o: Any, x: Any) -> Any:
        return o.nn_softmax(o.concat([x, o.nn_softmax(x)], axis=1))

    n = Var("n", "int64")
    assert joined(siblings, n, 4, 3) == (1, 1)
    assert joined(siblings, 2, 4, 3) == (1, 0)
    assert joined(siblings, 1, 4, 3) == (0, 0)
    assert joined(rows, n, 4, 3) == (1, 0)
    assert joined(an_input, n, 4, 3) == (1, 0)


def arena(body: Any, *shape: Any) -> Any:
    """The bytes of a program's arena, an expression of its sizes."""
    legal = DeadCodeElimination()(LegalizeOps()(FuseOps()(graph(body, x=shape))))
    kernels = {name: lower(func, "llvm") for name, func in legal.prim_funcs.items()}
    return lower_main(legal.graph_funcs["main"], "main", kernels, WeightBlob()).arena.nbytes


def test_one_image_takes_what_a_static_batch_of_one_takes() -> None:
    def growing(o: Any, x: Any) -> Any:
        value = o.cumsum(x, axis=2)
        for _ in range(3):
            value = o.concat([value, o.cumsum(value, axis=2)], axis=1)
        return o.cumsum(value, axis=2)

    n = Var("n", "int64")
    of_any = arena(growing, n, 4, 32)
    one, two = (as_int(simplify(substitute(of_any, {n: const(count, "int64")}))) for count in (1, 2))
    assert one == as_int(arena(growing, 1, 4, 32))
    # of two images, the operands and the result of one concatenation have memory at a time: not those of all
    assert two == 2 * 4 * 32 * 4 * (4 + 4 + 8)
