"""Artefacts for several CPUs: each form computes the same, the choice is made once, and nothing is stored twice."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.driver.building import build_files
from mlcc.driver.inspection import description_lines, read_description
from mlcc.driver.precision import PrecisionRequest
from mlcc.driver.sizes import parse_size
from mlcc.runtime import Library, load
from mlcc.target import Target

CPUS = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "sapphirerapids")
FORMS = f"llvm -mcpu={','.join(CPUS)} -num-cores=2"
#: Values of float32 that are of the size of 1: forms differ in the order of 300 terms.
TOLERANCE = {"rtol": 1e-5, "atol": 2e-5}

pytestmark = pytest.mark.skipif(Target.parse(None).arch != "x86_64", reason="for x86-64")
RNG = np.random.default_rng(5)
WEIGHT = RNG.standard_normal((300, 203), np.float32) / 17
TABLE = RNG.standard_normal((50, 300), np.float32)


def model(folder: Path, rows: int | str = 7) -> Path:
    """Rows of a table, a product, and a norm; the table has one layout in all forms, the matrix has several."""
    nodes = [
        helper.make_node("Gather", ["table", "index"], ["x"]),
        helper.make_node("MatMul", ["x", "w"], ["p"]),
        helper.make_node("Softmax", ["p"], ["y"], axis=-1),
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("index", TensorProto.INT64, [rows])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [rows, 203])],
        [numpy_helper.from_array(WEIGHT, "w"), numpy_helper.from_array(TABLE, "table")],
    )
    path = folder / "m.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return path


def expected(index: np.ndarray) -> np.ndarray:
    product = TABLE[index].astype(np.float64) @ WEIGHT
    power = np.exp(product - product.max(-1, keepdims=True))
    return power / power.sum(-1, keepdims=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("forms")
    build_files(str(model(folder)), output=str(folder / "m"), emit=("so,o,a,h",), target=FORMS)
    return folder


def forced(path: Path, cpu: str, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A fresh copy of a library: one that is loaded has chosen."""
    monkeypatch.setenv("MLCC_CPU", cpu)
    return load(path.read_bytes())


