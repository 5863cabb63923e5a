"""Runs the LALR tables over tokens and builds the syntax tree.

It does not use Lark's parser loop, for two reasons: speed (modules of networks have many thousand lines), and error
messages: an error names the expected tokens in words, and parsing continues at the next statement.
"""

from __future__ import annotations

import functools
from typing import Any

from mlcc.diagnostics import MlccError, SourceFile, Span

from .actions import ACTIONS, Action, BadLiteral
from .lexer import Token, tokenize
from .syntax import Jump, Literal, Statement, Syntax
from .tables import Tables, load_tables
from .words import unexpected

_MOST_ERRORS = 10
_LAYOUT = ("_NEWLINE", "_INDENT", "_DEDENT")


def _is_token(symbol: str) -> bool:
    """True for tokens, False for rules of the grammar."""
    return symbol.isupper() or symbol in _LAYOUT or symbol.startswith(("$", "__ANON"))


def parse_statements(source: SourceFile, start: int = 0, end: int | None = None) -> list[Statement]:
    """The statements of a text (or of a part of it). Raises MlccError P1xx."""
    result: list[Statement] = _Driver(source).run(tokenize(source, start, end), "module")
    return result


def parse_formula(source: SourceFile, start: int = 0, end: int | None = None) -> Syntax:
    """One expression. Raises MlccError P1xx."""
    result: Syntax = _Driver(source).run(tokenize(source, start, end), "formula")
    return result


@functools.lru_cache(maxsize=1)
def _compiled(tables: Tables) -> tuple[tuple[Any, ...], ...]:
    """Per rule: (size, origin, action or None, keep, inline, single, index of a lone plain child or None)."""
    compiled = []
    for rule in tables.rules:
        action: Action | None = None if rule.inline else ACTIONS.get(rule.action)
        plain = len(rule.keep) == 1 and not rule.keep[0][1]
        if rule.single and not plain:
            action = _only
        through = rule.keep[0][0] if rule.single and plain else None
        simple = tuple(i for i, _ in rule.keep) if not any(s for _, s in rule.keep) else None
        compiled.append((rule.size, rule.origin, action, rule.keep, simple, through))
    return tuple(compiled)


