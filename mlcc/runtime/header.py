"""The generated C header of an artefact: self-contained, with a usage example in its comment."""

from __future__ import annotations

from .dims import Dim, evaluate_dim, static_value, symbols_of
from .dtypes import element_type
from .entry import ERRORS, workspace_symbols
from .nesting import tuples
from .spec import FunctionSpec, ModuleSpec, Param, ScalarSpec, TensorSpec, c_name

DLPACK = """\
/* DLPack's tensor (https://dmlc.github.io/dlpack). Include dlpack.h first to use that header's own
 * declarations; afterwards it adds nothing, because its guard is set here. */
#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_
typedef enum { kDLCPU = 1 } DLDeviceType;
typedef enum {
  kDLInt = 0U, kDLUInt = 1U, kDLFloat = 2U, kDLBfloat = 4U, kDLComplex = 5U, kDLBool = 6U
} DLDataTypeCode;
typedef struct { DLDeviceType device_type; int32_t device_id; } DLDevice;
typedef struct { uint8_t code; uint8_t bits; uint16_t lanes; } DLDataType;
typedef struct {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides;     /* in elements; NULL: compact row-major */
  uint64_t byte_offset; /* from `data` to the first element */
} DLTensor;
typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;
#endif
"""


def make_header(spec: ModuleSpec) -> str:
    """The text of the header for a module."""
    guard = f"{spec.prefix.upper()}_{c_name(spec.name).upper()}_H_"
    bare = spec.runtime == "none"
    parts = [
        _opening(spec),
        f"#ifndef {guard}\n#define {guard}\n\n#include <stddef.h>\n#include <stdint.h>\n",
        *(() if bare else (DLPACK, _error_codes())),
        '#ifdef __cplusplus\nextern "C" {\n#endif\n',
        *(() if bare else (_module_part(spec),)),
        *((_bare_part if bare else _function_part)(spec, f) for f in spec.functions),
        f"#ifdef __cplusplus\n}}\n#endif\n#endif /* {guard} */\n",
    ]
    return "\n".join(parts)


def _is_text(spec: ModuleSpec) -> bool:
    """Whether the artefact is C text."""
    return str(spec.target.get("text", "")).startswith("c ")


def _comment_safe(text: str) -> str:
    return text.replace("*/", "* /").replace("/*", "/ *")


def _extent(dim: Dim) -> str:
    static = static_value(dim)
    return str(dim) if static is None else str(static)


def shape_text(param: Param) -> str:
    """A parameter in words: `float32 [1, n]`."""
    if isinstance(param, ScalarSpec):
        return f"{param.dtype}, a scalar (rank 0)"
    return f"{param.dtype} [{', '.join(_extent(d) for d in param.shape)}]"


def _opening(spec: ModuleSpec) -> str:
    lines = [f"/* `{spec.name}`, made by mlcc for {spec.triple}.", " *"]
    for function in spec.functions:
        lines.append(f" * {spec.symbol(function)}")
        for param in function.params:
            lines.append(f" *   {param.role:6}  {param.name}: {shape_text(param)}")
        lines += [f" *   tuple   {text}" for text in tuples(function)]
    lines += [" *"]
    if spec.default is not None:
        lines += [f" * A program that calls it; {_libraries(spec)}:", " *"]
        example = _bare_example if spec.runtime == "none" else _example
        lines += [f" *   {line}".rstrip() for line in example(spec, spec.default)]
    return _comment_safe("\n".join(lines)[2:]).join(("/*", "\n */\n"))


def _libraries(spec: ModuleSpec) -> str:
    """How a program is linked."""
    if spec.runtime == "none":
        return "compile with the C file" if _is_text(spec) else "link with the library"
    if _is_text(spec):
        return "compile with the C file, and link with -lm"
    return "link with the library and -lm" + (" -lpthread" if spec.runtime == "full" else "")


def _bare_example(spec: ModuleSpec, function: FunctionSpec) -> list[str]:
    used = dict.fromkeys(s for p in function.params for d in p.shape for s in symbols_of(d))
    sizes = dict.fromkeys(used, _CHOSEN)
    lines = [f'#include "{c_name(spec.name)}.h"', ""]
    if sizes:
        lines.append(f"// here with {' and '.join(f'{s} = {_CHOSEN}' for s in sizes)}")
    arguments = []
    for tensor in function.tensors:
        name = "arg_" + c_name(tensor.name)
        extents = [str(evaluate_dim(d, sizes)) for d in tensor.shape]
        lines.append(f"static {element_type(tensor.dtype).c} {name}[{' * '.join(extents) or '1'}];")
        arguments.append(name)
    arguments += [str(sizes.get(scalar.name, 0)) for scalar in function.scalars]
    arguments += [str(_CHOSEN)] * len(function.symbols)
    need = function.static_workspace
    if need is None:
        need = evaluate_dim(function.workspace_bytes, sizes)
    lines.append(f"static _Alignas(64) unsigned char workspace[{max(need, 1)}];")
    arguments += ["workspace", "sizeof workspace"]
    call = f"{spec.symbol(function, 'run')}({', '.join(arguments)})"
    return [*lines, "", f"int main(void) {{ return (int){call}; }}"]


