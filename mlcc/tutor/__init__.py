"""A course in the terminal: lessons are data files with exercises, which are checked by running what was written."""

from __future__ import annotations

from .checks import Execute, Failure, check
from .lessons import Lesson, find_lesson, lessons
from .workbook import Workbook

__all__ = ["Execute", "Failure", "Lesson", "Workbook", "check", "find_lesson", "lessons"]
