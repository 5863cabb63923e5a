"""What the fields of a primitive hold: how each kind is written in YAML, and its JSON schema."""

from __future__ import annotations

from dataclasses import MISSING, Field, field, fields
from enum import Enum
from typing import Any


class Kind(Enum):
    """The kinds of field. The runner of YAML schedules decodes by kind; the schema is generated from it."""

    BLOCK = "block"
    LOOP = "loop"
    LOOPS = "loops"
    BLOCKS = "blocks"
    BLOCK_OR_LOOP = "block_or_loop"
    LOOP_OR_BLOCKS = "loop_or_blocks"
    INT = "int"
    INTS = "ints"
    FACTORS = "factors"
    SIZES = "sizes"
    BOOL = "bool"
    STRING = "string"
    STRINGS = "strings"
    BUFFER = "buffer"
    VALUE = "value"
    INDEX_MAP = "index_map"
    RANGES = "ranges"


def declare(kind: Kind, default: Any = MISSING) -> Any:
    """A field of a primitive of the given kind."""
    if default is MISSING:
        return field(metadata={"kind": kind})
    return field(default=default, metadata={"kind": kind})


def kind_of(item: Field[Any]) -> Kind:
    """The kind that a field was declared with."""
    kind = item.metadata["kind"]
    assert isinstance(kind, Kind)
    return kind


def is_required(item: Field[Any]) -> bool:
    """Whether a field has no default."""
    return item.default is MISSING and item.default_factory is MISSING


def step_fields(cls: type) -> list[Field[Any]]:
    """The fields of a primitive, in order."""
    return [f for f in fields(cls) if "kind" in f.metadata]


_NAME = {"type": "string"}
_COMPUTED = {"type": "string", "pattern": r"^\$"}
_NUMBER = {"anyOf": [{"type": "integer"}, _COMPUTED]}
_LOOP = {
    "anyOf": [
        {"type": ["string", "integer"]},
        {
            "type": "array",
            "prefixItems": [_NAME, {"type": ["string", "integer"]}],
            "minItems": 2,
            "maxItems": 2,
        },
        {
            "type": "object",
            "additionalProperties": False,
            "required": ["block", "loop"],
            "properties": {"block": _NAME, "loop": {"type": ["string", "integer"]}},
        },
    ]
}
_BLOCKS = {"anyOf": [_COMPUTED, {"type": "array", "items": _NAME}]}
_SCHEMAS: dict[Kind, dict[str, Any]] = {
    Kind.BLOCK: _NAME,
    Kind.LOOP: _LOOP,
    Kind.LOOPS: {"anyOf": [_NAME, {"type": "array", "items": _LOOP}]},
    Kind.BLOCKS: _BLOCKS,
    Kind.BLOCK_OR_LOOP: _LOOP,
    Kind.LOOP_OR_BLOCKS: {"anyOf": [*_LOOP["anyOf"], *_BLOCKS["anyOf"]]},
    Kind.INT: _NUMBER,
    Kind.INTS: {"anyOf": [_COMPUTED, {"type": "array", "items": _NUMBER}]},
    Kind.FACTORS: {"type": "array", "items": {"anyOf": [*_NUMBER["anyOf"], {"type": "null"}]}},
    Kind.SIZES: {"type": "array", "items": {"type": ["integer", "string", "null"]}},
    Kind.BOOL: {"anyOf": [{"type": "boolean"}, _COMPUTED]},
    Kind.STRING: _NAME,
    Kind.STRINGS: {"type": "array", "items": _NAME},
    Kind.BUFFER: {"anyOf": [*_NUMBER["anyOf"], _NAME, {"type": "array"}]},
    Kind.VALUE: {},
    Kind.INDEX_MAP: {"type": "string", "description": "a function of the indices, `i, j -> i // 4, j, i % 4`"},
    Kind.RANGES: {"type": "string", "description": "a function of the axes to parts, `i, j -> [(i - 1, i + 1), j]`"},
}


def schema_of(kind: Kind) -> dict[str, Any]:
    """The JSON schema of a field of this kind."""
    return _SCHEMAS[kind]
