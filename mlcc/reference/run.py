"""The entry point: run a function of either kind on arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from mlcc.analysis import output_buffers
from mlcc.diagnostics import MlccError, closest
from mlcc.ir import (
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferStore,
    GraphFunction,
    IRModule,
    PrimFunc,
    Var,
    numpy_dtype,
    walk,
)

from .arguments import checked_array
from .graph import GraphInterpreter, Operator, RunProgram
from .tensor import TensorInterpreter

Externs = Mapping[str, Callable[..., Any]]


def run(
    item: PrimFunc | GraphFunction | IRModule,
    inputs: Sequence[Any],
    func_name: str | None = None,
    *,
    vectorize: bool = True,
    externs: Externs | None = None,
    operator: Operator | None = None,
    program: RunProgram | None = None,
) -> list[Any]:
    """The outputs of a function on `inputs`, which are never changed.

    A tensor program gets its inputs (the parameters that it does not write), or all of its parameters; the result is
    the contents of the parameters that it writes. A graph function's tuple result becomes the list. `vectorize` False
    runs every loop one iteration at a time. `externs` implements library functions, `operator` named graph operators
    (or legalize the module first), `program` the tensor programs that a graph function calls; these two may give back
    NotImplemented. Floats in fresh memory are NaN.

    Raises MlccError: V080 out of range, V081 cannot be interpreted, V082 division by zero, V083 assertion, V084
    arguments that do not match the parameters.
    """
    module = item if isinstance(item, IRModule) else IRModule({"main": item})
    func = module.functions[_entry(module, func_name)]
    functions = externs or {}
    if isinstance(func, PrimFunc):
        return _run_tensor(func, inputs, vectorize, functions)
    if not isinstance(func, GraphFunction):
        raise MlccError("V081", f"`{func_name}` is a library function")

    def run_program(callee: PrimFunc, args: list[Any], outputs: list[Any], extra: list[int]) -> None:
        if program is None or program(callee, args, outputs, extra) is NotImplemented:
            _execute(callee, [*args, *outputs], extra, vectorize, functions)

    result = GraphInterpreter(module, run_program, operator, functions).call(func, [np.asarray(i) for i in inputs])
    return list(result) if isinstance(result, tuple) else [result]


def _entry(module: IRModule, name: str | None) -> str:
    if name is not None:
        if name in module.functions:
            return name
        suggestion = closest(name, module.functions)
        raise MlccError(
            "V084", f"the module has no function `{name}`", help=f"did you mean `{suggestion}`?" if suggestion else None
        )
    if "main" in module.functions:
        return "main"
    if len(module.functions) == 1:
        return next(iter(module.functions))
    names = ", ".join(f"`{n}`" for n in module.functions)
    raise MlccError("V084", "the module has several functions", help=f"choose one: {names}")


def _run_tensor(func: PrimFunc, inputs: Sequence[Any], vectorize: bool, externs: Externs) -> list[Any]:
    outputs = output_buffers(func)
    holes = [p for p in func.params if func.buffer_map.get(p) in outputs]
    if len(inputs) == len(func.params):
        args: list[Any] = [np.array(a) for a in inputs]
    elif len(inputs) == len(func.params) - len(holes):
        remaining = iter(inputs)
        args = [None if p in holes else np.asarray(next(remaining)) for p in func.params]
    else:
        raise MlccError(
            "V084",
            f"the program has {len(func.params) - len(holes)} inputs and {len(holes)} outputs, "
            f"here {len(inputs)} arguments",
        )
    data = _execute(func, args, [], vectorize, externs)
    return [data[b] for b in outputs]


def _execute(
    func: PrimFunc, args: list[Any], extra: list[int], vectorize: bool, externs: Externs
) -> dict[Buffer, np.ndarray[Any, Any]]:
    """Run `func` on its arguments; outputs given as None are allocated. Arrays given for outputs are filled."""
    interpreter = TensorInterpreter(func, vectorize, externs)
    state = interpreter.state
    scalars = [p for p in func.params if p not in func.buffer_map]
    if len(args) + len(extra) != len(func.params):
        raise MlccError("V084", f"the program has {len(func.params)} parameters, here {len(args) + len(extra)}")
    sizes: dict[Var, int] = {}
    if extra:
        sizes.update(zip(scalars[-len(extra) :], extra, strict=True))
        args = _with_extra(func, args, scalars[-len(extra) :], extra)
    for i, (param, arg) in enumerate(zip(func.params, args, strict=True)):
        if param not in func.buffer_map and np.asarray(arg).dtype.kind in "iu":
            sizes[param] = int(arg)
        if param not in func.buffer_map:
            state.values[param] = numpy_dtype(param.dtype).type(np.asarray(arg)[()])
        elif arg is not None:
            buffer = func.buffer_map[param]
            what = f"argument {i} (`{buffer.name}`)"
            state.data[buffer] = checked_array(arg, buffer.dtype, buffer.shape, sizes, what)
    for var, size in sizes.items():
        state.values[var] = numpy_dtype(var.dtype).type(size)
    for param, arg in zip(func.params, args, strict=True):
        if arg is None:
            interpreter.allocate(func.buffer_map[param])
    given = dict(state.data)
    state.data.update({buffer: given[buffer].reshape(-1) for buffer in _flat(func) if buffer in given})
    interpreter.run()
    return {**state.data, **given}


def _flat(func: PrimFunc) -> set[Buffer]:
    """The parameters that a program accesses by offsets, as programs do that are lowered: they have no blocks."""
    if isinstance(func.body, BlockRealize):
        return set()
    accesses = [node for node in walk(func.body) if isinstance(node, BufferLoad | BufferStore)]
    own = set(func.buffer_map.values())
    return {node.buffer for node in accesses if node.buffer in own and len(node.indices) < len(node.buffer.shape)}


def _with_extra(func: PrimFunc, args: list[Any], names: list[Var], extra: list[int]) -> list[Any]:
    """Arguments with the values of `tir_vars` inserted at the positions of their parameters."""
    values, rest = dict(zip(names, extra, strict=True)), iter(args)
    return [values[p] if p in values else next(rest) for p in func.params]
