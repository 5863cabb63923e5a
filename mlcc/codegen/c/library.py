"""The small functions that a C file defines for itself: those that its kernels use, each once, in order of need."""

from __future__ import annotations


class Library:
    """Collects definitions by name. What a definition uses must be asked for before it is added."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self.externs: dict[str, str] = {}

    def add(self, name: str, text: str) -> str:
        """Define `name` by a text, unless it is defined; returns the name."""
        self._texts.setdefault(name, text)
        return name

    def inline(self, name: str, signature: str, body: str) -> str:
        """Define an inline function; returns its name."""
        return self.add(name, f"MLCC_INLINE {signature} {{\n  {body}\n}}")

    def text(self) -> str:
        """All definitions."""
        return "\n\n".join([*self._texts.values(), *self.externs.values()])
