"""Time and memory of builds of large models, beside a session of onnxruntime and OpenVINO's compile.

    PYTHONPATH=.:tests python -m collection.builds MODEL.onnx ... --peers PYTHON [--page docs/collection.md]

Each engine has a process of its own, one after another; PYTHON has the packages `onnxruntime` and `openvino`. mlcc has
an empty cache, and its modules as bytecode, as every installed package has. A line
per model is added to `builds.jsonl`, in place of an earlier one, with seconds of CPU (all processes together), seconds,
and the largest memory of a process. `--page` replaces the page's section on builds by the table of that file.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import mlcc

_SESSION = (
    "import sys, onnxruntime; o = onnxruntime.SessionOptions(); o.intra_op_num_threads = 1; o.log_severity_level = 4; "
    "onnxruntime.InferenceSession(sys.argv[1], o, providers=['CPUExecutionProvider'])"
)
_COMPILE = (
    "import sys, openvino; core = openvino.Core(); "
    "core.compile_model(core.read_model(sys.argv[1]), 'CPU', {'INFERENCE_PRECISION_HINT': 'f32'})"
)
#: What a build may take: so many times the session and seconds more, so many times the model and MB more.
TIMES, SECONDS, SIZES, MEGABYTES = 3, 10, 2, 500
HEADING = "## Builds of the largest models"
RESULTS = Path(__file__).with_name("builds.jsonl")
_TEXT = """
Seconds of CPU of all processes together, and the largest memory of a process in MB, of models with random weights in
the sizes that are in use, measured by `python -m collection.builds`. A build may take {times} times the session of
onnxruntime plus {seconds} s, and {sizes} times the model plus {megabytes} MB; what takes more is in bold. Kernels
are compiled side by side, so that on more than one core a build takes less time than it has seconds of CPU: maxvit_t,
of 2,052 nodes, takes 8.5 to 9.6 s on two cores without other work (13.4 to 14.5 s of CPU), its session 0.4 s.

| model | nodes | MB | mlcc, s | onnxruntime, s | OpenVINO, s | mlcc, MB | onnxruntime, MB | OpenVINO, MB |
|---|---|---|---|---|---|---|---|---|
"""


def _run(command: list[str], **settings: str) -> dict[str, float]:
    """What a command takes, with its children. Raises CalledProcessError where it fails."""
    start = time.monotonic()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **settings}
    )
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise subprocess.CalledProcessError(status, command)
    return {
        "cpu": round(usage.ru_utime + usage.ru_stime, 1),
        "seconds": round(time.monotonic() - start, 1),
        "megabytes": round(usage.ru_maxrss / 1024),
    }


def measured(model: Path, peers: str) -> dict[str, Any]:
    """The row of a model."""
    import onnx

    nodes = len(onnx.load(str(model), load_external_data=False).graph.node)
    row: dict[str, Any] = {"model": model.stem, "nodes": nodes, "size": round(model.stat().st_size / 2**20)}
    with tempfile.TemporaryDirectory() as folder:
        output = f"{folder}/{model.stem}.so"
        command = [sys.executable, "-m", "mlcc", "build", str(model), "-o", output]
        row["mlcc"] = _run(command, MLCC_CACHE_DIR=f"{folder}/cache", PYTHONDONTWRITEBYTECODE="")
    row["onnxruntime"] = _run([peers, "-c", _SESSION, str(model)])
    row["openvino"] = _run([peers, "-c", _COMPILE, str(model)])
    return row


def results() -> dict[str, dict[str, Any]]:
    """The rows of all models that were measured, by name."""
    rows = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    return {row["model"]: row for row in rows}


def section() -> str:
    """The section of the page, the largest models first."""
    lines, rows = [], results().values()
    for row in sorted(rows, key=lambda r: -int(r["size"])):
        engines = [row[name] for name in ("mlcc", "onnxruntime", "openvino")]
        longest = TIMES * engines[1]["cpu"] + SECONDS
        most = SIZES * row["size"] + MEGABYTES
        cpu, memory = ([engine[what] for engine in engines] for what in ("cpu", "megabytes"))
        cells = [row["model"], row["nodes"], row["size"], _bold(cpu[0], longest), *cpu[1:], _bold(memory[0], most)]
        lines.append("| " + " | ".join(map(str, [*cells, *memory[1:]])) + " |\n")
    text = _TEXT.format(times=TIMES, seconds=SECONDS, sizes=SIZES, megabytes=MEGABYTES)
    return HEADING + "\n" + text + "".join(lines)


def _bold(value: float, most: float) -> str:
    return f"{value}" if value <= most else f"**{value}**"


def replaced(page: str) -> str:
    """The page with the section on builds that the rows make."""
    return re.sub(rf"{HEADING}\n.*?(?=\n## |\Z)", lambda _: section(), page, flags=re.DOTALL)


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(prog="collection.builds", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("models", type=Path, nargs="*")
    parser.add_argument("--peers", default=sys.executable, help="the Python that has the other engines")
    parser.add_argument("--page", type=Path, help="the page whose section on builds is replaced")
    options = parser.parse_args()
    if options.models:
        compileall.compile_dir(Path(mlcc.__file__).parent, quiet=1)
    for model in options.models:
        row = measured(model, options.peers)
        rows = {**results(), row["model"]: row}
        RESULTS.write_text("".join(json.dumps(each) + "\n" for each in rows.values()), encoding="utf-8")
        print(json.dumps(row), flush=True)
    if options.page:
        options.page.write_text(replaced(options.page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
