"""ResNet-18, MobileNetV2 and a BERT encoder through every way into mlcc, on every target that runs here: one table.

    python tests/bench/ways_in.py [--models resnet18,bert] [--ways onnx,export] [--targets llvm,c] [--rounds 7]
    python tests/bench/ways_in.py --targets cuda --on-cpu --rounds 1

Ways in: a file of ONNX, `from_fx`, `from_exported_program` and `torch.compile`. Targets: `llvm` for this machine,
`blas` and `onednn` (the same with `--extern`, where these are installed), `c` (C99 by the system's compiler, minutes
for the weights of a large model), `opencl` (with pocl the CPU is the device), `cuda` (on a graphics card; with
`--on-cpu` the CPU is the device, see docs/devices.md), `wasm` (WebAssembly, linked by ziglang and run by Node.js), and
`aarch64` (Cortex-A72, a static program by `aarch64-linux-gnu-gcc` or ziglang, run by QEMU).
Times on a processor that plays a device, and of QEMU, say nothing of a card or a board. A row has the time of the
build, the median time of a call, the size of the library, and the largest difference from PyTorch's result by its
largest element. Random weights; needs torch and onnxscript. The last line says whether every difference is within
`WITHIN`.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from ctypes.util import find_library
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch_networks import NETWORKS

import mlcc
from mlcc.runtime import use_cuda_on_cpu
from mlcc.torch_backend import compile_graph

Array = np.ndarray[Any, Any]
#: Sums of some thousand products in float32, in another order than PyTorch's, some ten layers deep.
WITHIN = 1e-4
TARGETS = {
    "llvm": "llvm", "blas": "llvm", "onednn": "llvm", "c": "c", "opencl": "opencl", "cuda": "cuda",
    "wasm": "wasm32", "aarch64": "llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72",
}  # fmt: skip
#: Code generators outside of mlcc, by target, and the libraries that they call.
LIBRARIES = {"blas": "libopenblas.so.0", "onednn": find_library("dnnl") or "libdnnl.so.3"}
#: Targets whose libraries are loaded by a driver, which is not there on every machine.
DRIVERS = {"opencl": "libOpenCL.so.1", "cuda": "libcuda.so.1"}
#: What a library is written to; that for a foreign machine runs in a program of its own, with the result as a file.
SUFFIXES = {"aarch64": ".a", "wasm": ".wasm"}

_PROGRAM = """
#include <stdio.h>
#include <time.h>
#include "model.h"
static char in[%(input_bytes)d] __attribute__((aligned(64))), out[%(output_bytes)d] __attribute__((aligned(64)));
int main(void) {
  int64_t shape[] = {%(input_shape)s}, made[] = {%(output_shape)s};
  DLTensor x = {in, {kDLCPU, 0}, %(input_rank)d, {%(input_type)s, 1}, shape, NULL, 0};
  DLTensor y = {out, {kDLCPU, 0}, %(output_rank)d, {kDLFloat, 32, 1}, made, NULL, 0};
  DLTensor *args[] = {&x, &y};
  struct timespec a, b;
  if (fread(in, 1, sizeof in, stdin) != sizeof in) return 2;
  clock_gettime(CLOCK_MONOTONIC, &a);
  if (mlcc_main(args, 2)) { fprintf(stderr, "%%s", mlcc_last_error()); return 3; }
  clock_gettime(CLOCK_MONOTONIC, &b);
  fprintf(stderr, "%%g", (b.tv_sec - a.tv_sec) * 1e3 + (b.tv_nsec - a.tv_nsec) / 1e6);
  fwrite(out, 1, sizeof out, stdout);
  return 0;
}
"""

_SCRIPT = """
import fs from "node:fs";
import { load } from "./model.mjs";
const bytes = fs.readFileSync("in.bin");
const array = new %(array)s(bytes.buffer, bytes.byteOffset, bytes.length / %(array)s.BYTES_PER_ELEMENT);
const model = await load(new URL("model.wasm", import.meta.url));
const inputs = { [model.inputs[0].name]: array };
let [made] = Object.values(model.run(inputs));
fs.writeFileSync("out.bin", Buffer.from(made.buffer, made.byteOffset, made.byteLength));
const times = [];
for (let n = 0; n < %(rounds)d; n++) {
  const begin = performance.now();
  model.run(inputs);
  times.push(performance.now() - begin);
}
console.log(times.sort((a, b) => a - b)[times.length >> 1]);
"""


@dataclass
class Row:
    """One way in on one target: seconds, milliseconds, bytes (None: in memory only), the result."""

    build: float
    call: float
    nbytes: int | None
    result: Array


def _onnx(model: nn.Module, x: torch.Tensor, folder: Path) -> Any:
    path = folder / "model.onnx"
    torch.onnx.export(model, (x,), str(path), dynamo=True, verbose=False)
    return str(path)


def _fx(model: nn.Module, x: torch.Tensor, folder: Path) -> Any:
    from mlcc.relax.frontend.torch import from_fx

    info = (tuple(x.shape), str(x.dtype).removeprefix("torch."))
    return from_fx(torch.fx.symbolic_trace(model), [info])


def _export(model: nn.Module, x: torch.Tensor, folder: Path) -> Any:
    from mlcc.relax.frontend.torch import from_exported_program

    return from_exported_program(torch.export.export(model, (x,)))


WAYS: dict[str, Callable[[nn.Module, torch.Tensor, Path], Any]] = {"onnx": _onnx, "fx": _fx, "export": _export}


def library_row(source: Any, x: Array, want: Array, target: str, rounds: int, folder: Path) -> Row:
    """A library built from a file or a module, called here or by QEMU."""
    path = folder / f"model{SUFFIXES.get(target, '.so')}"
    path.unlink(missing_ok=True)
    begin = time.perf_counter()
    if target in SUFFIXES:
        library = mlcc.build(source, target=TARGETS[target])
        library.export_library(path)
    else:
        library = mlcc.build(source, target=TARGETS[target], output=path, extern=_extern(target))
    built = time.perf_counter() - begin
    if target == "aarch64":
        call, result = _emulated(library, x, want, folder)
    elif target == "wasm":
        call, result = _by_node(x, want, rounds, folder)
    else:
        call, result = timed(lambda: library(x), rounds)
    return Row(built, call, path.stat().st_size, result)


def _extern(target: str) -> tuple[str, ...]:
    return (target,) if target in LIBRARIES else ()


def compiled_row(model: nn.Module, x: torch.Tensor, target: str, rounds: int) -> Row:
    """`torch.compile`, whose first call builds."""
    torch.compiler.reset()
    options = {"target": TARGETS[target], "extern": _extern(target)}
    compiled = torch.compile(model, backend=compile_graph, options=options, fullgraph=True)
    begin = time.perf_counter()
    with torch.no_grad():
        compiled(x)
        built = time.perf_counter() - begin
        call, result = timed(lambda: compiled(x).numpy(), rounds)
    return Row(built, call, None, result)


def timed(call: Callable[[], Any], rounds: int) -> tuple[float, Array]:
    """The median time of a call in milliseconds, and the result."""
    result = np.array(call())
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        call()
        times.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(times), result


def _emulated(library: Any, x: Array, want: Array, folder: Path) -> tuple[float, Array]:
    from mlcc.runtime import make_header

    (folder / "model.h").write_text(make_header(library.spec))
    (folder / "main.c").write_text(
        _PROGRAM
        % {
            "input_bytes": x.nbytes, "input_rank": x.ndim, "input_shape": ", ".join(map(str, x.shape)),
            "input_type": "kDLInt, 64" if x.dtype == np.int64 else "kDLFloat, 32",
            "output_bytes": want.nbytes, "output_rank": want.ndim, "output_shape": ", ".join(map(str, want.shape)),
        }
    )  # fmt: skip
    command = [*cross_compiler(), "-static", "main.c", "model.a", "-lm", "-lpthread", "-o", "program"]
    subprocess.run(command, cwd=folder, check=True)
    ran = subprocess.run(["qemu-aarch64", "./program"], cwd=folder, input=x.tobytes(), capture_output=True, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stderr.decode() or f"QEMU ended with {ran.returncode}")
    return float(ran.stderr), np.frombuffer(ran.stdout, np.float32).reshape(want.shape)


def _by_node(x: Array, want: Array, rounds: int, folder: Path) -> tuple[float, Array]:
    array = "BigInt64Array" if x.dtype == np.int64 else "Float32Array"
    (folder / "run.mjs").write_text(_SCRIPT % {"array": array, "rounds": rounds})
    (folder / "in.bin").write_bytes(x.tobytes())
    ran = subprocess.run(["node", "run.mjs"], cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stderr or f"Node.js ended with {ran.returncode}")
    return float(ran.stdout), np.fromfile(folder / "out.bin", np.float32).reshape(want.shape)


def cross_compiler() -> list[str]:
    """A C compiler for aarch64 as a command; empty where there is none."""
    if shutil.which("aarch64-linux-gnu-gcc"):
        return ["aarch64-linux-gnu-gcc"]
    return [sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-musl"] if find_spec("ziglang") else []


def targets_here() -> list[str]:
    """The targets of which libraries run on this machine."""
    found = ["llvm"]
    for target, library in (LIBRARIES | DRIVERS).items():
        with suppress(OSError):
            ctypes.CDLL(library)
            found.append(target)
    found += ["c"] if shutil.which("cc") else []
    found += ["wasm"] if shutil.which("node") and find_spec("ziglang") is not None else []
    found += ["aarch64"] if shutil.which("qemu-aarch64") and cross_compiler() else []
    return found


def rows(names: list[str], ways: list[str], targets: list[str], rounds: int) -> Iterator[tuple[str, ...]]:
    """The cells of the table, and at the end of each row whether its difference is small enough."""
    for name in names:
        torch.manual_seed(0)
        make, example = NETWORKS[name]
        model, x = make().eval(), example()
        with torch.no_grad():
            want = model(x).numpy()
        for way in ways:
            with tempfile.TemporaryDirectory(prefix="mlcc-ways-") as folder:
                source = WAYS[way](model, x, Path(folder)) if way in WAYS else None
                for target in targets:
                    if source is None and target in SUFFIXES:
                        continue  # torch.compile runs what it builds
                    try:
                        if source is None:
                            row = compiled_row(model, x, target, rounds)
                        else:
                            row = library_row(source, x.numpy(), want, target, rounds, Path(folder))
                    except Exception as error:  # a table with a gap says more than none
                        print(f"{name}, {way}, {target}: {type(error).__name__}: {error}", file=sys.stderr)
                        yield name, way, target, "", "", "", "failed", ""
                        continue
                    off = float(np.abs(row.result - want).max() / np.abs(want).max())
                    size = "" if row.nbytes is None else f"{row.nbytes / 1e6:.1f}"
                    yield (
                        name,
                        way,
                        target,
                        f"{row.build:.1f}",
                        f"{row.call:.2f}",
                        size,
                        f"{off:.1e}",
                        str(off <= WITHIN),
                    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", default=",".join(NETWORKS))
    parser.add_argument("--ways", default=",".join([*WAYS, "compile"]))
    parser.add_argument("--targets")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--on-cpu", action="store_true")
    given = parser.parse_args()
    if given.on_cpu:
        use_cuda_on_cpu()
    targets = given.targets.split(",") if given.targets else targets_here()
    warnings.simplefilter("ignore")
    print("| model | way in | target | build, s | call, ms | size, MB | difference |\n|---|---|---|---|---|---|---|")
    good = True
    for *cells, fine in rows(given.models.split(","), given.ways.split(","), targets, given.rounds):
        print("| " + " | ".join(cells) + " |", flush=True)
        good = good and fine == "True"
    print(f"\nEvery difference is within {WITHIN:g}." if good else f"\nNot every difference is within {WITHIN:g}.")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
