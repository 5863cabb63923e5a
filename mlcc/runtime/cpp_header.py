"""The generated C++17 wrapper of an artefact: one header over the C one, with views, owning arrays and exceptions.

    #include "net.hpp"
    net::Array<float, 2> x({1, 784});
    net::main_outputs y = net::main(x);       // throws net::Error
    y.scores.at({0, 3});

With -fno-exceptions, or by `try_main`, the code that the C entry returns is the result.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from mlcc.reserved_words import CPP

from .dims import Dim, bare_symbol, parse_dim, symbols_of
from .dtypes import element_type
from .header import shape_text
from .spec import FunctionSpec, ModuleSpec, Param, ScalarSpec, TensorSpec, c_name

_SUPPORT = """\
/// A message of the library, and the code of its C entry (MLCC_ERR_…).
#if defined(__cpp_exceptions)
class Error : public std::runtime_error {
 public:
  Error(std::int32_t code, const char *message) : std::runtime_error(message), code_(code) {}
  std::int32_t code() const noexcept { return code_; }

 private:
  std::int32_t code_;
};
#endif

/// A compact row-major array of R axes somewhere in memory, which must outlive the view.
template <class T, std::size_t R>
struct View {
  T *data = nullptr;
  std::array<std::int64_t, R> shape{};

  View() = default;
  View(T *first, const std::array<std::int64_t, R> &extents) : data(first), shape(extents) {}
  template <class U, class = std::enable_if_t<std::is_same_v<const U, T>>>
  View(const View<U, R> &other) : data(other.data), shape(other.shape) {}

  std::size_t size() const {
    std::size_t count = 1;
    for (std::int64_t extent : shape) count *= static_cast<std::size_t>(extent);
    return count;
  }
  T *begin() const { return data; }
  T *end() const { return data + size(); }
  T &at(const std::array<std::int64_t, R> &index) const {
    std::int64_t place = 0;
    for (std::size_t axis = 0; axis < R; ++axis) place = place * shape[axis] + index[axis];
    return data[place];
  }
};

/// An array that owns its elements; zero at first.
template <class T, std::size_t R>
class Array {
 public:
  Array() = default;
  explicit Array(const std::array<std::int64_t, R> &extents)
      : shape_(extents), elements_(View<T, R>(nullptr, extents).size()) {}

  const std::array<std::int64_t, R> &shape() const { return shape_; }
  std::size_t size() const { return elements_.size(); }
  T *data() { return elements_.data(); }
  const T *data() const { return elements_.data(); }
  T *begin() { return data(); }
  T *end() { return data() + size(); }
  const T *begin() const { return data(); }
  const T *end() const { return data() + size(); }
  T &at(const std::array<std::int64_t, R> &index) { return View<T, R>(data(), shape_).at(index); }
  const T &at(const std::array<std::int64_t, R> &index) const { return View<const T, R>(data(), shape_).at(index); }
  operator View<T, R>() { return {data(), shape_}; }
  operator View<const T, R>() const { return {data(), shape_}; }

 private:
  std::array<std::int64_t, R> shape_{};
  std::vector<T> elements_;
};

