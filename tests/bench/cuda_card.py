"""Kernels and models on a graphics card: results beside the target `llvm`, times beside PyTorch, findings of a checker.

    python tests/bench/cuda_card.py [MODEL.onnx …] [--only softmax,matmul] [--targets cuda,nvptx] [--sanitize]

Without models it tries the kernels of `KERNELS`. Each is built for the CPU and for the card, and called with the same
random inputs; the error is the Euclidean distance beside the length of the CPU's result, at most `TOLERANCE`. With
PyTorch, whose profiler sees every kernel of the process, `kernels` is the time in microseconds that the card computes
in one call (and the number of launches), and `torch` that of PyTorch's own kernels for the same; `call` is a call with
its copies between host and card. Networks of torchvision are recognised by their file's name. `--sanitize` runs each
library under compute-sanitizer: memcheck and racecheck. The status is 1 if a result is wrong, an entry fails, or a
checker finds something.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]
#: Sums of float32 in another order: what they may differ by, relative to the whole result.
TOLERANCE = 2e-5
CALLS = 10

#: Name: the nodes of a graph from `x` (and others) to `y`, the inputs, and the same in PyTorch.
KERNELS: dict[str, tuple[str, dict[str, str], Callable[..., Any]]] = {}


def kernel(name: str, nodes: str, **inputs: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds what a function computes in PyTorch to the table."""

    def add(reference: Callable[..., Any]) -> Callable[..., Any]:
        KERNELS[name] = nodes, inputs, reference
        return reference

    return add


kernel("add", "y = Add (x, b)", x="4096,4096", b="4096,4096")(lambda t, x, b: x + b)
kernel("gelu", "s = Constant <value = float {0.7071}> () m = Mul (x, s) e = Erf (m) y = Mul (x, e)", x="4096,4096")(
    lambda t, x: x * t.erf(x * 0.7071)
)
kernel("transpose", "y = Transpose <perm = [1, 0]> (x)", x="4096,4096")(lambda t, x: x.t().contiguous())
kernel("matmul_128", "y = MatMul (x, b)", x="128,128", b="128,128")(lambda t, x, b: x @ b)
kernel("matmul_relu_128", "p = MatMul (x, b) y = Relu (p)", x="128,128", b="128,128")(lambda t, x, b: (x @ b).relu())
kernel("matmul_1024", "y = MatMul (x, b)", x="1024,1024", b="1024,1024")(lambda t, x, b: x @ b)
kernel("matmul_2048", "y = MatMul (x, b)", x="2048,2048", b="2048,2048")(lambda t, x, b: x @ b)
kernel("matmul_odd", "y = MatMul (x, b)", x="197,771", b="771,1003")(lambda t, x, b: x @ b)
kernel("matrix_vector", "y = MatMul (x, b)", x="1,4096", b="4096,4096")(lambda t, x, b: x @ b)
kernel("batch_matmul", "y = MatMul (x, b)", x="12,128,64", b="12,64,128")(lambda t, x, b: x @ b)
kernel("softmax", "y = Softmax <axis = -1> (x)", x="4096,1024")(lambda t, x: t.softmax(x, -1))
kernel("layer_norm", "y = LayerNormalization (x, g, b)", x="4096,768", g="768", b="768")(
    lambda t, x, g, b: t.nn.functional.layer_norm(x, (768,), g, b)
)
kernel("row_sums", "y = ReduceSum <keepdims = 0> (x, axis_1)", x="4096,4096")(lambda t, x: x.sum(1))
kernel("column_sums", "y = ReduceSum <keepdims = 0> (x, axis_0)", x="4096,4096")(lambda t, x: x.sum(0))
kernel("whole_sum", "y = ReduceSum <keepdims = 0> (x, axis_0)", x="16777216")(lambda t, x: x.sum(0))
kernel("conv_3x3", "y = Conv <pads = [1, 1, 1, 1]> (x, w)", x="1,64,56,56", w="64,64,3,3")(
    lambda t, x, w: t.nn.functional.conv2d(x, w, padding=1)
)
kernel("conv_1x1", "y = Conv (x, w)", x="1,256,14,14", w="1024,256,1,1")(lambda t, x, w: t.nn.functional.conv2d(x, w))
kernel("conv_batch", "y = Conv <pads = [1, 1, 1, 1]> (x, w)", x="32,128,28,28", w="128,128,3,3")(
    lambda t, x, w: t.nn.functional.conv2d(x, w, padding=1)
)
kernel("depthwise", "y = Conv <group = 96, pads = [1, 1, 1, 1]> (x, w)", x="1,96,112,112", w="96,1,3,3")(
    lambda t, x, w: t.nn.functional.conv2d(x, w, padding=1, groups=96)
)
kernel("max_pool", "y = MaxPool <kernel_shape = [3, 3], strides = [2, 2]> (x)", x="8,64,112,112")(
    lambda t, x: t.nn.functional.max_pool2d(x, 3, 2)
)


