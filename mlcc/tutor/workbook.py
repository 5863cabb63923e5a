"""Where a learner works: a folder for each lesson, and what is done, so that the course can be resumed."""

from __future__ import annotations

import json
from pathlib import Path

from .lessons import Lesson, lessons

_STATE = "progress.json"


class Workbook:
    """`root` is made when a lesson is opened. What is done and how many hints were read is kept in `progress.json`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.done: list[str] = []
        self.hints: dict[str, int] = {}
        try:
            state = json.loads((root / _STATE).read_text(encoding="utf-8"))
            self.done, self.hints = list(state["done"]), dict(state["hints"])
        except (OSError, ValueError, KeyError, TypeError):
            pass  # a new folder, or one whose state was damaged: the exercises are still there

    def open(self, lesson: Lesson) -> Path:
        """The folder of a lesson, with its files."""
        folder = self.root / lesson.name
        lesson.write(folder)
        return folder

    def next(self) -> Lesson | None:
        """The first lesson that is not done."""
        return next((lesson for lesson in lessons() if lesson.name not in self.done), None)

    def solved(self, lesson: Lesson) -> None:
        """Note that a lesson is done."""
        if lesson.name not in self.done:
            self.done.append(lesson.name)
        self._save()

    def hint(self, lesson: Lesson) -> str:
        """The next hint; the last one again when there are no more."""
        count = min(self.hints.get(lesson.name, 0), len(lesson.hints) - 1)
        self.hints[lesson.name] = count + 1
        self._save()
        return f"hint {count + 1} of {len(lesson.hints)}: {lesson.hints[count].strip()}"

    def _save(self) -> None:
        from mlcc.driver.dumps import folder_at
        from mlcc.driver.writing import write_output

        state = {"done": self.done, "hints": self.hints}
        write_output(folder_at(self.root) / _STATE, json.dumps(state, indent=1) + "\n")
