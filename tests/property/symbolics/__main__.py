"""`python -m symbolics`: judge many models and write what was found."""

from __future__ import annotations

import argparse
import atexit
import gc
import logging
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np
import onnx
from splices.__main__ import seeds_of
from splices.worker import Worker

from .forms import FORMS, quantised
from .judge import judged
from .models import made


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m symbolics", description="Random models of symbolic sizes.")
    parser.add_argument("--seeds", type=seeds_of, default="0:100", help="seeds and FIRST:END, separated by commas")
    parser.add_argument("--kind", default="", choices=["", "image", "line", "volume", "sequence"])
    parser.add_argument("--forms", default=",".join(FORMS), help="forms, one a model in turn")
    parser.add_argument("--levels", default="2", help="levels of optimisation, one a model in turn: 2,0,0,0 is faster")
    parser.add_argument(
        "--target", help="what is built for: an older processor, several cores; this machine by default"
    )
    parser.add_argument("--static", type=int, default=1, help="one of so many models is built for a call's sizes, too")
    parser.add_argument("--out", type=Path, help="folder for findings, as SEED.onnx and SEED.npz")
    options = parser.parse_args()
    if "MLCC_CACHE_DIR" not in os.environ:
        os.environ["MLCC_CACHE_DIR"] = tempfile.mkdtemp(prefix="mlcc-symbolics-")
        atexit.register(shutil.rmtree, os.environ["MLCC_CACHE_DIR"], ignore_errors=True)
    import onnxruntime  # noqa: F401  loaded once, before processes are forked

    import mlcc.importers.onnx  # noqa: F401

    logging.disable()  # what the tools recommend
    gc.freeze()
    forms, levels, worker = options.forms.split(","), [int(level) for level in options.levels.split(",")], Worker()
    counts, start = Counter[str](), time.monotonic()
    for seed in options.seeds:
        one, form = made(seed, options.kind), forms[seed % len(forms)]
        try:
            model = quantised(one, form, seed)
        except Exception as error:  # noqa: BLE001  the tools' own faults
            counts["not made"] += 1
            print(f"seed {seed}: {form}: not made: {type(error).__name__}: {str(error)[:200]}", flush=True)
            continue
        static = seed % len(one.feeds) if seed % options.static == 0 else None
        level, floats = levels[seed // 3 % len(levels)], None if form == "float" else one.model
        verdict = judged(model, one.feeds, worker, static, level, floats, options.target)
        counts[verdict.kind] += 1
        if verdict.kind not in ("right", "near"):
            print(f"seed {seed} {form} ({', '.join(one.layers)}): {verdict.kind}: {verdict.text[:600]}", flush=True)
            if options.out:
                options.out.mkdir(parents=True, exist_ok=True)
                onnx.save(model, options.out / f"{seed}.onnx")
                for n, feeds in enumerate(one.feeds):
                    np.savez(options.out / f"{seed}.{n}.npz", **feeds)
        if seed % 20 == 19:
            print(f"-- {seed + 1}: {dict(counts)} {time.monotonic() - start:.0f} s", flush=True)
    worker.close()
    print(dict(counts), f"{time.monotonic() - start:.0f} s")
    return 1 if counts["wrong"] or counts["crashed"] or counts["internal"] else 0


if __name__ == "__main__":
    sys.exit(main())
