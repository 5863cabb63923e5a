"""`python -m splices`: judge many graphs and write what was found."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np
import onnx

from .cases import cases
from .judge import Verdict, judged
from .splicer import Spliced, spliced
from .worker import Worker


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m splices", description="Graphs spliced from ONNX's own cases.")
    parser.add_argument("--seeds", type=seeds_of, default="0:100", help="seeds and FIRST:END, separated by commas")
    parser.add_argument("--out", type=Path, help="folder for findings, as SEED.onnx and SEED.npz")
    parser.add_argument("--verbose", action="store_true", help="also what was disputed or not judged")
    parser.add_argument("--levels", default="2", help="levels of optimisation, one a graph in turn: 2,0,0,0 is faster")
    options = parser.parse_args()
    if "MLCC_CACHE_DIR" not in os.environ:
        os.environ["MLCC_CACHE_DIR"] = tempfile.mkdtemp(prefix="mlcc-splices-")
        atexit.register(shutil.rmtree, os.environ["MLCC_CACHE_DIR"], ignore_errors=True)
    os.environ["ALLOW_RELEASED_ONNX_OPSET_ONLY"] = "0"
    warm_up()

    levels, worker = [int(level) for level in options.levels.split(",")], Worker()
    counts, codes, start = Counter[str](), Counter[str](), time.monotonic()
    for seed in options.seeds:
        made = spliced(seed)
        verdict = judged(made.model, made.feeds, worker, levels[seed % len(levels)])
        counts[verdict.kind] += 1
        if verdict.kind == "refused":
            codes[(re.findall(r"error\[(\w+)\]", verdict.text) or ["?"])[0]] += 1
        found = verdict.is_fault or verdict.kind == "refused"
        if found or (options.verbose and verdict.kind != "right"):
            print(f"seed {seed} ({', '.join(made.parts)}): {verdict.kind}: {verdict.text[:400]}", flush=True)
        if found and options.out:
            _write(options.out / str(seed), made, verdict)
        if seed % 100 == 99:
            print(f"-- {seed + 1}: {dict(counts)} {dict(codes)} {time.monotonic() - start:.0f} s", flush=True)
    worker.close()
    print(dict(counts), dict(codes))
    return 1 if any(counts[k] for k in counts if Verdict(k).is_fault) else 0


def seeds_of(text: str) -> list[int]:
    """The seeds of a text such as ``7,20:23``: 7, 20, 21 and 22."""
    found: list[int] = []
    for part in text.split(","):
        first, _, end = part.partition(":")
        found += range(int(first), int(end or int(first) + 1))
    return found


def warm_up() -> None:
    """Loads what every judged graph needs, once, before processes are forked: most of the time of a small graph.

    Nothing is run: the threads of a runtime would not live in the forked processes."""
    import onnx.reference  # noqa: F401
    import onnxruntime  # noqa: F401

    import mlcc
    from mlcc.importers.onnx import from_onnx

    first = next(case for case in cases() if case.name == "softmax_axis_1")
    model = onnx.helper.make_model(first.graph, opset_imports=[onnx.helper.make_opsetid("", first.version)])
    mlcc.build(from_onnx(model))
    gc.collect()
    gc.freeze()


def _write(path: Path, made: Spliced, verdict: Verdict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(made.model, f"{path}.onnx")
    np.savez(f"{path}.npz", **made.feeds)
    Path(f"{path}.txt").write_text(f"{', '.join(made.parts)}\n{verdict.kind}: {verdict.text}\n")


if __name__ == "__main__":
    sys.exit(main())
