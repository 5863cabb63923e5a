"""A model's results for each call: of one build for any size, of a build for that call's sizes, of onnxruntime.

What rounds to levels, or to float16, differs where a value lies in the middle of two, and a level more changes what
follows. Such results are near where they differ from onnxruntime's by little more than these from the model's in
floats, or in few elements, and nowhere by much more; or where each node alone is right (`splices.nodes`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from collection.quantised import unsigned
from splices.judge import CODED, Ask, Verdict, by_mlcc, by_nodes, by_onnxruntime, difference
from splices.worker import apart

from .net import Array

Feeds = dict[str, Array]
#: The part of a result that may be another level, and how much more than by the form's roundings all may be off on
#: average, and one may be.
_FEW, _MORE, _MUCH = 0.03, 1.5, 3.0


def by_symbolic(model: onnx.ModelProto, feeds: list[Feeds], opt_level: int, target: str | None = None) -> list[Any]:
    """The results of all calls, of one build."""
    import mlcc

    library = mlcc.build(model, target=target, opt_level=opt_level)
    return [_called(library, model, one) for one in feeds]


def by_static(model: onnx.ModelProto, feeds: Feeds, opt_level: int, target: str | None = None) -> list[Any]:
    """The results of a call, of a build for its sizes."""
    import mlcc

    shapes = {name: array.shape for name, array in feeds.items()}
    return _called(mlcc.build(model, target=target, shapes=shapes, opt_level=opt_level), model, feeds)


def _called(library: Any, model: onnx.ModelProto, feeds: Feeds) -> list[Any]:
    result = library(*(feeds[one.name] for one in model.graph.input))
    return [np.array(r) for r in (result if isinstance(result, list | tuple) else [result])]


def judged(
    model: onnx.ModelProto,
    feeds: list[Feeds],
    ask: Ask = apart,
    static: int | None = 0,
    opt_level: int = 2,
    floats: onnx.ModelProto | None = None,
    target: str | None = None,
) -> Verdict:
    """The verdict on all calls; a build is made for the sizes of the call `static`, if there is one. A quantised model
    has the model in `floats` of which it is a form."""
    asked = model if floats is None else unsigned(model)
    feeds = [_typed(model, one) for one in feeds]
    wanted = [ask(by_onnxruntime, asked, one) for one in feeds]
    if any(one.how != "ok" for one in wanted):
        return Verdict("unjudged", next(one.text for one in wanted if one.how != "ok")[:300])
    builds = [("symbolic", range(len(feeds)), ask(by_symbolic, model, feeds, opt_level, target))]
    if static is not None:
        builds.append(("static", range(static, static + 1), ask(by_static, model, feeds[static], opt_level, target)))
    near = 0
    for name, calls, ended in builds:
        if ended.how in ("died", "slow"):
            return Verdict("crashed" if ended.how == "died" else "slow", f"{name}: {ended.text}")
        if ended.how == "raised":
            return Verdict("refused" if CODED.search(ended.text) else "internal", f"{name}: {ended.text}")
        for call, got in zip(calls, ended.value if name == "symbolic" else [ended.value], strict=True):
            differs = difference(got, wanted[call].value)
            if differs is not None:
                plain = ask(by_onnxruntime, floats, _typed(floats, feeds[call])).value if floats is not None else None
                if plain is not None and are_near(got, wanted[call].value, plain):
                    near += 1
                    continue
                found = Verdict("wrong", f"{name}, call {call}: {differs}")
                alone = ask(by_mlcc, model, feeds[call], opt_level)  # not after other calls
                if alone.how != "ok" or difference(got, alone.value) is not None:
                    return found
                verdict = by_nodes(found, model, feeds[call], ask, opt_level)
                if verdict.is_fault:
                    return verdict
                near += 1
    return Verdict("near" if near else "right")


def _typed(model: onnx.ModelProto, feeds: Feeds) -> Feeds:
    """The inputs in the types of a model."""
    kinds = {one.name: one.type.tensor_type.elem_type for one in model.graph.input}
    return {name: feeds[name].astype(onnx.helper.tensor_dtype_to_np_dtype(kind)) for name, kind in kinds.items()}


def are_near(got: list[Any], wanted: list[Any], floats: list[Any]) -> bool:
    """Whether results of a quantised model are those of another engine but for levels."""
    for mine, theirs, exact in zip(got, wanted, floats, strict=True):
        if mine.shape != theirs.shape or mine.dtype != theirs.dtype:
            return False
        if difference([mine], [theirs]) is None:
            continue
        away, lost = (np.abs(a.astype(np.float64) - theirs.astype(np.float64)) for a in (mine, exact))
        few = np.count_nonzero(away) <= _FEW * away.size
        near = few or np.sqrt((away**2).mean()) <= _MORE * np.sqrt((lost**2).mean())
        if not near or not away.max() <= _MUCH * lost.max():
            return False
    return True
