"""Small graph functions for the tests of passes: made from a Python body, run by the interpreter or compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from tolerances import TOLERANCE

import mlcc
from mlcc import reference, relax
from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphVar,
    IRModule,
    Op,
    TensorStructInfo,
    TupleGetItem,
    VarBinding,
    walk,
)
from mlcc.relax.transform import LegalizeOps, Normalize

Array = np.ndarray[Any, Any]
Body = Callable[..., Any]

#: Graph functions that call each other, and a tensor program of any length.
CALLS = """
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def double(a: T.handle, b: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n,), "float32")
        for i in range(n):
            with T.block("double"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi] * T.float32(2)

    @R.function(private=True)
    def inner(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            s = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((n,), "float32"))
            t = R.add(s, y)
            R.output(s, t)
        return (s, t)

    @R.function(private=True)
    def middle(x: R.Tensor(("m",), "float32")) -> R.Tensor(("m",), "float32"):
        cls = Module
        p = cls.inner(x, x)
        q = R.multiply(p[0], p[1])
        return q

    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor((6,), "float32")):
        cls = Module
        a = cls.middle(x)
        b = cls.middle(y)
        return (a, b)
"""


def normal(*shape: int, seed: int = 0, dtype: str = "float32") -> Array:
    """Random numbers that depend on the shape and the seed only."""
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(dtype)


class Ops:
    """Emits a call for each method call: `o.nn_relu(x)` is `R.nn.relu(x)`; arrays are constants."""

    def __init__(self, builder: relax.BlockBuilder) -> None:
        self.builder = builder

    def field(self, value: GraphExpr, index: int) -> GraphVar:
        """One of several results."""
        return self.builder.emit(TupleGetItem(value, index))

    def __getattr__(self, name: str) -> Callable[..., GraphVar]:
        def emit(*args: Any, **attrs: Any) -> GraphVar:
            operator = name.replace("nn_", "nn.", 1)
            return self.builder.emit(GraphCall(Op(operator), tuple(map(_operand, args)), attrs))

        return emit


def _operand(value: Any) -> GraphExpr:
    if isinstance(value, GraphExpr):
        return value
    if isinstance(value, list):
        return relax.Tuple(tuple(map(_operand, value)))
    if isinstance(value, tuple):
        return relax.ShapeExpr(tuple(value))
    return Constant(value if isinstance(value, np.ndarray) else np.asarray(value, "float32"))


def graph(body: Body, dtype: str = "float32", **shapes: Sequence[Any]) -> IRModule:
    """`main` with one parameter per shape; `body(ops, *params)` gives one output or a tuple of them."""
    params = [relax.Var(name, TensorStructInfo(tuple(shape), dtype)) for name, shape in shapes.items()]
    builder = relax.BlockBuilder()
    with builder.function("main", params):
        with builder.dataflow():
            result = body(Ops(builder), *params)
            outputs = result if isinstance(result, tuple) else (result,)
            created = tuple(builder.emit_output(_operand(r)) for r in outputs)
        builder.emit_func_output(created if isinstance(result, tuple) else created[0])
    return Normalize()(builder.get())


def operators(module: IRModule, name: str = "main") -> list[str]:
    """The names of the operators (or functions) that a graph function calls, in order."""
    func = module.graph_funcs[name]
    values = [b.value for b in func.bindings() if isinstance(b, VarBinding)]
    calls = [v for v in values if isinstance(v, GraphCall)]
    return [c.op.name for c in calls if isinstance(c.op, Op | relax.GlobalVar)]


def constants(module: IRModule, name: str = "main") -> list[Array]:
    """The tensor literals of a graph function in order."""
    return [c.data for c in walk(module.graph_funcs[name]) if isinstance(c, Constant)]


def interpret(module: IRModule, *inputs: Array) -> list[Array]:
    """What the interpreter gives."""
    return reference.run(LegalizeOps()(module), list(inputs))


def compiled(module: IRModule, *inputs: Array) -> list[Array]:
    """What the compiled library gives."""
    result = mlcc.build(module)(*inputs)
    return [np.array(r) for r in (result if isinstance(result, list | tuple) else (result,))]


def assert_close(got: Sequence[Array], want: Sequence[Array], share: float = TOLERANCE["float32"]) -> None:
    """Shapes, counts, NaN and infinities equal; no error above this share of the largest element."""
    assert len(got) == len(want)
    for a, b in zip(got, want, strict=True):
        assert a.shape == b.shape
        largest = np.abs(b[np.isfinite(b)]).max(initial=0.0)
        np.testing.assert_allclose(a, b, rtol=0, atol=share * float(largest))
