"""One random graph of a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .cases import NEWEST, OPSET, Array, Case, cases


@dataclass
class Spliced:
    """A model, arrays for its inputs, and what it is made of."""

    model: onnx.ModelProto
    feeds: dict[str, Array]
    parts: list[str]


@dataclass
class _Tensor:
    """A value of the graph; `shape` where it is known."""

    name: str
    dtype: Any
    shape: tuple[int, ...] | None


@dataclass
class _Splicer:
    rng: random.Random
    opset: int
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    weights: list[onnx.TensorProto] = field(default_factory=list)
    inputs: list[onnx.ValueInfoProto] = field(default_factory=list)
    feeds: dict[str, Array] = field(default_factory=dict)
    values: list[_Tensor] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    count: int = 0

    # ------------------------------------------------------------ emitting
    def fresh(self, label: str) -> str:
        self.count += 1
        return f"{label}_{self.count}"

    def constant(self, value: Any) -> str:
        name = self.fresh("w")
        self.weights.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def emit(self, op: str, *inputs: str, **attrs: Any) -> str:
        name = self.fresh(op.lower())
        self.nodes.append(helper.make_node(op, list(inputs), [name], **attrs))
        return name

    # ------------------------------------------------------------ inputs
    def take_inputs(self, case: Case, linked: set[str]) -> dict[str, str]:
        """The inputs of a case that come from outside: one may have symbolic dimensions, or none of some elements."""
        names: dict[str, str] = {}
        main = next(iter(case.floats or case.inputs), None)
        for name, array in case.inputs.items():
            if name in linked:
                continue
            free = name == main or (name in case.floats and self.rng.random() < 0.4)
            names[name] = self._input(array, name == main) if free else self.constant(array)
        return names

    def _input(self, array: Array, varied: bool) -> str:
        """An input of the graph, and an array for it."""
        dims: list[int | str] = list(array.shape)
        if varied and self.rng.random() < 0.4:
            dims = [f"n{d}" if d > 1 else d for d in array.shape]
        if varied and array.ndim and self.rng.random() < 0.1:
            axis = self.rng.randrange(array.ndim)
            array = array[(slice(None),) * axis + (slice(0, 0),)]
            dims[axis] = f"none{self.count}" if isinstance(dims[axis], str) else 0
        name = self.fresh("x")
        self.inputs.append(helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), dims))
        self.feeds[name] = self._values(array) if varied else array
        return name

    def _values(self, array: Array) -> Array:
        """The array, at times with NaN, infinities and others that are rare."""
        if array.dtype.kind != "f" or not array.size or self.rng.random() > 0.2:
            return array
        array = array.copy()
        for _ in range(self.rng.randrange(1, 4)):
            special = self.rng.choice([np.nan, np.inf, -np.inf, -0.0, 1e-40, 6e4])
            array.reshape(-1)[self.rng.randrange(array.size)] = special
        return array

    def fitted(self, value: _Tensor, like: Array) -> str:
        """A value as an input of that shape and type: its elements, and then those of `like`."""
        name = value.name
        kind = helper.np_dtype_to_tensor_dtype(like.dtype)
        if value.dtype.kind == "f" and self.rng.random() < 0.3:
            name = self._quantised(name, value)
        if value.dtype != like.dtype:
            name = self.emit("Cast", name, to=kind)
        if value.shape == like.shape and self.rng.random() < 0.8:
            return name
        flat = self.emit("Reshape", name, self.constant(np.array([-1])))
        whole = self.emit("Concat", flat, self.constant(like.reshape(-1)), axis=0)
        bounds = (self.constant(np.array([n])) for n in (0, like.size))
        return self.emit("Reshape", self.emit("Slice", whole, *bounds), self.constant(np.array(like.shape, np.int64)))

    def _quantised(self, name: str, value: _Tensor) -> str:
        """Quantised to bytes and back, with a scale that is known or one of the data."""
        if value.dtype == np.float32 and self.rng.random() < 0.3:
            parts = [self.fresh("dynamic") for _ in range(3)]
            self.nodes.append(helper.make_node("DynamicQuantizeLinear", [name], parts))
            return self.emit("DequantizeLinear", *parts)
        if value.dtype == np.float64:
            return name
        scale = self.constant(np.array(self.rng.choice([0.02, 0.1, 0.013]), value.dtype))
        zero = self.constant(self.rng.choice([np.array(3, np.uint8), np.array(-5, np.int8), np.array(0, np.int8)]))
        return self.emit("DequantizeLinear", self.emit("QuantizeLinear", name, scale, zero), scale, zero)

    # ------------------------------------------------------------ cases
    def add(self, case: Case) -> None:
        """A case after what is there."""
        links = {}
        ready = [v for v in self.values if v.dtype.kind in "fiub"]
        if ready and case.floats:
            target = self.rng.choice(case.floats)
            links[target] = self.fitted(self.rng.choice(ready[-4:]), case.inputs[target])
        names = {**self.take_inputs(case, set(links)), **links}
        self.parts.append(case.name)
        roll = self.rng.random()
        if links and roll < 0.15:
            outputs = self._conditional(case, names, *links)
        elif links and roll < 0.3 and len(case.graph.output) == 1:
            outputs = self._loop(case, names, *links)
        else:
            nodes, outputs = self._copied(case, names)
            self.nodes += nodes
        for name, info in zip(outputs, case.graph.output, strict=True):
            dtype = helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type)
            if dtype.kind in "fiub":
                self.values.append(_Tensor(name, dtype, None))

    def _copied(self, case: Case, names: dict[str, str]) -> tuple[list[onnx.NodeProto], list[str]]:
        """The nodes of a case with names of their own, inner graphs included."""
        self.count += 1
        prefix = f"c{self.count}_"

        def named(name: str) -> str:
            return names.get(name) or (prefix + name if name else "")

        def rename(node: onnx.NodeProto) -> onnx.NodeProto:
            node.input[:] = [named(n) for n in node.input]
            node.output[:] = [named(n) for n in node.output]
            for attr in node.attribute:
                if attr.HasField("g"):
                    for item in (*attr.g.input, *attr.g.output, *attr.g.initializer, *attr.g.value_info):
                        item.name = named(item.name)
                    for inner in attr.g.node:
                        rename(inner)
            return node

        nodes = []
        for node in case.graph.node:
            copy = onnx.NodeProto()
            copy.CopyFrom(node)
            copy.name = ""
            nodes.append(rename(copy))
        return nodes, [named(o.name) for o in case.graph.output]

    def _sum(self, name: str, case: Case, target: str) -> str:
        """The sum of a value as a float32 scalar."""
        wide = self.emit("Cast", name, to=TensorProto.FLOAT) if case.inputs[target].dtype != np.float32 else name
        return self.emit("ReduceSum", wide, keepdims=0)

    def _conditional(self, case: Case, names: dict[str, str], target: str) -> list[str]:
        """The case where the data says so, else the case with one input negated."""
        condition = self.emit("Greater", self._sum(names[target], case, target), self.constant(np.float32(0)))
        graphs, negated = [], self.fresh("negated")
        for side in (True, False):
            before = [] if side else [helper.make_node("Neg", [names[target]], [negated])]
            nodes, outputs = self._copied(case, names if side else {**names, target: negated})
            infos = [_info(o, info, case) for o, info in zip(outputs, case.graph.output, strict=True)]
            graphs.append(helper.make_graph([*before, *nodes], "branch", [], infos))
        results = [self.fresh("if") for _ in case.graph.output]
        self.nodes.append(helper.make_node("If", [condition], results, then_branch=graphs[0], else_branch=graphs[1]))
        return results

    def _loop(self, case: Case, names: dict[str, str], target: str) -> list[str]:
        """The case on a state that iterations halve; its results are stacked."""
        array = case.inputs[target]
        trips = self.constant(np.array(self.rng.randrange(0, 4)))
        if self.rng.random() < 0.5:
            raw = self.emit(
                "Clip", self._sum(names[target], case, target), *(self.constant(np.float32(v)) for v in (0, 3))
            )
            bounded = self.emit("Where", self.emit("IsNaN", raw), self.constant(np.float32(2)), raw)
            trips = self.emit("Cast", bounded, to=TensorProto.INT64)
        state, half, after = (self.fresh(n) for n in ("state", "half", "after"))
        go, go_on, step = (self.fresh(n) for n in ("go", "go_on", "step"))
        half_value = numpy_helper.from_array(np.array(0.5, array.dtype), half)
        nodes, (output,) = self._copied(case, {**names, target: state})
        nodes = [helper.make_node("Identity", [go], [go_on]), helper.make_node("Mul", [state, half], [after]), *nodes]
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        # The value may have other sizes than the case's, zeros among them.
        sizes = [None] * array.ndim
        before = [(step, TensorProto.INT64, []), (go, TensorProto.BOOL, []), (state, kind, sizes)]
        end = [(go_on, TensorProto.BOOL, []), (after, kind, sizes)]
        inputs, outputs = ([helper.make_tensor_value_info(*item) for item in items] for items in (before, end))
        outputs.append(_info(output, case.graph.output[0], case))
        body = helper.make_graph(nodes, "body", inputs, outputs, [half_value])
        results = [self.fresh("last"), self.fresh("rows")]
        self.nodes.append(
            helper.make_node("Loop", [trips, self.constant(np.array(True)), names[target]], results, body=body)
        )
        return results[1:]


#: Operators whose results have sizes of the data: those of a case are not those of other data.
_OF_THE_DATA = ("NonMaxSuppression", "NonZero", "Unique", "Compress")


def _info(name: str, info: onnx.ValueInfoProto, case: Case) -> onnx.ValueInfoProto:
    copy = onnx.ValueInfoProto()
    copy.CopyFrom(info)
    copy.name = name
    if any(node.op_type in _OF_THE_DATA for node in case.graph.node):
        for size in copy.type.tensor_type.shape.dim:
            size.Clear()
    return copy


def spliced(seed: int) -> Spliced:
    """The graph of a seed: two to five cases."""
    rng = random.Random(seed)
    opset = NEWEST if rng.random() < 0.1 else OPSET
    pool = [c for c in cases() if c.fits(opset)]
    linkable = [c for c in pool if c.floats]
    own = _Splicer(rng, opset)
    own.add(rng.choice(pool))
    for _ in range(rng.randrange(1, 5)):
        own.add(rng.choice(linkable))
    consumed = {n for node in own.nodes for n in node.input}
    ends = [v for v in own.values if v.name not in consumed] or own.values[-1:]
    outputs = [helper.make_tensor_value_info(v.name, helper.np_dtype_to_tensor_dtype(v.dtype), None) for v in ends]
    graph = helper.make_graph(own.nodes, f"seed_{seed}", own.inputs, outputs, own.weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)
    return Spliced(model, own.feeds, own.parts)
