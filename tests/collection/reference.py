"""onnxruntime's results of a model.

With its optimisations and without: how far the two are from each other is the model's own spread.
"""

from __future__ import annotations

import pickle
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from .made import Arrays, calls, expected
from .results import distance, leaves


def _session(file: Path, level: Any) -> Any:
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    options.graph_optimization_level = level
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])


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
    for file, feeds in calls(folder):
        try:
            if file not in sessions:
                start = time.monotonic()
                sessions[file] = _session(file, levels.ORT_ENABLE_ALL)
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
            plain = _run(_session(file, levels.ORT_DISABLE_ALL), feeds)
        except Exception:
            continue  # some operators have only a fused form
        spread = max(spread, *(distance(a, b) for a, b in zip(made, plain, strict=True)), 0.0)
    (folder / "wanted.pkl").write_bytes(pickle.dumps(wanted))
    return {"seconds": round(seconds, 3), "spread": float(np.nan_to_num(spread, posinf=1e30))}
