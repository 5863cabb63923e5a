"""A profile in the trace event format, which Perfetto (ui.perfetto.dev) and chrome://tracing show.

https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU describes it: complete events (``X``)
with begin and duration in microseconds, and metadata (``M``) with the names of processes and threads.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mlcc.driver.profile import Profile, Site


def trace_text(profiles: Sequence[Profile]) -> str:
    """The trace of one call of each library, a process each, as JSON: every call of a kernel is an event."""
    events = [event for number, profile in enumerate(profiles, 1) for event in _events(profile, number)]
    return json.dumps({"traceEvents": events, "displayTimeUnit": "ns"}, indent=1) + "\n"


def _events(profile: Profile, process: int) -> list[dict[str, Any]]:
    common = {"pid": process, "tid": 1}
    title = f"{profile.library}: {profile.function}, {profile.threads} thread{'s' if profile.threads > 1 else ''}"
    events: list[dict[str, Any]] = [
        {"name": "process_name", "ph": "M", **common, "args": {"name": title}},
        {"name": "thread_name", "ph": "M", **common, "args": {"name": "calls of kernels, in order"}},
        {"name": profile.function, "cat": "function", "ph": "X", "ts": 0.0, "dur": profile.seconds * 1e6, **common},
    ]
    at = 0.0
    for site in profile.sites:
        if site.seconds > 0:
            events.append({
                "name": site.kernel, "cat": "kernel", "ph": "X", "ts": at * 1e6, "dur": site.seconds * 1e6, **common,
                "args": _facts(site),
            })  # fmt: skip
        at += site.seconds
    return events


def _facts(site: Site) -> dict[str, Any]:
    """What is shown of an event that is chosen."""
    facts: dict[str, Any] = {"nodes": ", ".join(site.nodes)}
    if site.flops:
        facts["GFLOP/s"] = round(site.flops / site.seconds * 1e-9, 2)
    if site.nbytes:
        facts["GB/s"] = round(site.nbytes / site.seconds * 1e-9, 2)
        facts["bytes"] = site.nbytes
    if site.limit is not None:
        facts["% of the limit"] = round(min(site.limit / site.seconds, 1.0) * 100, 1)
    return facts
