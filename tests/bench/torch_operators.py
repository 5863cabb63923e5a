"""The converters of ATen operators against PyTorch, on the samples of PyTorch's own tests (`op_db`).

    python tests/bench/torch_operators.py [NAME...] [--core] [--samples 6] [--shard 0/8]

The samples of an operator are exported, imported, built and run, for float32, int64 and bool where PyTorch has it. A
row per operator: how many samples are right, refused with a code, not exportable by torch.export itself, or wrong. At
the end, the operators of Core ATen that neither a converter nor a decomposition covers.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils._pytree import tree_map

import mlcc
from mlcc import MlccError
from mlcc.importers.torch import from_exported_program
from mlcc.importers.torch.exported import decompositions
from mlcc.importers.torch.registry import find

#: Operators whose results are not initialised: no value of theirs is wrong.
UNDEFINED = ("empty", "empty_like", "new_empty", "empty_strided", "new_empty_strided", "empty_permuted")
#: Operators that give indices of elements, where the index of equal ones is any of them.
ANY_OF_EQUALS = ("kthvalue", "median", "nanmedian", "topk", "argsort", "sort")
#: Operators that draw numbers: only shapes and element types are compared.
DRAWN = (
    "rand", "randn", "rand_like", "randn_like", "randint", "randint_like", "randperm", "bernoulli", "normal",
    "multinomial", "uniform", "exponential", "geometric", "log_normal", "cauchy", "nn.functional.dropout",
    "nn.functional.dropout2d", "nn.functional.dropout3d", "nn.functional.alpha_dropout",
    "nn.functional.feature_alpha_dropout",
)  # fmt: skip
DTYPES = (torch.float32, torch.int64, torch.bool)


class _Calls(torch.nn.Module):
    """A call of an operator for each sample; arguments that are no tensors are part of it."""

    def __init__(self, op: Any, samples: Sequence[Any]) -> None:
        super().__init__()
        self.op, self.samples = op, samples

    def forward(self, *tensors: Any) -> list[Any]:
        rest = iter(tensors)

        def filled(value: Any) -> Any:
            if isinstance(value, torch.Tensor):
                return next(rest)
            if isinstance(value, (list, tuple)):
                return type(value)(filled(v) for v in value)
            return value

        results = []
        for sample in self.samples:
            args = [filled(value) for value in (sample.input, *sample.args)]
            named = {key: filled(value) for key, value in sample.kwargs.items()}
            results.append(tree_map(_real, self.op(*args, **named)))
        return results


def _real(value: Any) -> Any:
    """Both parts of complex numbers, which no program returns."""
    if isinstance(value, torch.Tensor) and value.is_complex():
        return torch.view_as_real(value.resolve_conj())
    return value


def _tensors(value: Any) -> list[Any]:
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        return [t for item in value.values() for t in _tensors(item)]
    return [t for item in value for t in _tensors(item)] if isinstance(value, (list, tuple)) else []


def verdicts(op: Any, samples: Sequence[Any]) -> list[tuple[str, str]]:
    """The verdict of each sample, and why. As many as are right together are one program: an export takes PyTorch
    longer than all the rest."""
    verdict = _judge(op, samples)
    if verdict[0] == "right" or len(samples) < 2:
        return [verdict] * len(samples)
    half = len(samples) // 2
    return verdicts(op, samples[:half]) + verdicts(op, samples[half:])


def _judge(op: Any, samples: Sequence[Any]) -> tuple[str, str]:
    """`right`, `refused`, `no export` or `wrong`, and why, of samples in one program."""
    inputs = [t.detach().clone() for s in samples for t in _tensors([s.input, s.args, s.kwargs])]
    calls = _Calls(op, samples)
    try:
        with torch.no_grad():
            wanted = [_tensors(torch.tensor(r) if isinstance(r, (int, float)) else r) for r in calls(*inputs)]
            program = torch.export.export(calls, tuple(inputs))
    except Exception as error:
        return "no export", type(error).__name__
    if not all(wanted):
        return "no export", "no tensor is computed"
    try:
        module = from_exported_program(program)
        made = mlcc.build(module, opt_level=1)(*(mlcc.runtime.from_dlpack(t.contiguous()) for t in inputs))
    except MlccError as error:
        return "refused", f"{error.code} {error.diagnostic.message[:110]}"
    except Exception as error:
        return "wrong", f"{type(error).__name__}: {error}"[:140]
    # By DLPack: NumPy has no bfloat16 that torch would take.
    results = [torch.from_dlpack(mlcc.nd.array(a)) for a in (made if isinstance(made, tuple) else (made,))]
    if len(results) != sum(map(len, wanted)):
        return "wrong", f"{len(results)} results"
    for sample, want in zip(samples, wanted, strict=True):
        got, results = results[: len(want)], results[len(want) :]
        if said := _difference(op, sample, got, want):
            return "wrong", said
    return "right", ""


def _difference(op: Any, sample: Any, results: list[Any], wanted: list[Any]) -> str:
    """How results of a sample differ from those of PyTorch; nothing where they do not."""
    if op.name in DRAWN:
        kinds = [[(t.shape, t.dtype) for t in tensors] for tensors in (results, wanted)]
        return "" if kinds[0] == kinds[1] else f"{kinds[0]}, not {kinds[1]}"
    index_last = len(results) == 2 or op.name == "argsort"
    if op.name in ANY_OF_EQUALS and index_last and not sample.kwargs.get("stable"):
        position = 1 if op.name in ("kthvalue", "topk") else 0
        dim = sample.kwargs.get("dim", (*sample.args, -1)[position])
        results[-1], wanted[-1] = (_elements_at(sample.input, places, dim) for places in (results[-1], wanted[-1]))
    try:
        for got, want in zip(results, wanted, strict=True):
            torch.testing.assert_close(got, want, rtol=1e-4, atol=1e-5, equal_nan=True)  # wide: float32 functions
    except (AssertionError, ValueError) as error:
        return str(error).splitlines()[0][:140]
    return ""


def _elements_at(x: Any, places: Any, dim: int) -> Any:
    """The elements at indices along an axis."""
    if not x.ndim:
        return x
    return x.gather(dim, places if places.ndim == x.ndim else places.unsqueeze(dim))


def _spread(samples: list[Any], count: int) -> list[Any]:
    """At most `count` of the samples, from all parts of the list: those that lie together are much alike."""
    if len(samples) <= count:
        return samples
    return [samples[n * len(samples) // count] for n in range(count)]


@dataclass
class Row:
    """One operator: how many samples had each verdict, and the first reason of each that is not `right`."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    reasons: dict[str, str] = field(default_factory=dict)


