"""Codes D…: files, options and outputs of the command line."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {}
