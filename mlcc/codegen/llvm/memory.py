"""Loads and stores: scalar, vector, strided, gathered; masked where a lane mask is in force."""

from __future__ import annotations

from collections.abc import Callable

from mlcc.analysis import byte_index
from mlcc.ir import Binary, Broadcast, BufferLoad, BufferStore, Expr, IntImm, Ramp, binary, const, walk
from mlcc.ir import dtype as dt

from .address import Terms, address, linear, offset_pointer
from .emitter import Emitter, Pointer, expression, statement
from .first_lanes import is_apart, load_first, store_first
from .lookups import lookup
from .types import splat, suffix, with_lanes

_SAFE = "@mlcc_safe_memory"


@expression(BufferLoad)
def emit_load(f: Emitter, expr: BufferLoad) -> str:
    """A load of one element or, by a vector index, of several."""
    buffer = expr.buffer
    (index,) = expr.indices
    element = f.memory_type(buffer.dtype)
    size = dt.nbytes(buffer.dtype)
    pointer = f.buffers[buffer]
    lanes = dt.lanes(index.dtype)
    steady = f.mask is None and buffer in f.unchanged
    if lanes == 1:
        raw = _load_scalar(f, pointer, index, element, size, steady)
        return _as_bool(f, raw, 1) if dt.is_bool(buffer.dtype) else raw
    if isinstance(index, Broadcast) or (isinstance(index, Ramp) and _stride(index) == 0):
        # All lanes read one element: a load and a broadcast, which x86 has as one instruction.
        base = index.value if isinstance(index, Broadcast) else index.base
        one = _load_scalar(f, pointer, base, element, size, steady)
        raw = f.broadcast(one, element, lanes)
    elif isinstance(index, Ramp) and _stride(index) == 1 and steady:
        at, align = address(f, pointer, index.base, element, size)
        raw = f.load_here(f"load {with_lanes(element, lanes)}, ptr {at}, align {align}")
    elif isinstance(index, Ramp) and _stride(index) in (1, -1, 2):
        raw = _load_ramp(f, pointer, index, element, size)
    else:
        repeated = _repeated(index) if f.mask is None else None
        if repeated is not None:
            raw = _load_repeated(f, pointer, *repeated, lanes, element, size)
            return _as_bool(f, raw, lanes) if dt.is_bool(buffer.dtype) else raw
        byte = byte_index(buffer, index)
        raw = _gather(f, pointer, index, element, size) if byte is None else lookup(f, pointer, byte)
    return _as_bool(f, raw, lanes) if dt.is_bool(buffer.dtype) else raw


def _as_bool(f: Emitter, raw: str, lanes: int) -> str:
    nothing = "zeroinitializer" if lanes > 1 else "0"
    return f.assign(f"icmp ne {with_lanes('i8', lanes)} {raw}, {nothing}")


def _stride(ramp: Ramp) -> int | None:
    return ramp.stride.value if isinstance(ramp.stride, IntImm) else None


def _load_scalar(f: Emitter, pointer: Pointer, index: Expr, element: str, size: int, steady: bool) -> str:
    """A load of one element; `steady`: of a buffer that never changes, without a mask."""
    at, align = address(f, pointer, index, element, size)
    if f.mask is not None:
        # A scalar load has no mask. If no lane is active, its address may be outside of the buffer: `if i < n` may
        # guard it.
        at = _safe_address(f, at)
        align = min(align, 16)
    text = f"load {element}, ptr {at}, align {align}"
    return f.load(text, at) if steady else f.assign(text)


def _safe_address(f: Emitter, at: str) -> str:
    """`at` where any lane is active, else an address that may always be read."""
    f.module.global_constant(_SAFE, "private constant [16 x i8] zeroinitializer, align 16")
    assert f.mask is not None
    kind = with_lanes("i1", f.mask_lanes)
    any_lane = f.call(f"llvm.vector.reduce.or.{suffix(kind)}", "i1", (kind, f.mask), pure=True)
    return f.pure(f"select i1 {any_lane}, ptr {at}, ptr {_SAFE}", any_lane, at)


