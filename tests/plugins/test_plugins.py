"""The sample package as if it were installed: its operator, target, pass and schedule; and packages with faults."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples" / "plugin"


def installed(folder: Path, entry_points: str, name: str = "mlcc-sample") -> None:
    """A folder for the path of Python that has a package's metadata."""
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entry_points)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(SAMPLE / "mlcc_sample", folder / "mlcc_sample", ignore=shutil.ignore_patterns("__pycache__"))
    project = (SAMPLE / "pyproject.toml").read_text()
    groups = re.findall(r'^\[project.entry-points."([\w.]+)"\]\n((?:\w+ = ".*"\n)+)', project, re.M)
    assert len(groups) == 4
    installed(folder, "".join(f"[{group}]\n{lines}".replace('"', "") for group, lines in groups))
    return folder


def mlcc(folder: Path, *arguments: str | Path) -> tuple[int, str, str]:
    """A command in a process that has the folder on its path."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}
    done = subprocess.run(
        [sys.executable, "-m", "mlcc", *map(str, arguments)], env=env, capture_output=True, text=True, timeout=300,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_what_packages_add_is_listed(sample: Path) -> None:
    code, out, err = mlcc(sample, "list", "plugins")
    assert (code, err) == (0, "")
    groups = ("operators", "passes", "schedules", "targets")
    assert [line.split()[1].rstrip(",") for line in out.splitlines()] == list(groups)
    assert out.count("mlcc-sample 1.0") == 4


def test_operator_pass_and_schedule_of_a_model(sample: Path, tmp_path: Path, linker: str) -> None:
    nodes = [
        helper.make_node("SquaredRelu", ["x"], ["s"], domain="sample", scale=0.5),
        helper.make_node("Neg", ["s"], ["n"]),
        helper.make_node("Neg", ["n"], ["p"]),
        helper.make_node("Add", ["p", "x"], ["y"]),
        helper.make_node("Neg", ["x"], ["m"]),
    ]
    values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [3, 37]) for name in "xym"]
    graph = helper.make_graph(nodes, "g", values[:1], values[1:])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("sample", 1)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), tmp_path / "m.onnx")
    x = np.random.default_rng(3).standard_normal((3, 37)).astype(np.float32)
    x[0, :3] = np.nan, np.inf, -np.inf
    np.save(tmp_path / "x.npy", x)
    np.savez(tmp_path / "want.npz", y=np.maximum(x, 0) ** 2 * np.float32(0.5) + x, m=-x)
    library = tmp_path / "m.so"
    code, _, err = mlcc(sample, "build", tmp_path / "m.onnx", "-o", library, "--dump-schedules", tmp_path / "applied")
    assert code == 0, err
    code, _, err = mlcc(sample, "run", library, "--inputs", tmp_path / "x.npy", "--check", tmp_path / "want.npz")
    assert code == 0, err
    _, described, _ = mlcc(sample, "inspect", library)
    assert "negatives" in described
    _, dumped, _ = mlcc(sample, "build", tmp_path / "m.onnx", "--emit", "json", "-o", "-")
    assert dumped.count('"negative') == 0  # no kernel is left of the two that cancel
    code, _, err = mlcc(tmp_path, "build", tmp_path / "m.onnx", "-o", tmp_path / "without.so")
    assert code == 1
    assert "SquaredRelu" in err


def test_the_target_and_the_position_of_the_pass(sample: Path) -> None:
    code, out, _ = mlcc(sample, "explain", "cortex-a73")
    assert code == 0
    assert re.search(r"l2_bytes +2097152", out)
    _, out, _ = mlcc(sample, "list", "passes")
    names = [line.split()[0] for line in out.splitlines()]
    assert names.index("RemoveDoubleNegation") == names.index("FoldConstant") - 1


FAULTS = {
    "absent": ("mlcc.targets", "no_such_module:CPUS", "cannot be loaded", ("list", "targets")),
    "wrong": ("mlcc.targets", "os:path", "gives a module", ("list", "targets")),
    "cpu": ("mlcc.targets", "os:environ", "has no CPU with a known feature level", ("list", "targets")),
    "operators": ("mlcc.operators", "os:sep", "gives a str", ("list", "onnx")),
    "pass": ("mlcc.passes", "pathlib:Path", "is no graph pass with a position", ("list", "passes")),
    "folder": ("mlcc.schedules", "os:linesep", "gives a str", ("list", "schedules")),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_name_the_package(fault: str, tmp_path: Path) -> None:
    group, value, message, command = FAULTS[fault]
    installed(tmp_path, f"[{group}]\nbad = {value}\n", "bad-package")
    code, _, err = mlcc(tmp_path, *command)
    assert (code, err[:12]) == (1, "error[D226]:")
    assert "`bad` of the package bad-package 1.0" in err
    assert message in err
