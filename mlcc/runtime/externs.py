"""Library functions that kernels call by name: a table in the artefact that the loader fills.

Each call site is an `ExternSpec`; for it a function with the signature of a kernel is made,
`i32 symbol(ptr per tensor, i64 per symbol)`, which builds the DLTensors on the stack and calls
the provider `int32_t fn(DLTensor *const *args, int32_t n)`. Providers are set by
`<prefix>_bind(name, fn)`; a call without one is error 12 with a message.
"""

from __future__ import annotations

from mlcc.codegen.llvm import symbol as quoted

from .dims import emit
from .dtypes import element_type
from .entry import Writer
from .native_text import native_text, string_constant
from .platform import Platform
from .spec import ExternSpec, ModuleSpec, TensorSpec

#: The fields of DLPack's DLTensor: data, device type and id, rank, type code, bits, lanes, shape, strides, offset.
_TENSOR = "%DLTensor = type { ptr, i32, i32, i32, i8, i8, i16, ptr, ptr, i64 }"


def extern_ir(spec: ModuleSpec, platform: Platform, strings: dict[str, str]) -> str:
    """The table, `<prefix>_set_extern` and the callers; nothing when no function is called."""
    names = spec.extern_names
    if not names:
        return ""
    shared = f"""{_TENSOR}
@mlcc_rt_providers = internal global [{len(names)} x ptr] zeroinitializer, align 16
@mlcc_rt_extern_count = internal constant i64 {len(names)}
{string_constant("mlcc_rt_extern_names", chr(0).join(names))}

define signext i32 @{spec.prefix}_bind(ptr %name, ptr %provider) {{
  %rc = call i32 @mlcc_rt_set_extern(ptr %name, ptr %provider)
  ret i32 %rc
}}"""
    texts = [native_text("externs", platform), shared]
    return "\n\n".join([*texts, *(_caller(spec, e, platform, strings) for e in spec.externs)])


def _caller(spec: ModuleSpec, extern: ExternSpec, platform: Platform, strings: dict[str, str]) -> str:
    """The kernel-like function of one call site."""
    w = Writer(strings)
    count = max(len(extern.params), 1)
    axes = max(sum(len(p.shape) for p in extern.params), 1)
    w.put(f"%tensors = alloca [{count} x %DLTensor], align 16")
    w.put(f"%shapes = alloca [{axes} x i64], align 16")
    w.put(f"%args = alloca [{count} x ptr], align 16")
    values = {symbol: f"%d{i}" for i, symbol in enumerate(extern.symbols)}
    axis = 0
    for i, param in enumerate(extern.params):
        shape = w.assign(f"getelementptr inbounds i64, ptr %shapes, i64 {axis}")
        for dim in param.shape:
            at = w.assign(f"getelementptr inbounds i64, ptr %shapes, i64 {axis}")
            extent = emit(dim, values, w.assign, beyond=0)  # the caller has checked all sizes
            w.put(f"store i64 {extent}, ptr {at}, align 8")
            axis += 1
        _fill_tensor(w, i, param, shape, platform)
    index = spec.extern_names.index(extern.name)
    rc = w.assign(f"call i32 @mlcc_rt_call_extern(i64 {index}, ptr %args, i32 {len(extern.params)})")
    w.put(f"ret i32 {rc}")
    types = [f"ptr %p{i}" for i in range(len(extern.params))]
    types += [f"i64 %d{i}" for i in range(len(extern.symbols))]
    return "\n".join([f"define i32 {quoted(extern.symbol)}({', '.join(types)}) {{", *w.lines, "}"])


def _fill_tensor(w: Writer, index: int, param: TensorSpec, shape: str, platform: Platform) -> None:
    kind = element_type(param.dtype)
    word = platform.bits // 8
    tensor = w.assign(f"getelementptr inbounds %DLTensor, ptr %tensors, i64 {index}")
    fields = (
        (0, f"ptr %p{index}", word),
        (1, "i32 1", 4),
        (2, "i32 0", 4),
        (3, f"i32 {len(param.shape)}", 4),
        (4, f"i8 {kind.code}", 1),
        (5, f"i8 {kind.bits}", 1),
        (6, "i16 1", 2),
        (7, f"ptr {shape}", word),
        (8, "ptr null", word),
        (9, "i64 0", 4),
    )
    for field, value, align in fields:
        at = w.assign(f"getelementptr inbounds %DLTensor, ptr {tensor}, i32 0, i32 {field}")
        w.put(f"store {value}, ptr {at}, align {align}")
    at = w.assign(f"getelementptr inbounds ptr, ptr %args, i64 {index}")
    w.put(f"store ptr {tensor}, ptr {at}, align {word}")
