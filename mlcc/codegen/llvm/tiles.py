"""Tile registers (AMX): buffers of scope `amx.tile` get register numbers, and tile calls become instructions.

All code uses one configuration, eight registers of 16 rows by 64 bytes. A function that has such buffers asks the
system for the registers (once per process), loads the configuration where it begins, and releases the registers where
it returns: both take some 50 ns. The instructions name registers by number, so that LLVM allocates nothing.
"""

from __future__ import annotations

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    TILE_BYTES,
    TILE_DOTS,
    TILE_ROWS,
    TILE_SCOPE,
    Allocate,
    Buffer,
    BufferLoad,
    Call,
    For,
    Node,
    Stmt,
    as_int,
    children,
    tile_meaning,
)
from mlcc.ir import dtype as dt

from .address import address, distance, index_constant
from .emitter import Emitter

REGISTERS = 8
#: What a kernel reports where the system does not let the process use tile registers.
REFUSED = "this system does not grant the tile registers of AMX (`-mcpu=x86-64-v4,sapphirerapids` builds for both)"
#: Instructions of LLVM whose names are not those of the calls.
_INSTRUCTIONS = {
    "amx_tileload": "tileloadd64", "amx_tileloaddt1": "tileloaddt164", "amx_tilestore": "tilestored64",
}  # fmt: skip
_FEATURES = {"bfloat16": "amx-bf16", "float16": "amx-fp16"}
_CONFIGURATION = "mlcc_tile_configuration"


def has_tiles(node: Node) -> bool:
    """Whether a statement allocates tile registers."""
    if isinstance(node, Allocate) and node.buffer.scope == TILE_SCOPE:
        return True
    return any(isinstance(c, Stmt) and has_tiles(c) for c in children(node))


def _has_own_tiles(node: Node) -> bool:
    """The same without parallel loops, whose bodies become functions."""
    if isinstance(node, For) and node.kind == "parallel":
        return False
    if isinstance(node, Allocate) and node.buffer.scope == TILE_SCOPE:
        return True
    return any(isinstance(c, Stmt) and _has_own_tiles(c) for c in children(node))


def begin_tiles(f: Emitter, body: Node) -> None:
    """At the beginning of a function: the system's permission, and the configuration."""
    if not has_tiles(body):
        return
    # The body of a parallel loop runs only after the function around has asked.
    if not f.in_parallel:
        granted = f.call("mlcc_rt_tiles", "i32")
        f.return_if(f.assign(f"icmp eq i32 {granted}, 0"), REFUSED)
    # The configuration is a state of the thread: each outlined body loads its own.
    if f.in_parallel or _has_own_tiles(body):
        f.configured = True
        configure(f)


def configure(f: Emitter) -> None:
    """Load the configuration, where the function uses tile registers itself."""
    if f.configured:
        # The layout of the hardware: palette 1 and start row 0, 14 reserved bytes, the bytes per row of 16 registers as
        # 16-bit words from byte 16 on, and their rows as bytes from byte 48 on. Registers 8 to 15 do not exist: 0.
        data = bytes((1, 0)) + bytes(14) + (TILE_BYTES.to_bytes(2, "little") * REGISTERS).ljust(32, b"\0")
        text = "".join(f"\\{b:02X}" for b in (data + bytes([TILE_ROWS] * REGISTERS)).ljust(64, b"\0"))
        name = f.module.global_constant(
            f"@{_CONFIGURATION}", f'private unnamed_addr constant [64 x i8] c"{text}", align 64'
        )
        f.call("llvm.x86.ldtilecfg", "void", ("ptr", name))


