"""Every value of every step and key, replaced by values of every other kind: a coded error at its place, or a result.

The steps are the examples of the manual; the keys of the file format are those of `FILE`, which uses all of them.
"""

from __future__ import annotations

import copy
import inspect
import json
import math
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from sketches import sketch
from test_manual import TABLE, _part

from mlcc import MlccError
from mlcc.diagnostics import Span, render_text
from mlcc.ir import verify
from mlcc.schedule import apply_script
from mlcc.schedule.fields import step_fields

KERNEL = """
for i, j in T.grid(64, 128):
    with T.block("B"):
        vi, vj = T.axis.remap("SS", [i, j])
        B[vi, vj] = A[vi, vj] * T.float32(2)
for i, j in T.grid(64, 128):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = B[vi, vj] + T.float32(1)
"""
FILE = """
name: all
doc: uses every key
priority: 3
func: main
match:
  op: "*"
  dtype: [float32, float16]
  attrs: {}
  static: true
  blocks:
    first: {name: B, kind: elementwise, iters: SS, pick: only, dtype: float32, attrs: {}, where: "len(loops(it)) == 2"}
    last: {name: ["C", "D"], kind: any, pick: last}
params: {tile: 4, wide: "min(8, target.vector_lanes)", flag: true}
when: ["tile > 1", flag]
steps:
- get_block: {name: B, as: b}
- get_loops: {block: b, as: [i, j]}
- let: {half: "tile // 2", pair: [1, 2]}
- split: {loop: j, factors: [null, "${tile * 2}"], as: [j0, j1]}
  if: flag
- foreach:
    var: x
    in: loops(last)
    where: "extent(x) > 100"
    do:
    - annotate: {loop: $x, ann_key: note, ann_val: {a: [1, 2.5, null]}}
- try:
    do:
    - vectorize: j0
    else:
    - parallel: {loop: i}
- unroll: [last, 1]
"""
WRONG: dict[str, Any] = {
    "null": None, "true": True, "half": 0.5, "minus": -1, "zero": 0, "huge": 10**18, "beyond": 10**30, "nan": math.nan,
    "empty": "", "list": [], "map": {}, "word": "nothing", "odd": "a\x01b'\"é$(id)%s{}\\", "dollar": "$", "open": "${",
    "expression": "${1 // 0}", "deep": "${" + "(" * 300 + ")" * 300 + "}", "nested": [[["B"]]],
    "nulls": [None, None, None],
    "mixed": [1, "B", None, 0.5], "pair": ["B", 7], "loop": {"block": "B", "loop": "nothing"}, "long": "x" * 5000,
    "text_map": {"": 1, "B": None}, "slice": "A[0:1]", "lambda": "i, j -> i // 0, j", "many": [1] * 40,
}  # fmt: skip


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values below `data`."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of `data` with another value at a path."""
    result = copy.deepcopy(data)
    parent = result
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    return result


def example(name: str) -> tuple[str, list[Any]]:
    """The program and the steps of a primitive's example."""
    if TABLE[name].is_lookup or name.startswith("sample_"):
        return KERNEL, [{name: {field.name: "B" for field in step_fields(TABLE[name])[:1]}}]
    doc = inspect.getdoc(TABLE[name]) or ""
    return _part(doc, "Before"), yaml.safe_load(_part(doc, "Step"))


def kinds(number: int, request: pytest.FixtureRequest) -> Iterator[tuple[str, Any]]:
    """The wrong values to try at the place of a number: a few of them in turn, all with `--long`."""
    names, some = list(WRONG), 3
    if request.config.getoption("--long"):
        yield from WRONG.items()
        return
    for k in range(some):
        name = names[(number * some + k) % len(names)]
        yield name, WRONG[name]


def check(module: Any, data: Any, story: str) -> bool:
    """Apply a schedule: a program that verifies, or an error with a code and a place in the schedule. True: applied."""
    text = json.dumps(data, indent=1)  # JSON is YAML
    after, error = attempt(module, text)
    if error is None:
        verify(after, coverage=False)
        return True
    first = error.diagnostic
    assert first.code[0] in "SPTV", f"{story}: {error}"
    assert isinstance(first.span, Span), f"{story}: no place: {error}"
    assert first.span.source.text == text, f"{story}: not in the schedule: {error}"
    assert len(render_text(error)) < 20_000
    return False


def attempt(module: Any, text: str) -> tuple[Any, MlccError | None]:
    """The program after a schedule, or the error."""
    try:
        return apply_script(module, text)[0], None
    except MlccError as error:
        return None, error


@pytest.mark.parametrize("name", TABLE)
def test_fields(name: str, request: pytest.FixtureRequest) -> None:
    before, steps = example(name)
    module = sketch(before)
    paths = [path for path in places(steps) if len(path) > 1]
    for n, step in enumerate(steps):
        args = step.get(name) if isinstance(step, dict) else None
        if isinstance(args, dict):
            absent = [field.name for field in step_fields(TABLE[name]) if field.name not in args]
            paths += [(n, name, key) for key in (*absent, "as", "block", "loop") if key not in args]
    for number, path in enumerate(paths):
        for kind, value in kinds(number, request):
            check(module, replaced(steps, path, value), f"{name} {path} = {kind}")


def test_keys_of_the_file(request: pytest.FixtureRequest) -> None:
    module, data = sketch(KERNEL), yaml.safe_load(FILE)
    assert check(module, data, "as it is")
    for number, path in enumerate(places(data)):
        for kind, value in kinds(number, request):
            check(module, replaced(data, path, value), f"{path} = {kind}")


def test_keys_with_other_names() -> None:
    module, data = sketch(KERNEL), yaml.safe_load(FILE)
    for path in places(data):
        if isinstance(path[-1], int):
            continue
        for name in ("", "steps", "block", "x" * 5000, "a\x01b", "1"):
            result = copy.deepcopy(data)
            parent = result
            for key in path[:-1]:
                parent = parent[key]
            parent[name] = parent.pop(path[-1])
            check(module, result, f"{path} called {name[:9]!r}")


@pytest.mark.parametrize("key", ["kind", "pick", "static"])
@pytest.mark.parametrize("kind", WRONG)
def test_words_of_a_pattern(key: str, kind: str) -> None:
    """Misspelled words are no patterns that fit nothing."""
    if (key, kind) == ("static", "true"):
        return
    data: dict[str, Any] = {"match": {"blocks": {"b": {"name": "B"}}}, "steps": []}
    (data["match"] if key == "static" else data["match"]["blocks"]["b"])[key] = WRONG[kind]
    with pytest.raises(MlccError) as caught:
        apply_script(sketch(KERNEL), json.dumps(data))
    assert caught.value.code == "S104"
