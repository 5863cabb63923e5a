"""Functions of shared libraries that kernels call: opened by the artefact itself, when they are first needed.

The artefact is not linked with a library, so that it is built without it, for other machines too, and says by itself
what is missing. For a function `f`, `mlcc_library_open_f` looks it up (0, or 1 where the library or the function is
missing), and `mlcc_library_f` calls it; kernels call the first one before.
"""

from __future__ import annotations

from mlcc.diagnostics import MlccError

from .native_text import string_constant
from .platform import Platform
from .spec import STATUS, LibrarySpec, ModuleSpec

#: Resolve all symbols when a library is opened, the same number on every system of `_WITH_LOADER`.
_RTLD_NOW = 2
_WITH_LOADER = ("linux", "darwin", "freebsd", "netbsd", "openbsd")
_TYPES = {"handle": "ptr", "int32": "i32", "int64": "i64", "float32": "float", "float64": "double"}


def libraries_ir(spec: ModuleSpec, platform: Platform) -> str:
    """The definitions of what kernels call; nothing where no library is needed. Raises R331 without a loader."""
    if not spec.libraries:
        return ""
    if platform.os not in _WITH_LOADER:
        raise MlccError(
            "R331", f"`{spec.triple}` has no loader of shared libraries, and the module calls one: "
            f"`{spec.libraries[0].name}`", help="build without the code generator that calls it",
        )  # fmt: skip
    texts = ["declare ptr @dlopen(ptr, i32)", "declare ptr @dlsym(ptr, ptr)"]
    for number, library in enumerate(spec.libraries):
        texts.append(string_constant(f"mlcc_rt_library{number}", library.name))
        texts += [_function(number, name, types, platform.bits // 8) for name, types in library.functions.items()]
    return "\n".join(texts)


def _function(number: int, name: str, types: tuple[str, ...], align: int) -> str:
    place = f"@mlcc_rt_library_place_{name}"
    params, args, raised = [], [], ""
    has_status = types[-1:] == (STATUS,)
    for n, text in enumerate(types[:-1] if has_status else types):
        dtype, _, least = text.partition(">=")
        kind, arg = _TYPES[dtype], f"%a{n}"
        params.append(f"{kind} {arg}")
        if least:
            raised += f"  %small{n} = icmp slt {kind} {arg}, {least}\n"
            raised += f"  %least{n} = select i1 %small{n}, {kind} {least}, {kind} {arg}\n"
            arg = f"%least{n}"
        args.append(f"{kind} {arg}")
    return f"""{string_constant(f"mlcc_rt_library_name_{name}", name)}
{place} = internal global ptr null, align {align}

define i32 @mlcc_library_open_{name}() {{
  %known = load atomic ptr, ptr {place} acquire, align {align}
  %have = icmp ne ptr %known, null
  br i1 %have, label %there, label %open
open:
  %library = call ptr @dlopen(ptr @mlcc_rt_library{number}, i32 {_RTLD_NOW})
  %opened = icmp ne ptr %library, null
  br i1 %opened, label %look, label %missing
look:
  %found = call ptr @dlsym(ptr %library, ptr @mlcc_rt_library_name_{name})
  %defined = icmp ne ptr %found, null
  br i1 %defined, label %keep, label %missing
keep:
  store atomic ptr %found, ptr {place} release, align {align}
  br label %there
there:
  ret i32 0
missing:
  ret i32 1
}}

define i32 @mlcc_library_{name}({", ".join(params)}) {{
{raised}  %function = load atomic ptr, ptr {place} monotonic, align {align}
  {"%status = call i32" if has_status else "call void"} %function({", ".join(args)})
  ret i32 {"%status" if has_status else "0"}
}}
"""


def check_libraries(libraries: tuple[LibrarySpec, ...], where: str) -> None:
    """Raise R383 where a library that an artefact calls, or a function of it, is missing on this machine."""
    import ctypes

    for library in libraries:
        install = f"install it ({library.package}), or let LD_LIBRARY_PATH name its folder" if library.package else None
        try:
            opened = ctypes.CDLL(library.name)
        except OSError as error:
            raise MlccError(
                "R383", f"{where} calls the library `{library.name}`, which cannot be opened: {error}", help=install
            ) from error
        for name in library.functions:
            if not hasattr(opened, name):
                raise MlccError("R383", f"{where} calls `{name}`, which the library `{library.name}` does not have",
                                help="name another library when building")  # fmt: skip
