"""The cases of earlier releases of ONNX that today's no longer has, each computed by mlcc.

    PYTHONPATH=.:tests python -m releases --folder FOLDER --results FILE [--only RELEASE...] [--again VERDICT...]

fetches the wheels of the releases into FOLDER by pip, runs the cases whose models neither a newer release nor the
installed one has, each in a process of its own, and adds a JSON line per case to FILE. What is in FILE already is not
run again, except verdicts that `--again` names. `--counts` writes the counts of FILE, by release, to
`tests/importers/onnx_releases.txt`, from which the documentation's page is generated.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import sys
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import helper

from .cases import RELEASES, Case, differing, fetch
from .judge import verdict

COUNTS = Path(__file__).parents[1] / "importers" / "onnx_releases.txt"
VERDICTS = ("right", "corrected", "refused", "wrong", "crashed")


def _warm() -> None:
    """Imports and caches all that a build needs, before a process is forked per case."""
    x = helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [2, 3])
    graph = helper.make_graph([helper.make_node("Softmax", ["x"], ["y"])], "g", [x], [onnx.ValueInfoProto(name="y")])
    import mlcc.backend

    mlcc.backend.run_model(helper.make_model(graph), [np.zeros((2, 3), np.float32)])
    gc.collect()
    gc.freeze()


def _forked(case: Case, folder: Path, seconds: int) -> tuple[str, str]:
    """The verdict of a process that may take `seconds` of CPU."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            answer = verdict(case, folder)
        except Exception as error:
            answer = ("crashed", f"{type(error).__name__}: {error}"[:300])
        os.write(write, json.dumps(answer).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        text = file.read()
    _, status = os.waitpid(child, 0)
    return tuple(json.loads(text)) if text else ("crashed", f"the process ended with {status}")


def _read(file: Path) -> dict[tuple[str, str], dict[str, Any]]:
    if not file.exists():
        return {}
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    return {(row["release"], row["case"]): row for row in rows}


def counts(rows: list[dict[str, Any]]) -> str:
    """A line per release that was run: its name, the number of cases, and how many have each verdict."""
    found = Counter((row["release"], row["verdict"]) for row in rows)
    lines = ["# release, cases, " + ", ".join(VERDICTS) + ": written by `python -m releases --counts`"]
    for release in RELEASES:
        numbers = [found[release, kind] for kind in VERDICTS]
        if any(numbers):
            lines.append(" ".join(map(str, (release, sum(numbers), *numbers))))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Runs what is asked for; the exit code is 1 if a case is wrong or ended its process."""
    parser = argparse.ArgumentParser(prog="releases", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--folder", type=Path, default=Path("releases"), help="the folder of the releases")
    parser.add_argument("--results", type=Path, default=Path("releases.jsonl"))
    parser.add_argument("--only", nargs="*", default=[], help="releases, or parts of the names of cases")
    parser.add_argument("--again", nargs="*", default=[], help="verdicts whose cases are run again")
    parser.add_argument("--seconds", type=int, default=120, help="limit of a case, in seconds of CPU")
    parser.add_argument("--minutes", type=float, default=0, help="end after so many minutes; 0: run all")
    parser.add_argument("--counts", action="store_true", help="write the counts of the results, and run nothing")
    options = parser.parse_args()
    done = _read(options.results)
    if options.counts:
        COUNTS.write_text(counts(list(done.values())))
        return
    warnings.simplefilter("ignore")
    options.folder.mkdir(parents=True, exist_ok=True)
    for release in RELEASES:
        fetch(release, options.folder)
    cases, begin, bad = differing(options.folder), time.monotonic(), 0
    _warm()
    for case in cases:
        known = done.get((case.release, case.name))
        if known is not None and known["verdict"] not in options.again:
            continue
        if options.only and not any(part == case.release or part in case.name for part in options.only):
            continue
        if options.minutes and time.monotonic() - begin > 60 * options.minutes:
            break
        kind, why = _forked(case, options.folder, options.seconds)
        row = {"release": case.release, "case": case.name, "verdict": kind, "reason": why}
        with options.results.open("a") as file:
            file.write(json.dumps(row) + "\n")
        bad += kind in ("wrong", "crashed")
        if kind != "right":
            print(f"{case.release:8} {case.name:70} {kind:10} {why[:200]}", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
