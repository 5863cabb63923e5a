"""The package without what only POSIX systems have: every module is imported, and what needs it says so."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

SAMPLES = Path(__file__).parents[1] / "samples"

#: A process in which Python is as it is on Windows, as far as that can be: its modules and the names of `os`.
HIDE = """
import builtins, importlib.abc, os, pkgutil, signal, subprocess, sys

class Hidden(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

# What others import of it is their own affair.
import multiprocessing, tempfile, shutil, socket, ctypes, numpy, onnx, llvmlite.binding, click, lark, yaml
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Hidden())
for name in ("fork", "setsid", "killpg", "getpgid", "getuid", "geteuid", "sched_getaffinity", "sched_setaffinity",
             "sysconf", "memfd_create", "O_CLOEXEC", "RTLD_NOW", "RTLD_LOCAL", "RTLD_NOLOAD", "mkfifo", "nice",
             "getloadavg"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGKILL", "SIGALRM", "SIGHUP", "SIGPIPE", "alarm", "setitimer"):
    delattr(signal, name)
"""


def _run(text: str, folder: Path) -> str:
    command = [sys.executable, "-c", HIDE + textwrap.dedent(text)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_is_imported(tmp_path: Path) -> None:
    text = """
        import mlcc
        # `mlcc.__main__` is a command, and optional packages may be missing.
        names = [m.name for m in pkgutil.walk_packages(mlcc.__path__, "mlcc.") if "__main__" not in m.name]
        for name in names:
            try:
                __import__(name)
            except ModuleNotFoundError as error:
                if error.name in {"fcntl", "resource", "pwd", "grp", "termios"}:
                    raise
        print(len(names))
    """
    assert int(_run(text, tmp_path)) > 500


def test_a_model_is_built_and_runs_and_a_search_is_refused(tmp_path: Path) -> None:
    text = f"""
        import numpy as np
        from mlcc.cli.app import run
        model = {str(SAMPLES / "models/mlp.onnx")!r}
        assert run(["build", model, "--emit", "so,h", "-o", "mlp", "-MD"]) == 0
        assert run(["run", "mlp.so", "--random", "0"]) == 0
        import mlcc
        built = mlcc.build(model)  # in memory
        assert built(np.zeros((1, 784), "float32")).shape == (1, 10)
        assert run(["tune", model, "-o", "records.jsonl", "--trials", "1"]) == 1
        assert run(["rpc", "serve"]) == 1
    """
    command = [sys.executable, "-c", HIDE + textwrap.dedent(text)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "error[D204]" in done.stderr
    assert "error[R359]" in done.stderr
