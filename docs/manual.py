"""The generated pages of the site: what `mlcc explain`, `mlcc list` and `--help` print, and the repository's documents.

`write(folder)` puts one page per command, primitive, code, operator, pass and target below `folder/manual`, with an
index per kind, and the READMEs with their links changed to the site's pages below `folder`. Nothing is written by
hand there, so no page can differ from the program's behaviour. Also runs alone: `python docs/manual.py FOLDER`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import click

from mlcc.cli.app import COMMANDS, group
from mlcc.cli.catalogue import KINDS, Entry, entries
from mlcc.diagnostics import find_code

# The kinds of `mlcc list`: title of their page, and one sentence on what it holds.
TITLES = {
    "ops": ("Operators", "The operators of graph functions: their inputs, attributes and meaning."),
    "onnx": ("ONNX operators", "The operators that the importer reads, and the versions it distinguishes."),
    "primitives": ("Schedule primitives", "The transformations that schedules are composed of."),
    "steps": ("Composite steps", "Steps that are composed of other steps; the library's vocabulary."),
    "schedules": ("Schedule files", "The files of the library, by which the compiler makes its own kernels fast."),
    "intrinsics": ("Tensor intrinsics", "Instructions that `tensorize` may name: what they compute, and their calls."),
    "targets": ("Targets", "The processors known by name, with the facts that schedules may read."),
    "costs": ("Cost facts", "What things cost on a target, as graph passes and schedules read it."),
    "passes": ("Passes", "The passes of the compiler, in the order in which they run."),
    "generators": ("Code generators", "Those outside of mlcc's own, which `mlcc build --extern` names."),
    "plugins": ("Plug-ins", "What the packages that are installed here add; `samples/plugin` is one."),
    "quantize": ("Quantised operators", "What `mlcc quantize` does with each operator of a model."),
    "codes": ("Diagnostic codes", "What each message means, and what to do."),
}

ROOT = Path(__file__).resolve().parents[1]
# The documents of the repository that the site shows, and the page each becomes.
DOCUMENTS = {
    "README.md": "readme",
    "samples/README.md": "samples",
    "grammars/README.md": "text",
    "schedules/README.md": "schedules",
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changelog",
}
# Pages that are written for the site, below `docs/` itself.
WRITTEN = {"docs/architecture.md": "../architecture", "docs/quantization.md": "../quantization"}

_CODE = re.compile(r"\b[A-Z][0-9]{3}\b")


@dataclass(frozen=True, slots=True)
class Page:
    """One Markdown file: its path below the generated folder, without suffix, and its text."""

    path: str
    text: str


def pages() -> list[Page]:
    """All generated pages."""
    toc = "\n".join(f"{name}/index" for name in ["commands", *KINDS])
    result = [Page("manual/index", f"# Manual\n\n```{{toctree}}\n:maxdepth: 1\n\n{toc}\n```\n")]
    result += [Page(name, _document(source)) for source, name in DOCUMENTS.items()]
    result += _command_pages()
    for kind in KINDS:
        result += _kind_pages(kind)
    return result


def write(folder: Path) -> None:
    """Write the pages that changed under `folder`, and remove pages of entries that no longer exist."""
    wanted = {folder / f"{page.path}.md": page.text for page in pages()}
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in folder.rglob("*.md"):
        if path not in wanted:
            path.unlink()


def _document(source: str) -> str:
    """A document of the repository, its links to other documents leading to their pages.

    A link to a file that is not a page is replaced by the file's name: the site does not contain the source tree.
    """
    base = PurePosixPath(source).parent

    def link(match: re.Match[str]) -> str:
        text, target = match[1], match[2]
        if "://" in target or target.startswith("#"):
            return match[0]
        path, _, anchor = target.partition("#")
        parts: list[str] = []
        for part in (base / path).parts:
            parts = parts[:-1] if part == ".." else [*parts, part]
        where = "/".join(parts)
        page = DOCUMENTS.get(where) or DOCUMENTS.get(f"{where}/README.md") or WRITTEN.get(where)
        if page is None:
            return text
        return f"[{text}]({page}.md{'#' + anchor if anchor else ''})"

    parts = re.split(r"(^```.*?^```$)", (ROOT / source).read_text(encoding="utf-8"), flags=re.M | re.S)
    return "".join(
        part if index % 2 else re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", link, part) for index, part in enumerate(parts)
    )


def _kind_pages(kind: str) -> Iterator[Page]:
    """The pages of a kind: an index, and its entries on pages of their own, by groups, or on the index.

    A theme's sidebar names every page on every page, so a page for each of 240 operators would make the site slow to
    build and its sidebar useless.
    """
    title, about = TITLES[kind]
    rows = entries(kind)
    head = f"# {title}\n\n{about}\n\n"
    groups = _groups(kind, rows)
    if len(groups) == 1:
        table = f"{_table(rows)}\n" if all("\n" not in row.text for row in rows) else "\n".join(map(_section, rows))
        yield Page(f"manual/{kind}/index", head + table)
        return
    toc = "\n".join(groups)
    links = "\n\n".join(_table(result, linked=name) for name, result in groups.items()) if kind == "codes" else ""
    links = links or _table(rows, linked="")
    yield Page(f"manual/{kind}/index", f"{head}{links}\n\n```{{toctree}}\n:hidden:\n\n{toc}\n```\n")
    for name, result in groups.items():
        if len(result) == 1:
            yield Page(f"manual/{kind}/{name}", f"# `{name}`\n\n{_body(result[0])}\n")
        else:
            yield Page(f"manual/{kind}/{name}", f"# Codes {name}…\n\n" + "\n".join(map(_section, result)))


def _groups(kind: str, rows: list[Entry]) -> dict[str, list[Entry]]:
    """Page name -> its entries: codes by the letter of their phase, primitives and steps alone, others together."""
    if kind == "codes":
        letters = sorted({row.name[0] for row in rows})
        return {letter: [row for row in rows if row.name[0] == letter] for letter in letters}
    if kind in ("primitives", "steps"):
        return {row.name: [row] for row in rows}
    return {"index": rows}


def _section(row: Entry) -> str:
    return f"## `{row.name}`\n\n{_body(row)}\n"


def _body(row: Entry) -> str:
    """The entry's text, in which the codes that it names are links to their explanations."""
    if row.kind == "tensor intrinsic":  # a program
        return f"```python\n{row.text.strip()}\n```"
    text = markdown(row.text.strip() or row.summary)
    if row.kind == "code":
        return text
    parts = re.split(r"(^```.*?^```$|`[^`\n]+`)", text, flags=re.M | re.S)
    linked = [part if index % 2 else _CODE.sub(_code_link, part) for index, part in enumerate(parts)]
    return "".join(linked)


