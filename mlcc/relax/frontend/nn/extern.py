"""C and C++ code, and object files, as parts of a model."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mlcc.diagnostics import MlccError, choices_help

from ...generators import CSource, ObjectCode
from .exporter import Exporter
from .programs import extern

#: By format of a text: what tells a compiler which language it is, as :data:`CSource.flags`.
_LANGUAGES = {"c": ("-x", "c"), "cpp": ("-x", "c++", "-std=c++17", "-fno-exceptions", "-fno-rtti")}


class ExternModule:
    """Functions outside of mlcc: for each name a Python function from the tensors of a call to placeholders of its
    results. ``module["name"](x, y)`` in a method is a call of one.

    A C function is ``int32_t name(DLTensor *const *args, int32_t count)``, which gets the arguments and then the
    results, and returns 0, or another number to make the call of the library fail. A function of a module without code
    is one that the environment provides: see `mlcc.register_func`.
    """

    def __init__(self, symbols: Mapping[str, Callable[..., Any]]) -> None:
        self._symbols = dict(symbols)

    @property
    def names(self) -> Sequence[str]:
        """The functions that the artefact gets with this module: none without code."""
        return ()

    def __getitem__(self, func_name: str) -> Callable[..., Any]:
        infer = self._symbols.get(func_name)
        if infer is None:
            raise MlccError("T138", f"the external module has no function `{func_name}`",
                            help=choices_help(func_name, self._symbols, "functions"))  # fmt: skip

        def call(*args: Any) -> Any:
            Exporter.current().add_external_module(self)
            return extern(func_name, args, infer(*args))

        return call

    def code(self, name: str) -> CSource | ObjectCode:
        """What the artefact contains for a function."""
        raise NotImplementedError

    def load(self) -> ObjectCode | CSource:
        """The code itself, of a module that has one."""
        if not self.names:
            raise MlccError("T138", "an external module without code has nothing to load",
                            help="`SourceModule` and `ObjectModule` have some")  # fmt: skip
        return self.code(self.names[0])


class _Coded(ExternModule):
    """A module whose code becomes part of the artefact."""

    @property
    def names(self) -> Sequence[str]:
        return tuple(self._symbols)


class ObjectModule(_Coded):
    """The functions of an object file (`.o`) for the target."""

    def __init__(self, symbols: Mapping[str, Callable[..., Any]], filepath: str | os.PathLike[str]) -> None:
        super().__init__(symbols)
        self.filepath = Path(filepath)
        if not self.filepath.is_file():
            raise MlccError("T138", f"there is no object file {self.filepath}")

    def code(self, name: str) -> ObjectCode:
        return ObjectCode(self.filepath.read_bytes(), name)


class SourceModule(_Coded):
    """The functions of C or C++ text, given as text or as the path of a file.

    It is compiled by the build, for its target; by `compiler`, where one is named, for this machine. Includes are the
    system's, ``dlpack/dlpack.h``, and ``tvm/ffi/function.h`` with ``TVM_FFI_DLL_EXPORT_TYPED_FUNC(name, function)`` for
    C++ functions of `DLTensor *` and numbers. C++ has no exceptions, and no library that needs linking.
    """

    def __init__(
        self, symbols: Mapping[str, Callable[..., Any]], source_code: str | os.PathLike[str], source_format: str,
        compile_options: Sequence[str] | None = None, compiler: str | None = None, output_format: str = "obj",
    ) -> None:  # fmt: skip
        super().__init__(symbols)
        if source_format not in _LANGUAGES:
            raise MlccError("T138", f'a source module of the format "{source_format}"',
                            help='it is "c" or "cpp"; kernels of devices are programs (`tensor_ir_op`)')  # fmt: skip
        if output_format != "obj":
            raise MlccError("T138", f'a source module is compiled to "obj", not to "{output_format}"')
        self.source_format, self.output_format, self.compiler = source_format, output_format, compiler
        self.source_code = _text(source_code)
        self.compile_options = list(compile_options or ())

    @staticmethod
    def get_includes(tvm_pkg: Sequence[str] | None = None) -> list[Path]:
        """Folders of further headers: none, those of the class's description are found without."""
        return []

    @staticmethod
    def get_compile_options(source_format: str, tvm_pkg: Sequence[str] | None = None) -> list[str]:
        """Options that suit a format. Raises T138 for one that there is not."""
        if source_format not in _LANGUAGES:
            raise MlccError("T138", f'no compiler options for the format "{source_format}"', help='"c" or "cpp"')
        return ["-O3"]

    def compile(self, output_path: str | os.PathLike[str]) -> None:
        """Write the object file, made by the module's compiler for this machine. Raises R381 for text that it
        refuses."""
        Path(output_path).write_bytes(self._object())

    def code(self, name: str) -> CSource | ObjectCode:
        if self.compiler is not None:
            return ObjectCode(self._object(), name)
        return CSource(self.source_code, name, (*_LANGUAGES[self.source_format], *self.compile_options))

    def _object(self) -> bytes:
        import mlcc

        flags = (*_LANGUAGES[self.source_format], *self.compile_options)
        code: bytes = mlcc.runtime.compile_object(
            self.source_code, mlcc.target.Target.host().triple, 2, native=True, flags=flags, what="a source module",
            compiler=self.compiler or "",
        )  # fmt: skip
        return code


def _text(source: str | os.PathLike[str]) -> str:
    """The text, or that of the file that it names."""
    if isinstance(source, str) and ("\n" in source or not Path(source).is_file()):
        return source
    return Path(source).read_text(encoding="utf-8")


__all__ = ["ExternModule", "ObjectModule", "SourceModule"]
