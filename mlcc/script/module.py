"""Complete texts: the functions, their kinds, and the module around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlcc.diagnostics import Label, Location, MlccError, SourceFile, choices_help
from mlcc.ir import (
    TOO_DEEP,
    WAY_OUT,
    BaseFunc,
    ExternFunc,
    GraphFunction,
    IRModule,
    PrimFunc,
    Var,
    first_too_deep,
    verify,
)  # fmt: skip

from . import syntax as s
from .context import Context, Silenced, TooMany
from .driver import parse_formula, parse_statements
from .formulas import Formulas
from .metadata import constants_of, named_constants, split_metadata

_OPTIONS = {"T": ("private", "check_well_formed", "s_tir", "tracked"), "R": ("private", "pure", "check_well_formed")}
#: Decorators of classes: modules, and rules of patterns.
_CLASSES = (("I", "ir_module"), ("R", "rewriter"))


def parse_module(text: str, filename: str = "<string>", captured: Mapping[str, Any] | None = None) -> IRModule:
    """Read a module: a decorated class, or decorated functions without a class.

    `captured` gives values to free names (numbers and strings of the surrounding Python program). Raises MlccError
    P1xx with every mistake found.
    """
    source = SourceFile(filename, text)
    (start, end), trailer = split_metadata(source)
    ctx = Context(source, captured)
    statements = parse_statements(source, start, end)
    ctx.constants = constants_of(source, trailer) if trailer is not None else named_constants(source)
    return _read(ctx, statements)


def parse(text: str, filename: str = "<string>", captured: Mapping[str, Any] | None = None) -> IRModule:
    """Read a module as `parse_module` does, and verify it as the commands do. Raises MlccError P1xx, V0xx."""
    module = parse_module(text, filename, captured)
    verify(module)
    return module


def from_source(program: str, extra_vars: Mapping[str, Any] | None = None) -> Any:
    """What a text defines: the module of a class, or its only function. `extra_vars` are names that it uses. Raises
    MlccError as :func:`parse`."""
    module = parse(program, captured=extra_vars)
    functions = list(module.functions.values())
    is_class = any(line.startswith("class ") for line in program.splitlines())
    return module if is_class or len(functions) != 1 else functions[0]


def parse_part(
    source: SourceFile, start: int, end: int, captured: Mapping[str, Any], imports: Mapping[str, str]
) -> IRModule:
    """Read the program in a part of a Python file; `imports` names the modules that stand for dialects."""
    ctx = Context(source, captured)
    ctx.imports.update(imports)
    return _read(ctx, parse_statements(source, start, end))


def _read(ctx: Context, statements: list[s.Statement]) -> IRModule:
    try:
        module = _ModuleReader(ctx).read(statements)
    except TooMany:
        raise MlccError.many(ctx.errors) from None
    except MlccError as error:
        # Errors that were collected before come first.
        ctx.errors.append(error)
        raise MlccError.many(ctx.errors) from None
    except RecursionError:
        raise _too_deep(ctx.source.span(statements[0].start if statements else 0)) from None
    ctx.finish()
    for function in module.functions.values():
        deep = first_too_deep(function)
        if deep is not None:
            raise _too_deep(getattr(deep, "span", None) or function.span)
    return module


def _too_deep(location: Location | None) -> MlccError:
    return MlccError("P132", TOO_DEEP, span=location, help=WAY_OUT)


def parse_prim_func(text: str, filename: str = "<string>", captured: Mapping[str, Any] | None = None) -> PrimFunc:
    """Read a text that holds exactly one tensor program."""
    module = parse_module(text, filename, captured)
    functions = [f for f in module.functions.values() if isinstance(f, PrimFunc)]
    if len(functions) != 1 or len(module.functions) != 1:
        raise MlccError(
            "P130", f"expected one tensor program, found {len(module.functions)} functions",
            span=SourceFile(filename, text).span(0), help="parse the module and take a function by name",
        )  # fmt: skip
    return functions[0]


def parse_expr(text: str, names: Mapping[str, Any] | None = None, filename: str = "<expression>") -> Any:
    """Read one scalar expression over `names` (variables, buffers, numbers)."""
    source = SourceFile(filename, text)
    ctx = Context(source)
    ctx.push()
    for name, value in (names or {}).items():
        ctx.define(name, value)
    node = parse_formula(source)
    try:
        return Formulas(ctx).expr(node)
    except Silenced:
        raise ctx.error("P120", "unknown name", node) from None


class _ModuleReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.attrs: dict[str, Any] = {}
        self.infos: dict[str, Any] = {}

    def read(self, statements: list[s.Statement]) -> IRModule:
        """The module of a file: its one class, or its functions."""
        ctx = self.ctx
        ctx.push()
        classes: list[s.Class] = []
        functions: list[s.Function] = []
        for item in statements:
            match item:
                case s.Import():
                    ctx.imports.update(item.names)
                case s.Class():
                    classes.append(item)
                case s.Function():
                    functions.append(item)
                case s.Jump(word="pass") | s.Evaluate(value=s.Literal()):
                    pass
                case s.Assign():
                    self._constant(item)
                case _:
                    ctx.collect(self._misplaced(item))
        if len(classes) > 1:
            first = Label(ctx.span(classes[0]), "the first one")
            raise ctx.error("P130", "a text holds one module, this is the second", classes[1], labels=[first])
        name, span = "Module", None
        if classes:
            self._check_class(classes[0])
            name, span = classes[0].name, ctx.span(classes[0])
            ctx.functions[name] = "module"
            members = [*functions, *classes[0].body]
        else:
            members = list(functions)
        definitions = self._members(members)
        if not definitions and not classes and not ctx.errors:
            ctx.collect(self._nothing())
        return IRModule(definitions, self.attrs, self.infos, name, span=span)

    def _nothing(self) -> MlccError:
        end = min(1, len(self.ctx.source.text))
        return MlccError(
            "P130", "there is no program in this text", span=self.ctx.source.span(0, end),
            help="expected `@I.ir_module` with a class, or a function under `@T.prim_func` or `@R.function`",
        )  # fmt: skip

    def _misplaced(self, item: s.Statement) -> MlccError:
        return self.ctx.error("P127", "this statement cannot stand outside of a function", item)

    def _constant(self, item: s.Assign) -> None:
        """``N = 128`` gives a name to a number; ``n = TypeVar("n")`` to a symbolic dimension."""
        ctx, value = self.ctx, item.value
        if not isinstance(item.target, s.Name) or value is None:
            ctx.collect(self._misplaced(item))
            return
        if isinstance(value, s.Call):
            is_type_var = isinstance(value.func, s.Name) and value.func.id == "TypeVar"
            kind = ctx.call_name(value, "T")
            if is_type_var or (kind is not None and not value.args):
                dtype = kind if kind is not None else "int64"
                ctx.define(item.target.id, Var(item.target.id, dtype, span=ctx.span(item.target)), item.target)
                return
        try:
            result = Formulas(ctx).value(value)
        except (MlccError, Silenced):
            ctx.collect(self._misplaced(item))
            return
        ctx.define(item.target.id, result, item.target)

    def _check_class(self, node: s.Class) -> None:
        for decorator in node.decorators:
            path = self.ctx.split(decorator)
            if isinstance(decorator, s.Name) and decorator.id == "ir_module" or path in _CLASSES:
                return
        raise self.ctx.error(
            "P130", f"class `{node.name}` is not a module", node, help="put `@I.ir_module` on the line above"
        )

    def _members(self, body: list[Any]) -> dict[str, BaseFunc]:
        ctx = self.ctx
        kinds: list[tuple[s.Function, str, dict[str, bool]]] = []
        result: dict[str, BaseFunc] = {}
        for item in body:
            try:
                match item:
                    case s.Function():
                        kind, options = self._kind(item)
                        if item.name in ("T", "R", "I"):
                            raise ctx.error("P128", f"`{item.name}` stands for a dialect and names no function", item)
                        if item.name in ctx.functions:
                            raise ctx.error("P123", f"function `{item.name}` is defined twice", item)
                        ctx.functions[item.name] = kind
                        kinds.append((item, kind, options))
                    case s.Assign(target=s.Name(id=name), value=s.Call()):
                        ctx.functions[name] = "extern"
                        result[name] = self._extern(item)
                    case s.Evaluate():
                        self._module_call(item)
                    case s.Jump(word="pass"):
                        pass
                    case _:
                        raise ctx.error("P127", "this statement cannot stand in a module", item)
            except (MlccError, Silenced) as error:
                ctx.collect(error)
        for node, kind, options in kinds:
            result[node.name] = self._function(node, kind, options)
        return result

    def _function(self, node: s.Function, kind: str, options: dict[str, bool]) -> PrimFunc | GraphFunction:
        if kind == "T":
            from .tensor import prim_func

            return prim_func(self.ctx, node, options)
        from .graph import graph_function

        return graph_function(self.ctx, node, options)

    def _kind(self, node: s.Function) -> tuple[str, dict[str, bool]]:
        """What the decorator says: the kind (T or R) and its options."""
        for decorator in node.decorators:
            call = decorator if isinstance(decorator, s.Call) else None
            head = decorator if call is None else call.func
            path = self.ctx.split(head)
            if isinstance(head, s.Name) and head.id in ("prim_func", "function"):
                path = ("T" if head.id == "prim_func" else "R", head.id)
            if path in (("T", "prim_func"), ("R", "function")):
                return path[0], self._options(path[0], call)
            raise self.ctx.error(
                "P121", "unknown decorator", decorator, help="the decorators are `@T.prim_func` and `@R.function`"
            )
        raise self.ctx.error(
            "P130", f"function `{node.name}` has no decorator", node,
            help="put `@T.prim_func` (a tensor program) or `@R.function` (a graph function) above",
        )  # fmt: skip

    def _options(self, kind: str, call: s.Call | None) -> dict[str, bool]:
        options: dict[str, bool] = {}
        for item in call.keywords if call is not None else []:
            if item.name not in _OPTIONS[kind]:
                raise self.ctx.error(
                    "P122", f"the decorator has no option `{item.name}`", item,
                    help=choices_help(item.name, _OPTIONS[kind], "options"),
                )  # fmt: skip
            options[item.name] = self.ctx.flag(item.value, False)
        return options

    def _extern(self, item: s.Assign) -> ExternFunc:
        """``name = R.ExternFunc("symbol")``"""
        if self.ctx.call_name(item.value, "R") == "ExternFunc" and isinstance(item.value, s.Call) and item.value.args:
            symbol = self.ctx.text(item.value.args[0], "the symbol")
            return ExternFunc(symbol, span=self.ctx.span(item))
        raise self.ctx.error("P127", "this statement cannot stand in a module", item)

    def _module_call(self, item: s.Evaluate) -> None:
        """Docstrings, ``I.module_attrs({...})`` and ``I.module_global_infos({...})``."""
        value = item.value
        if isinstance(value, s.Literal):
            return
        name = self.ctx.call_name(value, "I")
        if not isinstance(value, s.Call) or name not in ("module_attrs", "module_global_infos") or not value.args:
            raise self.ctx.error("P127", "this statement cannot stand in a module", item)
        fx = Formulas(self.ctx)
        if name == "module_attrs":
            self.attrs.update(fx.annotations(value.args[0], "module attributes"))
            return
        for key, entry in self.ctx.pairs(value.args[0], "global infos"):
            self.infos[key] = [self._info(fx, part) for part in self.ctx.items(entry)]

    def _info(self, fx: Formulas, node: s.Syntax) -> Any:
        """``I.vdevice("llvm", 0, "global")`` as a list of its arguments."""
        if isinstance(node, s.Call) and self.ctx.call_name(node, "I") in ("vdevice", "dummy_global_info"):
            return [fx.attribute_value(item) for item in node.args]
        return fx.attribute_value(node)
