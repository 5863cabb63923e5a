"""The steps of a model, each in a process of its own with limits, its time and its memory.

Packages take longer to load than most models to build: a server per step and source loads them once, and forks.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any


def command_of(step: str, source: str) -> list[str]:
    """What Python is told to run a server, without its limits."""
    return ["-m", "collection.server", step, source]


@dataclass
class Servers:
    """The servers of a run, started when they are first asked."""

    seconds: float
    gigabytes: float
    running: dict[tuple[str, str], subprocess.Popen[str]] = field(default_factory=dict)

    def run(self, step: str, source: str, *arguments: str) -> dict[str, Any]:
        """What the `step` gives for a model of `source`, with `peak_mb`; or a verdict and the reason why it ended."""
        key = step, source if step == "make" else ""
        if key not in self.running:
            self.running[key] = subprocess.Popen(
                [sys.executable, *command_of(*key), str(self.seconds), str(self.gigabytes)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        server = self.running[key]
        assert server.stdin
        assert server.stdout
        server.stdin.write(json.dumps(arguments) + "\n")
        server.stdin.flush()
        line = server.stdout.readline()
        if not line:
            sys.exit(f"`{' '.join(command_of(*key))}` ended before it answered: are the packages of the source there?")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        """Closes the servers."""
        for server in self.running.values():
            assert server.stdin
            server.stdin.close()
            server.wait()
