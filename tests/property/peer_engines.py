"""`python -m peer_engines`: what TVM and onnxruntime make of the random graphs that mlcc is judged by.

``make`` writes graphs, their inputs and the results of the judges: onnx.reference and onnxruntime of spliced graphs,
PyTorch of NNSmith's (in an environment that has it). ``judge`` asks an engine (in one that has that) and counts: right
(one judge that is not the engine gives the same), differs, refused, crashed, or that no judge runs the graph.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from splices.__main__ import seeds_of
from splices.judge import by_onnxruntime, by_reference, difference, joined
from splices.worker import Worker

Feeds = dict[str, Any]
#: The longest that an engine may take for a graph, in seconds of the processor.
_SECONDS = 60


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m peer_engines", description="Random graphs by other engines.")
    parser.add_argument("step", choices=("make", "judge"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kind", choices=("splices", "nnsmith"), default="splices")
    parser.add_argument("--seeds", type=seeds_of, default="0:200", help="seeds and FIRST:END, separated by commas")
    parser.add_argument("--engine", choices=sorted(_ENGINES), default="onnxruntime")
    options = parser.parse_args()
    os.environ["ALLOW_RELEASED_ONNX_OPSET_ONLY"] = "0"
    worker = Worker()
    if options.step == "make":
        options.folder.mkdir(parents=True, exist_ok=True)
        (_spliced if options.kind == "splices" else _by_nnsmith)(options.folder, options.seeds, worker)
    else:
        counts = Counter[str]()
        for path in sorted(options.folder.glob("*.onnx")):
            found, text = judged(path, options.engine, worker)
            counts[found] += 1
            print(f"{path.stem}: {found}: {text[:300]}", flush=True)
        print(dict(counts))
    worker.close()
    return 0


# ---------------------------------------------------------------- graphs with results
def _spliced(folder: Path, seeds: list[int], worker: Worker) -> None:
    from splices.splicer import spliced

    for seed in seeds:
        made = spliced(seed)
        answers = {f.__name__[3:]: worker(f, made.model, made.feeds) for f in (by_reference, by_onnxruntime)}
        results = {name: a.value for name, a in answers.items() if a.how == "ok"}
        _write(folder / str(seed), made.model, made.feeds, results)


def _by_nnsmith(folder: Path, seeds: list[int], worker: Worker) -> None:
    from nnsmith_graphs import maker

    make = maker(10)
    for seed in seeds:
        try:
            model, feeds, right = make(seed)
        except Exception as error:  # noqa: BLE001  the generator's own faults are many
            print(f"{seed}: not made: {type(error).__name__}", flush=True)
            continue
        _write(folder / str(seed), model, feeds, {"pytorch": right})


def _write(path: Path, model: onnx.ModelProto, feeds: Feeds, results: dict[str, list[Any]]) -> None:
    onnx.save(model, f"{path}.onnx")
    arrays = {f"input_{name}": array for name, array in feeds.items()}
    arrays |= {f"{judge}_{n}": array for judge, values in results.items() for n, array in enumerate(values)}
    np.savez(f"{path}.npz", **arrays)


# ---------------------------------------------------------------- engines
def by_tvm(model: onnx.ModelProto, feeds: Feeds) -> list[Any]:
    tvm, relax, frontend = (import_module(name) for name in ("tvm", "tvm.relax", "tvm.relax.frontend.onnx"))
    module = frontend.from_onnx(model, keep_params_in_input=False)
    machine = relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())
    result = machine["main"](*[tvm.runtime.tensor(feeds[i.name]) for i in model.graph.input])
    return [r.numpy() for r in ([result] if hasattr(result, "numpy") else result)]


_ENGINES = {"onnxruntime": by_onnxruntime, "tvm": by_tvm}


def judged(path: Path, engine: str, worker: Worker) -> tuple[str, str]:
    """What an engine makes of a graph: a kind and a text."""
    model, arrays = onnx.load(path), dict(np.load(path.with_suffix(".npz"), allow_pickle=False))
    feeds = {i.name: arrays[f"input_{i.name}"] for i in model.graph.input}
    judges = [j for j in ("reference", "onnxruntime", "pytorch") if f"{j}_0" in arrays and j != engine]
    ended = worker(_ENGINES[engine], model, feeds, seconds=_SECONDS)
    if ended.how != "ok":
        return "refused" if ended.how == "raised" else "crashed", ended.text.strip().replace("\n", " ")
    results = {judge: [arrays[f"{judge}_{n}"] for n in range(len(model.graph.output))] for judge in judges}
    if any(node.op_type == "Loop" for node in model.graph.node) and "reference" in results:
        stacked = joined(results.pop("reference"), ended.value)  # where it differs it says nothing: it joins rows
        if stacked is not None and difference(ended.value, stacked) is None:
            return "right", ""
    if not results:
        return "no judge", ""
    found = [difference(ended.value, right) for right in results.values()]
    return ("right", "") if not all(found) else ("differs", str(found[0]))


if __name__ == "__main__":
    sys.exit(main())