@dataclass
class Case:
    """One thing to try: a file, and how PyTorch computes the same (a function, or a module's maker)."""

    name: str
    path: str
    torch: Callable[..., Any] | None = None
    module: Callable[[], Any] | None = None
    lines: list[str] = field(default_factory=list)


def write_kernels(folder: Path, only: list[str]) -> list[Case]:
    """The kernels as models in a folder."""
    import onnx
    from onnx import parser

    cases = []
    for name, (nodes, inputs, reference) in KERNELS.items():
        if only and not any(word in name for word in only):
            continue
        takes = ", ".join(f"float[{shape}] {key}" for key, shape in inputs.items())
        model = parser.parse_model(
            f'<ir_version: 8, opset_import: ["" : 17]> {name} ({takes}) => (float[] y) {{ {nodes} }}'
        )
        model.graph.output[0].type.tensor_type.ClearField("shape")
        for axis in (0, 1):
            if any(f"axis_{axis}" in node.input for node in model.graph.node):
                model.graph.initializer.append(onnx.numpy_helper.from_array(np.array([axis]), f"axis_{axis}"))
        path = str(folder / f"{name}.onnx")
        onnx.save(onnx.shape_inference.infer_shapes(model), path)
        cases.append(Case(name, path, torch=reference))
    return cases


def network(path: str) -> Case:
    """A model, with the network of torchvision or the encoder that its name says, if there is one."""
    name = Path(path).stem

    def module() -> Any:
        import torch

        if name.startswith("bert"):
            layer = torch.nn.TransformerEncoderLayer(768, 12, 3072, activation="gelu", batch_first=True)
            return torch.nn.TransformerEncoder(layer, 12, enable_nested_tensor=False)
        import torchvision

        names = {"mobilenetv2": "mobilenet_v2"}
        return getattr(torchvision.models, names.get(name, name))(weights=None)

    known = name.startswith(("resnet", "mobilenet", "bert"))
    return Case(name, path, module=module if known else None)


# ---------------------------------------------------------------- building, in processes of their own
def inputs_of(library: Any) -> list[Any]:
    """Random inputs of the default function; symbolic sizes are 64."""
    spec = next((f for f in library.spec.functions if f.name == "main"), library.spec.functions[0])
    rng = np.random.default_rng(7)
    given = []
    for item in spec.inputs:
        shape = [d if isinstance(d, int) else 64 for d in item.shape]
        if "int" in item.dtype:
            given.append(rng.integers(0, 10, shape).astype(item.dtype))
        else:
            given.append(rng.standard_normal(shape).astype(item.dtype))
    return given


def prepare(path: str, stem: str, targets: list[str]) -> str:
    """Writes the libraries of a model and what the CPU computes; the message of what fails."""
    from mlcc import MlccError
    from mlcc.driver import build

    try:
        plain = build(path)
        results = plain["main"](*inputs_of(plain))
        np.savez(f"{stem}.npz", *(results if isinstance(results, tuple) else [results]))
        for target in targets:
            build(
                path, target=f"nvptx -mcpu={processor()}" if target == "nvptx" else target, output=f"{stem}.{target}.so"
            )
    except MlccError as error:
        return str(error)
    return ""


