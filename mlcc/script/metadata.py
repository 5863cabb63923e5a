"""The trailer of constants: ``metadata = mlcc.load_json(\"\"\"{...}\"\"\")``.

It may be tens of megabytes of base64, so it is split off before the program is parsed, and its arrays are
decoded on first use.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
import struct
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError, SourceFile
from mlcc.ir import DIGESTS, numpy_dtype, recall
from mlcc.ir import dtype as dt

KEY = "relax.expr.Constant"
_START = "metadata = "
_ENTRY = re.compile(r'\{"dtype": "(\w+)", "shape": \[((?:[0-9]+(?:, ?)?)*)\], "data": "')


def split_metadata(source: SourceFile) -> tuple[tuple[int, int], tuple[int, int] | None]:
    """Where the program is, and where the JSON of its constants is (None when there are none).

    The constants come last in mlcc's text and first in TVM's.
    """
    text = source.text
    front = text.startswith(_START)
    at = 0 if front else text.rfind("\n" + _START) + 1
    if not text.startswith(_START, at):
        return (0, len(text)), None
    quote = '"""' if '"""' in text[at : at + 200] else "'''"
    first = text.find(quote, at)
    last = text.find(quote, first + 3) if front else text.rfind(quote, at)
    if first < 0 or last <= first or ".load_json(" not in text[at:first]:
        raise MlccError(
            "P107", "the constants at the end of the text are cut off or damaged", span=source.span(at, at + 8),
            help='the last line has the form `metadata = mlcc.load_json("""{...}""")`',
        )  # fmt: skip
    if front:
        return (text.find(")", last) + 1, len(text)), (first + 3, last)
    return (0, at), (first + 3, last)


class Constants:
    """The arrays of a trailer, decoded on first use."""

    def __init__(self, source: SourceFile, start: int, entries: list[Any]) -> None:
        self.source = source
        self.start = start
        self.entries = entries
        self._arrays: dict[int, np.ndarray[Any, Any]] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def array(self, index: int) -> np.ndarray[Any, Any]:
        """The constant `index`, read-only. Raises MlccError P107 when it is damaged."""
        if index not in self._arrays:
            self._arrays[index] = self._decode(index)
        return self._arrays[index]

    def _decode(self, index: int) -> np.ndarray[Any, Any]:
        entry = self.entries[index]
        if isinstance(entry, str):
            return self._recall(index, entry)
        try:
            dtype, shape, data = entry["dtype"], [int(d) for d in entry["shape"]], entry["data"]
            if isinstance(data, _Slice):
                data = data.text[data.start : data.end]
            raw = base64.b64decode(data, validate=True)
            if dtype not in dt.SCALARS or any(d < 0 for d in shape):
                raise ValueError(f"dtype {dtype!r}, shape {shape}")
            kind = numpy_dtype(dtype)
            if len(raw) != math.prod(shape) * kind.itemsize:
                raise ValueError(f"{len(raw)} bytes for shape {shape} of {dtype}")
        except (KeyError, TypeError, ValueError, binascii.Error) as problem:
            raise MlccError(
                "P107", f"constant {index} is damaged", span=self.source.span(self.start), notes=[str(problem)]
            ) from None
        array = np.frombuffer(raw, dtype=kind).reshape(shape)
        array.flags.writeable = False
        return array

    def _recall(self, index: int, digest: str) -> np.ndarray[Any, Any]:
        """A constant that the text names by its digest."""
        found = recall(digest)
        if found is None:
            raise MlccError(
                "P107", f"constant {index} is not part of the text, and not in this process either",
                span=self.source.span(self.start),
                help="`module.script(show_meta=True)` prints constants of any size; `to_json` saves them too",
            )  # fmt: skip
        return found


class _Slice:
    """A part of the text that is copied on demand, as weights are large."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end


