"""Reads the description and the schedules that a library contains, without executing it."""

from __future__ import annotations

import base64
import json
import os
import tempfile
import textwrap
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError, choices_help
from mlcc.target import DEVICE_KINDS

from .files import read_bytes
from .kernel_resources import as_data, find_resources, resource_lines
from .recipes import CODE_DIGEST, RECIPE, find_file

if TYPE_CHECKING:
    from .scheduling import Applied

#: The keys of the schedules, and of how far outputs were from their references at the build, in a module's metadata.
SCHEDULES = "schedules"
ACCURACY = "accuracy"

#: Where a list of names goes on in the next line, in characters.
_COLUMNS = 80


def read_description(name: str, *, kernels: bool = False) -> dict[str, Any]:
    """The description in a compiled file of any architecture; nothing of it is executed.

    With `kernels`, what those for a device take of it, as far as the tools of this machine tell.
    """
    from mlcc.runtime import form_here, inspect, to_json

    with _as_file(name) as path:
        info, spec = inspect(path)
        size = os.path.getsize(path)
        content = read_bytes(path) if kernels else b""
    data: dict[str, Any] = json.loads(to_json(spec))
    kept = data["metadata"].pop(SCHEDULES, None)
    data["schedules"] = {} if kept is None else unpack_schedules(kept)
    data["accuracy"] = data["metadata"].get(ACCURACY)
    if spec.forms:
        data["cpu_here"] = form_here(spec.forms, info.arch)
    if kernels:
        found = find_resources(content, str(data["target"].get("text", "")))
        data["kernels"] = None if found is None else as_data(found)
    data["file"] = {"kind": info.kind, "format": info.format, "architecture": info.arch, "bytes": size}
    return data


@contextmanager
def _as_file(name: str) -> Iterator[str]:
    """The path of a file, of a temporary one for what comes from standard input."""
    if name != "-":
        yield name
        return
    from mlcc.runtime import temporary_prefix

    with tempfile.NamedTemporaryFile(prefix=temporary_prefix("stdin"), suffix=".so") as file:
        file.write(read_bytes(name))
        file.flush()
        yield file.name


def read_recipe(name: str) -> dict[str, Any]:
    """The recipe that a compiled file holds. Raises MlccError D199 where it has none, R codes for unreadable files."""
    recipe = read_description(name)["metadata"].get(RECIPE)
    if not isinstance(recipe, dict):
        raise MlccError(
            "D199",
            f"`{name}` does not say how it was made",
            help="libraries that `mlcc build` writes do; those built from Python, or without a runtime, do not",
        )
    return recipe


def source_of(library: str, folders: Sequence[str]) -> str:
    """The path of the model that a library was built from. Raises D199."""
    recipe = read_recipe(library)
    return find_file(recipe["source"]["name"], recipe["source"]["sha256"], folders)


def schedules_text(data: Mapping[str, Any], name: str, program: str | None = None) -> str:
    """The schedules that were applied to the programs of a library, or to one of them, as YAML documents.

    Each is a file that `mlcc build -s` reads. Raises MlccError D167 for a library that has none, or not this one.
    """
    kept: Mapping[str, Mapping[str, str]] = data["schedules"]
    if program is not None and program not in kept:
        raise MlccError(
            "D167", f"no schedule was applied to a program `{program}` of `{name}`",
            help=choices_help(program, kept, "programs with a schedule"),
        )  # fmt: skip
    if not kept:
        raise MlccError(
            "D167", f"no schedule was applied to a program of `{name}`",
            help="programs given as text are built as they are written; `-s auto` applies the library's schedules",
        )  # fmt: skip
    chosen = kept if program is None else {program: kept[program]}
    return "---\n".join(item["text"] for item in chosen.values())


def kept_schedule(name: str, applied: Applied) -> dict[str, str]:
    """The schedule that was applied to a program, in the form that a library contains."""
    from .scheduling import schedule_text

    # Without the folder: the artefact's bytes must not depend on where it was built.
    applied = replace(applied, origin=PurePath(applied.origin).name)
    return {"from": applied.origin, "text": schedule_text(name, applied)}


def has_no_steps(kept: Mapping[str, str]) -> bool:
    """Whether a schedule (see :func:`kept_schedule`) changed nothing of its program."""
    return kept["text"].rstrip().endswith("steps: []")


