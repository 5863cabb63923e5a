"""Names in printed text: identifiers, unique among the names in scope."""

from __future__ import annotations

import keyword
import re
from typing import Any

#: Reserved words of the text format.
RESERVED = frozenset({"T", "I", "R", "tir", "tirx", "cls", "metadata", "range", "mlcc", "tvm"})

_NOT_WORD = re.compile(r"\W")


def identifier(hint: str, default: str = "v", reserved: frozenset[str] = RESERVED) -> str:
    """`hint` as a Python identifier: characters that are not allowed become `_`, Unicode letters are kept."""
    if hint.isidentifier() and not keyword.iskeyword(hint) and hint not in reserved:
        return hint
    name = _NOT_WORD.sub("_", hint)
    if not name:
        return default
    if not name.isidentifier():
        name = f"v{name}" if f"v{name}".isidentifier() else default
    if keyword.iskeyword(name) or name in reserved:
        name += "_1"
    return name


class Names:
    """Names by node identity, in nested scopes; a name can be reused when its scope ends."""

    def __init__(self, reserved: frozenset[str] = RESERVED) -> None:
        self._reserved = reserved
        self._used: set[str] = set()
        self._names: dict[int, str] = {}
        self._next: dict[str, int] = {}
        self._frames: list[list[tuple[int, str, str, int]]] = []
        # Keys are object ids: keep the objects alive as long as the keys.
        self._alive: list[Any] = []

    def push(self) -> None:
        """Open a scope."""
        self._frames.append([])

    def pop(self) -> None:
        """Close the innermost scope and free its names."""
        for key, name, base, number in reversed(self._frames.pop()):
            self._names.pop(key, None)
            self._used.discard(name)
            self._next[base] = number

    def reserve(self, name: str) -> None:
        """Prevent a name from being assigned."""
        self._used.add(name)

    def define(self, item: Any, hint: str) -> str:
        """Assign a name derived from `hint` to `item` in the current scope."""
        base = identifier(hint, reserved=self._reserved)
        number = before = self._next.get(base, 0)
        name = base if number == 0 else f"{base}_{number}"
        while name in self._used:
            number += 1
            name = f"{base}_{number}"
        self._next[base] = number
        self._used.add(name)
        self._names[id(item)] = name
        self._alive.append(item)
        if self._frames:
            self._frames[-1].append((id(item), name, base, before))
        return name

    def get(self, item: Any) -> str | None:
        """The name of `item`, or None when it has none in scope."""
        return self._names.get(id(item))

    def of(self, item: Any, hint: str) -> str:
        """The name of `item`; one without a name is assigned one."""
        return self._names.get(id(item)) or self.define(item, hint)
