"""What a code generator returns for a part of a graph: C text, object code, or the call of a library's function.

A C function of a part, whether compiled from text or given as object code, is::

    int32_t symbol(const void *input..., void *output..., int64_t size...);

One pointer per tensor, inputs then outputs in the order of the part's parameters and results, to contiguous elements
in row-major order; then one number per symbolic size, in the order in which the sizes first occur in those shapes. It
returns 0, or a number that makes the call of the library fail. It may be called by several threads at the same time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mlcc.ir import Expr, Var


@dataclass(frozen=True)
class CSource:
    """C text that defines `symbol`, compiled with the system's C compiler (or ziglang's) when the artefact is made.

    Parts may share a text, which is compiled once. `flags` are added to the compiler's options; ``-x c++`` is C++,
    without its standard library. `needs` is further code, which the text calls.
    """

    text: str
    symbol: str
    flags: tuple[str, ...] = ()
    needs: tuple[CSource | ObjectCode, ...] = ()


@dataclass(frozen=True)
class ObjectCode:
    """The bytes of an object file (ELF, for the machine that the artefact is for) that defines `symbol`."""

    code: bytes
    symbol: str


@dataclass(frozen=True)
class Pointer:
    """An argument: the address of the tensor number `tensor` of a part (inputs, then outputs), or of a slice of it:
    `at` are its leading indices, the others are 0."""

    tensor: int
    at: tuple[Expr | int, ...] = ()


@dataclass(frozen=True)
class Scalar:
    """An argument: a number, or an expression of the part's symbolic sizes, as a C type: int32, int64, float32 or
    float64. With `least`, a smaller integer is passed as that: to BLAS, rows without elements are 1 apart."""

    value: Expr | int | float
    dtype: str = "int32"
    least: int | None = None


@dataclass(frozen=True)
class LibraryCall:
    """Calls of the function `symbol` of a shared library, with arguments as data.

    `library` is the name by which the system's loader finds it; it is opened when the artefact is first used, not
    linked, and `package` says what installs it. With `loops`, the call is repeated for each value of the variables
    (from 0 up to the extents, the first one outermost), which slices may use. With `has_status` the function returns
    an int, and any but 0 makes the call of the artefact fail.
    """

    symbol: str
    library: str
    args: tuple[Pointer | Scalar, ...]
    loops: tuple[tuple[Var, Expr | int], ...] = ()
    package: str = ""
    has_status: bool = False


#: What a generator gives for one part; a callable or a name stand for a function that the environment provides.
Result = CSource | ObjectCode | LibraryCall | str | Callable[..., object]
