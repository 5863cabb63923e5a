"""Codes S…: schedules and steps that are refused."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {}
