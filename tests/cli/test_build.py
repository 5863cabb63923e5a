"""`mlcc build` and `mlcc schedule`, from files to libraries that run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mlcc

KERNEL = """
@T.prim_func
def mm_relu(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"), C: T.Buffer((32, 32), "float32")):
    Y = T.alloc_buffer((32, 32), dtype="float32")
    for i, j, k in T.grid(32, 32, 32):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(32, 32):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.max(Y[vi, vj], T.float32(0))
"""
PARTIAL = """
@T.prim_func
def partial(A: T.Buffer((8,), "float32"), C: T.Buffer((7,), "float32")):
    B = T.alloc_buffer((8,), "float32")
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi] + T.float32(1)
    for i in range(7):
        with T.block("C"):
            vi = T.axis.spatial(7, i)
            C[vi] = B[vi] * T.float32(2)
"""
TILE = """
params:
  jfactor: 4
steps:
- get_block: {name: Y, as: Y}
- get_loops: {block: Y, as: [i, j, k]}
- split: {loop: j, factors: [null, $jfactor], as: [j0, j1]}
- reorder: [j0, k, j1]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "k.tir").write_text(KERNEL)
    (tmp_path / "tile.yaml").write_text(TILE)
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((32, 32), dtype=np.float32) for _ in "ab")
    np.savez(tmp_path / "in.npz", A=a, B=b)
    np.savez(tmp_path / "out.npz", C=np.maximum(a @ b, 0))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def model(folder: Path) -> Path:
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(1)
    w, b = rng.standard_normal((16, 8), dtype=np.float32), rng.standard_normal(8, dtype=np.float32)
    x = rng.standard_normal((3, 16), dtype=np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("MatMul", ["x", "w"], ["t"]),
            helper.make_node("Add", ["t", "b"], ["u"]),
            helper.make_node("Relu", ["u"], ["y"]),
        ],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 16])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 8])],
        [numpy_helper.from_array(w, "w"), numpy_helper.from_array(b, "b")],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), folder / "m.onnx")
    np.save(folder / "x.npy", x)
    np.save(folder / "y.npy", np.maximum(x @ w + b, 0))
    return folder / "m.onnx"


def ok(ran) -> str:
    assert (ran.code, ran.err) == (0, ""), ran.err
    return ran.out


def test_kernel_to_object_that_runs(mlcc, folder: Path) -> None:
    assert ok(mlcc("build", "k.tir", "-o", "k.o")) == ""
    ok(mlcc("run", "k.o", "in.npz", "--check", "out.npz", "--rtol", "1e-4"))


def test_default_output_is_a_library_beside_us(mlcc, folder: Path, linker: str) -> None:
    ok(mlcc("build", "k.tir"))
    ok(mlcc("run", "k.so", "in.npz", "--check", "out.npz", "--rtol", "1e-4"))
    assert sorted(os.listdir()) == ["in.npz", "k.so", "k.tir", "out.npz", "tile.yaml"]


def test_every_kind_at_once(mlcc, folder: Path, linker: str) -> None:
    ok(mlcc("build", "k.tir", "--emit", "so,o,a,h,s,ll,bc,tir,json", "-o", "all"))
    assert (folder / "all.so").read_bytes()[:4] == b"\x7fELF"
    assert os.access("all.so", os.X_OK)
    assert not os.access("all.o", os.X_OK)
    assert (folder / "all.a").read_bytes().startswith(b"!<arch>\n")
    assert (folder / "all.bc").read_bytes()[:2] == b"BC"
    assert "int32_t mlcc_mm_relu(" in (folder / "all.h").read_text()
    assert "define" in (folder / "all.ll").read_text()
    assert "mlcc_mm_relu" in (folder / "all.s").read_text()
    assert 'T.block("Y")' in (folder / "all.tir").read_text()
    assert json.loads((folder / "all.json").read_text())["functions"][0]["name"] == "mm_relu"


