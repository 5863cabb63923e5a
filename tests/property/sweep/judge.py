"""The judge of a pair: the plain interpreter says what the program means; everything else has to agree."""

from __future__ import annotations

import faulthandler
import os
import pickle
import resource
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from guarded import Fenced
from tolerances import tolerance

from mlcc.diagnostics import MlccError
from mlcc.driver import Artefact, BuildOptions
from mlcc.ir import IRModule, PrimFunc, structural_equal
from mlcc.ir.verify import verify
from mlcc.lowering import PASSES
from mlcc.runtime import Library, load
from mlcc.schedule import Schedule, apply_script
from mlcc.schedule.script.model import parse_script
from mlcc.schedule.script.runner import Runner
from mlcc.script import parse_module
from mlcc.target import Target

from .orders import Array, InOrder, Race, Shuffled, Watched, drawn, has_pointers, unlikely
from .pair import Outcome, Pair, Step, Verdict, step_text
from .relayout import Relayout, shape_of

#: Seconds of processor time after which something hangs.
PATIENCE = 20


class Fault(Exception):
    """What ends the judging of a pair."""

    def __init__(self, verdict: Verdict, stage: str, message: str) -> None:
        super().__init__(message)
        self.verdict, self.stage = verdict, stage


class _Hang(BaseException):
    """The time of a stage is over."""


@contextmanager
def patience(stage: str) -> Iterator[None]:
    """HANG when the body takes too much processor time."""

    def stop(*_: Any) -> None:
        raise _Hang

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    except _Hang:
        raise Fault(Verdict.HANG, stage, f"more than {PATIENCE} s") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Trial:
    """A program on which steps are tried one after another."""

    def __init__(self, pair: Pair) -> None:
        self.module = parse_module(pair.text, "program.tir")
        verify(self.module)
        self.before: PrimFunc = self.module.prim_funcs["main"]
        self.size = pair.size
        self.sch = Schedule(self.module)
        self.runner = Runner(self.sch, parse_script(Pair(pair.text, pair.size, ()).yaml()), "main")
        self.sch.work_on("main")
        self.relayout = Relayout(self.before, pair.size)
        self.codes: list[str | None] = []

    def step(self, step: Step, header: str = "") -> str | None:
        """Try one step; gives the code of the refusal. Raises Fault for anything but a refusal."""
        script = parse_script(header or Pair("", 0, (step,)).yaml())
        self.sch.intrinsics.update((item.name, item) for item in script.intrinsics)
        before, stage = self.sch.func, f"apply {step[0]}"
        try:
            with patience(stage):
                self.runner.run_step(script.steps[0])
        except MlccError as error:
            if error.code[0] != "S":
                raise Fault(Verdict.INTERNAL, stage, f"{error}\n{step_text(step)}") from None
            if self.sch.func is not before:
                raise Fault(Verdict.INTERNAL, stage, f"{step_text(step)} was refused and changed the program") from None
            self.codes.append(error.code)
            return error.code
        except Fault:
            raise
        except Exception as error:
            raise Fault(Verdict.INTERNAL, stage, f"{type(error).__name__}: {error}\n{step_text(step)}") from error
        self.relayout.follow(self.sch.func, step)
        self.codes.append(None)
        return None

    # -- judging -----------------------------------------------------------------------------

    def inputs(self) -> list[Array]:
        """Small whole numbers in every parameter: sums of them are exact."""
        rng = np.random.default_rng(0)
        result = []
        for buffer in self.before.buffers:
            result.append(rng.integers(-3, 4, shape_of(buffer, self.size)).astype(buffer.dtype))
        return result

    def judge(self, opt_level: int | None) -> None:
        """Raise Fault unless all ways to run the program after the steps give what it gave before them.

        It is compiled with this much optimisation, or not at all.
        """
        inputs = self.inputs()
        wanted = self._wanted(inputs)
        after = self.sch.func
        if after is self.before:
            return
        self._text(after)
        given = self.relayout.forward(inputs)

        def compare(stage: str, actual: list[Array], verdict: Verdict = Verdict.WRONG) -> None:
            for buffer, a, b in zip(self.before.buffers, wanted, self.relayout.back(actual), strict=True):
                message = difference(buffer.name, a, b)
                if message:
                    raise Fault(verdict, stage, message)

        compare("interpret", self._run("interpret", lambda: InOrder(after).results(given)))
        for seed in range(3):
            actual = self._run("shuffle", lambda seed=seed: Shuffled(after, seed).results(given))  # type: ignore[misc]
            compare("shuffle", actual, Verdict.RACE)
        lowered = self._run("lower", lambda: _loops(after))
        if not has_pointers(lowered):
            compare("interpret lowered", self._run("interpret lowered", lambda: Watched(lowered).results(given)))
        if opt_level is not None:
            for actual in run_compiled(after, given, opt_level):
                compare("run", actual)

    def _wanted(self, inputs: list[Array]) -> list[Array]:
        """What the program gives; UNFIT when that depends on what fresh memory holds."""
        try:
            first, *others = (InOrder(self.before, fill).results(inputs) for fill in (unlikely, *map(drawn, range(4))))
        except (MlccError, IndexError) as error:
            raise Fault(Verdict.UNFIT, "program", str(error)) from None
        for a, *same in zip(first, *others, strict=True):
            if not all(np.array_equal(a, b) for b in same):  # NaN, too, is unequal
                raise Fault(Verdict.UNFIT, "program", "results speak of fresh memory")
            if np.abs(a.astype(np.float64)).max(initial=0) > 1e6:
                raise Fault(Verdict.UNFIT, "program", "numbers grow too large to be exact")
        return first

    def _text(self, func: PrimFunc) -> None:
        """The program is well formed; its text and the trace of the steps say all of it."""
        try:
            verify(IRModule({"main": func}), coverage=False)
            again = parse_module(self.sch.mod.script(), "printed.tir")
        except Exception as error:
            raise Fault(Verdict.INTERNAL, "verify", f"{type(error).__name__}: {error}") from error
        if not structural_equal(again, self.sch.mod):
            raise Fault(Verdict.INTERNAL, "print", "the printed program reads as another one")
        try:
            replayed, _ = apply_script(self.module, self.sch.trace.to_yaml())
        except Exception as error:
            raise Fault(Verdict.INTERNAL, "replay", f"{type(error).__name__}: {error}") from error
        if not structural_equal(replayed, self.sch.mod):
            raise Fault(Verdict.INTERNAL, "replay", "the trace gives another program")

    def _run(self, stage: str, run: Callable[[], Any]) -> Any:
        try:
            with patience(stage):
                return run()
        except MlccError as error:
            if error.code == "V080":
                raise Fault(Verdict.BOUNDS, stage, str(error)) from None
            if stage == "lower" and error.code[0] == "L":
                raise Fault(Verdict.REFUSED, stage, str(error)) from None
            raise Fault(Verdict.INTERNAL, stage, str(error)) from error
        except Race as error:
            raise Fault(Verdict.RACE, stage, str(error)) from None
        except Fault:
            raise
        except Exception as error:
            raise Fault(Verdict.INTERNAL, stage, f"{type(error).__name__}: {error}") from error


