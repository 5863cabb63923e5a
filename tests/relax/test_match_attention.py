"""What is recognised as attention: operands, factor, cap and masks; what only looks alike is not."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mlcc.ir import GraphExpr, GraphVar, Var, as_int
from mlcc.relax.transform.match_attention import Attention, Definitions, Matcher, query_tile
from mlcc.target import Costs, Target

from .attention import CAUSAL, FORMS, HEADS, attend, transposed
from .graphs import graph, normal

UNLIKE: dict[str, Callable[..., Any]] = {
    "scores used twice": lambda o, q, k, v: (s := o.matmul(q, transposed(o, k)), attend(o, s, v)),
    "weights used twice": lambda o, q, k, v: (
        w := o.nn_softmax(o.matmul(q, transposed(o, k)), axis=3), o.matmul(w, v)),
    "softmax of columns": lambda o, q, k, v: o.matmul(o.nn_softmax(o.matmul(q, transposed(o, k)), axis=2), v),
    "a number that scores change": lambda o, q, k, v: attend(
        o, o.where(CAUSAL == 0, o.add(o.matmul(q, transposed(o, k)), normal(30)), -10.0), v),
    "a cap on masked scores": lambda o, q, k, v: attend(
        o, o.multiply(o.tanh(o.add(o.matmul(q, transposed(o, k)), normal(30))), 5.0), v),
    "weights that a mask hides": lambda o, q, k, v: o.matmul(
        o.where(CAUSAL == 0, o.nn_softmax(o.matmul(q, transposed(o, k)), axis=-1), 0.0), v),
    "scaled by a tensor": lambda o, q, k, v: attend(o, o.multiply(o.matmul(q, transposed(o, k)), normal(30)), v),
}  # fmt: skip


COSTS = Target.parse("llvm -mcpu=skylake-avx512").costs


def matched(body: Any, costs: Costs = COSTS, **shapes: Any) -> Attention | None:
    """The attention that ends in the last product of a graph."""
    func = graph(body, **shapes).graph_funcs["main"]
    definitions = Definitions(func)
    result = [Matcher(definitions, costs).attention(call) for call in definitions.calls.values()]
    matches = [match for match in result if match is not None]
    assert len(matches) <= 1
    return matches[0] if matches else None


def name(value: GraphExpr) -> str:
    assert isinstance(value, GraphVar)
    return value.name


def of(body: Any) -> Attention:
    match = matched(body, q=HEADS, k=HEADS, v=(2, 3, 30, 5))
    assert match is not None
    return match


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_recognised(form: str) -> None:
    assert of(FORMS[form]).shape is not None


@pytest.mark.parametrize("form", UNLIKE)
def test_what_only_looks_alike(form: str) -> None:
    assert matched(UNLIKE[form], q=HEADS, k=HEADS, v=HEADS) is None


def test_operands() -> None:
    plain, transposed = of(FORMS["no scale"]), of(FORMS["transpose_b"])
    assert name(transposed.query) == name(plain.query) == "q"
    assert plain.transposed
    assert not transposed.transposed
    assert name(transposed.key) == "k"
    assert plain.value is not None
    assert name(plain.value) == "v"
    assert [as_int(d) for d in plain.shape] == [2, 3, 30, 30]


@pytest.mark.parametrize(
    ("form", "factor"),
    [("scaled scores", 0.25), ("divided scores", 0.125), ("no scale", 1.0), ("causal", 0.25), ("kept", 0.25)],
)
def test_factors(form: str, factor: float) -> None:
    assert of(FORMS[form]).factor == factor


def test_factors_after_a_mask_scale_the_mask() -> None:
    match = of(FORMS["a scaled mask"])
    assert match.factor == 0.5
    assert [mask.factor for mask in match.masks] == [0.5]
    chosen = of(FORMS["scaled where kept"])
    assert [mask.number for mask in chosen.masks] == [-1.5]


def test_caps() -> None:
    match = of(FORMS["capped"])
    assert match.factor == pytest.approx(0.5)  # before and after the cap
    assert match.softcap == pytest.approx(5.0)
    assert len(match.masks) == 1


def test_masks_in_their_order() -> None:
    kinds = {name: [type(mask).__name__ for mask in of(FORMS[name]).masks] for name in FORMS}
    assert kinds["no mask"] == []  # zeros
    assert kinds["two masks"] == ["_Added", "_Added"]
    assert kinds["kept and added"] == ["_Added", "Chosen"]
    assert kinds["added where kept"] == ["Chosen", "_Added"]


def test_queries_that_are_dropped() -> None:
    hidden, shown = of(FORMS["hidden queries"]), of(FORMS["queries that are not hidden"])
    assert hidden.dropped is not None
    assert shown.dropped is not None
    assert (hidden.drop_inverted, shown.drop_inverted) == (False, True)


def test_scores_are_scaled_as_one_number() -> None:
    """Two factors of 1 / sqrt(sqrt(64)) are an eighth; a cap is scaled only by positive numbers."""
    query, key = GraphVar("q", None, True), GraphVar("k", None, True)
    root = Attention(query, key, True).scaled(64.0**-0.25)
    assert root is not None
    whole = root.scaled(64.0**-0.25)
    assert whole is not None
    assert whole.factor == 0.125
    capped = replace(whole, softcap=5.0)
    assert capped.scaled(-1.0) is None
    doubled = capped.scaled(2.0)
    assert doubled is not None
    assert (doubled.factor, doubled.softcap) == (0.25, 10.0)


def test_padding_of_queries() -> None:
    """Queries are padded to full tiles: by no more than a quarter, unless rows of scores would be padded, too."""
    rng = random.Random(2)
    taken = 0
    for _ in range(60):
        queries, keys = rng.randint(1, 90), rng.choice([16, 32, 48, 17, 30, 33])
        shapes = {"q": (1, 2, queries, 8), "k": (1, 2, keys, 8), "v": (1, 2, keys, 8)}
        match = matched(FORMS["no scale"], **shapes)
        tile = query_tile(queries, COSTS)
        assert tile % int(COSTS.query_tile) == 0
        padded = -(-queries // tile) * tile
        ragged = keys % COSTS.query_tile != 0
        if match is not None:
            taken += 1
            assert queries >= tile
            assert ragged or padded <= 1.25 * queries
        else:
            assert queries < tile or (padded > 1.25 * queries and not ragged)
    assert 0 < taken < 60


def test_symbolic_numbers_of_queries_are_taken() -> None:
    n = Var("n", "int64")
    assert matched(FORMS["no scale"], q=(1, 2, n, 8), k=(1, 2, 16, 8), v=(1, 2, 16, 8)) is not None
    assert query_tile(None, COSTS) == COSTS.query_tile
