"""Reshapes of reshapes are one, and those that change nothing none."""

from __future__ import annotations

from mlcc.relax.transform import RemoveRedundantReshape

from .graphs import assert_close, compiled, graph, normal, operators


def test_chains_become_one_reshape() -> None:
    module = graph(lambda o, x: o.exp(o.reshape(o.reshape(x, (6, 4)), (3, 8))), x=(2, 12))
    changed = RemoveRedundantReshape()(module)
    assert operators(changed) == ["reshape", "exp"]
    assert_close(compiled(changed, normal(2, 12)), compiled(module, normal(2, 12)))


def test_reshapes_back_are_none() -> None:
    module = graph(lambda o, x: o.exp(o.reshape(o.reshape(x, (6, 4)), (2, 12))), x=(2, 12))
    assert operators(RemoveRedundantReshape()(module)) == ["exp"]
    module = graph(lambda o, x: o.reshape(o.exp(x), (2, 12)), x=(2, 12))
    changed = RemoveRedundantReshape()(module)
    assert_close(compiled(changed, normal(2, 12)), compiled(module, normal(2, 12)))