def _loops(func: PrimFunc) -> PrimFunc:
    """The lowered program, temporaries still where they are allocated: for the interpreter."""
    for step in PASSES:
        if step.name != "plan_workspace":
            func = step.run(func, Target.parse(None))
    return func


def difference(name: str, wanted: Array, actual: Array) -> str:
    """How two arrays differ, or nothing."""
    bound = tolerance(wanted.dtype)
    scale = float(np.abs(wanted.astype(np.float64)).max(initial=1.0))
    with np.errstate(all="ignore"):
        same = np.abs(actual.astype(np.float64) - wanted.astype(np.float64)) <= bound * scale
    if same.all():
        return ""
    at = tuple(int(i) for i in np.argwhere(~same)[0])
    return f"{name}[{', '.join(map(str, at))}] is {actual[at]}, not {wanted[at]} ({int((~same).sum())} of {same.size})"


def run_compiled(func: PrimFunc, arrays: list[Array], opt_level: int) -> list[list[Array]]:
    """Compiled and run in a process of its own, on arrays before and after pages that cannot be touched."""
    _warm()
    down, up = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # a fork beside threads that it does not use
        child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(down)
            faulthandler.disable()
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
            with os.fdopen(up, "wb") as stream:
                pickle.dump(_in_child(func, arrays, opt_level), stream)
            status = 0
        finally:
            os._exit(status)
    os.close(up)
    with os.fdopen(down, "rb") as stream:
        data = stream.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        verdict = {signal.SIGSEGV: Verdict.BOUNDS, signal.SIGBUS: Verdict.BOUNDS, signal.SIGKILL: Verdict.HANG,
                   signal.SIGXCPU: Verdict.HANG}.get(signal.Signals(number), Verdict.INTERNAL)  # fmt: skip
        raise Fault(verdict, "run", f"the process ended with signal {number}")
    result = pickle.loads(data)
    if isinstance(result, tuple):
        raise Fault(Verdict[result[0]], "run", result[1])
    return result


@cache
def _warm() -> None:
    """Compile something here, so that what every compilation needs is loaded once and not in each child."""
    text = '@T.prim_func\ndef main(A: T.Buffer((1,), "int32")):\n    for i in T.parallel(1):\n        A[i] = 0\n'
    for opt_level in (0, 2):
        _load(parse_module(text, "warm.tir").prim_funcs["main"], opt_level)


def _load(func: PrimFunc, opt_level: int) -> Library:
    options = BuildOptions(Target.parse(None), "main", opt_level=opt_level, library_schedules=False)
    return load(Artefact.of(IRModule({"main": func}), options).object_code)


def _in_child(func: PrimFunc, arrays: list[Array], opt_level: int) -> Any:
    """The arrays after each of two runs, or a verdict's name and a message."""
    results = []
    try:
        library = _load(func, opt_level)
        for at_end in (True, False):
            fenced = [Fenced(array, at_end) for array in arrays]
            library["main"](*(f.array for f in fenced))
            if not all(f.untouched() for f in fenced):
                return ("BOUNDS", "memory beside a parameter was written")
            results.append([np.array(f.array) for f in fenced])
    except MlccError as error:
        return ("REFUSED" if error.code[0] in "LG" else "INTERNAL", str(error))
    except BaseException as error:
        return ("INTERNAL", f"{type(error).__name__}: {error}")
    return results


def judge(pair: Pair, opt_level: int | None) -> Outcome:
    """Apply the steps of a pair and compare."""
    try:
        trial = Trial(pair)
    except MlccError as error:
        return Outcome(Verdict.UNFIT, "program", str(error))
    return finish(trial, lambda: [trial.step(step) for step in pair.steps], opt_level)


def finish(trial: Trial, steps: Callable[[], Any], opt_level: int | None) -> Outcome:
    """The outcome of trying steps and then judging."""
    try:
        steps()
        trial.judge(opt_level)
    except Fault as fault:
        return Outcome(fault.verdict, fault.stage, str(fault), trial.codes)
    done = any(code is None for code in trial.codes)
    return Outcome(Verdict.RIGHT if done else Verdict.REFUSED, "", "", trial.codes)
