"""Models as the converters of JAX, Paddle and TensorFlow write them, each in an environment of its own.

A converter has a list `PACKAGE.txt` and a module that makes its models. Each line of the list has the name of a model,
the opset, and the inputs of two calls: `2x64` is random, `2x64<75` has whole numbers below 75, and a comma stands
between two inputs. Dimensions in which the calls differ are dynamic.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from ..made import Sample, pair
from .lists import listed


@dataclass(frozen=True)
class Input:
    """What a model is called with: its element type, and for each dimension the sizes in the calls."""

    dtype: str
    sizes: list[tuple[int, ...]]

    def shape(self, dynamic: Any = None) -> list[Any]:
        """The sizes, with `dynamic` where they differ."""
        return [size[0] if len(set(size)) == 1 else dynamic for size in self.sizes]


@dataclass(frozen=True)
class Converter:
    """A source: the `module` of this folder has ``export(name, opset, inputs)``, which gives a model of ONNX."""

    package: str
    module: str

    def load(self) -> None:
        """Imports the packages, where they are: without them no model is made, but those made elsewhere are judged."""
        if find_spec(self.package):
            self._module()

    def names(self) -> Iterable[str]:
        """The models of the list."""
        return [line.split()[0] for line in listed(f"{self.package}.txt")]

    def make(self, name: str) -> list[Sample]:
        """The model in the opset of the list, with random inputs."""
        opset, *calls = next(line.split()[1:] for line in listed(f"{self.package}.txt") if line.split()[0] == name)
        rng = np.random.default_rng(1)
        feeds = [[_array(one, rng) for one in call.split(",")] for call in calls]
        inputs = [
            Input(arrays[0].dtype.name, list(zip(*(one.shape for one in arrays), strict=True)))
            for arrays in zip(*feeds, strict=True)
        ]
        model = self._module().export(name, int(opset), inputs)
        constants = {one.name for one in model.graph.initializer}
        given = [one.name for one in model.graph.input if one.name not in constants]
        return pair(model, *(dict(zip(given, arrays, strict=True)) for arrays in feeds))

    def _module(self) -> Any:
        return import_module(f"{__package__}.{self.module}")


def _array(text: str, rng: np.random.Generator) -> Any:
    shape, _, below = text.partition("<")
    sizes = [int(size) for size in shape.split("x")]
    return rng.integers(0, int(below), sizes, np.int32) if below else rng.standard_normal(sizes).astype(np.float32)


def fill(array: Any, name: str, rng: np.random.Generator) -> Any:
    """Random numbers for a parameter that begins as one number throughout, as biases and scales do: what has no effect
    would not be seen in the results. A variance stays above zero."""
    if array.size < 2 or array.dtype.kind != "f" or array.min() != array.max():
        return array
    noise = rng.standard_normal(array.shape) * 0.1
    return (array + (np.abs(noise) if "var" in name else noise)).astype(array.dtype)
