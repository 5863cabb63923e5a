"""Codes T…: wrong use of tensor expressions and operators (te, topi, relax)."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {}
