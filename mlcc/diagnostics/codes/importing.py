"""Codes I…: models that cannot be imported."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {}
