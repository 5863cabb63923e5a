"""What editors learn from the schema of schedule files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from schema_subset import misfit

from mlcc.schedule import primitive_table
from mlcc.schedule.script import schedule_schema

SCHEMA = schedule_schema()


def _step() -> dict[str, Any]:
    return next(option for option in SCHEMA["$defs"]["step"]["anyOf"] if option["type"] == "object")


def test_one_object_has_every_step_with_its_arguments() -> None:
    """Editors complete the keys of an object; a hundred alternatives would be a hundred entries called `object`."""
    steps = _step()["properties"]
    assert set(primitive_table()) <= set(steps)
    assert "register_tile" in steps
    for name, step in steps.items():
        assert step["description"], name
    named = steps["split"]["anyOf"][0]
    assert (named["title"], list(named["properties"])[:2]) == ("arguments", ["loop", "factors"])
    assert steps["register_tile"]["anyOf"][0]["properties"]["out"]["description"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("- split: {loop: i, factor: 4}", "factor"),
        ("- splt: i", "splt"),
        ("- {}", "0"),
        ("- {fuse: [i, j], if: x, do: 1}", "0"),
    ],
)
def test_what_is_wrong_is_named(text: str, place: str) -> None:
    assert place in (misfit(yaml.safe_load(text), SCHEMA, SCHEMA) or "")


def _answers(folder: Path, text: str) -> list[str]:
    """The completions of yaml-language-server, where it is installed, at the `|` of a text."""
    server = shutil.which("yaml-language-server", path=f"{os.environ['PATH']}{os.pathsep}node_modules/.bin")
    if server is None:
        pytest.skip("no yaml-language-server (`npm install -g yaml-language-server`)")
    (folder / "schema.json").write_text(json.dumps(SCHEMA))
    text = f"# yaml-language-server: $schema={(folder / 'schema.json').as_uri()}\n{text}"
    at = text.index("|")
    place = {"line": text[:at].count("\n"), "character": at - text.rfind("\n", 0, at) - 1}
    document = {
        "uri": (folder / "t.yaml").as_uri(),
        "languageId": "yaml",
        "version": 1,
        "text": text.replace("|", "", 1),
    }
    settings = {"validate": True, "completion": True}
    sent: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "workspace/didChangeConfiguration", "params": {"settings": {"yaml": settings}}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        {"id": 2, "method": "textDocument/completion", "params": {"textDocument": document, "position": place}},
    ]  # fmt: skip
    with subprocess.Popen([server, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for message in sent:
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        process.stdin.flush()
        while True:
            length = 0
            while (line := process.stdout.readline().strip()) or not length:
                length = int(line.split(b":")[1]) if line.lower().startswith(b"content-length") else length
            answer = json.loads(process.stdout.read(length))
            if answer.get("id") == 2:
                process.kill()
                return [item["label"] for item in answer["result"]["items"]]


def test_a_language_server_completes_steps_and_arguments(tmp_path: Path) -> None:
    steps = _answers(tmp_path, "steps:\n- |\n")
    assert {"split", "compute_at", "register_tile", "foreach"} <= set(steps)
    assert not any(label.startswith("object") for label in steps)
    assert {"loop", "factors", "as"} <= set(_answers(tmp_path, "steps:\n- split:\n    |\n"))
