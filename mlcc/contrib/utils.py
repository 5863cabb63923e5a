"""Temporary folders, with TVM's names."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from types import TracebackType

from mlcc.runtime import temporary_prefix


class TempDirectory:
    """A folder that is removed with its contents when the object is released, or at the end of a ``with``."""

    def __init__(self, custom_path: str | None = None, keep_for_debug: bool = False) -> None:
        if custom_path is not None:
            os.makedirs(custom_path, exist_ok=True)
        self.temp_dir = custom_path or tempfile.mkdtemp(
            prefix="mlcc-" if keep_for_debug else temporary_prefix("contrib")
        )
        keep = keep_for_debug or custom_path is not None
        self._end = weakref.finalize(self, shutil.rmtree, self.temp_dir, True)
        if keep:
            self._end.detach()

    @property
    def path(self) -> str:
        """The path of the folder."""
        return self.temp_dir

    def remove(self) -> None:
        """Remove the folder now."""
        self._end()

    def relpath(self, name: str) -> str:
        """The path of a file in the folder."""
        return os.path.join(self.temp_dir, name)

    def listdir(self) -> list[str]:
        """The names in the folder."""
        return os.listdir(self.temp_dir)

    def __truediv__(self, name: str) -> str:
        return self.relpath(name)

    def __enter__(self) -> TempDirectory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()


def tempdir(custom_path: str | None = None, keep_for_debug: bool = False) -> TempDirectory:
    """A new temporary folder; with `custom_path` that folder, which is kept."""
    return TempDirectory(custom_path, keep_for_debug)
