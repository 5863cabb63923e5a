"""WebAssembly modules: linked by ziglang's `wasm-ld`, then given their constants and their description.

The linker reserves the memory of the constants, which become a segment of the finished module: they pass through
neither LLVM nor the linker. A custom section tells the loader (`web/loader.mjs`) names, types and shapes.

Format: https://webassembly.github.io/spec/core/binary/modules.html
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mlcc.diagnostics import InternalError, MlccError

from .dims import Dim, parse_dim, static_value
from .link import run_linker, work_folder
from .spec import FunctionSpec, ModuleSpec, ScalarSpec
from .weights import weights_symbol

#: The custom section of the description.
SECTION = "mlcc.describe"
#: The stack, at the lowest addresses: what overflows it traps.
STACK_BYTES = 1 << 20
_CUSTOM, _GLOBAL, _EXPORT, _DATA_COUNT, _DATA = 0, 6, 7, 12, 11


def loader_text() -> str:
    """The text of the JavaScript module that loads any `.wasm` of mlcc."""
    return (files("mlcc.runtime.web") / "loader.mjs").read_text(encoding="utf-8")


def link_wasm(
    code: bytes, spec: ModuleSpec, weights: Iterable[bytes | memoryview], messages: Mapping[int, str]
) -> bytes:
    """The module of an object file. Raises R332 without ziglang, R333 when the linker fails."""
    if find_spec("ziglang") is None:
        raise MlccError(
            "R332", "there is no linker for `wasm32`", notes=["looked for the Python package ziglang"],
            help="`pip install ziglang` brings one; or build `.o`",
        )  # fmt: skip
    exports = [*spec.exports(), "__heap_base", *([weights_symbol(spec.prefix)] if spec.weights_bytes else [])]
    with work_folder() as folder:
        file, linked = Path(folder) / "module.o", Path(folder) / "module.wasm"
        file.write_bytes(code)
        command = [
            sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "--stack-first",
            "-z", f"stack-size={STACK_BYTES}", *(f"--export={name}" for name in exports), "-o", str(linked), str(file),
        ]  # fmt: skip
        run_linker(command, folder, zig=True)
        module = linked.read_bytes()
    text = json.dumps(_description(spec, messages), sort_keys=True, separators=(",", ":"))
    return b"".join(_completed(module, spec, b"".join(map(bytes, weights)), text))


def _completed(module: bytes, spec: ModuleSpec, weights: bytes, text: str) -> Iterator[bytes]:
    """The module with the segment of the weights and the description."""
    sections = list(_sections(module))
    address = _address(sections, weights_symbol(spec.prefix)) if weights else 0
    segment = b"\0\x41" + _signed(address) + b"\x0b" + _unsigned(len(weights)) if weights else b""
    kinds = [kind for kind, _ in sections]
    yield module[:8]
    for kind, body in sections:
        if weights and kind == _DATA_COUNT:
            body = _unsigned(_number(body, 0)[0] + 1)
        if weights and kind == _DATA:
            count, at = _number(body, 0)
            yield from _section(_DATA, _unsigned(count + 1) + body[at:] + segment, weights)
            continue
        yield from _section(kind, body)
    if weights and _DATA not in kinds:
        if _DATA_COUNT in kinds:
            raise InternalError("a module counts data segments and has none")
        yield from _section(_DATA, b"\x01" + segment, weights)
    yield from _section(_CUSTOM, _unsigned(len(SECTION)) + SECTION.encode() + text.encode())


def _section(kind: int, body: bytes, more: bytes = b"") -> Iterator[bytes]:
    yield bytes([kind]) + _unsigned(len(body) + len(more)) + body
    yield more


def _sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    at = 8
    while at < len(module):
        size, begin = _number(module, at + 1)
        yield module[at], module[begin : begin + size]
        at = begin + size


def _address(sections: list[tuple[int, bytes]], name: str) -> int:
    """The value of an exported constant."""
    exports = next(body for kind, body in sections if kind == _EXPORT)
    constants = next(body for kind, body in sections if kind == _GLOBAL)
    count, at = _number(exports, 0)
    number = -1
    for _ in range(count):
        size, at = _number(exports, at)
        found, kind = exports[at : at + size].decode(), exports[at + size]
        index, at = _number(exports, at + size + 1)
        if (found, kind) == (name, 3):
            number = index
    count, at = _number(constants, 0)
    for index in range(count):
        if constants[at] != 0x7F or constants[at + 2] != 0x41:  # an i32 with a constant value
            raise InternalError("a module has a global that is no address")
        value, at = _integer(constants, at + 3)
        at += 1  # the end of the expression
        if index == number:
            return value
    raise InternalError(f"the linked module does not export `{name}`")


def _number(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned LEB128 number, and where the next byte is."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _integer(data: bytes, at: int) -> tuple[int, int]:
    """The same with a sign."""
    value, end = _number(data, at)
    bits = 7 * (end - at)
    return value - (1 << bits) if data[end - 1] & 64 else value, end


def _unsigned(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _signed(value: int) -> bytes:
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value & 127])


# ---------------------------------------------------------------- the description
def _description(spec: ModuleSpec, messages: Mapping[int, str]) -> dict[str, Any]:
    """What the loader reads; extents are numbers, names of sizes, or lists of an operator and its operands."""
    return {
        "name": spec.name,
        "versions": dict(spec.versions),
        "target": spec.target["text"],
        "functions": [_function(spec, function) for function in spec.functions],
        "messages": {str(number): text for number, text in messages.items()},
    }


def _function(spec: ModuleSpec, function: FunctionSpec) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "name": function.name,
        "run": spec.symbol(function, "run"),
        "params": [
            {"name": p.name, "dtype": p.dtype, "role": p.role, "shape": [_extent(dim) for dim in p.shape]}
            | ({"scalar": True} if isinstance(p, ScalarSpec) else {})
            for p in function.params
        ],
        "sizes": list(function.symbols),
        "workspace": _extent(function.workspace_bytes),
    }
    if function.metadata.get("result_shapes"):
        facts["resultSizes"] = list(function.metadata["result_sizes"])
        facts["resultShapes"] = [[_extent(dim) for dim in shape] for shape in function.metadata["result_shapes"]]
    return facts


_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip
_COMPARES: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def _extent(dim: Dim) -> Any:
    static = static_value(dim)
    if static is not None:
        return static
    tree = parse_dim(dim)
    value = _tree(tree.value)
    return ["let", [[name, _tree(part)] for name, part in tree.parts], value] if tree.parts else value


def _tree(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            return name
        case ast.UnaryOp(operand=inner):
            return ["-", 0, _tree(inner)]
        case ast.Call(func=ast.Name(id=name), args=[a, b]):
            return [name, _tree(a), _tree(b)]
        case ast.BinOp(left=a, op=op, right=b):
            return [_OPERATORS[type(op)], _tree(a), _tree(b)]
        case ast.IfExp(test=ast.Compare(left=a, ops=[op], comparators=[b]), body=t, orelse=e):
            return ["?", [_COMPARES[type(op)], _tree(a), _tree(b)], _tree(t), _tree(e)]
    raise AssertionError(ast.dump(node))
