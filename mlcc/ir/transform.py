"""Passes over modules, and the context in which they run, with TVM's names.

A pass is called on a module and returns a module. Functions and classes become passes by :func:`module_pass`::

    @ir.transform.module_pass(opt_level=2, name="Fuse")
    class Fuse:
        def transform_module(self, mod, ctx):
            return Fuser(mod).transform()

    with ir.transform.PassContext(opt_level=3, instruments=[ir.instrument.PassTimingInstrument()]):
        mod = Fuse()(mod)

Within a :class:`PassContext` every pass, of the library too, is reported to the context's instruments.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, ClassVar

from mlcc.diagnostics import MlccError, choices_help

from .function import PrimFunc
from .graph import BindingBlock, GraphFunction
from .instrument import PassInfo, PassInstrument
from .module import IRModule
from .pass_config import CONFIG, checked_config, register_config
from .traverse import update


class PassContext:
    """Settings of the passes that run in a ``with`` statement.

    `opt_level`: a :class:`Sequential` leaves out passes of a higher level, unless `required_pass` names them, and those
    that `disabled_pass` names; a build leaves out the latter too, and refuses what it cannot do without (T133).
    `instruments` are called before and after each pass, also of a build. `config` holds options by name
    (:meth:`list_configs`), which passes may read: ``PassContext.current().config``. Raises T132 for one that is none.
    """

    def __init__(
        self,
        opt_level: int = 2,
        required_pass: Sequence[str] = (),
        disabled_pass: Sequence[str] = (),
        instruments: Sequence[PassInstrument] = (),
        config: Mapping[str, Any] | None = None,
    ) -> None:
        self.opt_level = opt_level
        self.required_pass = tuple(required_pass or ())
        self.disabled_pass = tuple(disabled_pass or ())
        self.instruments: list[PassInstrument] = list(instruments or ())
        self.config: dict[str, Any] = checked_config(config or {})
        self._running: list[object] = []

    def __enter__(self) -> PassContext:
        _STACK.set((*_STACK.get(), self))
        self._notify("enter_pass_ctx")
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._notify("exit_pass_ctx")
        finally:
            _STACK.set(_STACK.get()[:-1])

    @staticmethod
    def current() -> PassContext:
        """The innermost context, or the default one."""
        stack = _STACK.get()
        return stack[-1] if stack else _DEFAULT

    @staticmethod
    def active() -> PassContext | None:
        """The innermost context, None outside of all."""
        stack = _STACK.get()
        return stack[-1] if stack else None

    @staticmethod
    def list_configs() -> dict[str, dict[str, str]]:
        """The options that `config` may hold: the type and the meaning of each."""
        return {key: {"type": option.kind.__name__, "doc": option.doc} for key, option in CONFIG.items()}

    def override_instruments(self, instruments: Sequence[PassInstrument]) -> None:
        """Replace the instruments: those before are left, the new ones entered."""
        self._notify("exit_pass_ctx")
        self.instruments = list(instruments or ())
        self._notify("enter_pass_ctx")

    def get_current_disabled_passes(self) -> list[str]:
        """The names of the passes that are left out."""
        return list(self.disabled_pass)

    def pass_enabled(self, info: PassInfo) -> bool:
        """Whether a :class:`Sequential` runs this pass."""
        if info.name in self.disabled_pass:
            return False
        return info.name in self.required_pass or info.opt_level <= self.opt_level

    def permits(self, info: PassInfo, *, needed: bool) -> bool:
        """Whether a pass of a build runs. Raises T133 for one that is disabled though nothing works without it."""
        if info.name in self.disabled_pass and needed:
            raise _indispensable(info, "`disabled_pass` names it")
        return info.name not in self.disabled_pass

    def run(
        self,
        item: object,
        info: PassInfo,
        module: IRModule,
        body: Callable[[IRModule], IRModule],
        *,
        needed: bool = False,
    ) -> IRModule:
        """Run a pass between the calls of the instruments; `module` unchanged if one of them declines.

        Raises T133 if the pass is `needed` then.
        """
        if not self.instruments or (self._running and self._running[-1] is item):
            return body(module)
        if not all(one.should_run(module, info) for one in self.instruments):
            if needed:
                raise _indispensable(info, "an instrument declines it")
            return module
        for one in self.instruments:
            one.run_before_pass(module, info)
        self._running.append(item)
        try:
            result = body(module)
        finally:
            self._running.pop()
        for one in self.instruments:
            one.run_after_pass(result, info)
        return result

    def _notify(self, name: str) -> None:
        for one in self.instruments:
            getattr(one, name)()


def _indispensable(info: PassInfo, why: str) -> MlccError:
    return MlccError("T133", f"the pass `{info.name}` cannot be left out, and {why}")


_STACK: ContextVar[tuple[PassContext, ...]] = ContextVar("pass_contexts", default=())
_DEFAULT = PassContext()
#: How to make the passes that are classes or were made of functions, by name.
_MAKERS: dict[str, Callable[[], Any]] = {}


@dataclass(frozen=True)
class Pass:
    """The base of passes: valid module in, valid module out. A subclass defines ``__call__(module)``."""

    name: ClassVar[str] = ""
    opt_level: ClassVar[int] = 0
    required: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        if "name" not in cls.__dict__:
            cls.name = cls.__name__
            _MAKERS[cls.name] = cls
        own = cls.__dict__.get("__call__")
        if own is not None:
            cls.__call__ = _in_context(own)  # type: ignore[assignment, method-assign]

    @property
    def info(self) -> PassInfo:
        """The pass's name and level."""
        return PassInfo(self.name, self.opt_level, self.required)

    def __call__(self, module: IRModule) -> IRModule:
        raise NotImplementedError


