"""The file of records that a search writes: each trial is on disk before the next begins."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from mlcc.diagnostics import MlccError
from mlcc.driver import write_output
from mlcc.driver.files import file_error
from mlcc.driver.records import Record, read_records, sorted_text


class Log:
    """Appends records to a file; :meth:`close` sorts it. What an earlier search wrote is kept with `resume`.

    Raises MlccError D223 for a file that exists without it and is not empty, D110 to D113 for one that cannot be
    written.
    """

    def __init__(self, path: str, *, resume: bool = False) -> None:
        self.path = path
        if Path(path).exists() and Path(path).stat().st_size and not resume:
            raise MlccError(
                "D223", f"`{path}` exists", help="--resume continues it; or name another file, or remove it"
            )
        self.records: list[Record] = read_records([path]) if Path(path).exists() else []
        self._rewrite()
        self._file = Path(path).open("a", encoding="utf-8")  # noqa: SIM115 closed by close

    def add(self, record: Record) -> None:
        """Write a record, whole or not at all if the machine stops now."""
        self.records.append(record)
        try:
            self._file.write(record.line() + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise file_error(error, self.path, writing=True) from error

    def replace(self, old: Iterable[Record], new: Iterable[Record]) -> None:
        """Put other records in the place of some."""
        gone = set(map(id, old))
        self.records = [record for record in self.records if id(record) not in gone]
        self.records += new

    def close(self) -> None:
        """Sort the file."""
        self._file.close()
        self._rewrite()

    def _rewrite(self) -> None:
        write_output(self.path, sorted_text(self.records))