@pytest.mark.parametrize("kind", ["tir", "ll", "s", "h", "json"])
def test_text_on_stdout_ends_in_a_newline(mlcc, folder: Path, kind: str) -> None:
    out = ok(mlcc("build", "k.tir", "--emit", kind, "-o", "-"))
    assert out.endswith("\n")
    assert not out.endswith("\n\n\n")


def test_the_same_bytes_each_time(folder: Path, linker: str) -> None:
    for seed in "12":
        environment = {**os.environ, "PYTHONHASHSEED": seed, "MLCC_CACHE_DIR": ""}
        (folder / seed).mkdir()
        command = [sys.executable, "-m", "mlcc", "build", "k.tir", "--emit", "so,o", "-o", f"{seed}/k"]
        subprocess.run(command, env=environment, check=True)
    for kind in ("so", "o"):
        assert (folder / "1" / f"k.{kind}").read_bytes() == (folder / "2" / f"k.{kind}").read_bytes()


def test_prefix_names_the_entries(mlcc, folder: Path) -> None:
    ok(mlcc("build", "k.tir", "--prefix", "tiny", "--emit", "o,h", "-o", "k"))
    assert "int32_t tiny_mm_relu(" in (folder / "k.h").read_text()
    ok(mlcc("run", "k.o", "in.npz", "--check", "out.npz", "--rtol", "1e-4"))


@pytest.mark.parametrize("level", "0123")
def test_every_level_computes_the_same(mlcc, folder: Path, level: str) -> None:
    ok(mlcc("build", "k.tir", "-O", level, "-o", "k.o"))
    ok(mlcc("run", "k.o", "in.npz", "--check", "out.npz", "--rtol", "1e-4"))


def test_schedule_prints_a_program(mlcc, folder: Path) -> None:
    out = ok(mlcc("schedule", "k.tir", "-s", "tile.yaml", "-p", "jfactor=8"))
    assert "for i, j_0, k, j_1 in T.grid(32, 4, 32, 8):" in out
    assert ok(mlcc("schedule", "k.tir", "-s", "tile.yaml", "-p", "jfactor=8", "--verify")) == out


def test_trace_replays_to_the_same_program(mlcc, folder: Path) -> None:
    out = ok(mlcc("schedule", "k.tir", "-s", "tile.yaml", "--trace", "trace.yaml"))
    assert ok(mlcc("schedule", "k.tir", "-s", "trace.yaml")) == out


def test_steps_are_shown_on_stderr(mlcc, folder: Path) -> None:
    ran = mlcc("schedule", "k.tir", "-s", "tile.yaml", "--show-steps")
    titles = [line for line in ran.err.splitlines() if line.startswith(("# before", "# step"))]
    assert titles == ["# before", "# step 3: split", "# step 4: reorder"]
    assert ran.out == ok(mlcc("schedule", "k.tir", "-s", "tile.yaml"))


def test_scheduled_text_builds_through_a_pipe(mlcc, mlcc_process, folder: Path) -> None:
    text = ok(mlcc("schedule", "k.tir", "-s", "tile.yaml"))
    assert mlcc_process("build", "-", "-o", "k.o", stdin=text).err == ""
    ok(mlcc("run", "k.o", "in.npz", "--check", "out.npz", "--rtol", "1e-4"))
    built = ok(mlcc("build", "k.tir", "-s", "tile.yaml", "--emit", "tir", "-o", "-"))
    assert built == text, "a program that the user scheduled is built as it is"


def test_depfiles(mlcc, folder: Path) -> None:
    ok(mlcc("build", "k.tir", "-s", "tile.yaml", "-o", "k.o", "-MD"))
    assert (folder / "k.o.d").read_text().startswith("k.o: \\\n  k.tir \\\n  tile.yaml\n")
    ok(mlcc("schedule", "k.tir", "-s", "tile.yaml", "-o", "t.tir", "-MF", "deps"))
    assert (folder / "deps").read_text().startswith("t.tir: \\\n  k.tir \\\n  tile.yaml\n")
    ok(mlcc("build", "k.tir", "--emit", "o,h", "-o", "k", "-MF", "deps", "-MT", "k.stamp", "-MT", "other"))
    assert (folder / "deps").read_text().startswith("k.stamp other: \\\n  k.tir\n")
    assert "add `-MD`" in mlcc("build", "k.tir", "-o", "k.o", "-MT", "k.stamp").err


