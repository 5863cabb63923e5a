"""What is kept of sizes is read where it is, also by calls at the same time, and a call that fails leaves it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnxruntime
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx
from mlcc.ir import FINALLY, AttrStmt, Call, StringImm, TensorStructInfo, Var, const, walk
from mlcc.lowering import lower
from mlcc.relax import Keep, WeightBlob, lower_main
from mlcc.relax.kept_code import KeptCode
from mlcc.relax.steps import CopyStep, KeptStep, KernelStep, SharedBytes, Step, Storage, Tensor
from mlcc.relax.transform import DeadCodeElimination, FuseOps, LegalizeOps
from mlcc.script import parse_module

from .test_kept_values import MODEL, POSITIONS, Node, check, kernels_of, model

N = Var("n", "int64")


def value() -> Tensor:
    return Tensor(Storage(N * 4), TensorStructInfo((N,), "float32"))


def part(number: int, result: Tensor, *read: Tensor) -> KeptStep:
    return KeptStep([KernelStep("table", [*read, result], 1)], [result], 0, number, const(0, "int64"), (N,))


def places(*steps: Step) -> int:
    """How many values are read where they are kept."""
    return len(KeptCode.of(steps).places)


def test_what_is_only_read_is_read_where_it_is() -> None:
    a, b, c = value(), value(), value()
    assert places(part(0, a), KernelStep("add", [a, b], 1)) == 1
    assert places(part(0, a), part(1, c, a), KernelStep("add", [a, c, b], 1)) == 2


def test_what_lies_in_other_memory_is_copied() -> None:
    result, joined, reused, shared = value(), value(), value(), value()
    result.storage.kind = "output"
    joined.storage.place(Storage(N * 8))
    other, whole = value(), value()
    other.storage.place(reused.storage)
    shared.storage.shared = SharedBytes(whole.storage, const(0, "int64"))
    for tensor in (result, joined, reused, shared):
        assert places(part(0, tensor), KernelStep("add", [tensor, other], 1), CopyStep(tensor, whole)) == 0


def called(*outputs: str, nodes: tuple[Node, ...] = MODEL) -> set[str]:
    """The functions of the runtime that a program with these outputs calls."""
    legal = DeadCodeElimination()(LegalizeOps()(FuseOps()(from_onnx(model(nodes, *outputs)))))
    kernels = {name: lower(func, "llvm") for name, func in legal.prim_funcs.items()}
    main = lower_main(legal.graph_funcs["main"], "main", kernels, WeightBlob(), keep=Keep(legal.prim_funcs, 0))
    assert any(isinstance(node, AttrStmt) and node.key == FINALLY for node in walk(main.func.body))
    calls = [node.args[0] for node in walk(main.func.body) if isinstance(node, Call) and node.op == "call_extern"]
    return {name.value for name in calls if isinstance(name, StringImm)}


def test_what_may_be_computed_in_place_is_read_where_it_is_kept() -> None:
    """`sines` could overwrite the sums. It would be copied there in each call, for the table that is kept after it."""
    nodes: tuple[Node, ...] = (
        *POSITIONS, ("CumSum", "angles zero", "sums", {}), ("Sin", "sums", "sines", {}),
        ("Add", "x sines", "moved", {}), ("MatMul", "sines weight", "keys", {}),
        ("Transpose", "keys", "turned", {"perm": [1, 0]}),
        ("MatMul", "moved turned", "y", {}),
    )  # fmt: skip
    assert "mlcc_rt_kept_read" not in called("y", nodes=nodes)


def test_results_alone_are_copied() -> None:
    read = called("y")
    assert "mlcc_rt_kept_at" in read
    assert "mlcc_rt_kept_read" not in read
    assert "mlcc_rt_kept_read" in called("y", "keys")


FAILING = """
@I.ir_module
class Module:
    @T.prim_func
    def table(out: T.handle):
        T.func_attr({"op_pattern": 8})
        n = T.int64()
        B = T.match_buffer(out, (n,), "float32")
        for i in range(n):
            with T.block("table"):
                v = T.axis.spatial(n, i)
                B[v] = T.sin(T.Cast("float32", v))

    @T.prim_func
    def checked(given: T.handle, read: T.handle, out: T.handle):
        n = T.int64()
        A = T.match_buffer(given, (n,), "float32")
        B = T.match_buffer(read, (n,), "float32")
        C = T.match_buffer(out, (n,), "float32")
        assert n != 5, "five"
        for i in range(n):
            with T.block("added"):
                v = T.axis.spatial(n, i)
                C[v] = A[v] + B[v]

    @R.function
    def main(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        with R.dataflow():
            t = R.call_tir(Module.table, (), R.Tensor((n,), "float32"))
            y = R.call_tir(Module.checked, (x, t), R.Tensor((n,), "float32"))
            R.output(y)
        return y
"""


def test_a_call_that_fails_leaves_what_is_kept_to_others() -> None:
    """Else the calls that follow, which are of other sizes, would compute the table each time."""
    library = mlcc.build(parse_module(FAILING), profile=True)
    for _ in range(2):
        with pytest.raises(MlccError, match="five"):
            library.main(np.ones(5, np.float32))
    for computed in (True, False):
        assert ("table" in kernels_of(library, np.ones(7, np.float32))) == computed
    np.testing.assert_allclose(library.main(np.ones(7, np.float32)), 1 + np.sin(np.arange(7)), rtol=1e-6)


def test_calls_of_several_sizes_at_the_same_time() -> None:
    proto = model(MODEL, "y")
    library, session = mlcc.build(proto), onnxruntime.InferenceSession(proto.SerializeToString())
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(check, library, session, 1 + k % 2, 1 + k // 8 % 3) for k in range(400)]:
            done.result()
