"""What follows from sizes alone is computed once for the sizes of a call, and right in every call."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.ir import Call, StringImm, TensorStructInfo, Var, walk
from mlcc.lowering import lower
from mlcc.relax import Keep, WeightBlob, lower_main
from mlcc.relax.kept_values import keep_values
from mlcc.relax.steps import CopyStep, KeptStep, KernelStep, Step, Storage, Tensor
from mlcc.relax.transform import DeadCodeElimination, FuseOps, LegalizeOps
from mlcc.script import parse_module

from .graphs import assert_close, normal

WIDTH = 24
Node = tuple[str, str, str, dict[str, Any]]
#: The angles of every position of x: (length, WIDTH).
POSITIONS: tuple[Node, ...] = (
    ("Shape", "x", "length", {"start": 1, "end": 2}),
    ("Squeeze", "length", "count", {}),
    ("Range", "zero count one", "places", {}),
    ("Unsqueeze", "places last", "column", {}),
    ("Cast", "column", "real", {"to": TensorProto.FLOAT}),
    ("Mul", "real rates", "angles", {}),
)
SINES: tuple[Node, ...] = (*POSITIONS, ("Sin", "angles", "sines", {}), ("Cos", "angles", "cosines", {}))
#: A table that is added, and one that is multiplied by weights and meets the data as a matrix.
MODEL: tuple[Node, ...] = (
    *SINES, ("Add", "x sines", "moved", {}), ("MatMul", "cosines weight", "keys", {}),
    ("Transpose", "keys", "turned", {"perm": [1, 0]}), ("MatMul", "moved turned", "y", {}),
)  # fmt: skip


def model(nodes: Sequence[Node], *outputs: str, width: int = WIDTH) -> onnx.ModelProto:
    """A model over x: (batch, length, width)."""
    rng = np.random.default_rng(1)
    constants = {
        "zero": np.array(0, np.int64), "one": np.array(1, np.int64), "last": np.array([1], np.int64),
        "rates": rng.random((1, width)).astype(np.float32),
        "weight": rng.standard_normal((width, width)).astype(np.float32),
    }  # fmt: skip
    graph = helper.make_graph(
        [helper.make_node(op, ins.split(), outs.split(), **attrs) for op, ins, outs, attrs in nodes],
        "kept",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", "length", width])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def check(library: Any, session: Any, batch: int, length: int, width: int = WIDTH) -> None:
    x = normal(batch, length, width, seed=length)
    results = library.main(x)
    wanted = session.run(None, {"x": x})
    for result, want in zip(results if len(wanted) > 1 else [results], wanted, strict=True):
        assert_close(np.asarray(result), want)


def kernels_of(library: Any, x: Any) -> set[str]:
    """The kernels that a call with this input runs."""
    (function,) = library.spec.functions
    sites = function.metadata["profile"]["calls"]
    library.profile()
    library.main(x)
    return {site["kernel"] for site, spent in zip(sites, library.profile(), strict=True) if spent > 0}


def test_tables_are_computed_when_sizes_change() -> None:
    library = mlcc.build(model(MODEL, "y"), profile=True)
    tables = {"tir_sin", "tir_cos"}
    for length, computed in ((5, True), (5, False), (6, True), (6, False), (5, True), (5, False)):
        ran = kernels_of(library, normal(2, length, WIDTH))
        assert any(name in ran for name in tables) == computed, (length, ran)
        assert any(name.startswith("matmul") for name in ran), ran


@pytest.mark.parametrize("outputs", [("y",), ("y", "cosines", "keys")])
def test_calls_in_any_order_of_sizes(outputs: tuple[str, ...]) -> None:
    proto = model(MODEL, *outputs)
    library, session = mlcc.build(proto), onnxruntime.InferenceSession(proto.SerializeToString())
    for size in ((2, 5), (2, 5), (1, 5), (2, 5), (3, 17), (3, 17), (2, 0), (2, 5), (1, 1), (1, 1)):
        check(library, session, *size)


def test_a_table_that_is_larger_than_the_memory_for_it() -> None:
    proto = model(MODEL, "y")
    library, session = mlcc.build(proto), onnxruntime.InferenceSession(proto.SerializeToString())
    for length in (6000, 6000, 7, 7):
        check(library, session, 1, length)


def test_calls_at_the_same_time() -> None:
    proto = model(MODEL, "y")
    library, session = mlcc.build(proto), onnxruntime.InferenceSession(proto.SerializeToString())
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(check, library, session, 1, 1 + k // 8 % 3) for k in range(200)]:
            done.result()


def test_a_library_of_its_own(tmp_path: Path) -> None:
    """As C calls it, with the code that all libraries share as an object of its own."""
    proto = model(MODEL, "y")
    mlcc.build(proto).export_library(tmp_path / "kept.so")
    library, session = mlcc.load(tmp_path / "kept.so"), onnxruntime.InferenceSession(proto.SerializeToString())
    assert library.spec.kept_areas == 1
    for length in (9, 9, 4):
        check(library, session, 2, length)


def test_sizes_that_are_computed_of_no_data() -> None:
    """How many positions are no multiples of 3 follows from the length, and so does the memory for them."""
    nodes: tuple[Node, ...] = (
        *POSITIONS[:3], ("Add", "one one", "two", {}), ("Add", "two one", "three", {}),
        ("Mod", "places three", "rest", {}), ("NonZero", "rest", "found", {}), ("Squeeze", "found zeroth", "where", {}),
        ("Gather", "x where", "some", {"axis": 1}), ("Cast", "where", "real", {"to": TensorProto.FLOAT}),
        ("Unsqueeze", "real last", "column", {}), ("Add", "some column", "y", {}),
    )  # fmt: skip
    proto = model((("Sub", "last last", "zeroth", {}), *nodes), "y")
    library, session = mlcc.build(proto, profile=True), onnxruntime.InferenceSession(proto.SerializeToString())
    for length in (10, 10, 4, 4, 1, 1, 9):
        check(library, session, 2, length)
    for computed in (True, False):
        ran = kernels_of(library, normal(2, 7, WIDTH))
        assert any("nonzero" in name for name in ran) == computed, ran


def parts_of(proto: onnx.ModelProto) -> int:
    """In how many parts the values of a model are kept."""
    legal = DeadCodeElimination()(LegalizeOps()(FuseOps()(from_onnx(proto))))
    kernels = {name: lower(func, "llvm") for name, func in legal.prim_funcs.items()}
    main = lower_main(legal.graph_funcs["main"], "main", kernels, WeightBlob(), keep=Keep(legal.prim_funcs, 0))
    asked = [n.args[0] for n in walk(main.func.body) if isinstance(n, Call) and n.op == "call_extern"]
    parts = sum(isinstance(name, StringImm) and name.value == "mlcc_rt_kept_find" for name in asked)
    assert main.keeps == (parts > 0)
    return parts


def test_parts_are_computed_where_they_are_first_read() -> None:
    assert parts_of(model(MODEL, "y")) == 2


def test_what_costs_no_more_than_a_copy() -> None:
    """It is kept where it is only read, but a result of the function would be copied."""
    a, b = value(), value()
    steps: list[Step] = [KernelStep("plain", [a], 1, (N,)), KernelStep("library", [a, b], 1, (N,))]
    assert shown(steps, b) == ["(plain)", "library"]
    assert shown(steps, a, b) == ["plain", "library"]


@pytest.mark.parametrize("copies", [True, False])
def test_what_costs_no_more_than_a_copy_and_is_copied(copies: bool) -> None:
    """As the initial state of a loop is: there it may be computed at once."""
    a, state = value(), value()
    reader: Step = CopyStep(a, state) if copies else KernelStep("library", [a, state], 1, (N,))
    steps = [KernelStep("plain", [a], 1, (N,)), reader, KernelStep("library", [state], 1, (N,))]
    assert shown(steps)[0] == ("plain" if copies else "(plain)")


def test_what_data_reaches_is_computed_in_each_call() -> None:
    nodes: tuple[Node, ...] = (
        ("Sin", "x", "sines", {}),
        ("Cos", "sines", "cosines", {}),
        ("Add", "sines cosines", "y", {}),
    )
    assert parts_of(model(nodes, "y")) == 0


MODULE = parse_module(
    """
