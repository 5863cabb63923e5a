"""Codes G…: targets and code generation."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {}
