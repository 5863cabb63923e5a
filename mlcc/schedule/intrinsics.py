"""Tensor intrinsics: the computation of a hardware instruction or of external code, and its call."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from mlcc import resources
from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import BlockRealize, Buffer, BufferRegion, IRModule, PrimFunc, as_int, script, update
from mlcc.script import parse_module

from .rewriting import with_regions

Regions = tuple[BufferRegion, ...]

_TABLE: dict[str, TensorIntrin] = {}


@dataclass(frozen=True)
class TensorIntrin:
    """`desc` describes the computation, as loops over one block; `impl` implements it. Both have the same parameters.

    >>> TensorIntrin.register("dot4", dot4_desc, dot4_impl)
    >>> sch.tensorize(loop, "dot4")
    """

    name: str
    desc: PrimFunc
    impl: PrimFunc

    @staticmethod
    def register(name: str, desc: PrimFunc, impl: PrimFunc, override: bool = False) -> None:
        """Register an intrinsic. S294 if `desc` and `impl` do not match, or the name is in use."""
        if name in _TABLE and not override:
            raise MlccError("S294", f"there is a tensor intrinsic `{name}` already", help="pass `override=True`")
        _TABLE[name] = made_intrin(name, desc, impl)

    @staticmethod
    def get(name: str, allow_missing: bool = False) -> TensorIntrin | None:
        """The intrinsic `name`, registered or of the library. S293 if there is none, or None with `allow_missing`."""
        intrin = _TABLE.get(name)
        if intrin is None and name in library_intrins():
            return library_intrin(name)
        if intrin is None and not allow_missing:
            raise missing(name, _TABLE)
        return intrin

    def text(self) -> str:
        """Both functions, called `desc` and `impl`, as a module in text."""
        return script(IRModule({"desc": self.desc, "impl": self.impl}))


def registered_intrins() -> dict[str, TensorIntrin]:
    """The intrinsics registered with `TensorIntrin.register`."""
    return dict(_TABLE)


@cache
def library_intrins() -> tuple[str, ...]:
    """The names of the library's tensor intrinsics: the files of `schedules/intrinsics`."""
    return tuple(sorted(path.stem for path in resources.intrinsics().glob("*.tir")))


@cache
def library_intrin(name: str) -> TensorIntrin:
    """A tensor intrinsic of the library."""
    return module_intrin(name, parse_module(library_text(name), f"{name}.tir"))


def library_text(name: str) -> str:
    """The file of a tensor intrinsic of the library."""
    return (resources.intrinsics() / f"{name}.tir").read_text(encoding="utf-8")


def missing(name: str, existing: Collection[str]) -> MlccError:
    """S293 for `name`, with the existing names as a hint."""
    hint = choices_help(name, existing, "intrinsics") if existing else "register it, or give it under `intrinsics`"
    return MlccError("S293", f"there is no tensor intrinsic `{name}`", help=hint, field="tensor_intrin")


def made_intrin(name: str, desc: PrimFunc, impl: PrimFunc) -> TensorIntrin:
    """An intrinsic, checked: parameters are buffers of equal constant shapes and types. S294 otherwise."""
    if len(desc.params) != len(impl.params):
        raise _bad(name, f"`desc` has {len(desc.params)} parameters, `impl` {len(impl.params)}")
    pairs = list(zip(buffers_of(name, desc), buffers_of(name, impl), strict=True))
    for k, (a, b) in enumerate(pairs):
        if a.dtype != b.dtype or [as_int(e) for e in a.shape] != [as_int(e) for e in b.shape]:
            raise _bad(name, f"parameter {k} of `desc` and of `impl` differ in shape or type")
    root = desc.root
    if not (root.reads or root.writes):
        root = with_regions(root)
    names = dict(pairs)
    reads, writes = (tuple(update(r, buffer=names[r.buffer]) for r in part) for part in (root.reads, root.writes))
    return TensorIntrin(name, _with_root(desc, root.reads, root.writes), _with_root(impl, reads, writes))


def _with_root(func: PrimFunc, reads: Regions, writes: Regions) -> PrimFunc:
    """The function with the regions of its root block, where it declares none."""
    body = func.body
    assert isinstance(body, BlockRealize)
    if body.block.reads or body.block.writes:
        return func
    return func.with_body(update(body, block=update(body.block, reads=reads, writes=writes)))


def module_intrin(name: str, mod: IRModule) -> TensorIntrin:
    """The intrinsic of a module with the functions `desc` and `impl`. S294 when it has not both."""
    functions = mod.prim_funcs
    if set(functions) != {"desc", "impl"}:
        raise _bad(name, "its text must have the functions `desc` and `impl`, and no others")
    return made_intrin(name, functions["desc"], functions["impl"])


def buffers_of(name: str, func: PrimFunc) -> list[Buffer]:
    """The buffers of the parameters. S294 when there are other parameters, or shapes that are not constant."""
    mapped = [func.buffer_map.get(p) for p in func.params]
    if any(b is None for b in mapped):
        raise _bad(name, "its parameters must all be buffers")
    buffers = [b for b in mapped if b is not None]
    if any(as_int(e) is None for b in buffers for e in b.shape):
        raise _bad(name, "its buffers must have constant shapes")
    return buffers


def _bad(name: str, why: str) -> MlccError:
    return MlccError("S294", f"`{name}` is not a tensor intrinsic: {why}", field="tensor_intrin")