@pytest.mark.parametrize("kind", ["so", "o"])
def test_each_form_computes_the_same(built: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    index = RNG.integers(0, 50, 7)
    ran = 0
    for cpu in CPUS:
        library = forced(built / f"m.{kind}", cpu, monkeypatch)
        if library.cpu is None:
            with pytest.raises(MlccError, match="of which the processor must run it") as caught:
                library(index)
            assert caught.value.code == "R326"
            continue
        assert library.cpu == cpu
        np.testing.assert_allclose(library(index), expected(index), **TOLERANCE)
        ran += 1
    assert ran >= 1


def test_the_choice_is_the_same_from_outside_and_inside(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for cpu in ("", *CPUS, "nonsense"):
        library = forced(built / "m.so", cpu, monkeypatch)
        data = read_description(str(built / "m.so"))
        assert data["cpu_here"] == library.cpu
        marked = [line for line in description_lines(data, "m") if line.endswith("(taken on this machine)")]
        assert [line.split()[1] for line in marked] == ([] if library.cpu is None else [library.cpu])
    assert [form["cpu"] for form in data["forms"]] == list(CPUS)


def test_it_is_chosen_once(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = forced(built / "m.so", "x86-64", monkeypatch)
    index = np.arange(7)
    library(index)
    monkeypatch.setenv("MLCC_CPU", "nonsense")
    library(index)
    assert library.cpu == "x86-64"


def test_symbolic_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.so"
    build_files(str(model(tmp_path, "n")), output=str(path), target="llvm -mcpu=x86-64-v3,x86-64")
    for cpu in ("x86-64", "x86-64-v3"):
        library = forced(path, cpu, monkeypatch)
        for rows in (1, 5, 64) if library.cpu else ():
            index = RNG.integers(0, 50, rows)
            np.testing.assert_allclose(library(index), expected(index), **TOLERANCE)


def test_what_all_forms_read_is_stored_once(built: Path) -> None:
    kept = read_description(str(built / "m.so"))["weights_bytes"]
    assert TABLE.nbytes + WEIGHT.nbytes <= kept < 2 * TABLE.nbytes + len(CPUS) * 1.3 * WEIGHT.nbytes


def test_forms_export_only_the_interface(built: Path) -> None:
    listed = subprocess.run(["nm", "-D", "--defined-only", built / "m.so"], capture_output=True, text=True, check=True)
    names = {line.split()[-1] for line in listed.stdout.splitlines()}
    entries = {"__tvm_ffi_main", "mlcc_main", "mlcc_main_raw", "mlcc_main_with_workspace", "mlcc_main_workspace_bytes"}
    assert names == entries | {f"mlcc_{n}" for n in ("cpu", "describe", "last_error", "set_num_threads", "shutdown")}


def test_a_c_program_with_the_static_library(built: Path, tmp_path: Path) -> None:
    text = (built / "m.h").read_text()
    lines = text[text.index("#include <stdio.h>") : text.index(" */\n")].splitlines()
    (tmp_path / "m.c").write_text("\n".join(line.removeprefix(" *").strip() for line in lines))
    command = ["cc", "m.c", str(built / "m.a"), "-I", str(built), "-lm", "-lpthread", "-o", "m"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "m"], check=False).returncode == 0


def test_the_same_options_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLCC_CACHE_DIR", "")
    source = str(model(tmp_path))
    made = []
    for names in ("x86-64-v3,x86-64", "x86-64,x86-64-v3"):
        build_files(source, output=str(tmp_path / "m.so"), target=f"llvm -mcpu={names}")
        made.append((tmp_path / "m.so").read_bytes())
    assert made[0] == made[1]


def test_a_library_function_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each form calls it with the sizes of its own layout."""

    @mlcc.register_func("test.forms.halve", override=True)
    def halve(x, y) -> None:
        y.numpy()[...] = x.numpy() / 2

    text = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 5), "float32")) -> R.Tensor((4, 5), "float32"):
        with R.dataflow():
            a = R.call_dps_packed("test.forms.halve", (x,), out_sinfo=R.Tensor((4, 5), "float32"))
            b = R.add(a, x)
            R.output(b)
        return b
"""
    path = tmp_path / "m.relax"
    path.write_text(text)
    build_files(str(path), output=str(tmp_path / "m.so"), target="llvm -mcpu=x86-64-v3,x86-64")
    x = RNG.standard_normal((4, 5), np.float32)
    for cpu in ("x86-64", "x86-64-v3"):
        library = forced(tmp_path / "m.so", cpu, monkeypatch)
        if library.cpu:
            np.testing.assert_array_equal(library(x), x / 2 + x)


def test_precision_is_chosen_for_each_form(tmp_path: Path) -> None:
    build_files(
        str(model(tmp_path)),
        output=str(tmp_path / "m.so"),
        target="llvm -mcpu=x86-64-v3,sapphirerapids",
        precision=PrecisionRequest("auto", 0.05, report=str(tmp_path / "r.json")),
    )
    layers = json.loads((tmp_path / "r.json").read_text())
    assert [layers[cpu]["layers"][0]["precision"] for cpu in ("x86-64-v3", "sapphirerapids")] == ["float32", "bfloat16"]


@pytest.mark.parametrize(("output", "profile", "code"), [("m.tir", False, "G107"), ("m.so", True, "D181")])
def test_what_is_of_one_form_needs_one_cpu(output: str, profile: bool, code: str, tmp_path: Path) -> None:
    with pytest.raises(MlccError) as caught:
        build_files(str(model(tmp_path)), output=str(tmp_path / output), target=FORMS, profile=profile)
    assert caught.value.code == code
    assert not (tmp_path / output).exists()


# ---------------------------------------------------------------- --max-size
def test_sizes() -> None:
    assert [parse_size(text) for text in ("500000", "1.5MB", "20 MiB", "1kb", 7)] == [
        500000,
        1500000,
        20 << 20,
        1000,
        7,
    ]
    for bad in ("", "x", "-1", "0", "5 parsecs", "1e3"):
        with pytest.raises(MlccError) as caught:
            parse_size(bad)
        assert caught.value.code == "D184"


def test_text_is_held_to_the_size_of_its_weights(tmp_path: Path) -> None:
    source, path = str(model(tmp_path)), tmp_path / "m.c"
    with pytest.raises(MlccError, match="its weights alone have"):
        build_files(source, output=str(path), target="c", max_size=1000)
    assert not path.exists()


@pytest.mark.parametrize("kind", ["so", "o", "a"])
def test_a_larger_artefact_is_not_written(kind: str, tmp_path: Path) -> None:
    source, path = str(model(tmp_path)), tmp_path / f"m.{kind}"
    target = "llvm -mcpu=x86-64-v3,x86-64"
    build_files(source, output=str(path), target=target)
    size, before = path.stat().st_size, path.read_bytes()
    build_files(source, output=str(path), target=target, max_size=size)
    assert path.read_bytes() == before
    path.write_bytes(b"older")
    for limit in (size - 1, 1000):  # the second is less than the weights
        with pytest.raises(MlccError, match="is larger than --max-size") as caught:
            build_files(source, output=str(path), target=target, max_size=limit)
        assert caught.value.code == "D184"
        assert any("weights: " in note for note in caught.value.diagnostics[0].notes)
        assert path.read_bytes() == b"older"
    assert sorted(item.name for item in tmp_path.iterdir()) == sorted(["m.onnx", path.name])
