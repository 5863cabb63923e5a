"""Resolves the symbols of several objects: which section defines each, and which come from outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .reading import ABSOLUTE, COMMON, LOCAL, TLS_SYMBOL, UNDEFINED, WEAK, Object, Section, Symbol, refused


@dataclass(frozen=True, slots=True)
class Definition:
    """Where a symbol is: `value` bytes into a section, or a number if that is None."""

    symbol: Symbol
    section: Section | None


@dataclass(frozen=True, slots=True)
class Outside:
    """A symbol of another library."""

    name: str
    weak: bool


Meaning = Definition | Outside


class Symbols:
    """The symbols of the objects of one library."""

    def __init__(self, objects: Sequence[Object]) -> None:
        self.globals: dict[str, Definition] = {}
        self._outside: dict[str, Outside] = {}
        self._tables: dict[int, list[Meaning]] = {}
        for item in objects:
            for symbol in item.symbols:
                if symbol.binding != LOCAL and symbol.section != UNDEFINED:
                    self._define(item, symbol)
        for item in objects:
            self._tables[id(item)] = [self._meaning(item, symbol) for symbol in item.symbols]

    def _define(self, item: Object, symbol: Symbol) -> None:
        if symbol.section in item.dropped:
            return
        if symbol.section == COMMON or symbol.kind == TLS_SYMBOL:
            raise refused(f"`{item.name}` defines `{symbol.name}` in a way that mlcc's linker does not know")
        before = self.globals.get(symbol.name)
        if before is not None and WEAK not in (before.symbol.binding, symbol.binding):
            raise refused(f"two objects define `{symbol.name}`")
        if before is None or before.symbol.binding == WEAK:
            self.globals[symbol.name] = Definition(symbol, _section(item, symbol))

    def _meaning(self, item: Object, symbol: Symbol) -> Meaning:
        if symbol.binding == LOCAL:
            return Definition(symbol, _section(item, symbol))
        found = self.globals.get(symbol.name)
        if found is not None:
            return found
        before = self._outside.get(symbol.name)
        weak = symbol.binding == WEAK and (before is None or before.weak)
        self._outside[symbol.name] = Outside(symbol.name, weak)
        return self._outside[symbol.name]

    def meaning(self, item: Object, index: int) -> Meaning:
        """What a symbol of an object stands for."""
        found = self._tables[id(item)][index]
        return self._outside[found.name] if isinstance(found, Outside) else found

    @property
    def exported(self) -> list[Definition]:
        """Those that can be seen from outside, in order of their names."""
        return [found for _, found in sorted(self.globals.items()) if found.symbol.visibility == 0]


def _section(item: Object, symbol: Symbol) -> Section | None:
    return None if symbol.section in (UNDEFINED, ABSOLUTE) else item.sections[symbol.section]
