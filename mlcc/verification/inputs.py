"""What a model is verified on: given arrays, or random ones of the sizes that are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.driver.arrays import place_inputs, random_array, read_inputs
from mlcc.driver.onnx_inputs import inputs_of
from mlcc.driver.samples import Input
from mlcc.ir import dtype as dt

if TYPE_CHECKING:
    import onnx

#: The size of a batch that nobody gave: more than one row, so that rows are told apart.
BATCH = 2

Shapes = Mapping[str, Sequence[int]]


def graph_inputs(model: onnx.ModelProto) -> list[onnx.ValueInfoProto]:
    """The inputs that a caller gives: those without an initializer."""
    constants = {tensor.name for tensor in model.graph.initializer}
    constants |= {tensor.values.name for tensor in model.graph.sparse_initializer}
    return [value for value in model.graph.input if value.name not in constants]


def make_inputs(model: onnx.ModelProto, items: Sequence[str], seed: int, shapes: Shapes) -> dict[str, Any]:
    """The arrays of one call by name: those of `items` (as `--inputs` takes them), and random ones for the rest.

    A first dimension that nothing determines is a batch of :data:`BATCH`. Raises MlccError D160 to D166, D172, D173.
    """
    import numpy as np

    values = graph_inputs(model)
    for value in values:
        if not value.type.HasField("tensor_type"):
            raise MlccError("D190", f"the input `{value.name}` is no tensor, and cannot be made up")
    wanted = inputs_of(values, shapes)
    names = [item.name for item in wanted]
    given = read_inputs(items)
    rest = [name for name in names if name not in given.named]
    if len(given.positional) > len(rest) or any(name not in names for name in given.named):
        place_inputs(given, names)  # says what is too many
    named = {**given.named, **dict(zip(rest, given.positional, strict=False))}
    generator = np.random.default_rng(seed)
    sizes = _known_sizes(values, named, shapes)
    result = {}
    for value, item in zip(values, wanted, strict=True):
        array = named.get(item.name)
        result[item.name] = _random(value, item, sizes, generator) if array is None else array
    return result


def _known_sizes(values: Sequence[onnx.ValueInfoProto], named: Mapping[str, Any], shapes: Shapes) -> dict[str, int]:
    """The sizes of named dimensions: as given, else as in given arrays."""
    sizes = {name: int(size[0]) for name, size in shapes.items() if len(size) == 1}
    for value in values:
        given = named[value.name].shape if value.name in named else shapes.get(value.name, ())
        for dim, size in zip(value.type.tensor_type.shape.dim, given, strict=False):
            if dim.dim_param:
                sizes.setdefault(dim.dim_param, int(size))
    return sizes


def _random(value: onnx.ValueInfoProto, item: Input, sizes: dict[str, int], generator: Any) -> Any:
    if item.shape is None:
        raise MlccError(
            "D166", f"the input `{item.name}` has no rank", help=f"give its shape: --shape {item.name}=1x3x224x224"
        )
    shape = []
    for axis, (size, dim) in enumerate(zip(item.shape, value.type.tensor_type.shape.dim, strict=True)):
        if size is None and dim.dim_param in sizes:
            size = sizes[dim.dim_param]
        if size is None and axis == 0:
            size = BATCH
        if size is None:
            symbol = dim.dim_param
            what = f"the size `{symbol}`" if symbol else f"dimension {axis}"
            example = f"{symbol}=8" if symbol else f"{item.name}={'x'.join('8' for _ in item.shape)}"
            raise MlccError(
                "D166", f"{what} of the input `{item.name}` is not known", help=f"give it: --shape {example}"
            )
        if dim.dim_param:
            sizes.setdefault(dim.dim_param, size)
        shape.append(size)
    return random_array(shape, dt.from_numpy(item.dtype), generator)
