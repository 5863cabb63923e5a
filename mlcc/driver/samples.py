"""Calibration data: samples (arrays by input name) from .npz files, folders, arrays in Python, or made up.

An array may hold one sample or many: with an input of shape (1, 3, 224, 224), (50, 3, 224, 224) and
(50, 1, 3, 224, 224) are 50 samples.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import dtype as dt

from .arrays import random_array, read_arrays

Array = np.ndarray[Any, Any]
Sample = dict[str, Array]
#: What may be given: a path, `random`, one sample, or several samples or paths.
Calibration = str | os.PathLike[str] | Mapping[str, Any] | Iterable[Mapping[str, Any] | str | os.PathLike[str]]


@dataclass(frozen=True)
class Input:
    """An input of the model: its name, its sizes (None for a dynamic one) and its NumPy dtype."""

    name: str
    shape: tuple[int | None, ...] | None
    dtype: np.dtype[Any]


def read_samples(data: Calibration, inputs: Sequence[Input], limit: int | None = None) -> Iterator[Sample]:
    """The samples of calibration data, at most `limit`; files are read one at a time.

    Raises MlccError Q106 (a name that is missing or unknown), Q107 (shape or dtype), Q108 (not a number), Q109 (no
    sample), Q110 (sizes that are needed to make samples up), D codes for unreadable files.
    """
    count = 0
    for sample in islice(_samples(data, inputs, limit), limit):
        count += 1
        yield sample
    if not count:
        raise MlccError("Q109", "the calibration data holds no sample", help="give an .npz file or a folder of them")


def _samples(data: Calibration, inputs: Sequence[Input], limit: int | None) -> Iterator[Sample]:
    if isinstance(data, str) and data == "random":
        yield from _made_up(inputs, limit or RANDOM_SAMPLES)
    elif isinstance(data, str | os.PathLike):
        for source, stored in _files(Path(data)):
            yield from _split(stored, inputs, source)
    else:
        rows: Iterable[Mapping[str, Any] | str | os.PathLike[str]] = [data] if isinstance(data, Mapping) else data
        for index, arrays in enumerate(rows):
            if isinstance(arrays, str | os.PathLike):
                yield from _samples(arrays, inputs, limit)
                continue
            named = {name: np.asarray(array) for name, array in arrays.items()}
            yield from _split(named, inputs, f"sample {index}")


#: How many samples `random` makes up by default.
RANDOM_SAMPLES = 8


def _made_up(inputs: Sequence[Input], count: int) -> Iterator[Sample]:
    generator = np.random.default_rng(0)
    for item in inputs:
        if item.shape is None or None in item.shape:
            raise MlccError(
                "Q110",
                f"`--calibrate random` needs the sizes of the input `{item.name}`",
                help=f"give them: --shape {item.name}=1x3x224x224, or a symbolic dimension as n=8",
            )
    for _ in range(count):
        sample = {}
        for item in inputs:
            assert item.shape is not None
            sizes = [int(size or 0) for size in item.shape]
            sample[item.name] = random_array(sizes, dt.from_numpy(item.dtype), generator)
        yield sample


def _files(path: Path) -> Iterator[tuple[str, dict[str | None, Array]]]:
    """The arrays of a file, or of each .npz and .npy file of a folder in the order of their names."""
    if not path.is_dir():
        yield f"`{path}`", read_arrays(str(path))
        return
    names = sorted(entry for entry in path.iterdir() if entry.suffix in (".npz", ".npy"))
    for name in names:
        yield f"`{name}`", read_arrays(str(name))


def _split(arrays: Mapping[Any, Array], inputs: Sequence[Input], source: str) -> Iterator[Sample]:
    """The samples that arrays hold, each checked against the inputs."""
    names = [item.name for item in inputs]
    if set(arrays) == {None}:
        if len(inputs) != 1:
            raise MlccError(
                "Q106",
                f"{source} is one array without a name, and the model has {len(inputs)} inputs",
                help="write an .npz file with the arrays " + ", ".join(f"`{name}`" for name in names),
            )
        arrays = {names[0]: arrays[None]}
    for name in arrays:
        if name not in names:
            raise MlccError(
                "Q106", f"{source} has an array `{name}`, which is no input", help=choices_help(name, names, "inputs")
            )
    missing = [name for name in names if name not in arrays]
    if missing:
        raise MlccError("Q106", f"{source} has no array for the input `{missing[0]}`")
    parts = {item.name: _parts(arrays[item.name], item, source) for item in inputs}
    counts = {name: len(part) for name, part in parts.items() if len(part) != 1}
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{count} for `{name}`" for name, count in counts.items())
        raise MlccError("Q107", f"{source} has different numbers of samples: {listed}")
    for index in range(max(counts.values(), default=1)):
        yield {name: part[index if len(part) > 1 else 0] for name, part in parts.items()}


def _parts(array: Array, item: Input, source: str) -> Array | list[Array]:
    """The samples that one array holds, as views where the dtype fits."""
    if array.dtype != item.dtype:
        if not (np.can_cast(array.dtype, item.dtype, "same_kind") and array.dtype.kind == item.dtype.kind):
            raise MlccError("Q107", f"{source}: `{item.name}` has dtype {array.dtype}, the model takes {item.dtype}")
        array = array.astype(item.dtype)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        index = tuple(int(i[0]) for i in np.nonzero(~np.isfinite(array)))
        raise MlccError(
            "Q108",
            f"{source}: `{item.name}` holds {array[index]} at index {list(index)}",
            help="calibrate with data as the model will see it",
        )
    shape = item.shape
    if shape is None or _matches(array.shape, shape):
        return [array]
    if array.ndim == len(shape) + 1 and _matches(array.shape[1:], shape):
        return array
    batch = shape[0] if shape else None
    if array.ndim == len(shape) and batch and not array.shape[0] % batch and _matches(array.shape[1:], shape[1:]):
        return array.reshape(-1, batch, *array.shape[1:])
    wanted = " x ".join("?" if size is None else str(size) for size in shape) or "a scalar"
    text = " x ".join(map(str, array.shape)) or "a scalar"
    raise MlccError("Q107", f"{source}: `{item.name}` has the shape {text}, the model takes {wanted}")


def _matches(shape: Sequence[int], wanted: Sequence[int | None]) -> bool:
    return len(shape) == len(wanted) and all(b is None or a == b for a, b in zip(shape, wanted, strict=True))
