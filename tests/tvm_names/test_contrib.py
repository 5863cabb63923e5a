"""`contrib`: linking by the system's compiler, tar files, the older way to run a model; and names that complete."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc import relax, te, topi
from mlcc.contrib import cc, graph_executor, ndk, tar
from mlcc.diagnostics import MlccError


def test_files_are_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if cc.get_cc() is None:
        pytest.skip("needs a C compiler")
    source = tmp_path / "f.c"
    source.write_text("int twice(int x) { return 2 * x; }\n", encoding="utf-8")
    cc.create_shared(tmp_path / "f.so", [source])
    assert ctypes.CDLL(str(tmp_path / "f.so")).twice(21) == 42
    main = tmp_path / "m.c"
    main.write_text("int twice(int); int main(void) { return twice(4); }\n", encoding="utf-8")
    cc.create_executable(tmp_path / "m", [main, source], ["-O1"])
    assert subprocess.run([tmp_path / "m"], check=False).returncode == 8
    with pytest.raises(MlccError, match="R333"):
        cc.create_shared(tmp_path / "g.so", [tmp_path / "absent.o"])
    with pytest.raises(MlccError, match="R332"):
        cc.create_shared(tmp_path / "g.so", [source], cc="no-such-compiler")
    monkeypatch.delenv("MLCC_NDK_CC", raising=False)
    monkeypatch.delenv("TVM_NDK_CC", raising=False)
    with pytest.raises(MlccError, match="R332"):
        ndk.create_shared(tmp_path / "g.so", [source])
    monkeypatch.setenv("MLCC_NDK_CC", str(cc.get_cc()))
    ndk.create_shared(tmp_path / "g.so", [source])
    assert (tmp_path / "g.so").is_file()
    calls: list[str] = []
    cc.cross_compiler(lambda output, objects, options=None: calls.extend(objects), add_files=["x.o"])("a.so", ["y.o"])
    assert calls == ["y.o", "x.o"]


def test_tar_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a", encoding="utf-8")
    tar.tar(tmp_path / "a.tar", [os.fspath(tmp_path / "a.txt")])
    tar.untar(tmp_path / "a.tar", tmp_path / "out")
    assert (tmp_path / "out" / "a.txt").read_text(encoding="utf-8") == "a"


def test_a_model_runs_in_the_older_way() -> None:
    x = relax.Var("x", relax.TensorStructInfo((2, 3), "float32"))
    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        bb.emit_func_output(bb.emit(x * 2.0 + 1))
    module = graph_executor.create(mlcc.build(bb.get()), mlcc.cpu())
    data = np.ones((2, 3), "float32")
    with pytest.raises(MlccError, match="R301"):
        module.get_output(0)
    with pytest.raises(MlccError, match="R301"):
        module.set_input("y", data)
    module.set_input("x", data)
    module.run()
    np.testing.assert_array_equal(module.get_output(0), data * 3)
    module.run(x=data * 2)
    out = np.empty((2, 3), "float32")
    module.get_output(0, out)
    np.testing.assert_array_equal(out, data * 5)
    assert (module.get_num_inputs(), module.get_num_outputs()) == (1, 1)
    assert module.benchmark(number=1, repeat=1).mean > 0


def test_values_of_graphs_are_written_with_infix_operators() -> None:
    rng = np.random.default_rng(0)
    given = rng.random((2, 4)).astype("float32")
    x = relax.Var("x", relax.TensorStructInfo((2, 4), "float32"))
    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        with bb.dataflow():
            first, second = bb.emit(relax.op.split(x * 2.0 + 1, 2, axis=1))
            result = bb.emit_output(-(((1.0 - first) / second) ** 2) + (first > second).astype("float32"))
        bb.emit_func_output(result)
    a, b = np.split(given * 2 + 1, 2, axis=1)
    want = -(((1 - a) / b) ** 2) + (a > b)
    np.testing.assert_allclose(mlcc.build(bb.get())(given), want, rtol=1e-5)
    with pytest.raises(TypeError, match="strided_slice"):
        x[0]
    with pytest.raises(TypeError):
        list(x)


def test_names_complete() -> None:
    assert {"matmul", "conv2d"} <= {*dir(topi), *dir(topi.nn)}
    assert {"VirtualMachine", "transform", "frontend"} <= set(dir(relax))
    assert "create_schedule" in dir(te)
    assert "load_module" in dir(mlcc.runtime)
    assert "mlcc.relax" not in subprocess.run(
        [sys.executable, "-c", "import mlcc, sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    ).stdout.split()  # fmt: skip
