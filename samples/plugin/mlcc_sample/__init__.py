"""Adds to mlcc: a converter of an operator, a CPU, a graph pass and a folder of schedules."""

from pathlib import Path

SCHEDULES = Path(__file__).parent / "schedules"
