"""Inputs: reading files and stdin, detecting their kind, and file errors as diagnostics."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from mlcc.diagnostics import MlccError, SourceFile, Span, unreadable

SUFFIXES: dict[str, str] = {
    ".onnx": "onnx",
    ".pt2": "torch",
    ".tir": "text",
    ".relax": "text",
    ".py": "text",
    ".txt": "text",
    ".tvms": "text",
    ".json": "json",
}


@dataclass(frozen=True)
class InputFile:
    """One input and what it is: `kind` is onnx, torch, text or json.

    `path` is None for stdin; `name` is what messages call it.
    """

    name: str
    kind: str
    path: Path | None = None
    given: bytes | None = None

    @cached_property
    def data(self) -> bytes:
        """The bytes; those of a model are read on demand, since its weights may be large."""
        return read_bytes(self.name) if self.given is None else self.given

    def text(self) -> str:
        """The bytes as UTF-8. Raises MlccError D105 at the first byte that is not."""
        return decode_utf8(self.name, self.data)

    @property
    def stem(self) -> str:
        """The base name of outputs: `model` for `models/model.onnx`, `stdin` for stdin."""
        return self.path.stem if self.path is not None else "stdin"


def file_error(error: OSError, name: str, *, writing: bool) -> MlccError:
    """The diagnostic for an operating-system error on a file."""
    if not writing:
        return unreadable(error, name)
    number = error.errno
    reason = (error.strerror or str(error)).lower()
    if number in (errno.ENOENT, errno.ENOTDIR):
        folder = os.path.dirname(name) or "."
        if folder != "." and os.path.isdir(folder):  # /proc; but `.` may be one that is gone
            return MlccError("D111", f"cannot write `{name}`: `{folder}` takes no new files")
        return MlccError(
            "D110",
            f"cannot write `{name}`: there is no folder `{folder}`",
            help=f"make it first: mkdir -p {folder}",
        )
    if number in (errno.ENOSPC, errno.EDQUOT):
        return MlccError("D112", f"cannot write `{name}`: {reason}", notes=["no partial file was left"])
    if number in (errno.EACCES, errno.EPERM, errno.EROFS, errno.EISDIR):
        return MlccError("D111", f"cannot write `{name}`: {reason}")
    return MlccError("D113", f"cannot write `{name}`: {reason}")


def read_bytes(name: str) -> bytes:
    """The content of a file, or of stdin for `-`. Raises MlccError D101, D102."""
    if name == "-":
        if sys.stdin is None:
            raise MlccError("D102", "cannot read standard input: it is closed")
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise file_error(error, name, writing=False) from error


def decode_utf8(name: str, data: bytes) -> str:
    """`data` as text, with a byte-order mark dropped. Raises MlccError D105."""
    text = data.removeprefix(codecs.BOM_UTF8)
    try:
        return text.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        good, at = text[: error.start].decode("utf-8"), error.start + len(data) - len(text)
        source = SourceFile(name, good + "\N{REPLACEMENT CHARACTER}")
        raise MlccError(
            "D105",
            f"`{name}` is not text: byte {at} (0x{data[at]:02x}) is not UTF-8",
            span=Span(source, len(good), len(good) + 1),
            help="program text and YAML are read as UTF-8",
        ) from error


def read_input(name: str, kind: str | None = None) -> InputFile:
    """Read a program or model. The kind follows the suffix, or the content for stdin.

    Raises MlccError D101 (missing), D102 (not readable), D103 (empty), D104 (a compiled file).
    """
    if name == "-":
        data = read_bytes(name)
        _check_not_empty("<stdin>", data)
        return InputFile("<stdin>", kind or _kind_of(data, "<stdin>"), None, data)
    path = Path(name)
    kind = kind or SUFFIXES.get(path.suffix.lower())
    if kind in ("onnx", "torch") and os.path.isfile(path) and os.access(path, os.R_OK):
        _check_not_empty(name, b"x" * min(1, path.stat().st_size))
        return InputFile(name, kind, path)
    data = read_bytes(name)
    _check_not_empty(name, data)
    return InputFile(name, kind or _kind_of(data, name), path, data)


def _check_not_empty(name: str, data: bytes) -> None:
    if not data.strip():
        raise MlccError("D103", f"`{name}` is empty")


def _kind_of(data: bytes, name: str) -> str:
    """Text has no NUL and reads as UTF-8; a JSON module starts with a brace; the rest is protobuf."""
    if data.startswith((b"\x7fELF", b"!<arch>")):
        raise MlccError(
            "D104",
            f"`{name}` is a compiled file, not a program or a model",
            help="`mlcc inspect`, `mlcc run` and `mlcc bench` read compiled libraries",
        )
    if data.lstrip()[:1] == b"{":
        return "json"
    head = data[:4096]
    if b"\0" in head:
        return "onnx"
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 4:
            return "onnx"
    control = sum(byte < 32 and byte not in b"\t\n\r\f" for byte in head)
    return "onnx" if control else "text"
