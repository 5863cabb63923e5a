"""From modules to graph functions, and to compiled ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphExpr, GraphTuple, GraphVar, PrimValue, ShapeStructInfo, TupleStructInfo, Var
from mlcc.ir import const as as_const

from ...block_builder import BlockBuilder
from ...composed import typed
from .effects import PRINTING, Effect, IOEffect
from .object import Object as GraphObject
from .object import path_of
from .spec import Int, MethodSpec, ModuleSpec, Object, Tuple
from .tensor import Parameter, Tensor, info_of

if TYPE_CHECKING:
    from mlcc.ir import IRModule

    from ...transform.attach_externs import External

#: The function that gives the first state of a module.
FIRST_STATE = "_initialize_effect"


_EXPORTING: ContextVar[Exporter | None] = ContextVar("exporting", default=None)


class Exporter:
    """Makes graph functions of the methods of one module, and knows what external code these call.

    With `debug`, what methods print is part of the functions, and of their state.
    """

    def __init__(self, debug: bool = False) -> None:
        self.builder = BlockBuilder()
        self.io_effect = IOEffect() if debug else None
        self.extern_mods: list[External] = []
        #: What methods that were exported before say of objects that others take, by the objects' class.
        self.facts: dict[type, Any] = {}

    @staticmethod
    def current() -> Exporter:
        """The one whose methods are being exported. Raises T115 where none are."""
        found = _EXPORTING.get()
        if found is None:
            raise MlccError("T115", "no model is being exported", help="call it in a method that `export_tvm` exports")
        return found

    def add_external_module(self, mod: External) -> None:
        """Code that the functions need."""
        if not any(item is mod for item in self.extern_mods):
            self.extern_mods.append(mod)

    def build(self, spec: ModuleSpec) -> tuple[IRModule, list[tuple[str, Parameter]], list[External]]:
        """The methods that `spec` names as functions of one module, the parameters with their paths, and the external
        modules. Raises T138 for a method or an argument that `spec` and the module do not agree on."""
        params, effects = list(spec.module.named_parameters()), list(spec.module.named_effects())
        if self.io_effect is not None:
            effects.insert(0, ("_io", self.io_effect))
        exporting, printing = _EXPORTING.set(self), PRINTING.set(self.io_effect)
        try:
            if effects:
                _emit_first_state(self.builder, effects)
            methods = sorted(zip(spec.method_names, spec.method_specs, strict=True), key=lambda m: bool(_objects(m[1])))
            for name, method in methods:  # those that make objects come before those that take them
                with kept(params):
                    _emit(self.builder, name, method, params, effects)
        finally:
            _EXPORTING.reset(exporting)
            PRINTING.reset(printing)
        return self.builder.get(), params, self.extern_mods


def add_extern(mod: External) -> None:
    """Code that the model that is being exported needs. Raises T115 outside of `export_tvm`."""
    Exporter.current().add_external_module(mod)


def _objects(method: MethodSpec) -> list[str]:
    """The arguments of a method that are objects."""
    return [n for n, s in zip(method.arg_names, method.arg_specs, strict=True) if isinstance(s, Object)]


def _object_facts(name: str, taken: list[str], path: list[int] | None, has_state: bool) -> dict[str, Any]:
    """Where a function has objects, for who calls it. Raises T138 for one that is taken and not returned."""
    if path is not None:
        return {"inputs": taken, "output": [0, *path] if has_state else path}
    if taken:
        raise MlccError("T138", f"`{name}` takes the object `{taken[0]}` and does not return it",
                        help="functions change nothing: `return logits, cache` gives what is new in it")  # fmt: skip
    return {}


@contextmanager
def kept(params: list[tuple[str, Parameter]]) -> Iterator[None]:
    """Parameters stand for variables of one function meanwhile."""
    before = [(parameter, parameter._expr) for _, parameter in params]
    try:
        yield
    finally:
        for parameter, expr in before:
            parameter._expr = expr


def _emit_first_state(builder: BlockBuilder, effects: list[tuple[str, Effect]]) -> None:
    with builder.function(FIRST_STATE, []):
        with builder.dataflow():
            first = [var for path, effect in effects for var in effect.emit_init(path.replace(".", "_"), builder)]
            output = builder.emit_output(typed(GraphTuple(tuple(first))), "gv")
        builder.emit_func_output(output)


def _emit(
    builder: BlockBuilder, name: str, method: MethodSpec, params: list[tuple[str, Parameter]],
    effects: list[tuple[str, Effect]],
) -> None:  # fmt: skip
    symbols: dict[str, Var] = {}
    given = [_argument(n, s, symbols) for n, s in zip(method.arg_names, method.arg_specs, strict=True)]
    effects = [] if method.effect_mode == "none" else effects
    states = [effect.create(path.replace(".", "_")) for path, effect in effects]
    flat = [var for state in states for var in state]
    weights = [] if method.param_mode == "none" else [p.renewed(path.replace(".", "_"), symbols) for path, p in params]
    packed = method.param_mode == "packed"
    more = [_packed("packed_params", weights)] if packed else weights
    carried = [_packed("packed_effects", flat)] if method.effect_mode == "packed" and effects else flat
    inputs = [*(var for var, _ in given), *carried]
    with builder.function(name, [*inputs, *more], {"num_input": len(inputs)}):
        with builder.dataflow():
            if carried is not flat:
                fields = iter(range(len(flat)))
                for (_, effect), state in zip(effects, states, strict=True):
                    effect.set_state([builder.emit(_item(carried[0], next(fields)), var.name) for var in state])
            if packed:
                for k, (_, parameter) in enumerate(params):
                    parameter._expr = builder.emit(_item(more[0], k), weights[k].name)
            returned = method.method(*(value for _, value in given))
            objects = _object_facts(name, _objects(method), path_of(returned), bool(effects))
            result = graph_value(returned, name)
            if effects:
                after = GraphTuple(tuple(value for _, effect in effects for value in effect.finalize()))
                result = GraphTuple((result, after))
            output = builder.emit_output(typed(result), "gv")
        builder.emit_func_output(output)
    if objects:
        builder.update_func(name, builder.get().graph_funcs[name].with_attr("objects", objects))


def _packed(name: str, items: list[GraphVar]) -> GraphVar:
    return GraphVar(name, TupleStructInfo(tuple(item.sinfo for item in items if item.sinfo is not None)))


def _item(value: GraphVar, index: int) -> GraphExpr:
    from mlcc.ir import TupleGetItem

    return typed(TupleGetItem(value, index))


def _argument(name: str, spec: Any, symbols: dict[str, Var]) -> tuple[GraphVar, Any]:
    """The variable of an argument, and what the method is given for it."""
    if isinstance(spec, Int):
        size = symbols.setdefault(name, Var(name, "int64"))
        return GraphVar(name, ShapeStructInfo((size,))), size
    if isinstance(spec, Object):
        return spec.object_type.as_argument(name, symbols)  # type: ignore[no-any-return]
    if isinstance(spec, Tuple):
        inner = [_argument(f"{name}_{n}", item, symbols)[0] for n, item in enumerate(spec.elements)]
        var = GraphVar(name, TupleStructInfo(tuple(v.sinfo for v in inner if v.sinfo is not None)))
        return var, tuple(Tensor(_expr=_item(var, n)) for n in range(len(inner)))
    var = GraphVar(name, info_of(spec.shape, spec.dtype, symbols))
    return var, Tensor(_expr=var)


def graph_value(result: Any, name: str) -> GraphExpr:
    """What a method returned as a graph value. Raises T138 for other things than tensors, sizes and tuples of them."""
    if isinstance(result, Tensor):
        return result._expr
    if isinstance(result, GraphObject):
        return result.as_result()
    if isinstance(result, (list, tuple)):
        return typed(GraphTuple(tuple(graph_value(item, name) for item in result)))
    if isinstance(result, int):
        return PrimValue(as_const(result, "int64"))
    raise MlccError("T138", f"`{name}` returned a {type(result).__name__}", help="a method returns tensors or tuples")


class Compiled:
    """The methods of a module, compiled. Its state, if it has one, goes from call to call."""

    def __init__(self, library: Any, out_format: str, stateful: set[str]) -> None:
        self._library = library
        self._out_format = out_format
        self._stateful = stateful
        self.reset()

    def reset(self) -> None:
        """Begin with the first state again."""
        self._state = _several(self._library[FIRST_STATE]()) if self._stateful else ()

    def __getitem__(self, name: str) -> Any:
        function = self._library[name]

        def call(*args: Any) -> Any:
            if name not in self._stateful:
                return _formed(function(*args), self._out_format)
            result, state = function(*args, *self._state)
            self._state = _several(state)
            return _formed(result, self._out_format)

        return call


def _several(state: Any) -> tuple[Any, ...]:
    return state if isinstance(state, tuple) else (state,)


def _formed(result: Any, out_format: str) -> Any:
    if isinstance(result, (list, tuple)):
        return tuple(_formed(item, out_format) for item in result)
    if out_format == "torch" and hasattr(result, "__dlpack__"):
        import torch

        return torch.from_dlpack(result)
    return result


def compiled(module: Any, spec: Any, out_format: str, target: Any = None, pipeline: Any = None,
             debug: bool = False) -> Compiled:  # fmt: skip
    """The methods of a module compiled, with its parameters as constants and its external code. Raises T121 for a
    parameter without values."""
    import mlcc

    from ...pipeline import piped
    from ...transform import AttachExternModules, BindParams

    if out_format not in ("torch", "raw", "numpy"):
        raise MlccError("T138", f'no form of results "{out_format}"', help='it is "torch", "numpy" or "raw"')
    given = ModuleSpec.from_raw(spec, module)
    # Parameters that are bound and states that are carried need no tuples.
    plain = {"packed": "plain"}
    bound = [
        replace(m, **{key: plain.get(mode := getattr(m, key), mode) for key in ("param_mode", "effect_mode")})
        for m in given.method_specs
    ]
    methods = replace(given, method_specs=bound)
    functions, params, externs = Exporter(debug).build(methods)
    missing = [path for path, parameter in params if parameter.data is None]
    if missing:
        raise MlccError("T121", f"the parameter `{missing[0]}` has no values", help="set its `data` first")
    values = {path.replace(".", "_"): np.asarray(parameter.data) for path, parameter in params}
    functions = AttachExternModules(tuple(externs))(functions)
    for name, method in zip(methods.method_names, bound, strict=True):
        functions = BindParams(name, values)(functions) if method.param_mode == "plain" else functions
    has_state = debug or next(module.named_effects(), None) is not None
    stateful = {n for n, m in zip(methods.method_names, methods.method_specs, strict=True) if m.effect_mode != "none"}
    return Compiled(mlcc.build(piped(functions, pipeline), target), out_format, stateful if has_state else set())
