"""Profiles as files for other tools: traces for Perfetto and Chrome, and the roofline as a picture."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver.profile import Profile, Site
from mlcc.driver.roofline import Bandwidth, Limits
from mlcc.driver.timeline import Span, Timeline
from mlcc.view.roofline_svg import roofline_svg
from mlcc.view.trace_events import trace_text

LIMITS = Limits(2, {"float32": 1e11, "float64": 5e10}, (Bandwidth(1 << 14, 2e11, 1e11), Bandwidth(1 << 28, 1e10, 5e9)))
SITES = (
    Site("conv & relu", ("Conv_0", "Relu_1"), 2_000_000, 4096, 8192, 4e-5, "float32", 4096, 2e-5),
    Site("copy", (), 0, 0, 4096, 1e-6, "float32", 2048, 1e-7),
    Site("not taken", ("Gemm_3",), 1000, 0, 64, 0.0, "float32", 4),
    Site("dense", ("Gemm_2",), 500_000, 8192, 64, 1e-5, "float32", 40, 2e-5),
)
PROFILE = Profile("net.so", "main", 2, 6e-5, SITES, LIMITS)


def test_a_trace_has_the_calls_in_order_without_gaps() -> None:
    data = json.loads(trace_text([PROFILE, PROFILE]))
    events = [event for event in data["traceEvents"] if event["ph"] == "X" and event["pid"] == 1]
    assert [event["name"] for event in events] == ["main", "conv & relu", "copy", "dense"]
    assert events[0]["dur"] == pytest.approx(60.0)
    assert [event["ts"] for event in events[1:]] == pytest.approx([0.0, 40.0, 41.0])
    assert events[1]["args"] == {
        "nodes": "Conv_0, Relu_1", "GFLOP/s": 50.0, "GB/s": 0.31, "bytes": 12288, "% of the limit": 50.0
    }  # fmt: skip
    assert events[3]["args"]["% of the limit"] == 100.0
    names = [event["args"]["name"] for event in data["traceEvents"] if event["name"] == "process_name"]
    assert names == ["net.so: main, 2 threads"] * 2


def test_a_trace_of_a_recorded_call_has_a_row_for_each_thread() -> None:
    calls = (Span(0, 0, 0.0, 4e-5), Span(0, 1, 4e-5, 4.2e-5))
    line = Timeline(calls, (Span(0, 0, 1e-6, 3e-5), Span(1, 0, 2e-6, 3.5e-5)))
    data = json.loads(trace_text([replace(PROFILE, timeline=line)]))["traceEvents"]
    rows = {event["tid"]: event["args"]["name"] for event in data if event["name"] == "thread_name"}
    assert rows == {1: "calls of kernels, in order", 2: "thread 0 (the caller)", 3: "thread 1"}
    shown = [(e["tid"], e["name"], e["ts"], round(e["dur"], 3)) for e in data if e["ph"] == "X" and e["tid"] > 1]
    assert shown == [(2, "conv & relu", 1.0, 29.0), (3, "conv & relu", 2.0, 33.0)]


def test_a_roofline_has_a_dot_per_kernel_inside_its_frame() -> None:
    root = ElementTree.fromstring(roofline_svg(PROFILE))
    space = "{http://www.w3.org/2000/svg}"
    dots = root.findall(f"{space}circle")
    assert len(dots) == 2
    for dot in dots:
        assert 70 <= float(dot.attrib["cx"]) <= 870
        assert 40 <= float(dot.attrib["cy"]) <= 500
    titles = [dot.find(f"{space}title") for dot in dots]
    assert [title is not None and (title.text or "").partition(":")[0] for title in titles] == ["conv & relu", "dense"]
    # A kernel with more operations per byte is further right, a faster one higher.
    conv, dense = (float(dot.attrib["cx"]) for dot in dots)
    assert conv > dense
    texts = [item.text for item in root.findall(f"{space}text")]
    assert "float32 100 GFLOP/s" in texts
    assert "float64 50 GFLOP/s" not in texts
    with pytest.raises(MlccError, match="there is no roofline of `net.so`: busy"):
        roofline_svg(Profile("net.so", "main", 2, 6e-5, SITES, None, "busy"))


def test_names_in_a_roofline_cover_nothing() -> None:
    """Five kernels in one place: their names stand below each other."""
    sites = [replace(SITES[0], kernel=f"kernel_{number}", seconds=(1 + number / 100) * 1e-5) for number in range(5)]
    root = ElementTree.fromstring(roofline_svg(replace(PROFILE, sites=tuple(sites))))
    texts = root.findall("{http://www.w3.org/2000/svg}text")
    heights = sorted(float(item.attrib["y"]) for item in texts if (item.text or "").startswith("kernel_"))
    assert len(heights) >= 3
    assert all(b - a >= 14 for a, b in zip(heights, heights[1:], strict=False))


def test_wrong_usage(mlcc, tmp_path: Path) -> None:
    assert "give --profile too" in mlcc("bench", "a.so", "--trace", tmp_path / "t.json").err
    assert "a picture of one library" in mlcc("bench", "a.so", "b.so", "--profile", "--svg", tmp_path / "r.svg").err