def _in_context(body: Callable[[Any, IRModule], IRModule]) -> Callable[[Any, IRModule], IRModule]:
    """The method of a pass that runs it under the current context's instruments."""

    @functools.wraps(body)
    def call(self: Pass, module: IRModule) -> IRModule:
        stack = _STACK.get()
        if not stack:
            return body(self, module)
        return stack[-1].run(self, self.info, module, lambda given: body(self, given))

    return call


@dataclass(frozen=True)
class Sequential(Pass):
    """Passes in order; in a :class:`PassContext` without those that it leaves out. The passes that one requires run
    before it. `after` is called with each pass and the module it returned (for dumps and verification).

    Raises T134 for a required pass that does not exist.
    """

    passes: Sequence[Any] = ()
    opt_level: int = field(default=0, kw_only=True)  # type: ignore[misc]
    name: str = field(default="sequential", kw_only=True)  # type: ignore[misc]
    required: tuple[str, ...] = field(default=(), kw_only=True)  # type: ignore[misc]
    after: Callable[[Any, IRModule], None] | None = None

    def __call__(self, module: IRModule) -> IRModule:
        context = _STACK.get()
        for item in self.passes:
            info = getattr(item, "info", None)
            if context and info is not None and not context[-1].pass_enabled(info):
                continue
            if info is not None:
                for name in info.required:
                    module = _required(name, info)(module)
            module = item(module)
            if self.after is not None:
                self.after(item, module)
        return module


def _required(name: str, info: PassInfo) -> Any:
    maker = _MAKERS.get(name)
    if maker is None:
        raise MlccError(
            "T134", f"the pass `{info.name}` requires `{name}`, and there is no such pass",
            help=choices_help(name, sorted(_MAKERS), "passes"),
        )  # fmt: skip
    return maker()


class CreatedPass(Pass):
    """A pass made of a function, or of a method of an object, by :func:`module_pass` or its relatives."""

    def __init__(self, function: Callable[[IRModule, PassContext], IRModule], info: PassInfo) -> None:
        object.__setattr__(self, "_function", function)
        object.__setattr__(self, "_info", info)

    @property
    def info(self) -> PassInfo:
        """The pass's name and level."""
        info: PassInfo = self._info  # type: ignore[attr-defined]
        return info

    def __call__(self, module: IRModule) -> IRModule:
        result = self._function(module, PassContext.current())  # type: ignore[attr-defined]
        if not isinstance(result, IRModule):
            raise MlccError(
                "T126", f"the pass `{self.info.name}` returned a {type(result).__name__}, not a module",
                help="a pass returns the module, changed or not",
            )  # fmt: skip
        return result


def PrintIR(header: str = "") -> CreatedPass:  # noqa: N802
    """A pass that prints the module, after a line with the header if there is one, and leaves it as it is."""

    def shown(module: IRModule, _: PassContext) -> IRModule:
        sys.stdout.write((f"PrintIR({header}):\n" if header else "") + f"{module.script()}\n")
        return module

    return CreatedPass(shown, PassInfo("PrintIR"))


def module_pass(
    pass_func: Any = None,
    opt_level: int = 0,
    name: str | None = None,
    required: Sequence[str] = (),
    traceable: bool = False,
) -> Any:
    """Make a pass of a function ``(module, context) -> module``, or of a class with a method
    ``transform_module(self, module, context)``, whose instances are passes. Used as a decorator, with options or not.
    """
    return _decorated(pass_func, "transform_module", opt_level, name, required, traceable, lambda function: function)


