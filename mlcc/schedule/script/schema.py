"""The JSON schema of schedule files, generated from the primitives' dataclasses."""

from __future__ import annotations

import inspect
import json
from typing import Any

from ..fields import Kind, is_required, kind_of, schema_of, step_fields
from ..primitive import Primitive, primitive_table
from .composites import EXAMPLE_KEYS, KINDS, Composite, library_steps
from .model import BLOCK_KEYS, MATCH_KEYS

_AS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
_EXPRESSION: dict[str, Any] = {"type": ["string", "boolean", "integer"], "description": "an expression"}
_VALUE: dict[str, Any] = {"type": ["string", "boolean", "integer", "null"], "description": "a value or an expression"}
_SEARCHED: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["default"],
    "properties": {
        "default": _VALUE,
        "search": {
            "anyOf": [{"type": "string", "description": "an expression that gives a list"}, {"type": "array"}],
            "description": "what a search may try",
        },
        "doc": {"type": "string"},
    },
}


#: The title is what editors call the object.
_ARGUMENTS = {"title": "arguments", "type": "object", "additionalProperties": False}


def _summary(thing: Any) -> str:
    doc = inspect.getdoc(thing) or ""
    return " ".join(doc.split("\n\n", 1)[0].split())


def _step(cls: type[Primitive]) -> dict[str, Any]:
    items = step_fields(cls)
    properties: dict[str, Any] = {item.name: schema_of(kind_of(item)) for item in items}
    kinds = {kind_of(item) for item in items}
    either = bool(kinds & {Kind.BLOCK_OR_LOOP, Kind.LOOP_OR_BLOCKS})
    if kinds & {Kind.LOOP, Kind.LOOPS} or either:
        properties.setdefault("block", {"type": "string", "description": "the block over which loops are looked for"})
    if either:
        properties.setdefault("loop", schema_of(Kind.LOOP))
    properties["as"] = _AS
    named: dict[str, Any] = _ARGUMENTS | {"properties": properties}
    required = [i.name for i in items if is_required(i) and kind_of(i) not in (Kind.BLOCK_OR_LOOP, Kind.LOOP_OR_BLOCKS)]
    if required:
        named["required"] = required
    first = [schema_of(kind_of(items[0]))] if items else []
    return {"description": _summary(cls), "anyOf": [named, *first]}


def _composite(item: Composite) -> dict[str, Any]:
    """The arguments of a composite step, from its definition."""
    kinds = {arg.name: schema_of(KINDS[arg.kind]) for arg in item.args}
    properties: dict[str, Any] = {
        arg.name: {"anyOf": [kinds[arg.name], {"type": "null"}]}
        if arg.default is not None and arg.default.text == "None"
        else kinds[arg.name]
        for arg in item.args
    }
    for arg in item.args:
        if arg.doc:
            properties[arg.name] = {**properties[arg.name], "description": " ".join(arg.doc.split())}
    if any(arg.kind in ("loop", "loops") for arg in item.args):
        properties.setdefault("block", {"type": "string", "description": "the block over which loops are looked for"})
    names = {name: {"type": "string"} for name in item.results}
    if names:
        results = {"type": "object", "additionalProperties": False, "properties": names}
        properties["as"] = {"anyOf": [*_AS["anyOf"], results]}
    named: dict[str, Any] = _ARGUMENTS | {"properties": properties}
    required = [arg.name for arg in item.args if arg.default is None]
    if required:
        named["required"] = required
    first = [kinds[item.args[0].name]] if item.args and len(required) <= 1 else []
    return {"description": " ".join(item.doc.split()), "anyOf": [named, *first]}


