"""Program text in colours: as escape sequences of a terminal, and as HTML for notebooks."""

from __future__ import annotations

import re
import sys
from html import escape

from mlcc.diagnostics import stream_has_color

#: What is coloured, in this order of preference: comments, strings, keywords, names of dialects, numbers.
_TOKENS = re.compile(
    r"(?P<comment>#.*)|(?P<string>\"[^\"\n]*\")"
    r"|(?P<keyword>\b(?:for|in|with|def|class|if|else|while|return|and|or|not|True|False|None)\b)"
    r"|(?P<dialect>\b[TRI]\.[\w.]+|@[\w.]+)|(?P<number>\b\d[\w.]*)"
)
_ESCAPES = {"comment": "90", "string": "33", "keyword": "35", "dialect": "34", "number": "36"}
#: Colours that can be read on white and on black.
_COLORS = {"comment": "#808080", "string": "#b07000", "keyword": "#a050d0", "dialect": "#3080d0", "number": "#109080"}


def has_color() -> bool:
    """Whether what is printed is shown in colours: on a terminal, and in a notebook."""
    # A stand-in for IPython's `display`, as scripts and documentation tools put there, has no shell.
    find_shell = getattr(sys.modules.get("IPython"), "get_ipython", None)
    active = find_shell() if find_shell is not None else None
    return stream_has_color(sys.stdout) or type(active).__name__ == "ZMQInteractiveShell"


def colored(text: str) -> str:
    """The text with escape sequences."""
    return _TOKENS.sub(lambda m: f"\x1b[{_ESCAPES[m.lastgroup or 'comment']}m{m[0]}\x1b[0m", text)


def html(text: str) -> str:
    """The text as an element."""
    parts, at = [], 0
    for match in _TOKENS.finditer(text):
        color = _COLORS[match.lastgroup or "comment"]
        parts += [escape(text[at : match.start()]), f'<span style="color:{color}">{escape(match[0])}</span>']
        at = match.end()
    return f'<pre style="line-height:1.25">{"".join(parts)}{escape(text[at:])}</pre>'
