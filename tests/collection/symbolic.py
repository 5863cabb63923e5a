"""Builds for any size beside builds for one size: how long a call takes in each.

    PYTHONPATH=.:tests:tests/property python -m collection.symbolic FOLDER ... [--only TEXT...] [--again]

measures the models that lie below each FOLDER, as `python -m collection --models` made them, where these have symbolic
sizes. Each is built as it is and for the sizes of its first call, and both are called by turns in one process, on one
thread, so that what disturbs one disturbs the other; the ratio is that of the shortest samples. Printed are the nodes
that a slower build spends more time in, with the kernels and microseconds of both builds. A line per model is added to
`symbolic.jsonl` (`--results`), and what it has is not measured again, without `--again`. `--page docs/collection.md`
replaces the page's section by the table of that file.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mlcc.driver.measure import human_time

from .markdown import table
from .processes import Servers

#: How much longer a call of a build for any size may take.
ALLOWED = 1.10
#: Samples of a call, of so many seconds at least, and seconds of all together at most. Short samples: one of them is
#: undisturbed by other processes on a busy machine too. Where a ratio is above the limit, both libraries are loaded
#: again, up to so many times.
SAMPLES, SAMPLE, SECONDS = 200, 0.001, 20.0
LOADS = 4
HEADING = "## Builds for any size"
RESULTS = Path(__file__).with_name("symbolic.jsonl")
_TEXT = """
The time of a call of a build whose sizes are symbolic, by that of a build for the sizes of the call (`mlcc build
--shape`), on one thread, measured by `python -m collection.symbolic`: both are called by turns in one process, and
where a ratio is above {allowed}, both are loaded up to four times: where memory happens to lie makes a tenth. The
shortest times count.{listed}
"""


#: Why a build for any size takes longer, by the model.
REASONS: dict[str, str] = {}


def _measured(folder: Path) -> dict[str, Any]:
    import mlcc

    from .judge import inputs_of
    from .made import calls

    file, feeds = calls(folder)[0]
    if not _has_symbols(file):
        return {"verdict": "static"}
    arrays = [feeds[name] for name in inputs_of(file)]
    shapes = {name: feeds[name].shape for name in inputs_of(file)}
    times = [1e9, 1e9]
    # Where code and memory happen to lie changes a time by a tenth: what is slower is loaded again, in another order.
    for turn in range(LOADS):
        sides = [1, 0] if turn % 2 else [0, 1]
        built = {side: mlcc.build(file, shapes=shapes if side else {}) for side in sides}
        for side, best in zip((0, 1), _best([built[0], built[1]], arrays), strict=True):
            times[side] = min(times[side], best)
        ratio = round(times[0] / times[1], 3)
        if ratio <= ALLOWED:
            break
    slower = _slower(file, arrays, shapes) if ratio > ALLOWED else []
    return {
        "verdict": "measured", "symbolic_s": times[0], "static_s": times[1], "ratio": ratio, "slower": slower
    }  # fmt: skip


def _best(libraries: list[Any], arrays: list[Any]) -> list[float]:
    """The shortest time of a call of each library, on one thread, in seconds."""
    from mlcc.driver.measure import measure_in_turns, seconds_of

    for library in libraries:
        library.set_num_threads(1)
    bound = [library.main.bind(arrays) for library in libraries]
    once = max(seconds_of(call, 1) for call in (*bound, *bound))
    repeats = max(5, min(SAMPLES, int(SECONDS / 2 / max(once, SAMPLE))))
    measured = [measure_in_turns(bound, warmup=0.05, repeats=repeats, sample_time=SAMPLE) for _ in range(2)]
    return [min(one.best for one in both) for both in zip(*measured, strict=True)]


def _has_symbols(file: Path) -> bool:
    import onnx

    inputs = onnx.load(str(file), load_external_data=False).graph.input
    return any(not dim.HasField("dim_value") for one in inputs for dim in one.type.tensor_type.shape.dim)


def _slower(file: Path, arrays: list[Any], shapes: dict[str, Any]) -> list[dict[str, Any]]:
    """Where the build for any size spends more time: the nodes, the kernels and the times of both."""
    import mlcc

    sides = [_spent(mlcc.build(file, shapes=given, profile=True), arrays) for given in ({}, shapes)]
    groups: list[tuple[set[str], list[dict[str, float]]]] = []
    for side, sites in enumerate(sides):
        for nodes, kernel, seconds in sites:
            mine = (set(nodes), [{kernel: seconds}, {}] if not side else [{}, {kernel: seconds}])
            joined = [group for group in groups if group[0] & mine[0]]
            groups = [group for group in groups if not group[0] & mine[0]]
            groups.append(_joined([*joined, mine]))
    lost = sorted(groups, key=lambda group: sum(group[1][1].values()) - sum(group[1][0].values()))
    return [
        {
            "nodes": sorted(nodes)[:3],
            "kernels": [sorted(kernels, key=lambda name: -kernels[name])[:3] for kernels in both],
            "us": [round(1e6 * sum(kernels.values()), 2) for kernels in both],
        }
        for nodes, both in lost[:5]
        if sum(both[0].values()) > sum(both[1].values())
    ]


def _joined(groups: list[tuple[set[str], list[dict[str, float]]]]) -> tuple[set[str], list[dict[str, float]]]:
    nodes: set[str] = set()
    both: list[dict[str, float]] = [{}, {}]
    for names, kernels in groups:
        nodes |= names
        for into, one in zip(both, kernels, strict=True):
            for kernel, seconds in one.items():
                into[kernel] = into.get(kernel, 0.0) + seconds
    return nodes, both


def _spent(library: Any, arrays: list[Any]) -> list[tuple[tuple[str, ...], str, float]]:
    """Nodes, kernel and seconds of each call of a kernel, and of what is outside of all kernels."""
    from mlcc.driver.kernel_times import median_times

    library.set_num_threads(1)
    profile = library.main.spec.metadata["profile"]
    total, slots = median_times(library, library.main.bind(arrays), 0.1, 15)
    first = int(profile["first"])
    sites = [(tuple(one["nodes"]) or (one["kernel"],), one["kernel"], slots[first + index])
             for index, one in enumerate(profile["calls"])]  # fmt: skip
    return [*sites, (("outside of kernels",), "-", total - sum(seconds for _, _, seconds in sites))]


def load(source: str) -> None:
    """Builds a model, so that the forks of this process need not import and read what every build does."""
    from . import judge

    os.environ["MLCC_NUM_THREADS"] = "1"
    judge.load(source)


def answer(folder: str) -> dict[str, Any]:
    """The row of a model."""
    import mlcc

    try:
        return _measured(Path(folder))
    except mlcc.MlccError as error:
        return {"verdict": "refused", "reason": f"{error.diagnostics[0].code} {error.diagnostics[0].message}"[:200]}


def results(file: Path = RESULTS) -> dict[str, dict[str, Any]]:
    """The last row of each model, by name."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
    return {row["model"]: row for row in rows}


