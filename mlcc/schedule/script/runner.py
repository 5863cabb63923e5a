"""Applying a schedule file to a module: matching, parameters, steps, and errors with two windows."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from mlcc.diagnostics import Label, MlccError, Span, choices_help
from mlcc.ir import IRModule, PrimFunc

from ..fields import Kind, kind_of, step_fields
from ..primitive import primitive_table
from ..refs import RV, BlockRV, LoopRV
from ..schedule import Schedule
from ..trace import Trace
from .calls import Frame, results_of, through_call
from .composites import KINDS, Argument, Composite, Scope
from .decoding import Decoder, arguments_of
from .expressions import Lookup, evaluate
from .matching import match_blocks
from .model import Script, load_script, parse_script
from .nodes import YNode, check_keys, expect, expect_text
from .parameters import Value
from .queries import QueryTable
from .steps import Condition, Step, expression_text

#: Called after every step: its number, a title such as "step 2: split", and the schedule.
OnStep = Callable[[int, str, Schedule], None]
#: Called for every step that is not taken: its number, its title, and the reason.
OnSkip = Callable[[int, str, str], None]


class Runner:
    """One application of a script to one function."""

    def __init__(
        self,
        sch: Schedule,
        script: Script,
        func: str,
        params: Mapping[str, Any] | None = None,
        on_step: OnStep | None = None,
        on_skip: OnSkip | None = None,
    ) -> None:
        self.sch = sch
        self.script = script
        sch.intrinsics.update((item.name, item) for item in script.intrinsics)
        self.func = func
        self.on_step = on_step
        self.on_skip = on_skip
        self.names: dict[str, Any] = {}
        self.lookup = Lookup(self.names, lambda: sch.target, QueryTable(sch.state, func))
        self.decoder = Decoder(sch, func, self.names, self.lookup)
        self._given = dict(params or {})
        self._path: list[int] = []
        #: The composite steps that are running, outermost first, and what their steps may call.
        self._frames: list[Frame] = []
        self._scope: Scope = script.scope
        self._found: dict[tuple[Scope, str], Composite | None] = {}

    # -- before the steps --------------------------------------------------------------------

    def prepare(self) -> None:
        """Bind matched blocks and parameters. S111 when the function does not match, S107 for a parameter."""
        reason = self.bind()
        if reason is not None:
            raise MlccError(
                "S111",
                f"schedule `{self.script.name}` does not match `{self.func}`: {reason}",
                span=self.script.match.span.first_line() if self.script.match is not None else None,
            )

    def bind(self) -> str | None:
        """Bind matched blocks and parameters; gives the reason why the schedule does not match, or None."""
        self.lookup.memo = {}  # no step changes the program before `run`
        blocks = match_blocks(self.script, self.sch.state(self.func), self._holds)
        if isinstance(blocks, str):
            return blocks
        for name, block in blocks.items():
            # a look-up step, so that the trace can be replayed
            self.names[name] = self.decoder.block_named(block)
        return self.rebind(self._given)

    def rebind(self, params: Mapping[str, Any]) -> str | None:
        """Bind the parameters, whose blocks are bound, anew: why the schedule does not match then, or None."""
        self._given = dict(params)
        for item in self.script.params:
            self.names.pop(item.name, None)
        self._bind_params()
        for condition in self.script.when:
            if not evaluate(condition.text, self.lookup, condition.span):
                return f"`{condition.text}` does not hold"
        return None

    def next_choice(self, given: Mapping[str, Any]) -> tuple[str, Any, list[Value]] | None:
        """The first searched parameter that `given` does not name, its default and what may be tried; None at the end.

        A value of None in `given` means the default. The blocks must be bound.
        """
        for item in self.script.params:
            self.names.pop(item.name, None)
        for item in self.script.params:
            chosen = given.get(item.name)
            value = item.value(self.lookup) if chosen is None else chosen
            if item.search is not None and item.name not in given:
                return item.name, value, item.tried(self.lookup)
            self.names[item.name] = value
        return None

    def _bind_params(self) -> None:
        names = [item.name for item in self.script.params]
        for name in self._given:
            if name not in names:
                raise MlccError(
                    "S107",
                    f"schedule `{self.script.name}` has no parameter `{name}`",
                    help=choices_help(name, names, "parameters"),
                )
        for item in self.script.params:
            self.names[item.name] = self._given[item.name] if item.name in self._given else item.value(self.lookup)

    def searched(self) -> dict[str, Any]:
        """The parameters that may be searched, with the values that they have, after :meth:`bind`."""
        return {item.name: self.names[item.name] for item in self.script.params if item.search is not None}

    def _holds(self, text: str, extra: Mapping[str, Any], span: Span) -> bool:
        lookup = Lookup({**self.names, **extra}, self.lookup.target, self.lookup.queries)
        return bool(evaluate(text, lookup, span))

    # -- steps -------------------------------------------------------------------------------

    def run(self) -> None:
        """Apply every step; a name without a function means one of the function being scheduled."""
        self.lookup.memo = None
        before = self.sch.func_working_on
        self.sch.work_on(self.func)
        try:
            for step in self.script.steps:
                self.run_step(step)
        finally:
            if before is not None:
                self.sch.work_on(before)

    def run_step(self, step: Step) -> None:
        """Apply one step, when its condition holds."""
        if step.condition is not None and not self._condition(step.condition):
            self._skip(step, f"`{step.condition.text}` does not hold", inside=False)
            return
        self._path.append(step.number)
        try:
            match step.name:
                case "let":
                    self._let(step)
                case "foreach":
                    self._foreach(step)
                case "try":
                    self._try(step)
                case _:
                    composite = self._composite_called(step.name)
                    if composite is None:
                        self._primitive(step)
                    else:
                        self._composite(step, composite)
            if self._frames:
                self._frames[-1].done.append(step)
        finally:
            self._path.pop()

    def _skip(self, step: Step, reason: str, *, inside: bool = True) -> None:
        """Tell the observer of a step that is not taken; `inside`: its number is in the path already."""
        if self.on_skip is not None:
            path = self._path if inside else [*self._path, step.number]
            self.on_skip(path[0], f"step {'.'.join(map(str, path))}: {step.name}", reason)

    def _condition(self, condition: Condition) -> bool:
        return bool(evaluate(condition.text, self.lookup, condition.span))

    def _label(self, step: Step) -> str:
        number = ".".join(map(str, self._path))
        return f"step {number} (`{step.name}`)"

    def _primitive(self, step: Step) -> None:
        fields = {item.name: kind_of(item) for item in step_fields(primitive_table()[step.name])}
        args = arguments_of(step.name, step.args, fields)
        label = self.sch.step_label = self._label(step)
        try:
            self.sch.state(self.func).step_label = label
            primitive = self.decoder.step(step.name, args, step.span)
            for ref in primitive.references():
                if isinstance(ref, LoopRV):
                    self.decoder.introduce(ref)
            result = self.sch.run(primitive)
            self._bind_results(result, args.get("as"), step)
        except MlccError as error:
            raise _with_step(error, step, args) from None
        finally:
            self.sch.step_label = None
        if self.on_step is not None and not primitive.is_lookup:
            self.on_step(self._path[0], self._title(step), self.sch)

    def _title(self, step: Step) -> str:
        """``step 2: split``, or ``step 2.1: split, in tile`` for a step of a composite step."""
        within = f", in {self._frames[-1].composite.name}" if self._frames else ""
        return f"step {'.'.join(map(str, self._path))}: {step.name}{within}"

    # -- composite steps ---------------------------------------------------------------------

    def _composite_called(self, name: str) -> Composite | None:
        """The composite step that a name means in the present steps, looked up once."""
        if name in primitive_table():
            return None
        key = self._scope, name
        if key not in self._found:
            self._found[key] = self._scope.find(name)
        return self._found[key]

    def _composite(self, step: Step, composite: Composite) -> None:
        """Do the steps of a composite step; its results get the names that the call gives them."""
        args = arguments_of(step.name, step.args, {item.name: KINDS[item.kind] for item in composite.args})
        try:
            arguments = self.decoder.call(composite, args, step.span)
        except MlccError as error:
            raise error.located(step.span) from None
        frame = Frame(composite)
        try:
            results = self._called(composite, arguments, frame)
        except MlccError as error:
            raise through_call(error, step, args, frame) from None
        if self.on_step is not None:
            self.on_step(self._path[0], self._title(step), self.sch)
        self._bind_named(results, composite, args.get("as"))

    def _called(self, composite: Composite, args: Mapping[str, Any], frame: Frame) -> dict[str, Any]:
        """Run a composite step's steps on its arguments alone; gives its results by name."""
        saved, scope = dict(self.names), self._scope
        self.names.clear()
        self.names.update(args)
        self._scope = composite.scope
        self._frames.append(frame)
        try:
            for item in composite.args:
                if item.name not in args:
                    assert item.default is not None
                    self.names[item.name] = self._default(item, composite)
            for inner in composite.steps:
                self.run_step(inner)
            return results_of(composite, self.names)
        finally:
            self._frames.pop()
            self._scope = scope
            self.names.clear()
            self.names.update(saved)

    def _default(self, item: Argument, composite: Composite) -> Any:
        assert item.default is not None
        value = evaluate(item.default.text, self.lookup, item.default.span)
        return self.decoder.known(value) if isinstance(value, BlockRV) else value

    def call(self, composite: Composite, args: Mapping[str, Any]) -> dict[str, Any]:
        """Run a composite step from Python, with the values of its arguments; gives its results by name."""
        return self._called(composite, args, Frame(composite))

    def _bind_named(self, results: Mapping[str, Any], composite: Composite, names: YNode | None) -> None:
        if names is None:
            return
        if names.kind == "map":
            check_keys(names, composite.results, f"`as` of `{composite.name}`")
            wanted = [(str(key.value), value) for key, value in names.pairs]
        else:
            nodes = names.items if names.kind == "list" else [names]
            if len(nodes) != len(composite.results):
                raise MlccError(
                    "S108",
                    f"`{composite.name}` gives {_count(len(composite.results), 'result')}, but `as` names {len(nodes)}",
                    span=names.span,
                    help=choices_help("", composite.results, "results") if composite.results else None,
                )
            wanted = list(zip(composite.results, nodes, strict=True))
        for result, node in wanted:
            if result not in results:
                message = f"`{composite.name}` gave no `{result}`: the step that creates it was skipped"
                raise MlccError("S115", message, span=node.span)
            self.names[expect_text(node, "a name in `as`")] = results[result]

    def _bind_results(self, result: Any, names: YNode | None, step: Step) -> None:
        if names is None:
            return
        if names.kind == "scalar":
            value = result
            if isinstance(result, list) and len(result) == 1:
                value = result[0]
            self.names[expect_text(names, "`as`")] = value
            return
        expect(names, "list", "`as`")
        items = result if isinstance(result, list) else [result]
        labels = [expect_text(node, "a name in `as`") for node in names.items]
        starred = [n for n, label in enumerate(labels) if label.startswith("*")]
        if len(starred) > 1:
            raise MlccError("S108", "only one name in `as` may stand for several results", span=names.span)
        if len(items) != len(labels) if not starred else len(items) < len(labels) - 1:
            raise MlccError(
                "S108", f"`{step.name}` gives {len(items)} results, but `as` names {len(names.items)}", span=names.span
            )
        if starred:  # `*rest` stands for what the names before and after it leave
            (at,) = starred
            after = len(labels) - at - 1
            rest = items[at : len(items) - after]
            items = [*items[:at], rest, *items[len(items) - after :]]
        for label, item in zip(labels, items, strict=True):
            self.names[label.removeprefix("*")] = item

    def _let(self, step: Step) -> None:
        expect(step.args, "map", "`let`")
        for key, node in step.args.pairs:
            if node.kind == "scalar" and isinstance(node.value, str) and not node.quoted:
                value = evaluate(expression_text(node), self.lookup, node.span)
            else:
                value = self.decoder.value(node)
            self.names[str(key.value)] = value

    def _foreach(self, step: Step) -> None:
        variable, source, where = (step.args.get(k) for k in ("var", "in", "where"))
        name = expect_text(variable, "`var`") if variable is not None else "it"
        if source is None:
            raise MlccError("S106", "`foreach` has no `in`", span=step.span)
        items = (
            evaluate(expression_text(source), self.lookup, source.span)
            if source.kind == "scalar"
            else self.decoder.value(source)
        )
        if not isinstance(items, list):
            raise MlccError("S104", "`in` must give a list", span=source.span)
        before = self.names.get(name)
        taken = False
        for item in items:
            if isinstance(item, (LoopRV, BlockRV)) and not self._alive(item):
                continue
            self.names[name] = self.decoder.known(item) if isinstance(item, BlockRV) else item
            if where is None or evaluate(expression_text(where), self.lookup, where.span):
                taken = True
                try:
                    for inner in step.body:
                        self.run_step(inner)
                except MlccError as error:
                    raise error.extended(notes=[f"`foreach` had come to `{name}` = {_shown(item)}"]) from None
        if not taken:
            self._skip(step, "nothing satisfies its `in` and `where`")
        self.names.pop(name, None)
        if before is not None:
            self.names[name] = before

    def _alive(self, item: RV) -> bool:
        try:
            self.sch.state(item.func).site(item)
        except MlccError:
            return False
        return True

    def _try(self, step: Step) -> None:
        saved, looked_up = dict(self.names), self.decoder.remember()

        def body() -> None:
            for inner in step.body:
                self.run_step(inner)

        error = self.sch.attempt(body)
        if error is not None:
            self._skip(step, f"refused, so `else` is taken: {error.code}, {error.diagnostic.message}")
            self.names.clear()
            self.names.update(saved)
            self.decoder.forget(looked_up)
            for inner in step.other:
                self.run_step(inner)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _with_step(error: MlccError, step: Step, args: YNode) -> MlccError:
    """The error with the YAML step as its first location and the program as the second."""
    first = error.diagnostic
    span = first.span
    if isinstance(span, Span) and span.source is step.span.source:
        return error
    labels = list(first.labels)
    if isinstance(span, Span) and not any(label.span == span for label in labels):
        labels.insert(0, Label(span, "in the program here"))
    at = _argument_at(step, args, error.field) if error.field is not None else None
    new = MlccError(
        first.code, first.message, span=(at or step).span, labels=labels, notes=first.notes, help=first.help,
        field=error.field,
    )  # fmt: skip
    new.diagnostics = (*new.diagnostics, *error.diagnostics[1:])
    return new


