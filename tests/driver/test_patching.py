"""`mlcc patch`: a patched library is what a build from the new model is, with the code of the old one."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tolerances import assert_close

from mlcc.cli.app import run
from mlcc.driver.artefact import Artefact
from mlcc.runtime import load

SHAPE = np.array([3, 5])
GENERATOR = np.random.default_rng(5)


def tensors(generator: np.random.Generator) -> dict[str, np.ndarray]:
    """The weights of the model, of odd sizes that are packed with padding."""
    shapes = {"w1": (37, 19), "b1": (19,), "w2": (19, 5), "b2": (5,)}
    return {name: generator.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def write_model(path: Path, weights: dict[str, np.ndarray]) -> Path:
    """Two layers with an activation between them."""
    nodes = [
        helper.make_node("Gemm", ["x", "w1", "b1"], ["h"]),
        helper.make_node("Relu", ["h"], ["r"]),
        helper.make_node("Gemm", ["r", "w2", "b2"], ["g"]),
        helper.make_node("Reshape", ["g", "shape"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes, "net",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [3, 37])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(array, name) for name, array in {**weights, "shape": SHAPE}.items()],
    )  # fmt: skip
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return path


def expected(weights: dict[str, np.ndarray], x: np.ndarray) -> np.ndarray:
    """The model in NumPy."""
    return np.maximum(x @ weights["w1"] + weights["b1"], 0) @ weights["w2"] + weights["b2"]


OLD, NEW = tensors(GENERATOR), tensors(GENERATOR)
X = GENERATOR.standard_normal((3, 37)).astype(np.float32)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a library, its model, and the model with other weights."""
    path = tmp_path_factory.mktemp("patch")
    write_model(path / "net.onnx", OLD)
    write_model(path / "new.onnx", NEW)
    assert run(["build", str(path / "net.onnx"), "-o", str(path / "net.so"), "--selftest", "--linker", "mlcc"]) == 0
    return path


def patch(folder: Path, *weights: str) -> int:
    """The exit code of `mlcc patch`, which writes `patched.so`."""
    given = [word for name in weights for word in ("--weights", str(folder / name))]
    return run(["patch", str(folder / "net.so"), *given, "-o", str(folder / "patched.so")])


@pytest.mark.parametrize("form", ["onnx", "npz"])
def test_a_patched_library_computes_with_the_new_weights(folder: Path, form: str) -> None:
    if form == "npz":
        np.savez(folder / "new.npz", **NEW)
    assert patch(folder, f"new.{form}") == 0
    old, new = (folder / "net.so").read_bytes(), (folder / "patched.so").read_bytes()
    library = load(folder / "patched.so")
    assert_close(library(X), expected(NEW, X))
    assert "of what is allowed" in library.selftest()
    assert len(old) == len(new)
    assert_close(load(folder / "net.so")(X), expected(OLD, X))


def test_some_tensors_may_stay(folder: Path) -> None:
    np.savez(folder / "part.npz", b2=NEW["b2"])
    assert patch(folder, "part.npz") == 0
    assert_close(load(folder / "patched.so")(X), expected({**OLD, "b2": NEW["b2"]}, X))


@pytest.mark.parametrize(
    ("arrays", "code"),
    [
        ({"w3": NEW["w1"]}, "I141"),
        ({"w1": NEW["w1"].T}, "I142"),
        ({"b1": NEW["b1"].astype(np.float64)}, "I142"),
        ({"shape": np.array([5, 3])}, "D201"),
    ],
)
def test_what_does_not_fit_is_refused(
    folder: Path, arrays: dict[str, np.ndarray], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "patched.so").unlink(missing_ok=True)
    np.savez(folder / "wrong.npz", **arrays)
    assert patch(folder, "wrong.npz") == 1
    assert f"error[{code}]" in capsys.readouterr().err
    assert not (folder / "patched.so").exists()


