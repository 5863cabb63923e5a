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
    """The trace of one call of each library, a process each, as JSON: every call of a kernel is an event, and so is
    every chunk of a parallel loop, in the row of its thread.

    Without a time line the calls follow each other at their median times.
    """
    events = [event for number, profile in enumerate(profiles, 1) for event in _events(profile, number)]
    return json.dumps({"traceEvents": events, "displayTimeUnit": "ns"}, indent=1) + "\n"


def _events(profile: Profile, process: int) -> list[dict[str, Any]]:
    title = f"{profile.library}: {profile.function}, {profile.threads} thread{'s' if profile.threads > 1 else ''}"
    line = profile.timeline
    whole = profile.seconds if line is None else line.seconds
    events = [
        {"name": "process_name", "ph": "M", "pid": process, "tid": 0, "args": {"name": title}},
        _thread(process, _CALLS, "calls of kernels, in order"),
        _event(profile.function, "function", process, _CALLS, 0.0, whole),
    ]
    if line is None:
        at = 0.0
        for site in profile.sites:
            if site.seconds > 0:
                events.append(_event(site.kernel, "kernel", process, _CALLS, at, site.seconds, _facts(site)))
            at += site.seconds
        return events
    for span in line.calls:
        site = profile.sites[span.site]
        facts = {**_facts(site), "median us": round(site.seconds * 1e6, 3)}
        events.append(_event(site.kernel, "kernel", process, _CALLS, span.begin, span.end - span.begin, facts))
    for number in range(line.threads):
        events.append(_thread(process, _CALLS + 1 + number, f"thread {number}{' (the caller)' if not number else ''}"))
    for span in line.chunks:
        site, thread = profile.sites[span.site], _CALLS + 1 + span.thread
        facts = {"nodes": ", ".join(site.nodes)}
        events.append(_event(site.kernel, "chunk", process, thread, span.begin, span.end - span.begin, facts))
    return events


#: The row of the calls; those of threads follow.
_CALLS = 1


def _thread(process: int, thread: int, name: str) -> dict[str, Any]:
    return {"name": "thread_name", "ph": "M", "pid": process, "tid": thread, "args": {"name": name}}


def _event(
    name: str,
    category: str,
    process: int,
    thread: int,
    begin: float,
    seconds: float,
    facts: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A complete event; times in seconds."""
    event = {"name": name, "cat": category, "ph": "X", "ts": begin * 1e6, "dur": seconds * 1e6}
    return {**event, "pid": process, "tid": thread, **({} if facts is None else {"args": facts})}


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
