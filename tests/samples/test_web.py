"""The sample page: built as its makefile says, in a browser without a network, it tells shapes apart."""

from __future__ import annotations

import functools
import http.server
import importlib
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from mlcc.driver import build

WEB = Path(__file__).resolve().parents[2] / "samples" / "web"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def test_the_model_is_what_its_script_writes_and_tells_shapes_apart() -> None:
    import onnx
    from onnx import numpy_helper

    sys.path.insert(0, str(WEB))
    try:
        make_shapes = importlib.import_module("make_shapes")
    finally:
        sys.path.pop(0)
    model = onnx.load(WEB / "shapes.onnx")
    assert make_shapes.model([numpy_helper.to_array(item) for item in model.graph.initializer]) == model
    library = build(str(WEB / "shapes.onnx"))
    images, labels = make_shapes.sample(60, 3)
    answers = [int(np.asarray(library(image[None])).argmax()) for image in images]
    assert np.mean(answers == labels) > 0.9


class _Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of the page, built by `make web`."""
    if find_spec("ziglang") is None or CHROMIUM is None or shutil.which("make") is None:
        pytest.skip("needs ziglang, Chromium and make")
    samples = tmp_path / "samples"
    shutil.copytree(WEB.parent, samples, ignore=shutil.ignore_patterns("build", "__pycache__"))
    command = ["make", "web", f"MLCC={sys.executable} -m mlcc"]
    done = subprocess.run(command, cwd=samples, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    handler = functools.partial(_Quiet, directory=str(samples / "build" / "web"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/index.html"
    server.shutdown()
    server.server_close()


def test_in_a_browser(site: str, tmp_path: Path) -> None:
    for shape in ("circle", "square", "triangle", "cross"):
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom"]
        options += ["--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", f"--user-data-dir={tmp_path / shape}"]
        command = [str(CHROMIUM), *options, f"{site}?show={shape}"]
        page = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False).stdout
        assert re.search(rf"This is a {shape} \([\d.]+ ms\)", page), page
