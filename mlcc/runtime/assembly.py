"""One LLVM module from the kernels of a module and everything an artefact needs around them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mlcc.diagnostics import InternalError

from .bare import bare_ir
from .dispatch import dispatch_modules
from .entry import FunctionEntries, string_definitions
from .externs import extern_ir
from .ffi import ffi_ir, ffi_modules, ffi_symbols
from .large_pages import large_pages_modules
from .libraries import libraries_ir
from .native_text import image_modules, join_modules, libc_names, native_text, tiles_text, timed_modules
from .platform import Platform, platform_of
from .program import program_ir
from .spec import KEPT_BYTES, ModuleSpec, check_spec, to_json
from .support import ASKED, share, support_declarations, support_modules
from .weights import MARK, description_section, is_far, place_definition


def _module_entries(spec: ModuleSpec) -> str:
    """The exports of a module besides its functions."""
    p = spec.prefix
    return f"""
define ptr @{p}_describe() {{
  %text = getelementptr inbounds i8, ptr @mlcc_rt_description, i64 {len(MARK)}
  ret ptr %text
}}

define ptr @{p}_last_error() {{
  %m = call ptr @mlcc_rt_message()
  ret ptr %m
}}

define void @{p}_set_num_threads(i32 %n) {{
  call void @mlcc_rt_set_num_threads(i32 %n)
  ret void
}}

define void @{p}_shutdown() {{
  call void @mlcc_rt_shutdown()
  call void @mlcc_rt_drop_workspace()
  call void @mlcc_rt_drop_messages()
  ret void
}}
"""


def _arena(spec: ModuleSpec, linkage: str) -> list[str]:
    """The static working memory, which only the full runtime has."""
    if spec.runtime != "full":
        return []
    return [
        f"""
@mlcc_rt_arena = {linkage} global [{spec.arena_bytes} x i8] zeroinitializer, align 64
@mlcc_rt_arena_bytes = {linkage} constant i64 {spec.arena_bytes}
"""
    ]


def _kept(spec: ModuleSpec, platform: Platform, linkage: str) -> list[str]:
    """What keeps values between calls, and its memory."""
    if not spec.kept_areas:
        return []
    nbytes = spec.kept_areas * KEPT_BYTES
    memory = f"""
@mlcc_rt_kept = {linkage} global [{nbytes} x i8] zeroinitializer, align 64
@mlcc_rt_kept_bytes = {linkage} constant i64 {KEPT_BYTES}
"""
    return [native_text("kept", platform), memory]


def _support(spec: ModuleSpec, platform: Platform) -> tuple[str, ...]:
    """Threads, messages, working memory and checks; in libraries with profiling also what takes times."""
    threads, checks = support_modules(platform, spec.runtime)
    return (*(timed_modules(threads, platform) if spec.profile_slots else threads), *checks)


def _profile(spec: ModuleSpec) -> list[str]:
    """The accumulated times of a library with profiling, and the entries that read times."""
    count = spec.profile_slots
    if not count:
        return []
    entry = f"""
@mlcc_rt_profile_ns = internal global [{count} x i64] zeroinitializer, align 64
@mlcc_rt_profile_count = internal constant i32 {count}

define signext i32 @{spec.prefix}_profile(ptr %ns, i32 %count) {{
  %slots = call i32 @mlcc_rt_profile_read(ptr %ns, i32 %count)
  ret i32 %slots
}}