def _load_ramp(f: Emitter, pointer: Pointer, ramp: Ramp, element: str, size: int) -> str:
    stride, lanes = _stride(ramp), ramp.lanes
    if stride == 1:
        at, align = address(f, pointer, ramp.base, element, size)
        return _load_vector(f, at, align, element, size, lanes, f.mask)
    # The contiguous load would need the mask in reverse order; a gather takes it as it is.
    if f.mask is not None and stride == -1:
        return _gather(f, pointer, ramp, element, size)
    terms: Terms = {}
    constant = linear(f, ramp.base, 1, terms)
    vector = with_lanes(element, lanes)
    if stride == -1:
        # Lane 0 is the highest address: 4 lanes from element 9 downward are the load of 6 to 9, reversed.
        at, align = offset_pointer(f, pointer, terms, constant - lanes + 1, element, size)
        forward = _load_vector(f, at, align, element, size, lanes, None)
        order = ", ".join(f"i32 {lanes - 1 - k}" for k in range(lanes))
        return f.assign(f"shufflevector {vector} {forward}, {vector} poison, <{lanes} x i32> <{order}>")
    # Stride 2: two overlapping loads that do not exceed the accessed elements, and one shuffle.
    evens, odds = (None, None) if f.mask is None else _masks_of_pair(f, f.mask, lanes)
    at, align = offset_pointer(f, pointer, terms, constant, element, size)
    low = _load_vector(f, at, align, element, size, lanes, evens)
    at, align = offset_pointer(f, pointer, terms, constant + lanes - 1, element, size)
    high = _load_vector(f, at, align, element, size, lanes, odds)
    # With 4 lanes, the loads have the elements 0-3 and 3-6. Elements 0, 2, 4, 6 are at 0, 2 of the first and at 1, 3 of
    # the second, which a shuffle counts as 5 and 7.
    picks = [2 * k if 2 * k < lanes else lanes + 2 * k - (lanes - 1) for k in range(lanes)]
    order = ", ".join(f"i32 {p}" for p in picks)
    return f.assign(f"shufflevector {vector} {low}, {vector} {high}, <{lanes} x i32> <{order}>")


