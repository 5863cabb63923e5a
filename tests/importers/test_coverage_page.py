"""The documentation's page of ONNX's operators is what the importer has: `--update-golden` writes it."""

from __future__ import annotations

import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import onnx

from mlcc.importers.onnx import registry, supported_ops

PAGE = Path(__file__).parents[2] / "docs" / "onnx.md"
HEAD = """# Coverage of ONNX

Every operator of the standard (opset {opset}, onnx {version}), how mlcc reads it, and how many cases of ONNX's backend
suite have it as their only node. *converter*: by code of its own, which distinguishes the given versions; *definition*:
by the standard's own definition through simpler operators. All cases of the suite pass but those of `Bernoulli`, whose
expected results are random draws that no seed states: an engine can only pass them by drawing NumPy's numbers from the
state in which the suite's own code left its generator.

The operators of onnxruntime's and of scikit-learn's domains are listed by `mlcc list onnx`.

This page is written by `python -m pytest tests/importers/test_coverage_page.py --update-golden`, and that test fails
where it is not what the importer has.

| operator | since | read by | versions | cases |
|---|---|---|---|---|
"""


def suite_cases() -> Counter[str]:
    """How many cases of the suite are one node of each operator."""
    from onnx.backend.test.loader import load_model_tests

    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        models = [case.model for case in load_model_tests(kind="node") if case.model is not None]
    nodes = [m.graph.node[0] for m in models if len(m.graph.node) == 1]
    return Counter(node.op_type for node in nodes if not node.domain)


def page() -> str:
    newest, cases, converters = onnx.defs.onnx_opset_version(), suite_cases(), supported_ops()
    schemas = {s.name: s for s in onnx.defs.get_all_schemas() if not s.domain and not s.deprecated}
    rows = []
    for name, schema in sorted(schemas.items()):
        defined = any(getattr(schema, kind) for kind in ("has_function", "has_context_dependent_function"))
        own = bool(registry._TABLE.get(("", name)))
        read = "converter" if own else "definition" if defined else "not read"
        versions = ", ".join(map(str, converters[name])) if own else ""
        rows.append(f"| `{name}` | {schema.since_version} | {read} | {versions} | {cases[name]} |")
    return HEAD.format(opset=newest, version=onnx.__version__) + "\n".join(rows) + "\n"


def test_the_page_is_what_the_importer_has(update_golden: bool) -> None:
    text = page()
    if update_golden:
        PAGE.write_text(text, encoding="utf-8")
    written = PAGE.read_text(encoding="utf-8")
    # Another version of onnx has other operators and cases; what it shares with the page must be read in the same way.
    known = {line.split(" | ")[0]: line.split(" | ")[2] for line in written.splitlines() if line.startswith("| `")}
    now = {line.split(" | ")[0]: line.split(" | ")[2] for line in text.splitlines() if line.startswith("| `")}
    assert {name: now[name] for name in known if name in now} == {name: known[name] for name in known if name in now}
    if f"onnx {onnx.__version__})" in written:
        assert text == written, "`--update-golden` writes the page anew"


def test_every_operator_is_read() -> None:
    assert "not read" not in page()
