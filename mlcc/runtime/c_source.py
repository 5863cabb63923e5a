"""The exported C entries of an artefact as C99 text: the same interface and the same checks as :mod:`.entry` writes.

The working memory of an entry is a static array, or is given by the caller (`_with_workspace`); sizes that depend on
the shapes are allocated for the call. Nothing here knows of threads: calls that may run at the same time must bring
their own workspace.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files

from .dims import Dim, bare_symbol, parse_dim, static_value
from .dtypes import element_type
from .entry import ERRORS, NO_SIZE, said, workspace_symbols
from .header import c_param, make_header
from .native_text import IMAGES
from .spec import FunctionSpec, ModuleSpec, Param, ScalarSpec, TensorSpec, c_name, check_spec, to_json
from .weights import MARK

_CHECKED = 12  # numbers on a line of an array
_SUPPORT = """\
#if !defined(__GNUC__)
#define __attribute__(what)
#define __builtin_mul_overflow(a, b, to) mlcc_rt_product((a), (b), (to))
static int mlcc_rt_product(int64_t a, int64_t b, int64_t *to) {
  /* neither is negative */
  if (b != 0 && a > INT64_MAX / b) return 1;
  *to = a * b;
  return 0;
}
#endif
#define MESSAGE_BYTES 512
#define MAX_BYTES (UINTPTR_MAX > 0xffffffff ? (int64_t)1 << 47 : ((int64_t)1 << 31) - 1)
#define SAY(...) snprintf(mlcc_rt_text, MESSAGE_BYTES, __VA_ARGS__)

typedef union {
  void *pointer;
  int64_t bits;
} slot;

static char mlcc_rt_text[MESSAGE_BYTES];

static MLCC_UNUSED const char *mlcc_rt_nth(const char *list, int64_t k) {
  for (; k > 0; list++) k -= *list == 0;
  return list;
}

static MLCC_UNUSED void *mlcc_rt_aligned(void *block) {
  return (void *)(((uintptr_t)block + 63) & ~(uintptr_t)63);
}
"""
#: Arithmetic of sizes.
SIZES = """\
static MLCC_UNUSED int64_t mlcc_rt_add(int64_t a, int64_t b, int *beyond) {
  if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) {
    *beyond = 1;
    return 0;
  }
  return a + b;
}

static MLCC_UNUSED int64_t mlcc_rt_sub(int64_t a, int64_t b, int *beyond) {
  if (b < 0 ? a > INT64_MAX + b : a < INT64_MIN + b) {
    *beyond = 1;
    return 0;
  }
  return a - b;
}

static MLCC_UNUSED int64_t mlcc_rt_mul(int64_t a, int64_t b, int *beyond) {
  const uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
  if (x != 0 && y > (uint64_t)INT64_MAX / x) {
    *beyond = 1;
    return 0;
  }
  return a * b;
}

