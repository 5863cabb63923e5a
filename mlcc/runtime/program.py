"""A library that is also a program, and one that tests itself: what `native/program.c` and `selftest.c` read.

The program begins at `<prefix>_start`, a function whose first instructions hand it the stack as the system left it, and
names the loader of its C library in a section of its own, as any program does; the file stays a shared library. The
results of a self-test stand in a section that `mlcc patch` can replace.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from mlcc.diagnostics import InternalError, MlccError

from .dims import bare_symbol, emit
from .dtypes import element_type, numpy_dtype
from .entry import Writer, widen
from .entry_codes import CODES_OF_ERRORS
from .native_text import native_text, string_constant
from .objfile import parse_object
from .platform import Platform, platform_of
from .spec import FunctionSpec, ModuleSpec, Param, ScalarSpec, SelfTest
from .weights import weights_address

#: The section of what a self-test expects.
SELFTEST_SECTION = ".mlcc.selftest"
_ROLES = {"input": 0, "output": 1, "inout": 2}

#: Machine code that passes the stack pointer as the first argument and aligns the stack, by architecture.
_START = {
    "x86_64": "4889e7 4883e4f0 50",  # mov rdi, rsp; and rsp, -16; push rax
    "i386": "89e0 83e4f0 83ec0c 50 50",  # mov eax, esp; and esp, -16; sub esp, 12; push eax; push eax
    "aarch64": "e0030091",  # mov x0, sp
    "arm": "0d00a0e1",  # mov r0, sp
    "riscv64": "13050100",  # mv a0, sp
}
#: The loaders of glibc and musl, by architecture.
_LOADERS = {
    "x86_64": ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-musl-x86_64.so.1"),
    "i386": ("/lib/ld-linux.so.2", "/lib/ld-musl-i386.so.1"),
    "aarch64": ("/lib/ld-linux-aarch64.so.1", "/lib/ld-musl-aarch64.so.1"),
    "arm": ("/lib/ld-linux-armhf.so.3", "/lib/ld-musl-armhf.so.1"),
    "riscv64": ("/lib/ld-linux-riscv64-lp64d.so.1", "/lib/ld-musl-riscv64.so.1"),
}


def entry_point(spec: ModuleSpec) -> str:
    """The name of the function at which the program begins; empty for a library that is none."""
    return f"{spec.prefix}_start" if spec.program else ""


def check_program(spec: ModuleSpec, platform: Platform) -> None:
    """Raises R395 where a library can be no program, or have no self-test."""
    what = "be a program" if spec.program else "test itself"
    if spec.default is None:
        names = ", ".join(f"`{function.name}`" for function in spec.functions)
        raise MlccError("R395", f"a library with the functions {names} cannot {what}", help="one must be called `main`")
    if spec.default.metadata.get("rooms"):
        raise MlccError(
            "R395", f"a library whose outputs have any size that the run finds cannot {what}",
            help="call it from C or Python, where the caller gives the outputs their room",
        )  # fmt: skip
    if spec.selftest is not None and platform.object_format != "elf":
        raise MlccError("R395", f"a library for `{spec.triple}` cannot test itself", help="libraries in ELF can")
    if spec.program and (platform.os != "linux" or platform.arch not in _START):
        raise MlccError("R395", f"a library for `{spec.triple}` cannot {what}", help="libraries for Linux can")


def program_ir(spec: ModuleSpec, platform: Platform, strings: dict[str, str]) -> list[str]:
    """The definitions of a program and of a self-test, with the texts that they need added to `strings`."""
    if not spec.program and spec.selftest is None:
        return []
    check_program(spec, platform)
    assert spec.default is not None
    made = _Maker(spec, spec.default, platform, strings)
    parts = [made.params(), made.shapes("results")]
    if spec.selftest is not None:
        parts += [native_text("selftest", platform), *made.selftest(spec.selftest)]
    if spec.program:
        parts += [native_text("program", platform), made.shapes("extents"), *made.program()]
    return parts


class _Maker:
    """The text of one module's tables and functions."""

    def __init__(self, spec: ModuleSpec, function: FunctionSpec, platform: Platform, strings: dict[str, str]) -> None:
        self.spec, self.function, self.platform, self.strings = spec, function, platform, strings
        self.base = spec.symbol(function)

    def _text(self, value: str) -> str:
        return f"ptr @{self.strings.setdefault(value, f'mlcc_rt_t{len(self.strings)}')}"

    def params(self) -> str:
        """The table of the parameters."""
        kind = "{ ptr, ptr, ptr, i32, i32, i32, i32, i8, i8 }"
        test = self.spec.selftest
        rows = []
        for index, param in enumerate(self.function.params):
            element = element_type(param.dtype)
            low, limit = test.ranges[index] if test is not None else (0, 0)
            shape = "\0".join(map(str, param.shape))
            texts = ", ".join(self._text(text) for text in (param.name, _type_text(param, self.platform), shape))
            rows.append(
                f"{kind} {{ {texts}, i32 {_ROLES[param.role]}, i32 {len(param.shape)}, i32 {low}, i32 {limit}, "
                f"i8 {element.code}, i8 {element.bits} }}"
            )
        return f"@mlcc_rt_params = internal constant [{len(rows)} x {kind}] [{', '.join(rows)}]"

    def _argument(self, w: Writer, index: int) -> str:
        """The tensor of a parameter."""
        return w.assign(f"load ptr, ptr {w.assign(f'getelementptr inbounds ptr, ptr %args, i64 {index}')}")

    def _element(self, w: Writer, index: int) -> str:
        """The value of an integer parameter without axes, as i64."""
        dtype = self.function.params[index].dtype
        data = w.assign(f"load ptr, ptr {self._argument(w, index)}")
        return widen(w, dtype, w.assign(f"load {element_type(dtype).llvm}, ptr {data}"))

    def _symbols(self, w: Writer, results: bool) -> dict[str, str]:
        """The values of the symbols: extents of inputs, scalars, and with `results` sizes that the run computed."""
        sizes = set(self.function.metadata.get("result_sizes", ())) if results else set()
        values: dict[str, str] = {}
        for index, param in enumerate(self.function.params):
            if (isinstance(param, ScalarSpec) and element_type(param.dtype).code in (0, 1)) or param.name in sizes:
                values[param.name] = self._element(w, index)
            for axis, dim in enumerate(param.shape if param.role != "output" else ()):
                symbol = bare_symbol(dim)
                if symbol is not None and symbol not in values:
                    tensor = self._argument(w, index)
                    values[symbol] = w.assign(f"call i64 @mlcc_rt_extent(ptr {tensor}, i64 {axis})")
        return values

    def shapes(self, which: str) -> str:
        """`extents` or `results`: writes the shapes of the outputs before and after a run into the tensors."""
        w = Writer(self.strings)
        outputs = list(self.function.outputs)
        wanted: Sequence[Sequence[int | str]] = [param.shape for param in outputs]
        results = which == "results"
        if results:
            wanted = self.function.metadata.get("result_shapes", wanted)
        values = self._symbols(w, results)
        for param, shape in zip(outputs, wanted, strict=False):
            tensor = self._argument(w, self.function.params.index(param))
            for axis, dim in enumerate(shape):
                value = emit(dim, values, w.assign, beyond=-1)
                w.put(f"call void @mlcc_rt_set_extent(ptr {tensor}, i64 {axis}, i64 {value})")
        w.put("ret void")
        return "\n".join([f"define internal void @mlcc_rt_{which}(ptr %args) {{", *w.lines, "}"])

    def program(self) -> list[str]:
        """The table of the program, where it begins, and its loader."""
        spec = self.spec
        numbers = [0, *(int(CODES_OF_ERRORS[code][1:]) for code in sorted(CODES_OF_ERRORS))]
        test = f"ptr @{spec.prefix}_selftest" if spec.selftest else "ptr null"
        facts = [
            self._text(self.function.name), "ptr @mlcc_rt_params", f"ptr @{self.base}", "ptr @mlcc_rt_extents",
            "ptr @mlcc_rt_results", test, f"ptr @{spec.prefix}_describe", "ptr @mlcc_rt_numbers",
            f"i32 {len(self.function.params)}", f"i32 {len(numbers)}",
        ]  # fmt: skip
        code = "".join(f"\\{byte:02X}" for byte in bytes.fromhex(_START[self.platform.arch]))
        size = len(bytes.fromhex(_START[self.platform.arch]))
        loader = _LOADERS[self.platform.arch][self.platform.environment.startswith("musl")]
        constant = string_constant("mlcc_rt_loader", loader).replace("private unnamed_addr", "internal")
        return [
            f"@mlcc_rt_numbers = internal constant [{len(numbers)} x i32] "
            f"[{', '.join(f'i32 {number}' for number in numbers)}]",
            f"@mlcc_rt_self = internal constant {{ {', '.join(fact.split()[0] for fact in facts)} }} "
            f"{{ {', '.join(facts)} }}",
            f'{constant}, section ".interp", align 1',
            '@llvm.used = appending global [1 x ptr] [ptr @mlcc_rt_loader], section "llvm.metadata"',
            # The machine code runs on into the body, which then has its argument.
            f'define void @{entry_point(spec)}(ptr %stack) noinline noreturn prologue [{size} x i8] c"{code}" {{\n'
            "  call void @mlcc_rt_program(ptr @mlcc_rt_self, ptr %stack)\n  unreachable\n}",
        ]

    def selftest(self, test: SelfTest) -> list[str]:
        """The table of the self-test, what it expects, and its entry."""
        spec = self.spec
        words = expectations(test, big_endian=self.platform.big_endian)
        data = "".join(f"\\{byte:02X}" for byte in words)
        extents = [size for shape in test.shapes for size in shape] or [0]
        facts = [
            self._text(self.function.name), "ptr @mlcc_rt_params", f"ptr @{self.base}", "ptr @mlcc_rt_results",
            "ptr @mlcc_rt_test_shapes", "ptr @mlcc_rt_expected", f"i64 {spec.weights_bytes // 8}",
            f"i32 {len(self.function.params)}",
        ]  # fmt: skip
        declared, address = weights_address(spec.prefix, spec.weights_bytes)
        sizes = ", ".join(f"i64 {size}" for size in extents)
        return [
            f"@mlcc_rt_test_shapes = internal constant [{len(extents)} x i64] [{sizes}]",
            # A patch writes other values there, so no load of them may be folded.
            f'@mlcc_rt_expected = internal externally_initialized constant [{len(words)} x i8] c"{data}", '
            f'section "{SELFTEST_SECTION}", align 8',
            f"@mlcc_rt_test = internal constant {{ {', '.join(fact.split()[0] for fact in facts)} }} "
            f"{{ {', '.join(facts)} }}",
            f"{declared}\ndefine signext i32 @{spec.prefix}_selftest() {{\n"
            f"  %weights = {address}\n"
            "  %rc = call i32 @mlcc_rt_selftest(ptr @mlcc_rt_test, ptr %weights)\n  ret i32 %rc\n}",
        ]


def with_expectations(code: bytes, spec: ModuleSpec) -> bytes:
    """An object of a module with what its self-test expects by `spec`."""
    info = parse_object(code, "the object")
    test = spec.selftest
    if test is None or SELFTEST_SECTION not in info.sections:
        return code
    begin, size = info.sections[SELFTEST_SECTION]
    words = expectations(test, big_endian=platform_of(spec.triple).big_endian)
    if len(words) != size:
        raise InternalError(f"the self-test has {size} bytes, not {len(words)}")
    return code[:begin] + words + code[begin + size :]


def expectations(test: SelfTest, *, big_endian: bool) -> bytes:
    """The words that a self-test expects as they stand in a file."""
    return struct.pack(f"{'>' if big_endian else '<'}{len(test.expected)}Q", *test.expected)


def _type_text(param: Param, platform: Platform) -> str:
    """The type of elements as NumPy writes it in files; that of a bfloat16's bits."""
    if param.dtype == "bfloat16":
        return (">" if platform.big_endian else "<") + "u2"
    dtype = numpy_dtype(param.dtype).newbyteorder(">" if platform.big_endian else "<")
    return str(dtype.str)
