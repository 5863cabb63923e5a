"""Weights in safetensors files: a header of JSON with the place of each tensor, and their bytes.

https://huggingface.co/docs/safetensors describes the format. Tensors stay in the file, which is mapped into memory. An
index (`model.safetensors.index.json`) names the file of each tensor.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError, choices_help, unreadable
from mlcc.ir import numpy_dtype

Array = np.ndarray[Any, np.dtype[Any]]
Weights = Mapping[str, Array]

_DTYPES = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64", "I32": "int32",
    "I16": "int16", "I8": "int8", "U64": "uint64", "U32": "uint32", "U16": "uint16", "U8": "uint8", "BOOL": "bool",
}  # fmt: skip


def read_weights(files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> dict[str, Array]:
    """The tensors of safetensors files, or of those that an index names, by name, in the memory of the files.

    Raises MlccError D101 and D102 for files that cannot be read, I140 for those that are damaged or something else,
    I141 for a name that two files have.
    """
    paths = [Path(files)] if isinstance(files, str | os.PathLike) else [Path(file) for file in files]
    result: dict[str, Array] = {}
    for path in paths:
        tensors = _indexed(path) if path.suffix == ".json" else _tensors(path)
        for name in tensors.keys() & result.keys():
            raise MlccError("I141", f"two files have a tensor `{name}`", notes=[f"the second is {path}"])
        result.update(tensors)
    return result


def _indexed(path: Path) -> dict[str, Array]:
    try:
        places = json.loads(_file(path).tobytes())["weight_map"]
        shards = {name: _tensors(path.parent / name) for name in sorted(set(places.values()))}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(path, "it has no table `weight_map` of files by tensor") from error
    missing = [name for name, file in places.items() if name not in shards[file]]
    if missing:
        raise _damaged(path, f"`{places[missing[0]]}` has no tensor `{missing[0]}`")
    return {name: shards[file][name] for name, file in places.items()}


def _file(path: Path) -> Array:
    """The bytes of a file, mapped."""
    try:
        if not path.stat().st_size:
            raise _damaged(path, "it is empty")
        return np.memmap(path, np.uint8, "r")
    except OSError as error:
        raise unreadable(error, path) from error


def _tensors(path: Path) -> dict[str, Array]:
    data = _file(path)
    length = int.from_bytes(data[:8].tobytes(), "little") if data.size >= 8 else 0
    if not 2 <= length <= data.size - 8:
        raise _damaged(path, "it does not begin with the size of a header")
    try:
        header = json.loads(data[8 : 8 + length].tobytes())
        entries = {name: entry for name, entry in header.items() if name != "__metadata__"}
    except (ValueError, AttributeError) as error:
        raise _damaged(path, "its header is not a JSON object") from error
    body = data[8 + length :]
    return {name: _tensor(path, name, entry, body) for name, entry in entries.items()}


def _tensor(path: Path, name: str, entry: Any, body: Array) -> Array:
    try:
        form, shape, (begin, end) = str(entry["dtype"]), [int(d) for d in entry["shape"]], entry["data_offsets"]
        inside = 0 <= int(begin) <= int(end) <= body.size and all(d >= 0 for d in shape)
    except (TypeError, KeyError, ValueError) as error:
        raise _damaged(path, f"the entry of `{name}` has no dtype, shape and data_offsets") from error
    if form not in _DTYPES:
        raise _damaged(path, f"`{name}` is of type {form}; those that can be read are {', '.join(_DTYPES)}")
    dtype = np.dtype(numpy_dtype(_DTYPES[form]))
    if not inside or end - begin != math.prod(shape) * dtype.itemsize:
        raise _damaged(path, f"the bytes {begin} to {end} of `{name}` are not {shape} of {form}")
    part = body[begin:end]
    if part.ctypes.data % dtype.itemsize:
        part = part.copy()
    return np.asarray(part).view(dtype).reshape(shape)


_TORCH = "in Python: from safetensors.torch import save_file; save_file(torch.load('net.pth'), 'net.safetensors')"
#: What to do with other files of weights, by their suffixes.
_WAYS = {
    ".npy": "an array has no name of its own; `mlcc patch` takes NAME=FILE.npy",
    **dict.fromkeys((".pt", ".pth", ".bin", ".ckpt"), _TORCH),
}


def _damaged(path: Path, why: str) -> MlccError:
    help = _WAYS.get(path.suffix.lower())
    return MlccError("I140", f"`{path}` is not a whole safetensors file: {why}", help=help)


def fitting(
    weights: Weights, wanted: Mapping[str, tuple[tuple[int | None, ...], str]], required: Iterable[str]
) -> dict[str, Array]:
    """The weights of a program by its own names: `wanted` has the shape (None where any size will do) and the dtype of
    each that it may take; those of `required` must be there.

    Raises I141 for names that are missing or that the program does not have, I142 for other shapes and dtypes, each for
    all of them at once.
    """
    problems = [
        MlccError("I141", f"the program has no weight `{name}`", help=choices_help(name, list(wanted), "weights"))
        for name in weights
        if name not in wanted
    ]
    problems += [MlccError("I141", f"there is no weight `{name}`") for name in required if name not in weights]
    for name, array in weights.items():
        if name not in wanted:
            continue
        shape, dtype = wanted[name]
        same = len(shape) == array.ndim and all(s in (None, n) for s, n in zip(shape, array.shape, strict=True))
        if not same or array.dtype != numpy_dtype(dtype):
            sizes = tuple("?" if s is None else s for s in shape)
            message = f"`{name}` is {array.dtype} {array.shape}, the program takes {dtype} {sizes}"
            problems.append(MlccError("I142", message))
    if problems:
        raise MlccError.many([problem.diagnostic for problem in problems])
    return dict(weights)
