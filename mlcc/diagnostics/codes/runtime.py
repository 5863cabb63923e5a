"""Codes R…: libraries that cannot be loaded, and wrong inputs to a run."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {}
