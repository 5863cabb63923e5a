"""How far the results of compiled models are from the same models computed in float64.

    python tests/bench/accuracy.py MODEL.onnx...

Each model is built by mlcc and run once on random inputs (a fixed seed). The reference is the model with every tensor
of float32 widened to float64, run by `onnx.reference`; where that takes longer than `--patience` seconds or lacks an
operator, by mlcc itself, built in float64. Printed, as a table in Markdown: the largest absolute error, the same by the
largest output, the same two for onnxruntime where it is installed, and who computed the reference.

    python tests/bench/accuracy.py --precision float32,bfloat16,float16,int8 --samples 16 --calibrated MODEL.onnx...

Here each model is built in each precision, and the reference is the model built by mlcc in float64. Printed per model,
with a column for each precision: the error of the outputs by their norm (largest over the samples, mean), and the share
of rows whose largest element is that of the reference; then the same for OpenVINO in the precision of its own choice,
where it is installed.
int8 is quantised by mlcc, calibrated with other random inputs. With `--calibrated`, random weights of convolution nets
are scaled first so that their activations stay of order 1 (see `calibrated`), also in the first table.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from calibrated import calibrated
from onnx import TensorProto, numpy_helper

from mlcc.verification.references import onnxruntime_results

FLOAT, DOUBLE = TensorProto.FLOAT, TensorProto.DOUBLE
Arrays = dict[str, np.ndarray[Any, Any]]


def in_float64(model: onnx.ModelProto) -> onnx.ModelProto:
    """A copy of a model in which tensors, constants, casts and inputs of float32 are of float64."""
    changed = onnx.ModelProto()
    changed.CopyFrom(model)
    del changed.graph.value_info[:]
    for graph in _graphs(changed.graph):
        for tensor in graph.initializer:
            _widen(tensor)
        for value in (*graph.input, *graph.output, *graph.value_info):
            if value.type.tensor_type.elem_type == FLOAT:
                value.type.tensor_type.elem_type = DOUBLE
        for node in graph.node:
            _widen_node(node)
    return changed


def _graphs(graph: onnx.GraphProto) -> Iterator[onnx.GraphProto]:
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            for inner in (attribute.g, *attribute.graphs):
                yield from _graphs(inner)


def _widen(tensor: onnx.TensorProto) -> None:
    if tensor.data_type == FLOAT:
        tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float64), tensor.name))


def _widen_node(node: onnx.NodeProto) -> None:
    names = {attribute.name for attribute in node.attribute}
    for attribute in node.attribute:
        if attribute.type == onnx.AttributeProto.TENSOR:
            _widen(attribute.t)
        elif attribute.name in ("to", "dtype") and attribute.i == FLOAT:
            attribute.i = DOUBLE
        elif node.op_type == "Constant" and attribute.name in ("value_float", "value_floats"):
            number = attribute.f if attribute.name == "value_float" else list(attribute.floats)
            value = numpy_helper.from_array(np.array(number, np.float64))
            attribute.CopyFrom(onnx.helper.make_attribute("value", value))
    if node.op_type == "ConstantOfShape" and "value" not in names:
        node.attribute.append(onnx.helper.make_attribute("value", numpy_helper.from_array(np.zeros(1, np.float64))))


def by_mlcc(model: onnx.ModelProto, inputs: Arrays) -> list[np.ndarray[Any, Any]]:
    """The outputs of the model compiled by mlcc."""
    from mlcc.driver import build

    bound = build(model).main.bind(inputs)
    bound()
    return list(bound.outputs)


def by_onnx(model: onnx.ModelProto, inputs: Arrays) -> list[np.ndarray[Any, Any]]:
    """The outputs by ONNX's own evaluator."""
    from onnx.reference import ReferenceEvaluator
    from onnx.reference.op_run import OpRun

    from mlcc.importers.onnx.evaluator import corrected_operators

    class LRN(OpRun):
        """The evaluator's own fills the windows of the first channels only, as many as there are batches."""

        op_domain = ""

        def _run(self, x: Any, alpha: float, beta: float, bias: float, size: int) -> tuple[Any]:
            around = [(0, 0), ((size - 1) // 2, size // 2), *[(0, 0)] * (x.ndim - 2)]
            squares = np.pad(x**2, around)
            total = sum(squares[:, start : start + x.shape[1]] for start in range(size))
            return (x / (float(bias) + float(alpha) / size * total) ** float(beta),)

    corrected = [LRN, *corrected_operators(onnx.defs.onnx_opset_version())]
    return list(ReferenceEvaluator(model, new_ops=corrected).run(None, inputs))


def by_onnxruntime(model: onnx.ModelProto, inputs: Arrays) -> list[np.ndarray[Any, Any]] | None:
    """The outputs by onnxruntime, or None where it is not installed."""
    if find_spec("onnxruntime") is None:
        return None
    return onnxruntime_results(model.SerializeToString(), inputs)


def reference(model: onnx.ModelProto, inputs: Arrays, patience: float) -> tuple[list[np.ndarray[Any, Any]], str]:
    """The outputs in float64, and who computed them."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        waiting = pool.apply_async(by_onnx, (model, inputs))
        try:
            return waiting.get(patience), "onnx.reference"
        except (multiprocessing.TimeoutError, NotImplementedError):
            return by_mlcc(model, inputs), "mlcc in float64"


def random_inputs(model: onnx.ModelProto, seed: int = 0) -> Arrays:
    """Normal floats and small integers; dimensions without a number are 1."""
    generator = np.random.default_rng(seed)
    constants = {tensor.name for tensor in model.graph.initializer}
    result: Arrays = {}
    for value in model.graph.input:
        if value.name in constants:
            continue
        kind = value.type.tensor_type
        shape = [dim.dim_value or 1 for dim in kind.shape.dim]
        dtype = onnx.helper.tensor_dtype_to_np_dtype(kind.elem_type)
        floating = np.issubdtype(dtype, np.floating)
        drawn = generator.standard_normal(shape) if floating else generator.integers(0, 10, shape)
        result[value.name] = np.asarray(drawn).astype(dtype)
    return result


def errors(outputs: list[np.ndarray[Any, Any]] | None, exact: list[np.ndarray[Any, Any]]) -> tuple[str, str]:
    """The largest absolute error over all outputs, and the largest by the largest number of its output."""
    if outputs is None:
        return "", ""
    absolute, relative = [], []
    for got, want in zip(outputs, exact, strict=True):
        if want.size == 0:
            continue
        gap = float(np.abs(got.astype(np.float64) - want).max())
        absolute.append(gap)
        relative.append(gap / (float(np.abs(want).max()) or 1.0))
    return f"{max(absolute, default=0.0):.1e}", f"{max(relative, default=0.0):.1e}"


def loaded(path: str, scale: bool) -> onnx.ModelProto:
    """A model, with scaled weights when asked for."""
    model = onnx.load(path)
    return calibrated(model, calibration_inputs(model)) if scale else model


def calibration_inputs(model: onnx.ModelProto) -> list[Arrays]:
    """Inputs that no error is measured with."""
    return [random_inputs(model, seed) for seed in range(1000, 1008)]


def row(path: str, patience: float, scale: bool) -> list[str]:
    """The cells of one model."""
    model = loaded(path, scale)
    inputs = random_inputs(model)
    wide = {name: array.astype(np.float64) if array.dtype == np.float32 else array for name, array in inputs.items()}
    exact, judge = reference(in_float64(model), wide, patience)
    largest = max(float(np.abs(array).max()) for array in exact if array.size)
    ours, theirs = by_mlcc(model, inputs), by_onnxruntime(model, inputs)
    return [Path(path).stem, f"{largest:.2g}", *errors(ours, exact), *errors(theirs, exact), judge]


def by_openvino(model: onnx.ModelProto, samples: list[Arrays]) -> tuple[str, list[list[np.ndarray[Any, Any]]]] | None:
    """The precision that OpenVINO chooses, and the outputs by sample; None where it is not installed."""
    try:
        openvino: Any = import_module("openvino")
    except ImportError:
        return None
    core = openvino.Core()
    compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU")
    kind = compiled.get_property("INFERENCE_PRECISION_HINT").get_type_name()
    return kind, [[np.array(v) for v in compiled(dict(inputs)).values()] for inputs in samples]


def agreement(results: list[list[np.ndarray[Any, Any]]], exact: list[list[np.ndarray[Any, Any]]]) -> str:
    """The largest and the mean error by the norm of an output, and the share of rows with the same largest element."""
    apart, same = [], []
    for outputs, wanted in zip(results, exact, strict=True):
        for got, want in zip(outputs, wanted, strict=True):
            apart.append(float(np.linalg.norm(got.astype(np.float64) - want) / (np.linalg.norm(want) or 1.0)))
            if want.ndim > 1:
                same.append(float((got.argmax(-1) == want.argmax(-1)).mean()))
    return f"{max(apart):.1e}, {np.mean(apart):.1e}" + (f", {100 * np.mean(same):.1f} %" if same else "")


def precision_cells(path: str, precisions: list[str], count: int, scale: bool) -> Iterator[str]:
    """The cells of one model: its name, one per precision, and OpenVINO's."""
    from mlcc.driver import build
    from mlcc.quantization import build_quantized

    model = loaded(path, scale)
    samples = [random_inputs(model, seed) for seed in range(count)]
    wide = build(in_float64(model)).main

    def outputs(function: Any, inputs: Arrays, double: bool = False) -> list[np.ndarray[Any, Any]]:
        given = {n: a.astype(np.float64) if double and a.dtype == np.float32 else a for n, a in inputs.items()}
        bound = function.bind(given)
        bound()
        return [np.array(v) for v in bound.outputs]

    exact = [outputs(wide, inputs, double=True) for inputs in samples]
    yield Path(path).stem
    for precision in precisions:
        integers = precision == "int8"
        library = build_quantized(model, calibration_inputs(model)) if integers else build(model, precision=precision)
        function = library.main
        yield agreement([outputs(function, inputs) for inputs in samples], exact)
    theirs = by_openvino(model, samples)
    yield "" if theirs is None else f"{agreement(theirs[1], exact)} ({theirs[0]})"


HEADER = ("model", "largest output", "mlcc", "relative", "onnxruntime", "relative", "reference")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patience", type=float, default=600.0, help="seconds that onnx.reference may take")
    parser.add_argument("--precision", help="a table by precision, such as float32,bfloat16")
    parser.add_argument("--samples", type=int, default=4, help="random inputs for --precision")
    parser.add_argument("--calibrated", action="store_true", help="scale random weights of convolution nets")
    parser.add_argument("models", nargs="+")
    options = parser.parse_args()
    if options.precision:
        precisions = options.precision.split(",")
        print("| model | " + " | ".join(precisions) + " | OpenVINO |")
        print("|" + " --- |" * (len(precisions) + 2))
        for path in options.models:
            print("|", end="", flush=True)
            for cell in precision_cells(path, precisions, options.samples, options.calibrated):
                print(f" {cell} |", end="", flush=True)
            print(flush=True)
        return
    print("| " + " | ".join(HEADER) + " |")
    print("|" + " --- |" * len(HEADER), flush=True)
    for path in options.models:
        print("| " + " | ".join(row(path, options.patience, options.calibrated)) + " |", flush=True)


if __name__ == "__main__":
    main()
