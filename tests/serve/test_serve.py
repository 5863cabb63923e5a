"""`mlcc serve` as its clients see it: the protocol, what it refuses, joined requests, and a stop that loses nothing."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mlcc import build, parse

pytest.importorskip("uvicorn")
pytest.importorskip("orjson")

# relu(x) @ w for any number of rows; a sum over rows, where they influence each other; a call of about 0.1 s.
_NET = """
@R.function
def main(x: R.Tensor(("n", 3), "float32"), k: R.Tensor(("n",), "int64")):
    with R.dataflow():
        y = R.nn.relu(x)
        z = R.add(k, k)
        R.output(y, z)
    return (y, z)
"""
_ROWS = """
@R.function
def main(x: R.Tensor(("n", 2), "float32")) -> R.Tensor(("n", 2), "float32"):
    with R.dataflow():
        s = R.sum(x, axis=[0], keepdims=True)
        y = R.subtract(x, s)
        R.output(y)
    return y
"""
_SLOW = """
@T.prim_func
def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    for i in T.serial(20000000):
        with T.block("B"):
            vi = T.axis.reduce(20000000, i)
            with T.init():
                B[0] = T.float32(0)
            B[0] = T.sin(B[0]) + A[0]
"""

Answer = tuple[int, Any, dict[str, str]]


class Service:
    """A process of `mlcc serve` and requests to it."""

    def __init__(self, *args: str) -> None:
        command = [sys.executable, "-m", "mlcc", "serve", *args, "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        host, _, port = self.url.removeprefix("http://").rpartition(":")
        self.host, self.port = host, int(port or 0)

    def ask(self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        try:
            connection.request("GET" if body is None else "POST", path, body, headers or {})
            response = connection.getresponse()
            data = response.read()
            said = {key.lower(): value for key, value in response.getheaders()}
            is_json = said.get("content-type") == "application/json"
            return response.status, json.loads(data) if is_json else data, said
        finally:
            connection.close()

    def infer(self, model: str, inputs: Sequence[dict[str, Any]], **rest: Any) -> Answer:
        return self.ask(f"/v2/models/{model}/infer", json.dumps({"inputs": inputs, **rest}).encode())

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=60)
        return self.process.returncode, said


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("serve")
    for name, text in (("net", _NET), ("rows", _ROWS), ("slow", _SLOW)):
        build(parse(text), output=str(folder / f"{name}.so"))
    return folder


@pytest.fixture(scope="module")
def service(libraries: Path) -> Iterator[Service]:
    served = Service(str(libraries / "net.so"), f"other={libraries / 'rows.so'}", "--max-request", "1M")
    yield served
    code, said = served.stop()
    assert code == 0
    assert "net: up to 32 rows in a call" in said
    assert "other: one request in a call: its rows influence each other" in said


def _inputs(rows: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, list[dict[str, Any]]]:
    generator = np.random.default_rng(seed)
    x, k = generator.standard_normal((rows, 3)).astype("float32"), generator.integers(-99, 99, rows)
    return x, k, [
        {"name": "x", "shape": [rows, 3], "datatype": "FP32", "data": x.tolist()},
        {"name": "k", "shape": [rows], "datatype": "INT64", "data": k.tolist()},
    ]  # fmt: skip


def test_metadata_and_health(service: Service) -> None:
    assert service.ask("/v2/health/live")[:2] == (200, {"live": True})
    assert service.ask("/v2/health/ready")[:2] == (200, {"ready": True})
    assert service.ask("/v2")[1]["extensions"] == ["binary_tensor_data"]
    status, model, _ = service.ask("/v2/models/net")
    assert status == 200
    assert model["inputs"] == [
        {"name": "x", "datatype": "FP32", "shape": [-1, 3]}, {"name": "k", "datatype": "INT64", "shape": [-1]},
    ]  # fmt: skip
    assert service.ask("/v2/models/net/versions/1/ready")[0] == 200
    assert [m["name"] for m in service.ask("/v2/repository/index", b"")[1]] == ["net", "other"]


@pytest.mark.parametrize("rows", [1, 2, 7, 0])
def test_json(service: Service, rows: int) -> None:
    x, k, inputs = _inputs(rows)
    status, said, _ = service.infer("net", inputs, id="a1")
    assert (status, said["id"], said["model_name"]) == (200, "a1", "net")
    first, second = said["outputs"]
    assert (first["shape"], first["datatype"], second["shape"]) == ([rows, 3], "FP32", [rows])
    np.testing.assert_array_equal(np.array(first["data"], "float32").reshape(rows, 3), np.maximum(x, 0))
    np.testing.assert_array_equal(np.array(second["data"], "int64"), 2 * k)


def test_flat_data_and_chosen_outputs(service: Service) -> None:
    x, _, inputs = _inputs(2)
    inputs[0]["data"] = x.reshape(-1).tolist()
    said = service.infer("net", inputs, outputs=[{"name": service.ask("/v2/models/net")[1]["outputs"][1]["name"]}])[1]
    assert len(said["outputs"]) == 1
    assert said["outputs"][0]["datatype"] == "INT64"


def test_raw_bytes(service: Service) -> None:
    x, k, inputs = _inputs(5)
    for item, array in zip(inputs, (x, k), strict=True):
        del item["data"]
        item["parameters"] = {"binary_data_size": array.nbytes}
    header = json.dumps({"inputs": inputs, "parameters": {"binary_data_output": True}}).encode()
    body = header + x.tobytes() + k.tobytes()
    sizes = {"Inference-Header-Content-Length": str(len(header))}
    status, data, said = service.ask("/v2/models/net/infer", body, sizes)
    assert status == 200
    size = int(said["inference-header-content-length"])
    described = json.loads(data[:size])["outputs"]
    assert [item["parameters"]["binary_data_size"] for item in described] == [x.nbytes, k.nbytes]
    np.testing.assert_array_equal(np.frombuffer(data[size:][: x.nbytes], "float32").reshape(5, 3), np.maximum(x, 0))
    np.testing.assert_array_equal(np.frombuffer(data[size + x.nbytes :], "int64"), 2 * k)


def _changed(**changes: Any) -> bytes:
    _, _, inputs = _inputs(2)
    inputs[0] |= changes
    return json.dumps({"inputs": inputs}).encode()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "not JSON"), (b"[]", "list `inputs`"), (b"", "not JSON"), (b'{"inputs": [1]}', "no input `None`"),
        (b'{"inputs": []}', "missing"), (_changed(name="y"), "no input `y`"), (_changed(datatype="FP64"), "FP32"),
        (_changed(shape=[2, 4]), "its shape holds 8"), (_changed(shape=[3, 2]), "R306"), (_changed(shape=[6]), "R305"),
        (_changed(shape=[-2, -3]), "list of sizes"), (_changed(shape=[2**60, 2**60]), "list of sizes"),
        (_changed(shape="x"), "list of sizes"), (_changed(data=None), "no list"),
        (_changed(data=[[1], [1, 2]]), "equal"),
        (_changed(data=["a"] * 6), "not of the type"), (_changed(data=[{}] * 6), "not of the type"),
        (_changed(parameters={"binary_data_size": 24}), "raw bytes"), (b"\xff" * 9, "not JSON"),
        (_changed(parameters={"binary_data_size": -1}), "number of bytes"), (b"[" * 100000, "not JSON"),
        (_changed().replace(b'"INT64", "data": [', b'"INT64", "data": [0.5, 1], "x": ['), "not of the type"),
    ],
)  # fmt: skip
def test_requests_that_are_none(service: Service, body: bytes, said: str) -> None:
    status, answer, _ = service.ask("/v2/models/net/infer", body)
    assert status == 400
    assert said in answer["error"]
    assert service.infer("net", _inputs(1)[2])[0] == 200


def test_integers_are_not_cut() -> None:
    from mlcc import MlccError
    from mlcc.serve.tensors import _from_json

    for value in (300, -1, 2**70):
        with pytest.raises(MlccError, match="R371"):
            _from_json([value], "x", np.dtype("uint8"), 1)
    assert _from_json([255], "x", np.dtype("uint8"), 1)[0] == 255
    assert _from_json([2**63], "x", np.dtype("uint64"), 1)[0] == 2**63
    assert _from_json([1, 2], "x", np.dtype("float32"), 2).dtype == np.float32


def test_other_refusals(service: Service) -> None:
    status, said, _ = service.ask("/v2/models/none")
    assert (status, "R370" in said["error"]) == (404, True), said
    assert service.ask("/v2/models/none/infer", b"{}")[0] == 404
    assert service.ask("/nowhere")[0] == 404
    assert service.ask("/v2/models/net/infer")[0] == 405
    status, said, _ = service.ask("/v2/models/net/infer", b" " * (2 << 20))
    assert status == 413
    assert "R374" in said["error"]
    with socket.create_connection((service.host, service.port)) as raw:
        raw.sendall(b"POST /v2/models/net/infer HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000000\r\n\r\n")
        assert b" 413 " in raw.recv(65536)
    with socket.create_connection((service.host, service.port)) as raw:
        raw.sendall(b"GET /v2 HTTP/1.1\r\nX: ")
        with contextlib.suppress(OSError):  # closed while it is sent
            for _ in range(100):
                raw.sendall(b"a" * 100000)
        with contextlib.suppress(ConnectionResetError):
            assert raw.recv(65536)[9:12] in (b"", b"400")
    with socket.create_connection((service.host, service.port)) as raw:
        raw.sendall(b"\x00\x01\x02 garbage\r\n\r\n")
        assert b" 400 " in raw.recv(65536)
    assert service.infer("net", _inputs(1)[2])[0] == 200


def _parallel(calls: Sequence[Callable[[], Answer]]) -> list[Answer]:
    answers: list[Answer | None] = [None] * len(calls)

    def run(i: int) -> None:
        answers[i] = calls[i]()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answer for answer in answers if answer is not None]


def test_joined_requests_get_their_own_rows(service: Service) -> None:
    made = [_inputs(rows=1 + seed % 3, seed=seed) for seed in range(40)]
    wrong = _inputs(2)[2]
    wrong[1] |= {"shape": [1], "data": [1]}  # three rows of x, one of k: this request alone is refused
    calls: list[Callable[[], Answer]] = [partial(service.infer, "net", inputs) for _, _, inputs in made]
    answers = _parallel([*calls, lambda: service.infer("net", wrong)])
    assert answers.pop()[0] == 400
    for (x, k, _), (status, said, _) in zip(made, answers, strict=True):
        assert status == 200
        np.testing.assert_array_equal(np.array(said["outputs"][0]["data"], "float32"), np.maximum(x, 0).reshape(-1))
        np.testing.assert_array_equal(said["outputs"][1]["data"], 2 * k)


def test_metrics(service: Service) -> None:
    service.infer("net", _inputs(1)[2])
    status, text, _ = service.ask("/metrics")
    lines = text.decode().splitlines()
    assert status == 200
    assert any(line.startswith('mlcc_requests_total{model="net",status="200"} ') for line in lines)
    assert any(line.startswith('mlcc_call_requests_bucket{model="net",le="+Inf"}') for line in lines)
    assert 'mlcc_waiting_requests{model="net"} 0' in lines


_ONE = [{"name": "A", "shape": [1], "datatype": "FP32", "data": [0.5]}]


def test_back_pressure_and_time_out(libraries: Path) -> None:
    served = Service(str(libraries / "slow.so"), "--queue", "1", "--timeout", "20")
    answers = _parallel([lambda: served.infer("slow", _ONE) for _ in range(6)])
    statuses = sorted(status for status, _, _ in answers)
    assert statuses[0] == 200
    assert statuses[-1] == 503
    busy = next(answer for answer in answers if answer[0] == 503)
    assert busy[2]["retry-after"] == "1"
    assert "R372" in busy[1]["error"]
    assert served.stop()[0] == 0
    hasty = Service(str(libraries / "slow.so"), "--timeout", "0.05")
    status, said, _ = hasty.infer("slow", _ONE)
    assert (status, "R373" in said["error"]) == (504, True)
    assert hasty.stop()[0] == 0


def _waiting(served: Service) -> int:
    lines = served.ask("/metrics")[1].decode().splitlines()
    return next(int(line.split()[-1]) for line in lines if line.startswith("mlcc_waiting_requests{"))


def test_a_stop_answers_what_was_asked(libraries: Path) -> None:
    served = Service(str(libraries / "slow.so"))
    answers: list[Answer] = []
    asking = [threading.Thread(target=lambda: answers.append(served.infer("slow", _ONE))) for _ in range(2)]
    for thread in asking:
        thread.start()
    while not _waiting(served) and any(thread.is_alive() for thread in asking):  # one runs, the other waits
        time.sleep(0.01)
    code, _ = served.stop()
    for thread in asking:
        thread.join()
    assert code == 0
    assert [status for status, _, _ in answers] == [200, 200]


def test_a_client_that_goes_while_it_waits(libraries: Path) -> None:
    served = Service(str(libraries / "slow.so"))
    body = json.dumps({"inputs": _ONE}).encode()
    for _ in range(3):
        with socket.create_connection((served.host, served.port)) as raw:
            head = f"POST /v2/models/slow/infer HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
            raw.sendall(head.encode() + body)
    assert served.infer("slow", _ONE)[0] == 200
    assert served.stop()[0] == 0


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["{folder}/net.so", "{folder}/net.so"], "R375"), (["{folder}/none.so"], "R321"), (["{folder}"], "R321|R322"),
        (["{folder}/net.so", "--host", "nowhere.invalid"], "R352"),
    ],
)  # fmt: skip
def test_what_cannot_be_served(libraries: Path, args: list[str], code: str) -> None:
    import re

    command = [sys.executable, "-m", "mlcc", "serve", *(arg.format(folder=libraries) for arg in args), "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert re.search(rf"error\[({code})\]", done.stderr)
    assert done.stdout == ""


def test_without_the_extra(libraries: Path, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'uvicorn' else find(name, *a)\n"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "mlcc", "serve", str(libraries / "net.so")]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, timeout=60)
    assert done.returncode == 1
    assert "error[R376]" in done.stderr
