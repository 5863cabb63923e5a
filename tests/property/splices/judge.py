"""Builds a graph, runs it, and asks onnx.reference and onnxruntime, each in a process of its own with limits."""

from __future__ import annotations

import os
import pickle
import re
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from tolerances import tolerance

from .cases import Array

Results = list[Any]
#: What an error that the user can mend has.
CODED = re.compile(r"\berror\[[A-Z]\d{3}\]")


@dataclass(frozen=True)
class Ended:
    """How a call in another process ended: ``ok`` with a value, ``raised`` with a text, ``died`` or ``slow``."""

    how: str
    value: Any = None
    text: str = ""


@dataclass(frozen=True)
class Verdict:
    """`kind`: right, refused (a coded error), invalid (the judges refuse it, too), unjudged (no judge can run it),
    sensitive (the judges' results depend on roundings), disputed (they differ); or a fault: wrong,
    crashed, slow, internal."""

    kind: str
    text: str = ""

    @property
    def is_fault(self) -> bool:
        return self.kind in ("wrong", "crashed", "slow", "internal")


def apart(call: Callable[..., Any], *args: Any, seconds: int = 60) -> Ended:
    """A call in a forked process."""
    source, target = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(source)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        try:
            mine = Ended("ok", call(*args))
        except BaseException as error:
            mine = Ended("raised", None, f"{type(error).__name__}: {error}")
        with os.fdopen(target, "wb") as stream:
            stream.write(pickle.dumps(mine))
        os._exit(0)
    os.close(target)
    data, end = b"", time.monotonic() + 15 * seconds
    while time.monotonic() < end and select.select([source], [], [], max(end - time.monotonic(), 0))[0]:
        part = os.read(source, 1 << 20)
        if not part:
            break
        data += part
    else:
        os.kill(child, signal.SIGKILL)
    os.close(source)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if data:
        answer: Ended = pickle.loads(data)
        return answer
    return Ended("slow" if code in (-signal.SIGXCPU, -signal.SIGKILL) else "died", None, f"exit code {code}")


# ---------------------------------------------------------------- engines
def by_mlcc(model: onnx.ModelProto, feeds: dict[str, Array]) -> Results:
    import mlcc
    from mlcc.importers.onnx import from_onnx

    library = mlcc.build(from_onnx(model))
    result = library(*(feeds[i.name] for i in model.graph.input))
    return [np.array(r) for r in (result if isinstance(result, list | tuple) else [result])]


def by_reference(model: onnx.ModelProto, feeds: dict[str, Array]) -> Results:
    from onnx.reference import ReferenceEvaluator

    with np.errstate(all="ignore"):
        return [np.asarray(r) for r in ReferenceEvaluator(model).run(None, feeds)]


def by_onnxruntime(model: onnx.ModelProto, feeds: dict[str, Array]) -> Results:
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return list(session.run(None, feeds))


# ---------------------------------------------------------------- comparing
def difference(mine: Results, theirs: Results) -> str | None:
    """What differs, or None. Errors of a chain add up: ten times what one operator may have."""
    for n, (a, b) in enumerate(zip(mine, theirs, strict=True)):
        if a.shape != b.shape:
            return f"output {n}: shape {a.shape}, not {b.shape}"
        if a.dtype != b.dtype:
            return f"output {n}: type {a.dtype}, not {b.dtype}"
        bound = 10 * tolerance(a.dtype)
        if not bound:
            if not np.array_equal(a, b):
                return f"output {n}: {np.count_nonzero(a != b)} of {a.size} elements"
            continue
        x, y = a.astype(np.float64), b.astype(np.float64)
        with np.errstate(all="ignore"):
            scale = np.abs(y[np.isfinite(y)]).max(initial=0.0)
            wrong = ~np.isclose(x, y, rtol=bound, atol=bound * scale, equal_nan=True)
        if wrong.any():
            at = np.unravel_index(int(np.argmax(wrong)), a.shape)
            return f"output {n}: {np.count_nonzero(wrong)} of {a.size} elements, first {x[at]} not {y[at]} at {at}"
    return None


def _nudged(feeds: dict[str, Array]) -> dict[str, Array]:
    """Inputs that differ in their last bits."""
    nudged = {}
    for name, array in feeds.items():
        if array.dtype.kind == "f":
            step = np.random.default_rng(0).choice([-1, 1], array.shape) * np.finfo(array.dtype).eps
            array = (array * (1 + step.astype(array.dtype))).astype(array.dtype)
        nudged[name] = array
    return nudged


def judged(model: onnx.ModelProto, feeds: dict[str, Array]) -> Verdict:
    """The verdict on mlcc's results for a model and its inputs."""
    mine = apart(by_mlcc, model, feeds)
    if mine.how in ("died", "slow"):
        return Verdict("crashed" if mine.how == "died" else "slow", mine.text)
    if mine.how == "raised" and not CODED.search(mine.text):
        return Verdict("internal", mine.text)
    # The reference joins the rows that a loop keeps, where the standard stacks them.
    loops = any(node.op_type == "Loop" for node in model.graph.node)
    judges = (by_onnxruntime,) if loops else (by_reference, by_onnxruntime)
    answers = {f.__name__: apart(f, model, feeds) for f in judges}
    values = {name: a.value for name, a in answers.items() if a.how == "ok"}
    if not values:
        kind = "unjudged" if mine.how == "ok" else "invalid"
        return Verdict(kind, mine.text + "; ".join(a.text[:150] for a in answers.values()))
    if mine.how == "raised":
        return Verdict("refused", mine.text)
    differences = {name: difference(mine.value, v) for name, v in values.items()}
    if not all(differences.values()):
        return Verdict("right" if not any(differences.values()) else "disputed", str(differences))
    if len(values) == 2 and difference(*values.values()) is not None:
        return Verdict("disputed", str(differences))
    judge = {"by_reference": by_reference, "by_onnxruntime": by_onnxruntime}[next(iter(values))]
    again = apart(judge, model, _nudged(feeds))
    if again.how == "ok" and difference(again.value, values[judge.__name__]) is not None:
        return Verdict("sensitive", str(differences))
    return Verdict("wrong", str(differences))