def _repeated(index: Expr) -> tuple[Expr, int] | None:
    """(first element, count) where lanes read consecutive elements, each `count` times; None for other indices."""
    parts, first, count = [index], const(0, dt.element(index.dtype)), 0
    while parts:
        part = parts.pop()
        if isinstance(part, Binary) and part.op == "add":
            parts += [part.a, part.b]
        elif isinstance(part, Broadcast):
            first = binary("add", first, part.value)
        elif isinstance(part, Binary) and part.op in ("truncdiv", "floordiv") and not count:
            ramp, divisor = part.a, part.b.value if isinstance(part.b, Broadcast) else None
            if not isinstance(ramp, Ramp) or _stride(ramp) != 1 or not isinstance(divisor, IntImm):
                return None
            start, count = ramp.base, divisor.value
            if (
                not isinstance(start, IntImm)
                or start.value < 0
                or count < 2
                or start.value % count
                or ramp.lanes % count
            ):
                return None
            first = binary("add", first, const(start.value // count, first.dtype))
        else:
            return None
    return (first, count) if count else None


def _load_repeated(f: Emitter, pointer: Pointer, first: Expr, count: int, lanes: int, element: str, size: int) -> str:
    """Consecutive elements from `first`, each in `count` lanes: 0 0 1 1 2 2 3 3."""
    at, align = address(f, pointer, first, element, size)
    if count == lanes:
        return f.broadcast(f.assign(f"load {element}, ptr {at}, align {align}"), element, lanes)
    loaded, kind = _load_vector(f, at, align, element, size, lanes // count, None), with_lanes(element, lanes // count)
    order = ", ".join(f"i32 {n // count}" for n in range(lanes))
    return f.assign(f"shufflevector {kind} {loaded}, {kind} poison, <{lanes} x i32> <{order}>")


def _masks_of_pair(f: Emitter, mask: str, lanes: int) -> tuple[str, str]:
    """The masks of the two loads of stride 2: of lanes 0-3, the first loads ``0 . 1 .``, the second ``. 2 . 3``."""
    flags = with_lanes("i1", lanes)
    last = lanes - 1  # the first element of the second load; `lanes` is an element of the zero vector

    def spread(lane: Callable[[int], int], parity: int) -> str:
        order = ", ".join(f"i32 {lane(j) if j % 2 == parity else lanes}" for j in range(lanes))
        return f.pure(f"shufflevector {flags} {mask}, {flags} zeroinitializer, <{lanes} x i32> <{order}>", mask)

    return spread(lambda j: j // 2, 0), spread(lambda j: (j + last) // 2, last % 2)


def _load_vector(f: Emitter, at: str, align: int, element: str, size: int, lanes: int, mask: str | None) -> str:
    vector = with_lanes(element, lanes)
    if mask is None:
        return f.assign(f"load {vector}, ptr {at}, align {align}")
    if mask == f.mask and is_apart(f, size, lanes):
        return load_first(f, at, element, size, lanes)
    name = f"llvm.masked.load.{suffix(vector)}.p0"
    flags = with_lanes("i1", lanes)
    f.module.declare(name, f"declare {vector} @{name}(ptr, {flags}, {vector})")
    return f.assign(f"call {vector} @{name}(ptr align {align} {at}, {flags} {mask}, {vector} zeroinitializer)")


def _addresses(f: Emitter, pointer: Pointer, index: Expr, element: str) -> str:
    """A vector of addresses from a vector index."""
    lanes = dt.lanes(index.dtype)
    wide = with_lanes("i64", lanes)
    value = f.value(index)
    if dt.bits(index.dtype) < 64:
        narrow = f.type_of(index.dtype)
        op = "sext" if dt.is_signed(index.dtype) else "zext"
        value = f.pure(f"{op} {narrow} {value} to {wide}", value)
    return f.pure(
        f"getelementptr inbounds {element}, ptr {pointer.operand}, {wide} {value}",
        pointer.operand, value,
    )  # fmt: skip


def _flags(f: Emitter, lanes: int) -> str:
    return f.mask if f.mask is not None else splat("i1", "true", lanes)


def _gather(f: Emitter, pointer: Pointer, index: Expr, element: str, size: int) -> str:
    lanes = dt.lanes(index.dtype)
    at = _addresses(f, pointer, index, element)
    vector, pointers = with_lanes(element, lanes), with_lanes("ptr", lanes)
    flags = with_lanes("i1", lanes)
    name = f"llvm.masked.gather.{suffix(vector)}.{suffix(pointers)}"
    f.module.declare(name, f"declare {vector} @{name}({pointers}, {flags}, {vector})")
    return f.assign(
        f"call {vector} @{name}({pointers} align {size} {at}, {flags} {_flags(f, lanes)}, {vector} zeroinitializer)"
    )


@statement(BufferStore)
def emit_store(f: Emitter, stmt: BufferStore) -> None:
    """A store; a vector value goes to consecutive or scattered elements."""
    buffer = stmt.buffer
    (index,) = stmt.indices
    value = f.value(stmt.value)
    lanes = dt.lanes(stmt.value.dtype)
    if dt.is_bool(buffer.dtype):
        flags, stored = with_lanes("i1", lanes), with_lanes("i8", lanes)
        value = f.pure(f"zext {flags} {value} to {stored}", value)
    element = f.memory_type(buffer.dtype)
    size = dt.nbytes(buffer.dtype)
    pointer = f.buffers[buffer]
    where = dt.lanes(index.dtype)
    if lanes == 1 and where > 1:
        value = f.broadcast(value, element, where)
        lanes = where
    if lanes == 1:
        at, align = address(f, pointer, index, element, size)
        f.put(f"store {element} {value}, ptr {at}, align {align}")
    elif isinstance(index, Ramp) and _stride(index) == 1:
        terms: Terms = {}
        start = linear(f, index.base, 1, terms)
        at, align = offset_pointer(f, pointer, terms, start, element, size)
        # Of a private array with a constant index it is known that all lanes are inside, the inactive ones too.
        private = not terms and 0 <= start <= f.private.get(buffer, 0) - lanes
        _store_vector(f, value, at, align, element, size, lanes, private, _may_truncate(f, stmt))
    else:
        _scatter(f, value, _addresses(f, pointer, index, element), element, size, lanes)


def _may_truncate(f: Emitter, stmt: BufferStore) -> bool:
    """Whether a masked store could become one instruction with a truncation of its value, on x86 with AVX-512."""
    if "avx512f" not in f.target.features or not f.memory_type(stmt.buffer.dtype).startswith("i"):
        return False
    bits = 8 * dt.nbytes(stmt.buffer.dtype)
    if isinstance(stmt.value, (BufferLoad, Broadcast)):
        return False
    # bytes and 16-bit words may be computed in wider registers
    return bits < 32 or any(dt.bits(n.dtype) > bits for n in walk(stmt.value) if isinstance(n, Expr))


def _opaque_mask(f: Emitter, lanes: int) -> str:
    """The mask in force, hidden from constant folding.

    LLVM 22 turns a truncating masked store whose mask is a constant with one active lane into a scalar store of the
    value before its truncation: ``trunc <16 x i32> to <16 x i8>`` then writes four bytes instead of one.
    """
    assert f.mask is not None
    # An empty assembly instruction whose result is its operand: opaque to LLVM, and no code. A general register has at
    # least 8 bits, a mask of 4 lanes has fewer.
    flags, word, register = with_lanes("i1", lanes), f"i{lanes}", f"i{max(8, 1 << (lanes - 1).bit_length())}"
    bits = f.pure(f"bitcast {flags} {f.mask} to {word}", f.mask)
    bits = bits if word == register else f.pure(f"zext {word} {bits} to {register}", bits)
    bits = f.pure(f'call {register} asm "", "=r,0"({register} {bits})', bits)
    bits = bits if word == register else f.pure(f"trunc {register} {bits} to {word}", bits)
    return f.pure(f"bitcast {word} {bits} to {flags}", bits)


def _store_vector(
    f: Emitter,
    value: str,
    at: str,
    align: int,
    element: str,
    size: int,
    lanes: int,
    private: bool,
    may_truncate: bool,
) -> None:
    """A store of the active lanes; `private`: the others are private memory, to which their old values may be stored.

    Private memory that is accessed by full vectors only can be promoted to registers, such as the accumulators of a
    ragged tile.
    """
    vector = with_lanes(element, lanes)
    if f.mask is not None and private:
        old = f.assign(f"load {vector}, ptr {at}, align {align}")
        value = f.assign(f"select {with_lanes('i1', lanes)} {f.mask}, {vector} {value}, {vector} {old}")
    if f.mask is None or private:
        f.put(f"store {vector} {value}, ptr {at}, align {align}")
        return
    if is_apart(f, size, lanes):
        store_first(f, value, at, element, size, lanes)
        return
    name = f"llvm.masked.store.{suffix(vector)}.p0"
    flags = with_lanes("i1", lanes)
    mask = _opaque_mask(f, lanes) if may_truncate else f.mask
    f.module.declare(name, f"declare void @{name}({vector}, ptr, {flags})")
    f.put(f"call void @{name}({vector} {value}, ptr align {align} {at}, {flags} {mask})")


def _scatter(f: Emitter, value: str, at: str, element: str, size: int, lanes: int) -> None:
    vector, pointers = with_lanes(element, lanes), with_lanes("ptr", lanes)
    flags = with_lanes("i1", lanes)
    name = f"llvm.masked.scatter.{suffix(vector)}.{suffix(pointers)}"
    f.module.declare(name, f"declare void @{name}({vector}, {pointers}, {flags})")
    f.put(f"call void @{name}({vector} {value}, {pointers} align {size} {at}, {flags} {_flags(f, lanes)})")
