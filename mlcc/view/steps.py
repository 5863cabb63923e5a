"""The steps of a schedule file as they happen: what the file says, what became of it, the program before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError, Span
from mlcc.ir import IRModule, PrimFunc
from mlcc.schedule import apply_script

from .nest import NestLine, nest_lines

if TYPE_CHECKING:
    from mlcc.schedule import Schedule, Script
    from mlcc.target import Target


@dataclass(slots=True)
class StepRecord:
    """One step of a file. `done` are the titles of the primitives that it applied, `skipped` what it left out and why.

    `line` is its number in the file and `text` what stands there. `before` and `after` are the outlines of the program;
    `program` is the program after it. `error`: the step was refused, and it is the last.
    """

    number: int
    line: int
    text: str
    before: Sequence[NestLine]
    after: Sequence[NestLine]
    program: PrimFunc
    done: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    error: MlccError | None = None

    @property
    def changed(self) -> bool:
        """Whether the outline of the program is another one."""
        return [line.indented for line in self.before] != [line.indented for line in self.after]

    @property
    def fate(self) -> str:
        """What became of the step, in one line."""
        if self.error is not None:
            return f"refused: {self.error.code}, {self.error.diagnostic.message}"
        if self.done:
            return f"applied: {', '.join(self.done)}" if len(self.done) > 1 or self.skipped else "applied"
        return self.skipped[0] if self.skipped else "a look-up: changes nothing"


@dataclass(frozen=True, slots=True)
class Recording:
    """A schedule file on one program: the outline that it was given, its steps, and the program at the end."""

    func: str
    script: Script
    given: Sequence[NestLine]
    steps: Sequence[StepRecord]
    module: IRModule

    @property
    def error(self) -> MlccError | None:
        """The refusal of the last step, if it was refused."""
        return self.steps[-1].error if self.steps else None


def record_steps(
    module: IRModule, script: Script, params: Mapping[str, Any], target: Target | None, func: str | None = None
) -> list[Recording]:
    """A schedule on the programs that it matches, one recording each, in the order of the module.

    A step that is refused ends the recording, which has the error. Raises MlccError for a schedule that does not begin.
    """
    names = [func] if func is not None else _candidates(module, script)
    recordings = []
    for name in names:
        recorder = _Recorder(script, name, module, target)
        try:
            after, _ = apply_script(module, script, params, target, name, recorder.step, recorder.skip)
        except MlccError as error:
            if len(names) > 1 and error.code == "S111":
                continue
            if not recorder.refused(error):
                raise
            after = module
        recordings.append(recorder.recording(after))
        module = after
        if recordings[-1].error is not None:
            return recordings
    if not recordings:
        apply_script(module, script, params, target)  # raises S111 with the reason for each program
    return recordings


def _candidates(module: IRModule, script: Script) -> list[str]:
    """The programs that a schedule without a function's name may be for."""
    if script.func is not None:
        return [script.func]
    programs = list(module.prim_funcs)
    if script.match is not None:
        return programs
    return programs if len(programs) == 1 else ["main"]