def processor() -> str:
    """The card's, such as sm_90."""
    said = subprocess.run(
        ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"], capture_output=True, text=True, check=False
    )
    return "sm_" + (said.stdout.splitlines() or ["8.0"])[0].strip().replace(".", "")


# ---------------------------------------------------------------- running and timing
def error_of(got: Any, stem: str) -> float:
    """The largest relative error of the results; infinite for what is not a number."""
    worst = 0.0
    got = got if isinstance(got, tuple) else (got,)
    with np.load(f"{stem}.npz") as wanted:
        for item, name in zip(got, wanted.files, strict=True):
            a, b = np.asarray(item).astype(np.float64), wanted[name].astype(np.float64)
            error = float(np.linalg.norm(a - b) / max(np.linalg.norm(b), 1e-30))
            worst = max(worst, error if np.isfinite(a).all() == np.isfinite(b).all() and error == error else np.inf)
    return worst


def wall(call: Callable[[], Any]) -> float:
    """Microseconds of a call, the median of several."""
    times = []
    for _ in range(CALLS):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1e6 * float(np.median(times))


def kernel_times(torch: Any, call: Callable[[], Any]) -> dict[str, tuple[float, int]]:
    """Microseconds and launches of each kernel in one call, without copies between host and card."""
    from torch.profiler import ProfilerActivity, profile

    call()
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CUDA]) as seen:
        for _ in range(CALLS):
            call()
        torch.cuda.synchronize()
    found = {}
    for item in seen.key_averages():
        if item.self_device_time_total > 0 and "HtoD" not in item.key and "DtoH" not in item.key:
            found[item.key] = item.self_device_time_total / CALLS, round(item.count / CALLS)
    return found


def total(found: dict[str, tuple[float, int]]) -> float:
    return sum(one for one, _ in found.values())


def beside_torch(torch: Any, case: Case, given: list[Any]) -> list[str]:
    """Times of PyTorch for the same: kernels with float32, with TF32, a whole network's calls, also in bfloat16."""
    on_card = [torch.from_numpy(x).cuda() for x in given]
    cells = []
    with torch.inference_mode():
        module: Any = case.module().eval().cuda() if case.module is not None else None

        def call() -> Any:
            return module(*on_card) if case.torch is None else case.torch(torch, *on_card)

        for allowed in (False, True):
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = allowed
            cells.append(f"{'TF32' if allowed else 'fp32'} {total(kernel_times(torch, call)):.1f}")
            if module is not None and not allowed:
                whole = wall(lambda: module(*[torch.from_numpy(x).cuda() for x in given]).cpu())
                cells.append(f"call {whole:.0f}")
        if module is not None:
            module, on_card = module.bfloat16(), [x.bfloat16() for x in on_card]
            cells.append(f"bf16 {total(kernel_times(torch, call)):.1f}")
    return cells


def measure(torch: Any, case: Case, folder: Path, targets: list[str], top: int) -> tuple[bool, dict[str, Any]]:
    """Runs a case, prints its line and its slowest kernels; whether all is right, and the numbers."""
    import mlcc

    stem, right = str(folder / case.name), True
    record: dict[str, Any] = {"name": case.name}
    for target in targets:
        library = mlcc.load(f"{stem}.{target}.so")
        given = inputs_of(library)
        try:
            start = time.perf_counter()
            got = library["main"](*given)
            first = time.perf_counter() - start
            error = max(error_of(got, stem), error_of(library["main"](*given), stem))
        except mlcc.MlccError as failure:
            print(f"{case.name:16} {target:6} FAILS {failure}", flush=True)
            right = False
            continue
        right &= error <= TOLERANCE
        bound = library["main"].bind(given)
        words = [f"{case.name:16} {target:6} error {error:.1e}{'' if error <= TOLERANCE else ' WRONG'}"]
        words.append(f"first {first:.2f} s")
        words.append(f"call {wall(bound):.0f}")
        found: dict[str, tuple[float, int]] = {}
        if torch is not None:
            found = kernel_times(torch, bound)
            words.append(f"kernels {total(found):.1f} ({sum(n for _, n in found.values())})")
        record[target] = {"error": error, "words": words, "kernels": found}
        if torch is not None and target == targets[0] and (case.torch or case.module):
            with contextlib.suppress(torch.cuda.OutOfMemoryError):
                cells = beside_torch(torch, case, given)
                words.append("torch " + ", ".join(cells))
                record["torch"] = cells
        print("  ".join(words), flush=True)
        for name, (one, count) in sorted(found.items(), key=lambda item: -item[1][0])[:top] if len(found) > 1 else []:
            print(f"    {one:9.1f} us  {count:3} x  {name[:90]}", flush=True)
    return right, record


