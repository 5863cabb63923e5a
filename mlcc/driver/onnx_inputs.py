"""The inputs of an ONNX model, with sizes from its graph and from `--shape`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import onnx
from onnx import helper

from mlcc.diagnostics import MlccError, choices_help

from .samples import Input


def inputs_of(values: Iterable[onnx.ValueInfoProto], shapes: Mapping[str, Sequence[int]]) -> list[Input]:
    """The inputs of a graph; `shapes` gives inputs, or dimensions by name, a size. Raises D172, D173."""
    result, used = [], set()
    for value in values:
        kind = value.type.tensor_type
        sizes: list[int | None] | None = None
        if kind.HasField("shape"):
            sizes = []
            for dim in kind.shape.dim:
                stated = shapes.get(dim.dim_param) if dim.dim_param else None
                used |= {dim.dim_param} if stated is not None else set()
                size = dim.dim_value if dim.HasField("dim_value") else stated[0] if stated else None
                sizes.append(size)
        if value.name in shapes:
            sizes = _refined(value.name, sizes, shapes[value.name])
            used.add(value.name)
        dtype = np.dtype(helper.tensor_dtype_to_np_dtype(kind.elem_type or onnx.TensorProto.FLOAT))
        result.append(Input(value.name, None if sizes is None else tuple(sizes), dtype))
    unused = sorted(set(shapes) - used)
    if unused:
        names = [item.name for item in result]
        raise MlccError(
            "D172",
            f"`--shape {unused[0]}=...` names no parameter and no symbolic dimension",
            help=choices_help(unused[0], names, "inputs"),
        )
    return result


def _refined(name: str, sizes: list[int | None] | None, shape: Sequence[int]) -> list[int | None]:
    if sizes is not None:
        wrong = len(sizes) != len(shape)
        for index, (have, want) in enumerate(zip(sizes, shape, strict=False)):
            if have is not None and have != want or wrong:
                said = f"dimension {index} of `{name}` is {have}, `--shape` gives {want}"
                said = said if not wrong else f"`{name}` has {len(sizes)} dimensions, `--shape` gives {len(shape)}"
                raise MlccError("D173", said)
    return list(shape)
