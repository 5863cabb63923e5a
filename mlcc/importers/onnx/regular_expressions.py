"""Regular expressions in RE2's syntax (https://github.com/google/re2/wiki/Syntax) as automata over the bytes of UTF-8.

A parser builds a nondeterministic automaton (K. Thompson, 1968), of which sets of states become the states of a
deterministic one. Groups capture nothing, and there are no lines (the flag `m`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from .character_sets import ALL, CLASSES, LAST, NAMED, Ranges, both_cases, category, complement, merged, utf8
from .values import Array

#: The most states of an automaton, and the most copies of what `{n,m}` repeats (RE2's own limit).
_MOST_STATES, _MOST_COPIES = 1 << 13, 1000
_ESCAPES = {"a": 7, "f": 12, "t": 9, "n": 10, "r": 13, "v": 11}


class PatternError(ValueError):
    """A pattern that is no regular expression, or that asks for more than an automaton can do."""


@dataclass(frozen=True)
class Automaton:
    """States over bytes: ``transitions[s, c]`` is the state after byte c, negative for none: (S, 256) of int16.

    A match begins in one of `starts`, int16: at the beginning of a text, after a part of a word, after another byte.
    It may end in state s before another byte, before a part of a word, and at the end of the text as ``stops[s]``
    says, (S, 3) of bool.
    """

    transitions: Array
    starts: Array
    stops: Array


def automaton(pattern: str) -> Automaton:
    """The automaton that accepts the UTF-8 of the strings that match. Raises PatternError."""
    parser = _Parser(pattern)
    start, end = parser.whole()
    return _deterministic(parser.nodes, start, end)


@dataclass(slots=True)
class _Node:
    """A state: what follows at once, what does where a condition holds, and what does after a byte of a range."""

    free: list[int] = field(default_factory=list)
    free_if: dict[str, list[int]] = field(default_factory=dict)
    bytes: list[tuple[int, int, int]] = field(default_factory=list)


@dataclass(frozen=True)
class _Flags:
    """The flags that hold at a place of the pattern."""

    ignore_case: bool = False
    dot_all: bool = False


class _Parser:
    """Recursive descent. A part of the pattern is a pair of states, its first and its last."""

    def __init__(self, pattern: str) -> None:
        self.text, self.at = pattern, 0
        self.nodes: list[_Node] = []
        self.flags = _Flags()

    def whole(self) -> tuple[int, int]:
        """The pattern's states."""
        result = self._choice()
        if self.at < len(self.text):
            raise PatternError(f"`)` at {self.at} closes nothing")
        return result

    # ------------------------------------------------------------ structure
    def _choice(self) -> tuple[int, int]:
        saved = self.flags
        first, last = self._node(), self._node()
        while True:
            begin, end = self._sequence()
            self.nodes[first].free.append(begin)
            self.nodes[end].free.append(last)
            if not self._take("|"):
                break
        self.flags = saved
        return first, last

    def _sequence(self) -> tuple[int, int]:
        first = last = self._node()
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            begin, end = self._repeated()
            self.nodes[last].free.append(begin)
            last = end
        return first, last

    def _repeated(self) -> tuple[int, int]:
        start, flags = self.at, self.flags
        part = self._atom()
        bounds = self._bounds()
        if bounds is None:
            return part
        self._take("?")  # a preference among matches, which does not matter to whether there is one
        stop, (low, high) = self.at, bounds
        copies = [part]
        for _ in range(1, max(low, high or 0)):
            self.at, self.flags = start, flags
            copies.append(self._atom())
        self.at = stop
        if self._bounds() is not None:
            raise PatternError(f"what is repeated is repeated again at {stop}")
        return self._joined(copies, low, high)

    def _joined(self, copies: list[tuple[int, int]], low: int, high: int | None) -> tuple[int, int]:
        """`low` copies in a row, and up to `high` (None: any number)."""
        first, last = self._node(), self._node()
        place = first
        for number, (begin, end) in enumerate(copies):
            if number >= low:
                self.nodes[place].free.append(last)
            if high == 0:
                return first, last
            self.nodes[place].free.append(begin)
            if high is None and number == len(copies) - 1:
                self.nodes[end].free.append(begin)
            place = end
        self.nodes[place].free.append(last)
        return first, last

    def _bounds(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(sign):
                return bounds
        if self.text[self.at : self.at + 1] != "{":
            return None
        inside, found, _ = self.text[self.at + 1 :].partition("}")
        low, comma, high = inside.partition(",")
        if not found or not low.isdigit() or (high and not high.isdigit()):
            return None  # a brace that repeats nothing is a character
        self.at += len(inside) + 2
        least, most = int(low), (int(high) if high else None) if comma else int(low)
        if max(least, most or 0) > _MOST_COPIES or (most is not None and most < least):
            raise PatternError(f"`{{{inside}}}` repeats too often, or never")
        return least, most

    # ------------------------------------------------------------ parts
    def _atom(self) -> tuple[int, int]:
        char = self._next()
        match char:
            case "(":
                return self._group()
            case "[":
                return self._ranges(self._class())
            case ".":
                return self._ranges(ALL if self.flags.dot_all else [(0, 9), (11, LAST)])
            case "^" | "$":
                return self._edge("start" if char == "^" else "end")
            case "*" | "+" | "?":
                raise PatternError(f"`{char}` repeats nothing")
            case "\\":
                return self._escape()
        return self._ranges([(ord(char), ord(char))])

    def _group(self) -> tuple[int, int]:
        if self._take("?"):
            if self._take("P<") or self._take("<"):
                if self.text[self.at : self.at + 1] in ("=", "!"):
                    raise PatternError("looking behind is not in RE2's syntax")
                self._until(">")
            elif not self._take(":"):
                before = self.flags
                if self._set_flags() == ")":
                    first = self._node()
                    return first, first
                part = self._choice()
                self.flags = before
                self._expect(")")
                return part
        part = self._choice()
        self._expect(")")
        return part

    def _set_flags(self) -> str:
        """Reads `i-s:` or `i)`; gives the last character."""
        on = True
        while True:
            char = self._next()
            match char:
                case ":" | ")":
                    return char
                case "-":
                    on = False
                case "i":
                    self.flags = replace(self.flags, ignore_case=on)
                case "s":
                    self.flags = replace(self.flags, dot_all=on)
                case "U":
                    pass
                case "m" if not on:
                    pass
                case _:
                    raise PatternError(f"the group `(?{char}` is not supported")

    def _edge(self, condition: str) -> tuple[int, int]:
        """States that a condition connects."""
        first, last = self._node(), self._node()
        self.nodes[first].free_if[condition] = [last]
        return first, last

    def _escape(self) -> tuple[int, int]:
        char = self._next()
        match char:
            case "A" | "z":
                return self._edge("start" if char == "A" else "end")
            case "b" | "B":
                return self._edge("word_edge" if char == "b" else "no_word_edge")
            case "C":
                raise PatternError("single bytes of a character are not supported")
            case "Q":
                quoted = self._until("\\E", missing_is_end=True)
                first = last = self._node()
                for one in quoted:
                    begin, end = self._ranges([(ord(one), ord(one))])
                    self.nodes[last].free.append(begin)
                    last = end
                return first, last
        return self._ranges(self._escaped(char))

    def _escaped(self, char: str) -> Ranges:
        """What `\\char` stands for, in a class or out of it."""
        if char.lower() in CLASSES:
            ranges = CLASSES[char.lower()]
            return complement(ranges) if char.isupper() else ranges
        if char in "pP":
            name = self._until("}") if self._take("{") else self._next()
            opposite = (char == "P") != name.startswith("^")
            ranges = category(name.removeprefix("^"))
            if not ranges:
                raise PatternError(f"the class of characters `{name}` is not supported")
            return complement(ranges) if opposite else ranges
        if char == "x":
            digits = self._until("}") if self._take("{") else self._next() + self._next()
            return [_code(digits, 16)]
        if char in "01234567":
            digits = char
            while len(digits) < 3 and self.text[self.at : self.at + 1] in tuple("01234567"):
                digits += self._next()
            if char != "0" and len(digits) == 1:
                raise PatternError("references to groups are not in RE2's syntax")
            return [_code(digits, 8)]
        if char.isalnum() and char.isascii() and char not in _ESCAPES:
            raise PatternError(f"`\\{char}` is not in RE2's syntax")
        code = _ESCAPES.get(char, ord(char))
        return [(code, code)]

    def _class(self) -> Ranges:
        opposite = self._take("^")
        ranges: Ranges = []
        first = True
        while first or not self._take("]"):
            first = False
            if self._take("[:"):
                name = self._until(":]")
                named = NAMED.get(name.removeprefix("^"))
                if named is None:
                    raise PatternError(f"there is no class `{name}`")
                ranges += complement(named) if name.startswith("^") else named
                continue
            low = self._member()
            if (
                len(low) == 1
                and self.text[self.at : self.at + 1] == "-"
                and self.text[self.at + 1 : self.at + 2] != "]"
            ):
                self.at += 1
                high = self._member()
                if len(high) != 1 or high[0][1] < low[0][0]:
                    raise PatternError("a range of characters ends before it begins")
                low = [(low[0][0], high[0][1])]
            ranges += low
        if self.flags.ignore_case:
            ranges = both_cases(ranges)
        return complement(ranges) if opposite else ranges

    def _member(self) -> Ranges:
        char = self._next()
        return self._escaped(self._next()) if char == "\\" else [(ord(char), ord(char))]

    def _ranges(self, ranges: Ranges) -> tuple[int, int]:
        """States that one character of the ranges connects."""
        if self.flags.ignore_case:
            ranges = both_cases(ranges)
        first, last = self._node(), self._node()
        for low, high in merged(ranges):
            for sequence in utf8(low, high):
                place = first
                for number, (a, b) in enumerate(sequence):
                    target = last if number == len(sequence) - 1 else self._node()
                    self.nodes[place].bytes.append((a, b, target))
                    place = target
        return first, last

    # ------------------------------------------------------------ text
    def _node(self) -> int:
        self.nodes.append(_Node())
        return len(self.nodes) - 1

    def _next(self) -> str:
        if self.at >= len(self.text):
            raise PatternError("it ends too early")
        self.at += 1
        return self.text[self.at - 1]

    def _take(self, text: str) -> bool:
        found = self.text.startswith(text, self.at)
        self.at += len(text) if found else 0
        return found

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise PatternError(f"`{text}` is missing at {self.at}")

    def _until(self, text: str, missing_is_end: bool = False) -> str:
        end = self.text.find(text, self.at)
        if end < 0:
            if not missing_is_end:
                raise PatternError(f"`{text}` is missing after {self.at}")
            end = len(self.text)
        inside = self.text[self.at : end]
        self.at = min(end + len(text), len(self.text))
        return inside


def _code(digits: str, base: int) -> tuple[int, int]:
    try:
        value = int(digits, base)
    except ValueError:
        raise PatternError(f"`{digits}` is no number") from None
    if value > LAST:
        raise PatternError(f"there is no character {value}")
    return value, value


# ---------------------------------------------------------------- sets of states
_WORD = frozenset(byte for low, high in CLASSES["w"] for byte in range(low, high + 1))
#: Where ranges of bytes begin that are parts of words, or that are not.
_WORD_CUTS = (0, 256, *(cut for low, high in CLASSES["w"] for cut in (low, high + 1)))


@dataclass(frozen=True, slots=True)
class _State:
    """A state of the deterministic automaton: states of the other, whether the text begins here, and, where the
    pattern looks at the ends of words, whether a part of a word was just read."""

    states: frozenset[int]
    begins: bool
    in_word: bool


def _deterministic(nodes: list[_Node], start: int, end: int) -> Automaton:
    looks = any(node.free_if.get(edge) for node in nodes for edge in ("word_edge", "no_word_edge"))
    first = _closure(nodes, {start})
    seeds = [_State(first, True, False), _State(first, False, looks), _State(first, False, False)]
    todo = list(dict.fromkeys(seeds))
    numbers = {state: number for number, state in enumerate(todo)}
    rows, stops = [], []
    for state in todo:  # grows while it is read
        row = np.full(256, -1, np.int16)
        after = [_closure(nodes, state.states, *_conditions(state, word)) for word in (False, True)]
        ended = _closure(nodes, state.states, *_conditions(state, False), "end")
        stops.append([end in states for states in (*after, ended)])
        for word, states in zip((False, True), after, strict=True):
            for low, high, targets in _steps(nodes, states, word):
                reached = _State(_closure(nodes, targets), False, word and looks)
                if reached not in numbers:
                    numbers[reached] = len(numbers)
                    todo.append(reached)
                    if len(numbers) > _MOST_STATES:
                        raise PatternError(f"its automaton has more than {_MOST_STATES} states")
                row[low:high] = numbers[reached]
        rows.append(row)
    starts = np.array([numbers[seed] for seed in seeds], np.int16)
    return Automaton(np.stack(rows), starts, np.array(stops))


def _steps(nodes: list[_Node], states: frozenset[int], word: bool) -> Iterator[tuple[int, int, frozenset[int]]]:
    """Ranges of bytes [low, high), all parts of words or none, and the states that they lead to."""
    edges = [edge for n in states for edge in nodes[n].bytes]
    cuts = {*_WORD_CUTS, *(low for low, _, _ in edges), *(high + 1 for _, high, _ in edges)}
    for low, high in itertools.pairwise(sorted(cuts)):
        targets = frozenset(target for a, b, target in edges if a <= low <= b)
        if targets and (low in _WORD) == word:
            yield low, high, targets


def _conditions(state: _State, word: bool) -> tuple[str, ...]:
    """The conditions that hold between a state and a byte after it, which is part of a `word` or not."""
    edge = "word_edge" if state.in_word != word else "no_word_edge"
    return (edge, "start") if state.begins else (edge,)


def _closure(nodes: list[_Node], states: Iterable[int], *conditions: str) -> frozenset[int]:
    """The states, and those that follow without reading anything where the conditions hold."""
    result = set(states)
    todo = list(result)
    while todo:
        node = nodes[todo.pop()]
        for target in (*node.free, *(t for name in conditions for t in node.free_if.get(name, ()))):
            if target not in result:
                result.add(target)
                todo.append(target)
    return frozenset(result)
