"""A validator for the part of JSON Schema that `schema.json` uses: the reason why a document does not fit."""

from __future__ import annotations

import re
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "object": (dict,), "array": (list,), "integer": (int,), "boolean": (bool,),
    "null": (type(None),),
}  # fmt: skip


def misfit(data: Any, schema: dict[str, Any], root: dict[str, Any], path: str = "") -> str | None:
    """None when `data` is an instance of `schema`; else the deepest place that is none, and why."""
    if "$ref" in schema:
        target: Any = root
        for key in schema["$ref"].split("/")[1:]:
            target = target[key]
        return misfit(data, target, root, path)
    unknown = set(schema) - {
        "type", "anyOf", "pattern", "required", "properties", "additionalProperties", "items", "prefixItems",
        "minItems", "maxItems", "minProperties", "maxProperties", "enum", "description", "title", "$schema", "$id",
        "$defs",
    }  # fmt: skip
    assert not unknown, f"the validator does not know {unknown}"
    if "type" in schema and not _is_type(data, schema["type"]):
        return f"{path}: {str(data)[:60]!r} is no {schema['type']}"
    if data not in schema.get("enum", [data]):
        return f"{path}: {data!r} is none of {schema['enum']}"
    if isinstance(data, str) and not re.search(schema.get("pattern", ""), data):
        return f"{path}: {data!r} does not match"
    if "anyOf" in schema:
        reasons = [misfit(data, option, root, path) for option in schema["anyOf"]]
        if None not in reasons:
            return max((r for r in reasons if r is not None), key=lambda r: r.count("/"))
    if isinstance(data, dict) and not schema.get("minProperties", 0) <= len(data) <= schema.get("maxProperties", 999):
        return f"{path}: {len(data)} keys"
    children = _of_mapping(data, schema) if isinstance(data, dict) else _of_list(data, schema)
    for key, value, inner in children:
        reason = f"{path}/{key}: unexpected" if inner is None else misfit(value, inner, root, f"{path}/{key}")
        if reason is not None:
            return reason
    return None


def _is_type(data: Any, names: str | list[str]) -> bool:
    for name in [names] if isinstance(names, str) else names:
        if isinstance(data, _TYPES[name]) and not (name == "integer" and isinstance(data, bool)):
            return True
    return False


def _of_mapping(data: dict[str, Any], schema: dict[str, Any]) -> list[tuple[Any, Any, Any]]:
    rest = schema.get("additionalProperties", True)
    other = None if rest is False else {} if rest is True else rest
    absent = [(key, None, None) for key in schema.get("required", ()) if key not in data]
    return absent + [(key, value, schema.get("properties", {}).get(key, other)) for key, value in data.items()]


def _of_list(data: Any, schema: dict[str, Any]) -> list[tuple[Any, Any, Any]]:
    if not isinstance(data, list):
        return []
    if not schema.get("minItems", 0) <= len(data) <= schema.get("maxItems", len(data)):
        return [("length", None, None)]
    first, rest = schema.get("prefixItems", []), schema.get("items", {})
    return [(n, value, first[n] if n < len(first) else rest) for n, value in enumerate(data)]
