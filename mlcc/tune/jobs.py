"""What travels to a worker and back: a built library with a description of its arguments, and times with a check.

A job is a mapping of plain values and one of bytes, so that every transport can carry it: the JSON of a header and the
library behind it (:func:`packed`), or an executor that pickles plain data.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import BinaryIO

_SIZES = struct.Struct(">II")


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter of a kernel: `weight` for a constant of the model, which is not in cache when the kernel begins."""

    shape: tuple[int, ...]
    dtype: str
    weight: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """A library to time: its function `function` on arrays of these parameters, made from `seed`.

    `weight_bytes` are those of the whole model: so much is read between two calls. `samples` are taken for at most
    `seconds`; a candidate that takes more than `give_up` times the seconds `best` is timed a few times only. The worker
    ends a job after `timeout` seconds.
    """

    library: bytes
    function: str
    arguments: tuple[Argument, ...]
    weight_bytes: int = 0
    seconds: float = 0.12
    samples: int = 15
    best: float = 0.0
    give_up: float = 1.5
    timeout: float = 20.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a job: `samples` are seconds per call, `check` is what outputs are compared by. `lost`: the worker
    ended, or was never reached."""

    outcome: str
    reason: str = ""
    samples: tuple[float, ...] = ()
    check: tuple[tuple[float, ...], ...] = field(default_factory=tuple)
    lost: bool = False


def as_data(job: Job) -> dict[str, object]:
    """The job as plain values."""
    return asdict(job)


def from_data(data: Mapping[str, object]) -> Job:
    """The inverse of :func:`as_data`."""
    fields = dict(data)
    items: Sequence[Mapping[str, object]] = fields["arguments"]  # type: ignore[assignment]
    fields["arguments"] = tuple(
        Argument(tuple(item["shape"]), str(item["dtype"]), bool(item["weight"]))  # type: ignore[arg-type]
        for item in items
    )
    return Job(**fields)  # type: ignore[arg-type]


def answer_from(data: Mapping[str, object]) -> Answer:
    """The answer of plain values."""
    samples: Sequence[float] = data.get("samples", ())  # type: ignore[assignment]
    check: Sequence[Sequence[float]] = data.get("check", ())  # type: ignore[assignment]
    rows = tuple(tuple(row) for row in check)
    return Answer(str(data["outcome"]), str(data.get("reason", "")), tuple(samples), rows, bool(data.get("lost")))


def packed(job: Job) -> bytes:
    """The job as bytes for a stream."""
    data = as_data(job)
    library = data.pop("library")
    assert isinstance(library, bytes)
    header = json.dumps(data).encode()
    return _SIZES.pack(len(header), len(library)) + header + library


def read_job(stream: BinaryIO) -> Job | None:
    """The next job of a stream, None at its end."""
    sizes = stream.read(_SIZES.size)
    if len(sizes) < _SIZES.size:
        return None
    header_size, library_size = _SIZES.unpack(sizes)
    data = json.loads(stream.read(header_size))
    return from_data({**data, "library": stream.read(library_size)})


def answer_line(answer: Answer) -> bytes:
    """The answer as a line for a stream."""
    return json.dumps(asdict(answer)).encode() + b"\n"