namespace detail {
inline std::int64_t floordiv(std::int64_t a, std::int64_t b) {
  return b == 0 ? 0 : a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
}
inline std::int64_t floormod(std::int64_t a, std::int64_t b) { return b == 0 ? 0 : a - floordiv(a, b) * b; }

template <class T, std::size_t R>
DLTensor tensor(const View<T, R> &view, std::uint8_t code, std::uint8_t bits, std::int64_t *shape) {
  for (std::size_t axis = 0; axis < R; ++axis) shape[axis] = view.shape[axis];
  void *data = const_cast<std::remove_const_t<T> *>(view.data);
  return DLTensor{data, {kDLCPU, 0}, static_cast<std::int32_t>(R), {code, bits, 1}, shape, nullptr, 0};
}
}  // namespace detail
"""


def make_cpp_header(spec: ModuleSpec, header: str) -> str:
    """The text of the C++ header for a module, which includes the C one beside it, `header.h`."""
    name = c_name(spec.name)
    guard = f"{spec.prefix.upper()}_{name.upper()}_HPP_"
    parts = [
        f"// `{spec.name}` in C++17: views, owning arrays, and exceptions (or codes, by try_…).\n",
        f"#ifndef {guard}\n#define {guard}\n",
        "#include <algorithm>\n#include <array>\n#include <cstddef>\n#include <cstdint>\n#include <stdexcept>\n"
        "#include <type_traits>\n#include <utility>\n#include <vector>\n",
        f'#include "{header}.h"\n',
        f"namespace {_word(name)} {{\n",
        _SUPPORT,
        _module(spec),
        *(_function(spec, function) for function in spec.functions),
        f"}}  // namespace {_word(name)}\n\n#endif  // {guard}\n",
    ]
    return "\n".join(parts)


def _word(name: str) -> str:
    """A name that C++ accepts."""
    return name + "_" if name in CPP else name


def _module(spec: ModuleSpec) -> str:
    return (
        "/// How many threads parallel loops use; below 1: the default.\n"
        f"inline void set_num_threads(std::int32_t n) {{ ::{spec.prefix}_set_num_threads(n); }}\n"
        "/// What the library is, as JSON.\n"
        f"inline const char *describe() {{ return ::{spec.prefix}_describe(); }}\n"
    )


def _view(param: Param, *, written: bool) -> str:
    kind = element_type(param.dtype).c
    return f"View<{'' if written else 'const '}{kind}, {len(param.shape)}>"


def _function(spec: ModuleSpec, function: FunctionSpec) -> str:
    """The struct of outputs, the entry with a code, and the one that makes its outputs and throws."""
    base, name = spec.symbol(function), _word(c_name(function.name))
    listed = [f"///   {p.role:6}  {p.name}: {shape_text(p)}" for p in function.params]
    given = [f"const {_view(p, written=p.written)} &{_word(c_name(p.name))}" for p in function.params]
    lines = [f"/// {name}: the code of the C entry, 0 if all went well.", *listed]
    lines.append(f"inline std::int32_t try_{name}({', '.join(given)}) noexcept {{")
    for number, param in enumerate(function.params):
        kind = element_type(param.dtype)
        lines.append(f"  std::int64_t shape{number}[{max(len(param.shape), 1)}];")
        argument = f"{_word(c_name(param.name))}, {kind.code}, {kind.bits}, shape{number}"
        lines.append(f"  DLTensor tensor{number} = detail::tensor({argument});")
    names = ", ".join(f"&tensor{number}" for number in range(len(function.params)))
    count = len(function.params)
    lines.append(f"  DLTensor *const all[] = {{{names or 'nullptr'}}};")
    lines += [f"  return ::{base}(all, {count});", "}", ""]
    return "\n".join(lines) + _owning(spec, function, name)


def _owning(spec: ModuleSpec, function: FunctionSpec, name: str) -> str:
    """The form that makes the outputs; none where their sizes do not follow from the inputs' shapes."""
    known = _known(function)
    outputs = function.outputs
    if not outputs or not all(symbol in known for p in outputs for dim in p.shape for symbol in symbols_of(dim)):
        return ""
    fields = [f"  Array<{element_type(p.dtype).c}, {len(p.shape)}> {_word(c_name(p.name))};" for p in outputs]
    inputs = [p for p in function.params if p.role != "output"]
    given = [f"const {_view(p, written=p.written)} &{_word(c_name(p.name))}" for p in inputs]
    made = []
    for param in outputs:
        own, rank = f"made.{_word(c_name(param.name))}", len(param.shape)
        shape = f"std::array<std::int64_t, {rank}>{{{_extents(param, known)}}}"
        made.append(f"  {own} = Array<{element_type(param.dtype).c}, {rank}>({shape});")
    passed = [("made." if p.role == "output" else "") + _word(c_name(p.name)) for p in function.params]
    return "\n".join([
        "#if defined(__cpp_exceptions)",
        f"struct {name}_outputs {{", *fields, "};",
        f"/// {name} with outputs of its own. Throws Error.",
        f"inline {name}_outputs {name}({', '.join(given)}) {{",
        f"  {name}_outputs made;",
        *made,
        f"  const std::int32_t code = try_{name}({', '.join(passed)});",
        f"  if (code != 0) throw Error(code, ::{spec.prefix}_last_error());",
        "  return made;",
        "}",
        "#endif",
        "",
    ])  # fmt: skip


def _known(function: FunctionSpec) -> dict[str, str]:
    """How C++ reads each symbol: an extent of an input, or a scalar."""
    known: dict[str, str] = {}
    for param in function.params:
        if isinstance(param, ScalarSpec):
            known.setdefault(param.name, f"static_cast<std::int64_t>(*{_word(c_name(param.name))}.data)")
        elif isinstance(param, TensorSpec) and param.role != "output":
            for axis, dim in enumerate(param.shape):
                symbol = bare_symbol(dim)
                if symbol is not None:
                    known.setdefault(symbol, f"{_word(c_name(param.name))}.shape[{axis}]")
    return known


def _extents(param: Param, known: Mapping[str, str]) -> str:
    return ", ".join(_dim(dim, known) for dim in param.shape)


def _dim(dim: Dim, known: Mapping[str, str]) -> str:
    """An extent as an expression of C++."""
    tree = parse_dim(dim)
    own, lines = dict(known), ""
    for number, (name, part) in enumerate(tree.parts):
        lines += f"const std::int64_t part{number}_ = {_expression(part, own)}; "
        own[name] = f"part{number}_"
    value = _expression(tree.value, own)
    return f"[&]() -> std::int64_t {{ {lines}return {value}; }}()" if lines else value


_INFIX: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_CALLED: dict[type[ast.operator], str] = {ast.FloorDiv: "detail::floordiv", ast.Mod: "detail::floormod"}
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def _expression(node: ast.expr, known: Mapping[str, str]) -> str:
    match node:
        case ast.Constant(value=int(value)):
            return f"std::int64_t{{{value}}}"
        case ast.Name(id=name):
            return known[name]
        case ast.UnaryOp(operand=operand):
            return f"(-{_expression(operand, known)})"
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _expression(left, known), _expression(right, known)
            called = _CALLED.get(type(op))
            return f"({a} {_INFIX[type(op)]} {b})" if called is None else f"{called}({a}, {b})"
        case ast.Call(func=ast.Name(id=name), args=[first, second]):
            a, b = _expression(first, known), _expression(second, known)
            return f"(-detail::floordiv(-({a}), {b}))" if name == "ceildiv" else f"std::{name}({a}, {b})"
        case ast.IfExp(test=ast.Compare(left=left, ops=[op], comparators=[right]), body=body, orelse=other):
            a, b = _expression(left, known), _expression(right, known)
            chosen = f"{_expression(body, known)} : {_expression(other, known)}"
            return f"({a} {_COMPARED[type(op)]} {b} ? {chosen})"
    raise AssertionError(ast.dump(node))  # parse_dim accepts nothing else
