"""Codes L…: programs that cannot be lowered to loops."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {}
