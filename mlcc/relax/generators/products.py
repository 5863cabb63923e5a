"""Rewrites operators that are matrix products in another form as calls of `matmul`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, const
from mlcc.topi.shapes import pads_of, per_dim, product

from ..operators import dimensions, is_null, operator_name, reshape_to, static_shape, tensor_dtype
from ..rewrite import Emitter, map_branches, rewrite

_CONVOLUTIONS = ("nn.conv1d", "nn.conv2d", "nn.conv3d")
_WINDOW = ("strides", "padding", "dilation")
_FLOATS = ("float32", "float64")


def as_products(module: IRModule) -> IRModule:
    """The module where dense layers, products of batches, and convolutions without groups in plain layout are calls
    of `matmul`: a convolution is one of the weight with the matrix of windows."""
    return _rewritten(module, {**_LAYERS, **dict.fromkeys(_CONVOLUTIONS, _convolution)})


def dense_as_products(module: IRModule) -> IRModule:
    """The module where dense layers and products of batches are calls of `matmul`."""
    return _rewritten(module, _LAYERS)


_Rule = Callable[[Emitter, GraphVar, GraphCall], GraphCall | None]


def _rewritten(module: IRModule, rules: Mapping[str, _Rule]) -> IRModule:
    def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        make = rules.get(operator_name(value))
        if make is None or tensor_dtype(var) not in _FLOATS:
            return None
        assert isinstance(value, GraphCall)
        return None if value.attrs.get("out_dtype") else make(out, var, value)

    def run(func: GraphFunction) -> GraphFunction:
        return map_branches(rewrite(func, rule, module), run)

    return module.with_functions({**module.functions, **{k: run(f) for k, f in module.graph_funcs.items()}})


def _batch(out: Emitter, var: GraphVar, call: GraphCall) -> GraphCall:
    return GraphCall(Op("matmul"), call.args, {"transpose_b": True, **call.attrs})


def _dense(out: Emitter, var: GraphVar, call: GraphCall) -> GraphCall:
    data, weight, *bias = call.args
    result = GraphCall(Op("matmul"), (data, weight), {"transpose_b": True})
    if not bias or is_null(bias[0]):
        return result
    return GraphCall(Op("add"), (out.emit(result), bias[0]))


def _convolution(out: Emitter, var: GraphVar, call: GraphCall) -> GraphCall | None:
    """(O, C * taps) by (N, C * taps, windows). None for groups, other layouts and images of unknown rank."""
    x, weight = call.args[:2]
    image, kernel, result = dimensions(x), static_shape(weight), dimensions(var)
    if image is None or kernel is None or result is None or len(call.args) > 2:
        return None
    if call.attrs.get("groups", 1) != 1 or call.attrs.get("multiple", 1) != 1 or not _is_plain(call):
        return None
    window = {name: call.attrs[name] for name in _WINDOW if call.attrs.get(name) is not None}
    taps = math.prod(kernel[2:])
    if not _reads_itself(call, len(image) - 2, taps):
        x = out.emit(GraphCall(Op("nn.im2col"), (x,), {"kernel_size": list(kernel[2:]), **window}))
    depth = const(kernel[1] * taps, "int64")
    pixels = out.emit(reshape_to(x, (image[0], depth, product(result[2:]))))
    matrix = out.emit(reshape_to(weight, (kernel[0], kernel[1] * taps)))
    return reshape_to(out.emit(GraphCall(Op("matmul"), (matrix, pixels))), result)


def _is_plain(call: GraphCall) -> bool:
    layouts = (call.attrs.get(name) for name in ("data_layout", "kernel_layout", "out_layout"))
    return all(not layout or layout[:2] in ("NC", "OI") for layout in layouts)


def _reads_itself(call: GraphCall, rank: int, taps: int) -> bool:
    """Whether the windows of a convolution are the pixels of its image: one tap, no stride and no padding."""
    strides = per_dim(call.attrs.get("strides"), rank, 1, "strides")
    pads = pads_of(call.attrs.get("padding"), rank)
    return taps == 1 and all(step == 1 for step in strides) and all(pad == (0, 0) for pad in pads)


_LAYERS: dict[str, _Rule] = {"nn.dense": _dense, "nn.batch_matmul": _batch}
