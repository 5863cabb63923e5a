"""The layout is the architecture: imports point down, files and functions stay short."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "mlcc"

# A folder may import folders of a lower rank; inside one rank only those named in ALSO.
RANKS: list[set[str]] = [
    {
        *("diagnostics", "resources", "mapping", "late_names", "plugins", "registered"),
        *("interpreters", "deep_calls"),
        *("narrow_types", "reserved_words", "string_rows", "tables"),
    },
    {"ir"},
    {"target"},
    {"analysis"},
    {"te", "topi", "script", "schedule", "relax", "importers", "lowering", "reference"},
    {"codegen"},
    {"runtime"},
    {"rpc", "serve"},
    {"driver"},
    {"quantization", "tune", "tutor", "view"},
    {"verification"},
    {"cli"},
]
RANK = {name: rank for rank, names in enumerate(RANKS) for name in names}
ALSO = {
    "plugins": {"diagnostics"},
    "resources": {"plugins"},
    "string_rows": {"diagnostics"},
    "schedule": {"script", "te"},
    "topi": {"te"},
    "relax": {"te", "topi", "schedule", "reference"},
    "importers": {"te", "topi", "relax"},
}
# Façade modules at the top of the package may import anything.
LONGEST_FILE = 500
LONGEST_FUNCTION = 60
BANNED_NAMES = {"utils.py", "helpers.py", "common.py", "misc.py"}

#: Such a name is allowed where TVM's users look for it: `from mlcc.contrib import utils`.
NAMES_OF_TVM = {"contrib/utils.py"}

FILES = sorted(PACKAGE.rglob("*.py"))


def _imported(tree: ast.AST, file: Path) -> Iterator[tuple[int, str]]:
    """Line and absolute dotted name of every import of mlcc in a file."""
    package = list(file.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
            for text in (item.value for item in ast.walk(node) if isinstance(item, ast.Constant)):
                if isinstance(text, str) and text.startswith("mlcc."):
                    yield node.lineno, text
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            if module == "mlcc":
                for alias in node.names:
                    yield node.lineno, f"mlcc.{alias.name}"
            else:
                yield node.lineno, module


@pytest.fixture(scope="module", params=sorted({file.parent for file in FILES}), ids=lambda folder: folder.name)
def trees(request: pytest.FixtureRequest) -> dict[Path, ast.Module]:
    """The files of each folder in turn: all tests of one before the next."""
    files = [file for file in FILES if file.parent == request.param]
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}


def test_imports_point_down(trees: dict[Path, ast.Module]) -> None:
    wrong = []
    for file, tree in trees.items():
        parts = file.relative_to(PACKAGE).parts
        home = parts[0] if len(parts) > 1 else parts[0].removesuffix(".py")
        if home not in RANK:
            continue  # the façades and data modules at the top
        for line, name in _imported(tree, file):
            chunks = name.split(".")
            if chunks[0] != "mlcc" or len(chunks) < 2 or chunks[1] not in RANK:
                continue
            there = chunks[1]
            allowed = there == home or RANK[there] < RANK[home] or there in ALSO.get(home, set())
            if not allowed:
                wrong.append(f"{file.relative_to(ROOT)}:{line}: {home} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_files_and_functions_are_short_and_modules_say_what_they_are(trees: dict[Path, ast.Module]) -> None:
    for file, tree in trees.items():
        assert ast.get_docstring(tree), f"{file} does not say what it is"
        # Tables of explanations are data.
        if file.parent.name != "codes":
            lines = file.read_text(encoding="utf-8").splitlines()
            assert len(lines) <= LONGEST_FILE, f"{file} is longer than {LONGEST_FILE} lines"
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                assert length <= LONGEST_FUNCTION, f"{file}:{node.lineno}: {node.name} has {length} lines"


def test_no_drawer_modules() -> None:
    assert not [
        file for file in FILES if file.name in BANNED_NAMES and str(file.relative_to(PACKAGE)) not in NAMES_OF_TVM
    ]
