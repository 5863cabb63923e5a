"""Sizes and times as people write and read them; and the condition `--max-size`, which says what takes the bytes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mlcc.diagnostics import MlccError

if TYPE_CHECKING:
    from .artefact import Artefact

#: The suffixes of a size in bytes.
UNITS = {
    "": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30,
    "K": 2**10, "M": 2**20, "G": 2**30,
}  # fmt: skip


def parse_size(text: str | int, option: str = "--max-size") -> int:
    """A number of bytes: `500000`, `1.5MB` (of 1000 * 1000), `20MiB` or `20M` (of 1024 * 1024).

    Raises MlccError D184.
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?) ?([A-Za-z]*)", str(text).strip())
    unit = None if match is None else UNITS.get(match[2].upper())
    if match is None or unit is None or float(match[1]) * unit < 1:
        raise MlccError(
            "D184", f"`{option} {text}` is not a number of bytes", help="write `500000`, `1.5MB` or `20MiB`"
        )
    return int(float(match[1]) * unit)


#: The suffixes of a time, in seconds.
TIMES = {"h": 3600.0, "m": 60.0, "": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9}


def parse_time(text: str, option: str) -> float:
    """The seconds of `500us`, `2ms`, `90` (seconds), `1.5s`, `5m` or `1h`. Raises MlccError D120."""
    match = re.fullmatch(r"(\d{1,12}(?:\.\d{1,12})?) ?([a-zµ]*)", text.strip())
    if match is None or match[2] not in TIMES or not float(match[1]):
        raise MlccError("D120", f"`{option} {text}` is not a time", help="write `500us`, `2ms`, `1.5s`, `5m` or `1h`")
    return float(match[1]) * TIMES[match[2]]


def human_size(nbytes: float, digits: int = 3) -> str:
    """`1.5 MiB`: at most so many significant digits, unless there are more before the point, and a suitable unit."""
    for scale, unit in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if nbytes >= scale:
            value = nbytes / scale
            return f"{value:.0f} {unit}" if value >= 10 ** (digits - 1) else f"{value:.{digits}g} {unit}"
    return f"{nbytes:.0f} B"


def check_weights(artefact: Artefact, limit: int | None) -> None:
    """Refuse an artefact whose weights alone are too large, before any code is generated. Raises MlccError D184."""
    if limit is not None and artefact.spec.weights_bytes > limit:
        raise _refused("the artefact", artefact.spec.weights_bytes, limit, _weights(artefact), "its weights alone have")


def check_size(artefact: Artefact, name: str, nbytes: int, limit: int | None) -> None:
    """Refuse a file that is too large. Raises MlccError D184."""
    if limit is None or nbytes <= limit:
        return
    notes, rest = _weights(artefact), nbytes - artefact.spec.weights_bytes
    for number, form in enumerate(artefact.forms):
        code = sum(map(len, artefact.kernel_objects(number)))
        notes.append(f"kernels for {form.options.target.mcpu}: {code:,} bytes of object code")
    notes.append(f"code, entries, runtime and description together: {rest:,} bytes")
    raise _refused(f"`{name}`", nbytes, limit, notes, "it has")


def _weights(artefact: Artefact) -> list[str]:
    """The bytes of weights, and how many of them are there for one form only."""
    notes = [f"weights: {artefact.spec.weights_bytes:,} bytes"]
    if len(artefact.forms) > 1:
        notes += [
            f"of these, first needed by {form.options.target.mcpu}: {form.lowered.weights_bytes:,} bytes"
            for form in artefact.forms
        ]
    return notes


def _refused(what: str, nbytes: int, limit: int, notes: list[str], how: str) -> MlccError:
    return MlccError(
        "D184", f"{what} is larger than --max-size: {how} {nbytes:,} bytes of at most {limit:,}",
        notes=[*notes, "nothing was written"],
        help="name fewer CPUs, or make the weights smaller: `--precision bfloat16`, or `mlcc quantize`",
    )  # fmt: skip
