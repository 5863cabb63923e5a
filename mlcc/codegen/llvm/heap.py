"""Memory on the heap: allocated with the alignment of vectors, and released on every way out of a function."""

from __future__ import annotations

from mlcc.ir import Buffer, Expr, IntImm
from mlcc.ir import dtype as dt

from .address import index_value
from .emitter import Emitter, Pointer
from .module import NO_MEMORY

STACK_ALIGN = 64


def open_heap(f: Emitter, buffer: Buffer) -> None:
    """Allocate a buffer on the heap; failures from here on release it."""
    count = index_value(f, elements(buffer.shape))
    nbytes = f.pure(f"mul nsw i64 {count}, {dt.nbytes(buffer.dtype)}", count)
    # `malloc` aligns to 16 bytes; accesses of vectors that cross cache lines would cost twice as much.
    memory = _heap_memory(f, f.pure(f"add nsw i64 {nbytes}, {STACK_ALIGN - 1}", nbytes))
    f.heap.append(memory)
    f.buffers[buffer] = Pointer(_rounded_up(f, memory), STACK_ALIGN)


def close_heap(f: Emitter) -> None:
    """Release the buffer that was allocated last."""
    f.call("free", "void", ("ptr", f.heap.pop()))


def _rounded_up(f: Emitter, memory: str) -> str:
    word = f"i{f.target.pointer_bits}"
    f.module.declare("llvm.ptrmask", f"declare ptr @llvm.ptrmask.p0.{word}(ptr, {word})")
    above = f.assign(f"getelementptr inbounds i8, ptr {memory}, i64 {STACK_ALIGN - 1}")
    return f.assign(f"call ptr @llvm.ptrmask.p0.{word}(ptr {above}, {word} -{STACK_ALIGN})")


def _heap_memory(f: Emitter, nbytes: str) -> str:
    word = f"i{f.target.pointer_bits}"
    if word != "i64":
        nbytes = f.pure(f"trunc i64 {nbytes} to {word}", nbytes)
    f.module.declare("malloc", f"declare noalias ptr @malloc({word})")
    memory = f.assign(f"call noalias ptr @malloc({word} {nbytes})")
    missing = f.assign(f"icmp eq ptr {memory}, null")
    empty = f.assign(f"icmp eq {word} {nbytes}, 0")
    present = f.assign(f"xor i1 {empty}, true")
    failed = f.assign(f"and i1 {missing}, {present}")
    f.return_if(failed, NO_MEMORY)
    return memory


def elements(shape: tuple[Expr, ...]) -> Expr:
    """The number of elements of a shape."""
    total: Expr = IntImm(1, "int64")
    for dim in shape:
        total = total * dim.astype("int64")
    return total
