"""mlcc's results of a case beside those that its release expects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from onnx.reference import ReferenceEvaluator

import mlcc
import mlcc.backend

from .cases import RELEASES, Case

#: What ONNX's own runner allows.
RELATIVE, ABSOLUTE = 1e-3, 1e-7
#: Roundings of float32 as a share of the largest element: sums that cancel leave more than `ABSOLUTE`.
OF_THE_RANGE = 1e-6


def verdict(case: Case, folder: Path) -> tuple[str, str]:
    """right, corrected (a later release has another model or other results for this case), wrong, refused; and why."""
    model = case.model()
    sets = case.data_sets(model)
    try:
        results = _results(model, sets)
    except mlcc.MlccError as error:
        return "refused", f"{error.code} {error.message}"
    why = _differs(results, sets)
    if not why:
        return "right", ""
    later = next((name for name in _later(case) if _corrected_by(name, case, sets, results, folder)), None)
    return ("wrong", why) if later is None else ("corrected", f"{why}; {later} has it as mlcc")


def _results(model: Any, sets: Any) -> list[Any]:
    prepared = mlcc.backend.prepare(model)
    return [prepared.run(inputs) for inputs, _ in sets]


def _differs(results: list[Any], sets: Any) -> str:
    return next((why for got, (_, wanted) in zip(results, sets, strict=True) if (why := difference(got, wanted))), "")


def _later(case: Case) -> list[str]:
    """Later releases, the next one first."""
    return list(RELEASES[: RELEASES.index(case.release)])[::-1]


def _corrected_by(release: str, case: Case, sets: Any, results: list[Any], folder: Path) -> bool:
    """Whether the case of that name in a later release has the same inputs, and mlcc's results as its outputs; or
    another model or other outputs, and today's reference computes mlcc's results of the old model."""
    twin = Case(release, folder / release / case.folder.relative_to(folder / case.release))
    if not (twin.folder / "model.onnx").exists():
        return False
    model = twin.model()
    others = twin.data_sets(model)
    if len(others) != len(sets) or any(difference(a, b) for (a, _), (b, _) in zip(others, sets, strict=True)):
        return False
    if not _differs(results, others):
        return True
    old = case.model()
    changed = model.graph != old.graph or any(difference(a, b) for (_, a), (_, b) in zip(others, sets, strict=True))
    return changed and not _differs(results, _by_the_reference(old, sets))


def _by_the_reference(model: Any, sets: Any) -> Any:
    evaluator = ReferenceEvaluator(model)
    names = [item.name for item in model.graph.input]
    return [(inputs, evaluator.run(None, dict(zip(names, inputs, strict=True)))) for inputs, _ in sets]


def difference(got: Sequence[Any], wanted: Sequence[Any]) -> str:
    """How results differ from what is expected; nothing where they do not."""
    if len(got) != len(wanted):
        return f"{len(got)} results, {len(wanted)} expected"
    return next((why for mine, theirs in zip(got, wanted, strict=True) if (why := _apart(mine, theirs))), "")


def _apart(mine: Any, theirs: Any) -> str:
    if isinstance(theirs, list):
        return difference(mine, theirs) if isinstance(mine, list) else "no sequence"
    if theirs is None or mine is None:
        return "" if mine is theirs else "one of them is absent"
    mine, theirs = np.asarray(mine), np.asarray(theirs)
    if mine.shape != theirs.shape:
        return f"shape {mine.shape}, {theirs.shape} expected"
    if theirs.dtype.kind in "OUS":
        return "" if np.array_equal(mine.astype(str), theirs.astype(str)) else "other strings"
    if mine.dtype.name == "bfloat16" and theirs.dtype == np.uint16:  # releases before NumPy had such numbers
        theirs = theirs.view(mine.dtype)
    if mine.dtype != theirs.dtype:
        return f"{mine.dtype}, {theirs.dtype} expected"
    if theirs.dtype.kind in "biu":
        return "" if np.array_equal(mine, theirs) else "other integers"
    if theirs.dtype.kind != "c":
        mine, theirs = mine.astype(np.float64), theirs.astype(np.float64)
    finite = np.abs(theirs[np.isfinite(theirs)])
    absolute = max(ABSOLUTE, OF_THE_RANGE * float(finite.max(initial=0)))
    if np.allclose(mine, theirs, rtol=RELATIVE, atol=absolute, equal_nan=True):
        return ""
    with np.errstate(invalid="ignore"):
        return f"largest difference {np.nanmax(np.abs(mine - theirs)):.2g} of {float(finite.max(initial=0)):.2g}"
