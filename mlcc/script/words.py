"""Tokens in words, for the errors of the parser."""

from __future__ import annotations

from .tables import Tables

_WORDS = {
    "_NEWLINE": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "$END": "the end of the text", "NAME": "a name", "NUMBER": "a number", "STRING": "a string",
    "INFIX": "an operator", "AUGMENTED": "an assignment operator",
}  # fmt: skip
#: What may begin an expression; shown as one thing.
_EXPRESSION = frozenset({
    "NAME", "NUMBER", "STRING", "TRUE", "FALSE", "NONE", "ELLIPSIS", "LPAR", "LSQB", "LBRACE", "PLUS", "MINUS",
    "TILDE", "NOT", "LAMBDA",
})  # fmt: skip
_OPERATORS = frozenset({"INFIX", "PLUS", "MINUS"})
_MOST = 5
_OPENERS = frozenset({"for", "with", "if", "elif", "else", "while", "def", "class"})
#: Python that people write out of habit.
_HABITS = {
    "try": "there are no exceptions in programs", "del": "variables end with their block",
    "global": "there are no global variables", "yield": "there are no generators",
    "async": "use `T.parallel` for parallel loops", "raise": "use `assert condition, \"message\"`",
    "in": "compare with `<`, `<=`, `==` instead", "is": "compare with `==`",
}  # fmt: skip


def describe(name: str, text: str) -> str:
    """A token in words, for a message."""
    if name in ("NAME", "NUMBER", "STRING", "INFIX", "AUGMENTED") and text:
        shown = text if len(text) <= 30 else text[:27] + "..."
        return f"`{shown}`"
    return _WORDS.get(name) or f"`{text}`"


def unexpected(name: str, text: str, opening: str, expected: set[str], tables: Tables) -> tuple[str, str | None]:
    """Message and help for a token that does not fit; `expected` are the tokens that would, `opening` the first word
    of the statement."""
    token = describe(name, text)
    if expected == {"_NEWLINE"}:
        return f"{token} after the end of the statement", "put each statement on a line of its own"
    if name == "_INDENT":
        return "unexpected indentation", "indent the lines of one block alike"
    if expected == {"_INDENT"}:
        return "expected an indented block here", "indent the body with four spaces"
    if name == "_NEWLINE" and "COLON" in expected and opening in _OPENERS:
        return f"expected `:`, found {token}", "a line that opens a block ends with `:`"
    if opening not in _OPENERS and "EQUAL" in expected:
        # Any expression may be followed by an assignment: not a useful suggestion.
        expected = expected - {"EQUAL", "COLON"}
    wanted = _wanted(expected, tables)
    message = f"expected {wanted}, found {token}" if wanted else f"{token} does not fit here"
    return message, _help(name, text, opening, expected)


def _wanted(tokens: set[str], tables: Tables) -> str:
    signs = {name: f"`{sign}`" for sign, name in (*tables.punctuation.items(), *tables.keywords.items())}
    parts: list[str] = []
    rest = set(tokens)
    if len(rest & _EXPRESSION) >= 8:
        parts.append("an expression")
        rest -= _EXPRESSION
    elif rest >= _OPERATORS:
        # After a value: calls, indices and the rest of a conditional are left unsaid.
        parts.append("an operator")
        rest -= {*_OPERATORS, "DOT", "LPAR", "LSQB", "IF", "AUGMENTED", "STRING"}
    if len(rest) > 2:
        rest -= {"_DEDENT", "$END"}
    closers = [name for name in ("RPAR", "RSQB", "RBRACE", "COMMA", "COLON", "EQUAL", "_NEWLINE") if name in rest]
    others = sorted(rest - set(closers), key=lambda name: signs.get(name, name))
    parts = [*(signs.get(name) or _WORDS.get(name, name.lower()) for name in (*closers, *others)), *parts]
    if len(parts) > _MOST:
        return ""
    return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _help(name: str, text: str, opening: str, tokens: set[str]) -> str | None:
    if text in _HABITS or opening in _HABITS:
        return _HABITS[text if text in _HABITS else opening]
    if name == "EQUAL" and "INFIX" in tokens:
        return "`==` compares"
    return None
