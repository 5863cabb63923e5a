"""The exported C entries of an artefact as LLVM IR text: every check, then the kernel.

For a function `f` of a module with prefix `p`:

    int32_t p_f(DLTensor *const *args, int32_t num_args)            checked
    int32_t p_f_with_workspace(args, num_args, void *ws, size_t)    checked, working memory given
    size_t  p_f_workspace_bytes(int64_t per symbol)
    int32_t p_f_raw(pointers, scalars, int64_t per symbol)          no checks at all

A check stops at the first fault and names argument, axis, expected and given; the order is count,
then pointer, device, element type and rank of each argument, then extents, then strides, data
pointer and alignment, then overlaps. A symbol takes its value from its first bare appearance.
Data must be aligned to its element type, no more: kernels may assume nothing else of arguments.
"""

from __future__ import annotations

from mlcc.codegen.llvm import symbol as quoted

from .dims import Dim, bare_symbol, emit, static_value, symbols_of
from .dtypes import element_type
from .large_pages import has_large_pages
from .native_text import string_constant
from .platform import Platform
from .spec import FunctionSpec, ModuleSpec, Param, ScalarSpec, TensorSpec

#: The error codes of the C interface and what each means; the header lists them.
ERRORS = {
    "COUNT": (1, "wrong number of arguments"),
    "NULL": (2, "a null pointer"),
    "DEVICE": (3, "a tensor that is not in CPU memory"),
    "DTYPE": (4, "wrong element type"),
    "RANK": (5, "wrong number of axes"),
    "SHAPE": (6, "wrong extent of an axis"),
    "STRIDES": (7, "strides that are not compact row-major"),
    "ALIGNMENT": (8, "data not aligned to its element type"),
    "OVERLAP": (9, "an output shares memory with another argument"),
    "WORKSPACE": (10, "workspace too small or not aligned to 64 bytes"),
    "MEMORY": (11, "out of memory"),
    "EXTERN": (12, "an external function has no provider"),
    "KERNEL": (13, "a kernel reported an error"),
    "CPU": (14, "a processor that the library is not for"),
    "LAUNCH": (15, "no device, or one that refuses the kernels"),
    "ROOM": (16, "an output has less room than the run needs"),
    "SELFTEST": (17, "the self-test found another result than at the build"),
}


#: The result of a size computation that overflows 64 bits: more bytes than can exist.
NO_SIZE = 2**63 - 1


class Writer:
    """Lines of one function, with fresh names and string constants that are shared."""

    def __init__(self, strings: dict[str, str]) -> None:
        self.lines: list[str] = []
        self._count = 0
        self._strings = strings

    def put(self, line: str) -> None:
        """One instruction without a result."""
        self.lines.append(f"  {line}")

    def assign(self, instruction: str) -> str:
        """One instruction with a result, whose name is returned."""
        self._count += 1
        self.lines.append(f"  %v{self._count} = {instruction}")
        return f"%v{self._count}"

    def text(self, value: str) -> str:
        """The address of a string constant."""
        name = self._strings.setdefault(value, f"mlcc_rt_t{len(self._strings)}")
        return f"@{name}"

    def guard(self, call: str) -> None:
        """Calls a check, and returns from the function with its code unless that is 0."""
        rc = self.assign(call)
        bad = self.assign(f"icmp ne i32 {rc}, 0")
        self._count += 1
        n = self._count
        self.put(f"br i1 {bad}, label %bad{n}, label %ok{n}")
        self.lines += [f"bad{n}:", f"  ret i32 {rc}", f"ok{n}:"]


