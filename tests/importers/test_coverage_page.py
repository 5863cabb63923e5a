"""The documentation's page of ONNX's operators is what the importer has: `--update-golden` writes it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import onnx
import pytest
from suite_cases import node_cases

from mlcc.importers.onnx import registry, supported_ops

PAGE = Path(__file__).parents[2] / "docs" / "onnx.md"
KERNELS = Path(__file__).parent / "onnxruntime_kernels.txt"
RELEASES = Path(__file__).parent / "onnx_releases.txt"
HEAD = """# Coverage of ONNX

Every operator of the standard (opset {opset}, onnx {version}), how mlcc reads it, and how many cases of ONNX's backend
suite have it as their only node. *converter*: by code of its own, which distinguishes the given versions; *definition*:
by the standard's own definition through simpler operators. All cases of the suite pass but those of `Bernoulli`, whose
expected results are random draws that no seed states: an engine can only pass them by drawing NumPy's numbers from the
state in which the suite's own code left its generator.

The operators of scikit-learn's domain are listed by `mlcc list onnx`; those of onnxruntime's are below.

This page is written by `python -m pytest tests/importers/test_coverage_page.py --update-golden`, and that test fails
where it is not what the importer has.

| operator | since | read by | versions | cases |
|---|---|---|---|---|
"""
OLD_RELEASES = """
## Earlier releases

The cases of earlier releases of ONNX whose models neither a newer release nor this one has, run by
`PYTHONPATH=.:tests python -m releases --folder FOLDER --results FILE` (it fetches the wheels; `--counts` writes the
counts). *corrected*: a later release has other results for the same inputs, which are mlcc's, or it has another model
or other results, and today's reference computes mlcc's results of the old model. *wrong* are
draws of `Bernoulli` (of NumPy's generator), and `CastLike` to bfloat16 until 1.18, which cut numbers off.

| release | cases | right | corrected | refused | wrong | crashed |
|---|---|---|---|---|---|---|
"""
OTHERS = """
## Operators of onnxruntime

The operators of its domain `com.microsoft` that {version} computes on processors: its quantiser, its optimiser and the
model builder of onnxruntime-genai write them. What is read is tested against onnxruntime. The operators on blocks of
channels that the optimiser's level `all` writes (domain `com.microsoft.nchwc`) are read where the numbers of channels
say how many a block has (`mlcc explain I135`).

| operator | read, or why not |
|---|---|
"""


def suite_cases() -> Counter[str]:
    """How many cases of the suite are one node of each operator."""
    models = [case.model for case in node_cases() if case.model is not None]
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
    head = HEAD.format(opset=newest, version=onnx.__version__)
    return head + "\n".join(rows) + "\n" + old_releases() + others()


def old_releases() -> str:
    rows = [line.split() for line in RELEASES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    total = ["all", *(str(sum(int(row[n]) for row in rows)) for n in range(1, 7))]
    return OLD_RELEASES + "".join(f"| {' | '.join(row)} |\n" for row in [*rows, total])


def kernels() -> tuple[str, dict[str, str]]:
    """The version of onnxruntime that the list is of, and why an operator is not read, nothing where it is."""
    head, *lines = KERNELS.read_text(encoding="utf-8").splitlines()
    return head[2:].split(":")[0], {name: why for name, _, why in (line.partition(" ") for line in lines)}


def others() -> str:
    version, reasons = kernels()
    return OTHERS.format(version=version) + "".join(f"| `{n}` | {why or 'read'} |\n" for n, why in reasons.items())


def test_the_page_is_what_the_importer_has(update_golden: bool) -> None:
    text = page()
    if update_golden:
        PAGE.write_text(text, encoding="utf-8")
    written = PAGE.read_text(encoding="utf-8")
    # Another version of onnx has other operators and cases; what it shares with the page must be read in the same way.
    known, now = (
        {row[0]: row[2] for line in page.splitlines() if line.startswith("| `") and len(row := line.split(" | ")) > 2}
        for page in (written, text)
    )
    assert {name: now[name] for name in known if name in now} == {name: known[name] for name in known if name in now}
    if f"onnx {onnx.__version__})" in written:
        assert text == written, "`--update-golden` writes the page anew"


def test_every_operator_is_read() -> None:
    assert "not read" not in page()


def test_operators_of_onnxruntime_are_read_or_say_why() -> None:
    _, reasons = kernels()
    read = {name.removeprefix("com.microsoft.") for name in supported_ops() if name.startswith("com.microsoft.")}
    assert {name for name, why in reasons.items() if not why} <= read
    assert not {name for name, why in reasons.items() if why} & read


@pytest.mark.onnxruntime
def test_the_list_is_what_onnxruntime_has() -> None:
    runtime = pytest.importorskip("onnxruntime")
    version, reasons = kernels()
    if version != f"onnxruntime {runtime.__version__}":
        pytest.skip("another version of onnxruntime")
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    kinds = {k.op_name for k in state.get_all_opkernel_def() if k.domain == "com.microsoft" and "CPU" in k.provider}
    assert kinds == set(reasons)
