"""Builds a graph, runs it, and asks onnx.reference and onnxruntime, each in another process with limits."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import onnx
from tolerances import tolerance

from .cases import Array
from .nodes import Chain, NodeVerdict, NotConfirmed
from .refusals import shared_refusal
from .roundings import MENDED, double, not_explained, widen
from .undefined import decided, saturated
from .worker import Ended, apart

Results = list[Any]
#: Runs a call of a function elsewhere.
Ask = Callable[..., Ended]
#: What an error that the user can mend has.
CODED = re.compile(r"\berror\[[A-Z]\d{3}\]")


@dataclass(frozen=True)
class Verdict:
    """`kind`: right, refused (a coded error), invalid (the judges refuse it, too), both refuse (mlcc and a judge refuse
    a node of it, which another judge takes, or meets in no run), unjudged (no judge can run it),
    sensitive (a judge's results depend on roundings, or on memory that nobody wrote), disputed (they differ), by nodes
    (each node alone is right, or disputed, and the graph differs from its nodes by roundings at most); or a fault:
    wrong, crashed, slow, internal."""

    kind: str
    text: str = ""

    @property
    def is_fault(self) -> bool:
        return self.kind in ("wrong", "crashed", "slow", "internal")


# ---------------------------------------------------------------- engines
def by_mlcc(model: onnx.ModelProto, feeds: dict[str, Array], opt_level: int = 2) -> Results:
    import mlcc
    from mlcc.importers.onnx import from_onnx

    library = mlcc.build(from_onnx(model), opt_level=opt_level)
    result = library(*(feeds[i.name] for i in model.graph.input))
    return [np.array(r) for r in (result if isinstance(result, list | tuple) else [result])]


def by_reference(model: onnx.ModelProto, feeds: dict[str, Array]) -> Results:
    from onnx.reference import ReferenceEvaluator

    with np.errstate(all="ignore"):
        return [np.asarray(r) for r in ReferenceEvaluator(model, new_ops=MENDED).run(None, feeds)]


def by_onnxruntime(model: onnx.ModelProto, feeds: dict[str, Array]) -> Results:
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return list(session.run(None, feeds))


# ---------------------------------------------------------------- comparing
def difference(mine: Results, theirs: Results, errors: int = 10) -> str | None:
    """What differs, or None. Errors of a chain add up: ten times what one operator may have, or as many `errors`."""
    for n, (a, b) in enumerate(zip(mine, theirs, strict=True)):
        if a.shape != b.shape:
            return f"output {n}: shape {a.shape}, not {b.shape}"
        if a.dtype != b.dtype:
            return f"output {n}: type {a.dtype}, not {b.dtype}"
        bound = errors * tolerance(a.dtype)
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


def judged(model: onnx.ModelProto, feeds: dict[str, Array], ask: Ask = apart, opt_level: int = 2) -> Verdict:
    """The verdict on mlcc's results for a model and its inputs, each engine asked by `ask`.

    A fault is asked again in a process of its own: one that is then none comes from what went before."""
    verdict = _judged(model, feeds, ask, opt_level)
    if verdict.kind == "refused":
        mine, *judges = (partial(ask, call) for call in (by_mlcc, by_reference, by_onnxruntime))
        shared = shared_refusal(model, feeds, mine, judges)
        return verdict if shared is None else Verdict("both refuse", shared)
    if ask is apart or not verdict.is_fault:
        return verdict
    alone = _judged(model, feeds, apart, opt_level)
    if not alone.is_fault:
        return Verdict(verdict.kind, f"only after other graphs: {verdict.text}")
    return by_nodes(alone, model, feeds, ask, opt_level) if alone.kind == "wrong" else alone


def by_nodes(found: Verdict, model: onnx.ModelProto, feeds: dict[str, Array], ask: Ask, opt_level: int) -> Verdict:
    """What is found of a graph whose results differ from a judge's, when its nodes are judged one by one."""

    def judge(piece: onnx.ModelProto, arrays: dict[str, Array], inputs: list[Array | None]) -> NodeVerdict:
        (node,) = piece.graph.node
        mine = ask(by_mlcc, piece, arrays, opt_level)

        def ask_decided(call: Callable[..., Results], *args: Any) -> Ended:
            ended = ask(call, *args)
            if ended.how != "ok":
                return ended
            known = saturated(node, inputs, ended.value) if call is by_reference else ended.value
            return replace(ended, value=decided(node, inputs, known))

        known = replace(mine, value=decided(node, inputs, mine.value)) if mine.how == "ok" else mine
        verdict = _compared(known, piece, arrays, ask_decided, 1)
        return verdict.kind, verdict.text, mine.value

    chain = Chain(model, judge)
    try:
        chained = chain.run(feeds)
    except NotConfirmed as node:
        kind = found.kind if Verdict(node.kind).is_fault else "unjudged"
        return Verdict(kind, f"{found.text}; {node.text}")
    except Exception as error:  # noqa: BLE001  sequences, and what else is no chain of arrays
        return Verdict(found.kind, f"{found.text}; not judged by nodes: {type(error).__name__}: {error}")
    whole = ask(by_mlcc, model, feeds, opt_level)
    apart_from_nodes = difference(whole.value, chained) if whole.how == "ok" else whole.text
    if apart_from_nodes is None:
        return Verdict("by nodes", found.text)
    if whole.how == "ok":
        roundings = ask(not_explained, model, feeds, {n: v.dtype for n, v in chain.values.items()}, whole.value)
        if roundings.how == "ok" and roundings.value is None:
            return Verdict("by nodes", f"{found.text}; roundings explain: {apart_from_nodes}")
        apart_from_nodes = f"{apart_from_nodes}; {roundings.value or roundings.text}"
    return Verdict(found.kind, f"{found.text}; each node alone is right, but not the graph: {apart_from_nodes}")


def _judged(model: onnx.ModelProto, feeds: dict[str, Array], ask: Ask, opt_level: int) -> Verdict:
    return _compared(ask(by_mlcc, model, feeds, opt_level), model, feeds, ask, 10)


def _compared(mine: Ended, model: onnx.ModelProto, feeds: dict[str, Array], ask: Ask, errors: int) -> Verdict:
    """The verdict on how mlcc's code ended; `errors` is how often the tolerance of one operator is allowed."""
    differs = partial(difference, errors=errors)
    if mine.how in ("died", "slow"):
        return Verdict("crashed" if mine.how == "died" else "slow", mine.text)
    if mine.how == "raised" and not CODED.search(mine.text):
        return Verdict("internal", mine.text)
    answers = {f.__name__: ask(f, model, feeds) for f in (by_reference, by_onnxruntime)}
    values = {name: a.value for name, a in answers.items() if a.how == "ok"}
    if not values:
        kind = "unjudged" if mine.how == "ok" else "invalid"
        return Verdict(kind, mine.text + "; ".join(a.text[:150] for a in answers.values()))
    if mine.how == "raised":
        return Verdict("refused", mine.text)
    if any(node.op_type == "Loop" for node in model.graph.node):
        values = {name: _without_rows(v, mine.value) for name, v in values.items()}
        if "by_reference" in values:
            stacked = joined(values["by_reference"], mine.value)
            # What it computes from joined rows is no answer to what they are stacked: it counts where it agrees.
            if stacked is not None and differs(mine.value, stacked) is None:
                values["by_reference"] = stacked
            else:
                del values["by_reference"]
                if not values:
                    return Verdict("unjudged", answers["by_onnxruntime"].text[:300])
    differences = {name: differs(mine.value, v) for name, v in values.items()}
    if not all(differences.values()):
        return Verdict("right" if not any(differences.values()) else "disputed", str(differences))
    if len(values) == 2 and differs(*values.values()) is not None:
        return Verdict("disputed", str(differences))
    if any(text in answers["by_reference"].text for text in _UNDEFINED):
        return Verdict("unjudged", answers["by_reference"].text[:300])
    if "by_onnxruntime" not in values:
        wide = ask(by_reference_in_double, model, feeds)
        if wide.how == "ok" and differs(mine.value, _narrowed(wide.value, mine.value)) is None:
            return Verdict("disputed", str(differences))
    judge = {"by_reference": by_reference, "by_onnxruntime": by_onnxruntime}[next(iter(values))]
    if any(node.op_type in ("MaxPool", "RoiAlign") for node in model.graph.node) and not all(
        _is_finite(a) for a in feeds.values()
    ):
        # The judges' maximum is NaN only where NaN is the last number of a window; mlcc's always, as PyTorch's.
        numbers = [_without_nan(mine.value, v) for v in values.values()]
        if any(differs(a, b) is None for a, b in zip(numbers, values.values(), strict=True)):
            return Verdict("disputed", str(differences))
    for other in (feeds, _nudged(feeds)):  # a judge may read what nobody wrote: it differs from itself
        again = ask(judge, model, other)
        if again.how == "ok" and differs(again.value, values[judge.__name__]) is not None:
            return Verdict("sensitive", str(differences))
    return Verdict("wrong", str(differences))


def _is_finite(array: Array) -> bool:
    return array.dtype.kind != "f" or bool(np.isfinite(array).all())


def _without_nan(mine: Results, theirs: Results) -> Results:
    """Results with the other's numbers where they are NaN, and the other's indices of these."""
    holes = [np.isnan(a) for a in mine if a.dtype.kind == "f"]

    def kept(a: Array, b: Array) -> Array:
        if a.shape != b.shape or a.dtype.kind not in "fi":
            return a
        known = [np.isnan(a)] if a.dtype.kind == "f" else [hole for hole in holes if hole.shape == a.shape]
        return np.where(known[0], b, a) if known else a

    return [kept(a, b) for a, b in zip(mine, theirs, strict=True)]


#: What the reference says of what the standard leaves open: the range of no elements.
_UNDEFINED = ("zero-size array to reduction operation",)


def _without_rows(theirs: Results, mine: Results) -> Results:
    """Results of loops that kept no row, in the shapes of `mine`: the standard does not say how large no row is."""
    no_rows = [a.ndim == b.ndim > 1 and a.shape[0] == b.shape[0] == 0 for a, b in zip(theirs, mine, strict=True)]
    return [a.reshape(b.shape) if none else a for a, b, none in zip(theirs, mine, no_rows, strict=True)]


def joined(theirs: Results, mine: Results) -> Results | None:
    """The reference joins the rows that a loop keeps, where the standard stacks them: its results in the shapes of
    `mine`, or None where there are others."""
    if any(a.size != b.size for a, b in zip(theirs, mine, strict=True)):
        return None
    return [a.reshape(b.shape) for a, b in zip(theirs, mine, strict=True)]


def by_reference_in_double(model: onnx.ModelProto, feeds: dict[str, Array]) -> Results:
    """What the reference computes where floats become float64: it takes the logarithm of what underflowed."""
    wide = onnx.ModelProto()
    wide.CopyFrom(model)
    widen(wide.graph)
    return by_reference(wide, {n: double(a) for n, a in feeds.items()})


def _narrowed(values: Results, like: Results) -> Results:
    with np.errstate(over="ignore"):
        return [v.astype(x.dtype) for v, x in zip(values, like, strict=True)]
