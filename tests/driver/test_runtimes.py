"""Artefacts with less than the full runtime: what they call, what they refuse, and that they compute the same.

The tests on machines without a system need `qemu-system-arm` and `qemu-system-riscv64` (Debian: qemu-system-arm,
qemu-system-misc) and the package `ziglang`.
"""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from tolerances import assert_close

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.driver import build_files
from mlcc.driver.building import build
from mlcc.ir import Allocate, IRModule, PrimFunc, walk
from mlcc.lowering import lower
from mlcc.runtime.objfile import inspect, undefined
from mlcc.script import parse_module
from mlcc.target import Target

BARE = Path(__file__).parent / "bare"
#: What the runtime `none` may expect from outside, besides the support functions of compilers.
GIVEN = {"memcpy", "memmove", "memset"}
CORTEX = "llvm -mcpu=cortex-m3"
RISCV = "llvm -mtriple=riscv64-none-elf"


class Machine(NamedTuple):
    """A machine without a system: mlcc's target, its start in `bare`, zig's name of it and of its CPU, an emulator."""

    target: str
    start: str
    triple: str
    cpu: str
    emulator: tuple[str, ...]


def _arm(target: str, cpu: str, board: str, abi: str) -> Machine:
    emulator = ("qemu-system-arm", "-M", board, "-semihosting")
    return Machine(target, "arm", f"thumb-freestanding-{abi}", cpu, emulator)


def _riscv(target: str, bits: int, cpu: str) -> Machine:
    emulator = (f"qemu-system-riscv{bits}", "-M", "virt", "-bios", "none")
    return Machine(target, "riscv", f"riscv{bits}-freestanding-none", cpu, emulator)


MACHINES = {
    "cortex-m3": _arm(CORTEX, "cortex_m3", "mps2-an385", "eabi"),
    "cortex-m4": _arm("llvm -mcpu=cortex-m4", "cortex_m4", "mps2-an386", "eabihf"),
    "cortex-m7": _arm("llvm -mcpu=cortex-m7", "cortex_m7", "mps2-an500", "eabihf"),
    "cortex-m55": _arm("llvm -mcpu=cortex-m55", "cortex_m55", "mps3-an547", "eabihf"),
    "rv64": _riscv(RISCV, 64, "generic_rv64+m+a+f+d+c"),
    "rv32imc": _riscv("llvm -mtriple=riscv32-none-elf -mattr=-a", 32, "generic_rv32+m+c"),
}


