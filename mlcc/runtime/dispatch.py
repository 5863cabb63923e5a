"""Several forms of a module's kernels: the function that the entries call jumps to the form of this processor.

`native/forms.c` chooses it, by the bits that each form needs (see `mlcc.target.detect`).
"""

from __future__ import annotations

from mlcc.codegen.llvm import symbol as quoted
from mlcc.target import needed_bits

from .dtypes import element_type
from .entry import Writer
from .native_text import choice_modules, string_constant
from .platform import Platform
from .spec import FunctionSpec, ModuleSpec


def dispatch_modules(spec: ModuleSpec, platform: Platform, strings: dict[str, str]) -> tuple[str, ...]:
    """The choice, its tables, `<prefix>_cpu` and a jump per function; nothing for a module of one form."""
    if not spec.forms:
        return ()
    jumps = (_jump(spec, function, strings) for function in spec.functions)
    return (*choice_modules(platform), _tables(spec, platform), *jumps)


def _tables(spec: ModuleSpec, platform: Platform) -> str:
    names = [form.cpu for form in spec.forms]
    words = [word for form in spec.forms for word in needed_bits(platform.arch, form.features)]
    return f"""
@mlcc_rt_form_count = internal constant i32 {len(names)}
@mlcc_rt_form_needs = internal constant [{len(words)} x i32] [{", ".join(f"i32 {word}" for word in words)}]
{string_constant("mlcc_rt_form_names", chr(0).join(names))}
{string_constant("mlcc_rt_form_list", ", ".join(names))}

define ptr @{spec.prefix}_cpu() {{
  %name = call ptr @mlcc_rt_form_name()
  ret ptr %name
}}
"""


def _jump(spec: ModuleSpec, function: FunctionSpec, strings: dict[str, str]) -> str:
    """`i32 kernel(...)` for the form of this processor; its arguments are those that any form takes."""
    types = [f"ptr %p{i}" for i in range(len(function.tensors))]
    types += [f"{element_type(s.dtype).llvm} %s{i}" for i, s in enumerate(function.scalars)]
    symbols = {name: f"i64 %d{i}" for i, name in enumerate(function.symbols)}
    workspace = ["ptr %ws"] if function.workspace_bytes != 0 else []
    w = Writer(strings)
    form = w.assign("call i32 @mlcc_rt_form()")
    cases = " ".join(f"i32 {k}, label %form{k}" for k in range(len(spec.forms)))
    w.put(f"switch i32 {form}, label %none [ {cases} ]")
    kernels = [form.kernels[function.name] for form in spec.forms]
    declared = []
    for k, kernel in enumerate(kernels):
        arguments = [*types, *(symbols[name] for name in kernel.dims), *(workspace if kernel.has_workspace else [])]
        w.lines.append(f"form{k}:")
        rc = w.assign(f"tail call i32 {quoted(kernel.kernel_symbol)}({', '.join(arguments)})")
        w.put(f"ret i32 {rc}")
        kinds = ", ".join(item.split()[0] for item in arguments)
        declared.append(f"declare i32 {quoted(kernel.kernel_symbol)}({kinds})")
    w.lines.append("none:")
    rc = w.assign(f"call i32 @mlcc_rt_no_form(ptr {w.text(function.name)})")
    w.put(f"ret i32 {rc}")
    signature = ", ".join([*types, *symbols.values(), *workspace])
    head = f"define internal i32 {quoted(function.kernel_symbol)}({signature}) {{"
    return "\n".join([*declared, "", head, *w.lines, "}"])
