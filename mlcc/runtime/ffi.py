"""The entries of an artefact for tvm-ffi: `tvm_ffi.load_module("net.so")["main"](x, y)` runs a function.

A function `f` has the entry ``int32_t __tvm_ffi_f(void *self, const TVMFFIAny *args, int32_t n, TVMFFIAny *result)``.
It takes the arguments of the checked C entry, inputs then outputs, as tensors of tvm-ffi or DLPack; a number may stand
for an input of rank 0. Errors are raised through the library of the caller, which the artefact is not linked with (see
`native/ffi.c`). The entries are weak, since several artefacts may be linked into one program.
"""

from __future__ import annotations

from .dtypes import element_type
from .native_text import native_text
from .platform import Platform, platform_of
from .spec import FunctionSpec, ModuleSpec, Param, c_name

#: Systems with a loader, and where its `dlsym` looks in everything that is loaded.
_EVERYWHERE = {"linux": 0, "darwin": -2, "freebsd": -2, "netbsd": -2, "openbsd": -2, "windows": 0}


def ffi_symbol(function: FunctionSpec) -> str:
    """The name of a function's entry."""
    return f"__tvm_ffi_{c_name(function.name)}"


def has_entries(platform: Platform, runtime: str) -> bool:
    """Whether an artefact has these entries: the full runtime, on a system with a loader."""
    return runtime == "full" and platform.os in _EVERYWHERE


def ffi_modules(platform: Platform, runtime: str) -> tuple[str, ...]:
    """What the entries of all functions call."""
    return (native_text("ffi", platform),) if has_entries(platform, runtime) else ()


def ffi_symbols(spec: ModuleSpec) -> tuple[str, ...]:
    """The names of the entries; none where tvm-ffi cannot load the artefact, or it is to be small."""
    if not has_entries(platform_of(spec.triple), spec.runtime):
        return ()
    return tuple(ffi_symbol(function) for function in spec.functions)


def ffi_ir(spec: ModuleSpec, platform: Platform, strings: dict[str, str]) -> list[str]:
    """The definitions of the entries, with the texts that they need added to `strings`."""
    if not ffi_symbols(spec):
        return []
    return [_entry(spec, function, platform, strings) for function in spec.functions]


def _entry(spec: ModuleSpec, function: FunctionSpec, platform: Platform, strings: dict[str, str]) -> str:
    def text(value: str) -> str:
        return f"ptr @{strings.setdefault(value, f'mlcc_rt_t{len(strings)}')}"

    params, base = function.params, spec.symbol(function)
    types = "".join(f"\\{byte:02X}" for param in params for byte in _number(param))
    everywhere = _EVERYWHERE[platform.os]
    place = f"inttoptr ({platform.word} {everywhere} to ptr)" if everywhere else "null"
    facts = [
        f"ptr @{base}", text(function.name), text("\0".join(p.name for p in params)),
        text(", ".join(p.name for p in params) or "none"), f"ptr @{base}__ffi_types", f"ptr {place}",
        f"i32 {len(params)}",
    ]  # fmt: skip
    kinds = ", ".join(fact.split()[0] for fact in facts)
    return f"""
@{base}__ffi_types = internal constant [{2 * len(params)} x i8] c"{types}"
@{base}__ffi = internal constant {{ {kinds} }} {{ {", ".join(facts)} }}

define weak signext i32 @{ffi_symbol(function)}(ptr %self, ptr %args, i32 %count, ptr %result) {{
  %rc = call i32 @mlcc_rt_ffi_call(ptr @{base}__ffi, ptr %args, i32 %count, ptr %result)
  ret i32 %rc
}}
"""


def _number(param: Param) -> tuple[int, int]:
    """Code and width of the number that may stand for a parameter; zeros if none may."""
    kind = element_type(param.dtype)
    return (kind.code, kind.bits) if not param.shape and not param.written else (0, 0)