def prim_func_pass(
    pass_func: Any = None,
    opt_level: int = 0,
    name: str | None = None,
    required: Sequence[str] = (),
    traceable: bool = False,
) -> Any:
    """As :func:`module_pass`, of ``(function, module, context) -> function`` (or ``transform_function``) for each
    tensor program."""
    return _decorated(pass_func, "transform_function", opt_level, name, required, traceable, _each(PrimFunc))


def function_pass(
    pass_func: Any = None,
    opt_level: int = 0,
    name: str | None = None,
    required: Sequence[str] = (),
    traceable: bool = False,
) -> Any:
    """As :func:`module_pass`, of ``(function, module, context) -> function`` (or ``transform_function``) for each
    graph function."""
    return _decorated(pass_func, "transform_function", opt_level, name, required, traceable, _each(GraphFunction))


def dataflowblock_pass(
    pass_func: Any = None,
    opt_level: int = 0,
    name: str | None = None,
    required: Sequence[str] = (),
    traceable: bool = False,
) -> Any:
    """As :func:`module_pass`, of ``(block, module, context) -> block`` (or ``transform_dataflowblock``) for each
    dataflow block of a graph function."""
    return _decorated(
        pass_func, "transform_dataflowblock", opt_level, name, required, traceable, lambda change: _each(GraphFunction)(
            lambda func, module, context: _with_blocks(func, lambda block: change(block, module, context))
        ),
    )  # fmt: skip


def _with_blocks(func: GraphFunction, change: Callable[[BindingBlock], BindingBlock]) -> GraphFunction:
    """The function with its dataflow blocks changed. Raises T126 for something else than a block in return."""
    blocks = []
    for block in func.body.blocks:
        new = change(block) if block.is_dataflow else block
        if not isinstance(new, BindingBlock):
            raise MlccError("T126", f"a pass of dataflow blocks returned a {type(new).__name__}, not a block")
        blocks.append(new)
    if all(a is b for a, b in zip(blocks, func.body.blocks, strict=True)):
        return func
    return update(func, body=update(func.body, blocks=tuple(blocks)))


def _each(kind: type) -> Callable[[Callable[..., Any]], Callable[[IRModule, PassContext], IRModule]]:
    """From a change of one function to a change of a module, of all functions of a kind."""

    def lift(change: Callable[..., Any]) -> Callable[[IRModule, PassContext], IRModule]:
        def run(module: IRModule, context: PassContext) -> IRModule:
            new = dict(module.functions)
            for key, func in module.functions.items():
                if isinstance(func, kind):
                    new[key] = change(func, module, context)
            return module if all(new[k] is f for k, f in module.functions.items()) else module.with_functions(new)

        return run

    return lift


def _decorated(
    item: Any,
    method: str,
    opt_level: int,
    name: str | None,
    required: Sequence[str],
    traceable: bool,
    lift: Callable[[Callable[..., Any]], Callable[[IRModule, PassContext], IRModule]],
) -> Any:
    def decorate(target: Any) -> Any:
        if not callable(target):
            raise MlccError("T126", f"a pass is a function or a class, not a {type(target).__name__}")
        info = PassInfo(name or target.__name__, opt_level, tuple(required or ()), traceable)
        if inspect.isclass(target):
            cls = _pass_class(target, method, info, lift)
            _MAKERS[info.name] = cls
            return cls
        made = CreatedPass(lift(target), info)
        _MAKERS[info.name] = lambda: made
        return made

    return decorate if item is None else decorate(item)


def _pass_class(cls: type, method: str, info: PassInfo, lift: Callable[..., Any]) -> type:
    """A pass class whose instances keep an object of `cls`, and run its method."""
    if not hasattr(cls, method):
        raise MlccError(
            "T126", f"the pass `{info.name}` has no method `{method}`",
            help=f"define `def {method}(self, {'mod' if method == 'transform_module' else 'func, mod'}, ctx)`",
        )  # fmt: skip

    class Wrapped(CreatedPass):
        def __init__(self, *args: Any, **named: Any) -> None:
            inner = cls(*args, **named)
            object.__setattr__(self, "_inner", inner)
            super().__init__(lift(getattr(inner, method)), info)

        def __getattr__(self, attribute: str) -> Any:
            return getattr(object.__getattribute__(self, "_inner"), attribute)

    functools.update_wrapper(Wrapped, cls, updated=())
    Wrapped.name = info.name
    return Wrapped


__all__ = [
    "CreatedPass",
    "Pass",
    "PassContext",
    "PassInfo",
    "PrintIR",
    "Sequential",
    "dataflowblock_pass",
    "function_pass",
    "module_pass",
    "prim_func_pass",
    "register_config",
]
