"""By how much candidates that the cost model ranks first are slower than the fastest that was measured.

    python tests/bench/regret.py RECORDS.jsonl RECORDS.jsonl...

Each file has the records of `mlcc tune` for one model. For the programs of each, the cost model learns from the other
files only, and ranks what was measured. Printed, as a table in Markdown: for each model the geometric means over its
programs of the time of the first candidate, and of the fastest of the first four (a search measures four at a time), by
the time of the fastest; and the same by the analytic model, which has learned nothing. 1 would be perfect.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from mlcc.driver.records import read_records
from mlcc.target import Target
from mlcc.tune.ranking import Ranker, analytic, learned

#: Features and seconds of the candidates of one program.
Group = list[tuple[Mapping[str, float], float]]
_LEAST, _BATCH = 8, 4


def groups(path: str) -> list[Group]:
    """What a file has of each program of a machine and a target."""
    found: dict[tuple[str, str, str], Group] = {}
    for row in read_records([path]):
        if row.setting == "kernel" and row.outcome == "ok" and row.features and row.samples:
            found.setdefault((row.kernel, row.machine, row.facts), []).append((row.features, min(row.samples)))
    return [group for group in found.values() if len(group) >= _LEAST]


def ratios(ranker: Ranker, programs: Sequence[Group], first: int) -> float:
    """The geometric mean over programs of the time of the fastest of the `first` candidates by that of all."""
    logs = []
    for group in programs:
        ranked = sorted(group, key=lambda item: ranker.score(item[0]))
        logs.append(math.log(min(time for _, time in ranked[:first]) / min(time for _, time in group)))
    return math.exp(sum(logs) / len(logs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="+")
    options = parser.parse_args()
    target = Target.host()
    models = {Path(name).stem: found for name in options.records if (found := groups(name))}
    print("| model | programs | first | first of 4 | analytic: first | first of 4 |")
    print("| --- | --- | --- | --- | --- | --- |")
    everything: list[list[float]] = []
    for name, programs in models.items():
        others = [group for other, found in models.items() if other != name for group in found]
        rankers = [learned(target, others), analytic(target)]
        cells = [ratios(ranker, programs, first) for ranker in rankers for first in (1, _BATCH)]
        everything.append(cells)
        print(f"| {name} | {len(programs)} | {' | '.join(f'{cell:.3f}' for cell in cells)} |")
    means = [math.exp(sum(map(math.log, column)) / len(column)) for column in zip(*everything, strict=True)]
    print(f"| geometric mean | | {' | '.join(f'{mean:.3f}' for mean in means)} |")


if __name__ == "__main__":
    main()
