"""Traced modules (`torch.fx.symbolic_trace`) to modules, in the words of TVM's `from_fx`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule

from .exported import from_exported_program

#: The shape and the element type of an input.
InputInfo = tuple[Sequence[int], str]


def from_fx(
    model: Any,
    input_info: Sequence[InputInfo],
    *,
    keep_params_as_input: bool = False,
    unwrap_unit_return_tuple: bool = False,
    no_bind_return_tuple: bool = False,
    custom_convert_map: Any = None,
    func_name: str = "main",
) -> IRModule:
    """A traced module (or any module that `torch.export` takes) as a module of graph functions.

    `input_info` gives the shape and dtype of each input, as `((1, 3, 224, 224), "float32")`. The module is exported on
    inputs of these shapes, so that one translator serves both ways. A single result is a tensor. Raises as
    :func:`from_exported_program`; I134 for what `torch.export` refuses, or a `custom_convert_map`, whose functions
    would be called with TVM's importer.
    """
    if custom_convert_map:
        raise MlccError("I134", "`custom_convert_map` is not taken", help="register a converter with `aten`")
    inputs = tuple(_example(tuple(shape), dtype) for shape, dtype in input_info)
    with torch.no_grad():
        try:
            program = torch.export.export(model.eval(), inputs)
        except Exception as error:  # PyTorch raises many kinds
            first = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
            raise MlccError("I134", f"torch.export refuses the module: {first}") from error
    return from_exported_program(
        program, keep_params_as_input=keep_params_as_input, unwrap_unit_return_tuple=True, func_name=func_name
    )


def _example(shape: tuple[int, ...], dtype: str) -> torch.Tensor:
    kind = getattr(torch, dtype, None)
    if not isinstance(kind, torch.dtype):
        raise MlccError("I131", f"`{dtype}` is not an element type of PyTorch")
    return torch.zeros(shape, dtype=kind)
