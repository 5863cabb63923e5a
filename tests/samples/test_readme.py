"""README tells the truth: its commands run, and print what it shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
from warm import warm_command

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
VARIES = "<!-- output varies -->\n"
#: Other documents whose console blocks are run.
PAGES = ("docs/answers.md",)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, whether its output differs from machine to machine, and the package
    without which it does not run."""

    language: str
    text: str
    varies: bool
    needs: str = ""


def _blocks(page: str) -> list[Block]:
    marks = rf"({re.escape(VARIES)})?(?:<!-- needs (\w+) -->\n)?"
    found = re.finditer(rf"{marks}^```(\w+)\n(.*?)^```$", page, re.M | re.S)
    return [Block(match[3], match[4], bool(match[1]), match[2] or "") for match in found]


BLOCKS = _blocks(README)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the commands run: a folder with the samples, beside one with the command."""
    path = tmp_path_factory.mktemp("readme") / "folder"
    shutil.copytree(ROOT / "samples", path / "samples", ignore=shutil.ignore_patterns("build", "__pycache__"))
    (path.parent / "bin").mkdir()
    with warm_command(path.parent / "bin"):
        yield path


def _shell(command: str, folder: Path) -> str:
    """What a command prints, stdout and stderr together; `mlcc` and `python` are those of this environment."""
    path = os.pathsep.join([str(folder.parent / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    allowed = (0, 141) if "| head" in command else (0,)
    assert done.returncode in allowed, f"{command}\n{done.stdout}"
    return re.sub(r"^built .*\n", "", done.stdout, flags=re.M)  # it tells the time that a build took


def _commands(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output shown."""
    parts = re.split(r"^\$ ", text, flags=re.M)
    assert parts[0] == "", "a console block begins with a command"
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts[1:])]


def test_console_blocks_run_and_print_what_is_shown(folder: Path, linker: str) -> None:
    """One after the other, as a reader would type them."""
    blocks = [block for block in BLOCKS if block.language == "console"]
    assert len(blocks) > 5
    _run_blocks(blocks, folder)


@pytest.mark.parametrize("page", PAGES)
def test_console_blocks_of_other_pages(page: str, folder: Path, linker: str) -> None:
    blocks = [block for block in _blocks((ROOT / page).read_text(encoding="utf-8")) if block.language == "console"]
    assert len(blocks) > 3
    _run_blocks(blocks, folder)


def _run_blocks(blocks: list[Block], folder: Path) -> None:
    """Those whose package is missing are left out."""
    for block in blocks:
        for command, shown in _commands(block.text) if not block.needs or find_spec(block.needs) else ():
            printed = _shell(command, folder)
            if not block.varies:
                assert printed == shown, command


def test_first_command_works_after_its_install(folder: Path, linker: str) -> None:
    """The main job on a real model; the wheel test does the installing."""
    first = next(block for block in BLOCKS if block.language == "sh")
    install, _, job = first.text.strip().partition(" && ")
    assert install == "python -m pip install ."
    printed = _shell(job, folder)
    assert "float32 [1, 1000, 1, 1]" in printed


def test_second_command_is_that_of_ci() -> None:
    """The same requirements and the same options; CI prints less."""
    second = [block for block in BLOCKS if block.language == "sh"][1].text.strip()
    install, _, test = second.partition(" && ")
    assert install == "python -m pip install -e '.[test]'"
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").strip()
    assert script.count("pip install") == 1
    assert "'.[test]'" in script
    assert script.endswith(test.removeprefix("python ").replace("pytest", "pytest -q"))


def test_python_blocks_run(folder: Path) -> None:
    blocks = [block for block in BLOCKS if block.language == "python"]
    assert blocks
    for number, block in enumerate(blocks):
        script = folder / f"block{number}.py"
        script.write_text(block.text, encoding="utf-8")
        _shell(f"python {script.name}", folder)


def test_links_lead_somewhere() -> None:
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.M | re.S)
    links = re.findall(r"\]\(([^)#]+)\)", prose)
    assert links
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_every_command_is_listed() -> None:
    from mlcc.cli.app import COMMANDS

    assert [name for name in COMMANDS if f"| `mlcc {name} " not in README] == []


def test_environment_variables_are_listed() -> None:
    """Those that the code reads, and no others."""
    sources = [path for path in (ROOT / "mlcc").rglob("*") if path.suffix in (".py", ".ll", ".c", ".cpp")]
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    listed = set(re.findall(r"^\| `(MLCC_[A-Z_]+)`", README, re.M))
    assert [name for name in sorted(listed) if name not in code] == []
    read = set(re.findall(r"""(?:environ\.get\(|environ\[|getenv\()["'](MLCC_[A-Z_]+)""", code))
    assert read <= listed
