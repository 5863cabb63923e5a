"""`mlcc tune --machine`: the cost facts of this machine, from its limits and from kernels that depend on them.

Rates and the time of a fork follow from measured limits, and are kept unless programs are slower with them: the table's
are fitted to what kernels take, in which rates are not all. Facts at which graph passes and schedules change their
choice are tried: a program is built with each of a few values, and a value is kept if the programs that it decides are
faster with it, beyond the noise, than with the table's. What noise hides is left to the table, and told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mlcc.driver import BuildOptions, write_output
from mlcc.driver.artefact import Artefact
from mlcc.driver.call_inputs import gather_inputs
from mlcc.driver.cost_files import cost_file_text
from mlcc.driver.emit import load_compiled
from mlcc.driver.limits import machine_limits
from mlcc.driver.measure import Measurement, compare, measure_in_turns
from mlcc.driver.measured_costs import measured_costs
from mlcc.driver.probe import fork_join_seconds
from mlcc.driver.roofline import Limits
from mlcc.ir import IRModule, TensorStructInfo, as_int
from mlcc.relax.transform import BindParams
from mlcc.script import parse_module
from mlcc.target import Target, cost_table, read_costs

from .timing import exclusive

Say = Callable[[str], None]
#: The time that all kernels may take.
SECONDS = 100.0
#: Pairs of samples that are taken at a time, and how often more are taken where they do not say which is faster.
_PAIRS, _ROUNDS = 15, 3
#: An interval of a ratio that is no wider says that programs do not differ.
_NARROW = 0.06
_CONV = """
@R.function
def main(x: R.Tensor((1, {c}, {h}, {h}), "float32"), weight: R.Tensor(({c}, {c}, 3, 3), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, weight, padding=1)
        R.output(y)
    return y
"""
#: The same in a model whose weights are not in cache: those of a product after it are larger than the caches.
_COLD_CONV = """
@R.function
def main(
    x: R.Tensor((1, {c}, {h}, {h}), "float32"),
    weight: R.Tensor(({o}, {c}, 3, 3), "float32"),
    weights: R.Tensor(({o}, {n}), "float32"),
):
    with R.dataflow():
        y = R.nn.relu(R.nn.conv2d(x, weight, padding=1))
        z = R.matmul(R.mean(y, axis=[2, 3]), weights)
        R.output(z)
    return z
"""
_PRODUCT = """
@R.function
def main(x: R.Tensor(({rows}, {depth}), "float32"), w: R.Tensor(({columns}, {depth}), "float32")):
    with R.dataflow():
        y = R.matmul(x, R.permute_dims(w))
        R.output(y)
    return y
"""
_SUM = """
@R.function
def main(x: R.Tensor(({n},), "float32"), y: R.Tensor(({n},), "float32")):
    with R.dataflow():
        z = R.nn.relu(R.add(x, y))
        R.output(z)
    return z
"""


@dataclass(frozen=True, slots=True)
class Trial:
    """A fact, whose `search` in the table says what to try, and programs that it decides."""

    fact: str
    programs: tuple[str, ...]

    def factors(self, target: Target) -> tuple[float, ...]:
        """The values to try, as multiples of the table's."""
        return next(row.search for row in cost_table(target.costs) if row.name == self.fact)


#: Sums begin to take threads between these sizes: 8,000 elements with the least margin that is tried, 40,000 with the
#: largest.
TRIALS = (
    Trial("winograd_gain", tuple(_CONV.format(c=c, h=h) for c, h in ((64, 56), (128, 28), (256, 14)))),
    Trial("dot_rows", tuple(_PRODUCT.format(rows=rows, depth=512, columns=512) for rows in (8, 24, 48))),
    Trial("parallel_margin", tuple(_SUM.format(n=n) for n in (10_000, 20_000, 40_000))),
)  # fmt: skip

#: What the rates decide beside these: weights of a quarter more than L2 are not in cache.
RATED = tuple(_COLD_CONV.format(c=c, o=4 * c, h=h, n=163_840 // c) for c, h in ((16, 56), (32, 28), (64, 14)))


def write_costs(path: str, say: Say) -> None:
    """Measure this machine and write its cost file. Raises MlccError where its kernels cannot be built."""
    target = Target.host()
    limits = machine_limits(1, say, again=True)
    facts = measured_costs(limits, fork_join_seconds(target.num_cores), target.vector_lanes("float32"))
    facts |= rates(limits, target)
    until = time.monotonic() + SECONDS
    open_facts = [*facts, *(trial.fact for trial in TRIALS)]
    facts, known = kept(facts, target, until, say)
    for trial in TRIALS:
        if time.monotonic() < until:
            say(f"trying {trial.fact}")
            found = better(trial, trial.factors(target), target, facts)
            if found is not None:
                known.append(trial.fact)
                if found != getattr(target.costs, trial.fact):
                    facts[trial.fact] = found
    comment = f"Measured for {target.mcpu} with {target.num_cores} processors."
    unknown = [name for name in open_facts if name not in known]
    if unknown:
        text = f"The machine was too busy to measure {', '.join(unknown)}: the table's stay."
        say(text)
        comment += f"\n{text}"
    write_output(path, cost_file_text(dict(sorted(facts.items())), comment))


def kept(facts: Mapping[str, float], target: Target, until: float, say: Say) -> tuple[dict[str, float], list[str]]:
    """The measured facts without those with which programs are slower than with the table's, and the names of all of
    which that is known; what is not tried until `until` (of `time.monotonic`) is left to the table."""
    programs = [*RATED, *(text for trial in TRIALS for text in trial.programs)]
    found: dict[str, float] = {}
    known: list[str] = []
    for name, value in facts.items():
        say(f"trying {name}")
        table, changed = (
            target.with_costs(read_costs(values, "the measured facts")) for values in (found, {**found, name: value})
        )
        ratio = _product(programs, table, changed)
        if time.monotonic() >= until:
            break
        if ratio is not None:
            known.append(name)
            if ratio <= 1:
                found[name] = value
    return found, known


def _product(programs: Sequence[str], table: Target, changed: Target) -> float | None:
    """The product of the ratios of programs; None where one is not known."""
    product = 1.0
    for text in programs:
        ratio = _ratio(text, table, changed)
        if ratio is None:
            return None
        product *= ratio
    return product


def rates(limits: Limits, target: Target) -> dict[str, float]:
    """The time of a vector from L1 and from L2, in FMAs of a vector; an FMA counts as two operations."""
    lanes = target.vector_lanes("float32")
    fma = 2 * lanes / limits.flops["float32"]
    near, far = limits.bandwidth(target.l1_bytes // 2), limits.bandwidth(target.l2_bytes // 2)
    return {"load_vector": lanes * 4 / near.read / fma, "near_vector": lanes * 4 / far.read / fma}


def better(trial: Trial, factors: Sequence[float], target: Target, facts: Mapping[str, float]) -> float | None:
    """The value of a fact with which its programs are fastest, which may be the table's; None where noise hides it."""
    table = target.with_costs(read_costs(dict(facts), "the measured facts"))
    base = float(getattr(table.costs, trial.fact))
    best, known = (1.0, getattr(table.costs, trial.fact)), False
    for factor in factors:
        value = round(base * factor, 3)
        changed = target.with_costs(read_costs({**facts, trial.fact: value}, "the measured facts"))
        ratio = _product(trial.programs, table, changed)
        known |= ratio is not None
        if ratio is not None and ratio < best[0]:
            best = ratio, value
    return best[1] if known else None


def with_weight(module: IRModule) -> IRModule:
    """A module whose inputs `weight…`, if it has any, are constants, as in a model: they are packed while compiling."""
    values = {}
    for param in module.graph_funcs["main"].params:
        info = param.struct_info
        if param.name.startswith("weight") and isinstance(info, TensorStructInfo) and info.shape is not None:
            values[param.name] = np.full([as_int(dim) or 1 for dim in info.shape], 0.1, np.float32)
    if not values:
        return module
    bound: IRModule = BindParams("main", values)(module)
    return bound


def _ratio(text: str, table: Target, changed: Target) -> float | None:
    """The ratio of times of a program for two targets: 1 where they do not differ, or the program is the same; None
    where noise hides it. The medians and the fastest samples must agree on which is faster."""
    module = with_weight(parse_module(text))
    artefacts = [Artefact.of(module, BuildOptions(target)) for target in (table, changed)]
    kernels = [[kernel.code for kernel in item.forms[0].kernels.values()] for item in artefacts]
    if kernels[0] == kernels[1]:
        return 1.0
    libraries = [load_compiled(item) for item in artefacts]
    calls = [library.main.bind(gather_inputs(library.main.spec, [], 0)) for library in libraries]
    base, other = (Measurement((), 1) for _ in calls)
    for _ in range(_ROUNDS):
        with exclusive():
            more = measure_in_turns(calls, warmup=0.05, repeats=_PAIRS, sample_time=0.005)
        base, other = (Measurement(a.samples + b.samples, 1) for a, b in zip((base, other), more, strict=True))
        found = compare(base, other)
        if found.low is None or found.high is None:
            continue
        if found.differs and (found.ratio < 1) == (other.best < base.best):
            return found.ratio
        if not found.differs and found.high - found.low < _NARROW:
            return 1.0
    return None