def _bare_part(spec: ModuleSpec, function: FunctionSpec) -> str:
    """The declarations of a function of the runtime `none`."""
    base = spec.symbol(function)
    listed = ", ".join(f"{p.name}: {shape_text(p)}" for p in function.params)
    asked = [f"int64_t {c_name(s)}" for s in workspace_symbols(function)]
    params = [c_param(t) for t in function.tensors] + [c_param(s) for s in function.scalars]
    params += [f"int64_t {c_name(s)}" for s in function.symbols]
    lines = [
        f"/* {_comment_safe(function.name)}({_comment_safe(listed)})",
        " * Compact row-major arrays of exactly these types, and working memory of the caller's, aligned to 64 bytes.",
        f" * 0, {ERRORS['WORKSPACE'][0]} for a workspace that is too small or not aligned, or a kernel's error number.",
        " * Nothing is kept between calls: each may run at any time, with a workspace of its own.",
        *_size_notes(function),
        " */",
    ]
    if function.static_workspace is not None:
        lines.append(f"#define {base.upper()}_WORKSPACE_BYTES {function.static_workspace}")
    return "\n".join([
        *lines, f"size_t {base}_workspace_bytes({', '.join(asked) or 'void'});",
        f"int32_t {base}_run({', '.join([*params, 'void *workspace', 'size_t bytes'])});", "",
    ])  # fmt: skip


#: The extent that symbols have in the example.
_CHOSEN = 8


def _example(spec: ModuleSpec, function: FunctionSpec) -> list[str]:
    lines = ["#include <stdio.h>", f'#include "{c_name(spec.name)}.h"', ""]
    used = dict.fromkeys(s for p in function.params for d in p.shape for s in symbols_of(d))
    sizes = dict.fromkeys(used, _CHOSEN)
    if sizes:
        lines.append(f"// here with {' and '.join(f'{s} = {_CHOSEN}' for s in sizes)}")
    arguments = []
    for param in function.params:
        name = "arg_" + c_name(param.name)
        kind = element_type(param.dtype)
        extents = [str(evaluate_dim(d, sizes)) for d in param.shape]
        first = f" = {{{_CHOSEN}}}" if param.name in sizes else ""
        lines.append(f"static {kind.c} {name}[{' * '.join(extents) or '1'}]{first};")
        shape = f"(int64_t[]){{{', '.join(extents)}}}" if extents else "NULL"
        dtype = f"{{{kind.code}, {kind.bits}, 1}}"
        arguments.append(f"  DLTensor t_{name} = {{{name}, {{kDLCPU, 0}}, {len(extents)}, {dtype}, {shape}, NULL, 0}};")
    names = ", ".join(f"&t_arg_{c_name(p.name)}" for p in function.params)
    p = spec.prefix
    return [
        *lines,
        "",
        "int main(void) {",
        *arguments,
        f"  DLTensor *args[] = {{{names}}};",
        f"  if ({spec.symbol(function)}(args, {len(function.params)}) != 0) {{",
        f'    fprintf(stderr, "%s\\n", {p}_last_error());',
        "    return 1;",
        "  }",
        "  return 0;",
        "}",
    ]


def _error_codes() -> str:
    width = max(len(name) for name in ERRORS)
    rows = [f"  MLCC_ERR_{name:{width}} = {number:2}, /* {text} */" for name, (number, text) in ERRORS.items()]
    return "\n".join(
        ["#ifndef MLCC_ERRORS_", "#define MLCC_ERRORS_", "/* What the entries return. */", "enum {"]
        + [f"  MLCC_{'OK':{width + 4}} =  0,", *rows, "};", "#endif", ""]
    )


def _threads(spec: ModuleSpec) -> str:
    if spec.runtime == "minimal":
        return "/* Does nothing: there is one thread. */"
    if _is_text(spec):
        return "/* How many threads parallel loops use, where the file is compiled with OpenMP. */"
    return """\
/* How many threads parallel loops use; below 1: MLCC_NUM_THREADS, else the processors that the
 * process may run on, which is also the default. */"""