def _code_link(match: re.Match[str]) -> str:
    code = match[0]
    return f"[{code}](../codes/{code[0]}.md#{code.lower()})" if find_code(code) is not None else code


def _table(rows: list[Entry], *, linked: str | None = None) -> str:
    """Names and summaries; `linked` names the page that holds the entries, "" a page for each of them."""
    lines = ["| name | what it is |", "| --- | --- |"]
    for row in rows:
        name = f"`{row.name}`"
        if linked is not None:
            name = f"[{name}]({linked}.md#{row.name.lower()})" if linked else f"[{name}]({row.name}.md)"
        lines.append(f"| {name} | {_escape(row.summary)} |")
    return "\n".join(lines)


def _command_pages() -> Iterator[Page]:
    rows = "\n".join(f"| [`mlcc {name}`]({name}.md) | {_escape(about)} |" for name, (_, about) in COMMANDS.items())
    toc = "\n".join(COMMANDS)
    yield Page(
        "manual/commands/index",
        f"# Commands\n\n| command | what it does |\n| --- | --- |\n{rows}\n\n```{{toctree}}\n:hidden:\n\n{toc}\n```\n",
    )
    top = click.Context(group, info_name="mlcc")
    for name in COMMANDS:
        command = group.get_command(top, name)
        assert command is not None
        # The default width of a terminal, whatever terminal builds the site.
        context = click.Context(command, info_name=name, parent=top, terminal_width=100, max_content_width=100)
        yield Page(f"manual/commands/{name}", f"# `mlcc {name}`\n\n```text\n{command.get_help(context)}\n```\n")


def markdown(text: str) -> str:
    """A manual entry as Markdown: fenced blocks stay, what is indented becomes one, the rest is prose.

    Example: "Before:\\n    for i in range(4):" becomes "Before:\\n\\n```text\\nfor i in range(4):\\n```".
    """
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    prose = ["\n".join(part.splitlines()) if index % 2 else _fence_indented(part) for index, part in enumerate(parts)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(prose)).strip()


def _fence_indented(text: str) -> str:
    out: list[str] = []
    for chunk, indented in _runs(text.splitlines()):
        if indented:
            width = min(len(line) - len(line.lstrip()) for line in chunk if line.strip())
            out += ["", "```text", *(line[width:] for line in chunk), "```", ""]
        else:
            out += [_escape(line) for line in chunk]
    return "\n".join(out)


def _runs(lines: list[str]) -> Iterator[tuple[list[str], bool]]:
    """Runs of lines that are indented (by two columns or more) or not; a blank line inside an indented run stays."""
    run: list[str] = []
    inside = False
    for line in [*lines, "end"]:
        indented = line.startswith("  ")
        if line.strip() and indented != inside:
            blank = []
            while inside and run and not run[-1].strip():
                blank.append(run.pop())
            if any(each.strip() for each in run):
                yield run, inside
            run, inside = blank, indented
        run.append(line)
    if run[:-1]:
        yield run[:-1], inside


def _escape(line: str) -> str:
    """Prose with the characters that Markdown would read as markup escaped, outside of backticks."""
    parts = re.split(r"(``[^`]+``|`[^`]*`)", line)
    return "".join(part if index % 2 else re.sub(r"([*_<>\[\]#|])", r"\\\1", part) for index, part in enumerate(parts))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
