"""The page: one file without the network, whose parts light up together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from view.browser import seen

from mlcc.view.page import embedded, page
from mlcc.view.report import report

ROOT = Path(__file__).parents[2]
CPU = "llvm -mcpu=znver4 -mtriple=x86_64-unknown-linux-gnu"


@pytest.fixture(scope="module")
def kernel() -> dict[str, Any]:
    """The report about a program with a schedule of six steps."""
    path, schedule = ROOT / "samples/kernels/mm_relu.tir", ROOT / "samples/schedules/tile.yaml"
    return report(str(path), schedules=[str(schedule)], target=CPU, run=False)


@pytest.fixture(scope="module")
def model(convnet: dict[str, Any]) -> dict[str, Any]:
    """The report about a model, with made-up times."""
    data = convnet
    rows = [
        {"kernel": kernel["name"], "nodes": kernel["nodes"], "calls": 1, "seconds": 1e-6 * (number + 1), "share": 0.1,
         "gflops": 10.0 * (number + 1), "gbytes": 5.0, "of_limit": 0.5}
        for number, kernel in enumerate(data["kernels"])
    ]  # fmt: skip
    calls = [
        {"kernel": row["kernel"], "nodes": row["nodes"], "seconds": row["seconds"], "dtype": "float32"} for row in rows
    ]
    bands = [{"nbytes": 1 << bits, "read": 1e12 / bits, "write": 1e12 / bits} for bits in (14, 18, 22, 28)]
    limits = {"threads": 1, "flops": {"float32": 1e11}, "bandwidths": bands, "steady": True}
    return {**data, "times": {"seconds": 1e-4, "threads": 1, "kernels": rows, "calls": calls, "limits": limits}}


def test_one_file_that_asks_the_network_for_nothing(kernel: dict[str, Any]) -> None:
    text = page(kernel)
    assert not re.search(r"(?:src|href)\s*=", text.replace("http://www.w3.org/2000/svg", ""))
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert len(text) - len(embedded(kernel)) < 300_000
    assert "</script>" not in embedded({"text": "</script><script>alert(1)</script>"})


def test_columns_without_a_number_are_not_there(kernel: dict[str, Any], model: dict[str, Any], tmp_path: Path) -> None:
    """What was not measured takes no room from the names of kernels, and the page says why it was not."""
    script = "return [...document.querySelectorAll('#list th')].map(head => head.textContent.replace(/ .$/, ''));"
    assert seen(page(kernel), tmp_path, script) == ["kernel"]
    assert seen(page(model), tmp_path, script)[:6] == ["kernel", "time", "%", "GFLOP/s", "GB/s", "% limit"]
    assert kernel["times"]["note"] == "not measured: the page was made with --no-run"


def test_registers_of_vectors_are_told_where_there_are_vectors(kernel: dict[str, Any], tmp_path: Path) -> None:
    """On a processor without vectors, `0 of 16` would be read as a count of the others."""
    script = "return [...document.querySelectorAll('#facts span')].map(fact => fact.textContent);"
    with_vectors = seen(page(kernel), tmp_path, script)
    (shown,) = kernel["kernels"]
    scalar = {**kernel, "kernels": [{**shown, "vector_bits": 0, "registers": 0}]}
    without = seen(page(scalar), tmp_path, script)
    assert any(text.startswith("registers") for text in with_vectors)
    assert not any(text.startswith("registers") for text in without)


def test_a_pass_that_runs_again_has_another_reason(model: dict[str, Any]) -> None:
    from mlcc.driver.phases import GRAPH_PHASES

    assert [(item["name"], item["why"]) for item in model["passes"]] == [(item.name, item.why) for item in GRAPH_PHASES]


def test_a_line_lights_up_in_every_form(kernel: dict[str, Any], tmp_path: Path) -> None:
    """The store of the matrix product: in the steps, the program, LLVM and assembly."""
    lines = kernel["kernels"][0]["tir"].splitlines()
    store = next(n for n, line in enumerate(lines) if "A[vi, vk] * B[vk, vj]" in line and "T.reads" not in line)
    script = f"""
      document.querySelectorAll('.pane')[1].querySelector('[data-n="{store}"]').click();
      const lit = [...document.querySelectorAll('.pane')].map(pane =>
        [...pane.querySelectorAll('.row.on, .lit')].map(row => row.textContent));
      return {{ lit, hash: location.hash }};
    """
    answer = seen(page(kernel), tmp_path, script)
    steps, program, llvm, assembly = answer["lit"]
    assert steps
    assert all("Y[vi, vj] + A[vi, vk] * B[vk, vj]" in row for row in steps)
    assert [row.lstrip("0123456789 ") for row in program] == [lines[store].strip()]
    assert any("fmul" in row or "fadd" in row for row in llvm)
    assert any("vfmadd" in row for row in assembly)
    assert answer["hash"] == f"#mm_relu:{store + 1}"


def test_a_kernel_lights_up_in_every_picture(model: dict[str, Any], tmp_path: Path) -> None:
    name = "fused_conv2d_nchwc_add_relu"
    script = f"""
      document.querySelector('tr[data-kernel="{name}"]').click();
      const found = {{}};
      for (const tab of document.querySelectorAll('#tabs button')) {{
        tab.click();
        found[tab.textContent] = document.querySelectorAll('#picture .on').length;
      }}
      return {{ found, title: document.querySelector('#facts h2').textContent,
        chips: [...document.querySelectorAll('.chip')].map(chip => chip.textContent) }};
    """
    answer = seen(page(model), tmp_path, script)
    assert answer["title"] == name
    assert answer["chips"] == ["n8_Conv", "n9_Relu"]
    assert {tab: count > 0 for tab, count in answer["found"].items()} == {
        "graph": True, "roofline": True, "time line": True, "memory": True, "passes": False
    }  # fmt: skip


def test_the_time_line_has_a_row_for_each_thread(model: dict[str, Any], tmp_path: Path) -> None:
    line = {"calls": [[0, 0, 0.0, 1e-6], [0, 1, 1e-6, 3e-6]], "chunks": [[0, 1, 1e-6, 2e-6], [1, 1, 1.2e-6, 2.9e-6]]}
    script = """
      [...document.querySelectorAll('#tabs button')].find(tab => tab.textContent === 'time line').click();
      const home = document.querySelector('#picture');
      const names = [...home.querySelectorAll('text.t')].map(text => text.textContent);
      return { names: names.filter(name => /thread|calls/.test(name)), bars: home.querySelectorAll('rect.hit').length };
    """
    answer = seen(page({**model, "times": {**model["times"], "timeline": line}}), tmp_path, script)
    assert answer["names"] == ["calls", "thread 0, caller", "thread 1"]
    assert answer["bars"] == 4


def test_nodes_of_the_model_lead_to_their_kernel(model: dict[str, Any], tmp_path: Path) -> None:
    """In the graph as imported, a click on a node chooses the kernel that computes it; keys go through the table."""
    script = """
      const press = key => dispatchEvent(new KeyboardEvent('keydown', { key }));
      document.querySelectorAll('.sub button')[0].click();
      for (let n = 0; n < 14; n++) press('-');
      const box = [...document.querySelectorAll('.box')].find(box => box.textContent.includes('max_pool2d'));
      const at = { bubbles: true, clientX: 900, clientY: 200 };
      box.dispatchEvent(new PointerEvent('pointerdown', at));
      box.dispatchEvent(new PointerEvent('pointerup', at));
      const clicked = document.querySelector('#facts h2').textContent;
      press('j'); press('k'); press('t'); press('5');
      return { clicked, again: document.querySelector('#facts h2').textContent,
        theme: document.documentElement.dataset.theme,
        tab: document.querySelector('[aria-selected=true]').textContent };
    """
    answer = seen(page(model), tmp_path, script, dark=False)
    assert answer == {"clicked": "max_pool2d", "again": "max_pool2d", "theme": "dark", "tab": "passes"}


def test_long_texts_are_drawn_as_far_as_they_are_seen(kernel: dict[str, Any], tmp_path: Path) -> None:
    (first,) = kernel["kernels"]
    long = {**first, "llvm": "\n".join(f"  %v{n} = add i64 {n}, 1" for n in range(30_000)), "llvm_lines": "7*30000"}
    script = """
      const body = document.querySelectorAll('.pane')[2].querySelector('.body');
      const rows = () => [...body.querySelectorAll('.row')].map(row => row.textContent);
      const before = rows();
      body.scrollTop = 20000 * 18;
      window.later = rows;
      return { count: before.length, height: body.scrollHeight, elements: document.querySelectorAll('*').length };
    """
    answer = seen(page({**kernel, "kernels": [long]}), tmp_path, script)
    assert answer["height"] >= 30_000 * 18
    assert answer["count"] < 100
    assert answer["elements"] < 4000


def test_command(mlcc, tmp_path: Path) -> None:
    kernel, output = ROOT / "samples/kernels/two_functions.tir", tmp_path / "page.html"
    ran = mlcc("view", str(kernel), "--no-run", "-o", str(output))
    assert ran.code == 0, ran.err
    assert output.read_text().startswith("<!doctype html>")
    assert mlcc("view", str(tmp_path / "none.onnx"), "-o", str(output)).err.startswith("error[D101]")
    several = mlcc("view", str(kernel), "--target", "llvm -mcpu=x86-64-v3,znver4", "-o", str(output))
    assert several.err.startswith("error[G107]")
