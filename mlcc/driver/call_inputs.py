"""The arrays of one call of a compiled function: given ones, and made-up ones for the rest.

Nothing here imports the compiler: a shared library needs NumPy alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError, choices_help

from .arrays import place_inputs, random_array, random_letters, read_inputs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mlcc.runtime import FunctionSpec

    Array = NDArray[Any]

Shapes = Mapping[str, Sequence[int]]


def gather_inputs(
    function: FunctionSpec, items: Sequence[str], seed: int | None, shapes: Shapes | None = None
) -> list[Array]:
    """The arrays for a function's inputs: from `items`, and random ones for the others if `seed` is given.

    Raises MlccError D160 to D163, D166 (a size that only `--shape` can give).
    """
    inputs = read_inputs(items)
    names = [param.name for param in function.inputs]
    if seed is None:
        return place_inputs(inputs, names)
    if not inputs.positional and not inputs.named:
        return _made_up(function, {}, seed, shapes or {})
    rest = [name for name in names if name not in inputs.named]
    named = {**inputs.named, **dict(zip(rest, inputs.positional, strict=False))}
    extra = inputs.positional[len(rest) :]
    arrays = _made_up(function, named, seed, shapes or {})
    return place_inputs(type(inputs)(extra, {**dict(zip(names, arrays, strict=True)), **named}), names)


#: The length of strings that are made up.
_LETTERS = 8


def _made_up(function: FunctionSpec, named: Mapping[str, Array], seed: int, shapes: Shapes) -> list[Array]:
    """Every input: the given array, or random values of the shape that known symbols and `--shape` determine."""
    import numpy as np

    from mlcc.runtime import evaluate_dim

    generator = np.random.default_rng(seed)
    sizes = symbol_sizes(function, named, shapes)
    arrays = []
    texts = function.metadata.get("strings", ())
    for param in function.inputs:
        if param.name in named:
            arrays.append(named[param.name])
            continue
        if param.name in texts and isinstance(param.shape[-1], str):
            sizes.setdefault(param.shape[-1], _LETTERS)
        for dim in param.shape:
            _check_known(function, dim, sizes)
        shape = [evaluate_dim(dim, sizes) for dim in param.shape]
        made = random_letters(shape, generator) if param.name in texts else random_array(shape, param.dtype, generator)
        arrays.append(made)
    return arrays


def symbol_sizes(function: FunctionSpec, named: Mapping[str, Array], shapes: Shapes) -> dict[str, int]:
    """The values of symbolic dimensions that arrays and `--shape` determine. Raises MlccError D166."""
    sizes = {name: size[0] for name, size in shapes.items() if name in function.symbols and len(size) == 1}
    all_shapes: dict[str, Sequence[int]] = {**{name: array.shape for name, array in named.items()}, **shapes}
    for param in function.inputs:
        for dim, size in zip(param.shape, all_shapes.get(param.name, ()), strict=False):
            if isinstance(dim, str) and dim in function.symbols:
                sizes.setdefault(dim, int(size))
    params = [param.name for param in function.inputs]
    for name in shapes:
        if name not in params and name not in function.symbols:
            raise MlccError(
                "D166",
                f"`--shape {name}=...` names no input and no symbolic dimension",
                help=choices_help(name, [*params, *function.symbols], "names"),
            )
    return sizes


def _check_known(function: FunctionSpec, dim: int | str, sizes: Mapping[str, int]) -> None:
    if isinstance(dim, int):
        return
    for symbol in function.symbols:
        if symbol in dim.replace("(", " ").replace(")", " ").replace(",", " ").split() and symbol not in sizes:
            raise MlccError(
                "D166",
                f"the size `{symbol}` of an input of `{function.name}` is not known",
                help=f"give it with --shape {symbol}=8, or give the input",
            )
