"""Memory on the heap: allocated with the alignment of vectors, and released on every way out of a function.

A thread's memory in a parallel loop is on its stack where it fits at run time: the pages of a stack are there from loop
to loop, while what the heap gives and takes back at each chunk of iterations is mapped anew, and locks.
"""

from __future__ import annotations

from mlcc.ir import Buffer, Expr, IntImm
from mlcc.ir import dtype as dt
from mlcc.lowering import THREAD_STACK

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
    _release(f, memory)
    f.buffers[buffer] = Pointer(_rounded_up(f, memory), STACK_ALIGN)


def open_thread(f: Emitter, buffer: Buffer, used: str) -> str:
    """Allocate a thread's buffer of symbolic size: on the stack as long as all of these fit, else on the heap.

    `used` is what the thread's buffers before it take of the stack, in bytes; the result includes this one. Once per
    function, at its beginning: memory on the stack is released by the return.
    """
    count = index_value(f, elements(buffer.shape))
    nbytes = f.pure(f"mul nsw i64 {count}, {dt.nbytes(buffer.dtype)}", count)
    padded = f.pure(f"add nsw i64 {nbytes}, {STACK_ALIGN - 1}", nbytes)
    total = f.assign(f"call i64 @llvm.uadd.sat.i64(i64 {used}, i64 {padded})")
    f.module.declare("llvm.uadd.sat.i64", "declare i64 @llvm.uadd.sat.i64(i64, i64)")
    fits = f.assign(f"icmp ule i64 {total}, {THREAD_STACK}")
    on_stack = f.assign(f"select i1 {fits}, i64 {padded}, i64 0")
    room = f.assign(f"alloca i8, i64 {on_stack}, align {STACK_ALIGN}")
    before, beyond, after = f.block, f.label(), f.label()
    f.put(f"br i1 {fits}, label %{after}, label %{beyond}")
    f.start_block(beyond)
    f.push_scope()
    memory = _heap_memory(f, padded)
    aligned = _rounded_up(f, memory)
    f.pop_scope()
    end = f.block
    f.put(f"br label %{after}")
    f.start_block(after)
    # What is released: nothing where the buffer is on the stack.
    _release(f, f.assign(f"phi ptr [ null, %{before} ], [ {memory}, %{end} ]"))
    f.buffers[buffer] = Pointer(f.assign(f"phi ptr [ {room}, %{before} ], [ {aligned}, %{end} ]"), STACK_ALIGN)
    return f.assign(f"select i1 {fits}, i64 {total}, i64 {used}")


def close_heap(f: Emitter) -> None:
    """Release the buffer that was allocated last."""
    f.releases.pop()()


def _release(f: Emitter, memory: str) -> None:
    f.releases.append(lambda: f.call("free", "void", ("ptr", memory)))


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