def test_outputs_with_the_same_bytes_keep_their_time(mlcc, folder: Path) -> None:
    command = ("build", "k.tir", "--emit", "o,h", "-o", "k", "--restat")
    ok(mlcc(*command))
    for name in ("k.o", "k.h"):
        os.utime(name, ns=(0, 0))
    ok(mlcc(*command))
    assert (Path("k.o").stat().st_mtime_ns, Path("k.h").stat().st_mtime_ns) == (0, 0)
    ok(mlcc(*command, "--prefix", "other"))
    assert Path("k.h").stat().st_mtime_ns > 0
    ok(mlcc(*command[:-1], "--prefix", "other"))
    os.utime("k.h", ns=(0, 0))
    ok(mlcc(*command[:-1], "--prefix", "other"))
    assert Path("k.h").stat().st_mtime_ns > 0


def test_depfiles_name_external_weights(mlcc, model: Path) -> None:
    import onnx

    external = {"save_as_external_data": True, "location": "weights.bin", "size_threshold": 0}
    onnx.save(onnx.load(model), "e.onnx", **external)
    ok(mlcc("build", "e.onnx", "-o", "e.o", "-MD"))
    assert Path("e.o.d").read_text().startswith("e.o: \\\n  e.onnx \\\n  weights.bin\n")


def test_a_library_tells_the_schedules_of_its_programs(mlcc, model: Path, linker: str) -> None:
    ok(mlcc("build", "m.onnx", "--shape", "x=3x16", "-o", "m.so", "--dump-schedules", "used"))
    files = sorted(Path("used").iterdir())
    texts = [file.read_text() for file in files]
    steps = [text.split("\n", 1)[1] for text in texts]  # the comment names the schedule by its path
    printed = ok(mlcc("inspect", "m.so", "--schedules"))
    assert [text.split("\n", 1)[1] for text in printed.split("---\n")] == steps
    one = ok(mlcc("inspect", "m.so", "--program", files[0].stem))
    Path("mine.yaml").write_text(one)
    ok(mlcc("build", "m.onnx", "--shape", "x=3x16", "-o", "again.so", "-s", "mine.yaml"))
    kept = json.loads(ok(mlcc("inspect", "again.so", "--json")))["schedules"]
    assert kept[files[0].stem]["from"] == "mine.yaml"
    assert mlcc("inspect", "m.so", "--program", "nothing").err.startswith("error[D167]")


def test_the_schedules_of_a_library_build_it_again(mlcc, linker: str, tmp_path: Path, monkeypatch) -> None:
    """All of them are one file of several documents, which `-s` reads."""
    from onnx import TensorProto, helper, numpy_helper, save

    monkeypatch.chdir(tmp_path)
    weights = [numpy_helper.from_array(np.ones((8, 8), np.float32), "w")]
    nodes = [helper.make_node("MatMul", ["x", "w"], ["a"]), helper.make_node("Softmax", ["a"], ["y"])]
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [4, 8]) for name in "xy")
    model = helper.make_model(
        helper.make_graph(nodes, "g", [x], [y], weights), opset_imports=[helper.make_opsetid("", 17)], ir_version=8
    )
    save(model, "m.onnx")
    ok(mlcc("build", "m.onnx", "-o", "m.so"))
    printed = ok(mlcc("inspect", "m.so", "--schedules"))
    Path("all.yaml").write_text(printed)
    assert len(yaml_documents(printed)) > 1
    ok(mlcc("build", "m.onnx", "-o", "again.so", "-s", "all.yaml"))
    first, second = (json.loads(ok(mlcc("inspect", name, "--json"))) for name in ("m.so", "again.so"))
    assert first["schedules"].keys() == second["schedules"].keys()
    assert "all.yaml" in {item["from"] for item in second["schedules"].values()}


def yaml_documents(text: str) -> list[object]:
    import yaml

    return list(yaml.safe_load_all(text))


