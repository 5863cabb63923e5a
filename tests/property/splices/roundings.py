"""What a graph may compute where each of its nodes rounds as it likes.

A fused loop keeps what a graph of separate nodes rounds to float16 or float32, and sums in another order. A later node
makes such a last bit large: a tangent near its pole, a floor, an index of the smallest element. So the graph is
evaluated in float64 many times, with roundings after each node that a correct compiler could make: none, the one to the
type of the result, or an error of at most one unit in its last place. An element that is no further from the nearest
of these results than they are from each other is explained by roundings.

PyTorch and onnxruntime do the same: the one rounds each node, the other keeps float32 between nodes of float16.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun
from tolerances import tolerance

from mlcc.importers.onnx.evaluator import corrected_operators

from .cases import Array

Results = list[Any]

_NARROW = (TensorProto.FLOAT, TensorProto.FLOAT16)
#: Operators that add up products or elements: the order of the additions is theirs.
_SUMS = frozenset(
    (
        "AveragePool", "Conv", "ConvTranspose", "Gemm", "GlobalAveragePool", "LayerNormalization", "LogSoftmax",
        "MatMul", "ReduceL1", "ReduceL2", "ReduceLogSumExp", "ReduceMean", "ReduceSum", "ReduceSumSquare", "Softmax",
    )
)  # fmt: skip
#: As many different values are a sample of a range.
_MANY = 8


class Pad(OpRun):
    """The reference has no padding below zero."""

    op_domain = ""

    def _run(self, x: Array, pads: Array, value: Any = None, axes: Any = None, mode: str | None = None) -> tuple[Array]:
        where = [int(a) % x.ndim for a in axes] if axes is not None else list(range(x.ndim))
        cut, width = [slice(None)] * x.ndim, [(0, 0)] * x.ndim
        for axis, low, high in zip(where, pads[: len(where)], pads[len(where) :], strict=True):
            cut[axis] = slice(max(-int(low), 0), x.shape[axis] + min(int(high), 0))
            width[axis] = (max(int(low), 0), max(int(high), 0))
        name: Any = mode or "constant"
        fill: Any = {"constant_values": 0 if value is None else np.asarray(value).item()} if name == "constant" else {}
        return (np.pad(x[tuple(cut)], width, mode=name, **fill).astype(x.dtype),)


#: Operators in the place of the reference's.
MENDED: list[type[OpRun]] = [*corrected_operators(onnx.defs.onnx_opset_version()), Pad]


class Evaluations:
    """Evaluations of a graph in float64, with random roundings of its nodes to the types of its values.

    `types` has the type of every value of the graph. Raises what the reference raises, and NotImplementedError for a
    graph with inner graphs."""

    def __init__(self, model: onnx.ModelProto, feeds: dict[str, Array], types: dict[str, Any]) -> None:
        if any(a.HasField("g") for node in model.graph.node for a in node.attribute):
            raise NotImplementedError("inner graphs")
        self._types = types
        self._outputs = [o.name for o in model.graph.output]
        constants = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
        self._given = {name: double(a) for name, a in (constants | feeds).items()}
        self._nodes = [(node, _alone(node, model)) for node in model.graph.node]

    def exact(self) -> Results:
        """The outputs without roundings, in float64 where they are floats."""
        return self._evaluate(None)

    def rounded(self, seed: int) -> Results:
        """The outputs with random roundings, in float64 where they are floats."""
        return self._evaluate(np.random.default_rng(seed))

    def _evaluate(self, random: np.random.Generator | None) -> Results:
        values = dict(self._given)
        for node, evaluator in self._nodes:
            inputs = {name: values[name] for name in node.input if name}
            if random is not None and node.op_type in _SUMS:
                inputs = {name: _disturbed(a, np.dtype(np.float32), random) for name, a in inputs.items()}
            with np.errstate(all="ignore"):
                results = evaluator.run(None, inputs)
            for name, result in zip(filter(None, node.output), results, strict=True):
                array = np.asarray(result)
                values[name] = array if random is None else _one_of(array, self._types[name], random)
        return [values[name] for name in self._outputs]


def not_explained(
    model: onnx.ModelProto, feeds: dict[str, Array], types: dict[str, Any], mine: Results, most: int = 300
) -> str | None:
    """What no roundings explain of results, or None; `most` evaluations are made."""
    evaluations = Evaluations(model, feeds, types)
    samples, text = [evaluations.exact()], None
    for seed in range(most):
        samples.append(evaluations.rounded(seed))
        if seed + 1 in (20, 100, most):
            text = _outside(mine, samples)
            if text is None:
                return None
    return text


def _outside(mine: Results, samples: list[Results]) -> str | None:
    """Floats that are further from the samples than these from each other (where they are of a few values, such as
    whole numbers: outside of them), and ten times the tolerance of their type; numbers of other types that are equal to
    no sample."""
    for n, array in enumerate(mine):
        several = np.stack([sample[n] for sample in samples])
        if several.shape[1:] != array.shape:
            return f"output {n}: shape {array.shape}, not {several.shape[1:]}"
        bound = 10 * tolerance(array.dtype)
        if not bound:
            wrong = ~(several == array).any(axis=0)
        else:
            with np.errstate(all="ignore"):
                several = several.astype(array.dtype).astype(np.float64)
                x, finite = array.astype(np.float64), np.isfinite(several)
                scale = np.abs(several[finite]).max(initial=0.0)
                least, most = several.min(axis=0), several.max(axis=0)
                different = 1 + np.count_nonzero(np.diff(np.sort(several, axis=0), axis=0), axis=0)
                margin = bound * scale + np.where(different >= _MANY, most - least, 0.0)
                same = np.isnan(x) & np.isnan(several).any(axis=0) | (several == x).any(axis=0)
                wrong = ~(same | (x >= least - margin) & (x <= most + margin))
        if wrong.any():
            at = np.unravel_index(int(np.argmax(wrong)), array.shape)
            seen = np.unique([sample[at] for sample in several])
            text = f"first {array[at]} at {at}, not within {seen[0]} to {seen[-1]}"
            return f"output {n}: no roundings explain {np.count_nonzero(wrong)} of {array.size} elements, {text}"
    return None


def double(array: Array) -> Array:
    """An array, in float64 where it has narrower floats."""
    return array.astype(np.float64) if array.dtype in (np.float32, np.float16) else array


def widen(graph: onnx.GraphProto) -> None:
    """Make all narrower floats of a graph float64."""
    for info in [*graph.input, *graph.output, *graph.value_info]:
        if info.type.tensor_type.elem_type in _NARROW:
            info.type.tensor_type.elem_type = TensorProto.DOUBLE
    tensors = list(graph.initializer)
    for attribute in [a for node in graph.node for a in node.attribute]:
        tensors += [attribute.t] if attribute.HasField("t") else []
        if attribute.name in ("to", "dtype") and attribute.i in _NARROW:
            attribute.i = TensorProto.DOUBLE
        if attribute.HasField("g"):
            widen(attribute.g)
    for tensor in tensors:
        if tensor.data_type in _NARROW:
            tensor.CopyFrom(numpy_helper.from_array(double(numpy_helper.to_array(tensor)), tensor.name))


def _alone(node: onnx.NodeProto, model: onnx.ModelProto) -> ReferenceEvaluator:
    inputs = [onnx.ValueInfoProto(name=name) for name in dict.fromkeys(node.input) if name]
    outputs = [onnx.ValueInfoProto(name=name) for name in node.output if name]
    graph = onnx.helper.make_graph([node], "node", inputs, outputs)
    piece = onnx.helper.make_model(graph, opset_imports=model.opset_import, ir_version=model.ir_version)
    widen(piece.graph)
    return ReferenceEvaluator(piece, new_ops=MENDED)


def _one_of(array: Array, dtype: Any, random: np.random.Generator) -> Array:
    """A result in float64, as it may be kept: as it is, rounded, or with an error of the last place of its type."""
    if array.dtype != np.float64:
        return array
    kept, rounded = random.integers(4) == 0, random.integers(2)
    if not rounded:
        array = _disturbed(array, dtype, random)
    with np.errstate(over="ignore"):
        return array if kept else array.astype(dtype).astype(np.float64)


def _disturbed(array: Array, dtype: Any, random: np.random.Generator) -> Array:
    """Numbers with errors of the last place of a type, but for those that the type has: they are exact."""
    if array.dtype != np.float64:
        return array
    with np.errstate(all="ignore"):
        other = array * (1 + np.finfo(dtype).eps * random.uniform(-1, 1, array.shape))
        return np.where(array.astype(dtype) == array, array, other)