def _scan(text: str, start: int, end: int) -> list[Any] | None:
    """The entries of a trailer in the printed form, without copying their data; None for any other JSON."""
    opening = f'{{"{KEY}": ['
    if not text.startswith(opening, start):
        return None
    entries: list[Any] = []
    position = start + len(opening)
    while (match := _ENTRY.match(text, position, end)) is not None:
        stop = text.find('"', match.end(), end)
        if stop < 0 or text[stop : stop + 2] != '"}':
            return None
        data = _Slice(text, match.end(), stop)
        shape = [int(dim) for dim in match[2].split(",") if dim.strip()]
        entries.append({"dtype": match[1], "shape": shape, "data": data})
        position = stop + 2
        if not text.startswith(", ", position):
            break
        position += 2
    return entries if text[position:end] == "]}" else None


def constants_of(source: SourceFile, offsets: tuple[int, int]) -> Constants:
    """Read the trailer's JSON. Raises MlccError P107."""
    start, end = offsets
    scanned = _scan(source.text, start, end)
    if scanned is not None:
        return Constants(source, start, scanned)
    text = source.text[start:end]
    try:
        data = json.loads(text.replace('\\"', '"').replace("\\\\", "\\") if text.startswith('{\n  \\"') else text)
    except (ValueError, RecursionError) as problem:
        raise MlccError(
            "P107", "the constants at the end of the text are not valid JSON", span=source.span(start),
            notes=[str(problem)],
        ) from None  # fmt: skip
    if isinstance(data, dict) and "b64ndarrays" in data:
        raise MlccError(
            "P107", "constants saved by TVM cannot be read", span=source.span(start),
            help="print the module without constants, or bind them again in mlcc",
        )  # fmt: skip
    if isinstance(data, dict) and "nodes" in data:
        return Constants(source, start, _tvm_entries(source, start, data))
    entries = data.get(KEY) if isinstance(data, dict) else None
    if not isinstance(entries, list):
        raise MlccError("P107", f'the constants need a list "{KEY}"', span=source.span(start))
    return Constants(source, start, entries)


def named_constants(source: SourceFile) -> Constants | None:
    """The constants of a text that ends with a line of their digests, else None."""
    at = source.text.rfind("\n" + DIGESTS) + 1
    if not source.text.startswith(DIGESTS, at):
        return None
    line = source.text[at:].splitlines()[0]
    return Constants(source, at, line.removeprefix(DIGESTS).split())


#: The header of arrays in TVM's JSON: a magic number, and eight reserved bytes.
_TVM_MAGIC = 0xDD5E40F096B4A13F
_TVM_KINDS = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 6: "bool"}


def _tvm_entries(source: SourceFile, start: int, data: dict[str, Any]) -> list[Any]:
    """The constants of TVM's JSON: a graph of nodes whose root maps kinds to lists of objects."""
    nodes = data["nodes"]
    try:
        root = nodes[data["root_index"]]["data"]
        entries: list[Any] = []
        for key, items in zip(root[::2], root[1::2], strict=True):
            if nodes[key]["data"] not in ("ir.GenericConst", KEY):
                continue
            for item in nodes[items]["data"]:
                fields = nodes[item]["data"]
                entries.append(_tvm_tensor(nodes[fields["value" if "value" in fields else "data"]]["data"]))
    except (KeyError, IndexError, TypeError, ValueError, binascii.Error, struct.error) as problem:
        raise MlccError(
            "P107", "constants saved by TVM are damaged or of an unknown version", span=source.span(start),
            notes=[f"{type(problem).__name__}: {problem}"],
        ) from None  # fmt: skip
    return entries


def _tvm_tensor(text: str) -> dict[str, Any]:
    """One array: magic number, device, rank, type, shape, byte count, bytes; all little-endian, in base64."""
    raw = base64.b64decode(text)
    magic, _, _, _, rank, code, bits, lanes = struct.unpack_from("<QQiiiBBH", raw)
    if magic != _TVM_MAGIC or lanes != 1 or not 0 <= rank <= 32:
        raise ValueError("this is no array")
    shape = list(struct.unpack_from(f"<{rank}q", raw, 32))
    (size,) = struct.unpack_from("<q", raw, 32 + 8 * rank)
    body = raw[40 + 8 * rank :]
    if size != len(body):
        raise ValueError(f"{len(body)} bytes instead of {size}")
    kind = _TVM_KINDS[code]
    dtype = "bool" if kind == "bool" else f"{kind}{bits}"
    return {"dtype": dtype, "shape": shape, "data": base64.b64encode(body).decode("ascii")}
