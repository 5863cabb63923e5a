"""Operators run on arrays: as a program that verifies, survives its text, and is interpreted."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import on_wasm
from tolerances import assert_close

from mlcc import MlccError, build, te, topi
from mlcc.ir import PrimFunc, const, structural_equal, verify
from mlcc.reference import run
from mlcc.script import parse_module
from mlcc.verification.references import onnxruntime_results

Places = Sequence[tuple[int, int]]


def evaluate(name: str, /, *inputs: Any, symbolic: Places = (), **attrs: Any) -> Any:
    """The operator's result (a list for several). `symbolic` names (input, axis) whose extents stay variables."""
    arrays: list[np.ndarray] = []
    tensors: list[te.Tensor] = []

    def tensor(value: Any, place: int) -> Any:
        if isinstance(value, list):
            return [tensor(v, place) for v in value]
        if value is None or isinstance(value, (int, float)):
            return value
        value = np.asarray(value)
        shape = [
            te.var(f"n{place}_{axis}", "int64") if (place, axis) in symbolic else const(size, "int64")
            for axis, size in enumerate(value.shape)
        ]
        arrays.append(value)
        tensors.append(te.placeholder(shape, str(value.dtype), f"p{place}"))
        return tensors[-1]

    args = [tensor(value, place) for place, value in enumerate(inputs)]
    result = topi.call_operator(name, args, attrs)
    several = isinstance(result, tuple)
    outputs = list(result) if several else [result]
    func = te.create_prim_func([*tensors, *outputs])
    verify(func)
    (parsed,) = parse_module(func.script()).functions.values()
    assert structural_equal(func, parsed), func.script()
    actual = run(func, arrays)
    for got, out in zip(actual, outputs, strict=True):
        assert str(got.dtype) == out.dtype
    if target := os.environ.get("MLCC_TARGET"):
        assert_compiled(func, arrays, actual, target)
    return actual if several else actual[0]


def assert_compiled(func: PrimFunc, arrays: Sequence[np.ndarray], want: Sequence[np.ndarray], target: str) -> None:
    """The operator compiled for a target gives what its interpretation does (see `tests/bench/source_targets.py`)."""
    with tempfile.TemporaryDirectory(prefix="mlcc-operator-") as folder:
        try:
            named = func.with_attr("global_symbol", "op")
            if target.startswith("wasm"):
                library = on_wasm.build(named, target, schedules=["auto"])
            else:
                # A library, not lone kernels: what lies between nests of loops needs a host, and nests their threads.
                library = build(named, target, schedules=["auto"], output=os.path.join(folder, "op.so"))
        except MlccError as error:
            if error.code == "D170":  # sizes that are values of an operand: only a graph, which reads them, can call it
                return
            raise
        outputs = [np.empty_like(result) for result in want]
        library["op"](*arrays, *outputs)
    for got, wanted in zip(outputs, want, strict=True):
        assert_close(got, wanted)


def check(name: str, /, *inputs: Any, want: Any, **attrs: Any) -> None:
    """The operator's result equals `want`: values, shape and number of results."""
    got = evaluate(name, *inputs, **attrs)
    pairs = zip(got, want, strict=True) if isinstance(got, list) else [(got, want)]
    for result, wanted in pairs:
        wanted = np.asarray(wanted)
        assert result.shape == wanted.shape
        assert_close(result, wanted)


def normal(*shape: int, seed: int = 0) -> np.ndarray:
    """Random float32 values."""
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype("float32")


def onnxruntime_result(op: str, inputs: Sequence[Any], count: int = 1, opset: int = 19, **attrs: Any) -> Any:
    """What onnxruntime gives for one node; None stands for an omitted input."""
    from onnx import helper

    names = [f"i{n}" if x is not None else "" for n, x in enumerate(inputs)]
    outputs = [f"o{n}" for n in range(count)]
    given = {n: np.asarray(x) for n, x in zip(names, inputs, strict=True) if x is not None}
    infos = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for n, x in given.items()
    ]
    node = helper.make_node(op, names, outputs, **attrs)
    graph = helper.make_graph([node], "g", infos, [helper.make_empty_tensor_value_info(o) for o in outputs])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9)
    result = onnxruntime_results(model.SerializeToString(), given)
    return result if count > 1 else result[0]


def onnx_reference(op: str, inputs: Sequence[Any], opset: int = 19, **attrs: Any) -> Any:
    """What onnx's reference gives for one node of one result."""
    from onnx import helper
    from onnx.reference import ReferenceEvaluator

    names = [f"i{n}" if x is not None else "" for n, x in enumerate(inputs)]
    given = {n: x for n, x in zip(names, inputs, strict=True) if x is not None}
    infos = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for n, x in given.items()
    ]
    node = helper.make_node(op, names, ["o"], **attrs)
    graph = helper.make_graph([node], "g", infos, [helper.make_empty_tensor_value_info("o")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9)
    results: Any = ReferenceEvaluator(model).run(None, given)
    return results[0]


def applied(fn: Callable[..., Any], *arrays: Any, **attrs: Any) -> Any:
    """A function of topi on arrays, by the interpreter; other arguments are passed as they are."""
    inputs: list[np.ndarray] = []
    tensors: list[Any] = []

    def placed(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            inputs.append(value)
            tensors.append(te.placeholder(value.shape, str(value.dtype), f"p{len(inputs)}"))
            return tensors[-1]
        if isinstance(value, list) and value and isinstance(value[0], np.ndarray):
            return [placed(v) for v in value]
        return value

    result = fn(*map(placed, arrays), **attrs)
    outputs = list(result) if isinstance(result, list | tuple) else [result]
    got = run(te.create_prim_func([*tensors, *outputs]), inputs)
    return got if isinstance(result, list | tuple) else got[0]
