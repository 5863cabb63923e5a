"""Loads what a step needs, then runs each request of stdin in a fork."""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any


def main() -> None:
    """Given are the step, a source and the limits. Answers every line, a list of arguments, by a line, an object."""
    step, source, seconds, gigabytes = sys.argv[1:]
    warnings.simplefilter("ignore")
    module = import_module(f"collection.{step}")
    module.load(source)
    gc.freeze()  # so that collections in the forks do not copy it
    for line in sys.stdin:
        answer = _forked(
            module.answer, [*([source] if source else []), *json.loads(line)], float(seconds), float(gigabytes)
        )
        print(json.dumps(answer), flush=True)


def _forked(answer: Any, arguments: list[str], seconds: float, gigabytes: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        start, peak = time.monotonic(), 0
        if not (child := os.fork()):
            _child(answer, arguments, gigabytes, out, err)
        while not (ended := os.wait4(child, os.WNOHANG))[0]:
            if time.monotonic() - start > seconds:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return {"verdict": "too long", "reason": f"more than {seconds:.0f} s"}
            before = time.process_time()
            peak = max(peak, _memory(child))
            # The kernel walks the pages of every process: what looks at them takes no more than 1 part in 20.
            time.sleep(max(0.05, 19 * (time.process_time() - before)))
        if out.exists():
            cpu = ended[2].ru_utime + ended[2].ru_stime
            return {**json.loads(out.read_text()), "peak_mb": round(peak / 2**20), "cpu_s": round(cpu, 2)}
        last = (err.read_text(errors="replace").strip().splitlines() or [""])[-1]
        return {"verdict": "crashed", "reason": f"status {ended[1]}: {last}"[:300]}


def _child(answer: Any, arguments: list[str], gigabytes: float, out: Path, err: Path) -> None:
    """The request, in the fork, which ends here."""
    try:
        os.setsid()
        size = int(gigabytes * 2**30)
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
        target = os.open(err, os.O_CREAT | os.O_WRONLY)
        os.dup2(target, 1)
        os.dup2(target, 2)
        os.close(0)
        os.open(os.devnull, os.O_RDONLY)
        text = json.dumps(answer(*arguments))
        made = out.with_suffix(".part")
        made.write_text(text)
        made.rename(out)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(0)


def _memory(session: int) -> int:
    """The bytes that the processes of a session have in memory, those shared with others in parts."""
    total = 0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if os.getsid(int(entry.name)) != session:
                continue
            for line in (entry / "smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
        except (OSError, ProcessLookupError):
            continue  # it ended
    return total


if __name__ == "__main__":
    main()