class _Driver:
    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.tables = load_tables()
        self.errors: list[MlccError] = []

    def run(self, tokens: list[Token], start: str) -> Any:
        """Shift and reduce until the end; errors are collected, and raised together."""
        states, rules = self.tables.states, _compiled(self.tables)
        named, text = self.tables.values, self.source.text
        stack = [self.tables.starts[start]]
        final = self.tables.ends[start]
        values: list[Any] = []
        begins: list[int] = []
        ends: list[int] = []
        position = 0
        self.restart = ([*stack], 0)
        name, begin, end = tokens[0]
        while True:
            step = states[stack[-1]].get(name)
            if step is None:
                if name == "$END" and stack[-1] == final:
                    break
                position = self.recover(tokens, position, (stack, values, begins, ends))
                name, begin, end = tokens[position]
            elif step >= 0:
                stack.append(step)
                values.append((text[begin:end], begin, end) if name in named else None)
                begins.append(begin)
                ends.append(end)
                position += 1
                name, begin, end = tokens[position]
            else:
                size, origin, action, keep, simple, through = rules[~step]
                if through is not None:
                    # `?rule` with one child: the child's value replaces the rule.
                    value = values[-size + through]
                elif simple is not None:
                    value = [values[i - size] for i in simple]
                else:
                    value = _spliced(values, size, keep)
                if size:
                    first, last = begins[-size], ends[-1]
                    del stack[-size:], values[-size:], begins[-size:], ends[-size:]
                else:
                    first = last = begin
                if through is None and action is not None:
                    try:
                        value = action(value, first, last)
                    except BadLiteral as problem:
                        span = Span(self.source, *problem.location)
                        self.errors.append(MlccError(problem.code, problem.message, span=span))
                        value = Literal(0, first, last)  # well formed, so that parsing can continue
                stack.append(states[stack[-1]][origin])
                values.append(value)
                begins.append(first)
                ends.append(last)
        if self.errors:
            raise MlccError.many(self.errors)
        return values[-1]

    def recover(self, tokens: list[Token], position: int, stacks: tuple[list[Any], ...]) -> int:
        """Record the error, skip the malformed statement and continue after it. Returns the new position."""
        stack, values, begins, ends = stacks
        self.errors.append(self.error(tokens, position))
        while stack and "statement" not in self.tables.states[stack[-1]]:
            stack.pop()
            if values:
                values.pop(), begins.pop(), ends.pop()
        following = _after_statement(tokens, position)
        if not stack or following == position or len(self.errors) >= _MOST_ERRORS:
            raise MlccError.many(self.errors)
        at = tokens[following][1]
        stack.append(self.tables.states[stack[-1]]["statement"])
        values.append(Jump("pass", at, at))
        begins.append(at)
        ends.append(at)
        self.restart = ([*stack], following)
        return following

    def error(self, tokens: list[Token], position: int) -> MlccError:
        """P110 at a token, with the tokens that are expected there."""
        name, begin, end = tokens[position]
        text = self.source.text
        first = next((i for i in range(position, 0, -1) if tokens[i - 1][0] in _LAYOUT), 0)
        opening = text[tokens[first][1] : tokens[first][2]]
        message, help_ = unexpected(name, text[begin:end], opening, self.expected(tokens, position), self.tables)
        if name == "STRING" and text[begin - 1 : begin] in ("f", "F"):
            help_ = "f-strings are not part of programs"
        if name == "_NEWLINE" or end == begin:
            # The end of the line: the caret belongs after the last character written.
            begin = len(self.source.text[:begin].rstrip())
            end = begin + 1
        return MlccError("P110", message, span=Span(self.source, begin, end), help=help_)

    def expected(self, tokens: list[Token], position: int) -> set[str]:
        """The tokens that are expected at `position`. The parser may have reduced past some of them before it detected
        the error, so the states are replayed from the last restart."""
        stack, start = [*self.restart[0]], self.restart[1]
        for name, _, _ in tokens[start:position]:
            self.advance(stack, name)
        return {name for name in self.tables.states[stack[-1]] if _is_token(name) and self.advance([*stack], name)}

    def advance(self, stack: list[int], name: str) -> bool:
        """Consume one token, states only. False when it is a syntax error."""
        states, rules = self.tables.states, self.tables.rules
        while True:
            step = states[stack[-1]].get(name)
            if step is None:
                return name == "$END" and stack[-1] in self.tables.ends.values()
            if step >= 0:
                stack.append(step)
                return True
            rule = rules[~step]
            if rule.size:
                del stack[-rule.size :]
            stack.append(states[stack[-1]][rule.origin])


def _only(children: list[Any], start: int, end: int) -> Any:
    """`?rule` whose one child comes out of an inlined rule."""
    (child,) = children
    return child


def _spliced(values: list[Any], size: int, keep: tuple[tuple[int, bool], ...]) -> list[Any]:
    """The kept children with lists of `_rules` put in. The first list grows in place, so that long
    left-recursive lists take linear time."""
    index, splice = keep[0]
    result: list[Any] = values[index - size] if splice else [values[index - size]]
    for index, splice in keep[1:]:
        if splice:
            result.extend(values[index - size])
        else:
            result.append(values[index - size])
    return result


def _after_statement(tokens: list[Token], position: int) -> int:
    """The position after the statement at `position`, its indented block included."""
    depth = 0
    if tokens[position][0] in ("_INDENT",):
        depth = 1
        position += 1
    while tokens[position][0] != "$END":
        name = tokens[position][0]
        if name == "_DEDENT" and depth == 0:
            return position
        position += 1
        if name == "_INDENT":
            depth += 1
        elif name == "_DEDENT":
            depth -= 1
            if depth == 0:
                return position
        elif name == "_NEWLINE" and depth == 0 and tokens[position][0] != "_INDENT":
            return position
    return position