def _argument_at(step: Step, args: YNode, field: str) -> YNode | None:
    """The argument that a field was decoded from; `loops.1` is an item of a list, where the list is written out."""
    cls = primitive_table()[step.name]
    name, _, item = field.partition(".")
    name = cls.field_called(name)
    kinds = {item.name: kind_of(item) for item in step_fields(cls)}
    node = next((value for key, value in args.pairs if cls.aliases.get(str(key.value), key.value) == name), None)
    if node is None and kinds.get(name) in (Kind.BLOCK_OR_LOOP, Kind.LOOP_OR_BLOCKS):
        node = args.get("loop") or args.get("block")
    if node is not None and item and node.kind == "list" and int(item) < len(node.items):
        return node.items[int(item)]
    return node


def as_script(script: Script | str | os.PathLike[str]) -> Script:
    """A script from itself, from a path, or from YAML text (a text with a line break)."""
    if isinstance(script, Script):
        return script
    if isinstance(script, str) and ("\n" in script or script.lstrip().startswith(("{", "["))):
        return parse_script(script)
    return load_script(script)


def apply_script(
    mod: IRModule | PrimFunc,
    script: Script | str | os.PathLike[str],
    params: Mapping[str, Any] | None = None,
    target: Any = None,
    func: str | None = None,
    on_step: OnStep | None = None,
    on_skip: OnSkip | None = None,
    own_params: Mapping[str, Mapping[str, Any]] | None = None,
) -> tuple[IRModule, Trace]:
    """Apply a schedule (a path, YAML text, or a Script) to a module; gives the new module and the trace.

    `own_params` are parameters of single functions; those of `params` go before them.

    The function is `func`, or the script's, or else: with `match`, every function that matches; without, the only
    one or `main`. Raises MlccError with codes S1.. (the file) and S2.. (refused steps).
    """
    parsed = as_script(script)
    sch = Schedule(mod, target, enable_check=False)
    name = func or parsed.func

    def of(entry: str) -> dict[str, Any]:
        return {**(own_params or {}).get(entry, {}), **(params or {})}

    if name is not None or parsed.match is None:
        try:
            entry = sch.state(name).name
        except MlccError as error:
            raise error.located(parsed.func_span if func is None else None) from None
        runner = Runner(sch, parsed, entry, of(entry), on_step, on_skip)
        runner.prepare()
        runner.run()
        return sch.mod, sch.trace
    matching = 0
    reasons: list[str] = []
    for name in sch.mod.prim_funcs:
        runner = Runner(sch, parsed, name, of(name), on_step, on_skip)
        reason = runner.bind()
        if reason is None:
            matching += 1
            runner.run()
        else:
            reasons.append(f"`{name}`: {reason}")
    if not matching:
        raise MlccError(
            "S111", f"schedule `{parsed.name}` matches no function of the module",
            span=parsed.match.span.first_line(), notes=reasons[:8],
        )  # fmt: skip
    return sch.mod, sch.trace


def _shown(item: Any) -> str:
    """An item of a list, for a message."""
    if isinstance(item, (BlockRV, LoopRV)):
        return f"{'block' if isinstance(item, BlockRV) else 'loop'} `{item.name}`"
    return f"`{item}`"