def _model(
    nodes: list[onnx.NodeProto],
    shapes: dict[str, tuple[int, ...]],
    given: Sequence[int | str],
    result: Sequence[int | str],
):
    rng = np.random.default_rng(0)
    weights = [
        numpy_helper.from_array((rng.normal(size=shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float32), name)
        for name, shape in shapes.items()
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", 1, given)],
        [helper.make_tensor_value_info("y", 1, result)],
        weights,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def convolutions() -> onnx.ModelProto:
    node = helper.make_node
    nodes = [
        node("Conv", ["x", "w1"], ["a"], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]),
        node("HardSwish", ["a"], ["b"]),
        node("Conv", ["b", "w2"], ["c"], kernel_shape=[3, 3], pads=[1, 1, 1, 1], group=6),
        node("Relu", ["c"], ["d"]),
        node("MaxPool", ["d"], ["e"], kernel_shape=[2, 2], strides=[2, 2]),
        node("Flatten", ["e"], ["f"]),
        node("Gemm", ["f", "w3"], ["g"], transB=1),
        node("Softmax", ["g"], ["y"], axis=1),
    ]
    return _model(nodes, {"w1": (6, 1, 3, 3), "w2": (6, 1, 3, 3), "w3": (5, 54)}, [1, 1, 12, 13], [1, 5])


def perceptron(rows: int | str = 3) -> onnx.ModelProto:
    """With a root, a rounding and a remainder, for which processors without floating point have no instruction."""
    node = helper.make_node
    nodes = [
        node("MatMul", ["x", "w1"], ["a"]),
        node("Add", ["a", "b1"], ["b"]),
        node("Tanh", ["b"], ["c"]),
        node("LayerNormalization", ["c", "b1"], ["d"]),
        node("MatMul", ["d", "w2"], ["e"]),
        node("Round", ["e"], ["f"]),
        node("Mod", ["e", "b2"], ["g"], fmod=1),
        node("Floor", ["e"], ["h"]),
        node("Sum", ["f", "g", "h", "e"], ["y"]),
    ]
    shapes = {"w1": (20, 33), "b1": (33,), "w2": (33, 7), "b2": (7,)}
    return _model(nodes, shapes, [rows, 20], [rows, 7])


MODELS = {"convolutions": convolutions, "perceptron": perceptron}


def sample(model: onnx.ModelProto) -> np.ndarray:
    shape = [d.dim_value or 3 for d in model.graph.input[0].type.tensor_type.shape.dim]
    return np.random.default_rng(1).normal(size=shape).astype(np.float32)


def expected(model: onnx.ModelProto, x: np.ndarray) -> np.ndarray:
    return np.asarray(build(model)(x))


def is_support(name: str) -> bool:
    """Whether a name is reserved for compilers, as those of their support functions are."""
    return name.startswith("__")


# ---------------------------------------------------------------- none
def bare_files(model: onnx.ModelProto, target: str, folder: Path) -> str:
    """Write model.a or model.c with its header, and the inputs as a header; the name of the first."""
    onnx.save(model, folder / "model.onnx")
    kind = "c" if target.startswith("c") else "a"
    build_files(
        str(folder / "model.onnx"), output=str(folder / "model"), emit=[f"{kind},h"], target=target, runtime="none"
    )
    x = sample(model)
    values = ", ".join(f"{float(v).hex()}f" for v in x.ravel())
    outputs = int(np.prod([d.dim_value for d in model.graph.output[0].type.tensor_type.shape.dim]))
    (folder / "data.h").write_text(f"#define OUTPUTS {outputs}\nstatic const float x[] = {{{values}}};\n")
    return f"model.{kind}"


def assert_printed(text: str, model: onnx.ModelProto) -> None:
    lines = re.findall(r"^[0-9a-f]{8}\r?$", text, re.MULTILINE)
    got = np.array([int(line, 16) for line in lines], np.uint32).view(np.float32)
    want = expected(model, sample(model))
    assert_close(got.reshape(want.shape), want)


@pytest.mark.every(4)
@pytest.mark.parametrize("target", ["llvm", "llvm -mcpu=x86-64 -mtriple=x86_64-linux-gnu", CORTEX, RISCV])
@pytest.mark.parametrize("name", MODELS)
def test_nothing_of_a_library_is_called(name: str, target: str, tmp_path: Path) -> None:
    onnx.save(MODELS[name](), tmp_path / "model.onnx")
    build_files(str(tmp_path / "model.onnx"), output=str(tmp_path / "model.o"), target=target, runtime="none")
    info, spec = inspect(tmp_path / "model.o")
    called = undefined((tmp_path / "model.o").read_bytes()) - {""}
    assert {symbol for symbol in called if not is_support(symbol)} <= GIVEN
    exported = {symbol.name for symbol in info.symbols if symbol.defined and not symbol.hidden}
    assert exported == {"mlcc_main_run", "mlcc_main_workspace_bytes"}
    assert spec.runtime == "none"


@pytest.mark.cover(1)
@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
@pytest.mark.parametrize("target", ["llvm", "c -mcpu=x86-64", "c -mcpu=x86-64 no vectors"])
@pytest.mark.parametrize("name", MODELS)
def test_programs_of_this_machine(name: str, target: str, tmp_path: Path) -> None:
    model = MODELS[name]()
    plain = target.endswith("no vectors")
    file = bare_files(model, target.removesuffix(" no vectors"), tmp_path)
    options = [
        "-std=c11",
        "-O0",
        f"-I{tmp_path}",
        "-o",
        str(tmp_path / "run"),
        *(["-DMLCC_NO_VECTORS"] if plain else []),
    ]
    strict = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"] if file.endswith(".c") else []
    if strict:  # without libm, and without a word of the compiler
        command = [
            "cc",
            *options[1:2],
            "-c",
            *options[5:],
            *strict,
            "-o",
            str(tmp_path / "model.o"),
            str(tmp_path / file),
        ]
        subprocess.run(command, check=True, timeout=200)
        assert {s for s in undefined((tmp_path / "model.o").read_bytes()) if s and not is_support(s)} <= GIVEN | {
            "_GLOBAL_OFFSET_TABLE_"
        }
        file = "model.o"
    subprocess.run(["cc", *options, BARE / "main.c", BARE / "host.c", tmp_path / file], check=True, timeout=200)
    done = subprocess.run([tmp_path / "run"], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0
    assert_printed(done.stdout, model)


@pytest.mark.skipif(find_spec("ziglang") is None, reason="needs ziglang, which compiles for other machines")
@pytest.mark.parametrize(
    ("name", "machine"),
    [("convolutions", name) for name in MACHINES] + [("perceptron", name) for name in ("cortex-m3", "rv64")],
)
@pytest.mark.parametrize("kind", ["llvm", "c"])
def test_machines_without_a_system(name: str, machine: str, kind: str, tmp_path: Path) -> None:
    target, start, triple, cpu, emulator = MACHINES[machine]
    if not shutil.which(emulator[0]):
        pytest.skip(f"needs {emulator[0]}")
    model = MODELS[name]()
    file = bare_files(model, target.replace("llvm", kind), tmp_path)
    command = [
        sys.executable, "-m", "ziglang", "cc", "-target", triple, f"-mcpu={cpu}", "-ffreestanding", "-O1", "-std=gnu11",
        "-fno-sanitize=undefined", "-T", BARE / f"{start}.ld", "-Wl,--gc-sections", f"-I{tmp_path}", "-o",
        tmp_path / "run.elf", BARE / f"{start}.c", BARE / "main.c", tmp_path / file,
        *(["-mcmodel=medany"] if start == "riscv" else []),
    ]  # fmt: skip
    made = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    assert made.returncode == 0, made.stderr
    done = subprocess.run(
        [*emulator, "-nographic", "-monitor", "none", "-serial", "stdio", "-kernel", str(tmp_path / "run.elf")],
        capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert_printed(done.stdout + done.stderr, model)  # QEMU writes what comes by semihosting to stderr


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
@pytest.mark.parametrize("target", ["llvm", "c -mcpu=x86-64"])
def test_sizes_that_the_caller_says(target: str, tmp_path: Path) -> None:
    model = perceptron("n")
    onnx.save(model, tmp_path / "model.onnx")
    kind = "c" if target.startswith("c") else "a"
    file = str(tmp_path / "model")
    build_files(f"{file}.onnx", output=file, emit=[f"{kind},h"], target=target, runtime="none")
    rows = (1, 5, 16)
    x = np.random.default_rng(2).normal(size=(16, 20)).astype(np.float32)
    (tmp_path / "main.c").write_text(
        """
#include <stdio.h>
#include <stdlib.h>
#include "model.h"
int main(void) {
  static float x[16 * 20], y[16 * 7];
  int64_t rows[] = {1, 5, 16};
  if (fread(x, 1, sizeof x, stdin) != sizeof x) return 1;
  for (int i = 0; i < 3; i++) {
    size_t bytes = mlcc_main_workspace_bytes(rows[i]);
    void *workspace = bytes ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    if (bytes && mlcc_main_run(x, y, rows[i], workspace, bytes - 1) != 10) return 2;
    if (bytes && mlcc_main_run(x, y, rows[i], (char *)workspace + 4, bytes) != 10) return 3;
    if (mlcc_main_run(x, y, rows[i], workspace, bytes) != 0) return 4;
    fwrite(y, 28, rows[i], stdout);
    free(workspace);
  }
  return 0;
}
"""
    )
    files = [tmp_path / "main.c", tmp_path / f"model.{kind}"]
    subprocess.run(["cc", "-O0", f"-I{tmp_path}", "-o", tmp_path / "run", *files], check=True, timeout=200)
    done = subprocess.run([tmp_path / "run"], input=x.tobytes(), capture_output=True, timeout=100)
    assert done.returncode == 0
    got = np.frombuffer(done.stdout, np.float32).reshape(-1, 7)
    assert_close(got, np.concatenate([expected(model, x[:count]) for count in rows]))


# ---------------------------------------------------------------- minimal
@pytest.mark.cover(1)
@pytest.mark.parametrize("target", ["llvm", "c"])
@pytest.mark.parametrize("name", MODELS)
def test_one_thread_and_the_heap(name: str, target: str, tmp_path: Path) -> None:
    if target == "c" and not shutil.which("cc"):
        pytest.skip("needs a C compiler")
    model, path = MODELS[name](), tmp_path / "lib.so"
    library = build(model, target=target, runtime="minimal", output=path)
    x = sample(model)
    assert_close(np.asarray(library(x)), expected(model, x))
    with pytest.raises(MlccError, match="extent|shape|axes|dimension"):
        library(x[..., :-1])
    assert library.spec.runtime == "minimal"
    assert library.spec.arena_bytes == 0
    info, _ = inspect(path)
    called = {symbol.name for symbol in info.dynamic if not symbol.defined}
    assert not [symbol for symbol in called if symbol.startswith(("pthread", "sched", "syscall", "GOMP", "getenv"))]


# ---------------------------------------------------------------- what is refused
def test_what_the_runtimes_do_not_have(tmp_path: Path) -> None:
    onnx.save(perceptron(), tmp_path / "m.onnx")
    model = str(tmp_path / "m.onnx")

    def refused(code: str, output: str, **settings: object) -> None:
        with pytest.raises(MlccError) as caught:
            build_files(model, output=str(tmp_path / output), **settings)
        assert caught.value.code == code
        assert not (tmp_path / output).exists()

    refused("G110", "m.so", runtime="none")
    refused("G110", "m.a", runtime="none", profile=True)
    refused("G110", "m.so", runtime="minimal", allow_extern=True)
    refused("G110", "m.a", runtime="none", target="llvm -mcpu=x86-64-v2,x86-64-v3 -mtriple=x86_64-unknown-linux-gnu")
    refused("R331", "m.a", runtime="full", target=CORTEX)
    refused("G101", "m.a", runtime="tiny")


def test_functions_without_a_formula(tmp_path: Path) -> None:
    """Of float64, by mlcc's own functions; nothing else comes from outside."""
    one = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "atanh", "exp2", "log2", "log10",
           "exp10", "erf", "lgamma", "tgamma")  # fmt: skip
    names = (*one, "atan2", "hypot", "pow", "nextafter")
    stores = "".join(
        f"            y[{k}, vi] = T.{name}(x[vi]{'' if name in one else ', x[3 - vi]'})\n"
        for k, name in enumerate(names)
    )
    (tmp_path / "f.tir").write_text(f"""@T.prim_func
def f(x: T.Buffer((4,), "float64"), y: T.Buffer(({len(names)}, 4), "float64")):
    for i in range(4):
        with T.block("y"):
            vi = T.axis.spatial(4, i)
{stores}""")
    x = np.array([0.125, -0.9, 0.5, 0.75])
    y = mlcc.nd.array(np.zeros((len(names), 4)))
    build(parse_module((tmp_path / "f.tir").read_text()))(x, y)
    for kind, target in (("o", "llvm"), ("c", "c"), ("a", CORTEX)):  # the last in a process of its own
        file = tmp_path / f"f.{kind}"
        build_files(str(tmp_path / "f.tir"), output=str(file), target=target, runtime="none")
        if kind == "a" or not shutil.which("cc"):
            continue
        strict = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"] if kind == "c" else []
        options = ["-O0", "-fPIC", "-shared", "-nostdlib", "-Wl,-z,defs", *strict]
        subprocess.run(["cc", *options, "-o", tmp_path / f"{kind}.so", file], check=True, timeout=200)
        got = np.zeros(y.shape)
        run = ctypes.CDLL(str(tmp_path / f"{kind}.so")).mlcc_f_run
        assert run(*(ctypes.c_void_p(a.ctypes.data) for a in (x, got)), None, ctypes.c_int64(0)) == 0
        np.testing.assert_allclose(got, y.numpy(), rtol=1e-15)


def test_sizes_that_only_the_program_knows() -> None:
    func = """@T.prim_func
def f(x: T.Buffer((8,), "int32"), y: T.Buffer((8,), "int32")):
    for i in range(8):
        with T.block("outer"):
            vi = T.axis.spatial(8, i)
            t = T.alloc_buffer((x[vi],), "int32")
            for j in range(x[vi]):
                with T.block("t"):
                    vj = T.axis.spatial(x[vi], j)
                    t[vj] = vj + 1
            y[vi] = t[x[vi] - 1]
"""
    program = parse_module(func)["f"]
    assert isinstance(program, PrimFunc)
    assert any(isinstance(n, Allocate) and n.buffer.scope == "heap" for n in walk(lower(program).body))
    with pytest.raises(MlccError) as caught:
        lower(program, Target.host().with_runtime("none"))
    assert caught.value.code == "L121"


def test_a_runtime_is_a_part_of_the_target() -> None:
    assert Target.parse(CORTEX).runtime == "none"
    target = Target.parse("llvm -mcpu=x86-64 -mtriple=x86_64-unknown-linux-gnu -runtime=minimal")
    assert target.runtime == "minimal"
    assert Target.parse(str(target)) == target
    assert not Target.parse("llvm -mcpu=sapphirerapids").with_runtime("none").has_tiles("int8")


def test_library_functions_by_name() -> None:
    module = parse_module(
        """@R.function
def main(x: R.Tensor((3,), "float32")):
    y = R.call_dps_packed("env.f", (x,), out_sinfo=R.Tensor((3,), "float32"))
    return y
"""
    )
    assert isinstance(module, IRModule)
    mlcc.register_func("env.f", lambda x, y: None, override=True)
    with pytest.raises(MlccError) as caught:
        build(module, runtime="none")
    assert caught.value.code == "G110"