def section() -> str:
    """The section of the page: per source how the ratios are distributed, and the models above the limit."""
    rows = [row for row in results().values() if row["verdict"] == "measured"]
    sources = list(dict.fromkeys(row["model"].partition("/")[0] for row in rows))
    counts = [_distribution(one, [r for r in rows if r["model"].startswith(f"{one}/")]) for one in sources]
    counts.append(_distribution("all", rows))
    above = sorted((row for row in rows if row["ratio"] > ALLOWED), key=lambda row: -row["ratio"])
    times = [[row["model"], *(human_time(row[k]) for k in ("symbolic_s", "static_s")), f"{row['ratio']:.2f}",
              REASONS.get(row["model"], "")] for row in above]  # fmt: skip
    head = f"source | models | least | median | 90 % | largest | above {ALLOWED}"
    listed = f" More than {ALLOWED} is in the second table." if times else f" None is above {ALLOWED}."
    parts = [HEADING, _TEXT.format(allowed=ALLOWED, listed=listed), table(head, counts)]
    return "\n".join([*parts, *([table("model | any size | one size | ratio | reason", times)] if times else [])])


def _distribution(source: str, rows: list[dict[str, Any]]) -> list[Any]:
    ratios = sorted(row["ratio"] for row in rows)
    shown = [f"{ratios[round(part * (len(ratios) - 1))]:.2f}" for part in (0, 0.5, 0.9, 1)]
    return [source, len(ratios), *shown, sum(ratio > ALLOWED for ratio in ratios)]


def replaced(page: str) -> str:
    """The page with the section that the rows make."""
    return re.sub(rf"{HEADING}\n.*?(?=\n## |\Z)", lambda _: section(), page, flags=re.DOTALL)


def _folders(roots: Iterable[Path]) -> Iterator[Path]:
    for root in roots:
        yield from sorted(file.parent for file in root.rglob("made.json"))


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(prog="collection.symbolic", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--only", nargs="*", default=[], help="parts of the names of the models to measure")
    parser.add_argument("--again", action="store_true", help="measure those that there are results of too")
    parser.add_argument("--seconds", type=float, default=300, help="limit of each process")
    parser.add_argument("--page", type=Path, help="the page whose section is replaced")
    options = parser.parse_args()
    servers, done = Servers(options.seconds, 10), results(options.results)
    for folder in _folders(options.folders):
        name = folder.name.replace("_", "/", 1)
        if (name in done and not options.again) or (options.only and not any(part in name for part in options.only)):
            continue
        row = {"model": name, **servers.run("symbolic", "", str(folder))}
        print(f"{name:60} {row.get('ratio', row['verdict'])} {row.get('reason', '')}", flush=True)
        for one in row.pop("slower", ()):
            print("    ", one["us"], *one["nodes"], *one["kernels"], flush=True)
        done[name] = {key: row[key] for key in ("model", "verdict", "symbolic_s", "static_s", "ratio") if key in row}
        options.results.write_text("".join(json.dumps(one) + "\n" for one in done.values()), encoding="utf-8")
    servers.end()
    if options.page:
        options.page.write_text(replaced(options.page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