static MLCC_UNUSED int64_t mlcc_rt_min(int64_t a, int64_t b) { return a < b ? a : b; }
static MLCC_UNUSED int64_t mlcc_rt_max(int64_t a, int64_t b) { return a > b ? a : b; }
"""


def write_source(spec: ModuleSpec, prelude: str, kernels: str, messages: Mapping[int, str], weights: str) -> str:
    """The text of the C file of a module: its header, the kernels and the entries that check and call them.

    `kernels` defines the function that each `kernel_symbol` of the module names; `messages` are the texts of their
    error numbers; `weights` is the definition of the constants. Raises R335 for a description of which no artefact can
    be made.
    """
    check_spec(spec)
    entries = [Entries(spec, function) for function in spec.functions]
    return "\n".join([
        make_header(spec), prelude, "#include <stdio.h>\n", weights, _SUPPORT, SIZES, _errors(),
        *(_images() if spec.images else ()), kernels, _checks(), _results(messages), *(e.text() for e in entries),
        _module_entries(spec),
    ])  # fmt: skip


def array(values: Iterable[int], form: str) -> str:
    """The values of an array initialiser, in lines."""
    texts = [form.format(v) for v in values]
    lines = [", ".join(texts[k : k + _CHECKED]) for k in range(0, len(texts), _CHECKED)]
    return ",\n".join(lines)


def _errors() -> str:
    return "enum {\n" + ",\n".join(f"  ERROR_{name} = {number}" for name, (number, _) in ERRORS.items()) + "\n};\n"


def native_source(name: str, ending: str = "c") -> str:
    """A file of the runtime, which is C, without its own headers."""
    text = (files("mlcc.runtime.native") / f"{name}.{ending}").read_text(encoding="utf-8")
    return re.sub(r'^#include "\w+\.h"\n', "", text, flags=re.MULTILINE)


def _checks() -> str:
    """The checks of the runtime with static functions."""
    text = native_source("checks")
    text = text.replace("static __attribute__((noinline, cold))", "static MLCC_UNUSED")
    text = text.replace("static inline __attribute__((always_inline))", "MLCC_INLINE")
    return re.sub(r"^(int32_t|int64_t) mlcc_rt_", r"static MLCC_UNUSED \1 mlcc_rt_", text, flags=re.MULTILINE)


def _images() -> list[str]:
    """The decoders of images with static functions."""
    header = (files("mlcc.runtime.native") / "image.h").read_text(encoding="utf-8")
    texts = [header, *map(native_source, IMAGES)]
    return [
        re.sub(r"^(int32_t |void \*|void )mlcc_rt_", r"static \1mlcc_rt_", text, flags=re.MULTILINE) for text in texts
    ]


def _results(messages: Mapping[int, str]) -> str:
    """What an entry returns for the error number of a kernel."""
    cases = [f"    case {number}: text = {_string(text)}; break;" for number, text in messages.items()]
    switch = ["  switch (number) {", *cases, "    default: break;", "  }"] if cases else []
    return "\n".join([
        "static MLCC_UNUSED int32_t mlcc_rt_kernel_result(const char *function, int32_t number) {",
        "  const char *text = NULL;", "  if (number == ERROR_ROOM) {",
        '    SAY("%s: an output has less room than the run needs: the last outputs say the sizes", function);', "  }",
        "  if (number >= 0 && number < 100) return number;", *switch,
        "  if (text == NULL) {", '    SAY("%s: a kernel reported error %d", function, (int)number);', "  } else {",
        '    SAY("%s: %s", function, text);', "  }", "  return ERROR_KERNEL;", "}\n",
    ])  # fmt: skip


def _module_entries(spec: ModuleSpec) -> str:
    p = spec.prefix
    data = (MARK.decode() + to_json(spec)).encode() + b"\0"
    return f"""
#if defined(__GNUC__) && defined(__ELF__)
__attribute__((section(".mlcc.describe"), used))
#endif
static const char {p}_description[{len(data)}] = {{
{array(data, "{}")}
}};

const char *{p}_describe(void) {{ return {p}_description + {len(MARK)}; }}

const char *{p}_last_error(void) {{ return mlcc_rt_text; }}

#ifdef _OPENMP
#include <omp.h>
#endif
void {p}_set_num_threads(int32_t n) {{
#ifdef _OPENMP
  if (n > 0) omp_set_num_threads(n);
#else
  (void)n;
#endif
}}

