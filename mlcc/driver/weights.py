"""Weights from files, bound to the parameters of a graph function by name."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mlcc.ir import GraphFunction, TensorStructInfo, as_int

if TYPE_CHECKING:
    from mlcc.importers.safetensors import Weights
    from mlcc.ir import GraphVar, IRModule

#: Paths of safetensors files or of their index, or arrays by name.
WeightsLike = str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | Mapping[str, Any]


def weights_of(given: WeightsLike) -> Weights:
    """Arrays by name; those of files stay in these. Raises D101, D102, I140, I141."""
    if isinstance(given, Mapping):
        return given
    from mlcc.importers.safetensors import read_weights

    return read_weights(given)


def with_weights(
    module: IRModule, weights: Weights, own: Mapping[str, Any] = MappingProxyType({}), func_name: str = "main"
) -> IRModule:
    """The module whose function has constants for the parameters that `weights` names; the others stay inputs.

    A name is that of a parameter, that of an input in the model, or becomes a parameter's with underscores for dots.
    `own` are the names of the model's own tensors, which are bound already. Raises MlccError I141 for names that fit no
    parameter, I142 for other shapes or dtypes, T122 for a module without the graph function.
    """
    from mlcc.importers.safetensors import fitting
    from mlcc.relax.transform import BindParams

    func = module.functions.get(func_name)
    if not isinstance(func, GraphFunction):
        refused: IRModule = BindParams(func_name, weights)(module)  # says why
        return refused
    params = _by_name(func)
    taken = {name: param for name in weights if (param := params.get(name) or params.get(_identifier(name)))}
    bound = dict.fromkeys(own, ((), ""))
    fitting(weights, {**bound, **{name: _type(param) for name, param in {**params, **taken}.items()}}, ())
    module = BindParams(func_name, {taken[name].name: array for name, array in weights.items()})(module)
    names = func.attrs.get("input_names")
    if names is None:
        return module
    taken_names = {param.name for param in taken.values()}
    rest = [name for name, param in zip(names, func.params, strict=False) if param.name not in taken_names]
    return module.with_function(func_name, _graph(module, func_name).with_attr("input_names", rest))


def _graph(module: IRModule, name: str) -> GraphFunction:
    func = module[name]
    assert isinstance(func, GraphFunction)
    return func


def _by_name(func: GraphFunction) -> dict[str, GraphVar]:
    """The parameters that are tensors, by their own names and by those of the model's inputs."""
    given = zip(func.attrs.get("input_names", ()), func.params, strict=False)
    both = {**{param.name: param for param in func.params}, **{str(name): param for name, param in given}}
    return {name: param for name, param in both.items() if isinstance(param.sinfo, TensorStructInfo)}


def _identifier(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]", "_", name)


def _type(param: GraphVar) -> tuple[tuple[int | None, ...], str]:
    info = param.sinfo
    assert isinstance(info, TensorStructInfo)
    return tuple(as_int(dim) for dim in info.shape or ()), info.dtype or "float32"
