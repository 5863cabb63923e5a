"""A session without a server: the same methods, in this process."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from mlcc.diagnostics import MlccError
from mlcc.runtime import Library, cpu, load, temporary_folder
from mlcc.runtime.ndarray import Device


class LocalSession:
    """The methods of `RemoteSession` on this machine, with a folder for what is uploaded."""

    def __init__(self) -> None:
        self._folder = temporary_folder("session")

    def _path(self, name: str) -> Path:
        return Path(self._folder.name) / Path(name).name

    def upload(self, data: str | os.PathLike[str] | bytes, target: str | None = None) -> None:
        """Stores a file, or bytes under the name `target`. Raises R321."""
        if isinstance(data, bytes):
            if target is None:
                raise MlccError("R358", "bytes that are uploaded need a name", help='upload(data, "lib.so")')
            self._path(target).write_bytes(data)
            return
        try:
            shutil.copyfile(data, self._path(target or Path(data).name))
        except OSError as error:
            raise MlccError("R321", f"cannot read `{os.fspath(data)}`: {error.strerror or error}") from error

    def download(self, name: str) -> bytearray:
        """The bytes of a file of the session. Raises R358."""
        try:
            return bytearray(self._path(name).read_bytes())
        except OSError as error:
            raise MlccError("R358", f"the session has no file `{name}`: {error.strerror}") from error

    def remove(self, name: str) -> None:
        """Deletes a file of the session. Raises R358."""
        try:
            self._path(name).unlink()
        except OSError as error:
            raise MlccError("R358", f"the session has no file `{name}`: {error.strerror}") from error

    def load_module(self, name: str) -> Library:
        """Loads an uploaded library. Raises what `mlcc.load` raises."""
        return load(self._path(name))

    def cpu(self, index: int = 0) -> Device:
        """The processor of this machine."""
        return cpu(index)

    device = cpu

    def close(self) -> None:
        """Removes the files."""
        self._folder.cleanup()

    def __enter__(self) -> LocalSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
