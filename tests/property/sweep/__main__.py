"""`python -m sweep`: judge many pairs and write what was found."""

from __future__ import annotations

import argparse
import atexit
import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from .minimise import minimise
from .pair import Outcome, Pair, Tally
from .programs import Recipe
from .sampler import opt_level, try_seed
from .steps import DRAWS

Tried = tuple[Recipe, Pair, Outcome]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m sweep", description="Random programs times random schedules.")
    parser.add_argument("--seeds", default="0:1000", help="one seed, or FIRST:END")
    parser.add_argument("--out", type=Path, help="folder for findings, as NAME.tir and NAME.yaml")
    parser.add_argument("--interpret", action="store_true", help="judge by the interpreter alone, which is faster")
    parser.add_argument("--keep", type=int, default=3, help="how many findings of one kind to minimise and write")
    parser.add_argument("--workers", type=int, default=1, help="processes that judge pairs")
    parser.add_argument("--primitive", choices=list(DRAWS), help="have this one among the steps of every pair")
    options = parser.parse_args()
    if "MLCC_CACHE_DIR" not in os.environ:
        os.environ["MLCC_CACHE_DIR"] = tempfile.mkdtemp(prefix="mlcc-sweep-")
        atexit.register(shutil.rmtree, os.environ["MLCC_CACHE_DIR"], ignore_errors=True)
    first, _, end = options.seeds.partition(":")
    tally, kinds, start = Tally(), Counter[str](), time.monotonic()
    seeds = range(int(first), int(end or int(first) + 1))
    tried = partial(try_seed, compiled=not options.interpret, primitive=options.primitive)
    for seed, (recipe, pair, outcome) in zip(seeds, _results(tried, seeds, options.workers), strict=True):
        tally.add(pair, outcome)
        if outcome.verdict.is_fault:
            if options.out:
                pair, outcome = minimise(recipe, pair, outcome, opt_level(seed))
            kind = f"{outcome.kind} after {', '.join(name for name, _ in pair.steps)}"
            kinds[kind] += 1
            print(f"seed {seed}: {kind}: {outcome.message}", flush=True)
            if options.out and kinds[kind] <= options.keep:
                _write(options.out, f"{seed}_{re.sub('[ ,]+', '_', kind)[:100]}", pair, outcome.message)
        if seed % 500 == 499:
            print(f"-- {seed + 1}: {dict(tally.verdicts)} {time.monotonic() - start:.0f} s", flush=True)
    for kind, count in kinds.most_common():
        print(f"{count:5} {kind}")
    print(tally.table(list(DRAWS)))
    return 1 if kinds else 0


def _results(tried: Callable[[int], Tried], seeds: range, workers: int) -> Iterator[Tried]:
    """What each seed gives, in order: computed here, or by this many processes."""
    if workers < 2:
        yield from map(tried, seeds)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(tried, seeds, chunksize=10)


def _write(folder: Path, name: str, pair: Pair, message: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.tir").write_text(pair.text)
    said = "".join(f"# {line}\n" for line in message.splitlines())
    (folder / f"{name}.yaml").write_text(said + pair.yaml())


if __name__ == "__main__":
    sys.exit(main())
