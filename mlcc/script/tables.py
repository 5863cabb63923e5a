"""LALR tables of the text format, made by Lark from `grammars/*.lark` and cached.

Lark reads the grammar and builds the tables; :mod:`mlcc.script.driver` runs them. Building takes a third of a
second, so the tables are kept as JSON in the user's cache folder, under a digest of the grammar and of the versions
involved. An unreadable or unwritable cache costs only that time.
"""

from __future__ import annotations

import functools
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mlcc.resources import grammar_text

FILES = ("lexical.lark", "expr.lark", "script.lark")
STARTS = ("module", "formula")
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Rule:
    """One production: `action` names what to do with the kept symbols.

    `keep` holds (index, splice) of the symbols that reach the action; `splice` means that the symbol's value is a
    list to be inlined (a rule whose name starts with `_`). `inline`: the rule itself is such a rule. `single`: a lone
    child stands for the rule (`?rule`).
    """

    origin: str
    size: int
    action: str
    keep: tuple[tuple[int, bool], ...]
    inline: bool
    single: bool


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """`states[s][symbol]` is a state to go to (>= 0), or the complement of a rule to reduce by (< 0).

    `keywords` maps a word to its token name, `punctuation` a sign; `patterns` are the regular expressions in the
    order of the grammar files; `values` names the tokens whose text is used.
    """

    states: tuple[dict[str, int], ...]
    starts: dict[str, int]
    ends: dict[str, int]
    rules: tuple[Rule, ...]
    keywords: dict[str, str]
    punctuation: dict[str, str]
    patterns: tuple[tuple[str, str], ...]
    values: frozenset[str]


@functools.lru_cache(maxsize=1)
def load_tables() -> Tables:
    """The tables, from the cache or made now."""
    text = "\n".join(grammar_text(name) for name in FILES)
    path = _cache_file(text)
    data = _read_cache(path)
    if data is None:
        data = _build(text)
        _write_cache(path, data)
    return _decode(data)


def _cache_file(text: str) -> Path | None:
    import hashlib
    from importlib.metadata import PackageNotFoundError, version

    try:
        lark_version = version("lark")
    except PackageNotFoundError:
        lark_version = "?"
    digest = hashlib.sha256(f"{_FORMAT}\n{lark_version}\n{text}".encode()).hexdigest()[:24]
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "mlcc" / f"grammar-{digest}.json" if os.path.isabs(base) else None


def _read_cache(path: Path | None) -> dict[str, Any] | None:
    if path is None:
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) and data.get("format") == _FORMAT else None


def _write_cache(path: Path | None, data: dict[str, Any]) -> None:
    """Written beside and renamed: another process never sees half a file."""
    if path is None:
        return
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(json.dumps(data), encoding="utf-8")
        partial.replace(path)
    except OSError:
        return


def _build(text: str) -> dict[str, Any]:
    """Have Lark analyse the grammar, and take its tables as plain data."""
    from lark import Lark
    from lark.lexer import Lexer, PatternStr
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(Lexer):
        """Our lexer makes the tokens; Lark only needs one to be named."""

        def __init__(self, _: Any) -> None: ...

        def lex(self, *_: Any) -> Any:
            raise NotImplementedError

    made = Lark(text, parser="lalr", lexer=NoLexer, start=list(STARTS), maybe_placeholders=False)
    table = made.parser.parser._parse_table
    numbers = {rule: index for index, rule in enumerate(made.rules)}
    for actions in table.states.values():
        for action, argument in actions.values():
            if action is not Shift and argument not in numbers:
                numbers[argument] = len(numbers)
    states = [
        {
            symbol: argument if action is Shift else ~numbers[argument]
            for symbol, (action, argument) in table.states[state].items()
        }
        for state in range(len(table.states))
    ]
    words, signs, patterns = {}, {}, []
    for terminal in made.terminals:
        pattern = terminal.pattern
        if not isinstance(pattern, PatternStr):
            patterns.append((terminal.name, pattern.value))
        elif pattern.value.isidentifier():
            words[pattern.value] = terminal.name
        else:
            signs[pattern.value] = terminal.name
    order = {name: text.index(f"\n{name}:") for name, _ in patterns}
    return {
        "format": _FORMAT,
        "states": states,
        "starts": table.start_states,
        "ends": table.end_states,
        "rules": [_encode_rule(rule) for rule in numbers],
        "keywords": words,
        "punctuation": signs,
        "patterns": sorted(patterns, key=lambda item: order[item[0]]),
    }


def _encode_rule(rule: Any) -> list[Any]:
    keep = []
    for index, symbol in enumerate(rule.expansion):
        if symbol.is_term:
            if not symbol.filter_out:
                keep.append([index, False])
        else:
            keep.append([index, symbol.name.startswith("_")])
    origin = str(rule.origin.name)
    single = bool(rule.options.expand1) and not rule.alias
    return [origin, len(rule.expansion), str(rule.alias or origin), keep, origin.startswith("_"), single]


def _decode(data: dict[str, Any]) -> Tables:
    rules = tuple(
        Rule(origin, size, action, tuple((i, bool(s)) for i, s in keep), inline, single)
        for origin, size, action, keep, inline, single in data["rules"]
    )
    named = {name for name, _ in data["patterns"]} | {"PLUS", "MINUS", "TILDE", "NOT"}
    return Tables(
        tuple(data["states"]),
        data["starts"],
        data["ends"],
        rules,
        data["keywords"],
        data["punctuation"],
        tuple((name, pattern) for name, pattern in data["patterns"]),
        frozenset(named),
    )
