"""Equal numbers for expressions that are built alike, of any number of paths to their operands."""

from __future__ import annotations

from mlcc.ir import Buffer, BufferLoad, Cast, Expr, FloatImm, Select, ValueNumbers, Var, const

N = Var("n", "int64")


def test_equal_expressions() -> None:
    numbers = ValueNumbers()
    buffers = [Buffer("b", (const(4, "int64"),), "int64") for _ in range(2)]
    expressions: list[Expr] = [
        N, Var("n", "int64"), N + 1, N + 2, N - 1, (N + 1) // 2, N // 2 + 1, Select(N > 1, N, N + 1),
        Cast("int32", N), Cast("int16", N), FloatImm(0.0, "float32"), FloatImm(-0.0, "float32"),
        FloatImm(0.0, "float64"), *(BufferLoad(b, (N,)) for b in buffers),
    ]  # fmt: skip
    assert len({numbers.of(e) for e in expressions}) == len(expressions)
    assert numbers.of((N + 1) // 2) == numbers.of(expressions[5])
    assert numbers.of(Select(N > 1, N, N + 1)) == numbers.of(expressions[7])
    assert numbers.of(BufferLoad(buffers[1], (N,))) == numbers.of(expressions[-1])


def test_sizes() -> None:
    numbers = ValueNumbers()
    size: Expr = N
    for _ in range(100):
        size = size * size
    assert numbers.size(size) == 2**101 - 1
    assert numbers.size(BufferLoad(Buffer("b", (N,), "int64"), (N + 1,))) == 4
