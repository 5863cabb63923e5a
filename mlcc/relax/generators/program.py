"""The tensor program that stands for an external part: it calls the part's C function, or a library's."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from mlcc.analysis import simplify
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    EXTERNAL,
    AssertStmt,
    Block,
    BlockRealize,
    Buffer,
    BufferRegion,
    Call,
    Evaluate,
    Expr,
    For,
    GraphFunction,
    PrimFunc,
    Range,
    Stmt,
    StringImm,
    ValueNumbers,
    as_int,
    cast,
    const,
    const_like,
    free_vars,
    make_buffer,
    prim_func,
    seq,
)

from ..infer import output_infos, tensor_info
from .results import CSource, LibraryCall, ObjectCode, Pointer, Scalar

#: The largest number of an int32 argument.
_LARGEST = 2**31 - 1
#: The beginnings of the names by which programs call what the artefact defines for a library's function.
CALLED, OPENED = "mlcc_library_", "mlcc_library_open_"


def program_of(name: str, part: GraphFunction, result: CSource | ObjectCode | LibraryCall, prefix: str) -> PrimFunc:
    """The program `name` with a buffer for each parameter and result of `part`.

    Its attribute :data:`EXTERNAL` says what the artefact contains or needs for it. `prefix` begins the linked name of
    what is compiled from text, so that several artefacts fit into one executable.
    """
    buffers = _buffers(part)
    sizes = list(dict.fromkeys(v for b in buffers for dim in b.shape for v in free_vars(dim)))
    if isinstance(result, LibraryCall):
        body, about = _library_call(name, result, buffers)
    else:
        linked = f"{prefix}_{result.symbol}" if prefix and isinstance(result, CSource) else result.symbol
        pointers = [_address(b) for b in buffers]
        numbers = [cast("int64", v) for v in sizes]
        call = Call("call_extern", (StringImm(linked), *pointers, *numbers), "int32")
        body = AssertStmt(call.equal(0), f"the external part `{name}` failed")
        about = {"symbol": result.symbol, "linked": linked, **_code(result)}
    inputs = len(part.params)
    block = Block("external", (), _regions(buffers[:inputs]), _regions(buffers[inputs:]), body)
    program = prim_func(list(buffers), BlockRealize((), const(True), block))
    return program.with_attr({"global_symbol": name, "tir.noalias": True, EXTERNAL: about})


def _code(result: CSource | ObjectCode) -> dict[str, Any]:
    """What the artefact contains: a text or an object, and what these need."""
    if isinstance(result, ObjectCode):
        return {"symbol": result.symbol, "object": base64.b85encode(result.code).decode()}
    needs = {"needs": [_code(item) for item in result.needs]} if result.needs else {}
    return {"symbol": result.symbol, "c": result.text, "flags": list(result.flags), **needs}


def _buffers(part: GraphFunction) -> list[Buffer]:
    assert part.ret_sinfo is not None
    inputs = [(p.name, tensor_info(p)) for p in part.params]
    outputs = [(f"out{n}" if n else "out", info) for n, info in enumerate(output_infos(part.ret_sinfo))]
    taken: set[str] = set()
    buffers = []
    for label, info in (*inputs, *outputs):
        own = label if label not in taken else f"{label}_{len(taken)}"
        taken.add(own)
        buffers.append(make_buffer(own, info.shape or (), info.dtype))
    return buffers


def _regions(buffers: Sequence[Buffer]) -> tuple[BufferRegion, ...]:
    return tuple(BufferRegion(b, tuple(Range(const_like(0, d.dtype), d) for d in b.shape)) for b in buffers)


def _address(buffer: Buffer, at: Sequence[Expr | int] = ()) -> Expr:
    """The address of the first element of a slice, by its leading indices."""
    zeros = [const(0, "int64")] * (len(buffer.shape) - len(at))
    leading = [const_like(i, "int64") for i in at]
    return Call("address_of", (buffer[tuple(leading + zeros)],), "handle")


def _library_call(name: str, call: LibraryCall, buffers: Sequence[Buffer]) -> tuple[Stmt, dict[str, Any]]:
    """The calls, after a check that the library is there, and what the artefact needs for them."""
    args: list[Expr] = []
    checks: dict[int, Stmt] = {}
    numbers = ValueNumbers()
    for item in call.args:
        if isinstance(item, Pointer):
            args.append(_address(buffers[item.tensor], item.at))
            continue
        value = _number(name, call, item)
        if item.dtype == "int32" and as_int(value) is None:
            message = f"a size of the external part `{name}` is too large for the 32-bit integers of `{call.symbol}`"
            checks.setdefault(numbers.of(value), AssertStmt(cast("int64", value) <= _LARGEST, message))
        args.append(cast(item.dtype, value))
    install = f": install it ({call.package}), or let LD_LIBRARY_PATH name its folder" if call.package else ""
    opened = Call("call_extern", (StringImm(OPENED + call.symbol),), "int32").equal(0)
    missing = f"the library `{call.library}` with the function `{call.symbol}` is missing{install}"
    result = Call("call_extern", (StringImm(CALLED + call.symbol), *args), "int32")
    body: Stmt = Evaluate(result)
    if call.has_status:
        body = AssertStmt(result.equal(0), f"`{call.symbol}` of `{call.library}` failed, in the external part `{name}`")
    for var, extent in reversed(call.loops):
        body = For(var, const(0, var.dtype), const_like(extent, var.dtype), "serial", body)
    # The least value is kept by what calls the library: in programs, sizes are taken to be positive.
    signature = ["handle" if isinstance(a, Pointer) else a.dtype + (f">={a.least}" if a.least is not None else "")
                 for a in call.args]  # fmt: skip
    if call.has_status:
        signature.append("status")
    about = {"library": call.library, "symbol": call.symbol, "package": call.package, "arguments": signature}
    return seq(AssertStmt(opened, missing), *checks.values(), body), about


def _number(name: str, call: LibraryCall, item: Scalar) -> Expr:
    """A scalar argument. Raises T128 for a number that its type cannot hold."""
    value = simplify(const_like(item.value, item.dtype)) if isinstance(item.value, Expr) else item.value
    number = as_int(value) if isinstance(value, Expr) else value
    if item.dtype == "int32" and isinstance(number, int) and not -_LARGEST <= number <= _LARGEST:
        raise MlccError("T128", f"{number} does not fit an int32 argument of `{call.symbol}`, for the part `{name}`",
                        help="leave such parts out: the check of a pattern can refuse them")  # fmt: skip
    return value if isinstance(value, Expr) else const(value, item.dtype)
