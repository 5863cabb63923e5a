"""`mlcc run`, `bench` and `inspect` on a library."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

X = np.array([1.0, -2.5, 4.0], dtype=np.float32)


@pytest.fixture
def x_npy(tmp_path: Path) -> Path:
    np.save(tmp_path / "x.npy", X)
    return tmp_path / "x.npy"


def test_prints_outputs(mlcc, scale_so: Path, x_npy: Path) -> None:
    for form in (["--inputs", x_npy], [x_npy], ["-i", f"x={x_npy}"]):
        ran = mlcc("run", scale_so, *form)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == "y: float32 [3]\n[ 2. -5.  8.]\n"


def test_writes_npy_npz_and_stdout(mlcc, mlcc_process, scale_so: Path, x_npy: Path, tmp_path: Path) -> None:
    assert mlcc("run", scale_so, x_npy, "-o", tmp_path / "y.npy").out == ""
    assert np.load(tmp_path / "y.npy").tolist() == [2, -5, 8]
    mlcc("run", scale_so, x_npy, "-o", tmp_path / "y.npz")
    assert np.load(tmp_path / "y.npz")["y"].tolist() == [2, -5, 8]
    command = [sys.executable, "-m", "mlcc", "run", str(scale_so), "-", "-o", "-"]
    done = subprocess.run(command, input=x_npy.read_bytes(), capture_output=True, check=True)
    assert np.load(io.BytesIO(done.stdout)).tolist() == [2, -5, 8]


def test_reads_named_arrays(mlcc, scale_so: Path, tmp_path: Path) -> None:
    np.savez(tmp_path / "in.npz", x=X)
    assert mlcc("run", scale_so, tmp_path / "in.npz").code == 0


def test_runs_objects(mlcc, object_code: bytes, x_npy: Path, tmp_path: Path) -> None:
    (tmp_path / "scale.o").write_bytes(object_code)
    assert mlcc("run", tmp_path / "scale.o", x_npy).out == "y: float32 [3]\n[ 2. -5.  8.]\n"


def test_check(mlcc, scale_so: Path, x_npy: Path, tmp_path: Path) -> None:
    np.save(tmp_path / "good.npy", 2 * X)
    np.save(tmp_path / "bad.npy", 2 * X + 0.5)
    np.savez(tmp_path / "good.npz", y=2 * X)
    np.savez(tmp_path / "numbered.npz", 2 * X)
    np.savez(tmp_path / "other.npz", z=2 * X)
    for good in ("good.npy", "good.npz", "numbered.npz"):
        ran = mlcc("run", scale_so, x_npy, "--check", tmp_path / good)
        assert (ran.code, ran.out, ran.err) == (0, "", "")
    ran = mlcc("run", scale_so, x_npy, "--check", tmp_path / "bad.npy")
    assert ran.code == 1
    assert ran.err == (
        "error[D165]: the outputs are not the expected ones\n"
        "note: `y`: 3 of 3 elements differ, by 0.5 at most; first at [0]: 2.0, expected 2.5\n"
        "help: they were compared with rtol 1e-05 and atol 1e-06\n"
    )
    assert mlcc("run", scale_so, x_npy, "--check", tmp_path / "bad.npy", "--atol", "0.6").code == 0
    assert "there is no such output" in mlcc("run", scale_so, x_npy, "--check", tmp_path / "other.npz").err


def test_random_inputs(mlcc, scale_so: Path) -> None:
    one = mlcc("run", scale_so, "--random", "1", "--shape", "n=5").out
    assert one == mlcc("run", scale_so, "--random", "1", "--shape", "x=5").out
    assert one != mlcc("run", scale_so, "--random", "2", "--shape", "n=5").out
    assert one.startswith("y: float32 [5]\n")


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ((), "D163"),
        (("x.npy", "x.npy"), "D163"),
        (("z=x.npy",), "D162"),
        (("missing.npy",), "D101"),
        (("double.npy",), "R304"),
        (("square.npy",), "R305"),
        (("--random", "0"), "D166"),
        (("--random", "0", "--shape", "m=1"), "D166"),
        (("--random", "0", "--shape", "x=one"), "D120"),
        (("x.npy", "--func", "sclae"), "R313"),
        (("x.npy", "-o", "y.csv"), "D164"),
        (("x.npy", "-o", "none/y.npy"), "D110"),
        (("x.npy", "-o", "/dev/full"), "D112"),
    ],
)
def test_wrong_input_is_coded(mlcc, scale_so: Path, x_npy: Path, args, code, monkeypatch) -> None:
    monkeypatch.chdir(x_npy.parent)
    np.save("double.npy", X.astype(np.float64))
    np.save("square.npy", X.reshape(1, 3))
    ran = mlcc("run", scale_so, *args)
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.startswith(f"error[{code}]: ")
    assert "Traceback" not in ran.err


def test_libraries_that_are_not_ours(mlcc, scale_so: Path, tmp_path: Path) -> None:
    (tmp_path / "text.so").write_text("hello")
    (tmp_path / "cut.so").write_bytes(scale_so.read_bytes()[:1000])
    import _json

    others = [tmp_path / "text.so", tmp_path / "cut.so", tmp_path / "none.so", Path(_json.__file__)]
    for command in ("run", "bench", "inspect"):
        for library in others:
            ran = mlcc(command, library)
            assert ran.code == 1, (command, library)
            assert ran.err.startswith("error[R32"), ran.err


def test_run_imports_no_compiler(scale_so: Path, x_npy: Path) -> None:
    script = (
        "import sys; from mlcc.cli.app import run;"
        f"code = run(['run', {str(scale_so)!r}, {str(x_npy)!r}]);"
        "heavy = {'onnx', 'lark', 'llvmlite', 'yaml', 'mlcc.ir', 'mlcc.script'} & set(sys.modules);"
        "sys.exit(f'{code} {heavy}' if code or heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_bench_table_and_json(mlcc, scale_so: Path) -> None:
    args = ("bench", scale_so, "--shape", "n=64", "--warmup", "0.001", "--repeats", "3", "--threads", "1")
    table = mlcc(*args).out.splitlines()
    assert table[0].split() == ["library", "median", "iqr", "min", "GFLOP/s", "threads", "samples"]
    assert table[1].startswith(str(scale_so))
    data = json.loads(mlcc(*args, "--json").out)
    assert data["samples"] == 3
    assert data["threads"] == 1
    assert data["flops"] == 8
    assert data["median_s"] > 0
    assert data["gflops"] == pytest.approx(8 / data["median_s"] / 1e9)
    assert json.loads(mlcc(*args, "--json", "--flops", "16").out)["flops"] == 16


def test_bench_compares_libraries(mlcc, scale_so: Path) -> None:
    args = ("bench", scale_so, scale_so, "--shape", "n=64", "--warmup", "0.001", "--threads", "1")
    lines = mlcc(*args, "--repeats", "3").out.splitlines()
    assert len(lines) == 4
    assert lines[3].startswith(f"{scale_so}: ")
    assert lines[3].endswith("too few samples to tell it from noise")
    first, second = map(json.loads, mlcc(*args, "--repeats", "9", "--json").out.splitlines())
    assert "against_first" not in first
    against = second["against_first"]
    assert against["low"] <= against["ratio"] <= against["high"]
    assert against["differs"] == (not against["high"] >= 0.99 or against["low"] > 1.01)


def test_bench_profile(mlcc, scale_so: Path) -> None:
    ran = mlcc("bench", scale_so, "--profile")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error[D180]: ")
    assert "mlcc build --profile" in ran.err
    model = Path(__file__).parents[2] / "samples" / "models" / "mlp.onnx"
    args = ("bench", model, "--profile", "--warmup", "0.001", "--repeats", "3", "--threads", "1")
    table = mlcc(*args).out.splitlines()
    assert table[0].split() == ["kernel", "nodes", "calls", "time", "%", "GFLOP/s", "GB/s", "%", "limit"]
    assert [line.split()[0] for line in table[-2:]] == ["other", "total"]
    data = json.loads(mlcc(*args, "--json").out)
    assert sum(row["seconds"] for row in data["kernels"]) + data["other"] == pytest.approx(data["seconds"])
    assert all(row["nodes"] for row in data["kernels"])
    assert all(row["of_limit"] > 0 for row in data["kernels"])
    assert data["limits"]["flops"]["float32"] > 0


def test_inspect(mlcc, scale_so: Path) -> None:
    ran = mlcc("inspect", scale_so)
    assert ran.code == 0
    assert "scale  (C: mlcc_scale)\n  input   x: float32 [n]\n  output  y: float32 [n]\n" in ran.out
    data = json.loads(mlcc("inspect", scale_so, "--json").out)
    assert data["functions"][0]["name"] == "scale"
    assert data["file"]["kind"] == "shared"
    code = scale_so.stat().st_size - data["weights_bytes"]
    assert data["file"]["bytes"] - data["weights_bytes"] == code
    assert f"code      {code} bytes (all but the weights)\n" in ran.out
    assert data["versions"] == {"mlcc": "test"}
