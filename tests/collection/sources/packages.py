"""Models that ship in packages of PyPI: detectors and readers of text, voices, classifiers, filters of sound.

Each line of `packages.txt` names a package, a file in it (its path, with `_` for `/`), and for each call the shapes of
the inputs: `2x64` is random, `2x64~0.1` less so, `2x64<75` has whole numbers below 75 (indices), `-=440` is a scalar of
this value.
`pip install --no-deps PACKAGE` brings what a run needs; a package that is not there makes no model.
"""

from __future__ import annotations

import re
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
    matches = [re.fullmatch(r"([\dx]+|-)(?:~([\d.]+)|<(\d+)|=([\d.]+))?", one) for one in call.split(",")]
    parts = [match.groups() for match in matches if match]
    shapes = [[] if shape == "-" else [int(d) for d in shape.split("x")] for shape, *_ in parts]
    longest = max(d for shape in shapes for d in [*shape, 1])
    feeds = {}
    for item, shape, (_, deviation, below, value) in zip(inputs, shapes, parts, strict=True):
        dtype = helper.tensor_dtype_to_np_dtype(item.type.tensor_type.elem_type)
        if value:
            feeds[item.name] = np.full(shape, float(value), dtype)
        elif deviation:
            feeds[item.name] = (rng.standard_normal(shape) * float(deviation)).astype(dtype)
        elif below:
            feeds[item.name] = rng.integers(0, int(below), shape).astype(dtype)
        else:
            feeds[item.name] = _value(item.name.lower(), dtype, shape, longest, rng)
    return feeds


def _value(name: str, dtype: Any, shape: list[int], longest: int, rng: np.random.Generator) -> Any:
    """Ones for a mask, all of a signal for its length, 16 kHz for a rate; else random numbers, and small integers."""
    if "length" in name or name.endswith(("lens", "_len")):
        return np.full(shape, longest, dtype)
    if name in ("sr", "sample_rate"):
        return np.full(shape, 16000, dtype)
    if "mask" in name:
        return np.ones(shape, dtype)
    if dtype.kind in "biu":
        return rng.integers(0, 2, shape).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)
