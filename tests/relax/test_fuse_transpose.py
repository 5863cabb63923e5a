"""Products read their right operand transposed."""

from __future__ import annotations

from mlcc.relax.transform import FuseTransposeMatmul

from .graphs import assert_close, compiled, graph, normal, operators


def test_transposes_of_rows_and_columns_are_read() -> None:
    for rank, axes in ((2, None), (3, [0, 2, 1])):
        shape = (2, 5, 8)[3 - rank :]
        module = graph(
            lambda o, x, w, axes=axes: o.matmul(x, o.transpose(w, axes=axes)), x=shape, w=(*shape[:-2], 6, 8)
        )
        fused = FuseTransposeMatmul()(module)
        assert operators(fused) == ["matmul"]
        inputs = normal(*shape), normal(*shape[:-2], 6, 8, seed=1)
        assert_close(compiled(fused, *inputs), compiled(module, *inputs))


def test_what_other_transposes_stay() -> None:
    stays = (
        lambda o, x, w: o.matmul(x, o.transpose(w, axes=[1, 0, 2])),
        lambda o, x, w: (lambda t: (o.matmul(x, t), o.exp(t)))(o.transpose(w, axes=[0, 2, 1])),
    )
    for body, left in zip(stays, (["transpose", "matmul"], ["transpose", "matmul", "exp"]), strict=True):
        module = graph(body, x=(4, 3, 4), w=(4, 4, 4))
        assert operators(FuseTransposeMatmul()(module)) == left
