"""Sphinx configuration of the documentation site: `python -m sphinx -W docs site`."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import manual  # noqa: E402  the generator of the reference pages stands beside this file

import mlcc  # noqa: E402

project = "mlcc"
author = "the mlcc authors"
version = release = mlcc.__version__

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = []
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"mlcc {release}"
html_copy_source = False
html_show_copyright = False
# The same sources give the same pages.
html_last_updated_fmt = None

# Programs are TVMScript and consoles are transcripts; neither is a language that Pygments knows exactly.
highlight_language = "text"
suppress_warnings = ["misc.highlighting_failure"]


def setup(app: object) -> None:
    """Write the reference pages before Sphinx looks for sources."""
    manual.write(HERE / "generated")