def test_model_to_library(mlcc, model: Path, linker: str) -> None:
    ok(mlcc("build", "m.onnx", "-o", "m.so"))
    ok(mlcc("run", "m.so", "x.npy", "--check", "y.npy", "--rtol", "1e-4"))
    data = json.loads(ok(mlcc("inspect", "m.so", "--json")))
    (main,) = data["functions"]
    assert [(p["name"], p["shape"], p["role"]) for p in main["params"]] == [
        ("x", ["n", 16], "input"),
        ("y", ["n", 8], "output"),
    ]


def test_imported_text_builds_the_same_model(mlcc, mlcc_process, model: Path) -> None:
    text = ok(mlcc("import", "m.onnx"))
    assert mlcc_process("build", "-", "-o", "m.o", stdin=text).err == ""
    ok(mlcc("run", "m.o", "x.npy", "--check", "y.npy", "--rtol", "1e-4"))
    saved = ok(mlcc("import", "m.onnx", "--json"))
    assert mlcc_process("build", "-", "-o", "m2.o", stdin=saved).err == ""
    ok(mlcc("run", "m2.o", "x.npy", "--check", "y.npy", "--rtol", "1e-4"))


def test_concrete_shapes(mlcc, model: Path) -> None:
    ok(mlcc("build", "m.onnx", "--shape", "x=3x16", "-o", "m.o"))
    data = json.loads(ok(mlcc("inspect", "m.o", "--json")))
    assert data["functions"][0]["params"][0]["shape"] == [3, 16]
    assert data["functions"][0]["metadata"]["flops"] >= 2 * 3 * 16 * 8
    ok(mlcc("run", "m.o", "x.npy", "--check", "y.npy", "--rtol", "1e-4"))


def test_phases_are_dumped(mlcc, model: Path) -> None:
    ok(mlcc("build", "m.onnx", "-o", "m.o", "--dump-phases", "phases"))
    names = sorted(os.listdir("phases"))
    assert names[0] == "01-Normalize.relax"
    assert any(name.endswith("-FuseOps.relax") for name in names)
    assert any(name.endswith("-lower.tir") for name in names)
    assert names[-1].endswith("-codegen.ll")


def test_applied_schedules_can_be_edited_and_given_back(mlcc, model: Path) -> None:
    ok(mlcc("build", "m.onnx", "--shape", "x=3x16", "--emit", "tir", "-o", "one.tir", "--dump-schedules", "used"))
    files = sorted(Path("used").glob("*.yaml"))
    options = [word for file in files for word in ("-s", file)]
    ok(mlcc("build", "m.onnx", "--shape", "x=3x16", "--emit", "tir", "-o", "two.tir", *options))
    assert Path("one.tir").read_text() == Path("two.tir").read_text()
    ok(mlcc("build", "one.tir", "-o", "m.o"))
    ok(mlcc("run", "m.o", "--func", "main", "x.npy", "--check", "y.npy", "--rtol", "1e-4"))


def test_blocks_that_cover_a_part_are_marked_and_read_back(mlcc, mlcc_process, folder: Path) -> None:
    Path("p.tir").write_text(PARTIAL)
    Path("part.yaml").write_text("- get_loops: {block: C, as: i}\n- compute_at: {block: B, loop: $i}\n")
    text = ok(mlcc("schedule", "p.tir", "-s", "part.yaml", "--verify"))
    assert '"tir.is_scheduled": True' in text
    done = mlcc_process("build", "-", "-o", "p.o", stdin=text)
    assert (done.code, done.err) == (0, "")
    assert "C: float32 [7]" in ok(mlcc("run", "p.o", "--random", "0"))