# ---------------------------------------------------------------- the checker
def sanitized(path: str, tool: str) -> tuple[bool, str]:
    """Whether compute-sanitizer finds nothing in a library's run, and its last line."""
    code = (
        "import sys; sys.path[:0] = sys.argv[2:]; import mlcc, cuda_card\n"
        "l = mlcc.load(sys.argv[1]); l['main'](*cuda_card.inputs_of(l))"
    )
    command = ["compute-sanitizer", "--tool", tool, "--error-exitcode", "9", sys.executable, "-c", code, path]
    done = subprocess.run(
        [*command, str(ROOT), str(Path(__file__).parent)], capture_output=True, text=True, check=False
    )
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("=========")]
    return done.returncode == 0, (said or (done.stdout + done.stderr).splitlines() or [""])[-1]


def check_all(cases: list[Case], folder: Path, targets: list[str]) -> bool:
    """Runs all libraries under the checker's tools, a few at a time."""
    jobs = [(case, target, tool) for case in cases for target in targets for tool in ("memcheck", "racecheck")]
    fine = True
    with ThreadPoolExecutor(8) as pool:
        results = pool.map(lambda job: sanitized(str(folder / f"{job[0].name}.{job[1]}.so"), job[2]), jobs)
        for (case, target, tool), (clean, line) in zip(jobs, results, strict=True):
            fine &= clean
            print(f"{case.name:16} {target:6} {tool:9} {'clean' if clean else 'FINDING'}  {line}", flush=True)
    return fine


@contextlib.contextmanager
def working_folder(keep: str | None) -> Iterator[Path]:
    """The folder of libraries: one that is kept, or a temporary one."""
    if keep is not None:
        os.makedirs(keep, exist_ok=True)
        yield Path(keep)
        return
    with tempfile.TemporaryDirectory(prefix="mlcc-card-") as made:
        yield Path(made)


def main() -> int:
    """See the text of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*")
    parser.add_argument("--only", default="", help="words of kernels' names, separated by commas")
    parser.add_argument("--targets", default="cuda")
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--no-times", action="store_true", help="results only")
    parser.add_argument("--top", type=int, default=6, help="kernels to show of each model")
    parser.add_argument("--keep", help="folder for the libraries")
    parser.add_argument("--json", help="file for all numbers")
    given = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    if shutil.which("nvidia-smi") is None:
        print("there is no graphics card of NVIDIA here")
        return 0
    torch = None
    if not given.no_times:
        with contextlib.suppress(ImportError):
            import torch  # type: ignore[no-redef]
    targets, right, records = given.targets.split(","), True, []
    with working_folder(given.keep) as folder:
        cases = [network(path) for path in given.models]
        if not given.models:
            cases = write_kernels(folder, [word for word in given.only.split(",") if word])
        with ProcessPoolExecutor(max(1, (os.cpu_count() or 2) // 2)) as pool:
            paths, stems = [case.path for case in cases], [str(folder / case.name) for case in cases]
            failed = list(pool.map(prepare, paths, stems, [targets] * len(cases)))
        for case, message in zip(cases, failed, strict=True):
            if message:
                print(f"{case.name:16} is not built: {message}")
                right = False
                continue
            fine, record = measure(torch, case, folder, targets, given.top)
            right &= fine
            records.append(record)
        if given.sanitize:
            built = [case for case, message in zip(cases, failed, strict=True) if not message]
            right &= check_all(built, folder, targets)
    if given.json:
        Path(given.json).write_text(json.dumps(records, indent=1), encoding="utf-8")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
