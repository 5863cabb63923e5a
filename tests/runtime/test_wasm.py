"""WebAssembly modules: by Node.js, wasmtime and a browser, where these are, with the results that they have here."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import subprocess
import threading
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import on_wasm
import onnx
import pytest
from onnx import helper, numpy_helper
from tolerances import assert_close

from mlcc.diagnostics import MlccError, render_text
from mlcc.driver import build, build_files
from mlcc.runtime import load
from mlcc.script import parse_module

ZIG = pytest.mark.skipif(find_spec("ziglang") is None, reason="needs ziglang, which links WebAssembly")
NODE = pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js")
CHROMIUM = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)


def network(rows: int | str = 2) -> onnx.ModelProto:
    """A convolution, a product, functions that WebAssembly has no instruction for, and a symbolic size."""
    rng = np.random.default_rng(0)
    node = helper.make_node
    shapes = {"w": (8, 3, 3, 3), "v": (8, 5), "m": (5,)}
    weights = [numpy_helper.from_array((rng.normal(size=s) / 4).astype(np.float32), n) for n, s in shapes.items()]
    nodes = [
        node("Conv", ["x", "w"], ["a"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        node("Gelu", ["a"], ["b"]),
        node("GlobalAveragePool", ["b"], ["c"]),
        node("Flatten", ["c"], ["d"]),
        node("MatMul", ["d", "v"], ["e"]),
        node("Mod", ["e", "m"], ["f"], fmod=1),
        node("Add", ["e", "f"], ["y"]),
        node("ArgMax", ["y"], ["best"], axis=1, keepdims=0),
    ]
    info = helper.make_tensor_value_info
    outputs = [info("y", 1, [rows, 5]), info("best", 7, [rows])]
    graph = helper.make_graph(nodes, "g", [info("x", 1, [rows, 3, 9, 7])], outputs, weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def built(model: onnx.ModelProto, folder: Path, target: str = "wasm32") -> Path:
    onnx.save(model, folder / "net.onnx")
    build_files(str(folder / "net.onnx"), output=str(folder / "net.wasm"), target=target)
    assert sorted(p.suffix for p in folder.glob("net.*")) == [".mjs", ".onnx", ".wasm"]
    return folder / "net.wasm"


def sample(rows: int) -> np.ndarray:
    return np.random.default_rng(rows).normal(size=(rows, 3, 9, 7)).astype(np.float32)


def node(program: str, folder: Path) -> str:
    (folder / "run.mjs").write_text(program)
    done = subprocess.run(["node", folder / "run.mjs"], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return done.stdout


RUN = """
import { load } from "./net.mjs";
const model = await load(new URL("net.wasm", import.meta.url));
const all = [];
for (const { x, shape } of JSON.parse(%s)) {
  const { y, best } = model.run({ x: { data: new Float32Array(x), shape } });
  all.push({ y: [...y], shape: y.shape, best: [...best].map(Number) });
}
"""


@ZIG
@NODE
@pytest.mark.parametrize("rows", [(2,), (1, 7, 3)])
@pytest.mark.parametrize("target", ["wasm32", "wasm32 -mattr=-simd128"])
def test_in_node(rows: tuple[int, ...], target: str, tmp_path: Path) -> None:
    model = network(2 if rows == (2,) else "n")
    built(model, tmp_path, target)
    given = [{"x": sample(count).ravel().tolist(), "shape": [count, 3, 9, 7]} for count in rows]
    text = node(RUN % json.dumps(json.dumps(given)) + "console.log(JSON.stringify(all));", tmp_path)
    library = build(model)
    for got, count in zip(json.loads(text), rows, strict=True):
        y, best = (np.asarray(value) for value in library(sample(count)))
        assert got["shape"] == [count, 5]
        assert_close(np.array(got["y"], np.float32).reshape(count, 5), y)
        assert got["best"] == best.tolist()


@ZIG
@NODE
def test_inputs_that_do_not_fit(tmp_path: Path) -> None:
    built(network("n"), tmp_path)
    program = """
