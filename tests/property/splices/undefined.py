"""What the standard leaves open: elements of a node's results that no judge can decide.

A conversion of NaN to an integer has no result, and a Fourier transform of NaN or an infinity has NaN where its
algorithm meets it; a place at infinity has no neighbours, and none that is so far off that its last bit is a pixel. A
power that its type of integers does not have, and the states after no step, are open, too. Such elements are taken out
of a comparison, and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import helper

from .cases import Array

#: Which elements of an output of this shape are open, from a node, its inputs and the number of the output.
Open = Callable[[onnx.NodeProto, Sequence[Array | None], tuple[int, ...], int], Array]


def decided(node: onnx.NodeProto, inputs: Sequence[Array | None], results: Sequence[Any]) -> list[Any]:
    """The results of a node with zeros for what is open."""
    rule = _RULES.get(node.op_type)
    if rule is None:
        return list(results)
    return [
        np.where(np.broadcast_to(rule(node, inputs, r.shape, n), r.shape), np.zeros((), r.dtype), r)
        for n, r in enumerate(results)
    ]


def _attribute(node: onnx.NodeProto, name: str, default: Any) -> Any:
    return next((helper.get_attribute_value(a) for a in node.attribute if a.name == name), default)


def _infinite(x: Array | None) -> Array:
    return ~np.isfinite(x) if x is not None and x.dtype.kind == "f" else np.zeros((), bool)


def _cast(node: onnx.NodeProto, inputs: Sequence[Array | None], shape: tuple[int, ...], output: int) -> Array:
    kind = helper.tensor_dtype_to_np_dtype(_attribute(node, "to", onnx.TensorProto.FLOAT))
    (x,) = inputs
    if kind.kind not in "iu" or x is None or x.dtype.kind != "f":
        return np.zeros((), bool)
    bounds = np.iinfo(kind)
    return ~((x >= float(bounds.min)) & (x <= float(bounds.max)))


def _quantised(node: onnx.NodeProto, inputs: Sequence[Array | None], shape: tuple[int, ...], output: int) -> Array:
    return np.asarray(np.isnan(inputs[0]))


def _range(node: onnx.NodeProto, inputs: Sequence[Array | None], shape: tuple[int, ...], output: int) -> Array:
    """The range of data that is not finite has no scale."""
    return np.asarray(_infinite(inputs[0]).any())


def _transform(node: onnx.NodeProto, inputs: Sequence[Array | None], shape: tuple[int, ...], output: int) -> Array:
    x = inputs[0]
    assert x is not None
    axis = inputs[2] if len(inputs) > 2 and inputs[2] is not None else _attribute(node, "axis", 1)
    return np.asarray(_infinite(x).any(axis=(int(axis) % x.ndim, x.ndim - 1), keepdims=True))


def _windows(node: onnx.NodeProto, inputs: Sequence[Array | None], shape: tuple[int, ...], output: int) -> Array:
    x = inputs[0]
    assert x is not None
    return _infinite(x.reshape(len(x), -1)).any(axis=1).reshape(-1, 1, 1, 1)


def _places(node: onnx.NodeProto, inputs: Sequence[Array | None], shape: tuple[int, ...], output: int) -> Array:
    image, grid = inputs
    assert image is not None
    assert grid is not None
    with np.errstate(invalid="ignore"):
        pixels = np.abs(grid.astype(np.float64)) * np.array(image.shape[:1:-1])
        far = ~(pixels * np.finfo(grid.dtype).eps < 1)
    return np.asarray(far.any(axis=-1))[:, None]


def _power(node: onnx.NodeProto, inputs: Sequence[Array | None], shape: tuple[int, ...], output: int) -> Array:
    base, exponent = inputs
    if base is None or exponent is None or base.dtype.kind not in "iu" or exponent.dtype.kind != "f":
        return np.zeros((), bool)
    bounds = np.iinfo(base.dtype)
    with np.errstate(all="ignore"):
        power = np.power(base.astype(np.float64), exponent.astype(np.float64))
    return ~((power >= float(bounds.min)) & (power < float(bounds.max) + (bounds.bits < 64)))


def _states(node: onnx.NodeProto, inputs: Sequence[Array | None], shape: tuple[int, ...], output: int) -> Array:
    x = inputs[0]
    assert x is not None
    return np.asarray(x.shape[_attribute(node, "layout", 0)] == 0)


_RULES: dict[str, Open] = {
    "Cast": _cast,
    "QuantizeLinear": _quantised,
    "DynamicQuantizeLinear": _range,
    "DFT": _transform,
    "STFT": _windows,
    "GridSample": _places,
    "Pow": _power,
    "LSTM": _states,
    "GRU": _states,
    "RNN": _states,
}


def saturated(node: onnx.NodeProto, inputs: Sequence[Array | None], results: Sequence[Any]) -> list[Any]:
    """The reference's results, saturated: its `QuantizeLinear` converts to int32 before it saturates, as the standard
    does not."""
    if node.op_type != "QuantizeLinear" or results[0].dtype.name not in ("int8", "uint8", "int16", "uint16"):
        return list(results)
    x, scale = inputs[0], inputs[1]
    assert x is not None
    assert scale is not None
    if scale.ndim == 1:
        axis = _attribute(node, "axis", 1) % x.ndim
        scale = scale.reshape([-1 if n == axis else 1 for n in range(x.ndim)])
    elif scale.ndim:
        axis, block = _attribute(node, "axis", 1) % x.ndim, _attribute(node, "block_size", 0)
        scale = np.take(scale, np.arange(x.shape[axis]) // block, axis=axis)
    with np.errstate(all="ignore"):
        steps, bounds, most = x / scale, np.iinfo(results[0].dtype), 2.0**31 - 2.0**16
        return [np.where(steps > most, bounds.max, np.where(steps < -most, bounds.min, results[0]))]
