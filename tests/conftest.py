"""Fixtures that all tests share."""

from __future__ import annotations

import atexit
import gc
import inspect
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from covering import left_out
from hypothesis import HealthCheck, settings
from suite_cases import RUN

from mlcc.cli import COLLECTIONS
from mlcc.deep_calls import deep

ROOT = Path(__file__).resolve().parent.parent


def _memory() -> str | None:
    """A folder in memory for temporary files, of which tests make and remove tens of thousands: on some disks each
    removal waits for milliseconds. None where there is none that is large enough and may hold programs."""
    shared = Path("/dev/shm")
    if not (shared.is_dir() and os.access(shared, os.W_OK | os.X_OK)):
        return None
    for left in shared.glob("mlcc-tests-*-*"):  # of a run that was killed
        if not Path("/proc", left.name.split("-")[2]).exists():
            shutil.rmtree(left, ignore_errors=True)
    facts = os.statvfs(shared)
    is_fit = facts.f_bavail * facts.f_frsize >= 4 << 30 and not facts.f_flag & os.ST_NOEXEC
    return tempfile.mkdtemp(prefix=f"mlcc-tests-{os.getpid()}-", dir=shared) if is_fit else None


# Who names a folder by TMPDIR has it used.
if "PYTEST_XDIST_WORKER" not in os.environ and "TMPDIR" not in os.environ and (memory := _memory()):
    os.environ["TMPDIR"] = tempfile.tempdir = memory
    atexit.register(shutil.rmtree, memory, ignore_errors=True)
# Tests neither use nor fill the user's cache. The processes of pytest-xdist share one, as they inherit its name.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["MLCC_CACHE_DIR"] = os.environ[RUN] = tempfile.mkdtemp(prefix="mlcc-test-cache-")
    atexit.register(shutil.rmtree, os.environ[RUN], ignore_errors=True)
# The cores are busy with other tests: a build that takes several has more to do, and none to do it.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("MLCC_JOBS", "1")
# The judge needs no threads. Those of NumPy's products wait in a loop for the next one, for ten milliseconds each time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Tests start hundreds of processes: none shall compile mlcc's Python anew, which takes as long as what most of them do.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Messages are compared as they are printed into a pipe.
os.environ.pop("FORCE_COLOR", None)
sys.dont_write_bytecode = False
# As the command does.
gc.set_threshold(*COLLECTIONS)
# A shell that starts the tests in the background has interrupts ignored, which the processes of tests would inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass(frozen=True)
class Ran:
    """What a command left: its exit code and the two streams; `built` is the line on stderr with which a build ends."""

    code: int
    out: str
    err: str
    built: str = ""

    @classmethod
    def of(cls, code: int, out: str, err: str) -> Ran:
        """The last line of a build taken from stderr."""
        rest, built = re.findall(r"\A(.*?)((?:built [^\n]*\n)?)\Z", err, re.S)[0]
        return cls(code, out, rest, built)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Rewrite expected outputs from what is produced.")
    parser.addoption("--long", action="store_true", help="Also what takes long, and all cases.")


def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis tries few examples and always the same by default, many new ones with `--long`; a slow machine is
    no error."""
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    settings.register_profile("short", max_examples=25, deadline=None, derandomize=True, suppress_health_check=checks)
    settings.register_profile("long", max_examples=600, deadline=None, database=None, suppress_health_check=checks)
    settings.load_profile("long" if config.getoption("--long") else "short")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked slow, and cases beyond a cover, run with `--long` only. Types are checked first: that takes a
    minute, in which the other processes would have nothing left to do at the end."""
    items.sort(key=lambda item: item.path.name != "test_lint.py")
    if config.getoption("--long"):
        return
    if without := left_out(items):
        config.hook.pytest_deselected(items=without)
        gone = {id(item) for item in without}
        items[:] = [item for item in items if id(item) not in gone]
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="runs with --long"))


def pytest_collection_finish() -> None:
    """The items stay until the end: no search for circles need look at them."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    """Tests have room for deep calls, as the command has."""
    names = pyfuncitem._fixtureinfo.argnames
    deep(pyfuncitem.obj)(**{name: pyfuncitem.funcargs[name] for name in names})
    return True


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--update-golden"))


#: Folders of tests about what is computed, whatever LLVM makes of it; other folders and `--long` have its optimisation.
UNOPTIMISED = ("importers", "quantization", "relax", "topi")


@pytest.fixture(autouse=True)
def unoptimised(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM optimises nothing in these folders, unless a test asks for it: builds take half of the time. By the
    functions' own defaults, which hold for all callers: the backend of ONNX and the quantiser build models, too."""
    if request.path.parent.name not in UNOPTIMISED or request.config.getoption("--long"):
        return
    from mlcc.driver import building

    for function in (building.build, building.build_files):
        monkeypatch.setitem(inspect.unwrap(function).__kwdefaults__, "opt_level", 0)


@pytest.fixture
def mlcc(capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run one command line in this process: `mlcc("explain", "S231")` -> Ran."""
    from mlcc.cli.app import run

    def call(*args: str | Path) -> Ran:
        capfd.readouterr()
        code = run([str(arg) for arg in args])
        streams = capfd.readouterr()
        return Ran.of(code, streams.out, streams.err)

    return call


@pytest.fixture
def mlcc_process() -> Callable[..., Ran]:
    """Run one command line as a process of its own, with `stdin` as its input."""

    def call(*args: str | Path, stdin: str = "", timeout: float = 300) -> Ran:
        command: Sequence[str] = [sys.executable, "-m", "mlcc", *(str(arg) for arg in args)]
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=timeout, check=False)
        return Ran.of(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture(scope="session")
def linker() -> str:
    """The name of a C compiler, or skip."""
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return name
    pytest.skip("no C compiler")