def pack_schedules(kept: Mapping[str, Mapping[str, str]]) -> str:
    """The schedules of programs (see :func:`kept_schedule`), as compressed text for a library's description."""
    return base64.b85encode(zlib.compress(json.dumps(dict(sorted(kept.items()))).encode(), 9)).decode()


def unpack_schedules(text: str) -> dict[str, dict[str, str]]:
    """By program: the origin of its schedule, and its text. The inverse of `pack_schedules`."""
    kept: dict[str, dict[str, str]] = json.loads(zlib.decompress(base64.b85decode(text)))
    return kept


def description_lines(data: Mapping[str, Any], name: str) -> list[str]:
    """A description as lines of readable text."""
    file = data["file"]
    lines = [f"{name}: {file['kind']} file ({file['format']}) for {file['architecture']}"]
    lines.append(f"module    {data['name']}")
    lines.append(f"target    {data['target'].get('text', data['triple'])}")
    for form in data.get("forms", ()):
        here = "  (taken on this machine)" if form["cpu"] == data["cpu_here"] else ""
        lines.append(f"form      {form['cpu']}{here}")
    lines.append("versions  " + ", ".join(f"{key} {value}" for key, value in sorted(data["versions"].items())))
    lines.append(f"weights   {data['weights_bytes']} bytes")
    lines.append(f"code      {file['bytes'] - data['weights_bytes']} bytes (all but the weights)")
    lines.append(f"arena     {data['arena_bytes']} bytes")
    if data.get("kept_areas"):
        from mlcc.runtime.spec import KEPT_BYTES

        nbytes = data["kept_areas"] * KEPT_BYTES
        lines.append(f"kept      up to {nbytes} bytes that follow from sizes alone, between calls")
    if data["externs"]:
        lines += _wrapped("needs", data["externs"])
    for library in data.get("libraries", ()):
        package = f"  ({library['package']})" if library["package"] else ""
        lines.append(f"library   {library['name']}{package}: {', '.join(library['functions'])}")
    if data["schedules"]:
        counts = Counter(PurePath(kept["from"]).stem for kept in data["schedules"].values())
        lines += _wrapped("schedules", [f"{name} ({count})" for name, count in sorted(counts.items())])
    for row in (data["accuracy"] or {}).get("outputs", ()):
        units, relative = (row[key] for key in ("max_ulp", "relative"))
        measured = "exact" if units == 0 else f"max {units or 0:.0f} ulp, {relative or 0:.2g} relative"
        lines.append(f"accuracy  {row['output']}: {measured} from {row['reference']}")
    recipe = data["metadata"].get(RECIPE)
    if recipe is not None:
        given = ", ".join(f"{key}={value}" for key, value in sorted(recipe["settings"].items()))
        lines.append(f"source    {recipe['source']['name']}" + (f" ({given})" if given else ""))
    for key, value in sorted(data["metadata"].items()):
        if key in (RECIPE, ACCURACY, CODE_DIGEST):
            continue
        lines.append(f"{key:<8}  {value}")
    if "kernels" in data:
        found = data["kernels"]
        lines += ["kernels   none for a device"] if found is None else resource_lines(found)
    elif data["target"].get("text", "").startswith(DEVICE_KINDS):
        lines.append("kernels   `--kernels` shows their registers, shared memory and spills")
    for function in data["functions"]:
        lines.append("")
        lines.append(f"{function['name']}  (C: {function['symbol']})")
        texts = function["metadata"].get("strings", ())
        lines += [f"  {_param_line(p)}{', strings' if p['name'] in texts else ''}" for p in function["params"]]
        live = function["metadata"].get("live_bytes")
        if live is not None:
            lines.append(f"  memory  {function['workspace_bytes']} bytes; {live} are in use at once")
    return lines


def _wrapped(title: str, items: Sequence[str]) -> list[str]:
    """`title` and a list, in as many lines as it takes; names are not broken."""
    text = ", ".join(items)
    return textwrap.wrap(
        text, _COLUMNS, initial_indent=f"{title:<10}", subsequent_indent=" " * 10, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def _param_line(param: Mapping[str, Any]) -> str:
    if param.get("scalar"):
        return f"input   {param['name']}: {param['dtype']}"
    shape = ", ".join(str(dim) for dim in param["shape"])
    return f"{param['role']:<6}  {param['name']}: {param['dtype']} [{shape}]"
