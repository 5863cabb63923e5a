"""The programs of the printer's tests serve the interpreter, too."""

from __future__ import annotations

from ir.ir_programs import ALL, GRAPH

PROGRAMS = {name: text for name, text in ALL.items() if name != "GRAPH"}
__all__ = ["GRAPH", "PROGRAMS"]
