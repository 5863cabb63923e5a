"""Describes tensor programs for the runtime: names, shapes, and which arguments are outputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Block,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    IntImm,
    Node,
    PrimFunc,
    Var,
    children,
    const,
    is_instruction,
    meaning_of,
    substitute,
)
from mlcc.ir import dtype as dt
from mlcc.reserved_words import ANY
from mlcc.string_rows import STRING

from .size_text import size_text

if TYPE_CHECKING:
    from mlcc.ir import IRModule
    from mlcc.relax import ExternCall, LoweredGraph
    from mlcc.runtime import ExternSpec, FunctionSpec, Param


Names = Mapping[Var, str]

#: The name of memory copies in a profile.
COPY = "copy"


def symbol_names(func: PrimFunc) -> dict[Var, str]:
    """A unique name for each symbolic dimension: its hint, made an identifier; a number is appended if it is taken."""
    taken = {param.name for param in func.params}
    names: dict[Var, str] = {param: param.name for param in func.params}
    for var in func.symbolic_vars():
        base = var.name if var.name.isidentifier() and var.name.isascii() else "dim"
        if base in ANY:  # such as `None`, which is what some exporters call a dimension
            base += "_"
        name, count = base, 0
        while name in taken:
            count += 1
            name = f"{base}_{count}"
        taken.add(name)
        names[var] = name
    return names


def dim_text(expr: Expr, names: Names) -> int | str:
    """An extent in the runtime's notation: a number, a symbol, or an expression over symbols.

    Raises MlccError D170 for an expression that the runtime cannot evaluate.
    """
    return expr.value if isinstance(expr, IntImm) else size_text(expr, names)


def _accesses(item: Node, views: dict[Buffer, Buffer]) -> Iterator[tuple[str, Buffer]]:
    """("read" or "write", buffer) in program order, `init` before the body."""
    match item:
        case Block():
            for match in item.match_buffers:
                views[match.buffer] = views.get(match.source.buffer, match.source.buffer)
            accesses = [
                access for part in (item.init, item.body) if part is not None for access in _accesses(part, views)
            ]
            yield from accesses
            # Accesses through pointers are visible only in the block's signature.
            touched = {buffer for _, buffer in accesses}
            for kind, regions in (("read", item.reads), ("write", item.writes)):
                for region in regions:
                    buffer = views.get(region.buffer, region.buffer)
                    if buffer not in touched:
                        yield kind, buffer
        case Evaluate(value=Call() as call) if is_instruction(item):
            yield from _accesses(meaning_of(call), views)
        case Call(op="address_of"):
            return
        case BufferLoad():
            for child in children(item):
                yield from _accesses(child, views)
            yield "read", views.get(item.buffer, item.buffer)
        case BufferStore():
            for child in children(item):
                yield from _accesses(child, views)
            yield "write", views.get(item.buffer, item.buffer)
        case _:
            for child in children(item):
                yield from _accesses(child, views)


def buffer_roles(func: PrimFunc) -> dict[Buffer, str]:
    """`input`, `output` or `inout` for each parameter buffer of a program.

    A buffer that is written is an output if the program's first access to it is a write. The attribute
    `num_input`, if present, is the number of inputs.
    """
    count = func.attrs.get("num_input")
    if isinstance(count, int):
        return {
            func.buffer_map[param]: "input" if index < count else "output"
            for index, param in enumerate(func.params)
            if param in func.buffer_map
        }
    first: dict[Buffer, str] = {}
    written: set[Buffer] = set()
    for kind, buffer in _accesses(func.body, {}):
        first.setdefault(buffer, kind)
        if kind == "write":
            written.add(buffer)
    return {
        buffer: "input" if buffer not in written else "output" if first[buffer] == "write" else "inout"
        for buffer in func.buffers
    }


#: Attributes of a graph function that its callers from Python need.
_OF_CALLERS = ("input_nesting", "output_nesting", "size_inputs", "objects")


def function_spec(
    name: str,
    func: PrimFunc,
    kernel: PrimFunc,
    roles: Mapping[Buffer, str],
    metadata: Mapping[str, Any],
    form: str = "",
) -> FunctionSpec:
    """The description of one entry: `func` before lowering (for its shapes), `kernel` the program that is called.

    `roles` is that of :func:`buffer_roles`; `form` is part of the kernel's symbol. The attributes ``input_names`` and
    ``output_names`` of a graph function give its parameters the names that they have in the model.
    """
    from mlcc.codegen.llvm import kernel_symbol
    from mlcc.runtime import FunctionSpec, ScalarSpec, TensorSpec

    names = symbol_names(func)
    params: list[TensorSpec | ScalarSpec] = []
    for param, label in zip(func.params, _labels(func), strict=True):
        buffer = func.buffer_map.get(param)
        if buffer is None:
            params.append(ScalarSpec(label, param.dtype))
        else:
            shape = tuple(dim_text(dim, names) for dim in buffer.shape)
            params.append(TensorSpec(label, buffer.dtype, shape, roles[buffer]))  # type: ignore[arg-type]
    workspace = kernel.attrs.get("workspace_bytes", 0)
    if isinstance(workspace, Expr):
        workspace = dim_text(workspace, {**symbol_names(kernel), **names})
    facts = dict(metadata)
    facts.update({key: func.attrs[key] for key in _OF_CALLERS if key in func.attrs})
    formats = _formats(func, params)
    texts = [name for name, form in formats.items() if form == STRING]
    if texts:
        facts["strings"] = texts
    if len(texts) < len(formats):
        facts["formats"] = {name: form for name, form in formats.items() if form != STRING}
    if "dim_ranges" in func.attrs:  # by the names that the variables have in the module
        own = {var.name: label for var, label in names.items()}
        facts["dim_ranges"] = {own[n]: list(r) for n, r in func.attrs["dim_ranges"].items() if n in own}
    size_vars = func.attrs.get("result_sizes")
    if size_vars:  # sizes of results that are computed at run time: read from the last outputs
        symbols = {**names, **{var: p.name for var, p in zip(size_vars, params[-len(size_vars) :], strict=True)}}
        facts["result_shapes"] = [[dim_text(d, symbols) for d in shape] for shape in func.attrs["result_shapes"]]
        facts["result_sizes"] = [symbols[var] for var in size_vars]
    if "rooms" in func.attrs:  # extents of outputs that the caller chooses
        facts["rooms"] = [names[var] for var in func.attrs["rooms"]]
    return FunctionSpec(
        name=name,
        params=tuple(params),
        kernel_symbol=kernel_symbol(name, form),
        workspace_bytes=workspace,
        # The kernel determines the order of its arguments; lowering preserves the identity of variables.
        dims=tuple(names[var] for var in kernel.symbolic_vars()),
        metadata=facts,
    )


def _formats(func: PrimFunc, params: Sequence[Param]) -> dict[str, str]:
    """What the bytes of parameters mean: strings (mlcc.string_rows), or numbers (mlcc.narrow_types)."""
    inputs = [p for p in params if p.role != "output"]
    outputs = params[len(inputs) :]
    found: dict[str, str] = {}
    for key, part in (("input_formats", inputs), ("output_formats", outputs)):
        found |= {p.name: form for p, form in zip(part, func.attrs.get(key, ()), strict=False) if form}
    return found


def _labels(func: PrimFunc) -> list[str]:
    """Unique names for the parameters: those of the model if they are recorded, else those of the program."""
    plain = [func.buffer_map[param].name if param in func.buffer_map else param.name for param in func.params]
    model = [str(name) for key in ("input_names", "output_names") for name in func.attrs.get(key, ())]
    sizes = len(func.attrs.get("result_sizes", ()))
    wanted = [*model, *plain[len(plain) - sizes :]] if len(model) + sizes == len(plain) else plain
    labels: list[str] = []
    for name in wanted:
        label, count = name, 0
        while label in labels:
            count += 1
            label = f"{name}_{count}"
        labels.append(label)
    return labels


def profile_facts(graph: LoweredGraph, first: int, legal: IRModule) -> dict[str, Any]:
    """The profile metadata of a function: its `first` slot, and a description of each timed call in order."""
    from .flops import program_flops, works_in_double

    names = symbol_names(graph.func)
    kernels = {site.kernel for site in graph.sites}
    flops_of = {name: const(0, "int64") if name == COPY else program_flops(legal, name) for name in kernels}
    double = {name for name in kernels if works_in_double(legal, name)}
    symbols = {call.symbol: call.name for call in graph.externs}
    calls = []
    for site in graph.sites:
        flops = flops_of[site.kernel]
        calls.append(
            {
                "kernel": symbols.get(site.kernel, site.kernel),
                "nodes": list(site.nodes) or _operators(legal, site.kernel),
                "flops": None if flops is None else _size(substitute(flops, site.sizes), names),
                "dtype": "float64" if site.kernel in double else "float32",
                "weight_bytes": _size(site.weights, names),
                "activation_bytes": _size(site.activations, names),
                "written_bytes": _size(site.written, names),
            }
        )
    return {"first": first, "calls": calls}


def program_profile(name: str, slot: int, legal: IRModule) -> dict[str, Any]:
    """The profile metadata of a program that is exported: one call, which its entry times (`by_entry`) in a slot."""
    from .flops import program_flops, works_in_double

    func = legal.prim_funcs[name]
    names, flops = symbol_names(func), program_flops(legal, name)
    sizes = {"input": const(0, "int64"), "output": const(0, "int64")}
    for buffer, role in buffer_roles(func).items():
        kind = "input" if role == "input" else "output"
        sizes[kind] = sizes[kind] + prod(buffer.shape, start=const(dt.nbytes(buffer.dtype), "int64"))
    call = {
        "kernel": name,
        "nodes": _operators(legal, name),
        "flops": None if flops is None else _size(flops, names),
        "dtype": "float64" if works_in_double(legal, name) else "float32",
        "weight_bytes": 0,
        "activation_bytes": _size(sizes["input"] + sizes["output"], names),
        "written_bytes": _size(sizes["output"], names),
    }
    return {"first": slot, "calls": [call], "by_entry": True}


def _operators(legal: IRModule, kernel: str) -> list[str]:
    """The label of a program without nodes of the model: its anchor operator."""
    func = legal.functions.get(kernel)
    op = func.attrs.get("op") if isinstance(func, PrimFunc) else None
    return [op] if isinstance(op, str) else []


def _size(expr: Expr, names: Names) -> int | str | None:
    try:
        return dim_text(expr, names)
    except MlccError:
        return None  # computed at run time


def extern_spec(call: ExternCall, func: PrimFunc, form: str = "") -> ExternSpec:
    """The description of a library function's call in `func`, the lowered graph."""
    from mlcc.codegen.llvm import kernel_symbol
    from mlcc.runtime import ExternSpec, TensorSpec

    names = symbol_names(func)
    params = tuple(
        TensorSpec(f"arg{n}", info.dtype, tuple(dim_text(dim, names) for dim in info.shape or ()))
        for n, info in enumerate(call.tensors)
    )
    return ExternSpec(call.name, kernel_symbol(call.symbol, form), params, tuple(names[var] for var in call.dims))
