"""The self-test of an artefact: a made-up call, and what it gives here.

For another machine the module is compiled for this one too, since what comes out must be known when it is built.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mlcc.diagnostics import MlccError

from .artefact import Artefact
from .emit import load_compiled

if TYPE_CHECKING:
    from mlcc.runtime import FunctionSpec, Library, ModuleSpec, Param, SelfTest

#: What a symbolic dimension is in the made-up call where its range allows it, and the length of strings.
_EXTENT, _LETTERS = 5, 8
#: Made-up integers are below this, as those of `mlcc run --random`; letters are those of the alphabet.
_INTEGERS, _TRUTHS, _ALPHABET = (0, 10), (0, 2), (ord("a"), 26)
#: By type: what may lie between an output here and there, as a share of its largest element. Other machines add in
#: another order, and fuse products into sums or do not.
_SHARES = {"float64": 1e-10, "float32": 1e-4, "float16": 2e-2, "bfloat16": 2e-2}
#: What may lie between integers that were rounded from floats: one step of a quantised value.
_STEPS = {"int8": 1.0, "uint8": 1.0}


def planned(spec: ModuleSpec) -> SelfTest:
    """The made-up call of the default function of a module. Raises R395 if there is none."""
    from mlcc.runtime import SelfTest, evaluate_dim

    function = _function(spec)
    texts = function.metadata.get("strings", ())
    sizes = {symbol: _extent(function, symbol) for symbol in function.symbols}
    sizes |= {str(p.shape[-1]): _LETTERS for p in function.inputs if p.name in texts and p.shape[-1] in sizes}
    sizes |= {scalar.name: 1 for scalar in function.scalars}
    shapes = tuple(tuple(evaluate_dim(dim, sizes) for dim in param.shape) for param in function.params)
    return SelfTest(shapes, tuple(_range(param, texts) for param in function.params))


def _function(spec: ModuleSpec) -> FunctionSpec:
    facts = {} if spec.default is None else spec.default.metadata
    if spec.default is None or facts.get("rooms") or (facts.get("strings") and facts.get("result_shapes")):
        raise MlccError(
            "R395",
            "the module cannot test itself: it has no function `main`, or one whose results have any size, or are "
            "strings of a computed number",
            help="name one of its functions `main`",
        )
    return spec.default


def _extent(function: FunctionSpec, symbol: str) -> int:
    low, high = function.dim_ranges.get(symbol, (1, _EXTENT))
    return min(max(low, _EXTENT), high)


def _range(param: Param, texts: Any) -> tuple[int, int]:
    """The integers of a parameter; (0, 0) for floats."""
    if param.name in texts:
        return _ALPHABET
    if param.dtype == "bool":
        return _TRUTHS
    return (0, 0) if "float" in param.dtype else _INTEGERS


def with_expected(test: SelfTest, spec: ModuleSpec, weights: int, library: Library, precision: str) -> SelfTest:
    """The test with what the function of a library of this machine gives; `weights` is their sum."""
    from mlcc.runtime import expected_words, made_up

    function = _function(spec)
    made = [
        made_up(shape, param.dtype, seed, span)
        for seed, (param, shape, span) in enumerate(zip(function.params, test.shapes, test.ranges, strict=True))
    ]
    given = [array for array, param in zip(made, function.params, strict=True) if param.role != "output"]
    bound = library[function.name].bind(given)
    bound()
    outputs = list(bound.outputs)
    if function.metadata.get("result_shapes"):
        cut = bound.results()
        outputs = [*cut, *outputs[len(cut) :]]
    written = iter(bound.inputs), iter(outputs)
    results = []
    for param in function.params:
        array = next(written[param.role == "output"])
        if param.role != "input":
            results.append((array, _tolerance(array, param.dtype, precision)))
    return replace(test, expected=expected_words(weights, results))


def _tolerance(array: np.ndarray[Any, Any], dtype: str, precision: str) -> float:
    if dtype not in _SHARES:
        return _STEPS.get(dtype, 0.0)
    share = max(_SHARES[dtype], _SHARES["float16"] if precision else 0.0)
    values = np.abs(array.astype(np.float64))
    return share * float(np.max(values, initial=0.0, where=np.isfinite(values)))


def tested(artefact: Artefact) -> Artefact:
    """The artefact, with a self-test if its options ask for one: what its function gives on this machine.

    Raises R395 if it has no function that could be called.
    """
    from mlcc.runtime import platform_of, weights_sum, words_expected
    from mlcc.target import Target

    options = artefact.options
    if not options.selftest:
        return artefact
    test = planned(artefact.spec)
    written = sum(param.role != "input" for param in _function(artefact.spec).params)
    here = Artefact(artefact.forms, replace(test, expected=(0,) * words_expected(written)))
    if not options.target.is_host or len(artefact.forms) > 1:
        host = replace(options, target=Target.host(), form="", program=False, linker="auto", symbols="")
        here = Artefact.of(artefact.module, host)
    weights = weights_sum(artefact.weights.chunks(), big_endian=platform_of(options.target.triple).big_endian)
    library = load_compiled(here)
    return Artefact(artefact.forms, with_expected(test, artefact.spec, weights, library, options.precision))
