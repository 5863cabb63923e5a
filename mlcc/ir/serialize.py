"""Modules as JSON, versioned and lossless up to source spans.

    {"format": "mlcc.module", "version": 1, "vars": [...], "buffers": [...], "graph_vars": [...],
     "constants": [...], "module": {"node": "IRModule", ...}}

A node is an object with its class under ``node`` and its fields. Nodes with identity (variables, buffers, graph
variables, constants) are in tables and referred to as ``{"var": 3}``; tensors hold base64 of little-endian bytes.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import functools
import json
import math
import types
import typing
from collections.abc import Mapping
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError, SourceFile, closest

from . import dtype as dt
from . import expr, function, graph, module, stmt
from .derived_dim import DerivedDim
from .expr import Buffer, Var
from .graph import Constant, DataflowVar, GraphVar
from .module import IRModule
from .named_dim import named_dim
from .nesting import TOO_DEEP, first_too_deep
from .node import Node

FORMAT, VERSION = "mlcc.module", 1
_NO_FORMAT = f'it has no `"format": "{FORMAT}"`'

_TABLES: dict[type, tuple[str, str]] = {
    Var: ("var", "vars"),
    DerivedDim: ("derived_dim", "derived_dims"),
    Buffer: ("buffer", "buffers"),
    GraphVar: ("graph_var", "graph_vars"),
    DataflowVar: ("graph_var", "graph_vars"),
    Constant: ("constant", "constants"),
}
_TABLE_OF_KEY = {key: (table, cls) for cls, (key, table) in _TABLES.items() if cls is not DataflowVar}


@functools.cache
def _classes() -> dict[str, type[Node]]:
    result: dict[str, type[Node]] = {}
    for source in (expr, stmt, graph, function, module):
        members: dict[str, Any] = vars(source)
        for name, value in members.items():
            if isinstance(value, type) and issubclass(value, Node) and "__dataclass_fields__" in vars(value):
                result[name] = value
    return result


@functools.cache
def _fields(cls: Any) -> dict[str, tuple[Any, bool]]:
    """Fields that are stored: name to (type, required)."""
    hints = typing.get_type_hints(cls, {**vars(expr), **vars(stmt), **vars(graph), **vars(module)})
    kept = [f for f in dataclasses.fields(cls) if f.init and f.name != "span"]
    return {
        f.name: (hints[f.name], f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING)
        for f in kept
    }


# ---------------------------------------------------------------- writing
class _Writer:
    def __init__(self) -> None:
        self.tables: dict[str, list[Any]] = {table: [] for _, table in _TABLES.values()}
        self._ids: dict[int, int] = {}

    def encode(self, value: Any) -> Any:
        if type(value) in _TABLES:
            return self._reference(value)
        match value:
            case Node():
                return {"node": type(value).__name__, **self._contents(value)}
            case None | bool() | int() | str():
                return value
            case float():
                return value if math.isfinite(value) else {"float": repr(value)}
            case list() | tuple():
                return [self.encode(v) for v in value]
            case Mapping():
                if all(isinstance(k, str) for k in value):
                    return {"map": {k: self.encode(v) for k, v in value.items()}}
                return {"pairs": [[self.encode(k), self.encode(v)] for k, v in value.items()]}
            case np.ndarray():
                return {"tensor": _tensor(value)}
        if hasattr(value, "item"):
            return self.encode(value.item())
        raise TypeError(f"a value of type {type(value).__name__} has no JSON form")

    def _contents(self, item: Node) -> dict[str, Any]:
        cls: Any = type(item)
        return {name: self.encode(getattr(item, name)) for name in _fields(cls)}

    def _reference(self, item: Any) -> dict[str, int]:
        key, table = _TABLES[type(item)]
        index = self._ids.get(id(item))
        if index is None:
            # The index is assigned before the contents are written: contents may refer to other tables only.
            index = self._ids[id(item)] = len(self.tables[table])
            self.tables[table].append(None)
            self.tables[table][index] = _tensor(item.data) if isinstance(item, Constant) else self._contents(item)
        return {key: index}


def _tensor(data: np.ndarray[Any, Any]) -> dict[str, Any]:
    plain = np.ascontiguousarray(data)
    if plain.dtype.byteorder == ">":
        plain = plain.astype(plain.dtype.newbyteorder("<"))
    text = base64.b64encode(plain.reshape(-1).view(np.uint8).data).decode("ascii")
    return {"dtype": dt.from_numpy(data.dtype), "shape": list(data.shape), "data": text}


def to_json(item: Node, *, indent: int | None = None) -> str:
    """A module (or any node) as JSON text."""
    writer = _Writer()
    body = writer.encode(item)
    return json.dumps(
        {"format": FORMAT, "version": VERSION, **writer.tables, "module": body},
        ensure_ascii=False,
        indent=indent,
        separators=None if indent else (",", ":"),
    )


# ---------------------------------------------------------------- reading
class _Reader:
    def __init__(self, data: dict[str, Any], name: str) -> None:
        self.data = data
        self.name = name
        self._objects: dict[tuple[str, int], Any] = {}
        self._open: set[tuple[str, int]] = set()

    def error(self, message: str) -> MlccError:
        return MlccError("V092", f"{message} in `{self.name}`", help="write the file with `to_json` of this version")

    def decode(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.decode(v) for v in value]
        if not isinstance(value, dict):
            return value
        if "node" in value:
            return self._node(value)
        if len(value) != 1:
            raise self.error(f"unexpected object with keys {sorted(value)}")
        ((key, body),) = value.items()
        if key in _TABLE_OF_KEY:
            return self._identity(key, body)
        if key == "map" and isinstance(body, dict):
            return {k: self.decode(v) for k, v in body.items()}
        if key == "pairs" and isinstance(body, list) and all(isinstance(p, list) and len(p) == 2 for p in body):
            return {self.decode(k): self.decode(v) for k, v in body}
        if key == "float" and body in ("nan", "inf", "-inf"):
            return float(body)
        if key == "tensor":
            return self._tensor(body)
        raise self.error(f"unexpected object with key `{key}`")

    def _node(self, value: dict[str, Any]) -> Any:
        name = value["node"]
        cls = _classes().get(name) if isinstance(name, str) else None
        if cls is None or cls in _TABLES:
            suggestion = closest(str(name), _classes())
            raise self.error(f"unknown node `{name}`" + (f" (did you mean `{suggestion}`?)" if suggestion else ""))
        return self._build(cls, {k: v for k, v in value.items() if k != "node"})

    def _build(self, cls: type, contents: Any) -> Any:
        fields = _fields(cls)
        if not isinstance(contents, dict) or not set(contents) <= set(fields):
            extra = sorted(set(contents) - set(fields)) if isinstance(contents, dict) else contents
            raise self.error(f"{cls.__name__} has no field {extra}")
        missing = [n for n, (_, required) in fields.items() if required and n not in contents]
        if missing:
            raise self.error(f"{cls.__name__} lacks the field `{missing[0]}`")
        values = {n: self._typed(self.decode(v), fields[n][0], f"{cls.__name__}.{n}") for n, v in contents.items()}
        if "dtype" in values and not dt.is_known(values["dtype"]):
            # A tensor's type may leave the dtype open; an expression always has one.
            if values["dtype"] != "" or issubclass(cls, expr.Expr):
                raise self.error(f"unknown data type `{values['dtype']}`")
        if cls is expr.Binary and values["op"] not in expr.BINARY:
            raise self.error(f"unknown operation `{values['op']}`")
        try:
            if cls is DerivedDim:
                return named_dim(values["value"])
            return cls(**values)
        except (TypeError, ValueError, AttributeError, IndexError) as error:
            raise self.error(f"{cls.__name__} is not valid ({error})") from None

    def _identity(self, key: str, index: Any) -> Any:
        table, cls = _TABLE_OF_KEY[key]
        entries = self.data.get(table)
        if not isinstance(entries, list) or not isinstance(index, int) or not 0 <= index < len(entries):
            raise self.error(f"`{key}` number {index} is not in the table `{table}`")
        slot = (key, index)
        if slot not in self._objects:
            if slot in self._open:
                raise self.error(f"`{key}` number {index} contains itself")
            self._open.add(slot)
            entry = entries[index]
            self._objects[slot] = Constant(self._tensor(entry)) if cls is Constant else self._build(cls, entry)
        return self._objects[slot]

    def _tensor(self, entry: Any) -> np.ndarray[Any, Any]:
        try:
            array = np.frombuffer(base64.b64decode(entry["data"], validate=True), dt.numpy_dtype(entry["dtype"]))
            return array.reshape([int(d) for d in entry["shape"]])
        except (KeyError, TypeError, ValueError, binascii.Error) as error:
            raise self.error(f"tensor data is not valid ({error})") from None

    def _typed(self, value: Any, hint: Any, where: str) -> Any:
        """`value` if it has the field's type, with lists converted to tuples where the field is a tuple."""
        if hint is Any:
            return value
        origin = typing.get_origin(hint)
        if origin in (typing.Union, types.UnionType):
            options = typing.get_args(hint)
            if value is None and type(None) in options:
                return None
            rest = [o for o in options if o is not type(None)]
            if len(rest) == 1:
                return self._typed(value, rest[0], where)
            if isinstance(value, tuple(rest)):
                return value
        elif origin is tuple:
            if isinstance(value, list):
                item = typing.get_args(hint)[0]
                return tuple([self._typed(v, item, where) for v in value])
        elif hint is float:
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                return float(value)
        elif origin is not None:  # a mapping
            if isinstance(value, dict):
                key, item = typing.get_args(hint)
                return {self._typed(k, key, where): self._typed(v, item, where) for k, v in value.items()}
        elif isinstance(value, hint) and not (hint is int and isinstance(value, bool)):
            return value
        raise self.error(f"`{where}` has a value of the wrong type ({type(value).__name__})")