define i64 @{spec.prefix}_timeline(ptr %events, i64 %count) {{
  %had = call i64 @mlcc_rt_timeline(ptr %events, i64 %count)
  ret i64 %had
}}
"""
    return [entry]


#: Kernels that explain their error numbers define this; for the others it says nothing.
_KERNEL_MESSAGE = "mlcc_kernel_message"
_EXPLAINED = f"declare ptr @{_KERNEL_MESSAGE}(i32)"
_UNEXPLAINED = f"ptr @{_KERNEL_MESSAGE}(i32 %code) {{\n  ret ptr null\n}}"


def runtime_ir(spec: ModuleSpec, *, explained: bool = False, apart: bool = False) -> str:
    """Everything but kernels and weights, as text: thread pool, checks, entries, description.

    Kernels are declared, everything that is not exported is internal, and the parallel runtime's
    `mlcc_rt_parallel` is defined. No triple and no layout are set. `explained`: the kernels define
    `ptr mlcc_kernel_message(i32)`, the text of their error numbers or null. `apart`: the support code is declared only,
    as it is an object of its own. Raises R335 for a description of which no artefact can be made.
    """
    check_spec(spec)
    platform = platform_of(spec.triple)
    if spec.runtime == "none":
        return bare_ir(spec, platform)
    linkage = "hidden" if apart else "internal"
    strings: dict[str, str] = {}
    entries = [FunctionEntries(spec, f, platform, strings).ir() for f in spec.functions]
    texts = [
        *((support_declarations(platform, spec.runtime),) if apart else _support(spec, platform)),
        *_profile(spec),
        *((tiles_text(platform),) if spec.forms or "amx-tile" in spec.target.get("features", ()) else ()),
        *_kept(spec, platform, linkage),
        *large_pages_modules(spec, platform),
        *dispatch_modules(spec, platform, strings),
        *(image_modules(platform) if spec.images and not apart else ()),
        extern_ir(spec, platform, strings),
        libraries_ir(spec, platform),
        *(() if apart else ffi_modules(platform, spec.runtime)),
        *ffi_ir(spec, platform, strings),
        _module_entries(spec),
        *program_ir(spec, platform, strings),
        *_arena(spec, linkage),
        _EXPLAINED if explained else f"define {linkage} {_UNEXPLAINED}",
        *entries,
        string_definitions(strings),
        description_section(to_json(spec), platform),
    ]
    return join_modules(texts)


def assemble(kernels: Any, spec: ModuleSpec, *, whole: bool = True, apart: bool = False) -> Any:
    """Links the runtime into a module of kernels and hides all but the exported entries.

    When the module is not the `whole` artefact, what is hidden can still be used by the other objects of it. `apart`:
    one of them has the support code (:func:`support_module`), and others have the kernels.

    `kernels`: an llvmlite ModuleRef, or its text, with triple and data layout set; it defines the
    functions that `spec` names and may declare `mlcc_rt_parallel` and `<prefix>_weights`. Returns
    the ModuleRef.
    """
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(kernels) if isinstance(kernels, str) else kernels
    platform = platform_of(spec.triple)
    head = f'target triple = "{module.triple}"\ntarget datalayout = "{module.data_layout}"\n'
    pointer = place_definition(spec.prefix) if is_far(spec.weights_bytes) else ""
    spec = _rename_kernels(module, spec, platform)
    explained = any(f.name == _KERNEL_MESSAGE and not f.is_declaration for f in module.functions)
    text = runtime_ir(spec, explained=explained, apart=apart)
    for name in _kernels(spec) if not apart else ():
        # Internal definitions would not meet the declarations of the entries.
        module.get_function(name).linkage = "external"
    around = llvm.parse_assembly(head + pointer + text.replace(*_OPEN_PARALLEL))
    module.link_in(around)
    _hide(module, {*spec.exports(), *ffi_symbols(spec)}, whole)
    if apart:
        share(module, ASKED, {*ASKED, *_kernels(spec)})
    module.verify()
    return module


def _rename_kernels(module: Any, spec: ModuleSpec, platform: Platform) -> ModuleSpec:
    """Kernels called as a C function or an entry is (`free`, `mlcc_main`) get another name."""
    if spec.forms:  # their names are apart from those of anything else
        return spec
    taken = set(spec.exports()) | libc_names(platform, spec.runtime)
    functions = []
    for function in spec.functions:
        name = function.kernel_symbol
        if name in taken:
            kernel = module.get_function(name)
            kernel.name = name = f"{name}.kernel"
        functions.append(replace(function, kernel_symbol=name))
    return replace(spec, functions=tuple(functions))


def _kernels(spec: ModuleSpec) -> list[str]:
    """The symbols of the kernels behind the functions, in every form."""
    if not spec.forms:
        return [function.kernel_symbol for function in spec.functions]
    return [kernel.kernel_symbol for form in spec.forms for kernel in form.kernels.values()]


#: For linking the kernels' calls must meet the definition; `assemble` makes it internal again.
_OPEN_PARALLEL = (
    "define internal void @mlcc_rt_parallel(",
    "define void @mlcc_rt_parallel(",
)


def _hide(module: Any, exports: set[str], whole: bool) -> None:
    for function in module.functions:
        if function.name in exports and "windows" in module.triple and not function.is_declaration:
            function.storage_class = "dllexport"
        if not function.is_declaration and function.name not in exports:
            if whole:
                function.linkage = "internal"
            elif function.linkage.name != "internal":
                function.visibility = "hidden"
    missing = exports - {f.name for f in module.functions if not f.is_declaration}
    if missing:
        raise InternalError(f"the artefact lacks {', '.join(sorted(missing))}")
