"""`mlcc build --precision int8`: quantised and built in one step."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlcc.diagnostics import MlccError
from mlcc.driver import build, build_files
from mlcc.driver.inspection import read_description
from mlcc.quantization import AutoRequest, IntegerRequest, QuantizeOptions, build_quantized, quantize
from mlcc.runtime import load
from mlcc.target import Target

RNG = np.random.default_rng(2)
SAMPLES = RNG.standard_normal((6, 1, 8, 17, 19), np.float32)


def network() -> onnx.ModelProto:
    """Two convolutions and a product, the first with weights of very different sizes."""
    first = RNG.standard_normal((16, 8, 3, 3), np.float32)
    first[::2] *= 1e-2
    weights = {
        "w0": first / 8, "w1": RNG.standard_normal((24, 16, 3, 3), np.float32) / 12,
        "fc": RNG.standard_normal((24, 10), np.float32),
    }  # fmt: skip
    nodes = [
        helper.make_node("Conv", ["x", "w0"], ["c0"], pads=[1, 1, 1, 1], name="first"),
        helper.make_node("Relu", ["c0"], ["r0"], name="relu"),
        helper.make_node("Conv", ["r0", "w1"], ["c1"], strides=[2, 2], name="second"),
        helper.make_node("GlobalAveragePool", ["c1"], ["g"], name="pool"),
        helper.make_node("Flatten", ["g"], ["f"], name="flat"),
        helper.make_node("MatMul", ["f", "fc"], ["y"], name="last"),
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 8, 17, 19])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 10])],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("int8")
    onnx.save(network(), path / "m.onnx")
    np.savez(path / "data.npz", x=SAMPLES)
    (path / "samples").mkdir()
    for index, sample in enumerate(SAMPLES):
        np.save(path / "samples" / f"{index}.npy", sample)
    return path


def error_of(path: Path, folder: Path) -> float:
    exact, library = build(folder / "m.onnx"), load(path)
    errors = [np.linalg.norm(library(x) - exact(x)) / np.linalg.norm(exact(x)) for x in SAMPLES]
    return float(max(errors))


@pytest.mark.slow
def test_the_library_is_that_of_the_quantised_model(folder: Path, tmp_path: Path) -> None:
    """The command, the function, and the two steps give the same results; samples in any form the same grids."""
    path, source = tmp_path / "m.so", str(folder / "m.onnx")
    options = QuantizeOptions(reduce_range=bool(Target.host().costs.byte_pairs))
    steps = build(quantize(source, str(folder / "data.npz"), options).model)(SAMPLES[0])
    each = tuple(str(folder / "samples" / f"{index}.npy") for index in range(len(SAMPLES)))
    for given in ((str(folder / "data.npz"),), (str(folder / "samples"),), each):
        build_files(source, output=str(path), precision=IntegerRequest("int8", calibrate=given))
        np.testing.assert_array_equal(load(path)(SAMPLES[0]), steps)
    np.testing.assert_array_equal(build_quantized(source, str(folder / "data.npz"))(SAMPLES[0]), steps)
    build_files(source, output=str(tmp_path / "f.so"))
    assert weights_of(path) < 0.5 * weights_of(tmp_path / "f.so")


def weights_of(path: Path) -> int:
    return int(read_description(str(path))["weights_bytes"])


def test_layers_stay_float_for_the_bound(folder: Path, tmp_path: Path) -> None:
    path, table = tmp_path / "m.so", tmp_path / "r.json"
    found = {}
    for bound in (None, 0.004):
        request = IntegerRequest("int8", bound, (str(folder / "data.npz"),), str(table))
        build_files(str(folder / "m.onnx"), output=str(path), precision=request)
        found[bound] = json.loads(table.read_text())
    free, bounded = found[None], found[0.004]
    assert free["error"] > 0.004 >= bounded["error"]
    # wide: an error is made of roundings, some of which fall otherwise in another build of the same model
    assert error_of(path, folder) == pytest.approx(bounded["error"], rel=0.05)
    kinds = {row["layer"]: row["precision"] for row in bounded["layers"]}
    assert all((row["error"] == 0) == (row["precision"] == "float32") for row in bounded["layers"])
    assert "float32" in kinds.values()
    assert {row["precision"] for row in free["layers"]} == {"uint8 x int8", "uint8"}
    products = [row for row in free["layers"] if row["layer"] in ("first", "second", "last")]
    assert len(products) == 3
    assert all(row["error"] > 0 and row["seconds"] > 0 for row in products)


def test_the_command(folder: Path, tmp_path: Path, mlcc: Callable[..., Any]) -> None:
    data, out = folder / "data.npz", tmp_path / "m.so"
    ran = mlcc(
        "build", folder / "m.onnx", "--precision", "int8", "--calibrate", data, "--report", "-", "-o", out, "-MD"
    )
    assert ran.code == 0, ran.err
    assert "uint8 x int8" in ran.out
    assert str(data) in Path(f"{out}.d").read_text()


def test_several_cpus(folder: Path, tmp_path: Path) -> None:
    request = IntegerRequest("int8", calibrate=(str(folder / "data.npz"),))
    target = "llvm -mcpu=x86-64,x86-64-v3 -mtriple=x86_64-unknown-linux-gnu"
    build_files(str(folder / "m.onnx"), output=str(tmp_path / "m.o"), target=target, precision=request)
    assert (tmp_path / "m.o").stat().st_size > 0


@pytest.mark.parametrize(("cpu", "narrow"), [("haswell", True), ("alderlake", False)])
def test_weights_have_seven_bits_where_pairs_of_products_are_added(
    folder: Path, tmp_path: Path, cpu: str, narrow: bool
) -> None:
    """They are exact then in vpmaddubsw, which takes two thirds of the time of 16 bits."""
    request = IntegerRequest("int8", calibrate=(str(folder / "data.npz"),))
    target = f"llvm -mcpu={cpu} -mtriple=x86_64-unknown-linux-gnu"
    build_files(str(folder / "m.onnx"), output=str(tmp_path / "m.s"), target=target, precision=request)
    text = (tmp_path / "m.s").read_text()
    assert ("vpmaddubsw" in text) == narrow
    assert ("vpdpbusd" in text) != narrow


@pytest.mark.parametrize("kind", [IntegerRequest, AutoRequest])
@pytest.mark.parametrize("bound", [float("nan"), -1.0, 0.0])
def test_a_bound_out_of_range(folder: Path, tmp_path: Path, kind: type[IntegerRequest], bound: float) -> None:
    request = kind("int8", bound, (str(folder / "data.npz"),))
    with pytest.raises(MlccError, match="the bound is a positive number"):
        build_files(str(folder / "m.onnx"), output=str(tmp_path / "m.so"), precision=request)


@pytest.mark.parametrize(("calibrate", "code"), [((), "Q101"), (("absent.npz",), "D101")])
def test_without_samples(folder: Path, tmp_path: Path, calibrate: tuple[str, ...], code: str) -> None:
    with pytest.raises(MlccError) as caught:
        build_files(
            str(folder / "m.onnx"), output=str(tmp_path / "m.so"), precision=IntegerRequest("int8", calibrate=calibrate)
        )
    assert caught.value.code == code
    assert not (tmp_path / "m.so").exists()


def automatic(folder: Path, out: Path, bound: float | None, target: str | None = None) -> dict[str, Any]:
    """The report of a build that chooses the precision."""
    request = AutoRequest("auto", bound, (str(folder / "data.npz"),), str(out / "r.json"))
    path = out / ("m.so" if target is None else "m.o")
    build_files(str(folder / "m.onnx"), output=str(path), precision=request, target=target)
    report: dict[str, Any] = json.loads((out / "r.json").read_text())
    return report


def test_auto_takes_the_faster_of_what_the_bound_allows(folder: Path, tmp_path: Path) -> None:
    exact = build(folder / "m.onnx")(SAMPLES[0])
    for bound in (0.2, 0.004):
        report = automatic(folder, tmp_path, bound)
        taken, other = report["choices"]
        assert taken["seconds"] < other["seconds"] or other["error"] > bound
        assert report["error"] == taken["error"] <= bound
        kinds = {row["precision"] for row in report["layers"]}
        assert ("uint8 x int8" in kinds) == taken["name"].startswith("int8")
        error = np.linalg.norm(load(tmp_path / "m.so")(SAMPLES[0]) - exact) / np.linalg.norm(exact)
        # wide: an error is made of roundings, some of which fall otherwise in another build of the same model
        assert error == pytest.approx(report["error"], rel=0.05, abs=1e-5)


@pytest.mark.parametrize(("cpu", "bytes_"), [("neoverse-v1", True), ("cortex-a53", False)])
def test_auto_for_other_machines_follows_their_features(folder: Path, tmp_path: Path, cpu: str, bytes_: bool) -> None:
    report = automatic(folder, tmp_path, 0.2, f"llvm -mcpu={cpu} -mtriple=aarch64-unknown-linux-gnu")
    assert [choice["seconds"] for choice in report["choices"]] == [None, None]
    assert ("uint8 x int8" in {row["precision"] for row in report["layers"]}) == bytes_


def test_auto_of_layers_that_stay_float_has_16_bits_where_these_are_fast(folder: Path, tmp_path: Path) -> None:
    """A layer that the bound keeps from bytes is not kept from bfloat16, whose error is smaller."""
    rows = {}
    for cpu in ("sapphirerapids", "icelake-server"):
        report = automatic(folder, tmp_path, 0.003, f"llvm -mcpu={cpu} -mtriple=x86_64-unknown-linux-musl")
        assert report["choices"][0]["name"].startswith("int8")
        rows[cpu] = {row["precision"] for row in report["layers"]}
    assert {"uint8 x int8", "bfloat16"} <= rows["sapphirerapids"]
    assert {"uint8 x int8", "float32"} <= rows["icelake-server"]


@pytest.mark.parametrize("bound", [0.2, 1e-7])
def test_auto_of_what_is_not_quantised(folder: Path, tmp_path: Path, bound: float) -> None:
    """A model without products, one of which no layer is within the bound, and a module of graph functions."""
    source = str(folder / "m.onnx")
    if bound == 0.2:
        node = helper.make_node("Relu", ["x"], ["y"])
        info = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 8, 17, 19]) for name in "xy"]
        source = str(tmp_path / "relu.onnx")
        onnx.save(helper.make_model(helper.make_graph([node], "g", info[:1], info[1:])), source)
    request = AutoRequest("auto", bound, (str(folder / "data.npz"),), str(tmp_path / "r.json"))
    build_files(source, output=str(tmp_path / "m.so"), precision=request)
    assert {row["precision"] for row in json.loads((tmp_path / "r.json").read_text())["layers"]} <= {"float32"}
    build_files(source, output=str(tmp_path / "m.relax"))
    build_files(str(tmp_path / "m.relax"), output=str(tmp_path / "m.so"), precision=request)


def test_what_is_no_onnx_model(folder: Path, tmp_path: Path) -> None:
    build_files(str(folder / "m.onnx"), output=str(tmp_path / "m.relax"))
    with pytest.raises(MlccError, match="quantises ONNX models") as caught:
        build_files(str(tmp_path / "m.relax"), output=str(tmp_path / "m.so"), precision=IntegerRequest("int8"))
    assert caught.value.code == "D183"


def test_options_of_the_quantiser(folder: Path) -> None:
    options = QuantizeOptions(activations="int8", symmetric=True)
    library = build_quantized(folder / "m.onnx", [{"x": x} for x in SAMPLES], options=options, max_error=0.2)
    exact = build(folder / "m.onnx")(SAMPLES[0])
    assert np.linalg.norm(library(SAMPLES[0]) - exact) < 0.2 * np.linalg.norm(exact)
