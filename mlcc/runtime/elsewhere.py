"""A library for another machine: it can be described and exported here, and not run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc.diagnostics import MlccError

from .library import Library
from .spec import ModuleSpec


class ForeignLibrary(Library):
    """What a build for another processor returns: a library that is not loaded.

    Calling one of its functions raises `reason`, the error of loading it here (R323 or R326).
    """

    def __init__(self, spec: ModuleSpec, where: str, reason: MlccError) -> None:
        self.spec, self.where, self.reason = spec, where, reason
        self._functions = {}
        self._main = None

    def foreign(self, symbol: str, result: Any, arguments: Sequence[Any]) -> Any:
        """Raises: there is no code of this library in the process."""
        raise self.reason

    def describe(self) -> dict[str, Any]:
        """The description of the library: the JSON object that it contains."""
        import json

        from .spec import to_json

        whole: dict[str, Any] = json.loads(to_json(self.spec))
        return whole

    def set_num_threads(self, count: int) -> None:
        """Raises: no thread runs this library here."""
        raise self.reason
