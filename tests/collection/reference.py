"""onnxruntime's results of a model.

With its optimisations and without: how far the two are from each other is the model's own spread. Of one that
quantises what it computes, so are results of weights that differ in the last places.
"""

from __future__ import annotations

import pickle
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime

from .made import Arrays, calls, expected
from .quantised import nudged, quantises, unsigned
from .results import distance, leaves

#: Forms with other last places of the weights.
_NUDGES = 4


def _session(file: Path | bytes, level: Any) -> Any:
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    options.graph_optimization_level = level
    options.add_session_config_entry("session.x64quantprecision", "1")
    given = file if isinstance(file, bytes) else str(file)
    return onnxruntime.InferenceSession(given, options, providers=["CPUExecutionProvider"])


def _run(session: Any, feeds: Arrays) -> list[Any]:
    return leaves(session.run(None, {item.name: feeds[item.name] for item in session.get_inputs()}))


def load(source: str) -> None:
    """Everything is imported."""


def answer(path: str) -> dict[str, Any]:
    """Writes `wanted.pkl`: per call the optimised results, or else what the framework gave that exported the model.

    The answer has the time of a session and the spread.
    """
    folder = Path(path)
    levels = onnxruntime.GraphOptimizationLevel
    wanted, spread, seconds = [], 0.0, 0.0
    sessions: dict[Path, Any] = {}
    exact: dict[Path, Path | bytes] = {}
    others: dict[Path, list[Any]] = {}
    for file, feeds in calls(folder):
        try:
            if file not in sessions:
                exact[file], start = _exact(file), time.monotonic()
                sessions[file] = _session(exact[file], levels.ORT_ENABLE_ALL)
                seconds = max(seconds, time.monotonic() - start)
            made = _run(sessions[file], feeds)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"[:300]
            if (own := expected(folder)) is None:
                return {"reason": reason}
            (folder / "wanted.pkl").write_bytes(pickle.dumps(own))
            return {"reason": reason, "instead": "the exporting framework"}
        wanted.append(made)
        try:
            if file not in others:
                others[file] = [_session(form, levels.ORT_DISABLE_ALL) for form in _forms(exact[file])]
            for session in others[file]:
                spread = max(spread, *(distance(a, b) for a, b in zip(made, _run(session, feeds), strict=True)), 0.0)
        except Exception:
            continue  # some operators have only a fused form
    (folder / "wanted.pkl").write_bytes(pickle.dumps(wanted))
    return {"seconds": round(seconds, 3), "spread": float(np.nan_to_num(spread, posinf=1e30))}


def _exact(file: Path) -> Path | bytes:
    """The model, or one whose products of bytes are exact in onnxruntime."""
    model = onnx.load(str(file))
    return bytes(unsigned(model).SerializeToString()) if quantises(model) else file


def _forms(exact: Path | bytes) -> list[Path | bytes]:
    """The model, and others whose results are as right."""
    if not isinstance(exact, bytes):
        return [exact]
    model = onnx.load_from_string(exact)
    return [exact, *(nudged(model, seed).SerializeToString() for seed in range(_NUDGES))]
