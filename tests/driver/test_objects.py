"""A shared library is linked of one object per program, made by as many processes as there are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from mlcc.driver import Artefact, BuildOptions, Compilation, program_shares, units
from mlcc.importers.onnx import from_onnx
from mlcc.ir import IRModule
from mlcc.script import parse_module
from mlcc.target import Target


def module(last: str) -> IRModule:
    parsed = parse_module(f"""
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((5, 24), "float32"), y: R.Tensor((24, 7), "float32")):
        with R.dataflow():
            a = R.matmul(x, y)
            b = R.nn.softmax(a, axis=-1)
            c = R.sum(b, axis=[0])
            d = R.{last}(b, axis=1)
            R.output(c, d)
        return (c, d)
""")
    assert isinstance(parsed, IRModule)
    return parsed


def artefact(last: str = "cumsum") -> Artefact:
    return Artefact.of(module(last), BuildOptions(Target.parse("llvm -num-cores=2")))


@pytest.fixture
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLCC_CACHE_DIR", "")


@pytest.mark.usefixtures("_no_cache")
def test_the_same_objects_from_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_shares, "processes", lambda: 1)
    monkeypatch.setattr(units, "processes", lambda: 1)
    alone = artefact().objects[0]
    monkeypatch.setattr(units, "processes", lambda: 3)
    monkeypatch.setattr(units, "_WORTHWHILE", 1)
    several = artefact()
    assert several.objects[0] == alone
    assert len(alone) == 1 + len(several.compilation.kernels) + 2  # entries, programs, graph function, support code


def test_only_what_changed_is_emitted_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MLCC_CACHE_DIR", str(tmp_path))
    counts: list[int] = []
    emit = units.emit_objects

    def counted(codes: Sequence[bytes], target: Target, opt_level: int) -> list[bytes]:
        counts.append(len(codes))
        return emit(codes, target, opt_level)

    monkeypatch.setattr(units, "emit_objects", counted)
    first = artefact()
    objects = first.objects[0]
    assert artefact().objects[0] == objects
    assert artefact("cumprod").compilation.kernels.keys() != first.compilation.kernels.keys()
    _ = artefact("cumprod").objects
    assert counts == [len(first.compilation.kernels) + 1, 0, 2]  # programs, and the graph function that calls them


def padded_convolution() -> onnx.ModelProto:
    """Quantised, 3x3 and padded, as a calibrated detector has it."""
    rng = np.random.default_rng(0)
    arrays = {
        "xs": np.float32(0.02), "xz": np.uint8(7), "ws": np.full(32, 0.01, np.float32), "wz": np.zeros(32, np.int8),
        "ys": np.float32(0.05), "yz": np.uint8(3), "w": rng.integers(-99, 99, (32, 16, 3, 3), dtype=np.int8),
    }  # fmt: skip
    node = helper.make_node("QLinearConv", ["x", "xs", "xz", "w", "ws", "wz", "ys", "yz"], ["y"], pads=[1, 1, 1, 1])
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, [1, 16, 19, 23])],
        [helper.make_tensor_value_info("y", TensorProto.UINT8, [1, 32, 19, 23])],
        [onnx.numpy_helper.from_array(np.asarray(value), name) for name, value in arrays.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


@pytest.mark.usefixtures("_no_cache")
def test_a_padded_quantised_convolution_leaves_llvm_no_loops() -> None:
    """One scalar loop in a kernel, such as one that pads, has LLVM's whole pipeline run over all its unrolled code."""
    built = Compilation(from_onnx(padded_convolution()), BuildOptions(Target.parse("llvm -mcpu=icelake-server")))
    programs = [name for name in built.kernels if "conv2d" in name]
    assert programs
    assert all(built.programs.unit(name).scheduled for name in programs)