def allocate_tiles(f: Emitter, stmt: Allocate) -> None:
    """Registers for the statements below."""
    buffer = stmt.buffer
    if "amx-tile" not in f.target.features:
        raise _missing("amx-tile", f"the buffer `{buffer.name}` in the storage scope `{TILE_SCOPE}`", stmt.span)
    size = as_int(buffer.shape[0]) if len(buffer.shape) == 1 else None
    each = TILE_ROWS * TILE_BYTES // dt.nbytes(buffer.dtype)
    if size is None or size % each:
        raise MlccError("G205", f"`{buffer.name}` is not a number of tile registers of {each} elements", span=stmt.span)
    count = size // each
    if len(f.free_tiles) < count:
        raise MlccError(
            "G205", f"`{buffer.name}` needs {count} tile registers, and {len(f.free_tiles)} of {REGISTERS} are free",
            span=stmt.span, help="use smaller blocks: fewer rows or columns of tiles at a time",
        )  # fmt: skip
    taken = f.free_tiles[:count]
    f.free_tiles = f.free_tiles[count:]
    f.tiles[buffer] = taken
    f.statement(stmt.body)
    f.free_tiles = sorted([*f.free_tiles, *taken])


def tile_call(f: Emitter, expr: Call) -> str:
    """One tile instruction."""
    tile_meaning(expr)  # raises for operands that do not fit
    loads = [a for a in expr.args if isinstance(a, BufferLoad)]
    name = f"llvm.x86.{_INSTRUCTIONS.get(expr.op, expr.op.removeprefix('amx_'))}"
    match expr.op, loads:
        case "amx_tilezero", [tile]:
            _instruction(f, name, _register(f, expr, tile))
        case "amx_tileload" | "amx_tileloaddt1", [tile, first, second]:
            _instruction(f, name, _register(f, expr, tile), *_rows(f, first, second))
        case "amx_tilestore", [first, second, tile]:
            _instruction(f, name, _register(f, expr, tile), *_rows(f, first, second))
        case _:
            kind = TILE_DOTS[expr.op].left
            feature = _FEATURES.get(kind, "amx-int8")
            if feature not in f.target.features:
                raise _missing(feature, f"`T.{expr.op}`", expr.span)
            _instruction(f, name, *(_register(f, expr, tile) for tile in loads))
    return "0"


def _missing(feature: str, what: str, span: object) -> MlccError:
    return MlccError(
        "G206", f"the target has not the feature `{feature}`, which {what} needs",
        span=span,  # type: ignore[arg-type]
        help="name a CPU that has it, such as `llvm -mcpu=sapphirerapids`, or schedule the program without tiles",
    )  # fmt: skip


def _instruction(f: Emitter, name: str, *operands: tuple[str, str]) -> None:
    kinds = ", ".join("i8 immarg" if kind == "i8" else kind for kind, _ in operands)
    f.module.declare(name, f"declare void @{name}({kinds})")
    f.put(f"call void @{name}({', '.join(f'{kind} {value}' for kind, value in operands)})")


def _register(f: Emitter, expr: Call, tile: BufferLoad) -> tuple[str, str]:
    """The number of the register that an element of a tile buffer begins."""
    buffer: Buffer = tile.buffer
    if buffer not in f.tiles:
        raise MlccError(
            "G205", f"`T.{expr.op}`: `{buffer.name}` is not in tile registers of this thread", span=expr.span,
            help=f"allocate it in the storage scope `{TILE_SCOPE}`, inside the parallel loop that uses it",
        )  # fmt: skip
    at = index_constant(f, tile.indices[0])
    each = TILE_ROWS * TILE_BYTES // dt.nbytes(buffer.dtype)
    # An instruction has the register number as an immediate, so the index must be constant after unrolling: with 1024
    # int8 per register, element 2048 is register 2 of the buffer.
    if at is None or at % each or not 0 <= at // each < len(f.tiles[buffer]):
        raise MlccError(
            "G205", f"`T.{expr.op}`: the index of `{buffer.name}` does not name a register", span=expr.span,
            help="unroll the loops over registers: instructions name them by number",
        )  # fmt: skip
    return "i8", str(f.tiles[buffer][at // each])


def _rows(f: Emitter, first: BufferLoad, second: BufferLoad) -> tuple[tuple[str, str], tuple[str, str]]:
    """The address of the first row, and the bytes from a row to the next."""
    buffer = first.buffer
    size = dt.nbytes(buffer.dtype)
    start = address(f, f.buffers[buffer], first.indices[0], f.memory_type(buffer.dtype), size)
    return ("ptr", start.operand), ("i64", distance(f, second.indices[0], first.indices[0], size))