def judged(names: Iterable[str], samples: int, shard: tuple[int, int] = (0, 1)) -> Iterator[Row]:
    """A row for each operator of `op_db` of these names (of all if there are none), in this share of the list."""
    wanted = set(names)
    all_ops = [o for o in op_db if o.name not in UNDEFINED and (not wanted or o.name in wanted)]
    for op in all_ops[shard[0] :: shard[1]]:
        row, chosen = Row(op.name), []
        for dtype in DTYPES:
            if dtype in op.supported_dtypes("cpu"):
                with suppress(Exception):
                    chosen += [(dtype, sample) for sample in _spread(list(op.sample_inputs("cpu", dtype)), samples)]
        found = verdicts(op, [sample for _, sample in chosen]) if chosen else []
        for (dtype, _), (verdict, why) in zip(chosen, found, strict=True):
            row.counts[verdict] += 1
            if verdict != "right":
                row.reasons.setdefault(verdict, f"{dtype}: {why}")
        yield row


def _core_operators() -> list[str]:
    """The operators that PyTorch tags as Core ATen, with their overloads."""
    packets = [getattr(torch.ops.aten, name) for name in dir(torch.ops.aten)]
    named = [getattr(p, overload) for p in packets if hasattr(p, "overloads") for overload in p.overloads()]
    return sorted(str(op).removeprefix("aten.") for op in named if torch.Tag.core in op.tags)


def _of_core(operators: Iterable[str]) -> list[str]:
    """The names in `op_db` of operators, or of their parts and functions (`masked.sum`, `nn.functional.gelu`)."""
    bases = {name.partition(".")[0] for name in operators}
    return list(dict.fromkeys(op.name for op in op_db if op.name.rpartition(".")[2] in bases))


CORE = _of_core(_core_operators())


def main() -> None:
    """Judges the operators named, those of Core ATen, or all."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--core", action="store_true", help="the operators of Core ATen")
    parser.add_argument("--samples", type=int, default=6)
    parser.add_argument("--shard", default="0/1", help="I/N: every N-th operator from the I-th on")
    options = parser.parse_args()
    first, step = (int(part) for part in options.shard.split("/"))
    total: Counter[str] = Counter()
    for row in judged([*options.names, *(CORE if options.core else ())], options.samples, (first, step)):
        total += row.counts
        told = "; ".join(f"{verdict}: {why}" for verdict, why in row.reasons.items() if verdict != "no export")
        print(f"{row.name:40} {dict(row.counts)} {told}", flush=True)
    print("total", dict(total))
    parted = {str(op).removeprefix("aten.") for op in decompositions()}
    for operator in _core_operators():
        if find(operator) is None and operator not in parted and not operator.startswith("sym_"):
            print(f"no converter: {operator}")
    sys.exit(1 if total["wrong"] else 0)


if __name__ == "__main__":
    main()
