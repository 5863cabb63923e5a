"""Makes a model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .made import save
from .sources import SOURCES


def load(source: str) -> None:
    """Imports the packages of a source."""
    SOURCES[source].load()


def answer(source: str, name: str, folder: str) -> dict[str, Any]:
    """Writes the model; nothing, or the reason why there is none."""
    try:
        samples = SOURCES[source].make(name)
    except Exception as error:  # exporters raise many kinds
        return {"reason": f"{type(error).__name__}: {error}"[:300]}
    save(samples, Path(folder))
    return {}