@I.ir_module
class Module:
    @T.prim_func
    def table(out: T.handle):
        n = T.int64()
        B = T.match_buffer(out, (n,), "float32")
        for i in range(n):
            with T.block("table"):
                v = T.axis.spatial(n, i)
                B[v] = T.sin(T.Cast("float32", v))

    @T.prim_func
    def plain(out: T.handle):
        n = T.int64()
        B = T.match_buffer(out, (n,), "float32")
        for i in range(n):
            with T.block("plain"):
                v = T.axis.spatial(n, i)
                B[v] = T.Cast("float32", v)

    @T.prim_func
    def sine(given: T.handle, out: T.handle):
        n = T.int64()
        A = T.match_buffer(given, (n,), "float32")
        B = T.match_buffer(out, (n,), "float32")
        for i in range(n):
            with T.block("sine"):
                v = T.axis.spatial(n, i)
                B[v] = T.sin(A[v])

    @T.prim_func
    def foreign(out: T.handle):
        n = T.int64()
        B = T.match_buffer(out, (n,), "float32")
        for i in range(n):
            with T.block("foreign"):
                v = T.axis.spatial(n, i)
                B[v] = T.call_extern("float32", "drawn", T.sin(T.Cast("float32", v)))
"""
)
N, M = Var("n", "int64"), Var("m", "int64")
DATA = Tensor(Storage(N * 4, kind="input"), TensorStructInfo((N,), "float32"))


def value(size: Var = N) -> Tensor:
    return Tensor(Storage(size * 4), TensorStructInfo((size,), "float32"))


def shown(steps: list[Step], *results: Tensor) -> list[str]:
    """What becomes of steps: by their kernels, those of a part in parentheses."""

    def name(step: Step) -> str:
        if isinstance(step, KeptStep):
            return f"({' '.join(map(name, step.body))})"
        return step.kernel if isinstance(step, KernelStep) else type(step).__name__

    return list(map(name, keep_values(steps, results, [N], Keep(MODULE.prim_funcs, 0))))


def test_steps_move_to_their_first_reader() -> None:
    a, b, c, d = value(), value(), value(), value()
    steps: list[Step] = [
        KernelStep("table", [a], 1, (N,)), KernelStep("sine", [a, b], 1, (N,)),
        KernelStep("sine", [DATA, c], 1, (N,)), CopyStep(a, c), CopyStep(b, d),
    ]  # fmt: skip
    assert shown(steps, c, d) == ["sine", "(table)", "CopyStep", "(sine CopyStep)"]


def test_steps_that_are_not_kept() -> None:
    a, b = value(), value()
    assert shown([KernelStep("table", [a], 1, (N,))], a) == ["(table)"]
    # changed in place; of a size that is computed; an effect; a library function; written twice
    assert shown([KernelStep("table", [a], 1, (N,)), KernelStep("sine", [a, a], 0, (N,), changed=[a])], a) == [
        "table", "sine"
    ]  # fmt: skip
    assert shown([KernelStep("table", [value(M)], 1, (M,))]) == ["table"]
    assert shown([KernelStep("foreign", [a], 1, (N,))], a) == ["foreign"]
    assert shown([KernelStep("library", [a], 1, (N,))], a) == ["library"]
    assert shown([KernelStep("table", [a], 1, (N,)), CopyStep(DATA, a), CopyStep(a, b)], b) == [
        "table", "CopyStep", "CopyStep"
    ]  # fmt: skip
