"""The condition `--max-size`: refuses an artefact that is larger, and says what takes its bytes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mlcc.diagnostics import MlccError

if TYPE_CHECKING:
    from .artefact import Artefact

#: The suffixes of a size in bytes.
UNITS = {
    "": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30,
}  # fmt: skip


def parse_size(text: str | int, option: str = "--max-size") -> int:
    """A number of bytes: `500000`, `1.5MB` (of 1000 * 1000) or `20MiB` (of 1024 * 1024). Raises MlccError D184."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?) ?([A-Za-z]*)", str(text).strip())
    unit = None if match is None else UNITS.get(match[2].upper())
    if match is None or unit is None or float(match[1]) * unit < 1:
        raise MlccError(
            "D184", f"`{option} {text}` is not a number of bytes", help="write `500000`, `1.5MB` or `20MiB`"
        )
    return int(float(match[1]) * unit)


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
