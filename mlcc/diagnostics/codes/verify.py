"""Codes V…: programs that are not well formed, and type, shape and scope mistakes."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {}
