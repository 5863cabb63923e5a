"""Makes C and C++ code of a model's own part of its library: TVM's `AttachExternModules`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from mlcc.analysis import simplify
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    BaseFunc,
    BindingBlock,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    SeqExpr,
    StructInfo,
    VarBinding,
    free_vars,
)

from ..generators import CSource, ObjectCode, has_text, program_of, size_text
from ..infer import output_infos, tensor_info
from ..legalize import unique_name
from ..rewrite import Emitter, map_branches, rewrite
from .pass_ import Pass

#: The C function that stands between a program, which has addresses and sizes, and a function of DLPack's tensors.
_CALLER = """\
#include <dlpack/dlpack.h>

int32_t {function}(DLTensor *const *args, int32_t count);

int32_t {symbol}({params}) {{
{body}
  return {function}(args, {count});
}}
"""
#: DLPack's codes of element types, by the letters that begin their names.
_CODES = {"int": "kDLInt", "uint": "kDLUInt", "float": "kDLFloat", "bfloat": "kDLBfloat", "bool": "kDLBool"}


class External(Protocol):
    """Code with C functions, which get pointers to DLPack's tensors (see `relax.frontend.nn.ExternModule`)."""

    @property
    def names(self) -> Sequence[str]:
        """The functions that it has."""

    def code(self, name: str) -> CSource | ObjectCode:
        """What the artefact contains for one of them."""


@dataclass(frozen=True)
class AttachExternModules(Pass):
    """Let the functions of `extern_modules`, which `Module.export_tvm(..., allow_extern=True)` gives, be part of the
    library: a ``call_dps_packed`` of one of their names becomes the call of a program that calls it."""

    extern_modules: tuple[External, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "extern_modules", tuple(self.extern_modules))

    def __call__(self, module: IRModule) -> IRModule:
        state = _Attacher({name: item for item in self.extern_modules for name in item.names}, module)
        new = {k: state.function(f) for k, f in module.graph_funcs.items()}
        return module.with_functions({**module.functions, **new, **state.programs})


@dataclass
class _Attacher:
    code_of: dict[str, External]
    module: IRModule
    programs: dict[str, BaseFunc] = field(default_factory=dict)

    def function(self, func: GraphFunction) -> GraphFunction:
        return map_branches(rewrite(func, self.rule, self.module), self.function)

    def rule(self, out: Emitter, var: GraphVar, value: Any) -> GraphCall | None:
        if not (isinstance(value, GraphCall) and value.op == Op("call_dps_packed")):
            return None
        callee, args = value.args[0], value.args[1]
        if not (isinstance(callee, ExternFunc) and callee.name in self.code_of and var.sinfo is not None):
            return None
        name = unique_name(f"{callee.name}_call", {*self.module.functions, *self.programs})
        part = _part(args.fields if isinstance(args, GraphTuple) else (args,), value, var.sinfo)
        text = _caller(callee.name, name, part)
        code = self.code_of[callee.name].code(callee.name)
        self.programs[name] = program_of(name, part, CSource(text, name, needs=(code,)), "")
        return GraphCall(Op("call_tir"), (GlobalVar(name), args), {}, (var.sinfo,), var.sinfo)


def _part(args: Sequence[Any], call: GraphCall, result: StructInfo) -> GraphFunction:
    """A function of its own with the call: what the program stands for."""
    params = tuple(GraphVar(f"x{n}", tensor_info(arg)) for n, arg in enumerate(args))
    out = GraphVar("out", result)
    own = GraphCall(Op("call_dps_packed"), (call.args[0], GraphTuple(params)), {}, (result,), result)
    return GraphFunction(params, SeqExpr((BindingBlock((VarBinding(out, own),), False),), out), result)


def _caller(function: str, symbol: str, part: GraphFunction) -> str:
    """The text of the function between. Raises T128 for a size that C text cannot say."""
    infos = [*map(tensor_info, part.params), *output_infos(part.ret_sinfo)]  # type: ignore[arg-type]
    shapes = [tuple(map(simplify, info.shape or ())) for info in infos]
    names = {var: f"d{n}" for n, var in enumerate(dict.fromkeys(v for s in shapes for d in s for v in free_vars(d)))}
    lines = []
    for n, (info, shape) in enumerate(zip(infos, shapes, strict=True)):
        if not all(map(has_text, shape)):
            raise MlccError("T128", f"`{function}`: no C text for a size of a tensor {info.script()}",
                            help="reshape it to a size that is a sum, product or quotient of others")  # fmt: skip
        kind = _kind(info.dtype)
        sizes = ", ".join(size_text(dim, names) for dim in shape)
        lines.append(f"  int64_t s{n}[] = {{{sizes or '0'}}};")
        lines.append(f"  DLTensor t{n} = {{(void *)p{n}, {{kDLCPU, 0}}, {len(shape)}, {{{kind}}}, s{n}, NULL, 0}};")
    lines.append(f"  DLTensor *const args[] = {{{', '.join(f'&t{n}' for n in range(len(infos)))}}};")
    params = [*(f"const void *p{n}" for n in range(len(infos))), *(f"int64_t {name}" for name in names.values())]
    return _CALLER.format(
        function=function, symbol=symbol, params=", ".join(params), body="\n".join(lines), count=len(infos)
    )


def _kind(dtype: str) -> str:
    """DLPack's code, bits and lanes of an element type."""
    letters = dtype.rstrip("0123456789")
    return f"{_CODES[letters]}, {dtype[len(letters) :] or 8}, 1"
