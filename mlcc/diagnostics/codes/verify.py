"""Codes V…: programs that are not well formed, and type, shape and scope mistakes."""

from __future__ import annotations

from . import Code

# Every example is a program that the verifier refuses with the code it stands under (tests/ir/test_verify_codes.py).
_HEAD = """@T.prim_func
def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128,), "float32")):
"""


def _tensor(body: str) -> str:
    lines = "".join(f"    {line}\n" if line else "\n" for line in body.strip("\n").split("\n"))
    return f"```tir\n{_HEAD}{lines}```"


def _graph(text: str) -> str:
    return f"```relax\n{text.strip()}\n```"


_RELU = """
@I.ir_module
class Module:
    @T.prim_func
    def relu(X: T.Buffer((1, 8), "float32"), Y: T.Buffer((1, 8), "float32")):
        for i, j in T.grid(1, 8):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = T.max(X[vi, vj], T.float32(0))
"""

CODES: dict[str, Code] = {
    "V010": Code(
        "a variable that is not defined here",
        """A tensor program uses a scalar variable that no parameter, loop, axis, `let` or parameter shape defines. A
symbolic dimension (`n = T.int32()`) gets its value from the shape of a parameter; one that occurs in no parameter
has none.

"""
        + _tensor("""
m = T.int32()
for i in range(m):          # V010: no shape says what `m` is
    B[i] = A[i, 0]
"""),
    ),
    "V011": Code(
        "a buffer that is not defined here",
        """A buffer is used outside the block that allocates it, or it is neither a parameter nor allocated. Programs
made by other tools can hold this; text cannot, because its names are resolved while it is read.

Allocate the buffer in a block around all of its uses: `Y = T.alloc_buffer((128, 128))` at function level.""",
    ),
    "V012": Code(
        "a variable defined twice",
        """The same variable is bound again inside its own scope, or a graph variable has two bindings. Text cannot
say this (a second `x = ...` makes a new variable); programs built by code can. Make a new variable for the inner
one.""",
    ),
    "V013": Code(
        "a node that does not belong where it stands",
        """The tree is malformed: a block with more axes than values, or a node that is not a statement in
a list of statements. Only programs built by code can have this.""",
    ),
    "V014": Code(
        "a block that uses a loop variable directly",
        """A block with axes is isolated from the loops around it: it sees its own axes, those of the blocks around
it, and the function's parameters. Schedules rely on that when they move and split loops.

"""
        + _tensor("""
for i, k in T.grid(128, 128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = B[vi] + A[vi, k]        # V014: add `vk = T.axis.reduce(128, k)` and use `vk`
"""),
    ),
    "V020": Code(
        "a wrong number of indices",
        """A buffer is accessed with more or fewer indices than it has dimensions.

"""
        + _tensor("""
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi]                   # V020: `A` has two dimensions
"""),
    ),
    "V021": Code(
        "an access that is out of range",
        """The verifier has proven that an index leaves its dimension for some iteration: it looks at the extents of
the loops and at the conditions in force (`T.where`, `if`, `T.if_then_else`, `and`). `T.Select` evaluates both of its
sides and guards nothing.

"""
        + _tensor("""
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi + 1, 0]            # V021: 128 at the last iteration
"""),
    ),
    "V022": Code(
        "an axis that does not fit its loop",
        """The value bound to a block's axis leaves the axis' domain, or a loop that is bound directly to an axis has
another extent than the axis (part of the block would never run).

"""
        + _tensor("""
for i in range(127):
    with T.block("B"):
        vi = T.axis.spatial(128, i)     # V022: 127 iterations for an axis of 128
        B[vi] = A[vi, 0]
"""),
    ),
    "V023": Code(
        "a reduce axis in an output index",
        """All iterations of a reduce axis work on the same output element, so the axis cannot choose that element.

"""
        + _tensor("""
for k in range(128):
    with T.block("B"):
        vk = T.axis.reduce(128, k)
        B[vk] = A[vk, 0]                # V023: `vk` should be spatial
""")
        + """
A buffer that the block allocates itself is no output: each iteration has its own, and may store anywhere in it.
""",
    ),
    "V024": Code(
        "a vectorized loop of unknown extent",
        """The extent of a vectorized loop is the number of lanes, so it must be a constant.

```tir
@T.prim_func
def main(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in T.vectorized(n):           # V024: split `i` by 8 and vectorize the inner loop
        B[i] = A[i]
```""",
    ),
    "V030": Code(
        "types that do not match",
        """The two operands of an operator, or a value and the buffer or variable that receives it, have different
types. Nothing is converted silently except plain numbers.

"""
        + _tensor("""
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = T.Cast("int32", A[vi, 0])       # V030: `B` holds float32
"""),
    ),
    "V031": Code(
        "an index that is not an integer",
        """Indices, extents and offsets are integers. Convert the value: `T.Cast("int32", x)`. The reader of texts
refuses this as P124 already; the code appears for programs built by code.""",
    ),
    "V032": Code(
        "a condition that is not a bool",
        """Conditions and the operands of `and`, `or`, `not` have type `bool`; a number is not a condition. Write a
comparison: `x != 0`. The reader of texts refuses this as P124 already; the code appears for programs built by
code.""",
    ),
    "V034": Code(
        "type that nothing here can have",
        """Buffers hold scalars: `float32`, `int8`, `bool` … Vectors are values of expressions only, and a cast leaves
their number of lanes as it is:

    A = T.alloc_buffer((16,), "float32x4")       # write (64,), "float32"
    B[i] = T.Cast("float32x4", A[i])             # write T.Broadcast(A[i], 4)""",
    ),
    "V033": Code(
        "an intrinsic that does not exist, or with a wrong number of arguments",
        """A call names no intrinsic of mlcc, or gives it too few or too many arguments. Functions of a library are
called by `T.call_extern("float32", "name", ...)`.""",
    ),
    "V040": Code(
        "a write to an input",
        """A tensor program that a graph function calls writes one of the call's inputs. `R.call_tir` passes inputs
first and outputs last, and inputs may be shared with other calls, so they must not change.

"""
        + _graph("""
@I.ir_module
class Module:
    @T.prim_func
    def relu(X: T.Buffer((1, 8), "float32"), Y: T.Buffer((1, 8), "float32")):
        for i, j in T.grid(1, 8):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                X[vi, vj] = T.max(X[vi, vj], T.float32(0))      # V040

    @R.function
    def main(x: R.Tensor((1, 8), "float32")):
        cls = Module
        with R.dataflow():
            out = R.call_tir(cls.relu, (x,), out_sinfo=R.Tensor((1, 8), dtype="float32"))
            R.output(out)
        return out
"""),
    ),
    "V041": Code(
        "a write to a buffer that its block declares as read only",
        """A block's `T.reads` and `T.writes` are a promise that schedules rely on. Leave both out to have them
inferred.

"""
        + _tensor("""
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        T.reads(A[vi, 0], B[vi])
        T.writes()
        B[vi] = A[vi, 0]                # V041
"""),
    ),
    "V042": Code(
        "a write that its block does not declare",
        """A block writes a buffer that neither its `T.reads` nor its `T.writes` names. Leave both out to have them
inferred.

"""
        + _tensor("""
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        T.reads(A[vi, 0])
        T.writes()
        B[vi] = A[vi, 0]                # V042
"""),
    ),
    "V043": Code(
        "an access that its block does not declare",
        """An instance of a block certainly accesses elements that are not in the regions of its `T.reads` or
`T.writes`. Schedules rely on these regions when they move and copy. Leave both out to have them inferred.

"""
        + _tensor("""
for i in range(127):
    with T.block("B"):
        vi = T.axis.spatial(127, i)
        T.reads(A[vi, 0])
        T.writes(B[vi])
        B[vi] = A[vi, 0] + A[vi + 1, 0]     # V043: write `T.reads(A[vi:vi + 2, 0])`
"""),
    ),
    "V050": Code(
        "an axis is called spatial that is not",
        """A warning. Instances of a block that differ in a spatial axis may run in any order; here two of them touch
one element, and one writes it. The program runs as it is written. Steps that would change the order refuse.

"""
        + _tensor("""
for i in range(8):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        B[vi // 2] = A[0, vi]           # V050: which of two instances is the last?
"""),
    ),
    "V051": Code(
        "a loop that runs at once races",
        """The iterations of parallel, vectorized and thread-bound loops run at the same time; none may touch what
another one writes.

"""
        + _tensor("""
for i in T.parallel(7):
    with T.block("B"):
        vi = T.axis.spatial(7, i)
        B[vi + 1] = B[vi]               # V051
"""),
    ),
    "V060": Code(
        "a graph variable that is not defined here",
        """A graph function uses a variable that no parameter or earlier binding defines. Text cannot say this,
because names are resolved while it is read (P120); programs built by code can.""",
    ),
    "V061": Code(
        "a dataflow variable used outside of its block",
        """Variables of a dataflow block live in the block; those named in its `R.output(...)` live on. In text this
is an unknown name (P120); the code appears for programs built by code.

Add the variable to the block's outputs: `R.output(a, b)`.""",
    ),
    "V062": Code(
        "a tuple field that does not exist",
        """A tuple is indexed beyond its last field; fields count from 0. The reader of texts refuses this as P124
already; the code appears for programs built by code.""",
    ),
    "V063": Code(
        "a function that the module does not have",
        """`cls.name` names no function of the module. In text this is P120 or a suggestion of a near name; the code
appears for modules from which a function was taken out.""",
    ),
    "V064": Code(
        "an unknown operator",
        """A graph function calls an operator that mlcc does not have. `mlcc list ops` shows all of them.

"""
        + _graph("""
@R.function
def main(x: R.Tensor((1, 8), "float32")):
    return R.nn.rellu(x)                # V064: did you mean `R.nn.relu`?
"""),
    ),
    "V065": Code(
        "an effect inside a dataflow block",
        """Everything in a dataflow block is pure, so that the compiler may move, merge and drop it. Calls with
effects stand outside; `R.call_pure_packed` and `R.call_dps_packed` promise that there are none.

"""
        + _graph("""
@R.function(pure=False)
def main(x: R.Tensor((1, 8), "float32")):
    with R.dataflow():
        y = R.call_packed("env.log", x, sinfo_args=R.Tensor((1, 8), "float32"))     # V065
        R.output(y)
    return y
"""),
    ),
    "V066": Code(
        "a call that does not fit its function",
        """A call passes a wrong number of tensors, or calls a tensor program like a graph function (or the reverse).
For `R.call_tir` the inputs and outputs together are the buffers of the tensor program.

"""
        + _graph(
            _RELU
            + """
    @R.function
    def main(x: R.Tensor((1, 8), "float32")):
        cls = Module
        with R.dataflow():
            out = R.call_tir(cls.relu, (x, x), out_sinfo=R.Tensor((1, 8), dtype="float32"))     # V066
            R.output(out)
        return out
"""
        ),
    ),
    "V067": Code(
        "a tensor that does not fit its parameter",
        """A tensor passed to a tensor program, or the output type that the call states, has another shape or data
type than the program's buffer.

"""
        + _graph(
            _RELU
            + """
    @R.function
    def main(x: R.Tensor((1, 9), "float32")):
        cls = Module
        with R.dataflow():
            out = R.call_tir(cls.relu, (x,), out_sinfo=R.Tensor((1, 8), dtype="float32"))       # V067
            R.output(out)
        return out
"""
        ),
    ),
    "V070": Code(
        "two functions with one exported name",
        """The attribute `global_symbol` is the name under which a function is exported from the library; two
functions cannot share it.

"""
        + _graph("""
@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((8,), "float32")):
        T.func_attr({"global_symbol": "main"})
        for i in range(8):
            A[i] = T.float32(0)

    @T.prim_func
    def g(A: T.Buffer((8,), "float32")):            # V070
        T.func_attr({"global_symbol": "main"})
        for i in range(8):
            A[i] = T.float32(1)
"""),
    ),
    "V080": Code(
        "the interpreter met an access out of range",
        """While a program ran on actual numbers, an index left its dimension. The verifier cannot prove such an access
wrong beforehand when it depends on data or on symbolic sizes; compiled code would read or write other memory.

Guard the access (`T.if_then_else`, `if`, `T.where`), or correct the loop or the data that the index comes from.""",
    ),
    "V081": Code(
        "something that the interpreter cannot run",
        """The reference interpreter runs programs on NumPy. It does not know library functions (pass them as
`externs`), named graph operators (legalize the module first), or the calls that lowering makes.""",
    ),
    "V082": Code(
        "an integer division by zero",
        """While a program ran on actual numbers, an integer was divided by zero. Compiled code would stop or give an
arbitrary number. Guard the division: `T.if_then_else(d != 0, n // d, 0)`.""",
    ),
    "V083": Code(
        "an assertion of the program failed",
        """A program that was interpreted holds `assert condition, "message"`, and the condition was false. Compiled
code returns an error with the same message.""",
    ),
    "V084": Code(
        "arguments that do not fit the function",
        """The reference interpreter was given a wrong number of arguments, a wrong type or shape, or sizes that
contradict each other (one symbolic dimension with two values). Pass the inputs, or all parameters, in the order of the
signature.""",
    ),
    "V071": Code(
        "a program that is nested too deeply",
        """Loops, blocks, statements and operators are nested more than 1500 levels deep. Store a part
of a long sum in a buffer, or use a loop. The readers of texts and of JSON refuse this as P132 and V092 already; the
code appears for programs built by code.""",
    ),
    "V090": Code(
        "a file that is not JSON",
        """A module in JSON form is truncated or damaged; the caret is where reading stopped. Write the file again
(`mlcc build ... --emit json`, or `mlcc.ir.to_json`).""",
    ),
    "V091": Code(
        "JSON that is not a module of this version",
        """The file is JSON but not an mlcc module, or it was written by an mlcc with another version of the JSON
form. The first keys of a module are `"format": "mlcc.module"` and `"version"`.""",
    ),
    "V092": Code(
        "a module in JSON form that does not make sense",
        """A node, field, type or tensor in the file is not what it must be, for example after an edit by hand. The
message names the location.""",
    ),
}
