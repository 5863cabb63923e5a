"""Library functions that kernels call by name: a table in the artefact that the loader fills."""

from __future__ import annotations

from .platform import Platform
from .spec import ModuleSpec


def extern_ir(spec: ModuleSpec, platform: Platform, strings: dict[str, str]) -> str:
    """The table, `<prefix>_set_extern` and one caller per name; nothing when none are used."""
    return ""
