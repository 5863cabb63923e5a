"""Data as one page: HTML with its style, its code and its data inside, which asks the network for nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("page")
#: The parts of the page's code, in order of use.
_SCRIPTS = ("data.js", "text.js", "graph.js", "charts.js", "kernels.js", "main.js")


def page(data: Mapping[str, Any]) -> str:
    """The HTML of a page about a report (see `report`)."""
    code = "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    parts = {
        "{{title}}": escape(f"{data['title']} - mlcc"),
        "{{style}}": (_FOLDER / "page.css").read_text(encoding="utf-8"),
        "{{code}}": code,
        "{{data}}": embedded(data),
    }
    text = (_FOLDER / "page.html").read_text(encoding="utf-8")
    for mark, part in parts.items():
        before, _, after = text.partition(mark)
        text = before + part + after if mark != "{{data}}" else before + part + after
    return text


def embedded(data: Mapping[str, Any]) -> str:
    """JSON that may stand in a `script` element: no `<` that could end it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