def _one_of(steps: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """One of the steps by name, and perhaps its condition.

    A single object rather than an alternative for each step: editors complete the names of one object, and say what is
    wrong with the arguments of the step that is there, not why it is none of a hundred.
    """
    return {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 2,
        "properties": {**steps, "if": _EXPRESSION},
    }


def _control() -> dict[str, dict[str, Any]]:
    steps = {"$ref": "#/$defs/steps"}
    foreach = {
        "type": "object",
        "additionalProperties": False,
        "required": ["in", "do"],
        "properties": {"var": {"type": "string"}, "in": {}, "where": _EXPRESSION, "do": steps},
    }
    attempt = {
        "type": "object",
        "additionalProperties": False,
        "required": ["do"],
        "properties": {"do": steps, "else": steps},
    }
    let = {"type": "object", "description": "Give names to values."}
    return {
        "let": let,
        "foreach": {**foreach, "description": "Take the steps of `do` for each element of a list."},
        "try": {**attempt, "description": "Take the steps of `do`, or those of `else` where one of them is refused."},
    }


def _file(match: dict[str, Any], block: dict[str, Any], rest: dict[str, Any]) -> dict[str, Any]:
    """A schedule file; all of `rest` is required."""
    blocks = {"type": "object", "additionalProperties": block}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [*rest],
        "properties": {
            "name": {"type": "string"},
            "doc": {"type": "string"},
            "base": {"type": "string", "description": "the file whose `params` and `when` come first"},
            "priority": {"type": "integer"},
            "fallback": {"type": "boolean"},
            "func": {"type": "string"},
            "match": {"type": "object", "additionalProperties": False, "properties": {**match, "blocks": blocks}},
            "params": {"type": "object", "additionalProperties": {"anyOf": [_VALUE, _SEARCHED]}},
            "intrinsics": {"type": "object", "additionalProperties": {"type": "string"}},
            "when": {"anyOf": [_EXPRESSION, {"type": "array", "items": _EXPRESSION}]},
            **rest,
        },
    }


def _definition() -> dict[str, Any]:
    """A composite step. Steps that a file defines itself are not known here, so its steps may have any name."""
    kind = {"enum": list(KINDS)}
    argument = {
        "type": "object",
        "additionalProperties": False,
        "required": ["kind"],
        "properties": {"kind": kind, "default": _EXPRESSION, "doc": {"type": "string"}},
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["name", "steps"],
        "properties": {
            "name": {"type": "string"},
            "doc": {"type": "string"},
            "args": {"type": "object", "additionalProperties": {"anyOf": [kind, argument]}},
            "results": {"type": "array", "items": {"type": "string"}},
            "steps": {"type": "array"},
            "example": {
                "type": "object",
                "additionalProperties": False,
                "properties": {key: {"type": "string"} for key in EXAMPLE_KEYS},
            },
        },
    }


def _define() -> dict[str, Any]:
    folder = {"type": "string", "description": "a folder of definitions, one file each"}
    one = {"$ref": "#/$defs/definition"}
    return {"anyOf": [folder, {"type": "array", "items": {"anyOf": [folder, one]}}]}


def schedule_schema() -> dict[str, Any]:
    """The JSON schema (2020-12) of a schedule file."""
    steps = {name: _step(cls) for name, cls in primitive_table().items()}
    steps |= {item.name: _composite(item) for item in library_steps()}
    block = {"type": "object", "additionalProperties": False, "properties": {k: {} for k in BLOCK_KEYS}}
    match: dict[str, Any] = {k: {} for k in MATCH_KEYS if k != "blocks"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:mlcc:schedules:schema.json",
        "title": "A schedule of mlcc",
        "anyOf": [
            {"$ref": "#/$defs/steps"},
            {"$ref": "#/$defs/file"},
            {"$ref": "#/$defs/defining_file"},
            {"$ref": "#/$defs/definition"},
        ],
        "$defs": {
            "file": _file(match, block, {"steps": {"$ref": "#/$defs/steps"}}),
            "defining_file": _file(match, block, {"define": _define(), "steps": {"type": "array"}}),
            "definition": _definition(),
            "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}},
            "step": {"anyOf": [{"type": "string"}, _one_of({**steps, **_control()})]},
        },
    }


def schema_text() -> str:
    """The schema as it stands in `schedules/schema.json`."""
    return json.dumps(schedule_schema(), indent=2) + "\n"