class FunctionEntries:
    """The four entries of one function; `ir()` gives their text."""

    def __init__(self, module: ModuleSpec, function: FunctionSpec, platform: Platform, strings: dict[str, str]) -> None:
        self.module, self.function, self.platform = module, function, platform
        self.strings = strings
        self.base = module.symbol(function)

    def ir(self) -> str:
        """All definitions, and the declaration of the kernel."""
        parts = [self._declaration(), self._check(), self._raw(), self._checked()]
        parts += [self._with_workspace(), self._workspace_bytes()]
        return "\n\n".join(parts)

    # ------------------------------------------------------------------ shapes of the functions
    def _values(self) -> list[tuple[str, str]]:
        """(type, name) of the values that the checks pass to the kernel, at the C level."""
        f = self.function
        pairs = [("ptr", f"%p{i}") for i in range(len(f.tensors))]
        pairs += [(t, f"%s{i}") for i, t in enumerate(_c_type(s.dtype) for s in f.scalars)]
        return pairs + [("i64", f"%d{i}") for i in range(len(f.symbols))]

    def _symbols(self) -> dict[str, str]:
        return {s: f"%d{i}" for i, s in enumerate(self.function.symbols)}

    def _declaration(self) -> str:
        f = self.function
        types = ["ptr"] * len(f.tensors) + [element_type(s.dtype).llvm for s in f.scalars]
        types += ["i64"] * len(f.symbols)
        types += ["ptr"] if f.workspace_bytes != 0 else []
        return f"declare i32 {quoted(f.kernel_symbol)}({', '.join(types)})"

    def _call_kernel(self, w: Writer, workspace: str | None) -> str:
        args = []
        if has_large_pages(self.module, self.platform):
            w.put("call void @mlcc_rt_place_memory()")
        for kind, name in self._values():
            args.append(f"{kind} {name}")
        first = len(self.function.tensors)
        for i, scalar in enumerate(self.function.scalars):
            args[first + i] = _from_c(w, scalar.dtype, f"%s{i}")
        if self.function.workspace_bytes != 0:
            args.append(f"ptr {workspace}")
        call = f"call i32 {quoted(self.function.kernel_symbol)}({', '.join(args)})"
        profile = self.function.metadata.get("profile", {})
        if not profile.get("by_entry"):
            return w.assign(call)
        w.put("%since = alloca i64, align 8")
        w.assign("call i32 @mlcc_rt_profile_mark(ptr %since, i32 -1)")
        rc = w.assign(call)
        w.assign(f"call i32 @mlcc_rt_profile_mark(ptr %since, i32 {profile['first']})")
        return rc

    def _finish(self, w: Writer, rc: str) -> None:
        """Returns 0, or reports the kernel's own error number."""
        name = w.text(self.function.name)
        w.put(f"%fine = icmp eq i32 {rc}, 0")
        w.put("br i1 %fine, label %done, label %failed")
        w.lines += ["failed:"]
        w.put(f"%code = call i32 @mlcc_rt_kernel_result(ptr {name}, i32 {rc})")
        w.put("ret i32 %code")
        w.lines += ["done:", "  ret i32 0"]

    def _need(self, w: Writer, values: dict[str, str]) -> str:
        static = self.function.static_workspace
        if static is not None:
            return str(static)
        return emit(self.function.workspace_bytes, values, w.assign, beyond=NO_SIZE)

    def _scalar_symbols(self, w: Writer) -> dict[str, str]:
        """Operands of the scalars that occur in shapes, widened to i64."""
        used = {s for t in self.function.tensors for d in t.shape for s in symbols_of(d)}
        used |= set(symbols_of(self.function.workspace_bytes))
        sources: dict[str, str] = {}
        for i, scalar in enumerate(self.function.scalars):
            if scalar.name in used:
                sources[scalar.name] = widen(w, scalar.dtype, f"%s{i}")
        return sources

    # ------------------------------------------------------------------ the entries
    def _raw(self) -> str:
        w = Writer(self.strings)
        if self.function.workspace_bytes == 0:
            self._finish(w, self._call_kernel(w, None))
        else:
            need = self._need(w, {**self._symbols(), **self._scalar_symbols(w)})
            w.put(f"%ws = call ptr @mlcc_rt_take(i64 {need})")
            w.put("%none = icmp eq ptr %ws, null")
            w.put("br i1 %none, label %starved, label %fed")
            w.lines += ["starved:"]
            name = w.text(self.function.name)
            w.put(f"%short = call i32 @mlcc_rt_no_memory(ptr {name}, i64 {need})")
            w.lines += ["  ret i32 %short", "fed:"]
            rc = self._call_kernel(w, "%ws")
            w.put("call void @mlcc_rt_give(ptr %ws)")
            self._finish(w, rc)
        params = ", ".join(f"{kind} {name}" for kind, name in self._values())
        return define(f"i32 @{self.base}_raw({params})", w)

    def _load_checked(self, w: Writer) -> list[str]:
        """Runs the checks and loads their results; returns the arguments of the raw entry."""
        pairs = self._values()
        w.put(f"%slots = alloca [{max(len(pairs), 1)} x i64], align 16")
        w.guard(f"call i32 @{self.base}__check(ptr %args, i32 %n, ptr %slots)")
        for i, (kind, name) in enumerate(pairs):
            at = w.assign(f"getelementptr inbounds i64, ptr %slots, i64 {i}")
            w.put(f"{name} = load {kind}, ptr {at}, align 8")
        return [f"{kind} {name}" for kind, name in pairs]

    def _checked(self) -> str:
        w = Writer(self.strings)
        args = self._load_checked(w)
        rc = w.assign(f"call i32 @{self.base}_raw({', '.join(args)})")
        w.put(f"ret i32 {rc}")
        return define(f"i32 @{self.base}(ptr %args, i32 %n)", w)

    def _with_workspace(self) -> str:
        w = Writer(self.strings)
        word = self.platform.word
        self._load_checked(w)
        need = self._need(w, {**self._symbols(), **self._scalar_symbols(w)})
        name = w.text(self.function.name)
        w.guard(f"call i32 @mlcc_rt_check_workspace(ptr {name}, ptr %ws, {word} %bytes, i64 {need})")
        self._finish(w, self._call_kernel(w, "%ws"))
        head = f"i32 @{self.base}_with_workspace(ptr %args, i32 %n, ptr %ws, {word} %bytes)"
        return define(head, w)

    def _workspace_bytes(self) -> str:
        w = Writer(self.strings)
        word = self.platform.word
        names = workspace_symbols(self.function)
        need = self._need(w, {s: f"%d{i}" for i, s in enumerate(names)})
        if word == "i32" and need.startswith("%"):
            need = w.assign(f"trunc i64 {need} to i32")
        w.put(f"ret {word} {need}")
        params = ", ".join(f"i64 %d{i}" for i in range(len(names)))
        return define(f"{word} @{self.base}_workspace_bytes({params})", w)

    # ------------------------------------------------------------------ the checks
    def _check(self) -> str:
        w = Writer(self.strings)
        f = self.function
        name = w.text(f.name)
        listed = w.text(", ".join(p.name for p in f.params) or "none")
        w.guard(f"call i32 @mlcc_rt_check_count(ptr %args, i32 %n, i32 {len(f.params)}, ptr {name}, ptr {listed})")
        tensors = [self._check_header(w, i, p) for i, p in enumerate(f.params)]
        values = self._read_scalars(w, tensors)
        self._bind_symbols(w, tensors, values)
        for i, param in enumerate(f.params):
            self._check_extents(w, i, param, tensors[i], values)
        for i, param in enumerate(f.params):
            if isinstance(param, TensorSpec):
                self._check_layout(w, i, param, tensors[i])
        self._check_apart(w)
        for i, symbol in enumerate(f.symbols):
            self._store(w, len(f.tensors) + len(f.scalars) + i, "i64", values[symbol][0])
        w.put("ret i32 0")
        # The one alloca stands before the first guard, in the entry block.
        body = [f"  %sizes = alloca [{max(len(f.params), 1)} x i64], align 16", *w.lines]
        head = f"define internal i32 @{self.base}__check(ptr %args, i32 %n, ptr %slots) noinline"
        return "\n".join([f"{head} {{", *body, "}"])

    def _slot(self, index: int) -> int:
        """The slot of parameter `index`: tensors first, then scalars."""
        params = self.function.params
        param = params[index]
        if isinstance(param, TensorSpec):
            return sum(isinstance(p, TensorSpec) for p in params[:index])
        before = sum(isinstance(p, ScalarSpec) for p in params[:index])
        return len(self.function.tensors) + before

    def _place(self, w: Writer, array: str, index: int) -> str:
        return w.assign(f"getelementptr inbounds i64, ptr {array}, i64 {index}")

    def _store(self, w: Writer, slot: int, kind: str, value: str) -> None:
        at = self._place(w, "%slots", slot)
        w.put(f"store {kind} {value}, ptr {at}, align 8")

    def _names(self, w: Writer, index: int, param: Param) -> str:
        return f"i32 {index}, ptr {w.text(self.function.name)}, ptr {w.text(param.name)}"

    def _check_header(self, w: Writer, index: int, param: Param) -> str:
        at = w.assign(f"getelementptr inbounds ptr, ptr %args, i64 {index}")
        tensor = w.assign(f"load ptr, ptr {at}, align {self.platform.bits // 8}")
        kind = element_type(param.dtype)
        w.guard(
            f"call i32 @mlcc_rt_check_tensor(ptr {tensor}, {self._names(w, index, param)}, "
            f"i32 {len(param.shape)}, i32 {kind.code}, i32 {kind.bits})"
        )
        return tensor

    def _check_layout(self, w: Writer, index: int, param: Param, tensor: str) -> None:
        """Strides, data pointer and alignment; fills the parameter's elements of slots and sizes."""
        slot = self._slot(index)
        data, size = self._place(w, "%slots", slot), self._place(w, "%sizes", slot)
        w.guard(
            f"call i32 @mlcc_rt_check_layout(ptr {tensor}, {self._names(w, index, param)}, "
            f"i32 {len(param.shape)}, i32 {element_type(param.dtype).size}, ptr {data}, ptr {size})"
        )

    def _read_scalars(self, w: Writer, tensors: list[str]) -> dict[str, tuple[str, str]]:
        """Puts the scalars' values into their slots; (operand as i64, said how) for the integers."""
        values: dict[str, tuple[str, str]] = {}
        for i, param in enumerate(self.function.params):
            if isinstance(param, TensorSpec):
                continue
            self._check_layout(w, i, param, tensors[i])
            kind = _c_type(param.dtype)
            at = self._place(w, "%slots", self._slot(i))
            data = w.assign(f"load ptr, ptr {at}, align 8")
            value = w.assign(f"load {kind}, ptr {data}, align {element_type(param.dtype).size}")
            w.put(f"store {kind} {value}, ptr {at}, align 8")
            if element_type(param.dtype).code in (0, 1):
                values[param.name] = (widen(w, param.dtype, value), f"the argument `{param.name}`")
        return values

    def _bind_symbols(self, w: Writer, tensors: list[str], values: dict[str, tuple[str, str]]) -> None:
        """Assigns each symbol the extent of the first axis that consists of it alone."""
        for i, param in enumerate(self.function.params):
            for axis, dim in enumerate(param.shape):
                symbol = bare_symbol(dim)
                if symbol is None or symbol in values:
                    continue
                got = w.assign(f"call i64 @mlcc_rt_extent(ptr {tensors[i]}, i64 {axis})")
                values[symbol] = (got, f"{symbol}, dimension {axis} of `{param.name}`")
        for symbol, (low, high) in self.function.dim_ranges.items():
            got, origin = values[symbol]  # every symbol is an extent of its own somewhere
            name = w.text(self.function.name)
            w.guard(
                f"call i32 @mlcc_rt_check_range(i64 {got}, i64 {low}, i64 {high}, ptr {name}, ptr {w.text(origin)})"
            )

    def _check_extents(
        self, w: Writer, index: int, param: Param, tensor: str, values: dict[str, tuple[str, str]]
    ) -> None:
        operands = {symbol: operand for symbol, (operand, _) in values.items()}
        for axis, dim in enumerate(param.shape):
            static = static_value(dim)
            if static is not None:
                want, text = str(static), "null"
            else:
                want, text = emit(dim, operands, w.assign, beyond=-1), w.text(said(dim, values))
            w.guard(
                f"call i32 @mlcc_rt_check_dim(ptr {tensor}, {self._names(w, index, param)}, "
                f"i32 {axis}, i64 {want}, ptr {text})"
            )

    def _check_apart(self, w: Writer) -> None:
        tensors = self.function.tensors
        if len(tensors) < 2 or not any(t.written for t in tensors):
            return
        flags = w.text("".join("w" if t.written else "r" for t in tensors))
        names = w.text("\0".join(t.name for t in tensors))
        w.guard(
            f"call i32 @mlcc_rt_check_apart(ptr %slots, ptr %sizes, i64 {len(tensors)}, "
            f"ptr {flags}, ptr {w.text(self.function.name)}, ptr {names})"
        )


