"""Tuples among the arguments of a function: the entries of an artefact take tensors, callers from Python may nest them.

The metadata ``input_nesting`` of a function says how: for each parameter of the graph function its name, and the index
of its tensor among the inputs, or a list of these for a tuple. ``output_nesting`` is the list of the results' indices
where tuples are among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mlcc.diagnostics import MlccError

from .spec import FunctionSpec, Param, ScalarSpec


def tuples(function: FunctionSpec) -> tuple[str, ...]:
    """The arguments that are tuples, with the inputs that they consist of: ``w: (w_0, w_1)``."""
    nesting = function.metadata.get("input_nesting", ())
    names = [p.name for p in function.inputs]
    return tuple(f"{name}: {_nested(names, where)}" for name, where in nesting if isinstance(where, list))


def unpacked(
    function: FunctionSpec, args: Sequence[Any], named: Mapping[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Arguments with a tensor for each field of those that are tuples; arguments without tuples stay as they are.

    Raises R301 for a tuple of another length, or one where a tensor is wanted.
    """
    nesting = function.metadata.get("input_nesting")
    if nesting is None:
        return tuple(args), dict(named)
    nested = {name for name, where in nesting if isinstance(where, list)}
    if not any(isinstance(a, (tuple, list)) for a in args) and not nested & set(named):
        return tuple(args), dict(named)
    inputs, given = function.inputs, dict(named)
    flat: list[Any] = []
    for (name, where), value in zip(nesting, args, strict=False):
        flat += (item for _, item in _leaves(function, name, where, value))
    for name, where in nesting:
        if name in given and isinstance(where, list):
            given.update((inputs[i].name, item) for i, item in _leaves(function, name, where, given.pop(name)))
    return (*flat, *args[len(nesting) :]), given


def _leaves(function: FunctionSpec, name: str, where: Any, value: Any) -> Iterator[tuple[int, Any]]:
    """(index, tensor) of an argument."""
    if isinstance(where, int):
        yield where, value
        return
    if not isinstance(value, (tuple, list)) or len(value) != len(where):
        given = f"{len(value)}" if isinstance(value, (tuple, list)) else f"a `{type(value).__name__}`"
        raise MlccError(
            "R301", f"argument `{name}` of `{function.name}` is a tuple of {len(where)}, given {given}",
            notes=[signature(function)],
        )  # fmt: skip
    for n, (part, item) in enumerate(zip(where, value, strict=True)):
        yield from _leaves(function, f"{name}[{n}]", part, item)


def packed(function: FunctionSpec, outputs: Sequence[Any]) -> Any:
    """What a function returns in Python: its only output, or a tuple of them, nested as the graph function's is."""
    nesting = function.metadata.get("output_nesting")
    if nesting is None:
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def of(where: Any) -> Any:
        return outputs[where] if isinstance(where, int) else tuple(map(of, where))

    return of(nesting)


def flat(results: Any) -> list[Any]:
    """The arrays of what a function returned, in order."""
    if not isinstance(results, tuple):
        return [results]
    return [array for part in results for array in flat(part)]


def describe_param(param: Param) -> str:
    """``x: float32 [n, 4]``"""
    return f"{param.name}: {_type(param)}"


def signature(function: FunctionSpec) -> str:
    """The inputs and outputs of a function on one line, with tuples as callers from Python may pass them."""
    nesting = function.metadata.get("input_nesting")
    if nesting is None:
        said = ", ".join(map(describe_param, function.inputs))
    else:
        types = [_type(p) for p in function.inputs]
        said = ", ".join(f"{name}: {_nested(types, where)}" for name, where in nesting)
    outputs = ", ".join(describe_param(p) for p in function.outputs)
    return f"{function.name}({said})" + (f" -> {outputs}" if outputs else "")


def _nested(texts: Sequence[str], where: Any) -> str:
    """The texts of an argument's tensors, in parentheses where they are a tuple."""
    if isinstance(where, int):
        return texts[where]
    return f"({', '.join(_nested(texts, part) for part in where)})"


def _type(param: Param) -> str:
    if isinstance(param, ScalarSpec):
        return param.dtype
    return f"{param.dtype} [{', '.join(str(d) for d in param.shape)}]"
