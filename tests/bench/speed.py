"""How long one call of a model takes, by mlcc in several precisions and by the engines that are installed.

    python tests/bench/speed.py [--precision float32,bfloat16] [--threads 1] [--libraries DIR] MODEL.onnx...

Each engine loads the model in a process of its own; then rounds are taken in turn, so that a disturbance of the machine
meets all of them. Inputs and outputs are bound once. Printed, as a table in Markdown: the least median of a round in
milliseconds; the time of the fastest other engine of the same precision by that of mlcc (above 1: mlcc is faster); and
the error of mlcc's outputs by the norm of the outputs of onnxruntime, or else of another engine. The last line has the
geometric means. `--precision own` compares models that state their precisions themselves, such as quantised ones: each
engine then makes its own choice for what the model leaves open.

Libraries are kept in DIR and built again only when the model is newer than they; `--prepare` builds them and does
nothing else.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from accuracy import Arrays, random_inputs

Outputs = list[np.ndarray[Any, Any]]
#: A call without arguments, and what gives the outputs of the last one.
Engine = tuple[Callable[[], object], Callable[[], Outputs]]
OWN = "own"
#: The precisions of OpenVINO that compute what a precision of mlcc computes; empty: its own choice.
OPENVINO = {"float32": "f32", "bfloat16": "bf16", "float16": "f16", OWN: ""}


def library(model: Path, precision: str, folder: Path) -> Path:
    """The library of a model, built if it is not there or older than the model."""
    from mlcc.driver import build

    path = folder / f"{model.stem}-{precision}.so"
    if not path.exists() or path.stat().st_mtime < model.stat().st_mtime:
        build(str(model), output=path, precision="" if precision == OWN else precision)
    return path


def mlcc(source: str, inputs: Arrays, threads: int, _precision: str) -> Engine:
    import mlcc

    loaded = mlcc.load(source)
    loaded.set_num_threads(threads)
    bound = loaded.main.bind(inputs)
    return bound, lambda: list(bound.outputs)


def onnxruntime(source: str, inputs: Arrays, threads: int, _precision: str) -> Engine:
    ort: Any = import_module("onnxruntime")
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads, options.log_severity_level = threads, 1, 3
    session = ort.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    for name, array in inputs.items():
        binding.bind_ortvalue_input(name, ort.OrtValue.ortvalue_from_numpy(array))
    for value in session.get_outputs():
        binding.bind_output(value.name, "cpu")
    session.run_with_iobinding(binding)
    for value, made in zip(session.get_outputs(), binding.get_outputs(), strict=True):
        binding.bind_ortvalue_output(value.name, made)
    return lambda: session.run_with_iobinding(binding), lambda: [value.numpy() for value in binding.get_outputs()]


def openvino(source: str, inputs: Arrays, threads: int, precision: str) -> Engine:
    ov: Any = import_module("openvino")
    options = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1}
    if precision:
        options["INFERENCE_PRECISION_HINT"] = precision
    model = ov.Core().compile_model(source, "CPU", options)
    request = model.create_infer_request()
    for name, array in inputs.items():
        request.set_tensor(name, ov.Tensor(array))
    return request.infer, lambda: [request.get_output_tensor(i).data for i in range(len(model.outputs))]


def serve(
    pipe: Connection, make: Callable[..., Engine], source: str, inputs: Arrays, threads: int, precision: str
) -> None:
    """The process of one engine: its outputs, then the median of the calls of each asked number of seconds."""
    try:
        os.sched_setaffinity(0, range(threads))
        call, outputs = make(source, inputs, threads, precision)
        call()
        pipe.send([np.array(value) for value in outputs()])
    except Exception as error:  # noqa: BLE001 - whatever another engine raises is told in the table
        pipe.send(f"{type(error).__name__}: {error}")
        return
    while (seconds := pipe.recv()) is not None:
        call()
        taken: list[float] = []
        end = time.perf_counter() + seconds
        while len(taken) < 3 or time.perf_counter() < end:
            start = time.perf_counter()
            call()
            taken.append(time.perf_counter() - start)
        pipe.send(float(np.median(taken)))


@dataclass
class Worker:
    """One engine at one precision, loaded in its own process."""

    name: str
    precision: str
    pipe: Connection
    process: Any
    outputs: Outputs | None = None
    failure: str = ""
    times: list[float] = field(default_factory=list)

    def ready(self) -> None:
        """Wait for the outputs of the first call."""
        try:
            answer = self.pipe.recv()
        except EOFError:
            answer = "the process ended"
        self.failure, self.outputs = (answer, None) if isinstance(answer, str) else ("", answer)

    def round(self, seconds: float) -> None:
        if not self.failure:
            self.pipe.send(seconds)
            self.times.append(self.pipe.recv())

    def end(self) -> None:
        if not self.failure:
            self.pipe.send(None)
        self.process.join()

    @property
    def milliseconds(self) -> float:
        return 1e3 * min(self.times, default=math.nan)


def single(precisions: Sequence[str]) -> str:
    """What onnxruntime computes in: float32 unless the model says otherwise."""
    return OWN if OWN in precisions else "float32"


def workers(model: Path, precisions: Sequence[str], inputs: Arrays, threads: int, folder: Path) -> list[Worker]:
    """One process per engine and precision; they load one after the other."""
    wanted: list[tuple[str, str, Any, str, str]] = [
        ("mlcc", precision, mlcc, str(library(model, precision, folder)), precision) for precision in precisions
    ]
    if find_spec("onnxruntime"):
        wanted.append(("onnxruntime", single(precisions), onnxruntime, str(model), ""))
    if find_spec("openvino"):
        wanted += [("OpenVINO", p, openvino, str(model), OPENVINO[p]) for p in precisions if p in OPENVINO]
    context, made = multiprocessing.get_context("spawn"), []
    for name, precision, make, source, option in wanted:
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, make, source, inputs, threads, option))
        process.start()
        theirs.close()
        made.append(Worker(name, precision, ours, process))
        made[-1].ready()
    return made


def apart(got: Outputs, want: Outputs) -> float:
    """The largest error of an output by the norm of what it should be."""
    pairs = [(a.astype(np.float64), b.astype(np.float64)) for a, b in zip(got, want, strict=True) if b.size]
    return max((float(np.linalg.norm(a - b) / (np.linalg.norm(b) or 1.0)) for a, b in pairs), default=0.0)


def measure(model: Path, precisions: Sequence[str], options: argparse.Namespace, folder: Path) -> dict[str, float]:
    """Milliseconds by column, `best:PRECISION` the fastest other engine's by mlcc's, and `error:PRECISION`."""
    inputs = random_inputs(onnx.load(model))
    running = workers(model, precisions, inputs, options.threads, folder)
    for _ in range(options.rounds):
        for worker in running:
            worker.round(options.seconds)
    for worker in running:
        worker.end()
        if worker.failure:
            print(f"<!-- {model.stem}: {worker.name} {worker.precision}: {worker.failure[:200]} -->", flush=True)
    cells = {f"{worker.name} {worker.precision}": worker.milliseconds for worker in running}
    others = [worker for worker in running if worker.name != "mlcc" and not worker.failure]
    for worker in running:
        if worker.name != "mlcc" or worker.outputs is None:
            continue
        same = [peer.milliseconds for peer in others if peer.precision == worker.precision]
        if same:
            cells[f"best:{worker.precision}"] = min(same) / worker.milliseconds
        judges = [peer.outputs for peer in others if peer.outputs is not None]
        if judges:
            cells[f"error:{worker.precision}"] = apart(worker.outputs, judges[0])
    return cells


def columns(precisions: Sequence[str]) -> dict[str, str]:
    """The keys of :func:`measure` that are printed, and their headings."""
    engines = [f"mlcc {p}" for p in precisions]
    if find_spec("onnxruntime"):
        engines.append(f"onnxruntime {single(precisions)}")
    if find_spec("openvino"):
        engines += [f"OpenVINO {p}" for p in precisions if p in OPENVINO]
    heads = {name: name for name in engines}
    for precision in precisions:
        heads |= {f"best:{precision}": f"by best, {precision}", f"error:{precision}": f"error, {precision}"}
    return heads


def shown(key: str, value: float) -> str:
    if math.isnan(value):
        return ""
    return f"{value:.1e}" if key.startswith("error:") else f"{value:.2f}" if key.startswith("best:") else f"{value:.3g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--precision", default="float32,bfloat16")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each round")
    parser.add_argument("--libraries", type=Path, help="folder that keeps what is built")
    parser.add_argument("--prepare", action="store_true", help="build the libraries only")
    parser.add_argument("models", nargs="+", type=Path)
    options = parser.parse_args()
    precisions = options.precision.split(",")
    with tempfile.TemporaryDirectory() as passing:
        folder = options.libraries or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        if options.prepare:
            for model in options.models:
                for precision in precisions:
                    library(model, precision, folder)
            return
        heads = columns(precisions)
        print("| model | " + " | ".join(heads.values()) + " |\n|" + " --- |" * (len(heads) + 1), flush=True)
        ratios: dict[str, list[float]] = {}
        for model in options.models:
            cells = measure(model, precisions, options, folder)
            for key, value in cells.items():
                if key.startswith("best:"):
                    ratios.setdefault(key, []).append(value)
            row = [shown(key, cells.get(key, math.nan)) for key in heads]
            print(f"| {model.stem} | " + " | ".join(row) + " |", flush=True)
        means = [shown(key, math.exp(np.mean(np.log(ratios[key])))) if key in ratios else "" for key in heads]
        print("| geometric mean | " + " | ".join(means) + " |", flush=True)


if __name__ == "__main__":
    main()
