"""Each quantised value of a model alone: how many quanta mlcc's is from onnxruntime's, given the same inputs.

    python tests/bench/quantised.py MODEL.onnx...

A rounding in the first layer that falls the other way is a difference of a quantum there, and of many in the last one:
whole models say little about single operators. Here the model is cut at every quantised activation (the results of
QuantizeLinear, DynamicQuantizeLinear and of operators of integers): each part reads what onnxruntime computed, without
its optimisations, and the results of all parts are compared. Models of QuantizeLinear and DequantizeLinear, of
QLinearConv and its like, and of MatMulInteger and ConvInteger are meant. Printed per model: the values compared, the
largest difference in quanta, the share of elements that differ, and each value that is more than one quantum off or
differs in more than `--share` of its elements. The exit code is 1 if any value is more than one quantum off.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from accuracy import Arrays, by_mlcc, random_inputs
from onnx import helper

Array = np.ndarray[Any, Any]


#: Operators whose first result is an activation of integers; so is that of every QLinear…
QUANTISED = ("QuantizeLinear", "DynamicQuantizeLinear", "MatMulInteger", "ConvInteger")


def quantised_values(graph: onnx.GraphProto) -> list[str]:
    """The activations of integers that stand between operators."""
    return [node.output[0] for node in graph.node if node.op_type in QUANTISED or node.op_type.startswith("QLinear")]


def with_outputs(model: onnx.ModelProto, names: list[str]) -> onnx.ModelProto:
    """A copy of a model that gives these values, and nothing else."""
    changed = onnx.ModelProto()
    changed.CopyFrom(model)
    del changed.graph.output[:]
    changed.graph.output.extend(helper.make_empty_tensor_value_info(name) for name in names)
    return changed


def cut(model: onnx.ModelProto, values: Arrays) -> onnx.ModelProto:
    """A copy of a model in which the readers of these values read inputs `in_NAME` instead; the values are results."""
    changed = with_outputs(model, [])
    graph = changed.graph
    used = []
    for node in graph.node:
        for k, name in enumerate(node.input):
            if name in values:
                node.input[k] = f"in_{name}"
                used.append(name)
    del graph.value_info[:]
    for name in dict.fromkeys(used):
        graph.input.append(_typed(f"in_{name}", values[name]))
    graph.output.extend(_typed(name, array) for name, array in values.items())
    return changed


def _typed(name: str, array: Array) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)


def by_onnxruntime(model: onnx.ModelProto, inputs: Arrays) -> list[Array]:
    """The outputs by onnxruntime as the operators stand in the model, none replaced by a faster one."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return list(session.run(None, inputs))


def differences(model: onnx.ModelProto, inputs: Arrays) -> dict[str, Array]:
    """By quantised value: by how many quanta each element differs."""
    names = quantised_values(model.graph)
    values = dict(zip(names, by_onnxruntime(with_outputs(model, names), inputs), strict=True))
    parts = cut(model, values)
    given = {item.name for item in parts.graph.input}
    feeds = {**inputs, **{f"in_{name}": array for name, array in values.items()}}
    feeds = {name: array for name, array in feeds.items() if name in given}
    wanted, got = by_onnxruntime(parts, feeds), by_mlcc(parts, feeds)
    return {
        name: np.abs(a.astype(np.int64) - b.astype(np.int64)) for name, a, b in zip(names, wanted, got, strict=True)
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=0.02, help="name values of which more elements differ")
    parser.add_argument("models", nargs="+")
    options = parser.parse_args()
    worst = 0
    for path in options.models:
        model = onnx.load(path)
        makers = {name: node.op_type for node in model.graph.node for name in node.output}
        found = differences(model, random_inputs(model))
        largest = max((int(gap.max(initial=0)) for gap in found.values()), default=0)
        share = np.mean([(gap > 0).mean() for gap in found.values() if gap.size]) if found else 0.0
        print(
            f"{Path(path).stem}: {len(found)} values, {largest} quanta at most, {100 * share:.3f} % of elements differ"
        )
        for name, gap in found.items():
            if gap.max(initial=0) > 1 or (gap > 0).mean() > options.share:
                differ = f"{100 * (gap > 0).mean():.2f} % of elements differ"
                print(f"    {makers[name]} {name}: {gap.max()} quanta at most, {differ}", flush=True)
        worst = max(worst, largest)
    return 1 if worst > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
