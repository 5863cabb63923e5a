"""`python -m nnsmith_graphs`: graphs that NNSmith makes, with PyTorch as the judge.

Needs `nnsmith` (0.1.0, with z3-solver, hydra-core, omegaconf and multipledispatch), torch and onnxruntime. A graph is
that of its seed and number of nodes. The first run asks PyTorch's exporter for what it can write, and keeps that.
"""

from __future__ import annotations

import argparse
import functools
import gc
import logging
import os
import random
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from splices.__main__ import seeds_of
from splices.judge import CODED, Ask, Verdict, by_mlcc, by_nodes, by_onnxruntime, difference
from splices.worker import Worker

Feeds = dict[str, Any]
#: A graph, its inputs and PyTorch's results.
Made = tuple[onnx.ModelProto, Feeds, list[Any]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m nnsmith_graphs", description="Random graphs by NNSmith.")
    parser.add_argument("--seeds", type=seeds_of, default="1:101", help="seeds and FIRST:END, separated by commas")
    parser.add_argument("--nodes", type=int, default=10, help="operators of a graph")
    parser.add_argument("--out", type=Path, help="folder for findings, as SEED.onnx and SEED.npz")
    options = parser.parse_args()
    make = maker(options.nodes)
    import onnxruntime  # noqa: F401  loaded once, before processes are forked

    import mlcc.importers.onnx  # noqa: F401

    gc.freeze()
    counts, start, worker = Counter[str](), time.monotonic(), Worker()
    for seed in options.seeds:
        try:
            model, feeds, right = make(seed)
        except Exception as error:  # noqa: BLE001  the generator's own faults are many
            counts["not made"] += 1
            print(f"seed {seed}: not made: {type(error).__name__}: {str(error)[:100]}", flush=True)
            continue
        verdict = judged(model, feeds, right, worker)
        counts[verdict.kind] += 1
        if verdict.kind != "right":
            print(f"seed {seed}: {verdict.kind}: {verdict.text[:400]}", flush=True)
            if options.out:
                options.out.mkdir(parents=True, exist_ok=True)
                onnx.save(model, f"{options.out}/{seed}.onnx")
                np.savez(f"{options.out}/{seed}.npz", **feeds)
        if seed % 100 == 99:
            print(f"-- {seed + 1}: {dict(counts)} {time.monotonic() - start:.0f} s", flush=True)
    worker.close()
    print(dict(counts))
    return 1 if any(counts[k] for k in counts if k != "not made" and Verdict(k).is_fault) else 0


def maker(nodes: int) -> Callable[[int], Made]:
    """A function that makes the graph of a seed."""
    warnings.filterwarnings("ignore")
    import torch

    torch.set_num_threads(1)
    # The exporter that NNSmith was written for: the newer one takes seconds a graph.
    torch.onnx.export = functools.partial(torch.onnx.export, dynamo=False)
    if not hasattr(onnx, "_serialize"):
        onnx._serialize = onnx.ModelProto.SerializeToString  # type: ignore[attr-defined]
    from nnsmith.abstract.extension import activate_ext
    from nnsmith.graph_gen import model_gen
    from nnsmith.materialize import Model
    from nnsmith.narrow_spec import auto_opset

    logging.disable(logging.INFO)
    kind = Model.init("onnx", backend_target="cpu")
    kind.add_seed_setter()
    opset = auto_opset(kind, None)
    activate_ext(opset=opset, factory=None)

    def make(seed: int) -> Made:
        random.seed(seed), np.random.seed(seed % 2**32), torch.manual_seed(seed)
        limits = {"max_nodes": nodes, "timeout_ms": 10000, "max_elem_per_tensor": 1 << 14}
        made = kind.from_gir(model_gen(opset=opset, method="symbolic-cinit", seed=seed, **limits).make_concrete())
        made.refine_weights()
        oracle, model = made.make_oracle(), made.native_model
        # The exporter computes some operators of doubles in floats: the type that the graph states counts.
        types = {o.name: onnx.helper.tensor_dtype_to_np_dtype(o.type.tensor_type.elem_type) for o in model.graph.output}
        right = [np.asarray(oracle.output[name]).astype(dtype) for name, dtype in types.items()]
        return model, {i.name: np.asarray(oracle.input[i.name]) for i in model.graph.input}, right

    return make


def judged(model: onnx.ModelProto, feeds: Feeds, right: list[Any], ask: Ask) -> Verdict:
    """The verdict on mlcc's results. `disputed`: onnxruntime, unoptimised, gives what mlcc gives, or a third result;
    `by nodes`: each node alone is what a judge computes of it."""
    mine = ask(by_mlcc, model, feeds)
    if mine.how != "ok":
        kinds = {"died": "crashed", "slow": "slow", "raised": "refused" if CODED.search(mine.text) else "internal"}
        return Verdict(kinds[mine.how], mine.text)
    results = mine.value
    if any(_computes_in_floats(node) for node in model.graph.node):
        results, right = _rounded(results), _rounded(right)
    wrong = difference(results, right)
    if wrong is None:
        return Verdict("right")
    other = ask(by_onnxruntime, model, feeds)
    if other.how == "ok" and difference(_rounded(other.value), _rounded(right)):
        return Verdict("disputed", wrong)
    text = wrong if other.how == "ok" else f"{wrong}; onnxruntime: {other.text[:200]}"
    return by_nodes(Verdict("wrong", text), model, feeds, ask, 2)


def _computes_in_floats(node: onnx.NodeProto) -> bool:
    """Whether a node stands for one of doubles: the exporter casts some to floats, and factors of others are floats."""
    kinds = {a.type for a in node.attribute}
    to_float = node.op_type == "Cast" and node.attribute[0].i == onnx.TensorProto.FLOAT
    return to_float or onnx.AttributeProto.FLOAT in kinds


def _rounded(values: list[Any]) -> list[Any]:
    with np.errstate(over="ignore"):
        return [v.astype(np.float32) if v.dtype == np.float64 else v for v in values]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as cache:  # most of it is the runtime's support code, which all graphs share
        os.environ.setdefault("MLCC_CACHE_DIR", cache)
        sys.exit(main())
