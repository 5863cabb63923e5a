"""What an artefact contains or needs for its external parts: compiled text, object code, shared libraries."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.ir import EXTERNAL, Block, Call, For, StringImm, walk

from .cache import Cache

if TYPE_CHECKING:
    from mlcc.ir import IRModule
    from mlcc.runtime import LibrarySpec
    from mlcc.target import Target


def external(module: IRModule) -> dict[str, Mapping[str, Any]]:
    """By program that stands for an external part: what :func:`mlcc.relax.generators.program_of` wrote about it."""
    about = {name: func.attrs.get(EXTERNAL) for name, func in module.prim_funcs.items()}
    return {name: facts for name, facts in about.items() if isinstance(facts, Mapping)}


#: TVM's key of the annotation of a loop or a block whose value is LLVM text, or names a file, with functions to link.
IMPORT = "pragma_import_llvm"


def imported_texts(module: IRModule) -> dict[str, str]:
    """LLVM text that programs of a module import, with the name of the first program that does."""
    texts: dict[str, str] = {}
    for name, func in module.prim_funcs.items():
        for node in walk(func.body):
            if isinstance(node, For | Block) and IMPORT in node.annotations:
                value = node.annotations[IMPORT]
                texts.setdefault(str(value.value if isinstance(value, StringImm) else value), name)
    return texts


def imported_objects(modules: Iterable[IRModule], target: Target, opt_level: int) -> list[bytes]:
    """The object files of the LLVM text that modules import. Raises R332, R381."""
    from mlcc.runtime.clang import object_of_llvm

    texts = {text: name for module in modules for text, name in imported_texts(module).items()}
    return [
        object_of_llvm(text, target.triple, opt_level, f"what `{name}` imports by `{IMPORT}`")
        for text, name in texts.items()
    ]


def libraries_of(module: IRModule) -> tuple[LibrarySpec, ...]:
    """The shared libraries that the parts of a module call."""
    from mlcc.runtime import LibrarySpec

    functions: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
    for name, facts in external(module).items():
        if "library" not in facts:
            continue
        own = functions.setdefault((facts["library"], facts["package"]), {})
        types = tuple(facts["arguments"])
        if own.setdefault(facts["symbol"], types) != types:
            raise MlccError("T128", f"the part `{name}` calls `{facts['symbol']}` with other types of arguments than "
                            "another part", help="a C function has one signature")  # fmt: skip
    return tuple(LibrarySpec(name, package, own) for (name, package), own in functions.items())


def decodes_images(module: IRModule) -> bool:
    """Whether programs call the decoders of images that the runtime has."""
    blocks = (node for func in module.prim_funcs.values() for node in walk(func.body) if isinstance(node, Block))
    calls = (node for block in blocks if "image" in block.name for node in walk(block.body))
    names = (node.args[0] for node in calls if isinstance(node, Call) and node.op == "call_extern")
    return any(isinstance(name, StringImm) and name.value.startswith("mlcc_rt_image_") for name in names)


def _codes(parts: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """By name of a program its code, then the code that this needs."""
    for name, facts in parts.items():
        yield name, facts
        yield from _codes({f"{name} ({item['symbol']})": item for item in facts.get("needs", ())})


def objects_of(modules: Iterable[IRModule], target: Target, opt_level: int) -> list[bytes]:
    """The object files with the code of all parts, each text compiled once. Raises R381, R382."""
    texts: dict[tuple[str, tuple[str, ...]], list[tuple[str, str, str]]] = {}
    codes: dict[str, list[tuple[str, str, str]]] = {}
    for module in modules:
        for name, facts in _codes(external(module)):
            part = name, facts["symbol"], facts.get("linked", facts["symbol"])
            if "c" in facts:
                texts.setdefault((facts["c"], tuple(facts["flags"])), []).append(part)
            elif "object" in facts:
                codes.setdefault(facts["object"], []).append(part)
    result = []
    for (text, flags), parts in texts.items():
        names = dict.fromkeys(f"-D{symbol}={linked}" for _, symbol, linked in parts if symbol != linked)
        result.append(_compiled(text, (*flags, *names), target, opt_level, parts))
    for encoded, parts in codes.items():
        result.append(base64.b85decode(encoded))
        _check_symbols(result[-1], parts, target)
    return result


def _compiled(
    text: str, flags: tuple[str, ...], target: Target, opt_level: int, parts: list[tuple[str, str, str]]
) -> bytes:
    from mlcc.runtime import compile_object, find_linker, platform_of

    linker = find_linker(platform_of(target.triple))
    key = Cache.key("part", text, repr(flags), repr(linker), target.triple, target.mcpu, str(opt_level))
    code = Cache.default().read(key)
    if code is None:
        what = ", ".join(f"`{name}`" for name, _, _ in parts)
        code = compile_object(text, target.triple, opt_level, native=target.is_host, flags=flags, what=what)
        Cache.default().write(key, code)
    _check_symbols(code, parts, target)
    return code


def _check_symbols(code: bytes, parts: list[tuple[str, str, str]], target: Target) -> None:
    """Raise R382 where an object is none, is for another machine, or lacks the function of a part."""
    from mlcc.runtime import parse_object, platform_of

    names, platform = ", ".join(f"`{name}`" for name, _, _ in parts), platform_of(target.triple)
    try:
        info = parse_object(code, f"the code of {names}")
    except MlccError as error:
        raise MlccError("R382", f"the code of {names} is no object file",
                        help="ObjectCode holds the bytes of a `.o` for the target") from error  # fmt: skip
    if (info.format, info.kind, info.arch) != (platform.object_format, "object", platform.arch):
        raise MlccError(
            "R382",
            f"the code of {names} is a file of the kind {info.kind} for {info.arch or 'no machine'}, and the artefact "
            f"is for {platform.arch}",
            help="compile it for the target, as a relocatable object (`-c`)",
        )
    if info.format != "elf":
        return  # its symbols are not read; the linker says which one is missing
    defined = {symbol.name for symbol in info.symbols if symbol.defined}
    for name, symbol, linked in parts:
        if linked not in defined:
            raise MlccError(
                "R382", f"the object of the part `{name}` does not define `{symbol}`",
                notes=[f"it defines {', '.join(f'`{s}`' for s in sorted(defined)[:8]) or 'nothing'}"],
                help="the result of the code generator names the function; C++ wants `extern \"C\"`, and no `static`",
            )  # fmt: skip