def from_json(text: str, name: str = "<json>") -> Any:
    """The module (or node) that :func:`to_json` wrote.

    Raises MlccError V090 for text that is not JSON, V091 for another format or version, V092 for invalid contents.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        span = None
        if isinstance(error, json.JSONDecodeError):
            span = SourceFile(name, text).span(error.pos)
        message = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise MlccError("V090", f"`{name}` is not JSON: {message[:1].lower()}{message[1:]}", span=span) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise MlccError("V091", f"`{name}` is not an mlcc module in JSON form", notes=[_NO_FORMAT])
    if data.get("version") != VERSION:
        raise MlccError(
            "V091",
            f"`{name}` has version {data.get('version')} of the JSON form; this mlcc reads version {VERSION}",
        )
    reader = _Reader(data, name)
    try:
        result = reader.decode(data.get("module"))
    except RecursionError:
        raise reader.error(TOO_DEEP) from None
    if not isinstance(result, Node):
        raise reader.error("no `module`")
    parts = result.functions.values() if isinstance(result, IRModule) else (result,)
    if any(first_too_deep(part) is not None for part in parts):
        raise reader.error(TOO_DEEP)
    return result


def module_from_json(text: str, name: str = "<json>") -> IRModule:
    """:func:`from_json`, refusing anything but a module."""
    result = from_json(text, name)
    if not isinstance(result, IRModule):
        raise MlccError("V092", f"`{name}` holds a {type(result).__name__}, not a module")
    return result


def save_json(node: Node) -> str:
    """TVM's name of :func:`to_json`."""
    return to_json(node)


def load_json(json_str: str) -> Any:
    """TVM's name of :func:`from_json`."""
    return from_json(json_str)
