"""Safetensors files written for tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

NAMES = {"float32": "F32", "float16": "F16", "bfloat16": "BF16", "int64": "I64", "int8": "I8", "bool": "BOOL"}


def write(path: Path, tensors: Mapping[str, Any]) -> Path:
    """The file of these tensors."""
    header, body = {}, b""
    for name, value in tensors.items():
        array = np.ascontiguousarray(value)
        data = array.tobytes()
        header[name] = {
            "dtype": NAMES[str(array.dtype)], "shape": list(np.shape(value)),
            "data_offsets": [len(body), len(body) + len(data)],
        }  # fmt: skip
        body += data
    write_raw(path, {"__metadata__": {"format": "np"}, **header}, body)
    return path


def write_raw(path: Path, header: Any, body: bytes) -> None:
    """A file with this header."""
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + body)
