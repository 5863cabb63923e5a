"""The lessons: one YAML file each in `lessons/`, in the order of their names.

A file has `title`, `text` (the idea, and what is to be done), `files` (what the learner gets, by name), `models` (ONNX
models in ONNX's text form, by name), `checks` (see `checks.py`), `hints`, `solution` (files that pass) and `after`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from mlcc.diagnostics import MlccError, choices_help

_FOLDER = Path(__file__).parent / "lessons"


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson; `name` is that of its file (`02-split-reorder`), and of the folder in which the learner works."""

    name: str
    title: str
    text: str
    files: Mapping[str, str]
    checks: tuple[Mapping[str, Any], ...]
    hints: tuple[str, ...]
    solution: Mapping[str, str]
    after: str = ""
    models: Mapping[str, str] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Write the files that are not there yet into a folder. Raises MlccError D110 to D113."""
        from mlcc.driver.dumps import folder_at
        from mlcc.driver.writing import write_output

        folder_at(folder)
        for name, text in self.files.items():
            if not (folder / name).exists():
                write_output(folder / name, text)
        for name, text in self.models.items():
            if not (folder / name).exists():
                import onnx.parser

                write_output(folder / name, onnx.parser.parse_model(text).SerializeToString())


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """All lessons in order."""
    return tuple(_read(path) for path in sorted(_FOLDER.glob("*.yaml")))


def _read(path: Path) -> Lesson:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    data["checks"], data["hints"] = tuple(data["checks"]), tuple(data["hints"])
    return Lesson(path.stem, **data)


def find_lesson(name: str) -> Lesson:
    """The lesson of a name, or of its number alone. Raises MlccError D224."""
    for lesson in lessons():
        if name == lesson.name or (name.isdecimal() and int(name) == int(lesson.name.partition("-")[0])):
            return lesson
    names = [lesson.name for lesson in lessons()]
    raise MlccError("D224", f"there is no lesson `{name}`", help=choices_help(name, names, "lessons"))