def _module_part(spec: ModuleSpec) -> str:
    p = spec.prefix
    text = f"""\
/* The message of the last error in this thread; valid until its next error. */
const char *{p}_last_error(void);
/* What this library is, as JSON. */
const char *{p}_describe(void);
{_threads(spec)}
void {p}_set_num_threads(int32_t n);
/* Ends the threads of the pool and frees all memory, of a device too; optional. No other call may be under way. */
void {p}_shutdown(void);
"""
    if spec.selftest is not None:
        text += f"""\
/* Runs a made-up call and compares with what it gave at the build; 0, or MLCC_ERR_SELFTEST. */
int32_t {p}_selftest(void);
"""
    if spec.externs:
        text += f"""\
/* Gives the external function `name` its code; 0, or MLCC_ERR_EXTERN if the library calls no such
 * function ({_comment_safe(", ".join(spec.extern_names))}). Arguments: inputs, then outputs. */
int32_t {p}_bind(const char *name, int32_t (*fn)(DLTensor *const *args, int32_t num_args));
"""
    if spec.forms:
        text += f"""\
/* The CPU whose form of the kernels this process runs, of {", ".join(form.cpu for form in spec.forms)}; NULL if it
 * runs none of them. It is chosen once; the environment variable MLCC_CPU can name it before that. */
const char *{p}_cpu(void);
"""
    if spec.profile_slots:
        text += f"""\
/* Nanoseconds in each part of the functions since the last call of this, in the order of the
 * description (`profile` of each function); how many there are. Built with --profile only. */
int32_t {p}_profile(int64_t *ns, int32_t count);

/* Records events into `events`, which has room for `count` of them, until the next call of this; how many were recorded
 * before. An event has four words: the thread, the part of a function (as above) or -1 for a chunk of a parallel loop,
 * and the nanoseconds at which it began and ended. NULL records nothing. No other call may be in progress. */
int64_t {p}_timeline(int64_t *events, int64_t count);
"""
    return text


def c_param(param: TensorSpec | ScalarSpec) -> str:
    """A parameter of an unchecked entry."""
    kind = element_type(param.dtype).c
    name = "arg_" + c_name(param.name)
    if isinstance(param, ScalarSpec):
        return f"{kind} {name}"
    return f"{'' if param.written else 'const '}{kind} *{name}"


def _size_notes(function: FunctionSpec) -> list[str]:
    """The documentation of strings, and of results whose size is computed at run time."""
    return [*_string_notes(function), *_result_notes(function)]


def _string_notes(function: FunctionSpec) -> list[str]:
    names = function.metadata.get("strings", ())
    if not names:
        return []
    return [
        f" * {_comment_safe(', '.join(names))}: strings. The last axis holds the bytes of one in UTF-8, and zeros",
        " * after it; its extent is the longest size, at least 1. A string that fills it is followed by no zero.",
    ]


def _result_notes(function: FunctionSpec) -> list[str]:
    shapes = function.metadata.get("result_shapes", ())
    if not shapes:
        return []
    shapes_said = [
        f" * {_comment_safe(p.name)} is compact with shape [{', '.join(map(str, shape))}] after a run."
        for p, shape in zip(function.outputs, shapes, strict=False)
        if tuple(shape) != tuple(p.shape)
    ]
    sizes = ", ".join(function.metadata["result_sizes"])
    notes = [*shapes_said, f" * The last outputs say those sizes: {_comment_safe(sizes)}."]
    rooms = function.metadata.get("rooms", ())
    if not rooms:
        return notes
    return [
        *notes,
        f" * The caller chooses {_comment_safe(', '.join(rooms))}: room for all elements of the result, or more.",
        f" * Where it is too little, the sizes are written and {ERRORS['ROOM'][0]} is returned.",
        " * So a run with 0 and NULL asks for the sizes.",
    ]


def _concurrency(spec: ModuleSpec) -> str:
    if spec.runtime == "minimal":
        return "Not for several threads at once."
    if _is_text(spec):
        return "Not for several threads at once:\n * they call _with_workspace, each with working memory of its own."
    return "Concurrent calls are safe."


def _function_part(spec: ModuleSpec, function: FunctionSpec) -> str:
    base = spec.symbol(function)
    macro = base.upper()
    listed = ", ".join(f"{p.name}: {shape_text(p)}" for p in function.params)
    raw = [c_param(t) for t in function.tensors] + [c_param(s) for s in function.scalars]
    raw += [f"int64_t {c_name(s)}" for s in function.symbols]
    asked = [f"int64_t {c_name(s)}" for s in workspace_symbols(function)]
    lines = [
        f"/* {_comment_safe(function.name)}({_comment_safe(listed)})",
        f" * Checks every argument; 0, or an error code with a message. {_concurrency(spec)}",
        *_size_notes(function),
        " */",
        f"#define {macro}_NUM_ARGS {len(function.params)}",
    ]
    if function.static_workspace is not None:
        lines.append(f"#define {macro}_WORKSPACE_BYTES {function.static_workspace}")
    lines += [
        f"int32_t {base}(DLTensor *const *args, int32_t num_args);",
        "/* The same in working memory of the caller's, aligned to 64 bytes. */",
        f"int32_t {base}_with_workspace(DLTensor *const *args, int32_t num_args, void *workspace, size_t bytes);",
        f"size_t {base}_workspace_bytes({', '.join(asked) or 'void'});",
        "/* The same without any check: compact row-major arrays of exactly these types. */",
        f"int32_t {base}_raw({', '.join(raw) or 'void'});",
        "",
    ]
    return "\n".join(lines)
