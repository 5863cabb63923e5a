"""Truncated and garbled files of every kind: a coded message, exit code 1, no traceback, nothing left behind."""

from __future__ import annotations

import os
import random
from pathlib import Path

import numpy as np
import pytest

KERNEL = """
@T.prim_func
def mm(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(8, 8, 8):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""
GRAPH = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 3), "float32")) -> R.Tensor(("n", 3), "float32"):
        with R.dataflow():
            y = R.matmul(x, w)
            z = R.nn.relu(y)
            R.output(z)
        return z
"""
SCHEDULE = """
params:
  factor: 4
steps:
- get_block: {name: C, as: C}
- get_loops: {block: C, as: [i, j, k]}
- split: {loop: j, factors: [null, $factor], as: [j0, j1]}
- reorder: [j0, k, j1]
- unroll: j1
"""


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory, object_code: bytes) -> Path:
    """One good file of each kind."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    folder = tmp_path_factory.mktemp("good")
    (folder / "k.tir").write_text(KERNEL)
    (folder / "g.relax").write_text(GRAPH)
    (folder / "s.yaml").write_text(SCHEDULE)
    (folder / "lib.o").write_bytes(object_code)
    np.save(folder / "x.npy", np.ones(3, dtype=np.float32))
    np.savez(folder / "x.npz", x=np.ones(3, dtype=np.float32))
    weights = numpy_helper.from_array(np.ones((4, 3), dtype=np.float32), "w")
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"]), helper.make_node("Softmax", ["y"], ["z"], axis=1)],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 4])],
        [helper.make_tensor_value_info("z", TensorProto.FLOAT, [2, 3])],
        [weights],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), folder / "m.onnx")
    from mlcc.ir import to_json
    from mlcc.script import parse_module

    (folder / "m.json").write_text(to_json(parse_module(KERNEL)))
    return folder


# file -> the commands that read it; `{}` is the garbled copy
READERS = {
    "k.tir": [["fmt", "{}"], ["build", "{}", "--emit", "tir", "-o", "-"], ["schedule", "{}", "-s", "s.yaml"]],
    "g.relax": [["fmt", "{}"], ["build", "{}", "--emit", "tir", "-o", "-"]],
    "m.json": [["fmt", "{}"], ["build", "{}", "--emit", "tir", "-o", "-"]],
    "m.onnx": [["import", "{}"], ["build", "{}", "--emit", "tir", "-o", "-"]],
    "s.yaml": [["schedule", "k.tir", "-s", "{}"]],
    "lib.o": [["inspect", "{}"]],
    "x.npy": [["run", "lib.o", "{}"]],
    "x.npz": [["run", "lib.o", "{}"]],
}


def garbled(data: bytes, seed: int) -> bytes:
    """`data` cut short, with bytes changed, with a chunk twice or missing, or noise of its length."""
    rng = random.Random(seed)
    at = rng.randrange(len(data))
    match seed % 5:
        case 0:
            return data[:at]
        case 1:
            changed = bytearray(data)
            for _ in range(3):
                changed[rng.randrange(len(data))] = rng.randrange(256)
            return bytes(changed)
        case 2:
            return data[:at] + data[at + rng.randrange(1, 9) :]
        case 3:
            other = rng.randrange(len(data))
            return data[:at] + data[other : other + 20] + data[at:]
    return bytes(rng.randrange(256) for _ in range(len(data)))


@pytest.mark.parametrize("name", READERS)
def test_garbled_files_are_refused_in_words(mlcc, good: Path, name: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("MLCC_CRASH_DIR", str(tmp_path))
    monkeypatch.chdir(good)
    bad = tmp_path / f"bad{Path(name).suffix}"
    before = sorted(os.listdir(good))
    for seed in range(60):
        bad.write_bytes(garbled((good / name).read_bytes(), seed))
        for command in READERS[name]:
            ran = mlcc(*(str(bad) if word == "{}" else word for word in command))
            story = f"{command} of seed {seed}:\n{ran.err}"
            assert ran.code in (0, 1), story
            assert "Traceback" not in ran.err, story
            assert ran.code == 0 or ran.err.startswith("error["), story
            assert ran.code == 0 or not ran.out, story
    assert sorted(os.listdir(good)) == before


@pytest.mark.parametrize("name", ["k.tir", "g.relax", "s.yaml", "m.json"])
def test_no_text_is_deep_enough_to_crash(mlcc, good: Path, name: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("MLCC_CRASH_DIR", str(tmp_path))
    monkeypatch.chdir(good)
    bad = tmp_path / f"deep{Path(name).suffix}"
    for opening in ("[", "(", "{", "-", "[{"):
        bad.write_text(opening * 5000)
        for command in READERS[name]:
            ran = mlcc(*(str(bad) if word == "{}" else word for word in command))
            assert ran.code == 1, f"{opening!r} {command}: {ran.err[:500]}"
            assert ran.err.startswith("error["), ran.err[:500]


LONG = "9" * 5000


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("D120", ["build", "k.tir", "--shape", f"A={LONG}", "-o", "-"]),
        ("D120", ["build", "k.tir", "--shape", f"A=8x{2**63}", "-o", "-"]),
        ("D120", ["build", "k.tir", "--shape", "A=\u00b2", "-o", "-"]),
        ("D120", ["schedule", "k.tir", "-s", "s.yaml", "-p", f"factor={LONG}"]),
        ("D120", ["schedule", "k.tir", "-s", "s.yaml", "-p", f"factor=[1,-{LONG}]"]),
        ("G101", ["build", "k.tir", "--target", f"llvm -num-cores={LONG}", "-o", "k.so"]),
        ("G101", ["build", "k.tir", "--target", "llvm -num-cores=\u00b2", "-o", "k.so"]),
    ],
)
def test_numbers_of_options(mlcc, good: Path, code: str, words: list[str], monkeypatch) -> None:
    monkeypatch.chdir(good)
    ran = mlcc(*words)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"error[{code}]")


@pytest.mark.parametrize("number", [LONG, f"-{LONG}", str(2**63), "1" + "0" * 30])
def test_numbers_of_schedules(mlcc, good: Path, number: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(good)
    for text in (SCHEDULE.replace("4", number, 1), SCHEDULE.replace("null", number)):
        (tmp_path / "long.yaml").write_text(text)
        ran = mlcc("schedule", "k.tir", "-s", tmp_path / "long.yaml")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("error[S104]")


def test_missing_weight_file(mlcc, good: Path, tmp_path: Path) -> None:
    import onnx

    model = onnx.load(good / "m.onnx")
    path = tmp_path / "external.onnx"
    onnx.save(model, path, save_as_external_data=True, location="weights.bin", size_threshold=0)
    assert mlcc("build", path, "--emit", "tir", "-o", "-").code == 0
    (tmp_path / "weights.bin").unlink()
    ran = mlcc("build", path, "--emit", "tir", "-o", "-")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error[I")
    assert "weights.bin" in ran.err


@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        ("view k.tir -o made", 1, "error[D111]"),
        ("view k.tir -o none/page.html", 1, "error[D110]"),
        ("build k.tir -o none/k.so", 1, "error[D110]"),
        ("run k.so --random 0 -o none/y.npy", 1, "error[D110]"),
        ("run k.so --random -3", 2, "x>=0"),
        ("bench k.so --fail-if-slower 2%", 2, "two or more"),
        ("build m.onnx --precision bf16 -o m.so", 1, "did you mean `bfloat16`"),
        ("build k.tir -o k", 1, ".dll"),
    ],
)
def test_what_is_wrong_is_told_before_work(mlcc, tmp_path: Path, good: Path, monkeypatch, command, code, says) -> None:
    """Nothing of it is found out by reading, compiling or measuring first: no library `k.so` has to be there."""
    (tmp_path / "made").mkdir()
    (tmp_path / "k.tir").write_text(KERNEL)
    (tmp_path / "m.onnx").write_bytes((good / "m.onnx").read_bytes())
    monkeypatch.chdir(tmp_path)
    ran = mlcc(*command.split())
    assert (ran.code, says in ran.err) == (code, True), ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["k.tir", "m.onnx", "made"]
