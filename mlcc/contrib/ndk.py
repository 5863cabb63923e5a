"""Linking with the compiler of Android's NDK, with TVM's names; `MLCC_NDK_CC` (or TVM_NDK_CC) is its command."""

from __future__ import annotations

import os
from collections.abc import Sequence

from mlcc.diagnostics import MlccError

from . import cc
from .cc import Files


def create_shared(output: str | os.PathLike[str], objects: Files, options: Sequence[str] | None = None) -> None:
    """Link object files for Android into a shared library. Raises R332 where no command is set, R333 if it fails."""
    cc.create_shared(output, objects, options, cc=_command())


def create_staticlib(output: str | os.PathLike[str], inputs: Files) -> None:
    """Put object files into an archive."""
    cc.create_staticlib(output, inputs)


def _command() -> str:
    command = os.environ.get("MLCC_NDK_CC") or os.environ.get("TVM_NDK_CC")
    if not command:
        raise MlccError("R332", "the compiler of Android's NDK is not known",
                        help="set MLCC_NDK_CC to its command, such as aarch64-linux-android33-clang")  # fmt: skip
    return command