void {p}_shutdown(void) {{
#ifdef MLCC_ON_DEVICE
  mlcc_device_shutdown();
#endif
}}
"""


def _string(text: str) -> str:
    from mlcc.codegen.c import quoted

    return quoted(text)


class Entries:
    """The four entries of one function."""

    def __init__(self, module: ModuleSpec, function: FunctionSpec) -> None:
        self.module, self.function = module, function
        self.base = module.symbol(function)
        self.name = _string(function.name)

    def text(self) -> str:
        return "\n".join([self._record(), self._check(), self._raw(), self._checked(), self._given(), self.bytes()])

    # ------------------------------------------------------------------ values
    def values(self) -> list[tuple[str, str]]:
        """(C type, name) of what the checks give the kernel."""
        f = self.function
        pairs = [(f"{element_type(t.dtype).c} *", f"p{i}") for i, t in enumerate(f.tensors)]
        pairs += [(f"{element_type(s.dtype).c} ", f"s{i}") for i, s in enumerate(f.scalars)]
        return pairs + [("int64_t ", f"d{i}") for i in range(len(f.symbols))]

    def _record(self) -> str:
        lines = [f"  {kind}{name};" for kind, name in self.values()]
        return "\n".join(["typedef struct {", *(lines or ["  int none;"]), f"}} {self.base}_arguments;\n"])

    def kernel(self, values: Mapping[str, str], workspace: str) -> str:
        """The call of the kernel."""
        args = [values[name] for _, name in self.values()]
        first = len(self.function.tensors)
        for i, scalar in enumerate(self.function.scalars):
            if scalar.dtype == "bool":
                args[first + i] = f"{args[first + i]} != 0"
        for i, tensor in enumerate(self.function.tensors):
            if not tensor.written:  # kernels may take the pointer as one that is written, where memory is reused
                args[i] = f"(void *){args[i]}"
        args += [workspace] if self.function.workspace_bytes != 0 else []
        return f"{self.function.kernel_symbol}({', '.join(args)})"

    def symbols(self, values: Mapping[str, str]) -> dict[str, str]:
        """Integers that sizes are computed from: symbols and scalars."""
        known = {s: values[f"d{i}"] for i, s in enumerate(self.function.symbols)}
        for i, scalar in enumerate(self.function.scalars):
            if element_type(scalar.dtype).code in (0, 1):
                known.setdefault(scalar.name, f"(int64_t){values[f's{i}']}")
        return known

    def need(self, symbols: Mapping[str, str]) -> list[str]:
        """Lines that define `need`, the bytes of the workspace."""
        return _computed("need", self.function.workspace_bytes, symbols, NO_SIZE)

    # ------------------------------------------------------------------ entries
    def _raw(self) -> str:
        f = self.function
        inputs: list[TensorSpec | ScalarSpec] = [*f.tensors, *f.scalars]
        names = ["arg_" + c_name(p.name) for p in inputs] + [c_name(s) for s in f.symbols]
        params = [c_param(p) for p in inputs] + [f"int64_t {c_name(s)}" for s in f.symbols]
        values = dict(zip([name for _, name in self.values()], names, strict=True))
        head = f"int32_t {self.base}_raw({', '.join(params) or 'void'}) {{"
        static = f.static_workspace
        done = [f"  return code == 0 ? 0 : mlcc_rt_kernel_result({self.name}, code);", "}\n"]
        if f.workspace_bytes == 0:
            return "\n".join([head, f"  const int32_t code = {self.kernel(values, '')};", *done])
        if static is not None and self.module.runtime == "full":
            return "\n".join([
                f"static unsigned char {self.base}_arena[{static} + 63];\n", head,
                f"  const int32_t code = {self.kernel(values, f'mlcc_rt_aligned({self.base}_arena)')};", *done,
            ])  # fmt: skip
        return "\n".join([
            head, "  int32_t code;", "  void *block;", *self.need(self.symbols(values)),
            "  block = need < 0 || need > MAX_BYTES ? NULL : malloc((size_t)need + 63);", "  if (block == NULL) {",
            f'    SAY("%s: out of memory: no workspace of %lld bytes", {self.name}, (long long)need);',
            "    return ERROR_MEMORY;", "  }", f"  code = {self.kernel(values, 'mlcc_rt_aligned(block)')};",
            "  free(block);", *done,
        ])  # fmt: skip

    def _unpacked(self) -> dict[str, str]:
        return {name: f"given.{name}" for _, name in self.values()}

    def _load(self) -> list[str]:
        return [f"  {self.base}_arguments given;", f"  int32_t code = {self.base}_check(args, num_args, &given);"]

    def _checked(self) -> str:
        args = ", ".join(self._unpacked().values())
        return "\n".join([
            f"int32_t {self.base}(DLTensor *const *args, int32_t num_args) {{", *self._load(),
            f"  return code != 0 ? code : {self.base}_raw({args});", "}\n",
        ])  # fmt: skip

    def _given(self) -> str:
        params = "DLTensor *const *args, int32_t num_args, void *workspace, size_t bytes"
        head = f"int32_t {self.base}_with_workspace({params}) {{"
        values = self._unpacked()
        return "\n".join([
            head, *self._load(), "  if (code != 0) return code;", "  {",
            *("  " + line for line in self.need(self.symbols(values))),
            "    if ((uint64_t)bytes < (uint64_t)need) {",
            f'      SAY("%s: expected a workspace of %lld bytes, given %lld", {self.name}, (long long)need,',
            "          (long long)bytes);", "      return ERROR_WORKSPACE;", "    }",
            "    if (need != 0 && (workspace == NULL || ((uintptr_t)workspace & 63) != 0)) {",
            f'      SAY("%s: the workspace at %p is NULL or not aligned to 64 bytes", {self.name}, workspace);',
            "      return ERROR_WORKSPACE;", "    }", "  }",
            f"  code = {self.kernel(values, 'workspace')};",
            f"  return code == 0 ? 0 : mlcc_rt_kernel_result({self.name}, code);", "}\n",
        ])  # fmt: skip

    def bytes(self) -> str:
        names = workspace_symbols(self.function)
        params = ", ".join(f"int64_t {c_name(s)}" for s in names) or "void"
        need = self.need({s: c_name(s) for s in names})
        return "\n".join([f"size_t {self.base}_workspace_bytes({params}) {{", *need, "  return (size_t)need;", "}\n"])

    # ------------------------------------------------------------------ checks
    def _check(self) -> str:
        f = self.function
        listed = _string(", ".join(p.name for p in f.params) or "none")
        count = max(len(f.params), 1)
        lines = [
            f"static int32_t {self.base}_check(DLTensor *const *args, int32_t num_args, {self.base}_arguments *to) {{",
            f"  slot data[{count}];", f"  int64_t sizes[{count}];", "  int32_t code;",
            *_guard(f"mlcc_rt_check_count((void *const *)args, num_args, {len(f.params)}, {self.name}, {listed})"),
        ]  # fmt: skip
        lines += ["  (void)data;", "  (void)sizes;", "  (void)to;"]
        for i, param in enumerate(f.params):
            kind = element_type(param.dtype)
            lines += _guard(f"mlcc_rt_check_tensor(args[{i}], {self._names(i, param)}, {len(param.shape)}, "
                            f"{kind.code}, {kind.bits})")  # fmt: skip
        values: dict[str, tuple[str, str]] = {}
        for i, param in enumerate(f.params):
            if isinstance(param, ScalarSpec):
                lines += self._scalar(i, param, values)
        for i, param in enumerate(f.params):
            for axis, dim in enumerate(param.shape):
                symbol = bare_symbol(dim)
                if symbol is not None and symbol not in values:
                    own = f"n{len(values)}"
                    lines.append(f"  const int64_t {own} = mlcc_rt_extent(args[{i}], {axis});")
                    values[symbol] = own, f"{symbol}, dimension {axis} of `{param.name}`"
        for symbol, (low, high) in f.dim_ranges.items():
            own, origin = values[symbol]
            lines += _guard(
                f"mlcc_rt_check_range({own}, INT64_C({low}), INT64_C({high}), {self.name}, {_string(origin)})"
            )
        for i, param in enumerate(f.params):
            lines += self._extents(i, param, values)
        for i, param in enumerate(f.params):
            if isinstance(param, TensorSpec):
                lines += self._layout(i, param)
        if len(f.tensors) > 1 and any(t.written for t in f.tensors):
            flags = _string("".join("w" if t.written else "r" for t in f.tensors))
            names = _string("\0".join(t.name for t in f.tensors))
            lines += _guard(f"mlcc_rt_check_apart(data, sizes, {len(f.tensors)}, {flags}, {self.name}, {names})")
        for i, tensor in enumerate(f.tensors):
            lines.append(f"  to->p{i} = ({element_type(tensor.dtype).c} *)data[{i}].pointer;")
        lines += [f"  to->d{i} = {values[symbol][0]};" for i, symbol in enumerate(f.symbols)]
        return "\n".join([*lines, "  return 0;", "}\n"])

    def _names(self, index: int, param: Param) -> str:
        return f"{index}, {self.name}, {_string(param.name)}"

    def _slot(self, param: Param) -> int:
        group: tuple[Param, ...] = self.function.tensors if isinstance(param, TensorSpec) else self.function.scalars
        return next(k for k, item in enumerate(group) if item is param)

    def _layout(self, index: int, param: Param) -> list[str]:
        slot = self._slot(param) + (len(self.function.tensors) if isinstance(param, ScalarSpec) else 0)
        return _guard(f"mlcc_rt_check_layout(args[{index}], {self._names(index, param)}, {len(param.shape)}, "
                      f"{element_type(param.dtype).size}, &data[{slot}].pointer, &sizes[{slot}])")  # fmt: skip

    def _scalar(self, index: int, param: ScalarSpec, values: dict[str, tuple[str, str]]) -> list[str]:
        number, first = self._slot(param), len(self.function.tensors)
        kind = element_type(param.dtype)
        if kind.code in (0, 1):
            values[param.name] = f"(int64_t)to->s{number}", f"the argument `{param.name}`"
        return [*self._layout(index, param), f"  to->s{number} = *({kind.c} *)data[{first + number}].pointer;"]

    def _extents(self, index: int, param: Param, values: Mapping[str, tuple[str, str]]) -> list[str]:
        lines: list[str] = []
        operands = {symbol: operand for symbol, (operand, _) in values.items()}
        for axis, dim in enumerate(param.shape):
            text = "NULL" if static_value(dim) is not None else _string(said(dim, dict(values)))
            check = f"mlcc_rt_check_dim(args[{index}], {self._names(index, param)}, {axis}, want, {text})"
            lines += ["  {", *("  " + line for line in [*_computed("want", dim, operands, -1), *_guard(check)]), "  }"]
        return lines


def _guard(call: str) -> list[str]:
    return [f"  code = {call};", "  if (code != 0) return code;"]


def _computed(name: str, dim: Dim, values: Mapping[str, str], beyond: int) -> list[str]:
    """Lines that define an int64_t by an extent; `beyond` where a step of the calculation overflows."""
    static = static_value(dim)
    if static is not None:
        return [f"  const int64_t {name} = INT64_C({static});"]
    tree = parse_dim(dim)
    own = dict(values)
    lines: list[str] = []
    for number, (part, value) in enumerate(tree.parts):
        lines.append(f"  const int64_t {name}_{number} = {_c_text(value, own)};")
        own[part] = f"{name}_{number}"
    text = _c_text(tree.value, own)
    if not any("&beyond" in line for line in [*lines, text]):
        return [*lines, f"  const int64_t {name} = {text};"]
    return ["  int beyond = 0;", *lines, f"  const int64_t exact = {text};",
            f"  const int64_t {name} = beyond ? INT64_C({beyond}) : exact;"]  # fmt: skip


_CHECKED_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_COMPARES: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def _c_text(node: ast.expr, values: Mapping[str, str]) -> str:
    """An extent as a C expression."""

    def text(inner: ast.expr) -> str:
        return _c_text(inner, values)

    match node:
        case ast.Constant(value=int(number)):
            return f"INT64_C({number})"
        case ast.Name(id=name):
            return values[name]
        case ast.UnaryOp(operand=inner):
            return f"mlcc_rt_sub(0, {text(inner)}, &beyond)"
        case ast.Call(func=ast.Name(id="ceildiv"), args=[a, b]):
            down = f"mlcc_rt_floordiv(mlcc_rt_sub(0, {text(a)}, &beyond), {text(b)})"
            return f"mlcc_rt_sub(0, {down}, &beyond)"
        case ast.Call(func=ast.Name(id=name), args=[a, b]):
            return f"mlcc_rt_{name}({text(a)}, {text(b)})"
        case ast.BinOp(left=a, op=op, right=b) if type(op) in _CHECKED_OPERATORS:
            return f"mlcc_rt_{_CHECKED_OPERATORS[type(op)]}({text(a)}, {text(b)}, &beyond)"
        case ast.BinOp(left=a, op=op, right=b):
            return f"mlcc_rt_{'floordiv' if isinstance(op, ast.FloorDiv) else 'floormod'}({text(a)}, {text(b)})"
        case ast.IfExp(test=ast.Compare(left=a, ops=[op], comparators=[b]), body=t, orelse=e):
            return f"({text(a)} {_COMPARES[type(op)]} {text(b)} ? {text(t)} : {text(e)})"
    raise AssertionError(ast.dump(node))