class _Recorder:
    """Collects what happens to one program."""

    def __init__(self, script: Script, func: str, module: IRModule, target: Target | None) -> None:
        self.script, self.func, self.target = script, func, target
        self.programs: dict[int, PrimFunc] = {}
        self.done: dict[int, list[str]] = {}
        self.skipped: dict[int, list[str]] = {}
        self.first = module.prim_funcs.get(func)
        self.error: MlccError | None = None
        self.last = 0

    def step(self, number: int, title: str, sch: Schedule) -> None:
        self.last = max(self.last, number)
        self.programs[number] = sch.mod.prim_funcs[self.func]
        self.done.setdefault(number, []).append(title.partition(": ")[2].partition(",")[0])

    def skip(self, number: int, title: str, reason: str) -> None:
        self.last = max(self.last, number)
        what = title.partition(": ")[2]
        text = f"`{what}` skipped: {reason}" if reason[0] == "`" else f"`{what}`: {reason}"
        self.skipped.setdefault(number, []).append(text)

    def refused(self, error: MlccError) -> bool:
        """Whether an error is that of a step, which it then belongs to."""
        if self.first is None or error.code in ("S111", "S107"):
            return False
        self.error = error
        return True

    def recording(self, module: IRModule) -> Recording:
        assert self.first is not None
        given = before = nest_lines(self.first, self.target)
        func, records = self.first, []
        refused = None if self.error is None else self._refused_step(self.error)
        for step in self.script.steps:
            span = step.span
            if step.number in self.programs and step.number != refused:
                func = self.programs[step.number]
            changed = step.number in self.programs and step.number != refused
            after = nest_lines(func, self.target) if changed else before
            line, text = span.line, _text_of(self.script, step.number)
            record = StepRecord(step.number, line, text, before, after, func)
            record.done = [] if step.number == refused else self.done.get(step.number, [])
            record.skipped = self.skipped.get(step.number, [])
            records.append(record)
            if step.number == refused:
                record.error = self.error
                break
            before = after
        return Recording(self.func, self.script, given, records, module)

    def _refused_step(self, error: MlccError) -> int:
        """The step at which an error occurred: the one that its span lies in, or the first without a result."""
        span = error.span
        if isinstance(span, Span):
            steps = [step for step in self.script.steps if step.span.source is span.source]
            above = [step.number for step in steps if step.span.line <= span.line]
            if above:
                return above[-1]
        return min(self.last + 1, len(self.script.steps))


def _text_of(script: Script, number: int) -> str:
    """What the file says of a step, from its dash to where its mapping ends."""
    step = script.steps[number - 1]
    lines = step.span.source.text.splitlines()
    first = step.span.line - 1
    while first and not lines[first].lstrip().startswith("-"):  # an `if` may stand first
        first -= 1
    indent = len(lines[first]) - len(lines[first].lstrip())
    kept = [lines[first][indent:]]
    for line in lines[first + 1 :]:
        if line.strip() and (len(line) - len(line.lstrip()) <= indent):
            break
        if line.strip() and not line.lstrip().startswith("#"):
            kept.append(line[indent:])
    return "\n".join(kept)


@dataclass(frozen=True, slots=True)
class Changed:
    """A line of a difference: `sign` is `+`, `-` or a blank."""

    sign: str
    line: NestLine


def difference(before: Sequence[NestLine], after: Sequence[NestLine]) -> list[Changed]:
    """What changed between two outlines: lines that only moved to another depth are equal, at their new depth."""
    matcher = SequenceMatcher(None, [line.text for line in before], [line.text for line in after], autojunk=False)
    result: list[Changed] = []
    for kind, low, high, start, end in matcher.get_opcodes():
        if kind == "equal":
            result += [Changed(" ", line) for line in after[start:end]]
        else:
            result += [Changed("-", line) for line in before[low:high]]
            result += [Changed("+", line) for line in after[start:end]]
    return result


def hunks(lines: Sequence[Changed], context: int = 2) -> list[Changed | None]:
    """The changed lines with `context` lines around, and the loops around them; None for what is left out."""
    keep: set[int] = set()
    for index, item in enumerate(lines):
        if item.sign != " ":
            keep.update(range(max(0, index - context), min(len(lines), index + context + 1)))
            depth = item.line.depth
            for above in range(index - 1, -1, -1):
                other = {item.sign, lines[above].sign} == {"+", "-"}  # a line of the other program is around neither
                if lines[above].line.depth < depth and not other:
                    keep.add(above)
                    depth = lines[above].line.depth
    result: list[Changed | None] = []
    for index, item in enumerate(lines):
        if index in keep:
            result.append(item)
        elif result and result[-1] is not None:
            result.append(None)
    return result