def test_from_python(model: Path, folder: Path) -> None:
    import mlcc

    x, y = np.load("x.npy"), np.load("y.npy")
    library = mlcc.build("m.onnx")
    np.testing.assert_allclose(library(x), y, rtol=1e-5, atol=1e-5)
    call = library.bind([x])
    call()
    np.testing.assert_allclose(call.outputs[0], y, rtol=1e-5, atol=1e-5)
    kernel = mlcc.build(mlcc.parse(KERNEL), target="llvm")
    given, expected = np.load("in.npz"), np.load("out.npz")["C"]
    c = np.zeros((32, 32), dtype=np.float32)
    kernel["mm_relu"](given["A"], given["B"], c)
    np.testing.assert_allclose(c, expected, rtol=1e-5, atol=1e-5)
    saved = mlcc.build("k.tir", output="k.o")
    np.testing.assert_allclose(saved(given["A"], given["B"]), expected, rtol=1e-5, atol=1e-5)
    assert mlcc.load("k.o").functions == ("mm_relu",)


def test_onnx_backend(model: Path) -> None:
    import onnx

    from mlcc import backend

    x, y = np.load("x.npy"), np.load("y.npy")
    (got,) = backend.prepare(onnx.load("m.onnx")).run([x])
    np.testing.assert_allclose(got, y, rtol=1e-5, atol=1e-5)
    assert backend.is_compatible(onnx.load("m.onnx"))
    assert not backend.supports_device("CUDA")
    node = onnx.helper.make_node("Abs", ["x"], ["y"])
    np.testing.assert_array_equal(backend.run_node(node, [x])[0], np.abs(x))


def test_failure_writes_nothing(mlcc, folder: Path) -> None:
    before = sorted(os.listdir())
    axes = "vi = T.axis.spatial(32, i)\n            vj = T.axis.spatial(32, j)\n            vk = T.axis.reduce(32, k)"
    bad = KERNEL.replace("T.grid(32, 32, 32)", "T.grid(32, 32, 31)")
    Path("bad.tir").write_text(bad.replace('vi, vj, vk = T.axis.remap("SSR", [i, j, k])', axes))
    ran = mlcc("build", "bad.tir", "--emit", "so,ll,h", "-o", "bad", "-MD")
    assert ran.code == 1
    assert ran.err.startswith("error[V")
    assert sorted(os.listdir()) == sorted([*before, "bad.tir"])


def test_an_unwritable_output_is_reported_before_nothing_is_left(mlcc, folder: Path) -> None:
    for target, code in (("none/k.so", "D110"), ("/proc/k.so", "D1")):
        ran = mlcc("build", "k.tir", "-o", target)
        assert ran.code == 1
        assert ran.err.startswith(f"error[{code}")


@pytest.mark.parametrize(
    ("target", "arch"),
    [
        ("llvm -mcpu=cortex-a72", "aarch64"),
        ("llvm -mtriple=riscv64-linux-gnu", "riscv64"),
        ("llvm -mtriple=armv7-linux-gnueabihf", "arm"),
    ],
)
def test_objects_for_other_machines(mlcc, model: Path, target: str, arch: str) -> None:
    ok(mlcc("build", "m.onnx", "--target", target, "-o", "m.o"))
    data = json.loads(ok(mlcc("inspect", "m.o", "--json")))
    assert data["file"]["architecture"] == arch
    assert data["weights_bytes"] > 0
    ran = mlcc("run", "m.o", "x.npy")
    assert ran.code == 1
    assert ran.err.startswith("error[R323]: ")


def test_weights_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "net.relax").write_text(
        '@R.function\ndef main(x: R.Tensor((4,), "float32"), w: R.Tensor((4,), "float32")):\n'
        "    with R.dataflow():\n        y = R.multiply(x, w)\n        R.output(y)\n    return y\n"
    )
    header = b'{"w": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}}'
    header += b" " * (-len(header) % 8)
    data = np.arange(4, dtype="float32").tobytes()
    (tmp_path / "w.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + data)
    command = [sys.executable, "-m", "mlcc", "build", "net.relax", "--weights", "w.safetensors", "-MD"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert "w.safetensors" in (tmp_path / "net.so.d").read_text()
    assert mlcc.load(tmp_path / "net.so")(np.full(4, 2, "float32")).tolist() == [0, 2, 4, 6]
    (tmp_path / "w.safetensors").write_bytes(b"not one")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert "error[I140]" in done.stderr
