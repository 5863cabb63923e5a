"""Programs that TVM 0.27 printed after the same steps; steps that it refused, too; graph functions as it prints them.

Each `.txt` is a program, the steps (one JSON list each: name, arguments, keywords; ``["B", block]`` and
``["L", block, position]`` are references), and TVM's text. Guards are compared modulo simplification.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mlcc.analysis import Analyzer, conjunction, conjuncts
from mlcc.diagnostics import MlccError
from mlcc.ir import BlockRealize, Constant, For, IRModule, Node, children, map_children, script, structural_equal
from mlcc.schedule import Schedule
from mlcc.script import parse_module

HERE = Path(__file__).parent
VARIADIC = ("fuse", "reorder", "merge")


def _resolve(sch: Schedule, item: Any) -> Any:
    if isinstance(item, list) and item[:1] == ["B"]:
        return sch.get_block(item[1])
    if isinstance(item, list) and item[:1] == ["L"]:
        return sch.get_loops(sch.get_block(item[1]))[item[2]]
    return [_resolve(sch, part) for part in item] if isinstance(item, list) else item


def _run(sch: Schedule, line: str) -> None:
    name, args, keywords = json.loads(line)
    getattr(sch, name)(*(_resolve(sch, a) for a in args), **{k: _resolve(sch, v) for k, v in keywords.items()})


def _plain(mod: IRModule) -> IRModule:
    """The module with its guards simplified, so that two spellings of one guard are equal."""

    def visit(node: Any, ranges: dict[Any, Any]) -> Any:
        if isinstance(node, For):
            ranges = {**ranges, node.var: (node.min, node.extent)}
        if isinstance(node, BlockRealize):
            analyzer = Analyzer(ranges)
            parts = {script(p): p for part in conjuncts(node.predicate) for p in conjuncts(analyzer.simplify(part))}
            node = replace(node, predicate=conjunction(parts[text] for text in sorted(parts)))
        return map_children(node, lambda child: visit(child, ranges))

    for name, func in mod.prim_funcs.items():
        mod = mod.with_function(name, replace(func, body=visit(func.body, {})))
    return mod


@pytest.mark.parametrize("path", sorted(HERE.glob("*_*.txt")) + [HERE / "reindex.txt"], ids=lambda p: p.stem)
def test_same_program(path: Path) -> None:
    program, steps, expected = path.read_text(encoding="utf-8").split("\n---\n")
    sch = Schedule(parse_module(program))
    for line in steps.splitlines():
        _run(sch, line)
    wanted = _plain(parse_module(expected, str(path)))
    assert script(_plain(sch.mod)) == script(wanted)
    assert structural_equal(_plain(sch.mod), wanted)
    assert structural_equal(parse_module(script(sch.mod, dialect="tvm")), sch.mod)


@pytest.mark.parametrize("case", (HERE / "refused.txt").read_text(encoding="utf-8").split("\n===\n"))
def test_same_refusal(case: str) -> None:
    program, steps = case.rstrip("\n").split("\n---\n")
    sch = Schedule(parse_module(program))
    *before, last = steps.splitlines()
    for line in before:
        _run(sch, line)
    with pytest.raises(MlccError) as caught:
        _run(sch, last)
    assert caught.value.code.startswith("S2")


def _nodes(item: Node) -> Iterator[Any]:
    yield item
    for child in children(item):
        yield from _nodes(child)


def test_constants_of_tvm() -> None:
    module = parse_module((HERE / "constants.relax").read_text(encoding="utf-8"))
    result = [n.data for f in module.functions.values() for n in _nodes(f) if isinstance(n, Constant)]
    assert len(result) == 1
    assert np.array_equal(result[0], np.arange(12, dtype="float32"))
    assert structural_equal(parse_module(script(module, dialect="tvm")), module)


def test_graph_functions_of_tvm() -> None:
    module = parse_module((HERE / "legalized.relax").read_text(encoding="utf-8"))
    assert len(module.prim_funcs) > 5
    for dialect in ("mlcc", "tvm"):
        assert structural_equal(parse_module(script(module, dialect=dialect)), module)


def test_constants_for_tvm() -> None:
    """What is written for TVM is its own form: the same graph of objects, before the program."""
    text = (HERE / "constants.relax").read_text(encoding="utf-8")
    module = parse_module(text)
    ours = script(module, dialect="tvm")

    def graph(printed: str) -> Any:
        result = printed.split('"""')[1]
        return json.loads(result.replace('\\"', '"'))

    assert graph(ours)["nodes"] == graph(text)["nodes"]
    assert ours.startswith("metadata = tvm.ir.load_json(")
