"""The command line as processes: one that serves, one that is run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

Start = Callable[..., "Served"]


class Served:
    """A process of `mlcc rpc` and the address that it printed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        self.url = process.stdout.readline().strip()
        host, _, port = self.url.removeprefix("rpc://").rpartition(":")
        self.host, self.port = host, int(port or 0)

    def sessions(self) -> list[int]:
        """The processes of its sessions."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in children.read_text().split()]


def mlcc_command(*args: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Runs `mlcc ARGS`."""
    done = subprocess.run([sys.executable, "-m", "mlcc", *args], capture_output=True, text=True, timeout=120)
    assert not check or done.returncode == 0, done.stderr
    return done
