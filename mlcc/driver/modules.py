"""Inputs to modules: program text, saved JSON or ONNX, by the kind of the input."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .files import InputFile, read_input

if TYPE_CHECKING:
    from mlcc.ir import IRModule

Shapes = Mapping[str, Sequence[int]]


def read_module(name: str, shapes: Shapes | None = None, *, mapped: bool = False) -> tuple[InputFile, IRModule]:
    """Read a model or a program file (`-` is stdin) and make it a module.

    `shapes` gives inputs (or, with one size, symbolic dimensions) concrete sizes. With `mapped`, a model's weights stay
    in its file, which must not change while the module is in use. What a person may have written is verified. Raises
    MlccError with P, V, I or D codes.
    """
    source = read_input(name)
    module = module_of(source, shapes, mapped=mapped)
    if source.kind != "onnx":
        verify_module(module)
    return source, module


def verify_module(module: IRModule) -> None:
    """Refuse a module that is not well formed. Raises MlccError with every problem (V codes).

    By hand, an axis of 128 bound to a loop of 127 is a mistake; in scheduled programs it may be right, and
    those where it is are marked so (see `mark_scheduled`).
    """
    from mlcc.ir import verify

    verify(module)


def mark_scheduled(module: IRModule) -> IRModule:
    """The module with an attribute on the programs in which a block runs over a part of its domain only.

    Without the attribute the text could not be read back.
    """
    from mlcc.ir import SCHEDULED, problems

    return module.map_prim_funcs(
        lambda func: func.with_attr(SCHEDULED, True) if problems(func, coverage=True) else func
    )


def module_of(source: InputFile, shapes: Shapes | None = None, *, mapped: bool = False) -> IRModule:
    """The module that an input file holds; `mapped` as in :func:`read_module`."""
    if source.kind == "onnx":
        return _import(source, shapes, mapped)
    if source.kind == "json":
        from mlcc.ir import module_from_json

        module = module_from_json(source.text(), source.name)
    else:
        from mlcc.script import parse_module

        module = parse_module(source.text(), source.name)
    return with_shapes(module, shapes)


def with_shapes(module: IRModule, shapes: Shapes | None) -> IRModule:
    """The module with the sizes that `shapes` gives. Raises MlccError D172, D173."""
    if not shapes:
        return module
    from .specialize import specialize

    return specialize(module, shapes)


def _import(source: InputFile, shapes: Shapes | None, mapped: bool) -> IRModule:
    from mlcc.importers.onnx import from_onnx

    module = from_onnx(source.data if source.path is None else source.path, shapes, mapped=mapped)
    # The importer's objects refer to each other, and with them would stay the model's own copy of the weights.
    gc.collect()
    return module
