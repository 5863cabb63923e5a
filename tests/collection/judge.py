"""mlcc's results of a model beside onnxruntime's."""

from __future__ import annotations

import json
import pickle
import time
from pathlib import Path
from typing import Any

import numpy as np

import mlcc

from .exact import evaluated, nearer
from .made import calls, expected
from .results import distance, leaves

#: The largest difference that is right, by the type of the weights or else of a result: what operators may differ by
#: adds up. Operators of ai.onnx.ml compute in float32, whatever they are given.
RIGHT = {"float64": 1e-6, "float32": 1e-4, "float16": 1e-2, "bfloat16": 5e-2}
#: Roundings that fall the other way are no fault; onnxruntime's own forms differ as much.
SPREADS = 4


def _judge(folder: Path) -> dict[str, Any]:
    wanted_file, reference = folder / "wanted.pkl", json.loads((folder / "reference.json").read_text())
    wanted = pickle.loads(wanted_file.read_bytes()) if wanted_file.exists() else None
    precision = json.loads((folder / "made.json").read_text())["precision"]
    own = expected(folder) if precision else None
    spread, seconds, far, wrong, note = reference.get("spread", 0.0), 0.0, 0.0, "", ""
    libraries: dict[Path, Any] = {}
    heard: list[Any] = []
    for k, (file, feeds) in enumerate(calls(folder)):
        if file not in libraries:
            start = time.monotonic()
            libraries[file] = mlcc.build(file, on_warning=heard.append)
            seconds = max(seconds, time.monotonic() - start)
        library = libraries[file]
        got = leaves(library(*(feeds[name] for name in inputs_of(file))))
        if wanted is None:
            continue
        for n, (mine, theirs) in enumerate(zip(got, wanted[k], strict=True)):
            apart = distance(mine, theirs)
            bound = max(_right(precision, theirs), SPREADS * spread)
            framework = own[k][n] if own else None
            if apart > bound and (said := _by_float64(file, feeds, n, mine, theirs, framework)):
                note = note or said
            elif apart > bound and not wrong:
                shapes = f"{mine.dtype}{mine.shape}" + ("" if mine.shape == theirs.shape else f" for {theirs.shape}")
                wrong = f"call {k}, output {n} {shapes}: {apart:.1e}, right is {bound:.1e}"
            far = max(far, apart)
    row: dict[str, Any] = {"build_s": round(seconds, 1), "error": min(far, 1e30)}
    if heard:
        row["warnings"] = [" ".join((one.code, one.message, *one.notes)) for one in heard]
    if SPREADS * spread >= 1:
        forms = f"onnxruntime's own forms are {spread:.1e} apart"
        return {**row, "verdict": "built", "reason": f"{forms}: random numbers without a seed?"}
    if wrong:
        return {**row, "verdict": "wrong", "reason": wrong}
    if "reason" in reference:
        verdict = "built" if wanted is None else "right"
        return {**row, "verdict": verdict, "reason": f"onnxruntime: {reference['reason']}"}
    return {**row, "verdict": "right", **({"reason": note} if note else {})}


def _by_float64(file: Path, feeds: dict[str, Any], n: int, mine: Any, theirs: Any, framework: Any) -> str | None:
    """What shows result `n` to be nearer to float64 than onnxruntime's and within the bound of its type, or, of a model
    of 16-bit numbers, which onnxruntime computes in float32, no further from it than what the exporting `framework`
    computes in these, within a factor of two; None else. Integers, such as the classes of boxes in the order of their
    scores, are those of float64."""
    import onnx

    exact = evaluated(onnx.load(str(file)), feeds) if mine.dtype in ("float32", "int64") else None
    if exact is None:
        return None
    if framework is not None and mine.dtype == "float32":
        # Roundings of 16 bits that random weights amplify: which of two results is nearer is chance.
        return nearer(mine, framework, exact[n], np.inf, "the exporting framework", factor=2.0)
    return nearer(mine, theirs, exact[n], RIGHT.get(str(mine.dtype), 0.0))


def _right(precision: str, result: Any) -> float:
    return RIGHT[precision] if precision and result.dtype.kind == "f" else RIGHT.get(str(result.dtype), 0.0)


def inputs_of(file: Path) -> list[str]:
    """The inputs of a model that are no initializers, in their order."""
    import onnx

    graph = onnx.load(str(file), load_external_data=False).graph
    constants = {one.name for one in graph.initializer}
    return [item.name for item in graph.input if item.name not in constants]


def load(source: str) -> None:
    """Builds a model, so that the forks of this process need not import and read what every build does."""
    import onnx.parser

    small = """<ir_version: 8, opset_import: ["" : 17]>
        small (float[n, 4, 9, 9] x, float[4, 4, 3, 3] w) => (float[a, b] y) <int64[2] rows = {-1, 4}>
        { c = Conv(x, w) d = Relu(c) e = Reshape(d, rows) f = Softmax(e) g = Transpose(f)
        h = MatMul(f, g) i = ReduceMean<keepdims=1, axes=[1]>(h) y = Sub(h, i) }"""
    mlcc.build(onnx.parser.parse_model(small))


def answer(folder: str) -> dict[str, Any]:
    """The verdict."""
    try:
        return _judge(Path(folder))
    except mlcc.MlccError as error:
        reference = json.loads((Path(folder) / "reference.json").read_text())
        verdict = "refused by both" if "reason" in reference else "refused"
        reasons = dict.fromkeys(f"{d.code} {d.message}" for d in error.diagnostics)
        return {"verdict": verdict, "reason": " | ".join(reasons)[:400]}
    except Exception as error:
        return {"verdict": "internal error", "reason": f"{type(error).__name__}: {error}"[:400]}