def test_tensors_need_the_model_of_the_library(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A whole model does not: the library says what code it has."""
    shutil.copy(folder / "net.so", tmp_path / "net.so")
    np.savez(tmp_path / "new.npz", **NEW)
    command = ["patch", str(tmp_path / "net.so"), "--weights", str(tmp_path / "new.npz"), "-o", str(tmp_path / "n.so")]
    assert run(command) == 1
    assert "error[D199]" in capsys.readouterr().err
    assert run([*command, "--source", str(folder)]) == 0
    assert run(command[:-2]) == 2
    model = ["--weights", str(folder / "new.onnx"), "-o", str(tmp_path / "model.so")]
    assert run(["patch", str(tmp_path / "net.so"), *model]) == 0
    assert_close(load(tmp_path / "model.so")(X), expected(NEW, X))


def test_what_is_patched_is_patched_again(folder: Path) -> None:
    """With a model the library says how it is made: it can be built again, and takes single tensors."""
    assert patch(folder, "new.onnx") == 0
    (folder / "second.so").write_bytes((folder / "patched.so").read_bytes())
    np.savez(folder / "part.npz", b2=OLD["b2"])
    given = ["--weights", str(folder / "part.npz"), "-o", str(folder / "third.so")]
    assert run(["patch", str(folder / "second.so"), *given]) == 0
    assert_close(load(folder / "third.so")(X), expected({**NEW, "b2": OLD["b2"]}, X))
    assert run(["rebuild", str(folder / "second.so"), "-o", str(folder / "again.so")]) == 0
    assert_close(load(folder / "again.so")(X), expected(NEW, X))


def test_a_library_of_another_version_is_compared_with_its_model(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whose digest of the code says nothing here. What was patched already has other weights than its model."""
    made = vars(Artefact)["code_digest"].func
    with monkeypatch.context() as patched:
        patched.setattr(Artefact, "code_digest", property(lambda self: "other" + made(self)))
        assert patch(folder, "new.onnx") == 0
        assert_close(load(folder / "patched.so")(X), expected(NEW, X))
        np.savez(folder / "part.npz", b2=NEW["b2"])
        assert patch(folder, "part.npz") == 0
    capsys.readouterr()
    given = ["--weights", str(folder / "new.onnx"), "-o", str(folder / "third.so")]
    assert run(["patch", str(folder / "patched.so"), *given]) == 1
    assert "error[D199]" in capsys.readouterr().err


def test_a_library_without_constants_has_nothing_to_patch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [5]) for name in "xy"]
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "net", values[:1], values[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, tmp_path / "net.onnx")
    assert run(["build", str(tmp_path / "net.onnx"), "-o", str(tmp_path / "net.so"), "--linker", "mlcc"]) == 0
    weights = ["--weights", str(tmp_path / "net.onnx"), "-o", str(tmp_path / "n.so")]
    assert run(["patch", str(tmp_path / "net.so"), *weights]) == 1
    assert "error[D202]" in capsys.readouterr().err


def test_a_tensor_by_its_name(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What can be replaced is listed, and one tensor is given alone."""
    assert run(["patch", str(folder / "net.so"), "--list"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[:3] == [["tensor", "type", "shape"], ["w1", "float32", "37x19"], ["b1", "float32", "19"]]
    np.save(tmp_path / "b2.npy", NEW["b2"])
    given = ["--weights", f"b2={tmp_path / 'b2.npy'}"]
    assert run(["patch", str(folder / "net.so"), *given, "-o", str(tmp_path / "one.so")]) == 0
    assert_close(load(tmp_path / "one.so")(X), expected({**OLD, "b2": NEW["b2"]}, X))
    assert run(["patch", str(folder / "net.so"), "-o", str(tmp_path / "none.so")]) == 2
    wrong = ["--weights", f"b3={tmp_path / 'b2.npy'}"]
    assert run(["patch", str(folder / "net.so"), *wrong, "-o", str(tmp_path / "none.so")]) == 1
    assert "error[I141]" in capsys.readouterr().err
