"""Codes P…: text that cannot be read (program text, YAML as YAML, JSON)."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {}
