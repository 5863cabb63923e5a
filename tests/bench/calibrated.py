"""Random weights under which the activations of a convolution net neither vanish nor overflow.

With weights drawn at random and no training, the values of a deep net shrink or grow from layer to layer until the
biases, or infinities, are all that is left; then a comparison of precisions says nothing. Here each convolution and
each Gemm gets, channel by channel, results of mean 0 and standard deviation 1 on some inputs, and each batch
normalisation the statistics of what it is given (data-dependent initialisation: Krähenbühl et al. 2016, Mishkin and
Matas 2016). The nodes run one after the other in onnxruntime, so that each sees the layers before it as scaled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

Array = np.ndarray[Any, Any]
Arrays = dict[str, Array]
#: Fewer values of a channel than these give no standard deviation worth the name: all channels share one.
FEWEST = 16
SCALED = ("Conv", "Gemm", "BatchNormalization")


def calibrated(model: onnx.ModelProto, samples: list[Arrays]) -> onnx.ModelProto:
    """A copy of a model whose convolutions, Gemms and batch normalisations are scaled by what `samples` make of them.

    Nodes with weights that are not constant, and all other nodes, stay as they are; none may hold a graph of its own.
    """
    changed = onnx.ModelProto()
    changed.CopyFrom(model)
    graph = changed.graph
    constants = _own_constants(graph)
    last = {name: node for node in graph.node for name in node.input}
    values = [dict(sample) for sample in samples]
    for node in graph.node:
        mine = all(name in constants for name in node.input[1:] if name)
        if node.op_type == "BatchNormalization" and mine:
            _take_statistics(node, constants, np.stack([known[node.input[0]] for known in values]))
        run = _runner(node, changed.opset_import, constants)
        results = [run(known) for known in values]
        if node.op_type in ("Conv", "Gemm") and mine:
            _normalise(node, constants, np.stack([made[0] for made in results]))
            run = _runner(node, changed.opset_import, constants)
            results = [run(known) for known in values]
        for known, made in zip(values, results, strict=True):
            known.update(zip(node.output, made, strict=True))
            for name in {name for name in node.input if name in known and last[name] is node}:
                del known[name]
    del graph.initializer[:]
    graph.initializer.extend(numpy_helper.from_array(array, name) for name, array in constants.items())
    return changed


def _own_constants(graph: onnx.GraphProto) -> Arrays:
    """The constants by name, of which each scaled node gets its own: exporters share equal ones, through Identity."""
    constants = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    for node in graph.node:
        if node.op_type == "Identity" and node.input[0] in constants:
            constants[node.output[0]] = constants[node.input[0]]
    kept = [node for node in graph.node if not node.output or node.output[0] not in constants]
    del graph.node[:]
    graph.node.extend(kept)
    for number, node in enumerate(graph.node):
        for k, name in enumerate(node.input):
            if node.op_type in SCALED and name in constants:
                node.input[k] = f"{name}_of_{number}"
                constants[node.input[k]] = constants[name]
    used = {name for node in graph.node for name in node.input} | {item.name for item in graph.output}
    return {name: array for name, array in constants.items() if name in used}


def _runner(node: onnx.NodeProto, opsets: Any, constants: Arrays) -> Any:
    """A function from the known values to the outputs of one node."""
    import onnxruntime

    made: dict[str, Any] = {}

    def run(known: Arrays) -> list[Array]:
        feeds = {name: known[name] if name in known else constants[name] for name in node.input if name}
        if not made:
            inputs = [
                helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
                for name, array in feeds.items()
            ]
            outputs = [helper.make_empty_tensor_value_info(name) for name in node.output]
            alone = helper.make_graph([node], "node", inputs, outputs)
            text = helper.make_model(alone, opset_imports=opsets, ir_version=8).SerializeToString()
            made["session"] = onnxruntime.InferenceSession(text, providers=["CPUExecutionProvider"])
        return list(made["session"].run(None, feeds))

    return run


def _statistics(values: Array) -> tuple[Array, Array]:
    """Mean and standard deviation per channel of [samples, batch, channel, …].

    A channel that hardly varies, as one behind a ReLU that is never positive, has the deviation of all channels.
    """
    by_channel = np.moveaxis(values, 2, 0).reshape(values.shape[2], -1).astype(np.float64)
    everything = by_channel.std() or 1.0
    if by_channel.shape[1] < FEWEST:
        return np.full(len(by_channel), by_channel.mean()), np.full(len(by_channel), everything)
    deviation = by_channel.std(1)
    return by_channel.mean(1), np.where(deviation < 0.01 * everything, everything, deviation)


def _take_statistics(node: onnx.NodeProto, constants: Arrays, values: Array) -> None:
    mean, deviation = _statistics(values)
    for name, array in zip(node.input[3:5], (mean, deviation**2), strict=True):
        constants[name] = array.astype(constants[name].dtype)


def _normalise(node: onnx.NodeProto, constants: Arrays, results: Array) -> None:
    """Scale the weight by channel of the results, and shift the bias where there is one."""
    mean, deviation = _statistics(results)
    weight = constants[node.input[1]]
    across = node.op_type == "Gemm" and not any(a.name == "transB" and a.i for a in node.attribute)
    channel = 1 if across else 0
    shape = [-1 if axis == channel else 1 for axis in range(weight.ndim)]
    constants[node.input[1]] = (weight / deviation.reshape(shape)).astype(weight.dtype)
    if len(node.input) > 2 and node.input[2]:
        bias = constants[node.input[2]]
        constants[node.input[2]] = np.asarray((bias - mean) / deviation, bias.dtype)