import { load } from "./net.mjs";
const model = await load(new URL("net.wasm", import.meta.url));
const data = new Float32Array(2 * 3 * 9 * 7);
for (const inputs of [
  {}, { z: data }, { x: data }, { x: { data, shape: [2, 3, 9] } }, { x: { data, shape: [2, 3, 9, 8] } },
  { x: { data, shape: [3, 3, 9, 7] } }, { x: { data: new Float64Array(3), shape: [2, 3, 9, 7] } },
]) {
  try { model.run(inputs); console.log("ran"); } catch (error) { console.log(error.message); }
}
console.log(JSON.stringify(model.inputs));
"""
    lines = node(program, tmp_path).splitlines()
    assert lines == [
        "the input `x` is missing",
        "no input `z`; they are x",
        "`x` has symbolic sizes: give { data, shape }",
        "`x` has 4 dimensions, given 3",
        "dimension 3 of `x` is 8, expected 7",
        "`x` has 567 elements ([3,3,9,7]), given 378",
        "`x` is a Float32Array (float32)",
        '[{"name":"x","dtype":"float32","shape":["n",3,9,7]}]',
    ]


def test_a_module_is_not_loaded_here(tmp_path: Path) -> None:
    (tmp_path / "net.wasm").write_bytes(b"\0asm\1\0\0\0")
    with pytest.raises(MlccError, match="R322") as caught:
        load(tmp_path / "net.wasm")
    assert ".mjs" in render_text(caught.value)


@ZIG
def test_in_wasmtime(tmp_path: Path) -> None:
    """By the interface that a program in any language has: addresses in the module's memory."""
    wasmtime = pytest.importorskip("wasmtime")
    model = network()
    file = built(model, tmp_path)
    store = wasmtime.Store()
    module = wasmtime.Module.from_file(store.engine, str(file))
    assert list(module.imports) == []
    exports = wasmtime.Instance(store, module, []).exports(store)
    memory, x = exports["memory"], sample(2)
    at = -(-exports["__heap_base"].value(store) // 64) * 64
    need = exports["mlcc_main_workspace_bytes"](store)
    places = {"x": at, "y": at + 4096, "best": at + 8192, "work": at + 12288}
    memory.grow(store, 1 + need // 65536)
    memory.write(store, x.tobytes(), places["x"])
    assert exports["mlcc_main_run"](store, *places.values(), need) == 0
    got = np.frombuffer(bytes(memory.read(store, places["y"], places["y"] + 40)), np.float32).reshape(2, 5)
    assert_close(got, np.asarray(build(model)(x)[0]))


@ZIG
def test_as_a_library_of_this_machine() -> None:
    """What runs the suites of operators on WebAssembly: symbolic sizes, and memory that grows."""
    pytest.importorskip("wasmtime")
    model = network("n")
    here, there = build(model), on_wasm.build(model)
    for count in (1, 40, 2):
        for got, want in zip(there(sample(count)), here(sample(count)), strict=True):
            assert_close(np.asarray(got), np.asarray(want))


@ZIG
@pytest.mark.parametrize("rows", [3, "n"])
def test_copies(rows: int | str) -> None:
    """Parts of a graph that only move bytes: by an instruction, for there is no C library."""
    pytest.importorskip("wasmtime")
    info = helper.make_tensor_value_info
    nodes = [helper.make_node("Concat", ["x", "x", "x"], ["y"], axis=0), helper.make_node("Identity", ["x"], ["z"])]
    graph = helper.make_graph(nodes, "g", [info("x", 1, [rows, 5])], [info("y", 1, None), info("z", 1, [rows, 5])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    x = np.arange(15, dtype=np.float32).reshape(3, 5)
    y, z = on_wasm.build(model)(x)
    np.testing.assert_array_equal(y, np.concatenate([x, x, x]))
    np.testing.assert_array_equal(z, x)


@ZIG
def test_a_function_that_it_lacks(tmp_path: Path) -> None:
    program = parse_module("""@T.prim_func
def f(x: T.Buffer((3,), "float64"), y: T.Buffer((3,), "float64")):
    for i in range(3):
        y[i] = T.call_pure_extern("expm1", x[i], dtype="float64")
""")["f"]
    with pytest.raises(MlccError, match=r"G110.*no function `expm1`"):
        build(program, target="wasm32").export_library(tmp_path / "net.wasm")
    assert list(tmp_path.iterdir()) == []


class _Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def log_message(self, *_: object) -> None:
        """Nothing."""


def page_text(folder: Path, page: str) -> str:
    """The document that a browser has after the scripts of a page, served from a folder."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/{page}"
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom"]
        command = [str(CHROMIUM), *options, f"--user-data-dir={folder / 'profile'}", url]
        return subprocess.run(command, capture_output=True, text=True, timeout=200).stdout
    finally:
        server.shutdown()
        server.server_close()


@ZIG
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_in_a_browser(tmp_path: Path) -> None:
    model = network()
    built(model, tmp_path)
    given = json.dumps(json.dumps([{"x": sample(2).ravel().tolist(), "shape": [2, 3, 9, 7]}]))
    script = RUN % given + "document.body.textContent = `begin ${JSON.stringify(all)} end`;"
    (tmp_path / "page.html").write_text(f'<!doctype html><body><script type="module">{script}</script></body>')
    text = page_text(tmp_path, "page.html")
    assert "begin " in text, text
    (got,) = json.loads(text.partition("begin ")[2].partition(" end")[0])
    assert_close(np.array(got["y"], np.float32).reshape(2, 5), np.asarray(build(model)(sample(2))[0]))


def test_outputs_of_the_target(tmp_path: Path) -> None:
    onnx.save(network(), tmp_path / "net.onnx")
    for output, target in (("net.so", "wasm32"), ("net.a", "wasm32"), ("net.wasm", "llvm")):
        with pytest.raises(MlccError) as caught:
            build_files(str(tmp_path / "net.onnx"), output=str(tmp_path / output), target=target)
        assert caught.value.code in ("G108", "G110")
    with pytest.raises(MlccError) as caught:
        build_files(str(tmp_path / "net.onnx"), output=str(tmp_path / "net.wasm"), target="wasm32", runtime="full")
    assert caught.value.code == "R331"


def test_a_module_cannot_be_linked_without_a_linker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    onnx.save(network(), tmp_path / "net.onnx")
    monkeypatch.setattr("mlcc.runtime.wasm.find_spec", lambda _name: None)
    with pytest.raises(MlccError) as caught:
        build_files(str(tmp_path / "net.onnx"), output=str(tmp_path / "net.wasm"), target="wasm32")
    assert caught.value.code == "R332"
