"""Requests per second and latency of `mlcc serve` beside FastAPI with onnxruntime, on the same model.

    pip install 'mlcc[serve]' fastapi onnxruntime
    python tests/bench/service.py model.onnx [--seconds 5] [--clients 8]

Both services run in a process of their own on the loopback address, in turns; the clients are threads of this process
that each keep one connection and send one request after the other, one row of random numbers as JSON. The answers are
compared first.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

# The peer, as one finds it in tutorials: pydantic's lists, a function that FastAPI runs in its pool of threads.
_PEER = """
import sys
import numpy as np, onnxruntime, uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

session = onnxruntime.InferenceSession(sys.argv[1])
names = [item.name for item in session.get_inputs()]
app = FastAPI()

class Request(BaseModel):
    inputs: list[list[float]]
    shapes: list[list[int]]

@app.post("/infer")
def infer(request: Request):
    arrays = [np.array(v, "float32").reshape(s) for v, s in zip(request.inputs, request.shapes)]
    outputs = session.run(None, dict(zip(names, arrays)))
    return {"outputs": [output.reshape(-1).tolist() for output in outputs]}

uvicorn.run(app, port=int(sys.argv[2]), log_level="warning")
"""


@dataclass(frozen=True, slots=True)
class Load:
    """What the clients saw: requests per second, and milliseconds of the median and of one in a hundred."""

    rate: float
    median: float
    p99: float

    def __str__(self) -> str:
        return f"{self.rate:8.0f} requests/s  median {self.median:7.2f} ms  p99 {self.p99:7.2f} ms"


def ask(port: int, path: str, body: bytes) -> Any:
    """The answer to one request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", path, body, {"content-type": "application/json"})
    response = connection.getresponse()
    data = response.read()
    connection.close()
    assert response.status == 200, data[:300]
    return json.loads(data)


def load(port: int, path: str, body: bytes, clients: int, seconds: float) -> Load:
    """Measures a service under so many clients."""
    taken: list[float] = []
    lock = threading.Lock()
    end = time.monotonic() + seconds

    def work() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        mine = []
        while time.monotonic() < end:
            begin = time.perf_counter()
            connection.request("POST", path, body, {"content-type": "application/json"})
            response = connection.getresponse()
            response.read()
            assert response.status == 200
            mine.append(time.perf_counter() - begin)
        with lock:
            taken.extend(mine)

    threads = [threading.Thread(target=work) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ordered = sorted(taken)
    return Load(len(ordered) / seconds, ordered[len(ordered) // 2] * 1e3, ordered[int(len(ordered) * 0.99)] * 1e3)


def _wait_for(port: int, path: str, body: bytes) -> Any:
    for _ in range(600):
        try:
            return ask(port, path, body)
        except OSError:
            time.sleep(0.1)
    raise SystemExit("a service did not start")


def main() -> None:
    """Measures both, three times in turns."""
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    from mlcc import build

    with tempfile.TemporaryDirectory() as folder:
        library = build(options.model, output=str(Path(folder) / "model.so"))
        inputs = library.main.spec.inputs
        generator = np.random.default_rng(0)
        shapes = [[n if isinstance(n, int) else 1 for n in param.shape] for param in inputs]
        arrays = [generator.standard_normal(shape).astype("float32") for shape in shapes]
        described = [
            {"name": param.name, "shape": shape, "datatype": "FP32", "data": array.reshape(-1).tolist()}
            for param, shape, array in zip(inputs, shapes, arrays, strict=True)
        ]
        ours = json.dumps({"inputs": described}).encode()
        theirs = json.dumps({"inputs": [a.reshape(-1).tolist() for a in arrays], "shapes": shapes}).encode()
        (Path(folder) / "peer.py").write_text(_PEER)
        ports = (8741, 8742)
        commands = [
            [sys.executable, "-m", "mlcc", "serve", str(Path(folder) / "model.so"), "--port", str(ports[0])],
            [sys.executable, str(Path(folder) / "peer.py"), options.model, str(ports[1])],
        ]
        services = [subprocess.Popen(c, stdout=subprocess.DEVNULL, env=dict(os.environ)) for c in commands]
        try:
            first = _wait_for(ports[0], "/v2/models/model/infer", ours)["outputs"][0]["data"]
            second = _wait_for(ports[1], "/infer", theirs)["outputs"][0]
            np.testing.assert_allclose(first, second, rtol=1e-3, atol=1e-4)  # wide: two engines on a whole model
            for _ in range(options.rounds):
                a = load(ports[0], "/v2/models/model/infer", ours, options.clients, options.seconds)
                b = load(ports[1], "/infer", theirs, options.clients, options.seconds)
                print(f"mlcc serve            {a}\nFastAPI + onnxruntime {b}\n  {a.rate / b.rate:.2f} times the rate")
        finally:
            for service in services:
                service.terminate()


if __name__ == "__main__":
    main()
