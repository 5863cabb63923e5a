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
    """Writes the model; nothing, or the reason why there is none, and whether a package is not there."""
    try:
        samples = SOURCES[source].make(name)
    except ModuleNotFoundError as error:
        return {"reason": str(error), "absent": True}
    except Exception as error:  # exporters raise many kinds
        first: BaseException = error
        while first.__cause__ is not None:  # exporters wrap what they met in advice
            first = first.__cause__
        return {"reason": f"{type(first).__name__}: {first}"[:300]}
    save(samples, Path(folder))
    return {}
