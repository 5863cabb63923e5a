"""Ten kernels tuned by mlcc with few trials and by TVM's MetaSchedule with many, then timed in turns.

    python tests/bench/tuning.py DIR [--trials 20] [--tvm-trials 1000] [--only softmax,matmul] [--prepare]

`DIR` receives the models, the records of mlcc, and the library that each tuner makes; what is there is not made again.
Wants an environment with `apache-tvm` (0.27.0.post1 crashes beside `apache-tvm-ffi` 0.1.15, works beside 0.1.14.post0),
`xgboost-cpu`, `psutil` and `onnx` beside mlcc's own needs. Printed, as a table in Markdown:
the least time of a call by both and untuned by mlcc, the seconds and the trials that tuning took, and the time of
TVM's library by that of mlcc's (above 1: mlcc is faster). Both compile for this machine, in float32, for its cores.
`--prepare` tunes with both, and does not compare.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

Call = Callable[[], object]
_ROUNDS, _ROUND_SECONDS = 9, 0.05


# ---------------------------------------------------------------- the kernels
def _model(name: str, inputs: dict[str, Sequence[int]], nodes: Sequence[Any], weights: dict[str, Sequence[int]]) -> Any:
    generator = np.random.default_rng(0)
    values = [
        numpy_helper.from_array((generator.standard_normal(shape) * 0.1).astype(np.float32), key)
        for key, shape in weights.items()
    ]
    given = [helper.make_tensor_value_info(key, TensorProto.FLOAT, list(shape)) for key, shape in inputs.items()]
    made = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph(list(nodes), name, given, [made], values)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return onnx.shape_inference.infer_shapes(model)


def kernels() -> dict[str, Any]:
    """The ten models, each of one operator; attention is of the four that it is written with."""
    node = helper.make_node
    scale = node("Constant", [], ["scale"], value=helper.make_tensor("s", TensorProto.FLOAT, [], [0.125]))
    image, heads = [1, 64, 56, 56], [1, 12, 128, 64]
    attention = [
        scale,
        node("MatMul", ["q", "k"], ["a"]),
        node("Mul", ["a", "scale"], ["b"]),
        node("Softmax", ["b"], ["c"], axis=-1),
        node("MatMul", ["c", "v"], ["y"]),
    ]
    window = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
    rows: dict[str, tuple[dict[str, Sequence[int]], list[Any], dict[str, Sequence[int]]]] = {
        "matmul": ({"x": [512, 512]}, [node("MatMul", ["x", "w"], ["y"])], {"w": [512, 512]}),
        "conv3x3": ({"x": image}, [node("Conv", ["x", "w"], ["y"], **window)], {"w": [64, 64, 3, 3]}),
        "conv1x1": ({"x": [1, 256, 28, 28]}, [node("Conv", ["x", "w"], ["y"])], {"w": [128, 256, 1, 1]}),
        "depthwise": ({"x": image}, [node("Conv", ["x", "w"], ["y"], group=64, **window)], {"w": [64, 1, 3, 3]}),
        "softmax": ({"x": [12, 128, 128]}, [node("Softmax", ["x"], ["y"], axis=-1)], {}),
        "layer_norm": (
            {"x": [128, 768]}, [node("LayerNormalization", ["x", "g", "b"], ["y"], axis=-1)], {"g": [768], "b": [768]},
        ),
        "attention": ({"q": heads, "k": [1, 12, 64, 128], "v": heads}, attention, {}),
        "pooling": ({"x": [1, 64, 112, 112]}, [node("MaxPool", ["x"], ["y"], strides=[2, 2], **window)], {}),
        "reduction": ({"x": [1024, 1024]}, [node("ReduceMean", ["x"], ["y"], axes=[1], keepdims=0)], {}),
        "transpose": ({"x": image}, [node("Transpose", ["x"], ["y"], perm=[0, 2, 3, 1])], {}),
    }  # fmt: skip
    return {name: _model(name, *row) for name, row in rows.items()}


def example(model: Any) -> dict[str, Any]:
    """Arrays for the inputs of a model."""
    generator = np.random.default_rng(1)
    shapes = {item.name: [dim.dim_value for dim in item.type.tensor_type.shape.dim] for item in model.graph.input}
    return {name: generator.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


# ---------------------------------------------------------------- mlcc
def tune_mlcc(model: Path, trials: int, seconds: float) -> None:
    """Tune and build a model by mlcc, as its commands do; the library without records is built beside it."""
    from mlcc.driver import build
    from mlcc.tune import tune_file

    records, facts = model.with_suffix(".jsonl"), model.with_suffix(".mlcc.json")
    if facts.exists():
        return
    records.unlink(missing_ok=True)
    begin = time.monotonic()
    outcome = tune_file(str(model), str(records), seconds=seconds, trials=trials)
    spent = time.monotonic() - begin
    build(str(model), output=model.with_suffix(".untuned.so"))
    build(str(model), output=model.with_suffix(".tuned.so"), records=[str(records)])
    facts.write_text(json.dumps({"seconds": spent, "trials": outcome.trials}))


def call_mlcc(library: Path, inputs: dict[str, Any]) -> Call:
    import mlcc

    call: Call = mlcc.load(str(library)).main.bind(inputs)
    return call


# ---------------------------------------------------------------- TVM
def _workers() -> tuple[Any, Any]:
    """A builder and a runner of MetaSchedule that work in this process: its pool of processes does not end."""
    tvm = import_module("tvm")
    ms = import_module("tvm.s_tir.meta_schedule")
    derived = import_module("tvm.ir.utils").derived_object
    build = import_module("tvm.s_tir.meta_schedule.builder.local_builder").default_build
    folder = tempfile.mkdtemp(prefix="tuning-")

    class Builder(ms.builder.PyBuilder):  # type: ignore[name-defined]
        def build(self, build_inputs: Any) -> Any:
            found = []
            for number, item in enumerate(build_inputs):
                # a folder of its own: a callback of TVM's removes the one that the library is in
                path = Path(tempfile.mkdtemp(dir=folder)) / f"{number}.so"
                try:
                    build(item.mod, item.target, None).export_library(str(path))
                    found.append(ms.builder.BuilderResult(str(path), None))
                except Exception as error:
                    found.append(ms.builder.BuilderResult(None, str(error)[-300:]))
            return found

    class Future(ms.runner.PyRunnerFuture):  # type: ignore[name-defined]
        def __init__(self, answer: Any) -> None:
            super().__init__()
            self.answer = answer

        def done(self) -> bool:
            return True

        def result(self) -> Any:
            return self.answer

    class Runner(ms.runner.PyRunner):  # type: ignore[name-defined]
        def run(self, runner_inputs: Any) -> Any:
            return [derived(Future)(self.one(item)) for item in runner_inputs]

        def one(self, item: Any) -> Any:
            try:
                library = tvm.runtime.load_module(str(item.artifact_path))
                shapes = [entry.as_json() for entry in item.args_info]
                arrays = [np.random.rand(*map(int, entry[2])).astype(str(entry[1])) for entry in shapes]
                tensors = [tvm.runtime.tensor(array) for array in arrays]
                once = library.time_evaluator("main", tvm.cpu(), number=1, repeat=2)(*tensors).min
                number = max(1, min(50, int(0.01 / max(once, 1e-7))))
                times = library.time_evaluator("main", tvm.cpu(), number=number, repeat=3)(*tensors).results
                return ms.runner.RunnerResult([float(min(times))], None)
            except Exception as error:
                return ms.runner.RunnerResult(None, str(error)[-300:])

    return derived(Builder)(), derived(Runner)()


def _imported(path: Path) -> Any:
    tvm, relax = import_module("tvm"), import_module("tvm.relax")
    module = import_module("tvm.relax.frontend.onnx").from_onnx(onnx.load(str(path)), keep_params_in_input=False)
    passes = relax.transform
    steps = [passes.DecomposeOpsForInference(), passes.CanonicalizeBindings(), relax.get_pipeline("zero")]
    return tvm.transform.Sequential([*steps, passes.AttachAttrLayoutFreeBuffers()])(module)


def tune_tvm(model: Path, trials: int) -> None:
    """Tune and build a model by MetaSchedule with its defaults: evolutionary search, gradient-boosted trees."""
    facts = model.with_suffix(".tvm.json")
    if facts.exists():
        return
    tvm, relax = import_module("tvm"), import_module("tvm.relax")
    ms = import_module("tvm.s_tir.meta_schedule")
    from mlcc.target import Target

    host = Target.host()
    target = tvm.target.Target({"kind": "llvm", "mcpu": host.mcpu, "num-cores": host.num_cores})
    work = tempfile.mkdtemp(prefix="tuning-")
    builder, runner = _workers()
    begin = time.monotonic()
    with target, tvm.transform.PassContext(opt_level=3):
        module = _imported(model)
        base = tvm.compile(module, target=target)
        base.export_library(str(model.with_suffix(".tvm-untuned.so")))
        database = ms.relax_integration.tune_relax(
            module, {}, target, work, max_trials_global=trials, num_trials_per_iter=min(32, trials), seed=0,
            builder=builder, runner=runner,
        )  # fmt: skip
        with database:
            passes = relax.transform
            steps = [passes.MetaScheduleApplyDatabase(work), passes.SplitLayoutRewritePreproc()]
            steps += [passes.LiftTransformParams(), passes.FoldConstant()]  # weights in the layout that was found
            module = tvm.transform.Sequential(steps)(module)
        tvm.compile(module, target=target).export_library(str(model.with_suffix(".tvm.so")))
    done = len(Path(work, "database_tuning_record.json").read_text().splitlines())
    facts.write_text(json.dumps({"seconds": time.monotonic() - begin, "trials": trials, "records": done}))


def call_tvm(library: Path, inputs: dict[str, Any]) -> Call:
    tvm, relax = import_module("tvm"), import_module("tvm.relax")
    machine = relax.VirtualMachine(tvm.runtime.load_module(str(library)), tvm.cpu())
    tensors = [tvm.runtime.tensor(array) for array in inputs.values()]
    machine.set_input("main", *tensors)
    return lambda: machine.invoke_stateful("main")


# ---------------------------------------------------------------- both
def least(calls: Sequence[Call]) -> list[float]:
    """The least mean seconds of each call over rounds, taken in turns."""
    counts = []
    for call in calls:
        call()
        begin = time.perf_counter()
        for _ in range(5):
            call()
        counts.append(max(1, round(_ROUND_SECONDS / ((time.perf_counter() - begin) / 5))))
    best = [float("inf")] * len(calls)
    for _ in range(_ROUNDS):
        for number, (call, count) in enumerate(zip(calls, counts, strict=True)):
            begin = time.perf_counter()
            for _ in range(count):
                call()
            best[number] = min(best[number], (time.perf_counter() - begin) / count)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--tvm-trials", type=int, default=1000)
    parser.add_argument("--only", default="")
    parser.add_argument("--tuner", choices=("both", "mlcc", "tvm"), default="both")
    parser.add_argument("--prepare", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("TVM_NUM_THREADS", str(len(os.sched_getaffinity(0))))
    chosen = [name for name in options.only.split(",") if name]
    rows = []
    for name, model in kernels().items():
        if chosen and name not in chosen:
            continue
        path = options.folder / f"{name}.onnx"
        if not path.exists():
            onnx.save(model, str(path))
        if options.tuner != "tvm":
            tune_mlcc(path, options.trials, options.seconds)
        if options.tuner != "mlcc":
            tune_tvm(path, options.tvm_trials)
        if not options.prepare:
            rows.append((name, path, example(model)))
    print("| kernel | mlcc untuned, us | mlcc tuned | TVM tuned | TVM / mlcc | trials, s of mlcc | of TVM |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, path, inputs in rows:
        calls = [call_mlcc(path.with_suffix(f".{kind}.so"), inputs) for kind in ("untuned", "tuned")]
        times = [1e6 * value for value in least([*calls, call_tvm(path.with_suffix(".tvm.so"), inputs)])]
        mine, theirs = (json.loads(path.with_suffix(f".{who}.json").read_text()) for who in ("mlcc", "tvm"))
        cells = [f"{value:.1f}" for value in times] + [f"{times[2] / times[1]:.2f}"]
        cells += [f"{item['trials']}, {item['seconds']:.0f}" for item in (mine, theirs)]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