def said(dim: Dim, values: dict[str, tuple[str, str]]) -> str:
    """The origin of the expected extent, for a message."""
    symbol = bare_symbol(dim)
    if symbol is not None:
        return values[symbol][1]
    return f"{dim}, with " + " and ".join(values[s][1] for s in symbols_of(dim))


def workspace_symbols(function: FunctionSpec) -> tuple[str, ...]:
    """The parameters of `<f>_workspace_bytes`: the symbols its size depends on."""
    return symbols_of(function.workspace_bytes)


def _c_type(dtype: str) -> str:
    """The LLVM type that a scalar has at the C interface."""
    kind = element_type(dtype)
    return f"i{kind.bits}" if kind.name in _BY_BITS else kind.llvm


#: C has no type for these: they pass as unsigned integers of the same width.
_BY_BITS = ("bool", "float16", "bfloat16")


def _from_c(w: Writer, dtype: str, name: str) -> str:
    """A scalar with its type, as the kernel expects it."""
    kind = element_type(dtype)
    if kind.name == "bool":
        return f"i1 {w.assign(f'icmp ne i8 {name}, 0')}"
    if kind.name in _BY_BITS:
        return f"{kind.llvm} {w.assign(f'bitcast i{kind.bits} {name} to {kind.llvm}')}"
    return f"{kind.llvm} {name}"


def widen(w: Writer, dtype: str, name: str) -> str:
    """An integer scalar as i64."""
    kind = element_type(dtype)
    if kind.bits == 64:
        return name
    return w.assign(f"{'zext' if kind.code == 1 else 'sext'} {kind.llvm} {name} to i64")


def define(signature: str, w: Writer) -> str:
    """The text of a function."""
    # signext: some ABIs (riscv64, ppc64) let the caller rely on it; elsewhere it changes nothing.
    prefix = "signext " if signature.startswith("i32 ") else ""
    return "\n".join([f"define {prefix}{signature} {{", *w.lines, "}"])


def string_definitions(strings: dict[str, str]) -> str:
    """The string constants that the writers requested."""
    return "\n".join(string_constant(name, text) for text, name in strings.items())
