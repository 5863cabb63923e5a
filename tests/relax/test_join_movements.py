"""Chains of reshapes and transposes with symbolic sizes become one transpose between two views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, Var, verify
from mlcc.relax.transform import DeadCodeElimination, JoinMovements

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators

N, H, W = Var("n", "int64"), Var("h", "int64"), Var("w", "int64")
ONE = ["reshape", "transpose", "reshape"]
Moved = Callable[[Ops, Any, Any, Any, Any], Any]


def joined(module: IRModule) -> IRModule:
    after = DeadCodeElimination()(JoinMovements()(module))
    verify(after)
    return after


def patches(o: Ops, x: Any, n: Any, h: Any, w: Any) -> Any:
    """Of each of the 2 x 2 positions in a patch the rows of channels."""
    down, right = (h + 1) // 2, (w + 1) // 2
    split = o.transpose(o.reshape(x, (n * 6 * down, 2, right, 2)), axes=[0, 2, 1, 3])
    rows = o.transpose(o.reshape(split, (n, 6, down * right, 4)), axes=[0, 3, 2, 1])
    return o.reshape(rows, (n * 4, down * right, 6))


def whole(o: Ops, x: Any, n: Any, h: Any, w: Any) -> Any:
    """The image of such patches."""
    down, right = h // 2, w // 2
    rows = o.transpose(o.reshape(x, (n, 4, down * right, 6)), axes=[0, 3, 2, 1])
    split = o.transpose(o.reshape(rows, (n * 6 * down, right, 2, 2)), axes=[0, 2, 1, 3])
    return o.reshape(split, (n, 6, down * 2, right * 2))


def windows(o: Ops, x: Any, n: Any, h: Any, w: Any) -> Any:
    split = o.reshape(x, (n, 6, h // 2, 2, w // 2, 2))
    return o.reshape(o.transpose(split, axes=[0, 2, 4, 3, 5, 1]), (n * (h // 2) * (w // 2), 4, 6))


def tokens(o: Ops, x: Any, n: Any, h: Any, w: Any) -> Any:
    return o.transpose(o.reshape(x, (n, 6, h * w)), axes=[0, 2, 1])


def of_blocks(o: Ops, x: Any, n: Any, h: Any, w: Any, block: int = 2) -> Any:
    plain = o.nn_from_blocked(o.nn_to_blocked(x, block=2), channels=6)
    return o.nn_to_blocked(o.reshape(tokens(o, plain, n, h, w), (n, h * w, 6, 1)), block=block, axis=2)


def of_other_blocks(o: Ops, x: Any, n: Any, h: Any, w: Any) -> Any:
    """Three pairs are no pair of threes: the last conversion is apart."""
    return of_blocks(o, x, n, h, w, block=3)


@pytest.mark.parametrize(
    ("body", "want"),
    [
        (patches, ONE),
        (windows, ONE),
        (tokens, ["reshape", "transpose"]),
        (of_blocks, ONE),
        (of_other_blocks, [*ONE, "nn.to_blocked"]),
    ],
)
def test_a_chain_is_one_transpose(body: Moved, want: list[str]) -> None:
    after = joined(graph(lambda o, x: body(o, x, N, H, W), x=(N, 6, H, W)))
    assert operators(after) == want
    for sizes in ((3, 2, 4), (1, 6, 2), (2, 8, 8), (0, 2, 2), (2, 0, 4)):
        x = normal(sizes[0], 6, *sizes[1:])
        assert_close(compiled(after, x), interpret(graph(lambda o, x: body(o, x, *sizes), x=x.shape), x))  # noqa: B023


def test_the_way_back() -> None:
    """The number of patches is a product of sizes that its factors are found in."""
    down, right = H // 2, W // 2
    after = joined(graph(lambda o, x: whole(o, x, N, H, W), x=(N * 4, down * right, 6)))
    assert operators(after) == ONE

    def there_and_back(o: Ops, x: Any, n: Any, h: Any, w: Any) -> Any:
        return whole(o, o.negative(patches(o, x, n, h, w)), n, h, w)

    both = joined(graph(lambda o, x: there_and_back(o, x, N, H, W), x=(N, 6, H, W)))
    for sizes in ((3, 2, 4), (1, 6, 2), (2, 8, 8)):
        x = normal(sizes[0], 6, *sizes[1:])
        assert_close(compiled(both, x), [-x])


@pytest.mark.parametrize("shape", [(1, 6, 3, 4), (2, 6, 4, 5), (1, 6, 1, 1)])
def test_sizes_that_are_not_whole_are_refused(shape: tuple[int, ...]) -> None:
    """The patches of an odd size have more elements than the image."""
    lib = joined(graph(lambda o, x: patches(o, x, N, H, W), x=(N, 6, H, W)))
    with pytest.raises(MlccError, match="a value seen with another shape has another size"):
        compiled(lib, normal(*shape))


def test_elements_are_moved_by_what_computes_them() -> None:
    """A view in between would keep the two apart; the kernel of a product is apart anyway."""

    def after(first: Callable[[Ops, Any], Any]) -> list[str]:
        def body(o: Ops, x: Any) -> Any:
            return o.reshape(o.transpose(first(o, x), axes=[0, 2, 3, 1]), (N, H * W, 6))

        return operators(joined(graph(body, x=(N, 6, H, W))))[-3:]

    w = normal(1, 1, 1, 1)
    assert after(lambda o, x: o.exp(x)) == ["exp", "transpose", "reshape"]
    assert after(lambda o, x: x) == ["reshape", "transpose"]
    conv = normal(6, 6, 1, 1)
    assert after(lambda o, x: o.exp(o.add(o.nn_conv2d(x, conv), w))) == ["exp", "reshape", "transpose"]


def test_movements_that_stay() -> None:
    def used_between(o: Ops, x: Any) -> Any:
        flat = o.reshape(x, (N, 6, H * W))
        return o.transpose(flat, axes=[0, 2, 1]), o.exp(flat)

    def no_division(o: Ops, x: Any) -> Any:
        return o.transpose(o.reshape(x, (N, 2, 3, H, W)), axes=[0, 2, 1, 3, 4])

    def apart(o: Ops, x: Any) -> Any:
        """Four by n is no multiple of n by two: an index would be divided."""
        return o.transpose(o.reshape(o.transpose(x, axes=[1, 0, 2, 3]), (N * 3, 2, H * W)), axes=[2, 1, 0])

    for body, want in (
        (used_between, ["reshape", "transpose", "exp"]),
        (no_division, ["reshape", "transpose"]),
        (apart, ["transpose", "reshape", "transpose"]),
    ):
        module = graph(body, x=(N, 6, H, W))
        assert sorted(operators(joined(module))) == sorted(want)
        x = normal(2, 6, 3, 4)
        assert_close(compiled(joined(module), x), compiled(module, x))
    static = graph(lambda o, x: patches(o, x, 2, 4, 6), x=(2, 6, 4, 6))
    assert operators(joined(static)) == operators(static)


def test_transposes_that_cancel_leave_a_view() -> None:
    def body(o: Ops, x: Any) -> Any:
        rows = o.transpose(o.reshape(x, (N, 6, H * W)), axes=[0, 2, 1])
        return o.exp(o.reshape(o.transpose(rows, axes=[0, 2, 1]), (N * 6, H, W)))

    after = joined(graph(body, x=(N, 6, H, W)))
    assert operators(after) == ["reshape", "exp"]
    x = normal(2, 6, 3, 5)
    assert_close(compiled(after, x), compiled(graph(lambda o, x: o.exp(o.reshape(x, (12, 3, 5))), x=x.shape), x))
