"""Models as users bring them, each built by mlcc and compared with onnxruntime.

    PYTHONPATH=.:tests:tests/property python -m collection --models FOLDER --results FILE [--only TEXT...]
        [--again VERDICT...]

makes the models of `collection.sources` in FOLDER (nothing is downloaded), builds and runs each at two sizes, and adds
a JSON line per model to FILE. What is in FILE already is not run again, except rows whose verdict `--again` names; a
model that is in FOLDER is not made again. Making, onnxruntime and mlcc each have a process with a limit of time and
memory. Where the packages of a source are not there, its models that are in FOLDER are judged, and no row is written of
others: environments that exclude each other (PyTorch's, JAX's, Paddle's, TensorFlow's) make their models in one folder,
with `--make`, which judges none. `--table docs/collection.md` writes the page of the documentation from FILE and runs
nothing; models that FILE lacks keep their rows.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from .processes import Servers
from .sources import SOURCES
from .table import merged, page

#: What a model is that another environment may make, and one that it may judge: no row is written.
_ABSENT, _UNJUDGED = "no package", "made"


def _judged(source: str, name: str, folder: Path, servers: Servers, only_made: bool) -> dict[str, Any]:
    """The row of a model: made if it is not there yet, then onnxruntime, then mlcc."""
    row: dict[str, Any] = {"model": name, "source": source}
    if not (folder / "made.json").exists():
        made = servers.run("make", source, name, str(folder))
        if "reason" in made:
            return {**row, "verdict": _ABSENT if "absent" in made else "not made", "reason": made["reason"]}
    if only_made:
        return {**row, "verdict": _UNJUDGED}
    row |= json.loads((folder / "made.json").read_text())
    if not (folder / "reference.json").exists():
        (folder / "reference.json").write_text(json.dumps(servers.run("reference", source, str(folder))))
    reference = json.loads((folder / "reference.json").read_text())
    row |= {f"onnxruntime_{key}": value for key, value in reference.items()}
    del row["calls"]
    return row | servers.run("judge", source, str(folder))


def _read(file: Path) -> dict[str, dict[str, Any]]:
    """The last row of each model."""
    if not file.exists():
        return {}
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    return {row["model"]: row for row in rows}


def main() -> None:
    """Runs what is asked for; the exit code is 1 if a model is wrong or an internal error."""
    parser = argparse.ArgumentParser(prog="collection", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--models", type=Path, default=Path("collection"), help="the folder of the models")
    parser.add_argument("--results", type=Path, default=Path("collection.jsonl"))
    parser.add_argument("--only", nargs="*", default=[], help="parts of the names of the models to run")
    parser.add_argument("--again", nargs="*", default=[], help="verdicts whose models are run again")
    parser.add_argument("--seconds", type=float, default=300, help="limit of each process")
    parser.add_argument("--gigabytes", type=float, default=10, help="limit of each process")
    parser.add_argument("--make", action="store_true", help="make the models, and judge none")
    parser.add_argument("--table", type=Path, help="write this page from the results, and run nothing")
    options = parser.parse_args()
    done = _read(options.results)
    if options.table:
        before = options.table.read_text(encoding="utf-8") if options.table.exists() else ""
        options.table.write_text(page(merged(before, done.values())), encoding="utf-8")
        return
    servers = Servers(options.seconds, options.gigabytes)
    bad = 0
    for source, module in SOURCES.items():
        for name in module.names():
            full = f"{source}/{name}"
            if options.only and not any(part in full for part in options.only):
                continue
            if full in done and done[full]["verdict"] not in options.again:
                continue
            folder = options.models / full.replace("/", "_").replace(" ", "_")
            row = _judged(source, name, folder, servers, options.make)
            row["model"] = full
            if row["verdict"] not in (_ABSENT, _UNJUDGED):
                with options.results.open("a") as file:
                    file.write(json.dumps(row) + "\n")
            bad += row["verdict"] in ("wrong", "internal error")
            print(f"{full:50} {row['verdict']:10} {row.get('reason', '')[:150]}", flush=True)
    servers.end()
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
